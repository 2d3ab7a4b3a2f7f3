//! The fast engines with rules other than rows, columns and boxes, on every tier of this machine, compared with the
//! reference solver, with csp and with each other.
// Miri would take hours.
#![cfg(not(any(miri, target_family = "wasm")))]

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use arcdoku::fast9::Engine;
use arcdoku::grid::{Cell, DigitSet, Shape};
use arcdoku::puzzle::Limit;
use arcdoku::search::Strategy;
use arcdoku::solve::Method;
use arcdoku::testing::instances::{
    candidates_around, full_grid_of, regions_around, solutions_by, with_clue_conflict, with_holes,
    with_wrong_clue,
};
use arcdoku::testing::tiers::Tiers;
use arcdoku::testing::{reference, runs_all_cases};
use arcdoku::{Limits, Outcome, Puzzle, Question, Rule, Solution, Solver};
use fastrand::Rng;

/// Two jigsaw layouts.
const LAYOUTS: [&str; 2] = [
    "111133333412222336411122336441552226445555996477558966477588996478888896777789996",
    "412222333411125333411125633412225636414555666444555996777789966778788999778888899",
];

fn rule(text: &str) -> Rule {
    text.parse().expect("a rule")
}

/// A grid with these rules in addition to the rules of its shape.
fn under(puzzle: Puzzle, rules: &[&str]) -> Puzzle {
    rules.iter().fold(puzzle, |puzzle, text| puzzle.with_rule(rule(text)))
}

fn jigsaw(layout: &str) -> Puzzle {
    let rows: Vec<&str> = (0..9).map(|row| &layout[9 * row..9 * row + 9]).collect();
    under(Puzzle::new(Shape::latin(9).expect("a shape")), &[&format!("regions {}", rows.join(" "))])
}

/// Empty grids with every kind of rule.
fn kinds() -> Vec<(&'static str, Puzzle)> {
    let classic = || Puzzle::new(Shape::CLASSIC);
    let latin = || Puzzle::new(Shape::latin(9).expect("a shape"));
    let mut rng = Rng::with_seed(11);
    let grid = full_grid_of(&latin(), &mut rng).expect("a grid");
    vec![
        ("diagonals", under(classic(), &["diagonals"])),
        ("windoku", under(classic(), &["windoku"])),
        ("groups", under(classic(), &["disjoint-groups"])),
        ("knight", under(classic(), &["anti-knight"])),
        ("king", under(classic(), &["anti-king"])),
        ("knight and king", under(classic(), &["anti-knight", "anti-king"])),
        ("diagonals and windoku", under(classic(), &["diagonals", "windoku"])),
        ("small sets", under(classic(), &["all-different: r1c1 r2c2 r4c5 r9c9", "all-different: r5c5 r1c9"])),
        ("a taxicab", under(classic(), &["taxicab 3"])),
        ("parity", under(classic(), &["even: r1c1 r2c5 r9c2", "odd: r3c3"])),
        ("jigsaw", jigsaw(LAYOUTS[0])),
        ("jigsaw and diagonals", under(jigsaw(LAYOUTS[1]), &["diagonals"])),
        ("scattered regions", latin().with_rule(regions_around(latin().shape(), &grid, &mut rng))),
        (
            "a broken diagonal",
            under(classic(), &["all-different: r1c1 r2c2 r3c3 r4c5 r5c6 r6c4 r7c9 r8c7 r9c8"]),
        ),
        ("latin", latin()),
        ("rows only", Puzzle::bare(Shape::CLASSIC).with_rule(Rule::Rows).with_rule(Rule::AntiKnight)),
    ]
}

fn csp() -> Strategy {
    Strategy::named("singles-mrv-md").expect("in the table")
}

fn sorted(mut solutions: Vec<Solution>) -> Vec<Solution> {
    solutions.sort_unstable();
    solutions
}

#[test]
fn sets_of_solutions() {
    let mut rng = Rng::with_seed(21);
    let mut tiers = Tiers::available();
    let (mut sizes, mut refuted) = (BTreeSet::new(), 0);
    for (kind, (name, empty)) in kinds().into_iter().enumerate() {
        assert!(Engine::takes(&empty) && !Engine::takes_together(&empty), "{name}");
        // Unless all cases run, each kind is tested in half of the rounds. Every round then has the same number of
        // puzzles.
        for round in (0..6).filter(|round| runs_all_cases() || (kind + round) % 2 == 0) {
            let solution = full_grid_of(&empty, &mut rng).expect("a grid under the rules");
            let holes = if round == 0 { 15..30 } else { 40..56 };
            let mut puzzle = with_holes(&empty, &solution, rng.usize(holes), &mut rng);
            match round {
                2 => puzzle = puzzle.with_rule(candidates_around(empty.shape(), &solution, 0.5, &mut rng)),
                4 => puzzle = with_wrong_clue(&puzzle, &solution, &mut rng).unwrap_or(puzzle),
                5 => puzzle = with_clue_conflict(&puzzle, &mut rng).unwrap_or(puzzle),
                _ => {}
            }
            let expected = match round {
                0 => reference::solutions(&puzzle, 500),
                _ => solutions_by(csp(), &puzzle, 500),
            };
            let number = expected.len() as u64;
            let (found, report) = tiers.solutions(&puzzle, 500, None);
            assert_eq!(found.len() as u64, number, "{name}: {puzzle:?}");
            if number < 500 {
                assert_eq!(sorted(found), sorted(expected), "{name}");
                assert_eq!(report.guesses, report.backtracks, "{name}");
            }
            assert_eq!(tiers.count(&puzzle, 500, None).solutions, number, "{name}");
            for wanted in [0, 1, 2] {
                assert_eq!(tiers.solve(&puzzle, wanted, None).solutions, number.min(wanted), "{name}");
            }
            sizes.insert(number.min(3));
            refuted += u32::from(number == 0);
        }
    }
    assert!(sizes.len() == 4 && refuted > if runs_all_cases() { 10 } else { 5 }, "{sizes:?}, {refuted}");
}

#[test]
fn batches_of_mixed_kinds() {
    let mut rng = Rng::with_seed(22);
    let mut puzzles = Vec::new();
    let cage = under(Puzzle::new(Shape::CLASSIC), &["cage 12: r1c1 r1c2"]);
    for _ in 0..2 {
        for (_, empty) in
            kinds().into_iter().chain([("classic", Puzzle::new(Shape::CLASSIC)), ("", cage.clone())])
        {
            let solution = full_grid_of(&empty, &mut rng).expect("a grid under the rules");
            puzzles.push(with_holes(&empty, &solution, rng.usize(30..50), &mut rng));
        }
    }
    let (mut fast, mut slow) = (Solver::new(), Solver::with_strategy(csp()));
    for question in [Question::First, Question::Unique] {
        let mut all = Vec::new();
        fast.ask_all(question, &puzzles, &Limits::NONE, |answer| all.push(answer));
        assert_eq!(all.len(), puzzles.len());
        for (puzzle, many) in puzzles.iter().zip(all) {
            assert_eq!(fast.method_for(puzzle) == Method::Fast9, Engine::takes(puzzle));
            let one = fast.ask(question, puzzle, &Limits::NONE);
            assert_eq!(one.outcome.name(), many.outcome.name());
            // Lanes make different guesses, so they may find a different first solution.
            let is_first = question == Question::First && Engine::takes_together(puzzle);
            assert!(is_first || one.outcome == many.outcome);
            assert!(Engine::takes_together(puzzle) || one.stats.nodes == many.stats.nodes);
            let other = slow.ask(question, puzzle, &Limits::NONE);
            assert_eq!(one.outcome.name(), other.outcome.name());
            if let Outcome::Unique(only) = &one.outcome {
                assert_eq!(other.outcome.solution(), Some(only));
            }
        }
    }
}

/// The node limit is exact, and a search that reached it found the first solutions of a longer search.
#[test]
fn node_limits() {
    let mut rng = Rng::with_seed(23);
    let mut tiers = Tiers::available();
    for (name, empty) in kinds() {
        let solution = full_grid_of(&empty, &mut rng).expect("a grid under the rules");
        let puzzle = with_holes(&empty, &solution, 66, &mut rng);
        let (all, report) = tiers.solutions(&puzzle, 200, None);
        for nodes in [0, 1, 2, 3, 5, 8, 20, 50].into_iter().filter(|&nodes| nodes < report.guesses) {
            let (some, found) = tiers.solutions(&puzzle, 200, Some(nodes));
            assert_eq!((found.guesses, found.limit), (nodes, Some(Limit::Nodes)), "{name}");
            assert!(all.starts_with(&some), "{name}");
            tiers.count(&puzzle, 200, Some(nodes));
            tiers.solve(&puzzle, 2, Some(nodes));
        }
        let (again, found) = tiers.solutions(&puzzle, 200, Some(report.guesses));
        assert!(again == all && found == report, "{name}");
    }
}

#[test]
fn time_and_cancellation_end_the_work() {
    let cancel = AtomicBool::new(true);
    for (name, empty) in kinds() {
        for (limits, limit) in [
            (Limits::NONE.with_time(Duration::ZERO), Limit::Time),
            (Limits::NONE.with_cancel(&cancel), Limit::Cancelled),
        ] {
            let mut engine = Engine::new();
            let found = engine.count(&empty, u64::MAX, &limits).expect("a puzzle that the engines take");
            assert_eq!(found.limit, Some(limit), "{name}");
            engine.batch([&empty, &empty], u64::MAX, &limits, |found| {
                assert_eq!(found.map(|found| found.limit), Some(Some(limit)), "{name}");
            });
        }
    }
}

/// Tests restricted candidates that leave no solution, some of them in only one cell.
#[test]
fn restricted_candidates() {
    let mut tiers = Tiers::available();
    for (name, empty) in kinds() {
        let mut sets = vec![DigitSet::all(9); 81];
        sets[40] = DigitSet::EMPTY;
        let none = Rule::candidates(empty.shape(), &sets).expect("sets of the shape");
        assert_eq!(tiers.solve(&empty.clone().with_rule(none), 2, None).solutions, 0, "{name}");
        sets[40] = DigitSet::all(3);
        let some = Rule::candidates(empty.shape(), &sets).expect("sets of the shape");
        let found = tiers.solve(&empty.with_rule(some), 1, None);
        let first = found.first().expect("a solution");
        assert!(first.at(Cell::new(40)).get() <= 3, "{name}");
    }
}

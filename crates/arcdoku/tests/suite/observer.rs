//! Reports of a search: consistent events, valid reasons, and statistics that do not depend on the
//! observer.

use std::ops::ControlFlow;

use arcdoku::csp::{Failure, FailureKind, Space, Trace, Var};
use arcdoku::grid::{Cell, Digit, DigitSet, Shape};
use arcdoku::puzzle::{Outcome, Refutation};
use arcdoku::search::{
    Branching, NAMED, Named, Observer, SearchEnd, SearchScratch, Stats, Strategy, search, search_watched,
};
use arcdoku::solve::{Question, observe};
use arcdoku::testing::instances::{full_grid, full_grid_of, is_unique, proper, strategies, with_wrong_clue};
use arcdoku::testing::neutral::{Case, read};
use arcdoku::testing::watch::{Counter, EventChecker, SolutionChecker};
use arcdoku::{Limits, Puzzle, Rule, Solution};
use fastrand::Rng;

/// A node limit that leads to many events, but that every strategy reaches quickly.
const NODES: u64 = 1_500;

fn every(_: &Space) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn watched<T: Observer>(puzzle: &Puzzle, strategy: &Strategy, observer: &mut T) -> (SearchEnd, Stats) {
    let limits = Limits::NONE.with_nodes(NODES);
    let (end, mut stats) = search_watched(puzzle, strategy, &limits, observer, &mut every);
    stats.time = None;
    (end, stats)
}

/// The same as [`watched`], with a search that is compiled for the type of the observer.
fn compiled<T: Observer>(puzzle: &Puzzle, strategy: &Strategy, observer: &mut T) -> (SearchEnd, Stats) {
    let (limits, mut scratch) = (Limits::NONE.with_nodes(NODES), SearchScratch::default());
    let (end, mut stats) = search(puzzle, strategy, &limits, &mut scratch, observer, &mut every);
    stats.time = None;
    (end, stats)
}

fn cases() -> impl Iterator<Item = Case> {
    ["agreement/shapes.txt", "agreement/rules.txt"].into_iter().flat_map(read).filter(|case| case.count < 500)
}

/// Proper 9x9 puzzles with several rules, with their solutions.
fn proper_puzzles() -> Vec<(Puzzle, Solution)> {
    let mut rng = Rng::with_seed(6);
    let classic = Puzzle::new(Shape::CLASSIC);
    let rules = [
        classic.clone(),
        classic.clone(),
        classic.clone().with_rule(Rule::Diagonals),
        classic.clone().with_rule(Rule::windoku(Shape::CLASSIC).expect("square boxes")),
    ];
    rules
        .into_iter()
        .map(|base| {
            let solution = full_grid_of(&base, &mut rng).expect("the rules can be kept");
            (proper(&base, &solution, 81, &mut rng, is_unique), solution)
        })
        .collect()
}

fn audit(puzzle: &Puzzle, strategy: &Strategy) -> u64 {
    let mut auditor = EventChecker::new(puzzle, strategy.is_eager());
    watched(puzzle, strategy, &mut auditor);
    auditor.steps
}

/// The strategies that undo decisions one by one. `learning.rs` tests the events of the other one.
fn chronological() -> impl Iterator<Item = &'static Named> {
    NAMED.iter().filter(|named| named.strategy.branching != Branching::Learn)
}

#[test]
fn events_and_reasons_are_valid() {
    let mut steps = 0;
    let puzzles =
        cases().map(|case| case.puzzle).chain(proper_puzzles().into_iter().map(|(puzzle, _)| puzzle));
    for puzzle in puzzles {
        for named in chronological().filter(|named| named.strategy.scan.is_none()) {
            steps += audit(&puzzle, &named.strategy);
        }
    }
    assert!(steps > 100_000, "only {steps} steps were seen");
}

#[test]
fn events_are_valid_with_any_parts() {
    let mut rng = Rng::with_seed(7);
    let all = strategies(|strategy| strategy.scan.is_none() && strategy.branching != Branching::Learn);
    let contradictory: Vec<Puzzle> = proper_puzzles()
        .iter()
        .filter_map(|(puzzle, solution)| with_wrong_clue(puzzle, solution, &mut rng))
        .collect();
    for puzzle in cases().map(|case| case.puzzle).chain(contradictory) {
        for _ in 0..12 {
            audit(&puzzle, &all[rng.usize(..all.len())]);
        }
    }
}

#[test]
fn the_solution_is_never_pruned() {
    let mut checked = 0;
    let own = cases().filter_map(|case| Some((case.puzzle, case.solution?)));
    for (puzzle, solution) in own.chain(proper_puzzles()) {
        for named in chronological() {
            let mut known = SolutionChecker::new(solution.clone());
            watched(&puzzle, &named.strategy, &mut known);
            checked += known.checked;
        }
    }
    assert!(checked > 10_000, "only {checked} steps were seen");
}

#[test]
fn observing_changes_nothing() {
    for puzzle in
        cases().map(|case| case.puzzle).chain(proper_puzzles().into_iter().map(|(puzzle, _)| puzzle))
    {
        for named in chronological() {
            let unwatched = compiled(&puzzle, &named.strategy, &mut ());
            let mut counter = Counter::default();
            let (end, stats) = compiled(&puzzle, &named.strategy, &mut counter);
            assert_eq!((end, stats), unwatched, "{}", named.name);
            let seen = (counter.nodes, counter.backtracks, counter.solutions, counter.restarts);
            let counted = (stats.nodes, stats.backtracks, stats.solutions, stats.restarts);
            assert_eq!(seen, counted, "{}", named.name);
            assert_eq!(counter.eliminations, stats.eliminations, "{}", named.name);
            assert!(counter.trials >= counter.backtracks, "{}", named.name);
            if end == SearchEnd::Complete {
                assert_eq!(counter.trials, counter.backtracks, "{}: everything is undone", named.name);
            }
        }
    }
}

/// Tests the check itself, which must fail for a wrong solution.
#[test]
#[should_panic(expected = "the solution is")]
fn a_wrong_solution_is_detected() {
    let (puzzle, _) = proper_puzzles().swap_remove(0);
    let other = full_grid(Shape::CLASSIC, &mut Rng::with_seed(8));
    watched(
        &puzzle,
        &Strategy::named("singles-mrv").expect("in the table"),
        &mut SolutionChecker::new(other),
    );
}

/// A clue that the candidate restrictions exclude is reported by the restriction.
#[test]
fn a_clue_that_is_not_allowed() {
    #[derive(Default)]
    struct Kinds(Vec<FailureKind>);
    impl Trace for Kinds {
        fn failed(&mut self, failure: &Failure<'_>) {
            self.0.push(failure.kind);
        }
    }
    impl Observer for Kinds {}

    let shape = Shape::usual(4).unwrap();
    let mut sets = [DigitSet::all(4); 16];
    sets[5] = [1, 2].into_iter().filter_map(Digit::new).collect();
    let mut puzzle = Puzzle::new(shape).with_rule(Rule::candidates(shape, &sets).unwrap());
    puzzle.set(Cell::new(5), Digit::new(3));
    for named in chronological() {
        let mut kinds = Kinds::default();
        let answer = observe(Question::Unique, &puzzle, &named.strategy, &Limits::NONE, &mut kinds);
        assert_eq!(answer.outcome, Outcome::Unsatisfiable(Refutation::Clues), "{}", named.name);
        assert_eq!(kinds.0, [FailureKind::NotAllowed(Var::new(5))], "{}", named.name);
    }
}

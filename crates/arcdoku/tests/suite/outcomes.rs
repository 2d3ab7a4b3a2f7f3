//! Every outcome, every refutation and every limit.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use arcdoku::generate::{Maker, PuzzleRequest, seed_of};
use arcdoku::grid::{Cell, CellName, Digit, Shape};
use arcdoku::puzzle::{Limit, Refutation, Rule, Solution};
use arcdoku::search::{NAMED, Strategy};
use arcdoku::solve::{Method, Question, TrueCandidates, batch, estimate};
use arcdoku::testing::instances::{
    contradictory_row, full_grid, is_unique, proper, with_clue_conflict, with_wrong_clue,
};
use arcdoku::testing::neutral::grid;
use arcdoku::{Limits, Outcome, Puzzle, Solver};
use fastrand::Rng;

const WIKIPEDIA: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn empty() -> Puzzle {
    Puzzle::new(Shape::CLASSIC)
}

fn named() -> impl Iterator<Item = (&'static str, Solver)> {
    NAMED.iter().map(|named| (named.name, Solver::with_strategy(named.strategy)))
}

/// A proper puzzle that the default strategy does not solve without search.
fn hard() -> Puzzle {
    let mut rng = Rng::with_seed(9);
    let mut made = std::iter::repeat_with(|| {
        let solution = full_grid(Shape::CLASSIC, &mut rng);
        proper(&empty(), &solution, 81, &mut rng, is_unique)
    });
    made.find(|puzzle| Solver::new().solve(puzzle, &Limits::NONE).stats.nodes > 3).expect("there are many")
}

/// A clock that jumps may end work at its time limit, but never makes an answer wrong. A clock that goes backwards
/// does not end work.
#[test]
fn clocks_may_jump() {
    static READ: AtomicU64 = AtomicU64::new(0);
    fn back() -> Duration {
        Duration::from_secs(1 << 40).saturating_sub(Duration::from_secs(READ.fetch_add(1, Ordering::Relaxed)))
    }
    fn about() -> Duration {
        Duration::from_secs(seed_of(1, READ.fetch_add(1, Ordering::Relaxed)) % 100)
    }
    fn far() -> Duration {
        if READ.fetch_add(1, Ordering::Relaxed).is_multiple_of(2) { Duration::MAX } else { Duration::ZERO }
    }
    let several = Puzzle::new(Shape::usual(4).expect("a shape"));
    let ruled = several.clone().with_rule(Rule::Diagonals);
    let puzzles = [WIKIPEDIA.parse().expect("a puzzle"), hard(), several, ruled, empty()];
    for (clock, goes_back) in [(back as fn() -> Duration, true), (about, false), (far, false)] {
        let limits = Limits::NONE.with_time(Duration::from_secs(50)).with_clock(clock);
        for puzzle in &puzzles {
            let sure = Solver::new().solve(puzzle, &Limits::NONE).outcome;
            match Solver::new().solve(puzzle, &limits).outcome {
                Outcome::Unknown { limit, .. } => assert!(limit == Limit::Time && !goes_back),
                found => assert_eq!(found.solution().is_some(), sure.solution().is_some()),
            }
            let most = Some(300);
            let (all, found) = (
                Solver::new().count(puzzle, most, &Limits::NONE),
                Solver::new().count(puzzle, most, &limits),
            );
            assert!(found.solutions <= all.solutions);
            match found.limit {
                None => assert_eq!(found.solutions, all.solutions),
                Some(limit) => assert!(limit == Limit::Time && !goes_back),
            }
            let all = TrueCandidates::new().ask(puzzle, 1, &Limits::NONE);
            let found = TrueCandidates::new().ask(puzzle, 1, &limits);
            let cells = (0..puzzle.shape().cells()).map(Cell::new);
            assert!(
                found.limit.is_some() || cells.clone().all(|cell| found.digits(cell) == all.digits(cell))
            );
            assert!(cells.clone().all(|cell| found.digits(cell).is_subset(all.digits(cell))));
            assert!(found.limit.is_none() || !goes_back);
            let estimate = estimate(puzzle, 10, 1, &limits);
            assert!(!goes_back || estimate.limit.is_none());
        }
        let mut maker = Maker::new(PuzzleRequest::default()).expect("a request");
        let sure = maker.make(1, &Limits::NONE).expect("a puzzle");
        match maker.make(1, &limits) {
            Ok(made) => assert_eq!(made, sure),
            Err(gave_up) => assert!(gave_up.limit == Limit::Time && !goes_back),
        }
    }
}

#[test]
fn clues_that_contradict_each_other() {
    let mut rng = Rng::with_seed(1);
    for shape in [Shape::CLASSIC, Shape::usual(4).expect("a shape"), Shape::usual(16).expect("a shape")] {
        for _ in 0..5 {
            let puzzle = with_clue_conflict(&Puzzle::new(shape), &mut rng).expect("houses of more cells");
            for (name, mut solver) in named() {
                let answer = solver.solve(&puzzle, &Limits::NONE);
                assert_eq!(answer.outcome, Outcome::Unsatisfiable(Refutation::Clues), "{name}");
                assert_eq!(answer.stats.nodes, 0, "{name} searches although the clues contradict each other");
            }
        }
    }
}

#[test]
fn contradictions_found_by_propagation() {
    for n in [4, 6, 9, 16] {
        let puzzle = contradictory_row(Shape::usual(n).expect("a shape")).expect("room");
        for (name, mut solver) in named() {
            let expected = match name {
                // This strategy has no candidates, so it must search. On a larger grid, it would first fill the cells
                // above the contradiction.
                "backtracking" => Refutation::Search,
                // The domains are examined in row-major order, and the empty domain is the first.
                _ => Refutation::Propagation,
            };
            let outcome = solver.solve(&puzzle, &Limits::NONE).outcome;
            assert_eq!(outcome, Outcome::Unsatisfiable(expected), "{name} at N = {n}");
        }
    }
}

#[test]
fn contradictions_found_by_search() {
    let mut rng = Rng::with_seed(2);
    let (mut search, mut propagation) = (0, 0);
    for _ in 0..20 {
        let solution = full_grid(Shape::CLASSIC, &mut rng);
        let puzzle = proper(&empty(), &solution, 81, &mut rng, is_unique);
        let wrong = with_wrong_clue(&puzzle, &solution, &mut rng).expect("a wrong digit that fits");
        for name in ["singles-mrv", "gac-mrv", "dom-wdeg", "fc-mrv", "naked-first"] {
            let mut solver = Solver::with_strategy(Strategy::named(name).expect("in the table"));
            let answer = solver.solve(&wrong, &Limits::NONE);
            match answer.outcome {
                Outcome::Unsatisfiable(Refutation::Search) => search += 1,
                Outcome::Unsatisfiable(Refutation::Propagation) => propagation += 1,
                outcome => panic!("{name}: {outcome:?}"),
            }
            let without = answer.outcome == Outcome::Unsatisfiable(Refutation::Propagation);
            assert_eq!(answer.stats.without_search(), without, "{name}");
        }
    }
    assert!(search > 0 && propagation > 0, "{search} by search, {propagation} by propagation");
}

#[test]
fn node_limits_are_exact() {
    for (name, mut solver) in named() {
        for limit in [0, 1, 7, 100] {
            let limits = Limits::NONE.with_nodes(limit);
            let answer = solver.count(&empty(), None, &limits);
            assert_eq!((answer.limit, answer.exact), (Some(Limit::Nodes), false), "{name}");
            assert_eq!(answer.stats.nodes, limit, "{name}");
        }
    }
}

#[test]
fn a_node_limit_of_zero_still_propagates() {
    let limits = Limits::NONE.with_nodes(0);
    let easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let easy = Puzzle::with_givens(Shape::CLASSIC, &grid(easy, Shape::CLASSIC).expect("81 symbols"));
    for name in ["singles-mrv", "gac-mrv", "hybrid"] {
        let mut solver = Solver::with_strategy(Strategy::named(name).expect("in the table"));
        let outcome = solver.solve(&easy, &limits).outcome;
        assert!(matches!(outcome, Outcome::Unique(_)), "{name} needs no node, but returns {outcome:?}");
    }
}

#[test]
fn a_limit_keeps_what_was_found() {
    let mut solver = Solver::new();
    let nodes = solver.first(&empty(), &Limits::NONE).stats.nodes;
    let outcome = solver.solve(&empty(), &Limits::NONE.with_nodes(nodes - 1)).outcome;
    assert_eq!(outcome, Outcome::Unknown { limit: Limit::Nodes, found: None });
    // The next solution of the empty grid is at least one node away.
    let outcome = solver.solve(&empty(), &Limits::NONE.with_nodes(nodes)).outcome;
    let found = matches!(outcome, Outcome::Unknown { limit: Limit::Nodes, found: Some(_) });
    assert!(found || matches!(outcome, Outcome::Multiple(..)), "{outcome:?}");
    // The nodes of the complete tree are exactly enough for a proof.
    let hard = hard();
    let all = solver.solve(&hard, &Limits::NONE).stats.nodes;
    let outcome = solver.solve(&hard, &Limits::NONE.with_nodes(all)).outcome;
    assert!(matches!(outcome, Outcome::Unique(_)), "{outcome:?}");
    let outcome = solver.solve(&hard, &Limits::NONE.with_nodes(all - 1)).outcome;
    assert!(matches!(outcome, Outcome::Unknown { limit: Limit::Nodes, .. }), "{outcome:?}");
}

#[test]
fn time_and_cancellation() {
    for (name, mut solver) in named() {
        let limits = Limits::NONE.with_time(Duration::ZERO);
        let answer = solver.solve(&empty(), &limits);
        assert_eq!(answer.outcome, Outcome::Unknown { limit: Limit::Time, found: None }, "{name}");

        let set = AtomicBool::new(true);
        let limits = Limits::NONE.with_cancel(&set);
        let answer = solver.solve(&empty(), &limits);
        assert_eq!(answer.outcome, Outcome::Unknown { limit: Limit::Cancelled, found: None }, "{name}");

        let start = Instant::now();
        let limits = Limits::NONE.with_time(Duration::from_millis(20));
        let count = solver.count(&empty(), None, &limits);
        assert_eq!((count.limit, count.exact), (Some(Limit::Time), false), "{name}");
        assert!(start.elapsed() < Duration::from_secs(2), "{name} is late");
    }
}

#[test]
fn another_thread_cancels() {
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let counting = scope.spawn(|| {
            let limits = Limits::NONE.with_cancel(&stop);
            Solver::new().count(&empty(), None, &limits)
        });
        thread::sleep(Duration::from_millis(30));
        stop.store(true, Ordering::Relaxed);
        let count = counting.join().expect("no panic");
        assert_eq!((count.limit, count.exact), (Some(Limit::Cancelled), false));
        assert!(count.solutions > 0);
    });
}

#[test]
fn counts_up_to() {
    let four = Puzzle::new(Shape::usual(4).expect("a shape"));
    for (name, mut solver) in named() {
        for (up_to, solutions, exact) in [
            (Some(0), 0, false),
            (Some(1), 1, false),
            (Some(288), 288, false),
            (Some(289), 288, true),
            (None, 288, true),
        ] {
            let count = solver.count(&four, up_to, &Limits::NONE);
            assert_eq!(
                (count.solutions, count.exact, count.limit),
                (solutions, exact, None),
                "{name} {up_to:?}"
            );
        }
    }
}

/// If one solver solves many puzzles of many shapes, the state of one puzzle does not affect the next.
#[test]
fn a_solver_keeps_no_state_between_puzzles() {
    let mut rng = Rng::with_seed(5);
    for (name, mut used) in named() {
        for round in 0..30 {
            let shape = Shape::usual([4, 6, 9, 4, 8, 9][round % 6]).expect("a shape");
            let mut puzzle = Puzzle::new(shape);
            let solution = full_grid(shape, &mut rng);
            for cell in (0..shape.cells()).filter(|_| rng.u8(..3) != 0).map(Cell::new) {
                puzzle.set(cell, Some(solution.at(cell)));
            }
            if round % 5 == 4 {
                puzzle.set(Cell::new(0), Some(Digit::from_index(rng.usize(..shape.digits()))));
            }
            let limits = Limits::NONE.with_nodes(5_000);
            let mut other = match used.method_for(&puzzle) {
                Method::Search(strategy) => Solver::with_strategy(strategy),
                _ => Solver::new(),
            };
            let (mine, new) = (used.solve(&puzzle, &limits), other.solve(&puzzle, &limits));
            assert_eq!(mine.outcome, new.outcome, "{name} round {round}");
            assert_eq!(
                (mine.stats.nodes, mine.stats.backtracks),
                (new.stats.nodes, new.stats.backtracks),
                "{name}"
            );
        }
    }
}

#[test]
fn evidence_of_uniqueness_comes_from_the_solver_alone() {
    let proper: Puzzle = WIKIPEDIA.parse().unwrap();
    let mut solver = Solver::new();
    let answer = solver.solve(&proper, &Limits::NONE);
    assert!(answer.proper().is_some());
    assert!(solver.first(&proper, &Limits::NONE).proper().is_none());
    let mut forged = solver.solve(&empty(), &Limits::NONE);
    forged.outcome = answer.outcome;
    assert!(forged.proper().is_none());
}

#[test]
fn a_batch_answers_in_order_on_any_number_of_threads() {
    let mut puzzles = Vec::new();
    for i in 0..100_u8 {
        // Every third puzzle has several solutions, and the clue identifies the puzzle.
        let mut puzzle: Puzzle = WIKIPEDIA.parse().unwrap();
        if i % 3 == 0 {
            puzzle = Puzzle::new(puzzle.shape());
        }
        puzzle.set(Cell::new(80), Digit::new(9 - u8::from(i % 2 == 0 && i % 3 == 0)));
        puzzles.push(puzzle);
    }
    let mut solver = Solver::new();
    let one_by_one: Vec<Outcome> =
        puzzles.iter().map(|puzzle| solver.solve(puzzle, &Limits::NONE).outcome).collect();
    for threads in [1, 2, 5] {
        let threads = NonZeroUsize::new(threads).unwrap();
        let answers = batch(Question::Unique, &puzzles, None, &Limits::NONE, threads);
        let outcomes: Vec<Outcome> = answers.into_iter().map(|answer| answer.outcome).collect();
        assert_eq!(outcomes, one_by_one);
    }
    assert!(batch(Question::First, &[], None, &Limits::NONE, NonZeroUsize::MIN).is_empty());
}

#[test]
fn digits_above_n_solve_nothing() {
    let four = Puzzle::new(Shape::boxes(2, 2).unwrap());
    let solved = Solver::new().first(&four, &Limits::NONE).outcome;
    let good = solved.solution().unwrap();
    assert!(four.is_solved_by(good));
    let renamed: Vec<Digit> =
        good.digits().iter().map(|&d| if d.get() == 4 { Digit::new(60).unwrap() } else { d }).collect();
    assert!(!four.is_solved_by(&Solution::new(renamed)));
    assert!(!four.is_solved_by(&Solution::new(&good.digits()[..15])));
}

#[test]
fn rules_are_checked_when_added_to_a_puzzle() {
    let three_by_two = Shape::boxes(3, 2).unwrap();
    let latin = Shape::latin(4).unwrap();
    let cells = |places: &[(usize, usize)]| -> Vec<CellName> {
        places.iter().map(|&(row, col)| CellName::new(row, col).unwrap()).collect()
    };
    let unfit = [
        (three_by_two, Rule::Windoku),
        (latin, Rule::Boxes),
        (latin, Rule::DisjointGroups),
        (latin, Rule::Regions([7; 16][..].into())),
        (latin, Rule::Candidates(Vec::new().into())),
        (latin, Rule::AllDifferent(cells(&[(3, 3), (6, 3)]).into())),
        (latin, Rule::AllDifferent(cells(&[(0, 1), (0, 1)]).into())),
    ];
    for (shape, rule) in unfit {
        assert!(rule.check(shape).is_err(), "{rule:?}");
        let joined = std::panic::catch_unwind(|| Puzzle::new(shape).with_rule(rule.clone()));
        assert!(joined.is_err(), "{rule:?}");
    }
    assert_eq!(Rule::Windoku.check(Shape::CLASSIC), Ok(()));
}

//! Grids with 12 to 64 digits, and the use of the machine stack.

use std::thread;

use arcdoku::grid::{Cell, Digit, Shape};
use arcdoku::search::{NAMED, Strategy};
use arcdoku::testing::instances::{full_grid, with_holes};
use arcdoku::testing::neutral::shared;
use arcdoku::{Limits, Outcome, Puzzle, Solver};
use fastrand::Rng;

fn boxes(rows: usize, cols: usize) -> Puzzle {
    Puzzle::new(Shape::boxes(rows, cols).expect("a shape"))
}

/// The puzzles of a third-party file: whole numbers, one puzzle per line.
fn puzzles(name: &str, rows: usize, cols: usize) -> Vec<Puzzle> {
    let shape = Shape::boxes(rows, cols).expect("a shape");
    let text = shared(&format!("large/{name}.txt")).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let digit = |word: &str| Digit::new(word.parse().expect("a number"));
    lines
        .map(|line| Puzzle::with_givens(shape, &line.split_whitespace().map(digit).collect::<Vec<_>>()))
        .collect()
}

const FAST: [&str; 4] = ["singles-mrv", "singles-mrv-md", "gac-mrv", "dom-wdeg"];

#[test]
fn proper_16x16() {
    for puzzle in puzzles("proper16", 4, 4) {
        let mut solver = Solver::with_strategy(Strategy::named("dom-wdeg").expect("in the table"));
        let outcome = solver.solve(&puzzle, &Limits::NONE.with_nodes(100_000)).outcome;
        let Outcome::Unique(solution) = outcome else { panic!("a proper puzzle: {outcome:?}") };
        assert!(puzzle.is_solved_by(&solution));
    }
}

/// Each fast strategy must solve at least `at_least` of the first puzzles of a file within a node limit.
fn solve_some(name: &str, rows: usize, cols: usize, first: usize, nodes: u64, at_least: usize) {
    let puzzles = puzzles(name, rows, cols);
    for strategy in FAST {
        let mut solver = Solver::with_strategy(Strategy::named(strategy).expect("in the table"));
        let limits = Limits::NONE.with_nodes(nodes);
        let mut solved = 0;
        for puzzle in puzzles.iter().take(first) {
            match solver.first(puzzle, &limits).outcome {
                Outcome::Solved(solution) | Outcome::Unique(solution) => {
                    assert!(puzzle.is_solved_by(&solution), "{name} {strategy}");
                    solved += 1;
                }
                Outcome::Unknown { .. } => {}
                outcome => panic!("{name} {strategy}: a puzzle with solutions: {outcome:?}"),
            }
        }
        println!("{name}: {strategy} solves {solved} of the first {}", puzzles.len().min(first));
        assert!(puzzles.is_empty() || solved >= at_least, "{name}: {strategy} solves {solved}");
    }
}

#[test]
fn third_party_12_to_25() {
    solve_some("n3x4", 3, 4, 15, 2_000, 15);
    solve_some("n4", 4, 4, 10, 2_000, 10);
    solve_some("proper25", 5, 5, 2, 300, 0);
    solve_some("n5", 5, 5, 5, 500, 3);
}

#[test]
fn third_party_36_to_64() {
    solve_some("n6", 6, 6, 2, 300, 1);
    solve_some("n7", 7, 7, 1, 300, 0);
    solve_some("n8", 8, 8, 1, 300, 0);
}

/// Generates grids of every size with few holes. Every named strategy with inference proves that a puzzle is proper, or
/// finds two solutions.
#[test]
fn few_holes_at_every_size() {
    let mut rng = Rng::with_seed(3);
    for (rows, cols) in [(3, 4), (4, 4), (4, 5), (5, 5), (6, 6), (7, 7), (8, 8), (1, 13), (2, 31)] {
        let base = boxes(rows, cols);
        let solution = full_grid(base.shape(), &mut rng);
        let puzzle = with_holes(&base, &solution, base.shape().digits() * 3, &mut rng);
        for named in NAMED.iter().filter(|named| named.name != "backtracking") {
            let answer = Solver::with_strategy(named.strategy).solve(&puzzle, &Limits::NONE);
            let found =
                answer.outcome.solution().unwrap_or_else(|| panic!("{}: {:?}", named.name, answer.outcome));
            assert!(puzzle.is_solved_by(found), "{} {}", named.name, base.shape());
        }
    }
}

/// The search has an explicit stack: the empty 64x64 grid needs thousands of open decisions, and a thread with a very
/// small machine stack is sufficient.
#[test]
fn a_64x64_grid_on_a_small_stack() {
    const SMALL: usize = 256 * 1024;
    let work = || {
        let empty = boxes(8, 8);
        let mut depths = Vec::new();
        for name in ["backtracking", "csp", "singles-mrv", "fc-mrv"] {
            let mut solver = Solver::with_strategy(Strategy::named(name).expect("in the table"));
            let limits = Limits::NONE.with_nodes(3_000);
            let answer = solver.first(&empty, &limits);
            if let Some(solution) = answer.outcome.solution() {
                assert!(empty.is_solved_by(solution), "{name}");
            }
            depths.push((name, answer.stats.max_depth));
        }
        for (name, level) in [("gac-mrv", 20), ("ac3-mrv", 20)] {
            let mut solver = Solver::with_strategy(Strategy::named(name).expect("in the table"));
            let limits = Limits::NONE.with_nodes(level);
            depths.push((name, solver.first(&empty, &limits).stats.max_depth));
        }
        depths
    };
    let thread = thread::Builder::new().stack_size(SMALL).spawn(work).expect("a thread");
    let depths = thread.join().expect("no overflow");
    println!("open decisions on the empty 64x64 grid: {depths:?}");
    assert!(depths.iter().any(|(_, depth)| *depth > 1000), "{depths:?}");
}

#[test]
fn one_cell() {
    for named in NAMED {
        let mut solver = Solver::with_strategy(named.strategy);
        let mut puzzle = boxes(1, 1);
        for given in [None, Digit::new(1)] {
            puzzle.set(Cell::new(0), given);
            let answer = solver.solve(&puzzle, &Limits::NONE);
            assert!(matches!(answer.outcome, Outcome::Unique(_)), "{}", named.name);
            // An eager level decides domains of one digit.
            let nodes =
                u64::from(given.is_none() && !named.strategy.is_eager() && named.strategy.scan.is_none());
            assert_eq!(answer.stats.nodes, nodes, "{} {given:?}", named.name);
        }
    }
}

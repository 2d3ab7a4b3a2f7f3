//! The search that learns: none of its deductions excludes a solution, and its proofs are accepted.

use std::ops::ControlFlow;

use arcdoku::csp::Space;
use arcdoku::search::{SearchEnd, Stats, Strategy, search_watched};
use arcdoku::solve::{FASTEST_LARGE, fastest, fastest_chronological};
use arcdoku::testing::instances::{full_grid, is_unique, proper, with_holes};
use arcdoku::testing::neutral::read;
use arcdoku::testing::reference;
use arcdoku::testing::witness::Witness;
use arcdoku::{Limits, Outcome, Puzzle, Shape, Solution, Solver};
use fastrand::Rng;

fn strategies() -> [Strategy; 3] {
    ["learning", "learning,inference=singles", "learning,seed=7"].map(|text| text.parse().unwrap())
}

/// Searches for all solutions with a witness of them.
fn witnessed(puzzle: &Puzzle, strategy: &Strategy, solutions: Vec<Solution>) -> Stats {
    let mut witness = Witness::new(solutions);
    let mut sink = |_: &Space| ControlFlow::Continue(());
    let (end, stats) = search_watched(puzzle, strategy, &Limits::NONE, &mut witness, &mut sink);
    assert_eq!(end, SearchEnd::Complete);
    assert!(witness.clauses >= stats.learned, "every clause is reported");
    stats
}

#[test]
fn no_clause_excludes_a_solution() {
    for file in ["agreement/shapes.txt", "agreement/rules.txt", "agreement/variants.txt"] {
        for case in read(file).into_iter().filter(|case| case.count <= 300) {
            let solutions = reference::solutions(&case.puzzle, 1000);
            for strategy in &strategies() {
                let stats = witnessed(&case.puzzle, strategy, solutions.clone());
                assert_eq!(stats.solutions, case.count, "{}: {strategy}", case.place);
            }
        }
    }
}

#[test]
fn no_clause_of_larger_puzzles_excludes_a_solution() {
    let mut rng = Rng::with_seed(18);
    for shape in ["3x3", "3x4", "4x4"] {
        let shape = Shape::plain(shape).unwrap();
        for _ in 0..3 {
            let solution = full_grid(shape, &mut rng);
            let holes = shape.cells() * 11 / 20;
            let puzzle = with_holes(&Puzzle::new(shape), &solution, holes, &mut rng);
            let strategy: Strategy = "learning".parse().unwrap();
            // The search may find other solutions, so its deductions are tested against this solution only until the
            // first one is found.
            let mut witness = Witness::new(vec![solution]);
            let mut sink = |_: &Space| ControlFlow::Break(());
            let limits = Limits::NONE.with_nodes(20_000);
            let (_, stats) = search_watched(&puzzle, &strategy, &limits, &mut witness, &mut sink);
            assert!(stats.nodes > 0 || stats.solutions == 1);
        }
    }
}

#[test]
fn large_puzzles_are_answered_by_learning() {
    let mut rng = Rng::with_seed(5);
    let shape = Shape::plain("16").unwrap();
    let empty = Puzzle::new(shape);
    let solution = full_grid(shape, &mut rng);
    let puzzle = proper(&empty, &solution, 130, &mut rng, is_unique);
    assert_eq!(fastest(&puzzle), FASTEST_LARGE.parse().unwrap());
    assert_ne!(fastest_chronological(&puzzle), fastest(&puzzle));
    let answer = Solver::new().solve(&puzzle, &Limits::NONE);
    assert!(matches!(answer.outcome, Outcome::Unique(_)));
}

#[test]
fn many_solutions_are_counted_without_a_clause_for_each() {
    let mut rng = Rng::with_seed(9);
    let shape = Shape::plain("4x4").unwrap();
    let solution = full_grid(shape, &mut rng);
    let puzzle = with_holes(&Puzzle::new(shape), &solution, 200, &mut rng);
    let mut solver = Solver::new();
    assert_eq!(solver.count(&puzzle, Some(300), &Limits::NONE).solutions, 300);
    let [some, many] = [1200, 9000].map(|most| solver.count(&puzzle, Some(most), &Limits::NONE));
    assert_eq!((some.solutions, many.solutions), (1200, 9000));
    assert_eq!(some.stats.conflicts, many.stats.conflicts, "the rest is searched without learning");
}

#[test]
fn equal_seeds_give_equal_searches() {
    let mut rng = Rng::with_seed(6);
    let shape = Shape::plain("16").unwrap();
    let solution = full_grid(shape, &mut rng);
    let puzzle = with_holes(&Puzzle::new(shape), &solution, 150, &mut rng);
    let stats = |text: &str| {
        let strategy: Strategy = text.parse().unwrap();
        Solver::with_strategy(strategy).first(&puzzle, &Limits::NONE).stats
    };
    assert_eq!(stats("learning,seed=3"), stats("learning,seed=3"));
}

#[test]
fn limits_end_a_search_that_learns() {
    let mut rng = Rng::with_seed(8);
    let shape = Shape::plain("25").unwrap();
    let solution = full_grid(shape, &mut rng);
    let puzzle = with_holes(&Puzzle::new(shape), &solution, 400, &mut rng);
    let answer = Solver::new().solve(&puzzle, &Limits::NONE.with_nodes(5));
    assert!(matches!(answer.outcome, Outcome::Unknown { .. }), "{:?}", answer.outcome);
    assert_eq!(answer.stats.nodes, 5);
}

//! Minimal sub-puzzles: compared with all subsets of clues, and tested on puzzles for which one answer is known.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use arcdoku::generate::{Minimizer, redundant_clues};
use arcdoku::grid::Cell;
use arcdoku::puzzle::Limit;
use arcdoku::testing::instances::{self, is_unique};
use arcdoku::{Limits, Puzzle, Rule, Shape, Solution, Solver};
use fastrand::Rng;

type Clues = Vec<Option<arcdoku::Digit>>;

fn redundant(puzzle: &Puzzle) -> Vec<Cell> {
    redundant_clues(&mut Solver::new(), puzzle, &Limits::NONE).unwrap()
}

fn without(puzzle: &Puzzle, cells: impl IntoIterator<Item = Cell>) -> Puzzle {
    let mut less = puzzle.clone();
    cells.into_iter().for_each(|cell| less.set(cell, None));
    less
}

fn all(puzzle: &Puzzle, solution: &Solution) -> BTreeSet<Clues> {
    let mut found = BTreeSet::new();
    let each = &mut |puzzle: &Puzzle| {
        assert!(found.insert(puzzle.givens().to_vec()), "each is reported once");
        ControlFlow::Continue(())
    };
    Minimizer::new().all(puzzle, solution, &Limits::NONE, each).unwrap();
    found
}

/// The same result, by trying which redundant clues can be removed together.
fn all_by_trying(puzzle: &Puzzle) -> BTreeSet<Clues> {
    let redundant = redundant(puzzle);
    let away = |set: u32| {
        without(puzzle, (0..redundant.len()).filter(|at| set >> at & 1 == 1).map(|at| redundant[at]))
    };
    let proper: Vec<bool> = (0..1 << redundant.len()).map(|set| is_unique(&away(set))).collect();
    let no_more =
        |set: u32| (0..redundant.len()).all(|at| set >> at & 1 == 1 || !proper[(set | 1 << at) as usize]);
    (0..1 << redundant.len())
        .filter(|&set| proper[set as usize] && no_more(set))
        .map(|set| away(set).givens().to_vec())
        .collect()
}

/// Shapes and rules, with a solution and a proper puzzle with a limited number of redundant clues.
fn loose(rng: &mut Rng, most: usize) -> Vec<(Puzzle, Solution)> {
    let box_of = |rows, cols| Puzzle::new(Shape::boxes(rows, cols).unwrap());
    let empty = [
        box_of(2, 2),
        box_of(2, 3),
        Puzzle::new(Shape::latin(5).unwrap()),
        box_of(3, 3),
        box_of(3, 3),
        box_of(3, 3).with_rule(Rule::Diagonals),
    ];
    let mut made = Vec::new();
    for empty in empty {
        let solution = instances::full_grid_of(&empty, rng).unwrap();
        let full = instances::with_holes(&empty, &solution, 0, rng);
        let seed = rng.u64(..);
        let mut puzzle = Minimizer::new().one(&full, &solution, Some(seed), &Limits::NONE).unwrap();
        loop {
            let cells: Vec<usize> =
                (0..empty.shape().cells()).filter(|&at| puzzle.givens()[at].is_none()).collect();
            let Some(cell) = rng.choice(cells).map(Cell::new) else { break };
            let mut more = puzzle.clone();
            more.set(cell, Some(solution.at(cell)));
            if redundant(&more).len() > most {
                break;
            }
            puzzle = more;
        }
        made.push((puzzle, solution));
    }
    made
}

#[test]
fn all_minimal_sub_puzzles_are_found_and_no_others() {
    let mut rng = Rng::with_seed(6);
    let mut count = 0;
    for _ in 0..4 {
        for (puzzle, solution) in loose(&mut rng, 9) {
            let found = all(&puzzle, &solution);
            assert_eq!(found, all_by_trying(&puzzle), "{puzzle:?}");
            count += found.len();
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn one_result_is_among_all_and_depends_on_the_seed() {
    let mut rng = Rng::with_seed(7);
    for (puzzle, solution) in loose(&mut rng, 9) {
        let found = all(&puzzle, &solution);
        let mut minimizer = Minimizer::new();
        let mut seen = BTreeSet::new();
        for seed in [None].into_iter().chain((0..20).map(Some)) {
            let one = minimizer.one(&puzzle, &solution, seed, &Limits::NONE).unwrap();
            assert!(found.contains(one.givens()));
            assert_eq!(Minimizer::new().one(&puzzle, &solution, seed, &Limits::NONE).unwrap(), one);
            // A minimal puzzle is unchanged.
            assert_eq!(minimizer.one(&one, &solution, seed, &Limits::NONE).unwrap(), one);
            assert_eq!(all(&one, &solution).into_iter().collect::<Vec<_>>(), [one.givens()]);
            assert_eq!(redundant(&one), []);
            seen.insert(one.givens().to_vec());
        }
        assert!(found.len() < 3 || seen.len() > 1);
    }
}

/// Without a seed, clues are tried in reading order. The result is therefore the last minimal puzzle, if texts are
/// ordered with clues before empty cells.
#[test]
fn reading_order_is_the_order_without_a_seed() {
    let mut rng = Rng::with_seed(8);
    for (puzzle, solution) in loose(&mut rng, 9) {
        let one = Minimizer::new().one(&puzzle, &solution, None, &Limits::NONE).unwrap();
        let given = |clues: &[Option<arcdoku::Digit>]| clues.iter().map(Option::is_some).collect::<Vec<_>>();
        let found = all(&puzzle, &solution);
        assert_eq!(Some(given(one.givens())), found.iter().map(|clues| given(clues)).min());
    }
}

#[test]
fn results_stream_until_the_caller_stops() {
    let mut rng = Rng::with_seed(9);
    for shape in [Shape::CLASSIC, Shape::boxes(3, 4).unwrap()] {
        let solution = instances::full_grid(shape, &mut rng);
        let mut made = || instances::with_holes(&Puzzle::new(shape), &solution, shape.cells() / 3, &mut rng);
        let puzzle = (0..1000).map(|_| made()).find(is_unique).expect("most are proper");
        let mut found = BTreeSet::new();
        let mut minimizer = Minimizer::new();
        let each = &mut |puzzle: &Puzzle| {
            assert_eq!(redundant(puzzle), []);
            assert!(found.insert(puzzle.givens().to_vec()));
            if found.len() == 30 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        minimizer.all(&puzzle, &solution, &Limits::NONE, each).unwrap();
        assert_eq!(found.len(), 30, "{shape}");
        let limits = Limits::NONE.with_nodes(100);
        let ended = minimizer.all(&puzzle, &solution, &limits, &mut |_| ControlFlow::Continue(()));
        assert_eq!(ended, Err(Limit::Nodes));
        assert_eq!(minimizer.one(&puzzle, &solution, None, &Limits::NONE.with_nodes(3)), Err(Limit::Nodes));
    }
}

/// A grid that is not a solution of the puzzle would make the search endless.
#[test]
#[should_panic(expected = "the solution solves the puzzle")]
fn the_solution_is_one_of_the_puzzle() {
    let mut rng = Rng::with_seed(10);
    let [one, other] = [(); 2].map(|()| instances::full_grid(Shape::CLASSIC, &mut rng));
    let puzzle = instances::with_holes(&Puzzle::new(Shape::CLASSIC), &one, 20, &mut rng);
    let _ = Minimizer::new().all(&puzzle, &other, &Limits::NONE, &mut |_| ControlFlow::Continue(()));
}

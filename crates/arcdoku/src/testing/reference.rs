//! The reference solver: slow and simple.
//!
//! It fills the empty cells in row-major order with every digit in turn, and tests whether every rule still
//! [`holds`](crate::puzzle::Rule::holds). It uses no houses, candidates or propagation. It can solve small shapes
//! (4x4, 6x6 with some clues) and larger puzzles with many clues.

use std::ops::ControlFlow;

use crate::grid::Digit;
use crate::puzzle::{Puzzle, Solution};

/// The solutions of `puzzle` in lexicographic order, at most `limit` of them.
pub fn solutions(puzzle: &Puzzle, limit: usize) -> Vec<Solution> {
    let mut found = Vec::new();
    each_solution(puzzle, &mut |grid| {
        if found.len() < limit {
            found.push(Solution::new(grid.iter().copied().flatten().collect::<Vec<Digit>>()));
        }
        if found.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    found
}

/// The number of solutions of `puzzle`.
pub fn count(puzzle: &Puzzle) -> u128 {
    let mut solutions = 0;
    each_solution(puzzle, &mut |_| {
        solutions += 1;
        ControlFlow::Continue(())
    });
    solutions
}

/// Calls `each` with every solution, in lexicographic order, until `each` returns `Break`.
pub fn each_solution(puzzle: &Puzzle, each: &mut dyn FnMut(&[Option<Digit>]) -> ControlFlow<()>) {
    let mut grid = puzzle.givens().to_vec();
    if holds(puzzle, &grid) {
        let _ = fill(puzzle, &mut grid, each);
    }
}

/// Whether the filled cells obey every rule.
fn holds(puzzle: &Puzzle, grid: &[Option<Digit>]) -> bool {
    puzzle.rules().iter().all(|rule| rule.holds(puzzle.shape(), grid))
}

/// Fills the first empty cell with every digit in turn, and the remaining cells recursively.
fn fill(
    puzzle: &Puzzle,
    grid: &mut [Option<Digit>],
    each: &mut dyn FnMut(&[Option<Digit>]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some(empty) = grid.iter().position(Option::is_none) else { return each(grid) };
    for index in 0..puzzle.shape().digits() {
        grid[empty] = Some(Digit::from_index(index));
        if holds(puzzle, grid) {
            fill(puzzle, grid, each)?;
        }
    }
    grid[empty] = None;
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Shape;

    #[test]
    fn published_counts() {
        let counts = [
            (Shape::boxes(1, 1), 1),
            (Shape::latin(2), 2),
            (Shape::latin(3), 12),
            (Shape::latin(4), 576),
            (Shape::boxes(2, 2), 288),
        ];
        for (shape, expected) in counts {
            let puzzle = Puzzle::new(shape.expect("a shape"));
            assert_eq!(count(&puzzle), expected, "{}", puzzle.shape());
        }
    }

    #[test]
    fn solutions_are_correct_and_in_lexicographic_order() {
        let puzzle = Puzzle::new(Shape::boxes(2, 2).expect("a shape"));
        let found = solutions(&puzzle, 100);
        assert_eq!(found.len(), 100);
        assert!(found.is_sorted());
        assert!(found.iter().all(|solution| puzzle.is_solved_by(solution)));
    }
}

//! The number of grids of small shapes, by enumeration.

use crate::grid::{Cell, Digit, Shape};
use crate::puzzle::{Limit, Limits, Puzzle};
use crate::solve::Solver;

/// Counts the grids of a shape. Only grids whose first row is in order are enumerated; each relabeling of such a grid
/// is another grid. For 6x6, 39,168 of the 28,200,960 grids are visited. Shapes larger than 6x6 take days or more;
/// for 9x9 there is [`band_classes`](super::band_classes). Returns `None` if the number exceeds 128 bits.
///
/// ```
/// use arcdoku::generate::count_grids;
/// use arcdoku::{Limits, Shape, Solver};
///
/// let shape = Shape::boxes(2, 2).unwrap();
/// assert_eq!(count_grids(&mut Solver::new(), shape, &Limits::NONE), Ok(Some(288)));
/// ```
///
/// # Errors
/// The limit that was reached.
pub fn count_grids(solver: &mut Solver, shape: Shape, limits: &Limits<'_>) -> Result<Option<u128>, Limit> {
    let mut puzzle = Puzzle::new(shape);
    // Digits can be relabeled only if the first row contains each digit at most once.
    let ordered = if shape.columns() <= shape.digits() { shape.columns() } else { 0 };
    for column in 0..ordered {
        puzzle.set(Cell::new(column), Some(Digit::from_index(column)));
    }
    let count = solver.count(&puzzle, None, limits);
    if let Some(limit) = count.limit {
        return Err(limit);
    }
    let all = (0..ordered)
        .map(|taken| (shape.digits() - taken) as u128)
        .try_fold(count.solutions, u128::checked_mul);
    Ok(all.filter(|_| count.exact))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first two counts are by B. Felgenhauer and F. Jarvis (2005) and E. Russell, the counts of Latin squares to
    /// L. Euler and others.
    #[test]
    fn known_counts() {
        let mut solver = Solver::new();
        let mut of = |shape: Option<Shape>| count_grids(&mut solver, shape.unwrap(), &Limits::NONE);
        assert_eq!(of(Shape::boxes(2, 2)), Ok(Some(288)));
        assert_eq!(of(Shape::boxes(2, 3)), Ok(Some(28_200_960)));
        assert_eq!(of(Shape::boxes(3, 2)), Ok(Some(28_200_960)));
        assert_eq!(of(Shape::latin(3)), Ok(Some(12)));
        assert_eq!(of(Shape::latin(4)), Ok(Some(576)));
        assert_eq!(of(Shape::latin(5)), Ok(Some(161_280)));
        assert_eq!(of(Shape::boxes(1, 1)), Ok(Some(1)));
        // Without the shortcut.
        let empty = Puzzle::new(Shape::boxes(2, 2).unwrap());
        assert_eq!(solver.count(&empty, None, &Limits::NONE).solutions, 288);
    }

    #[test]
    fn a_limit_ends_the_count() {
        let limits = Limits::NONE.with_nodes(100);
        let large = Shape::boxes(4, 4).unwrap();
        assert_eq!(count_grids(&mut Solver::new(), large, &limits), Err(Limit::Nodes));
    }
}

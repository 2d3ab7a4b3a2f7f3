//! What all rows of a column have in common: shape and rules.

use std::fmt;

use arcdoku::Puzzle;
use arcdoku::grid::Shape;

use crate::failure::Failure;

/// The shape and the rules of all puzzles of a column.
///
/// ```
/// use arcdoku::{Puzzle, Rule, Shape};
/// use arcdoku_arrow::Kind;
///
/// assert!(Kind::classic().is_classic());
/// let diagonals = Kind::of(Puzzle::new(Shape::CLASSIC).with_rule(Rule::Diagonals))?;
/// assert!(!diagonals.is_classic());
/// assert_eq!(Kind::of_cells(256)?.digits(), 16);
/// # Ok::<(), arcdoku_arrow::Failure>(())
/// ```
#[derive(Clone)]
pub struct Kind {
    /// An empty puzzle of this kind.
    empty: Puzzle,
    is_classic: bool,
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kind")
            .field("shape", &self.shape())
            .field("rules", &self.empty.rules())
            .finish_non_exhaustive()
    }
}

impl Kind {
    /// 9x9 with 3x3 boxes and no other rule.
    pub fn classic() -> Self {
        Self { empty: Puzzle::new(Shape::CLASSIC), is_classic: true }
    }

    /// The kind of a puzzle, whose clues do not matter.
    ///
    /// # Errors
    /// If its shape is not plain: a row of a column has a number from 1 to N for each cell of a square.
    pub fn of(puzzle: Puzzle) -> Result<Self, Failure> {
        let mut empty = puzzle;
        if !empty.shape().is_plain() {
            return Err(Failure::Unfit("columns have square grids with the digits from 1 to N"));
        }
        empty.set_givens(&vec![None; empty.shape().cells()]);
        let is_classic = empty.shape() == Shape::CLASSIC && empty.is_plain();
        Ok(Self { empty, is_classic })
    }

    /// Puzzles of this many cells, N * N, in the usual shape of N digits.
    ///
    /// # Errors
    /// If the number is not the square of a number from 1 to 64.
    pub fn of_cells(cells: usize) -> Result<Self, Failure> {
        let shape = Shape::usual(cells.isqrt()).filter(|shape| shape.cells() == cells);
        Self::of(Puzzle::new(shape.ok_or(Failure::Cells(cells))?))
    }

    /// An empty puzzle of this kind.
    pub fn empty(&self) -> &Puzzle {
        &self.empty
    }

    /// The shape.
    pub fn shape(&self) -> Shape {
        self.empty.shape()
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.shape().cells()
    }

    /// Number of digits.
    pub fn digits(&self) -> usize {
        self.shape().digits()
    }

    /// Whether these are 9x9 puzzles with 3x3 boxes and no other rule, for which there are special kernels.
    pub fn is_classic(&self) -> bool {
        self.is_classic
    }
}

impl Default for Kind {
    fn default() -> Self {
        Self::classic()
    }
}

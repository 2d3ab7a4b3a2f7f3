//! States of any puzzle, as explanations and pictures see them.

use std::fmt;

use super::candidates::{Candidate, Candidates};
use crate::grid::{Cell, Digit, DigitSet, Shape};

/// A state of a puzzle as a person sees it: filled cells, and candidates in the others. [`Candidates`] is the state
/// of the classic grid, `logic::Board` of any other puzzle.
pub trait GridState: fmt::Debug {
    /// The shape of the grid.
    fn shape(&self) -> Shape;

    /// The digit of a filled cell.
    fn value(&self, cell: Cell) -> Option<Digit>;

    /// The remaining digits of a cell: its candidates, or its digit once it is filled.
    fn left(&self, cell: Cell) -> DigitSet;

    /// Whether a cell is filled. A cell that is not part of the puzzle counts as filled.
    fn is_filled(&self, cell: Cell) -> bool {
        self.value(cell).is_some()
    }

    /// Whether a cell that is not filled has the candidate.
    fn contains(&self, at: Candidate) -> bool {
        !self.is_filled(at.cell) && self.left(at.cell).contains(at.digit)
    }

    /// The state as a state of the classic grid, if the techniques of that grid apply to it.
    fn classic(&self) -> Option<&Candidates> {
        None
    }

    /// A copy of the state.
    fn boxed(&self) -> Box<dyn GridState>;
}

impl GridState for Candidates {
    fn shape(&self) -> Shape {
        Shape::CLASSIC
    }

    fn value(&self, cell: Cell) -> Option<Digit> {
        self.value(cell)
    }

    fn left(&self, cell: Cell) -> DigitSet {
        self.value(cell).map_or_else(|| self.candidates(cell), DigitSet::single)
    }

    fn classic(&self) -> Option<&Candidates> {
        Some(self)
    }

    fn boxed(&self) -> Box<dyn GridState> {
        Box::new(self.clone())
    }
}

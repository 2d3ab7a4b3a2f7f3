//! A symmetry of the classic grid in a few bytes.

use super::clues::Clues;
use crate::grid::{Digit, Shape, Symmetry};

/// A transformation of the classic grid: a [`Symmetry`] without allocations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Transform {
    pub(super) transpose: bool,
    /// Row `r` of the result is row `rows[r]` of the source (of its transpose, if transposed).
    pub(super) rows: [u8; 9],
    pub(super) cols: [u8; 9],
    /// `digits[d]` is the new name of digit `d`, both 1 to 9; `digits[0]` is 0, for empty cells.
    pub(super) digits: [u8; 10],
}

impl Transform {
    /// The transformed clues.
    pub(super) fn apply(&self, clues: &Clues) -> Clues {
        let source = clues.numbers();
        let (row_step, col_step) = if self.transpose { (1, 9) } else { (9, 1) };
        let cols = self.cols.map(|col| usize::from(col) * col_step);
        let mut cells = [0; 81];
        for (to, &row) in cells.as_chunks_mut::<9>().0.iter_mut().zip(&self.rows) {
            let base = usize::from(row) * row_step;
            for (cell, col) in to.iter_mut().zip(cols) {
                *cell = self.digits[usize::from(source[base + col])];
            }
        }
        Clues::made(cells)
    }

    /// Converts to a symmetry of [`Shape::CLASSIC`].
    pub(super) fn symmetry(&self) -> Symmetry {
        let digits =
            self.digits[1..].iter().map(|&digit| Digit::from_index(usize::from(digit) - 1)).collect();
        let lines = |lines: &[u8; 9]| lines.iter().map(|&line| usize::from(line)).collect();
        let symmetry =
            Symmetry::new(Shape::CLASSIC, digits, lines(&self.rows), lines(&self.cols), self.transpose);
        debug_assert!(symmetry.is_some(), "rows and columns stay in their bands and stacks");
        symmetry.unwrap_or_else(|| Symmetry::identity(Shape::CLASSIC))
    }

    /// Gives the remaining names, in ascending order, to digits that do not occur.
    pub(super) fn name_the_rest(&mut self) {
        let mut left = (1..=9).filter({
            let digits = self.digits;
            move |name| !digits[1..].contains(name)
        });
        for name in &mut self.digits[1..] {
            if *name == 0 {
                *name = left.next().unwrap_or(0);
            }
        }
    }
}

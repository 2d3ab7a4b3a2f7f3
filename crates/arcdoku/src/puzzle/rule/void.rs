//! Cells that are not part of the puzzle.

use std::fmt;
use std::ops::Deref;

use super::constraint::Constraint;
use super::definition::{Arguments, Definition, RuleError};
use super::text::RuleText;
use crate::grid::{CellName, Digit, Shape};
use crate::puzzle::error::ParseError;

/// Cells that are not part of the puzzle, such as the cells between the grids of a Samurai. They are not drawn, and
/// hold the first digit in every solution. Dereferences to their names, in ascending order.
///
/// The text lists cells and rectangles of cells, such as `void: r1-6c10-12 r7c1`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Void(Box<[CellName]>);

impl From<Vec<CellName>> for Void {
    fn from(mut cells: Vec<CellName>) -> Self {
        cells.sort_unstable();
        cells.dedup();
        Self(cells.into())
    }
}

impl Deref for Void {
    type Target = [CellName];

    fn deref(&self) -> &[CellName] {
        &self.0
    }
}

impl Void {
    /// Whether a cell is one of the void cells.
    pub fn contains(&self, cell: CellName) -> bool {
        self.0.binary_search(&cell).is_ok()
    }
}

impl Definition for Void {
    fn check(&self, shape: Shape) -> Result<(), RuleError> {
        match self.iter().find(|&&cell| shape.cell_named(cell).is_none()) {
            None => Ok(()),
            Some(cell) => {
                Err(RuleError::new(None, format!("{cell} in a grid of {shape}"), "a cell of the grid"))
            }
        }
    }

    fn constraints(&self, _shape: Shape) -> Vec<Constraint> {
        Vec::new()
    }

    fn holds(&self, shape: Shape, grid: &[Option<Digit>]) -> bool {
        let mut cells = self.iter().filter_map(|&cell| shape.cell_named(cell));
        cells.all(|cell| grid[cell.index()].is_none_or(|digit| digit.index() == 0))
    }
}

impl Arguments for Void {
    fn read(text: &mut RuleText<'_>) -> Result<Self, ParseError> {
        text.rectangles().map(Self::from)
    }

    /// Writes rectangles, as wide as possible and then as high as possible.
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(":")?;
        let mut done = vec![false; self.len()];
        let place = |row: usize, col: usize| self.binary_search(&CellName::new(row, col)?).ok();
        for (i, name) in self.iter().enumerate() {
            if done[i] {
                continue;
            }
            let Some((top, left)) = name.position() else {
                write!(f, " {name}")?;
                continue;
            };
            let is_open = |row, col, done: &[bool]| place(row, col).is_some_and(|at| !done[at]);
            let mut right = left;
            while is_open(top, right + 1, &done) {
                right += 1;
            }
            let mut bottom = top;
            while (left..=right).all(|col| is_open(bottom + 1, col, &done)) {
                bottom += 1;
            }
            for at in (top..=bottom).flat_map(|row| (left..=right).filter_map(move |col| place(row, col))) {
                done[at] = true;
            }
            let span = |first: usize, last: usize| match last - first {
                0 => format!("{}", first + 1),
                _ => format!("{}-{}", first + 1, last + 1),
            };
            write!(f, " r{}c{}", span(top, bottom), span(left, right))?;
        }
        Ok(())
    }
}

//! The rule for one of several grids that share cells.

use std::fmt;

use super::constraint::Constraint;
use super::definition::{Arguments, Definition, RuleError, check_size};
use super::text::{RuleText, error};
use crate::grid::{Cell, CellName, Shape};
use crate::puzzle::error::ParseError;
use crate::puzzle::relation::Relation;

/// A part of the cells is a separate grid: its rows, columns and boxes hold different digits. Several such grids that
/// share cells are a Samurai; cells outside of all grids are [`Void`](super::Void).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    /// The first cell of its first row.
    at: CellName,
    /// Its rows, columns and boxes.
    shape: Shape,
}

impl Grid {
    /// The grid whose first cell is `at`, with the rows, columns and boxes of `shape`.
    pub fn new(at: CellName, shape: Shape) -> Self {
        // All other parts of the shape are dropped, because two rules with the same text must be equal.
        let plain = Shape::rectangle(shape.rows(), shape.columns()).unwrap_or(shape);
        let boxed = shape.box_size().and_then(|(rows, cols)| plain.with_boxes(rows, cols));
        Self { at, shape: boxed.unwrap_or(plain) }
    }

    /// The rows, columns and boxes.
    pub fn shape(self) -> Shape {
        self.shape
    }

    /// A cell of the grid as a cell of the whole shape.
    fn cell(self, whole: Shape, cell: Cell) -> Cell {
        let (top, left) = self.at.position().unwrap_or((0, 0));
        whole.cell(top + self.shape.row(cell), left + self.shape.col(cell))
    }

    /// The boxes, each with its cells in `whole`. Without boxes, the whole grid is the only one. Empty if the grid
    /// does not fit.
    pub(in crate::puzzle) fn boxes(self, whole: Shape) -> Vec<Vec<Cell>> {
        if self.check(whole).is_err() {
            return Vec::new();
        }
        if !self.shape.has_boxes() {
            return vec![(0..self.shape.cells()).map(|index| self.cell(whole, Cell::new(index))).collect()];
        }
        let cells = |index| self.shape.box_cells(index).map(|cell| self.cell(whole, cell)).collect();
        (0..self.shape.box_count()).map(cells).collect()
    }
}

impl Definition for Grid {
    fn check(&self, shape: Shape) -> Result<(), RuleError> {
        let (rows, columns) = (self.shape.rows(), self.shape.columns());
        let fits = self
            .at
            .position()
            .is_some_and(|(top, left)| top + rows <= shape.rows() && left + columns <= shape.columns());
        if !fits {
            let found = format!("a grid of {rows}x{columns} at {} in a grid of {shape}", self.at);
            return Err(RuleError::new(Some(1), found, "a grid inside of it"));
        }
        check_size("rows", columns, shape)?;
        check_size("columns", rows, shape)?;
        self.shape.box_size().map_or(Ok(()), |(rows, cols)| check_size("boxes", rows * cols, shape))
    }

    fn constraints(&self, shape: Shape) -> Vec<Constraint> {
        let inner = self.shape;
        let house = |kind: &str, index: usize, cells: Vec<Cell>| {
            let cells: Vec<Cell> = cells.into_iter().map(|cell| self.cell(shape, cell)).collect();
            let name = format!("{kind} {} of the grid at {}", index + 1, self.at);
            Constraint::new(name, cells, Relation::AllDifferent)
        };
        let rows = (0..inner.rows())
            .map(|row| house("row", row, (0..inner.columns()).map(|col| inner.cell(row, col)).collect()));
        let columns = (0..inner.columns())
            .map(|col| house("column", col, (0..inner.rows()).map(|row| inner.cell(row, col)).collect()));
        let boxes = (0..inner.box_count()).map(|index| house("box", index, inner.box_cells(index).collect()));
        rows.chain(columns).chain(boxes).collect()
    }
}

/// `9x9`.
fn pair(word: &str) -> Option<(usize, usize)> {
    let (rows, columns) = word.split_once(['x', 'X'])?;
    let number = |text: &str| text.parse::<usize>().ok().filter(|&number| (1..=64).contains(&number));
    Some((number(rows)?, number(columns)?))
}

impl Arguments for Grid {
    fn read(text: &mut RuleText<'_>) -> Result<Self, ParseError> {
        let mut next = |expected: &'static str| {
            let (column, word) = text.item().unwrap_or_else(|| (text.column_of(Some(usize::MAX)), ""));
            (word, move || error(column, word, expected))
        };
        let (word, wrong) = next("'at' and a cell such as r1c1");
        if word != "at" {
            return Err(wrong());
        }
        let (word, wrong) = next("a cell such as r1c1");
        let at: CellName = word.parse().map_err(|_| wrong())?;
        let (word, wrong) = next("rows x columns, such as 9x9");
        let shape =
            pair(word).and_then(|(rows, columns)| Shape::rectangle(rows, columns)).ok_or_else(wrong)?;
        let (word, wrong) = next("'boxes' and their size, or nothing");
        match word {
            "" => return Ok(Self { at, shape }),
            "boxes" => {}
            _ => return Err(wrong()),
        }
        let (word, wrong) = next("boxes that tile the grid, such as 3x3");
        let shape = pair(word).and_then(|(rows, cols)| shape.with_boxes(rows, cols)).ok_or_else(wrong)?;
        Ok(Self { at, shape })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " at {} {}x{}", self.at, self.shape.rows(), self.shape.columns())?;
        self.shape.box_size().map_or(Ok(()), |(rows, cols)| write!(f, " boxes {rows}x{cols}"))
    }
}

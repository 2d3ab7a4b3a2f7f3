//! Rules without data: houses of the shape, and cells that differ.

use super::constraint::{Constraint, HouseKind};
use super::definition::{Definition, RuleError, check_boxes, check_size};
use crate::grid::Shape;
use crate::puzzle::relation::Relation;

/// Every row holds different digits.
pub(super) struct Rows;

impl Definition for Rows {
    fn check(&self, shape: Shape) -> Result<(), RuleError> {
        check_size("rows", shape.columns(), shape)
    }

    fn constraints(&self, shape: Shape) -> Vec<Constraint> {
        let cells = |row| (0..shape.columns()).map(|col| shape.cell(row, col)).collect();
        Constraint::houses(HouseKind::Row, shape.rows(), cells)
    }
}

/// Every column holds different digits.
pub(super) struct Columns;

impl Definition for Columns {
    fn check(&self, shape: Shape) -> Result<(), RuleError> {
        check_size("columns", shape.rows(), shape)
    }

    fn constraints(&self, shape: Shape) -> Vec<Constraint> {
        let cells = |col| (0..shape.rows()).map(|row| shape.cell(row, col)).collect();
        Constraint::houses(HouseKind::Column, shape.columns(), cells)
    }
}

/// Every box of the shape holds different digits.
pub(super) struct Boxes;

impl Definition for Boxes {
    fn check(&self, shape: Shape) -> Result<(), RuleError> {
        let (rows, cols) = check_boxes("boxes", shape)?;
        check_size("boxes", rows * cols, shape)
    }

    fn constraints(&self, shape: Shape) -> Vec<Constraint> {
        Constraint::houses(HouseKind::Box, shape.box_count(), |index| shape.box_cells(index).collect())
    }
}

/// Both main diagonals hold different digits.
pub(super) struct Diagonals;

impl Definition for Diagonals {
    fn check(&self, shape: Shape) -> Result<(), RuleError> {
        if shape.rows() != shape.columns() {
            return Err(RuleError::new(None, format!("diagonals in a grid of {shape}"), "a square grid"));
        }
        check_size("diagonals", shape.rows(), shape)
    }

    fn constraints(&self, shape: Shape) -> Vec<Constraint> {
        let n = shape.rows();
        Constraint::houses(HouseKind::Diagonal, 2, |rising| {
            (0..n).map(|row| shape.cell(row, if rising == 1 { n - 1 - row } else { row })).collect()
        })
    }
}

/// The boxes between the boxes, one cell from the edges, hold different digits.
pub(super) struct Windoku;

impl Definition for Windoku {
    fn check(&self, shape: Shape) -> Result<(), RuleError> {
        match shape.box_size() {
            // As in every plain grid, the numbers of boxes in a row and in a column are the sides of a box.
            Some((rows, cols))
                if rows == cols
                    && rows >= 2
                    && shape.rows() == rows * rows
                    && shape.columns() == rows * rows =>
            {
                check_size("windoku boxes", rows * rows, shape)
            }
            _ => {
                Err(RuleError::new(None, format!("windoku in a grid of {shape}"), "a grid with square boxes"))
            }
        }
    }

    fn constraints(&self, shape: Shape) -> Vec<Constraint> {
        let (size, _) = shape.box_size().unwrap_or((1, 1));
        let side = size - 1;
        Constraint::houses(HouseKind::Window, side * side, |window| {
            let (top, left) = (1 + window / side * (size + 1), 1 + window % side * (size + 1));
            (0..size * size).map(|i| shape.cell(top + i / size, left + i % size)).collect()
        })
    }
}

/// For every k, the k-th cells of all boxes hold different digits.
pub(super) struct DisjointGroups;

impl Definition for DisjointGroups {
    fn check(&self, shape: Shape) -> Result<(), RuleError> {
        check_boxes("disjoint groups", shape)?;
        check_size("disjoint groups", shape.box_count(), shape)
    }

    fn constraints(&self, shape: Shape) -> Vec<Constraint> {
        let (rows, cols) = shape.box_size().unwrap_or((0, 0));
        Constraint::houses(HouseKind::Group, rows * cols, |k| {
            (0..shape.box_count()).filter_map(|index| shape.box_cells(index).nth(k)).collect()
        })
    }
}

/// Cells a chess knight's move apart hold different digits.
pub(super) struct AntiKnight;

impl Definition for AntiKnight {
    fn constraints(&self, shape: Shape) -> Vec<Constraint> {
        let (rows, columns) = (shape.rows(), shape.columns());
        let mut pairs = Vec::new();
        for (row, col) in (0..rows).flat_map(|row| (0..columns).map(move |col| (row, col))) {
            let cell = shape.cell(row, col);
            // Only downward moves, so that each pair occurs once.
            for (down, across) in [(1, -2), (1, 2), (2, -1), (2, 1)] {
                let fits = |&to: &usize| to < columns && row + down < rows;
                let Some(to) = col.checked_add_signed(across).filter(fits) else { continue };
                let other = shape.cell(row + down, to);
                let name = format!("anti-knight {} {}", shape.name(cell), shape.name(other));
                pairs.push(Constraint::new(name, [cell, other], Relation::AllDifferent));
            }
        }
        pairs
    }
}

//! Windoku: extra boxes.

use super::constraint::{Constraint, HouseKind};
use super::definition::{Definition, RuleError, check_size};
use crate::grid::Shape;

/// The boxes between the boxes, one cell from the edges, hold different digits.
pub(super) struct Windoku;

impl Definition for Windoku {
    fn check(&self, shape: Shape) -> Result<(), RuleError> {
        match shape.box_size() {
            // As many boxes in a row and in a column as a box has cells there, as in every plain grid.
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

//! Main diagonals.

use super::constraint::{Constraint, HouseKind};
use super::definition::{Definition, RuleError, check_size};
use crate::grid::Shape;

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

//! Columns.

use super::constraint::{Constraint, HouseKind};
use super::definition::{Definition, RuleError, check_size};
use crate::grid::Shape;

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

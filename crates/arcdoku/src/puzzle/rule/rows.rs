//! Rows.

use super::constraint::{Constraint, HouseKind};
use super::definition::{Definition, RuleError, check_size};
use crate::grid::Shape;

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

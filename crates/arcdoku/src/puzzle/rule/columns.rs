//! Columns.

use super::constraint::{Constraint, HouseKind};
use super::definition::Definition;
use crate::grid::Shape;

/// Every column holds different digits.
pub(super) struct Columns;

impl Definition for Columns {
    fn constraints(&self, shape: Shape) -> Vec<Constraint> {
        let n = shape.digits();
        Constraint::houses(HouseKind::Column, n, |col| (0..n).map(|row| shape.cell(row, col)).collect())
    }
}

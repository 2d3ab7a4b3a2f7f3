//! Rows.

use super::constraint::{Constraint, HouseKind};
use super::definition::Definition;
use crate::grid::Shape;

/// Every row holds different digits.
pub(super) struct Rows;

impl Definition for Rows {
    fn constraints(&self, shape: Shape) -> Vec<Constraint> {
        let n = shape.digits();
        Constraint::houses(HouseKind::Row, n, |row| (0..n).map(|col| shape.cell(row, col)).collect())
    }
}

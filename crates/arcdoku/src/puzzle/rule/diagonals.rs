//! Main diagonals.

use super::constraint::{Constraint, HouseKind};
use super::definition::Definition;
use crate::grid::Shape;

/// Both main diagonals hold different digits.
pub(super) struct Diagonals;

impl Definition for Diagonals {
    fn constraints(&self, shape: Shape) -> Vec<Constraint> {
        let n = shape.digits();
        Constraint::houses(HouseKind::Diagonal, 2, |rising| {
            (0..n).map(|row| shape.cell(row, if rising == 1 { n - 1 - row } else { row })).collect()
        })
    }
}

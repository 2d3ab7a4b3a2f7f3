//! Boxes of the shape.

use super::constraint::{Constraint, HouseKind};
use super::definition::{Definition, RuleError, check_boxes, check_size};
use crate::grid::Shape;

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

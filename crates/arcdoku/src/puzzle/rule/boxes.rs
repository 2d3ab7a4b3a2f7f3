//! Boxes of the shape.

use super::constraint::{Constraint, HouseKind};
use super::definition::{Definition, RuleError, check_boxes};
use crate::grid::Shape;

/// Every box of the shape holds different digits.
pub(super) struct Boxes;

impl Definition for Boxes {
    fn check(&self, shape: Shape) -> Result<(), RuleError> {
        check_boxes("boxes", shape)
    }

    fn constraints(&self, shape: Shape) -> Vec<Constraint> {
        Constraint::houses(HouseKind::Box, shape.digits(), |index| shape.box_cells(index).collect())
    }
}

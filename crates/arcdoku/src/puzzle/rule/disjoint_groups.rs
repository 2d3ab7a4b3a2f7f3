//! Disjoint groups: cells at the same place of their boxes.

use super::constraint::{Constraint, HouseKind};
use super::definition::{Definition, RuleError, check_boxes, check_size};
use crate::grid::Shape;

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

//! Disjoint groups: cells at the same place of their boxes.

use super::constraint::{Constraint, HouseKind};
use super::definition::{Definition, RuleError, check_boxes};
use crate::grid::Shape;

/// For every k, the k-th cells of all boxes hold different digits.
pub(super) struct DisjointGroups;

impl Definition for DisjointGroups {
    fn check(&self, shape: Shape) -> Result<(), RuleError> {
        check_boxes("disjoint groups", shape)
    }

    fn constraints(&self, shape: Shape) -> Vec<Constraint> {
        let n = shape.digits();
        Constraint::houses(HouseKind::Group, n, |k| {
            (0..n).filter_map(|index| shape.box_cells(index).nth(k)).collect()
        })
    }
}

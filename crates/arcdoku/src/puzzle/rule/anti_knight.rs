//! Cells a knight's move apart.

use super::constraint::Constraint;
use super::definition::Definition;
use crate::grid::Shape;
use crate::puzzle::relation::Relation;

/// Cells a chess knight's move apart hold different digits.
pub(super) struct AntiKnight;

impl Definition for AntiKnight {
    fn constraints(&self, shape: Shape) -> Vec<Constraint> {
        let n = shape.digits();
        let mut pairs = Vec::new();
        for (row, col) in (0..n).flat_map(|row| (0..n).map(move |col| (row, col))) {
            let cell = shape.cell(row, col);
            // The moves downwards: each pair once.
            for (down, across) in [(1, -2), (1, 2), (2, -1), (2, 1)] {
                let Some(to) = col.checked_add_signed(across).filter(|&to| to < n && row + down < n) else {
                    continue;
                };
                let other = shape.cell(row + down, to);
                let name = format!("anti-knight {} {}", shape.name(cell), shape.name(other));
                pairs.push(Constraint::new(name, [cell, other], Relation::AllDifferent));
            }
        }
        pairs
    }
}

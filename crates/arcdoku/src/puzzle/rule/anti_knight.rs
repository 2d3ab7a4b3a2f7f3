//! Cells a knight's move apart.

use super::constraint::Constraint;
use super::definition::Definition;
use crate::grid::Shape;
use crate::puzzle::relation::Relation;

/// Cells a chess knight's move apart hold different digits.
pub(super) struct AntiKnight;

impl Definition for AntiKnight {
    fn constraints(&self, shape: Shape) -> Vec<Constraint> {
        let (rows, columns) = (shape.rows(), shape.columns());
        let mut pairs = Vec::new();
        for (row, col) in (0..rows).flat_map(|row| (0..columns).map(move |col| (row, col))) {
            let cell = shape.cell(row, col);
            // The moves downwards: each pair once.
            for (down, across) in [(1, -2), (1, 2), (2, -1), (2, 1)] {
                let fits = |&to: &usize| to < columns && row + down < rows;
                let Some(to) = col.checked_add_signed(across).filter(fits) else { continue };
                let other = shape.cell(row + down, to);
                let name = format!("anti-knight {} {}", shape.name(cell), shape.name(other));
                pairs.push(Constraint::new(name, [cell, other], Relation::AllDifferent));
            }
        }
        pairs
    }
}

//! Builds the formula of a puzzle.

use std::fmt;

use super::formula::Formula;
use super::relations;
use crate::grid::Cell;
use crate::puzzle::Puzzle;
use crate::puzzle::relation::Relation;

/// The reason why a puzzle has no formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfit {
    constraint: String,
    why: &'static str,
}

impl Unfit {
    pub(super) fn new(constraint: impl fmt::Display, why: &'static str) -> Self {
        Self { constraint: constraint.to_string(), why }
    }
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.constraint, self.why)
    }
}

impl std::error::Error for Unfit {}

impl Formula {
    /// The formula of a puzzle.
    ///
    /// # Errors
    /// If a relation of its rules has no encoding.
    pub fn new(puzzle: &Puzzle) -> Result<Self, Unfit> {
        let constraints = puzzle.constraints();
        let relates = constraints.iter().any(|(_, constraint)| !constraint.is_all_different());
        let mut formula = Self::of_cells(puzzle, relates);
        let is_full = |relation: &Relation| match relation {
            Relation::Areas(areas) => usize::from(areas.size) == formula.digits(),
            _ => false,
        };
        let full_areas: Vec<&[Cell]> = constraints
            .iter()
            .filter(|(_, constraint)| is_full(constraint.relation()))
            .map(|(_, constraint)| constraint.cells())
            .collect();
        for (number, (_, constraint)) in (1..).zip(&constraints) {
            if constraint.cells().iter().any(|&cell| formula.is_void(cell)) {
                return Err(Unfit::new(constraint, "constraints of void cells are not supported in proofs"));
            }
            match constraint.relation() {
                Relation::AllDifferent => formula.add_set(number, constraint.cells(), true),
                relation => relations::add(&mut formula, number, constraint.cells(), relation, &full_areas)
                    .map_err(|why| Unfit::new(constraint, why))?,
            }
        }
        formula.add_clues(puzzle);
        Ok(formula)
    }
}

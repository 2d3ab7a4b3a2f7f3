//! Extra sets of cells.

use std::fmt;
use std::ops::Deref;

use super::constraint::{Constraint, HouseKind};
use super::definition::{Arguments, Definition, RuleError, check_distinct};
use super::text::{RuleText, write_cells};
use crate::grid::{CellName, Shape};
use crate::puzzle::error::ParseError;

/// These cells, at most N, hold different digits. Dereferences to the names of the cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AllDifferent(Box<[CellName]>);

impl From<Vec<CellName>> for AllDifferent {
    fn from(cells: Vec<CellName>) -> Self {
        Self(cells.into())
    }
}

impl Deref for AllDifferent {
    type Target = [CellName];

    fn deref(&self) -> &[CellName] {
        &self.0
    }
}

impl Definition for AllDifferent {
    fn check(&self, shape: Shape) -> Result<(), RuleError> {
        check_distinct(self, 0, shape)
    }

    fn constraints(&self, shape: Shape) -> Vec<Constraint> {
        let cells = || self.iter().filter_map(|&cell| shape.cell_named(cell)).collect();
        Constraint::houses(HouseKind::Extra, 1, |_| cells())
    }
}

impl Arguments for AllDifferent {
    fn read(text: &mut RuleText<'_>) -> Result<Self, ParseError> {
        text.cells().map(Self)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_cells(f, self)
    }
}

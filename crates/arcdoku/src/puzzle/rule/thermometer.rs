//! Thermometers.

use std::fmt;
use std::ops::Deref;

use super::constraint::Constraint;
use super::definition::{Arguments, Definition, RuleError, check_distinct};
use super::text::{RuleText, write_cells};
use crate::grid::{CellName, Shape};
use crate::puzzle::error::ParseError;
use crate::puzzle::relation::Relation;

/// Digits increase from the bulb, the first cell, to the tip. Dereferences to the cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thermometer(Box<[CellName]>);

impl From<Vec<CellName>> for Thermometer {
    fn from(cells: Vec<CellName>) -> Self {
        Self(cells.into())
    }
}

impl Deref for Thermometer {
    type Target = [CellName];

    fn deref(&self) -> &[CellName] {
        &self.0
    }
}

impl Definition for Thermometer {
    fn check(&self, shape: Shape) -> Result<(), RuleError> {
        check_distinct(self, 0, shape)
    }

    fn constraints(&self, shape: Shape) -> Vec<Constraint> {
        vec![Constraint::named(shape, self.text("thermo"), self, Relation::Increasing)]
    }
}

impl Arguments for Thermometer {
    fn read(text: &mut RuleText<'_>) -> Result<Self, ParseError> {
        text.cells().map(Self)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_cells(f, self)
    }
}

//! Rules whose data is a list of cells.

use std::fmt;
use std::ops::Deref;

use super::constraint::{Constraint, HouseKind};
use super::definition::{Arguments, Definition, RuleError, check_distinct};
use super::text::{RuleText, write_cells};
use crate::grid::{CellName, Shape};
use crate::puzzle::error::ParseError;
use crate::puzzle::relation::Relation;

/// Defines a rule about a list of different cells, with its text and its constraints for a shape.
macro_rules! cell_list {
    ($(#[$doc:meta])* $name:ident, $constraints:expr) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub struct $name(Box<[CellName]>);

        impl From<Vec<CellName>> for $name {
            fn from(cells: Vec<CellName>) -> Self {
                Self(cells.into())
            }
        }

        impl Deref for $name {
            type Target = [CellName];

            fn deref(&self) -> &[CellName] {
                &self.0
            }
        }

        impl Definition for $name {
            fn check(&self, shape: Shape) -> Result<(), RuleError> {
                check_distinct(self, 0, shape)
            }

            fn constraints(&self, shape: Shape) -> Vec<Constraint> {
                let constraints: fn(&Self, Shape) -> Vec<Constraint> = $constraints;
                constraints(self, shape)
            }
        }

        impl Arguments for $name {
            fn read(text: &mut RuleText<'_>) -> Result<Self, ParseError> {
                text.cells().map(Self)
            }

            fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write_cells(f, self)
            }
        }
    };
}

cell_list! {
    /// At most N cells that hold different digits. Dereferences to the names of the cells.
    AllDifferent, |rule, shape| {
        let cells = || rule.iter().filter_map(|&cell| shape.cell_named(cell)).collect();
        Constraint::houses(HouseKind::Extra, 1, |_| cells())
    }
}

cell_list! {
    /// Digits increase from the bulb, the first cell, to the tip. Dereferences to the cells.
    Thermometer, |rule, shape| {
        vec![Constraint::named(shape, rule.text("thermo"), rule, Relation::Increasing)]
    }
}

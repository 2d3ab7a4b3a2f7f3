//! Killer cages.

use std::fmt;

use super::constraint::Constraint;
use super::definition::{Arguments, Definition, RuleError, check_distinct};
use super::text::{RuleText, write_cells};
use crate::grid::{CellName, Shape};
use crate::puzzle::error::ParseError;
use crate::puzzle::relation::Relation;

/// The cells of a cage hold different digits that add up to its sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cage {
    sum: u16,
    cells: Box<[CellName]>,
}

/// The largest possible sum: the sum of 64 cells of a 64x64 grid.
const LARGEST: usize = 64 * 65 / 2;

impl Cage {
    /// A cage with this sum. The sum is not checked: see [`Rule::check`](crate::puzzle::Rule::check).
    pub fn new(sum: u16, cells: &[CellName]) -> Self {
        Self { sum, cells: cells.into() }
    }

    /// The sum of the digits.
    pub fn sum(&self) -> usize {
        self.sum.into()
    }

    /// The difference between the sum of the digits' numbers, which count from 1, and the sum of their values. It is
    /// one per cell if the first digit of the shape has the value 0.
    fn below(&self, shape: Shape) -> usize {
        if shape.least() == 0 { self.cells.len() } else { 0 }
    }

    /// The cells.
    pub fn cells(&self) -> &[CellName] {
        &self.cells
    }
}

impl Definition for Cage {
    fn check(&self, shape: Shape) -> Result<(), RuleError> {
        // In the text, the sum is item 0, and the cells follow it.
        check_distinct(&self.cells, 1, shape)?;
        let (n, k) = (shape.digits(), self.cells.len());
        let below = self.below(shape);
        let (least, most) = (k * (k + 1) / 2 - below, k * (2 * n + 1 - k) / 2 - below);
        if (least..=most).contains(&self.sum()) {
            return Ok(());
        }
        let found = format!("the sum {} of {k} different digits up to {}", self.sum, shape.greatest());
        Err(RuleError::new(Some(0), found, format!("a sum from {least} to {most}")).impossible())
    }

    fn constraints(&self, shape: Shape) -> Vec<Constraint> {
        let relation = Relation::Cage { sum: (self.sum() + self.below(shape)) as u32 };
        vec![Constraint::named(shape, self.text("cage"), &self.cells, relation)]
    }
}

impl Arguments for Cage {
    fn read(text: &mut RuleText<'_>) -> Result<Self, ParseError> {
        let sum = text.number("a sum", LARGEST)?;
        Ok(Self { sum: sum as u16, cells: text.cells()? })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " {}", self.sum)?;
        write_cells(f, &self.cells)
    }
}

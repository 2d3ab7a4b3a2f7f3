//! Jigsaw regions.

use std::fmt;
use std::ops::Deref;

use super::constraint::{Constraint, HouseKind};
use super::definition::{Arguments, Definition, RuleError};
use super::text::{RuleText, error};
use crate::grid::{Cell, Shape};
use crate::puzzle::error::ParseError;

/// Every region holds different digits. Dereferences to one region number per cell, row-major. Regions are numbered
/// from 0 in the order in which they appear.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Regions(Box<[u8]>);

/// The symbols of the regions in text.
const SYMBOLS: &[u8; 64] = b"123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0@$";

impl<T: PartialEq> From<&[T]> for Regions {
    /// The regions of cells with equal names. All names after the 255th count as one region.
    fn from(names: &[T]) -> Self {
        let mut known: Vec<&T> = Vec::new();
        let number = |name| {
            let number = known.iter().position(|&other| other == name).unwrap_or_else(|| {
                known.push(name);
                known.len() - 1
            });
            number.min(255) as u8
        };
        Self(names.iter().map(number).collect())
    }
}

impl Deref for Regions {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl Regions {
    /// The first cell that exceeds `most` cells of its region, otherwise the first cell of a region with fewer than
    /// `least` cells, with the number of cells of the region.
    pub(in crate::puzzle) fn misfit(&self, least: usize, most: usize) -> Option<(usize, usize)> {
        let mut sizes = [0; 256];
        self.iter().for_each(|&region| sizes[usize::from(region)] += 1);
        let size = |cell: usize| sizes[usize::from(self[cell])];
        let mut seen = [0; 256];
        let surplus = self.iter().position(|&region| {
            seen[usize::from(region)] += 1;
            seen[usize::from(region)] > most
        });
        let cell = surplus.or_else(|| (0..self.len()).find(|&cell| size(cell) < least))?;
        Some((cell, size(cell)))
    }
}

impl Regions {
    /// The number of regions.
    fn count(&self) -> usize {
        self.iter().max().map_or(0, |&last| usize::from(last) + 1)
    }
}

impl Definition for Regions {
    fn check(&self, shape: Shape) -> Result<(), RuleError> {
        let (n, cells) = (shape.digits(), shape.grid_cells());
        if shape.has_boxes() {
            return Err(RuleError::new(
                None,
                format!("regions in a grid of {shape}"),
                "a grid without boxes",
            ));
        }
        if self.len() != cells {
            let found = format!("regions of {} cells", self.len());
            return Err(RuleError::new(Some(self.len().min(cells)), found, format!("{cells} cells")));
        }
        // If the numbers of rows, columns and digits differ, there is no single right size of a region.
        let least = if shape.is_plain() { n } else { 1 };
        if let Some((cell, size)) = self.misfit(least, n) {
            let found = format!("a region of {size} cells");
            let most = if least < n { "at most " } else { "" };
            return Err(RuleError::new(Some(cell), found, format!("{most}{n} cells per region")));
        }
        match self.iter().position(|&region| usize::from(region) >= SYMBOLS.len()) {
            None => Ok(()),
            Some(cell) => {
                let most = SYMBOLS.len();
                Err(RuleError::new(
                    Some(cell),
                    format!("region {}", most + 1),
                    format!("at most {most} regions"),
                ))
            }
        }
    }

    fn constraints(&self, _shape: Shape) -> Vec<Constraint> {
        Constraint::houses(HouseKind::Region, self.count(), |region| {
            (0..self.len()).filter(|&cell| usize::from(self[cell]) == region).map(Cell::new).collect()
        })
    }
}

impl Arguments for Regions {
    fn read(text: &mut RuleText<'_>) -> Result<Self, ParseError> {
        let mut symbols = Vec::new();
        while let Some(symbol) = text.symbol() {
            symbols.push(symbol);
        }
        if symbols.is_empty() {
            return Err(error(
                text.column_of(Some(0)),
                "",
                "one character per cell, equal ones for equal regions",
            ));
        }
        Ok(Self::from(&*symbols))
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbol = |&region: &u8| char::from(SYMBOLS[usize::from(region) % SYMBOLS.len()]);
        write!(f, " {}", self.iter().map(symbol).collect::<String>())
    }
}

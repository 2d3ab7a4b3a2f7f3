//! Reasons why rows are malformed.

use std::fmt;

/// The reason why a row is malformed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The row or one of its cells is null.
    Null,
    /// The rules of the row cannot be read; [`Kind::describe`](crate::Kind::describe) returns the reason.
    Rules,
    /// The row has a different number of characters or cells.
    Length {
        /// The number of characters or cells.
        found: usize,
        /// The number of cells of the grid.
        expected: usize,
    },
    /// A character is neither a digit nor a blank.
    Symbol {
        /// The index of the cell.
        cell: usize,
        /// The character.
        found: char,
        /// The number of digits of the grid.
        digits: usize,
    },
    /// A number is above the number of digits.
    Number {
        /// The index of the cell.
        cell: usize,
        /// The number.
        found: u8,
        /// The number of digits of the grid.
        digits: usize,
    },
}

impl Reason {
    /// The index of the cell, for reasons about a cell.
    pub fn cell(&self) -> Option<usize> {
        match self {
            Self::Symbol { cell, .. } | Self::Number { cell, .. } => Some(*cell),
            _ => None,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |cell: &usize, digits: &usize| (cell / digits + 1, cell % digits + 1);
        match self {
            Self::Null => f.write_str("null"),
            Self::Rules => f.write_str("found no rules for this row, expected a list of them"),
            Self::Length { found, expected } => write!(f, "found {found} cells, expected {expected}"),
            Self::Symbol { cell, found, digits } => {
                let (row, column) = place(cell, digits);
                write!(f, "row {row}, column {column}: found {found:?}, expected 1 to ")?;
                match digits {
                    0..=9 => write!(f, "{digits}")?,
                    10..=35 => write!(f, "9, A to {}", char::from(b'A' + (*digits - 10) as u8))?,
                    36 => f.write_str("9, A to Z, 0 for 36")?,
                    _ => write!(f, "{digits} in an array of numbers, because text has at most 36 digits")?,
                }
                f.write_str(" or . for an empty cell")
            }
            Self::Number { cell, found, digits } => {
                let (row, column) = place(cell, digits);
                write!(f, "row {row}, column {column}: found {found}, expected 0 (empty) to {digits}")
            }
        }
    }
}

impl std::error::Error for Reason {}

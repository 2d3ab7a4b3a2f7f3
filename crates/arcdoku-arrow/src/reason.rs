//! Reasons why rows are no puzzles.

use std::fmt;

/// Why a row is no puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// It is null, or a cell of it is.
    Null,
    /// Its rules cannot be read; [`Kind::tell`](crate::Kind::tell) has the reason.
    Rules,
    /// It has another number of characters or cells.
    Length {
        /// The number it has.
        found: usize,
        /// The number of cells.
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
    /// The index of the cell, where there is one.
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
                    _ => write!(f, "{digits} as numbers, as characters are for 36 digits at most")?,
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

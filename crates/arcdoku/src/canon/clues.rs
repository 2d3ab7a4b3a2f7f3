//! The clues of a classic grid as 81 small numbers.

use std::fmt;

use crate::grid::{Digit, Shape};
use crate::puzzle::Puzzle;

/// The clues of a classic 9x9 grid, row-major: a puzzle, a full grid, or any pattern of digits, even if it violates
/// the rules.
///
/// Clues are ordered like their text, cell by cell, with an empty cell before every digit. `Display` writes a line of
/// 81 characters, with a period for an empty cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clues([u8; 81]);

/// The error of a puzzle without a canonical form because it is not a plain 9x9 Sudoku.
///
/// Other shapes have other symmetries, and puzzles with extra rules or restricted candidates have fewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotClassic;

impl fmt::Display for NotClassic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("canonical forms are for 9x9 puzzles with rows, columns and 3x3 boxes and no other rule")
    }
}

impl std::error::Error for NotClassic {}

impl Clues {
    /// A grid without clues.
    pub const EMPTY: Self = Self([0; 81]);

    /// The clues of a puzzle.
    ///
    /// # Errors
    /// If the puzzle is not 9x9 with 3x3 boxes, or has rules other than the rules of its shape.
    pub fn of(puzzle: &Puzzle) -> Result<Self, NotClassic> {
        if puzzle.shape() == Shape::CLASSIC && puzzle.is_plain() {
            Self::from_cells(puzzle.givens()).ok_or(NotClassic)
        } else {
            Err(NotClassic)
        }
    }

    /// Creates clues from cells, row-major; `None` unless there are 81 cells and no digit is above 9.
    #[inline]
    pub fn from_cells(cells: &[Option<Digit>]) -> Option<Self> {
        let cells: &[Option<Digit>; 81] = cells.try_into().ok()?;
        let numbers = cells.map(|cell| cell.map_or(0, Digit::get));
        Self::from_numbers(&numbers)
    }

    /// Creates clues from numbers, row-major, 0 for an empty cell; `None` if a number is above 9.
    #[inline]
    pub fn from_numbers(numbers: &[u8; 81]) -> Option<Self> {
        // There is no branch per cell, because readers of millions of puzzles call this function.
        let largest = numbers.iter().fold(0, |largest, &number| largest.max(number));
        (largest <= 9).then_some(Self(*numbers))
    }

    /// The cells as numbers, row-major, 0 for an empty cell.
    #[inline]
    pub fn numbers(&self) -> &[u8; 81] {
        &self.0
    }

    /// The cells, row-major.
    pub fn cells(&self) -> [Option<Digit>; 81] {
        self.0.map(Digit::new)
    }

    /// A plain puzzle with these clues.
    pub fn puzzle(&self) -> Puzzle {
        Puzzle::with_givens(Shape::CLASSIC, &self.cells())
    }

    /// Number of clues.
    pub fn len(&self) -> usize {
        self.0.iter().filter(|&&number| number != 0).count()
    }

    /// Whether there are no clues.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 81]
    }

    /// The line of 81 characters, with a period for an empty cell.
    pub fn line(&self) -> [u8; 81] {
        self.0.map(|number| if number == 0 { b'.' } else { b'0' + number })
    }

    /// Creates clues from the result of a transformation: numbers known to be at most 9.
    #[inline]
    pub(super) fn made(numbers: [u8; 81]) -> Self {
        debug_assert!(numbers.iter().all(|&number| number <= 9), "a digit is at most 9");
        Self(numbers)
    }
}

impl fmt::Display for Clues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // ASCII by construction.
        std::str::from_utf8(&self.line()).map_or(Err(fmt::Error), |line| f.pad(line))
    }
}

impl fmt::Debug for Clues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

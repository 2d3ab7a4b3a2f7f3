//! Results of wishes.

use std::fmt;

use super::difficulty::Rated;
use crate::deduction::Proper;
use crate::logic;
use crate::puzzle::{Limit, Puzzle, Solution};

/// A puzzle made for a wish.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Made {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its only solution.
    pub solution: Solution,
    /// The seed that gives it again, with the same wish.
    pub seed: u64,
    /// The number of puzzles drawn for it, including itself.
    pub tries: u64,
    /// Its weight in averages over all minimal puzzles, relative to one of 26 clues; 1 where the method knows
    /// none.
    pub weight: f64,
    /// Its difficulty, if the wish has one.
    pub rated: Option<Rated>,
    /// Its rating on the scale of `logic`, if the wish has a difficulty on it.
    pub logic: Option<logic::Rating>,
    /// Clues and drawn rules that stayed because it took too long to decide whether they can be removed; some may not be
    /// needed.
    /// Always 0 on plain 9x9 grids, and rarely more on smaller ones.
    pub undecided: usize,
}

impl Made {
    /// Evidence that the puzzle has one solution: it was proven when the puzzle was made.
    pub fn proper(&self) -> Proper {
        Proper::proven()
    }
}

/// A puzzle that was not made before a limit was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GaveUp {
    /// Its seed.
    pub seed: u64,
    /// The number of puzzles drawn for it.
    pub tries: u64,
    /// The limit.
    pub limit: Limit,
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seed, tries, limit } = self;
        write!(f, "the puzzle of seed {seed}: given up after {tries} tries ({})", limit.name())
    }
}

impl std::error::Error for GaveUp {}

//! Generated puzzles.

use std::fmt;

use super::difficulty::Rated;
use crate::deduction::Proper;
use crate::logic;
use crate::puzzle::{Limit, Puzzle, Solution};

/// A generated puzzle.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct GeneratedPuzzle {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its only solution.
    pub solution: Solution,
    /// The seed that gives the same puzzle again, with the same request.
    pub seed: u64,
    /// The number of puzzles drawn for it, including itself.
    pub tries: u64,
    /// Its weight in averages over all minimal puzzles, relative to one of 26 clues; 1 if the method has no weights.
    pub weight: f64,
    /// Its difficulty, if the request has one.
    pub rated: Option<Rated>,
    /// Its rating on the scale of `logic`, if the request has a difficulty on it.
    pub logic: Option<logic::Rating>,
    /// Clues and drawn rules that stayed because deciding whether they can be removed took too long; some may not be
    /// needed. Always 0 on plain 9x9 grids, and rarely above 0 on smaller ones.
    pub undecided: usize,
}

impl GeneratedPuzzle {
    /// Evidence that the puzzle has one solution: it was proven when the puzzle was generated.
    pub fn proper(&self) -> Proper {
        Proper::proven()
    }
}

/// The error of a puzzle that was not generated before a limit was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GaveUp {
    /// The seed of the puzzle.
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

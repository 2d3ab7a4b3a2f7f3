//! Generates puzzles, explores their neighborhoods, and counts grids and classes.
//!
//! - [`Grids`], [`Maker`] with its [`PuzzleRequest`]: full grids and puzzles, one per seed.
//! - [`Minimizer`], [`redundant_clues`]: the minimal puzzles inside a puzzle.
//! - [`backdoors`], [`unavoidable_sets`], [`fewest_clues`]: properties of a puzzle and of a grid.
//! - [`Vicinity`]: the minimal puzzles that differ by a few clues.
//! - [`band_classes`], [`completions`]: all solution grids, counted by classes of bands; [`count_grids`]:
//!   grids of small shapes.

mod backdoor;
mod bias;
mod bound;
mod cages;
mod census;
mod count;
mod difficulty;
mod dig;
mod drawn;
mod error;
mod generated;
mod grids;
mod maker;
mod minimize;
mod request;
mod seed;
mod symmetry;
mod trial;
mod unavoidable;
mod vicinity;

pub use backdoor::{SinglesKind, backdoors};
pub use bound::{ClueBound, fewest_clues};
pub use cages::LARGEST_CAGE;
pub use census::{Band, BandClass, band_classes, completions};
pub use count::count_grids;
pub use difficulty::{Difficulty, LogicDifficulty, Rated};
pub use drawn::{DrawnRules, DrawnRulesError};
pub use error::RequestError;
pub use generated::{GaveUp, GeneratedPuzzle};
pub use grids::Grids;
pub use maker::Maker;
pub use minimize::{Minimizer, redundant_clues};
pub use request::{Method, Minimality, PuzzleRequest};
pub use seed::seed_of;
pub use symmetry::{ClueSymmetry, UnknownSymmetry};
pub use unavoidable::{LARGEST_UNAVOIDABLE, UnavoidableKind, unavoidable_sets};
pub use vicinity::Vicinity;

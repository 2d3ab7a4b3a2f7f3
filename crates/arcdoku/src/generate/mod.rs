//! Floor 5: puzzles around a puzzle, and how many grids there are.
//!
//! - [`Vicinity`]: the minimal puzzles a few clues away.
//! - [`band_classes`], [`completions`]: all solution grids, counted by classes of bands.

mod census;
mod vicinity;

pub use census::{Band, BandClass, band_classes, completions};
pub use vicinity::Vicinity;

//! Floor 5: how many grids there are.
//!
//! - [`band_classes`], [`completions`]: all solution grids, counted by classes of bands.

mod census;

pub use census::{Band, BandClass, band_classes, completions};

//! Puzzles in photos.

use serde::{Deserialize, Serialize};

use super::question;

question! {
    /// Read puzzles from photos
    ///
    /// Reads printed digits as clues and handwritten digits as entries, in grids of 4x4, 6x6, 9x9 and
    /// 16x16 cells. The clues are those of the most probable puzzle with exactly one solution. A reading is
    /// certain if every other such puzzle is improbable. Photos may be rotated.
    ///
    /// Examples:
    ///   arcdoku scan photo.jpg
    ///   arcdoku scan --format grid --explain reading.png photo.jpg
    ///   arcdoku scan --format json --all photo.jpg
    Scan = "scan" -> [ScanReply], fails "a reading is not certain" about Images {
        /// Read all grids of a photo, not only the largest one with a solution
        all: bool,
    }
}

/// A grid in a photo. A photo without a grid has one reply without a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScanReply {
    /// The version of the reply.
    pub version: u32,
    /// The name of the image.
    pub image: String,
    /// The clues as text, if there is a grid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<String>,
    /// The shape, if it does not follow from the number of cells: `3x2`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<String>,
    /// Whether every other puzzle is improbable.
    pub certain: bool,
    /// The probability of the puzzle compared with the second most probable puzzle with exactly one solution, from 0 to
    /// 1; 0 without a solution.
    pub probability: f32,
    /// The solution, if there is exactly one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// The second most probable puzzle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<String>,
    /// The corners of the grid in pixels of the upright image, clockwise from the top left: x, y.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub corners: Vec<[f32; 2]>,
    /// Cells whose content may be wrong.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub doubtful: Vec<String>,
    /// Cells whose handwritten digit differs from the solution.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wrong: Vec<String>,
    /// All cells, row by row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<ScannedCell>,
    /// Why the image cannot be read, or has no puzzle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// A cell in a photo.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScannedCell {
    /// `blank`, `printed` or `handwritten`.
    pub kind: String,
    /// The digit, if the cell is not blank. In grids that count from 0 to F, 0 is digit 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digit: Option<u8>,
    /// The probability of this content, judged from this cell alone, from 0 to 1.
    pub probability: f32,
    /// The probabilities of printed digits: blank first, then the digits from 1.
    pub printed: Vec<f32>,
    /// The probabilities of handwritten digits from 1.
    pub handwritten: Vec<f32>,
}

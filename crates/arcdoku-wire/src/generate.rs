//! Generated puzzles.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::human::RatingParts;
use crate::input::Ruleset;

/// A generated puzzle or full grid.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GenerateRow {
    /// [`VERSION`](crate::VERSION).
    pub version: u32,
    /// The puzzle.
    pub puzzle: String,
    /// Its shape, unless it is the usual shape of its size.
    #[serde(flatten)]
    pub ruleset: Ruleset,
    /// Its only solution; absent for full grids.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// The number of clues; absent for full grids.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clues: Option<u32>,
    /// The seed that reproduces it. A string, because some readers of JSON keep fewer than 64 bits of a number.
    pub seed: String,
    /// Its weight in averages over all minimal puzzles; absent for methods without weights.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<f64>,
    /// Its ratings by scale.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub ratings: BTreeMap<String, RatingReply>,
    /// The key of its canonical form, 32 hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// The rating of a puzzle on a scale. All fields are absent if the techniques of the scale do not solve it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatingReply {
    /// The parts of the rating.
    #[serde(flatten)]
    pub parts: RatingParts,
    /// The technique of the hardest step, as on the command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hardest: Option<String>,
}

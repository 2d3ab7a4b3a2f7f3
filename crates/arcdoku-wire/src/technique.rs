//! The registry of techniques.

use serde::{Deserialize, Serialize};

/// A line of `techniques --format json`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TechniqueRow {
    /// [`VERSION`](crate::VERSION).
    pub version: u32,
    /// The name, as on the command line.
    pub name: String,
    /// The name, as in explanations.
    pub title: String,
    /// The family: techniques that one search finds.
    pub family: String,
    /// What it is, in one line.
    pub definition: String,
    /// The level of a puzzle that needs it, at least, where the scale has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// What a step counts, where the scale has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<u32>,
    /// Whether it assumes that the puzzle has a single solution.
    pub assumes_single: bool,
    /// Its four digits in regression libraries, where it has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

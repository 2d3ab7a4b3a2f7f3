//! The registry of techniques.

use serde::{Deserialize, Serialize};

use crate::human::Tenths;

/// A line of `techniques --format json`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TechniqueRow {
    /// [`VERSION`](crate::VERSION).
    pub version: u32,
    /// The name, as on the command line.
    pub name: String,
    /// The name in explanations.
    pub title: String,
    /// The family. One search finds all techniques of a family.
    pub family: String,
    /// The definition, in one line.
    pub definition: String,
    /// The minimum level of a puzzle that needs it, if the scale has levels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// The score of a step, if the scale has scores.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<u32>,
    /// On the scale `se`: its place in the order, from 1 to 32. On this scale, each line is one kind of steps of a
    /// technique.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<u32>,
    /// The minimum rating of such a step on the `se` scale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<Tenths>,
    /// Which steps of the technique the line is about, if there are several kinds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub which: Option<String>,
    /// What raises the rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adds: Option<String>,
    /// Whether it assumes that the puzzle has only one solution.
    pub assumes_single: bool,
    /// Its four digits in regression libraries, if it has a code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

//! What lies in and around a puzzle: minimal sub-puzzles, backdoors, unavoidable sets.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::fault::Fault;
use crate::input::Ruleset;

/// A minimal puzzle that is left of one when clues are taken away.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MinimizeReply {
    /// [`VERSION`](crate::VERSION).
    pub version: u32,
    /// The number of the puzzle in the input, from 1.
    pub number: u64,
    /// The minimal puzzle; absent if there is none to speak of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<String>,
    /// What the text of the puzzle does not say.
    #[serde(flatten)]
    pub ruleset: Ruleset,
    /// The name of the puzzle, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Where there are several: which one of the puzzle it is, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<u64>,
    /// How many clues are left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clues: Option<usize>,
    /// The cells that lost their clue.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<String>,
    /// What stood in the way: `multiple`, `unsatisfiable` or `malformed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// The limit that ended the work: `nodes`, `time` or `cancelled`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// What is wrong with a malformed puzzle, or which clues conflict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    /// Fields that came with the puzzle, named as by [`passed_names`](crate::passed_names).
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl MinimizeReply {
    /// The names of its own fields, which no other field may have.
    pub const FIELDS: &'static [&'static str] = &[
        "version", "number", "puzzle", "shape", "rules", "regions", "extra", "name", "index", "clues",
        "removed", "outcome", "limit", "fault",
    ];
}

/// The smallest sets of cells whose digits make singles finish a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackdoorReply {
    /// [`VERSION`](crate::VERSION).
    pub version: u32,
    /// The number of the puzzle in the input, from 1.
    pub number: u64,
    /// The puzzle; absent if it could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<String>,
    /// What the text of the puzzle does not say.
    #[serde(flatten)]
    pub ruleset: Ruleset,
    /// Its name, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Which singles propagation places: `both`, `naked` or `hidden`.
    pub singles: String,
    /// How many cells a set has: 0 to 2; absent if more are needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<usize>,
    /// All sets of this size.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sets: Vec<Vec<String>>,
    /// What stood in the way: `multiple`, `unsatisfiable` or `malformed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// The limit that ended the work: `nodes`, `time` or `cancelled`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// What is wrong with a malformed puzzle, or which clues conflict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    /// Fields that came with the puzzle, named as by [`passed_names`](crate::passed_names).
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl BackdoorReply {
    /// The names of its own fields, which no other field may have.
    pub const FIELDS: &'static [&'static str] = &[
        "version", "number", "puzzle", "shape", "rules", "regions", "extra", "name", "singles", "size",
        "sets", "outcome", "limit", "fault",
    ];
}

/// The small unavoidable sets of a grid.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnavoidableReply {
    /// [`VERSION`](crate::VERSION).
    pub version: u32,
    /// The number of the puzzle in the input, from 1.
    pub number: u64,
    /// The puzzle; absent if it could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<String>,
    /// Its name, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The grid: the only solution of the puzzle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// Where sets were looked for: `two-digits`, `two-lines`, `two-bands` or `any`.
    pub kind: String,
    /// The most cells of a set that were looked for.
    pub most: usize,
    /// The minimal sets, smallest first.
    #[serde(default)]
    pub sets: Vec<Vec<String>>,
    /// No puzzle with this solution has fewer clues; absent if it was not asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<usize>,
    /// Cells, as many as the bound says, of which each set has one; absent if a limit came before they were found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hit: Vec<String>,
    /// What stood in the way: `multiple`, `unsatisfiable`, `malformed` or `unfit` (no 9x9 grid of rows, columns and
    /// boxes).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// The limit that ended the work: `nodes`, `time` or `cancelled`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// What is wrong with a malformed puzzle, or which clues conflict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    /// Fields that came with the puzzle, named as by [`passed_names`](crate::passed_names).
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl UnavoidableReply {
    /// The names of its own fields, which no other field may have.
    pub const FIELDS: &'static [&'static str] = &[
        "version", "number", "puzzle", "name", "solution", "kind", "most", "sets", "bound", "hit", "outcome",
        "limit", "fault",
    ];
}

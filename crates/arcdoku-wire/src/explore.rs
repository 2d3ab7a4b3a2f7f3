//! What lies in and around a puzzle: minimal sub-puzzles, backdoors, unavoidable sets.

use serde::{Deserialize, Serialize};

use crate::head::reply;

reply! {
    /// A minimal puzzle that is left of one when clues are taken away.
    MinimizeReply {
        /// Where there are several: which one of the puzzle it is, from 1.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        index: Option<u64>,
        /// How many clues are left.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clues: Option<usize>,
        /// The cells that lost their clue.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        removed: Vec<String>,
        /// What stood in the way: `multiple`, `unsatisfiable` or `malformed`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<String>,
        /// The limit that ended the work: `nodes`, `time` or `cancelled`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<String>,
    }
}

reply! {
    /// The smallest sets of cells whose digits make singles finish a puzzle.
    BackdoorReply {
        /// Which singles propagation places: `both`, `naked` or `hidden`.
        singles: String,
        /// How many cells a set has: 0 to 2; absent if more are needed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        size: Option<usize>,
        /// All sets of this size.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        sets: Vec<Vec<String>>,
        /// What stood in the way: `multiple`, `unsatisfiable` or `malformed`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<String>,
        /// The limit that ended the work: `nodes`, `time` or `cancelled`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<String>,
    }
}

reply! {
    /// The small unavoidable sets of a grid.
    UnavoidableReply {
        /// The grid: the only solution of the puzzle.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        solution: Option<String>,
        /// Where sets were looked for: `two-digits`, `two-lines`, `two-bands` or `any`.
        kind: String,
        /// The most cells of a set that were looked for.
        most: usize,
        /// The minimal sets, smallest first.
        #[serde(default)]
        sets: Vec<Vec<String>>,
        /// No puzzle with this solution has fewer clues; absent if it was not asked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bound: Option<usize>,
        /// Cells, as many as the bound says, of which each set has one; absent if a limit came before they were found.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        hit: Vec<String>,
        /// What stood in the way: `multiple`, `unsatisfiable`, `malformed` or `unfit` (no 9x9 grid of rows, columns and
        /// boxes).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<String>,
        /// The limit that ended the work: `nodes`, `time` or `cancelled`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<String>,
    }
}

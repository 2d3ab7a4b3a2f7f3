//! Minimal sub-puzzles, backdoors, unavoidable sets.

use serde::{Deserialize, Serialize};

use crate::head::reply;

reply! {
    /// A minimal puzzle that results from removing clues of another.
    MinimizeReply {
        /// The number among the minimal puzzles of this puzzle, from 1, if all are listed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        index: Option<u64>,
        /// The number of clues.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clues: Option<usize>,
        /// The cells that lost their clue.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        removed: Vec<String>,
        /// Why there is no answer: `multiple`, `unsatisfiable` or `malformed`. With an outcome or a limit, `puzzle` is that
        /// of the input.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<String>,
        /// The limit that ended the work: `nodes`, `time` or `cancelled`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<String>,
    }
}

reply! {
    /// The smallest sets of cells after whose digits singles finish a puzzle.
    BackdoorReply {
        /// The singles that are placed: `both`, `naked` or `hidden`.
        singles: String,
        /// The number of cells of a set: 0 to 2; absent if more are needed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        size: Option<usize>,
        /// All sets of this size.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        sets: Vec<Vec<String>>,
        /// Why there is no answer: `multiple`, `unsatisfiable` or `malformed`.
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
        /// The kind of sets: `two-digits`, `two-lines`, `two-bands` or `any`.
        kind: String,
        /// The maximum number of cells of a set.
        most: usize,
        /// The minimal sets, smallest first.
        #[serde(default)]
        sets: Vec<Vec<String>>,
        /// A lower bound on the clues of a puzzle with this solution; absent if it was not asked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bound: Option<usize>,
        /// As many cells as the bound, one of each set; absent if a limit ended the search for them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        hit: Vec<String>,
        /// Why there is no answer: `multiple`, `unsatisfiable`, `malformed` or `unfit` (not a 9x9 grid of rows, columns and
        /// boxes).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<String>,
        /// The limit that ended the work: `nodes`, `time` or `cancelled`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<String>,
    }
}

//! Minimal puzzles that result from removing clues.

use serde::{Deserialize, Serialize};

use super::answer;

answer! {
    /// A minimal puzzle that results from removing clues of another.
    ///
    /// Outcomes: `multiple`, `unsatisfiable` or `malformed`. With an outcome or a limit, `puzzle` is that
    /// of the input.
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
    }
}

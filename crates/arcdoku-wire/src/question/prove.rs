//! Proofs of how many solutions a puzzle has.

use serde::{Deserialize, Serialize};

use super::answer;

answer! {
    /// A proof of how many solutions a puzzle has.
    ///
    /// Outcomes: `multiple` (more solutions than were to be enumerated), `unfit` (a rule has no
    /// encoding), `unproven`, `unwritten` or `malformed`.
    ProveReply {
        /// All solutions; absent if there is no proof.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        solutions: Option<Vec<String>>,
        /// The number of constraints that the proof derives.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lines: Option<u64>,
        /// The size of the proof.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bytes: Option<u64>,
        /// The files, without the ends of their names: `.sudoku`, `.opb`, `.pbp` and `.sol`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        files: Option<String>,
    }
}

//! Whether every solution of a puzzle is one of another.

use serde::{Deserialize, Serialize};

use super::{LimitOptions, PuzzleText, answer, question};

question! {
    /// Check whether every solution of a puzzle is a solution of another
    ///
    /// Examples:
    ///   arcdoku restricts --of 1............... 1.....3..4.....2
    ///   arcdoku restricts --of puzzle.txt --rule windoku puzzle.txt
    Restricts = "restricts" -> RestrictionReply, fails "a puzzle has a solution that the other does not have, or another shape" {
        /// The other puzzle; of a file, the first one. The rules of the command line do not apply to it
        of: PuzzleText,
    } with { limits: LimitOptions, }
}

answer! {
    /// Whether every solution of a puzzle is one of another puzzle.
    ///
    /// Outcomes: `other-shape`, `unsatisfiable` (the clues break a rule) or `malformed`.
    RestrictionReply {
        /// Whether every solution is one of the other puzzle; absent if unknown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        restricts: Option<bool>,
        /// A solution that is not one of the other puzzle.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        counterexample: Option<String>,
    }
}

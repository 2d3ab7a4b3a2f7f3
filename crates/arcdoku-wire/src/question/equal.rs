//! Cells that are forced to be equal.

use serde::{Deserialize, Serialize};

use super::{LimitOptions, answer, question};

question! {
    /// Find cells that have equal digits in every solution
    ///
    /// Examples:
    ///   arcdoku equal 1.....3..4......
    ///   arcdoku equal --rule anti-knight ................
    Equal = "equal" -> EqualReply, fails "a puzzle has no solution" {} with { limits: LimitOptions, }
}

answer! {
    /// The cells of a puzzle that hold equal digits in every solution.
    ///
    /// Outcomes: `unsatisfiable` or `malformed`.
    EqualReply {
        /// Groups of cells that are equal to each other. Cells with one true candidate are in none.
        groups: Vec<Vec<String>>,
        /// Groups that were not decided, because a limit was reached.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        unknown: Vec<Vec<String>>,
    }
}

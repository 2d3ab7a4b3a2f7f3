//! Which clues and rules a puzzle needs.

use serde::{Deserialize, Serialize};

use super::{LimitOptions, answer, question};

question! {
    /// List the clues and rules that a puzzle needs for its unique solution
    ///
    /// Examples:
    ///   arcdoku necessary puzzle.txt
    ///   arcdoku necessary --format tsv --rule 'thermo: r1c1 r1c2 r2c1' 1.....3..4.....2
    Necessary = "necessary" -> NecessaryReply, fails "a puzzle does not have exactly one solution" {} with { limits: LimitOptions, }
}

answer! {
    /// Which clues and rules a puzzle with one solution needs.
    ///
    /// Outcomes: `multiple`, `unsatisfiable` or `malformed`.
    NecessaryReply {
        /// The parts without which there are several solutions: texts of rules, and clues such as `r1c2=3`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        necessary: Vec<String>,
        /// The parts that can be left out individually.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        unnecessary: Vec<String>,
        /// The parts that were not decided, because a limit was reached.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        unknown: Vec<String>,
    }
}

//! The digits that occur in solutions.

use serde::{Deserialize, Serialize};

use super::{LimitOptions, answer, question};

question! {
    /// List the true candidates of each cell, and the number of their solutions
    ///
    /// The true candidates of a cell are the digits that it has in some solution. They are printed row by
    /// row, with their counts if --most is above 1 (1:4,2:1). A cell with ? may have more, because a
    /// limit was reached. --nodes is the limit for each digit of a cell.
    ///
    /// Examples:
    ///   arcdoku candidates puzzle.txt
    ///   arcdoku candidates --most 100 --rule 'thermo: r1c1 r1c2 r1c3' --format json ................
    TrueCandidates = "candidates" -> TrueCandidatesReply, fails "a puzzle has no solution" {
        /// Count the solutions with each digit in each cell, up to N
        most: u64 [1 ..= 1_000_000] = 1,
    } with { limits: LimitOptions, }
}

answer! {
    /// Which digits occur in solutions of a puzzle.
    ///
    /// Outcomes: `unsatisfiable` or `malformed`.
    TrueCandidatesReply {
        /// For each cell the values that it has in a known solution, row-major.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        candidates: Vec<Vec<i32>>,
        /// For each cell and each digit, the number of solutions with the digit in the cell, up to `most`; absent if `most`
        /// is 1.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        counts: Vec<Vec<u64>>,
        /// The number up to which solutions were counted.
        most: u64,
        /// The number of known solutions.
        solutions: u64,
        /// Whether these are all.
        complete: bool,
        /// Cells that may have further candidates, because a limit was reached.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        unknown: Vec<String>,
    }
}

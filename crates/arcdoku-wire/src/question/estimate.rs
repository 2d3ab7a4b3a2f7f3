//! About how many solutions a puzzle has.

use serde::{Deserialize, Serialize};

use super::{LimitOptions, answer, question};

question! {
    /// Estimate the number of solutions
    ///
    /// Follows random branches of the search tree and multiplies the numbers of choices. The product is
    /// on average the number of solutions (Knuth 1975). If there are few solutions, they are counted
    /// instead. The interval has a confidence of 95 % if the error is below about 10 %. With a larger
    /// error, rare branches with large products may be missing, so the estimate tends to be too small.
    ///
    /// Examples:
    ///   arcdoku estimate --box 2x3 ....................................
    ///   arcdoku estimate --samples 1000 --rule anti-knight ................
    Estimate = "estimate" -> EstimateReply, fails "never" {
        /// Number of random branches
        samples: u64 [2 ..= u64::MAX] = 10_000,
        /// Seed of the branches
        seed: u64 = 0,
    } with { limits: LimitOptions, }
}

answer! {
    /// About how many solutions a puzzle has. Numbers are strings, because they may exceed what JSON readers hold.
    ///
    /// Outcomes: `unsatisfiable` (the clues break a rule) or `malformed`.
    EstimateReply {
        /// The number of solutions, such as `"288"` or `"6.67e21"`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        solutions: Option<String>,
        /// Whether it is exact.
        exact: bool,
        /// The ends of the interval with 95 % confidence.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        low: Option<String>,
        /// The upper end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        high: Option<String>,
        /// The standard error in percent of the number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<String>,
        /// The number of random branches.
        samples: u64,
        /// How many of them led to a solution.
        hits: u64,
    }
}

//! The smallest sets of cells after whose digits singles finish a puzzle.

use arcdoku::generate::SinglesKind;
use serde::{Deserialize, Serialize};

use super::{TimeOptions, answer, question};

question! {
    /// Find the smallest sets of cells whose digits reduce a puzzle to singles
    ///
    /// All such sets, or backdoors, of the smallest size are printed: 0 (singles solve the puzzle), 1 or
    /// 2. Larger ones are not searched for.
    ///
    /// Output formats:
    ///   text  position, size and sets: r1c2 r5c5 are two sets of one cell, r1c2+r5c5 is a set of two
    ///   tsv   puzzle, size ('-' if larger than 2), number of sets, sets
    ///   json  one line per puzzle, with the fields of the input
    ///
    /// Examples:
    ///   arcdoku backdoors puzzles.txt
    ///   arcdoku backdoors --singles naked --format tsv puzzles.txt
    Backdoors = "backdoors" -> BackdoorReply, fails "a puzzle does not have exactly one solution" {
        /// Singles that are placed automatically
        singles: SinglesKind = SinglesKind::Both,
    } with { limits: TimeOptions, }
}

answer! {
    /// The smallest sets of cells after whose digits singles finish a puzzle.
    ///
    /// Outcomes: `multiple`, `unsatisfiable` or `malformed`.
    BackdoorReply {
        /// The singles that are placed: `both`, `naked` or `hidden`.
        singles: String,
        /// The number of cells of a set: 0 to 2; absent if more are needed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        size: Option<usize>,
        /// All sets of this size.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        sets: Vec<Vec<String>>,
    }
}

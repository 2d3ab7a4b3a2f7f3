//! The small unavoidable sets of a grid.

use arcdoku::generate::{LARGEST_UNAVOIDABLE, UnavoidableKind};
use serde::{Deserialize, Serialize};

use super::{Directory, TimeOptions, answer, question};

question! {
    /// Find small unavoidable sets of grids, and a lower bound on the number of clues
    ///
    /// The digits of an unavoidable set of cells can be rearranged to another solution grid, so each
    /// puzzle with the grid as its unique solution has a clue in the set. Only minimal sets are listed:
    /// none contains another. The input consists of grids, or of puzzles with one solution.
    ///
    /// With --bound, the smallest number of cells that hit all sets is computed. This takes seconds for
    /// most grids, and may take hours for very regular ones. If --time ends it, the bound so far is
    /// printed: 'at least 13 clues (given up)'.
    ///
    /// Output formats:
    ///   text  position, and the number of sets by size
    ///   tsv   one line per set: number of the puzzle in the input, size, cells
    ///   json  one line per grid, with all sets and the fields of the input
    ///
    /// Examples:
    ///   arcdoku unavoidable grids.txt
    ///   arcdoku unavoidable --bound --time 1h puzzle.txt
    ///   arcdoku unavoidable --kind two-digits --largest 8 --format tsv grids.txt
    Unavoidable = "unavoidable" -> UnavoidableReply, fails "a puzzle does not have exactly one solution, its shape is not supported, or a bound has no proof (with --proof)" {
        /// Kind of sets
        kind: UnavoidableKind = UnavoidableKind::Any,
        /// Maximum number of cells in a set
        largest: u64 [4 ..= LARGEST_UNAVOIDABLE as u64] = LARGEST_UNAVOIDABLE as u64,
        /// Compute a lower bound on the number of clues of puzzles with this solution
        bound: bool,
        /// Write a proof of each bound to this directory
        proof: Option<Directory>,
    } with { limits: TimeOptions, }
}

answer! {
    /// The small unavoidable sets of a grid.
    ///
    /// Outcomes: `multiple`, `unsatisfiable`, `malformed` or `unfit` (not a 9x9 grid of rows, columns and
    /// boxes).
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
        /// A lower bound on the clues of a puzzle with this solution; absent unless `bound` is set.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bound: Option<usize>,
        /// As many cells as the bound, one of each set; absent if a limit ended the search for them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        hit: Vec<String>,
        /// The file with the proof of the bound, if one was written.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        proof: Option<String>,
        /// The size of the proof in bytes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bytes: Option<u64>,
    }
}

//! Minimal puzzles that result from removing clues.

use serde::{Deserialize, Serialize};

use super::{TimeOptions, answer, question};

question! {
    /// Remove clues until all are necessary, in one way or in all ways
    ///
    /// Removes clues as long as the solution is unique. Each clue is tried once, in reading order or in a
    /// random order with --seed, and removed if possible. With --all, each minimal puzzle is printed
    /// once, as soon as it is found. A puzzle with twenty redundant clues may have thousands of them, and
    /// one with forty too many to list. Without --limit, or with a limit above 10000, puzzles are
    /// processed one by one.
    ///
    /// Output formats:
    ///   text  the minimal puzzle
    ///   tsv   number of the puzzle in the input, minimal puzzle, number of clues
    ///   json  one line per minimal puzzle, with the cells whose clues were removed and the fields of the
    ///         input
    ///
    /// Examples:
    ///   arcdoku minimize puzzles.txt
    ///   arcdoku minimize --seed 7 puzzles.txt
    ///   arcdoku minimize --all --limit 10 --format tsv puzzle.txt
    Minimize = "minimize" -> [MinimizeReply], fails "a puzzle does not have exactly one solution" {
        /// Find all minimal puzzles instead of one
        all: bool,
        /// Maximum number of minimal puzzles per puzzle (with --all)
        limit: Option<u64> [1 ..= u64::MAX],
        /// Seed of the random order of clues, which differs between the puzzles of the input [default: reading order]
        seed: Option<u64>,
    } with { limits: TimeOptions, }
}

answer! {
    /// A minimal puzzle that results from removing clues of another.
    ///
    /// Outcomes: `multiple`, `unsatisfiable` or `malformed`. With an outcome or a limit, `puzzle` is the puzzle of the
    /// input.
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

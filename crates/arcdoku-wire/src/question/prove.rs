//! Proofs of how many solutions a puzzle has.

use serde::{Deserialize, Serialize};

use super::{Directory, LimitOptions, StrategyOptions, answer, question};

question! {
    /// Write machine-checkable proofs of the number of solutions
    ///
    /// A proof consists of four files: the puzzle (.sudoku), its formula (.opb), the proof (.pbp) and the
    /// solutions that it excludes (.sol). It shows that the formula has no other solution. The program
    /// VeriPB checks it (cargo install veripb; veripb puzzle1.opb puzzle1.pbp). A proof that takes more
    /// than 128 MiB of memory is given up.
    ///
    /// Examples:
    ///   arcdoku prove puzzle.txt
    ///   arcdoku prove --count 500 --out proofs --rule anti-knight 1...............
    Prove = "prove" -> ProveReply, fails "a puzzle has more solutions than --count, a rule without an encoding, or no short proof" {
        /// Directory of the files: puzzle1.pbp and so on, by the numbers of the puzzles
        out: Directory = Directory("proofs".into()),
        /// Enumerate up to N solutions, and prove that there are no others
        count: u64 [1 ..= 1_000_000] = 1,
    } with { search: StrategyOptions, limits: LimitOptions, }
}

answer! {
    /// A proof of how many solutions a puzzle has.
    ///
    /// Outcomes: `multiple` (more solutions than were to be enumerated), `unfit` (a rule has no
    /// encoding), `unproven`, `unwritten`, `too-wide` (the proof takes too much memory) or `malformed`.
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

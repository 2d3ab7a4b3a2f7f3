//! Questions of setters: true candidates, estimates, necessary parts, equal cells, violations, restrictions, layouts.

use serde::{Deserialize, Serialize};

use crate::head::reply;

reply! {
    /// Which digits occur in solutions of a puzzle.
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
        /// The number of solutions that are known.
        solutions: u64,
        /// Whether these are all.
        complete: bool,
        /// The cells of which more may be true than is said, because a limit was reached.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        unknown: Vec<String>,
        /// Why there is no answer: `multiple`, `unsatisfiable` or `malformed`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<String>,
        /// The limit that ended the work: `nodes`, `time` or `cancelled`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<String>,
    }
}

reply! {
    /// About how many solutions a puzzle has. Numbers are strings, because they may exceed what JSON readers hold.
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
        /// Why there is no answer: `multiple`, `unsatisfiable` or `malformed`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<String>,
        /// The limit that ended the work: `nodes`, `time` or `cancelled`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<String>,
    }
}

reply! {
    /// Which clues and rules a puzzle with one solution needs.
    NecessaryReply {
        /// The parts without which there are several solutions: texts of rules, and clues such as `r1c2=3`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        necessary: Vec<String>,
        /// The parts each of which can be left out alone.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        unnecessary: Vec<String>,
        /// The parts of which that is not known, because a limit was reached.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        unknown: Vec<String>,
        /// Why there is no answer: `multiple`, `unsatisfiable` or `malformed`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<String>,
        /// The limit that ended the work: `nodes`, `time` or `cancelled`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<String>,
    }
}

reply! {
    /// The cells of a puzzle that hold equal digits in every solution.
    EqualReply {
        /// Groups of cells that are equal to each other. Cells with one true candidate are in none.
        groups: Vec<Vec<String>>,
        /// Groups of which that is not known, because a limit was reached.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        unknown: Vec<Vec<String>>,
        /// Why there is no answer: `multiple`, `unsatisfiable` or `malformed`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<String>,
        /// The limit that ended the work: `nodes`, `time` or `cancelled`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<String>,
    }
}

reply! {
    /// What a grid violates.
    VerifyReply {
        /// The grid.
        grid: String,
        /// Whether it is a solution, or can be completed to one; absent if a limit was reached.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        holds: Option<bool>,
        /// Whether every cell is filled.
        full: bool,
        /// What is violated as the grid is.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        violations: Vec<ViolationReply>,
        /// Rules, houses and digits that contradict each other, where nothing is violated yet but there is no solution.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        because: Vec<String>,
        /// Why there is no answer: `multiple`, `unsatisfiable` or `malformed`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<String>,
        /// The limit that ended the work: `nodes`, `time` or `cancelled`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<String>,
    }
}

/// A clue or rule that a grid violates.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ViolationReply {
    /// The text of the rule; `clue` for a clue.
    pub rule: String,
    /// The part of the rule, such as `row 3`.
    pub part: String,
    /// The cells that violate it.
    pub cells: Vec<String>,
}

reply! {
    /// A proof of how many solutions a puzzle has.
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
        /// Why there is no proof: `multiple` (more solutions than were to be enumerated), `unfit` (a rule has no
        /// encoding), `unproven`, `unwritten` or `malformed`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<String>,
        /// The limit that ended the work: `nodes`, `time` or `cancelled`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<String>,
    }
}

reply! {
    /// Whether every solution of a puzzle is one of another puzzle.
    RestrictionReply {
        /// Whether it is; absent if that is not known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        restricts: Option<bool>,
        /// A solution that is not one of the other puzzle.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        counterexample: Option<String>,
        /// Why there is no answer: `multiple`, `unsatisfiable` or `malformed`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<String>,
        /// The limit that ended the work: `nodes`, `time` or `cancelled`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<String>,
    }
}

reply! {
    /// Whether a layout of regions has a filling.
    LayoutReply {
        /// Whether it has; absent if that is not known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        filled: Option<bool>,
        /// A filling.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        solution: Option<String>,
        /// Why there is no answer: `multiple`, `unsatisfiable` or `malformed`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<String>,
        /// The limit that ended the work: `nodes`, `time` or `cancelled`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<String>,
    }
}

//! What a grid violates.

use serde::{Deserialize, Serialize};

use super::{LimitOptions, answer, question};

question! {
    /// List the clues and rules that a grid violates, or why it cannot be completed
    ///
    /// Examples:
    ///   arcdoku verify --grid 1324423124133142 1.....3..4.....2
    ///   arcdoku verify --grid 12.............. --format json 1.....3..4.....2
    Verify = "verify" -> VerifyReply, fails "the grid violates a clue or a rule, or cannot be completed" {
        /// Grid: one character per cell, or numbers separated by spaces; '.' for an empty cell
        grid: String,
    } with { limits: LimitOptions, }
}

answer! {
    /// What a grid violates.
    ///
    /// Outcomes: `unsatisfiable` (the clues break a rule) or `malformed` (the puzzle or the grid).
    VerifyReply {
        /// The grid.
        grid: String,
        /// Whether it is a solution, or can be completed to one; absent if a limit was reached.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        holds: Option<bool>,
        /// Whether every cell is filled.
        full: bool,
        /// Clues and rules that the grid violates.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        violations: Vec<ViolationReply>,
        /// Rules, houses and digits that contradict each other, where nothing is violated yet but there is no solution.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        because: Vec<String>,
    }
}

/// A clue or rule that a grid violates.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ViolationReply {
    /// The text of the rule; `clue` for a clue.
    pub rule: String,
    /// The part of the rule, such as `row 3`.
    pub part: String,
    /// The cells that violate it.
    pub cells: Vec<String>,
}

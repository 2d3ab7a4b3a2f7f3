//! Whether a puzzle is valid, unique and minimal.

use serde::{Deserialize, Serialize};

use super::{LimitOptions, StrategyOptions, answer, question};
use crate::outcome::Refutation;

arcdoku::choices! {
    /// Which puzzles are searched for redundant clues.
    pub enum When: Auto {
        /// Up to 9x9
        Auto = "auto",
        /// For every puzzle; a redundant clue is a failure
        Always = "always",
        /// Not at all
        Never = "never",
    }
}

crate::choice_values!(When = "always");

question! {
    /// Check whether puzzles are valid, unique and minimal
    ///
    /// Examples:
    ///   arcdoku check puzzles.txt
    ///   arcdoku check --minimal --format tsv puzzles.txt
    ///   arcdoku check --because --rule diagonals puzzle.txt
    Check = "check" -> CheckReply, fails "a puzzle does not have exactly one solution, is not minimal (with --minimal), or the solution that came with it is wrong" {
        /// Look for redundant clues: auto (up to 9x9), always (puzzles that are not minimal fail) or never
        minimal: When = When::Auto,
        /// Without a solution, find a smallest set of contradictory rules and clues
        because: bool,
    } with { search: StrategyOptions, limits: LimitOptions, }
}

answer! {
    /// Whether a puzzle is valid, unique and minimal.
    ///
    /// Outcomes: `malformed`.
    CheckReply {
        /// The number of clues.
        clues: usize,
        /// Whether the puzzle could be read and has a solution; absent if a limit came first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        valid: Option<bool>,
        /// Whether it has exactly one solution; absent if a limit came first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unique: Option<bool>,
        /// Whether no clue is redundant; absent if it was not requested or has no meaning.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        minimal: Option<bool>,
        /// The clues that can be removed individually without a second solution.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        redundant: Vec<String>,
        /// Whether the solution that came with the puzzle is right.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        agrees: Option<bool>,
        /// How the absence of a solution was shown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        refutation: Option<Refutation>,
        /// Rules, houses and clues that contradict each other, if they were requested.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        because: Vec<String>,
        /// Whether none of these can be left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        smallest: Option<bool>,
    }
}

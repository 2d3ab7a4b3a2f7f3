//! Answers to questions about one puzzle.

use arcdoku::search::Stats;
use serde::{Deserialize, Serialize};

use crate::head::reply;
use crate::outcome::{Limit, Refutation, SolveOutcome};

reply! {
    /// The answer to one puzzle.
    SolveReply {
        /// `unique`, `multiple`, `solved` (no second solution was searched for), `unsatisfiable`, `unknown`,
        /// `counted`, or `malformed`.
        outcome: SolveOutcome,
        /// `fast9` for the specialized engines, which count only nodes and backtracks. Otherwise the list of the
        /// parts of the strategy, with its seed if a part is random. Absent if nothing was solved.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        strategy: Option<String>,
        /// A solution, if one is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        solution: Option<String>,
        /// A second solution, if the puzzle has several.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        second: Option<String>,
        /// How the absence of a solution was shown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        refutation: Option<Refutation>,
        /// Rules, houses and clues that contradict each other, if requested.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        because: Vec<String>,
        /// Whether the list in `because` is minimal: every entry is needed for the contradiction.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        smallest: Option<bool>,
        /// The limit that ended the work.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<Limit>,
        /// The number of solutions found, if they were counted. A string, because it may exceed what JSON readers
        /// hold in a number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        count: Option<String>,
        /// Whether `count` is the number of all solutions.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        exact: Option<bool>,
        /// Whether the solution that came with the puzzle is correct.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        agrees: Option<bool>,
        /// Search statistics.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stats: Option<Counters>,
    }
}

/// One solution of a puzzle in a list of all solutions; the [`SolveReply`] follows the last one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FoundSolution {
    /// [`VERSION`](crate::VERSION).
    pub version: u32,
    /// The number of the puzzle in the input, from 1.
    pub number: u64,
    /// The number of the solution, from 1.
    pub index: u64,
    /// The solution.
    pub solution: String,
}

/// Search statistics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Counters {
    /// Expanded nodes.
    pub nodes: u64,
    /// Values that were tried and retracted.
    pub backtracks: u64,
    /// Runs of propagators.
    pub propagations: u64,
    /// Digits that propagators removed.
    pub eliminations: u64,
    /// Arcs revised (AC-3 only).
    pub revisions: u64,
    /// The maximum number of open decisions.
    pub max_depth: u32,
    /// Restarts from the root.
    pub restarts: u64,
    /// Contradictions found by a conflict-driven search; absent for other searches.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub conflicts: u64,
    /// Clauses learned from these contradictions; absent for other searches.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub learned: u64,
    /// Wall time in microseconds.
    pub time_us: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl From<&Stats> for Counters {
    fn from(stats: &Stats) -> Self {
        Self {
            nodes: stats.nodes,
            backtracks: stats.backtracks,
            propagations: stats.propagations,
            eliminations: stats.eliminations,
            revisions: stats.revisions,
            max_depth: stats.max_depth,
            restarts: stats.restarts,
            conflicts: stats.conflicts,
            learned: stats.learned,
            time_us: stats.time.unwrap_or_default().as_micros() as u64,
        }
    }
}

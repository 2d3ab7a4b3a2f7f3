//! Comparisons of strategies.

use serde::{Deserialize, Serialize};

use crate::outcome::SolveOutcome;

/// The results of strategies on the same puzzles.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompareReport {
    /// [`VERSION`](crate::VERSION).
    pub version: u32,
    /// The question: `first` or `unique`.
    pub question: String,
    /// The number of puzzles.
    pub puzzles: u64,
    /// The maximum number of nodes per puzzle, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node_limit: Option<u64>,
    /// The maximum time per puzzle in microseconds, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_limit_us: Option<u64>,
    /// One row per strategy.
    pub strategies: Vec<StrategyReport>,
    /// Puzzles on which the answers disagree, one sentence each. There should be none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disagreements: Vec<String>,
}

/// The result of one strategy.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StrategyReport {
    /// The name, or the parts as entered.
    pub name: String,
    /// All parts.
    pub parts: String,
    /// Puzzles with an answer.
    pub solved: u64,
    /// Answered puzzles that needed no search: no node was expanded.
    #[serde(default)]
    pub no_search: u64,
    /// Puzzles on which a limit was reached first.
    pub gave_up: u64,
    /// Expanded nodes in total.
    pub nodes: u64,
    /// Backtracks in total.
    pub backtracks: u64,
    /// Runs of propagators in total.
    pub propagations: u64,
    /// Eliminations in total.
    pub eliminations: u64,
    /// Arcs revised in total (AC-3 only).
    #[serde(default)]
    pub revisions: u64,
    /// Contradictions in total (conflict-driven search only).
    #[serde(default)]
    pub conflicts: u64,
    /// Clauses learned in total (conflict-driven search only).
    #[serde(default)]
    pub learned: u64,
    /// Restarts in total.
    #[serde(default)]
    pub restarts: u64,
    /// Wall time in total, in microseconds.
    pub time_us: u64,
    /// Nodes per puzzle.
    pub nodes_each: Distribution,
    /// Microseconds per puzzle.
    pub time_us_each: Distribution,
}

/// The result of one strategy on one puzzle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunRow {
    /// The index of the puzzle among the readable ones, from 0.
    pub puzzle: usize,
    /// Its clues.
    pub clues: usize,
    /// The index of the strategy, from 0.
    pub strategy: usize,
    /// The outcome, as in [`SolveReply`](crate::SolveReply).
    pub outcome: SolveOutcome,
    /// Expanded nodes.
    pub nodes: u64,
    /// Backtracks.
    pub backtracks: u64,
    /// Runs of propagators.
    pub propagations: u64,
    /// Eliminations.
    pub eliminations: u64,
    /// Contradictions (conflict-driven search only).
    #[serde(default)]
    pub conflicts: u64,
    /// Clauses learned (conflict-driven search only).
    #[serde(default)]
    pub learned: u64,
    /// Restarts.
    #[serde(default)]
    pub restarts: u64,
    /// Time in microseconds.
    pub time_us: f64,
}

/// The distribution of a number over the puzzles (nearest rank).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Distribution {
    /// The minimum.
    pub min: f64,
    /// The first quartile.
    pub q1: f64,
    /// The median.
    pub median: f64,
    /// The third quartile.
    pub q3: f64,
    /// The 95th percentile.
    pub p95: f64,
    /// The maximum.
    pub max: f64,
}

impl Distribution {
    /// The distribution of these values; all zero without values. Sorts the slice.
    pub fn of(values: &mut [f64]) -> Self {
        values.sort_unstable_by(f64::total_cmp);
        let rank = |percent: usize| {
            let rank = (values.len() * percent).div_ceil(100).max(1);
            values.get(rank - 1).copied().unwrap_or(0.0)
        };
        Self { min: rank(0), q1: rank(25), median: rank(50), q3: rank(75), p95: rank(95), max: rank(100) }
    }
}

/// A kind of rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleRow {
    /// [`VERSION`](crate::VERSION).
    pub version: u32,
    /// The name: the first word of its text.
    pub name: String,
    /// The family of the rule, by its drawing or its subject.
    pub family: String,
    /// The text of an example.
    pub example: String,
    /// The meaning, in one sentence.
    pub summary: String,
    /// How setters draw it.
    pub style: String,
}

/// A named strategy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StrategyRow {
    /// [`VERSION`](crate::VERSION).
    pub version: u32,
    /// The name.
    pub name: String,
    /// All parts.
    pub parts: String,
    /// Its source.
    pub source: String,
    /// A summary, in one line.
    pub summary: String,
}

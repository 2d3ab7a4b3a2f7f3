//! What a search did, in numbers.

use std::time::Duration;

/// Counters of one search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// Expanded nodes: times an undecided variable with at least one candidate was chosen. Plain
    /// backtracking knows no candidates and counts every choice of an empty cell.
    pub nodes: u64,
    /// Values that were tried and taken back: because inference or the check refused them,
    /// because the search below them failed, or because more solutions were wanted.
    pub backtracks: u64,
    /// Runs of propagators.
    pub propagations: u64,
    /// Digits that propagators removed from domains.
    pub eliminations: u64,
    /// Arcs revised (AC-3 only).
    pub revisions: u64,
    /// The most decisions that were open at once.
    pub max_depth: u32,
    /// Times the search began again from the root.
    pub restarts: u64,
    /// Solutions found.
    pub solutions: u128,
    /// Wall time, if the [limits](crate::Limits) are timed or have a time limit.
    pub time: Option<Duration>,
}

impl Stats {
    /// Whether propagation alone gave the answer.
    pub fn without_search(&self) -> bool {
        self.nodes == 0
    }
}

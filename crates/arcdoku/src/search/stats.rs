//! Counters of a search.

use std::time::Duration;

/// The counters of one search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// Expanded nodes: the number of times that an undecided variable with at least one candidate was chosen. Plain
    /// backtracking has no candidates and counts every choice of an empty cell.
    pub nodes: u64,
    /// Values that were tried and undone because inference or the check rejected them, because the search below them
    /// failed, or to find more solutions.
    pub backtracks: u64,
    /// Runs of propagators.
    pub propagations: u64,
    /// Digits that propagators removed from domains; in a conflict-driven search, all excluded digits.
    pub eliminations: u64,
    /// Arcs revised (AC-3 only).
    pub revisions: u64,
    /// The largest number of decisions that were open at the same time.
    pub max_depth: u32,
    /// Contradictions that a conflict-driven search found.
    pub conflicts: u64,
    /// Clauses that a conflict-driven search learned.
    pub learned: u64,
    /// Restarts from the root.
    pub restarts: u64,
    /// Solutions found.
    pub solutions: u128,
    /// Wall time, if the [limits](crate::puzzle::Limits) are timed or have a time limit.
    pub time: Option<Duration>,
}

impl Stats {
    /// Whether propagation alone found the answer.
    pub fn without_search(&self) -> bool {
        self.nodes == 0
    }

    /// Adds the counters of an earlier search for the same question, except solutions and time.
    pub(crate) fn follow(&mut self, before: &Self) {
        self.nodes += before.nodes;
        self.backtracks += before.backtracks;
        self.propagations += before.propagations;
        self.eliminations += before.eliminations;
        self.revisions += before.revisions;
        self.conflicts += before.conflicts;
        self.learned += before.learned;
        self.restarts += before.restarts;
        self.max_depth = self.max_depth.max(before.max_depth);
    }
}

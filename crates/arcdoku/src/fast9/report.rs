//! Reports of an engine.

use crate::grid::Digit;
use crate::puzzle::{Limit, Solution};

/// The findings of an engine about a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EngineReport {
    /// Number of solutions found, at most the wanted number.
    pub solutions: u64,
    /// The first two solutions found: digits 1 to 9, row-major; zeros if there is no such solution. If one of several
    /// solutions was wanted, which one it is may depend on the [tier](super::Tier), and may differ in a batch.
    pub grids: [[u8; 81]; 2],
    /// Number of decisions, which are the nodes of the search tree. A batch may need a different number for the same
    /// puzzle. If one solution was wanted, or more than two, the number for a long search may also depend on the tier.
    pub guesses: u64,
    /// Number of decisions taken back.
    pub backtracks: u64,
    /// The limit that ended the work before the answer was known, if any.
    pub limit: Option<Limit>,
}

impl EngineReport {
    /// The report before the work begins.
    pub(super) const NOTHING: Self =
        Self { solutions: 0, grids: [[0; 81]; 2], guesses: 0, backtracks: 0, limit: None };

    /// The first solution, if one was found.
    pub fn first(&self) -> Option<Solution> {
        (self.solutions > 0).then(|| solution(&self.grids[0]))
    }

    /// The second solution, if one was found.
    pub fn second(&self) -> Option<Solution> {
        (self.solutions > 1).then(|| solution(&self.grids[1]))
    }
}

/// Converts a full grid of digits 1 to 9, row-major. There is no branch per cell and no allocation, because only the
/// engine takes a larger share of the time of a batch.
#[inline]
pub(crate) fn solution(grid: &[u8; 81]) -> Solution {
    Solution::classic(grid.map(|digit| Digit::new(digit).unwrap_or(Digit::from_index(0))))
}

//! Tables of pairs.

use crate::grid::{Digit, DigitSet};

/// The pairs of digits that two cells may hold: for each digit of the first, a set for the second.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PairTable([DigitSet; 64]);

impl PairTable {
    /// The table of the pairs of the first `digits` digits for which `allows` is true.
    pub fn new(digits: usize, mut allows: impl FnMut(Digit, Digit) -> bool) -> Self {
        let all = DigitSet::all(digits);
        let mut rows = [DigitSet::EMPTY; 64];
        for first in all {
            rows[first.index()] = all.iter().filter(|&second| allows(first, second)).collect();
        }
        Self(rows)
    }

    /// The digits of the second cell that are allowed with `first`.
    #[inline]
    pub fn row(&self, first: Digit) -> DigitSet {
        self.0[first.index()]
    }

    /// Whether the pair is in the table.
    #[inline]
    pub fn contains(&self, first: Digit, second: Digit) -> bool {
        self.row(first).contains(second)
    }

    /// The rows: for each digit of the first cell, by its index, the digits of the second.
    pub fn rows(&self) -> &[DigitSet; 64] {
        &self.0
    }

    /// The table for the two cells in reverse order.
    #[must_use]
    pub fn transposed(&self) -> Self {
        let mut rows = [DigitSet::EMPTY; 64];
        for (first, row) in self.0.iter().enumerate() {
            row.iter().for_each(|second| rows[second.index()].insert(Digit::from_index(first)));
        }
        Self(rows)
    }

    /// Whether the pairs are the same in both orders.
    pub fn is_symmetric(&self) -> bool {
        *self == self.transposed()
    }
}

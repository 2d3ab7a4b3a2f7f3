//! How often digits occur.

use crate::grid::{Digit, DigitSet};

/// The number of cells that hold a digit of the set is in a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Occurrences {
    /// The digits that are counted together.
    pub digits: DigitSet,
    /// The least number of cells.
    pub least: u16,
    /// The greatest number of cells.
    pub most: u16,
}

impl Occurrences {
    /// Exactly `count` cells hold a digit of the set.
    pub fn exactly(digits: DigitSet, count: u16) -> Self {
        Self { digits, least: count, most: count }
    }

    /// At least `count` cells hold a digit of the set.
    pub fn at_least(digits: DigitSet, count: u16) -> Self {
        Self { digits, least: count, most: u16::MAX }
    }

    pub(super) fn holds(&self, cells: &[Option<Digit>]) -> bool {
        let sure = cells.iter().flatten().filter(|&&digit| self.digits.contains(digit)).count();
        let open = cells.iter().filter(|cell| cell.is_none()).count();
        sure <= usize::from(self.most) && sure + open >= usize::from(self.least)
    }
}

/// How often each digit occurs, by its index.
fn counts(cells: &[Option<Digit>]) -> [usize; 64] {
    let mut counts = [0; 64];
    cells.iter().flatten().for_each(|digit| counts[digit.index()] += 1);
    counts
}

/// See [`Relation::SelfCounting`](super::Relation::SelfCounting).
pub(super) fn self_counting(offset: i32, cells: &[Option<Digit>]) -> bool {
    let counts = counts(cells);
    let open = cells.iter().filter(|cell| cell.is_none()).count() as i64;
    let missing =
        counts.iter().enumerate().filter(|(_, count)| **count > 0).try_fold(0, |sum, (index, &count)| {
            let missing = index as i64 + 1 - i64::from(offset) - count as i64;
            (missing >= 0).then_some(sum + missing)
        });
    missing.is_some_and(|missing| missing <= open)
}

/// See [`Relation::SameDigits`](super::Relation::SameDigits).
pub(super) fn same_digits(lists: usize, cells: &[Option<Digit>]) -> bool {
    if lists == 0 || !cells.len().is_multiple_of(lists) {
        return false;
    }
    let size = cells.len() / lists;
    if size == 0 {
        return true;
    }
    let counts: Vec<[usize; 64]> = cells.chunks(size).map(counts).collect();
    // All lists hold the same digits, so one list must have room for the digits of all lists together.
    let union: usize = (0..64).map(|index| counts.iter().map(|of| of[index]).max().unwrap_or(0)).sum();
    union <= size
}

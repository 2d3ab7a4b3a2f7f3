//! The combinations of digits that cells with different digits and a known sum can have.

use crate::deduction::GridState;
use crate::grid::{Cell, Digit, DigitSet, Matching};

/// The largest number of combinations that are listed.
const MOST: usize = 2_000;

/// The sets of digits that `cells`, which have different digits, can have together, smallest first; `None` if there
/// are too many. The digits add up to `sum` if a sum is given; otherwise the set is one of the listed sets.
pub(crate) fn combinations(
    state: &dyn GridState,
    cells: &[Cell],
    sum: Option<u32>,
    listed: Option<&[DigitSet]>,
) -> Option<Vec<DigitSet>> {
    let sets: Vec<DigitSet> = cells.iter().map(|&cell| state.left(cell)).collect();
    let mut all = Vec::new();
    if let Some(listed) = listed {
        all.extend(listed.iter().filter(|set| set.len() == cells.len()));
    } else {
        let union = sets.iter().fold(DigitSet::EMPTY, |union, set| union | *set);
        let digits: Vec<Digit> = union.iter().collect();
        let sum = i64::from(sum?);
        let mut walk = Walk { digits: &digits, sum, found: &mut all, is_cut: false };
        walk.choose(0, cells.len(), 0, DigitSet::EMPTY);
        if walk.is_cut {
            return None;
        }
    }
    all.retain(|&set| fits(set, &sets));
    Some(all)
}

struct Walk<'a> {
    digits: &'a [Digit],
    sum: i64,
    found: &'a mut Vec<DigitSet>,
    is_cut: bool,
}

impl Walk<'_> {
    /// Chooses `more` of the digits, starting at a place.
    fn choose(&mut self, from: usize, more: usize, so_far: i64, chosen: DigitSet) {
        if more == 0 {
            if so_far == self.sum {
                self.is_cut |= self.found.len() >= MOST;
                if !self.is_cut {
                    self.found.push(chosen);
                }
            }
            return;
        }
        for at in from..self.digits.len() {
            let number = i64::from(self.digits[at].get());
            // The remaining numbers are greater, so the sum would be too large as well.
            if self.is_cut || so_far + number * more as i64 > self.sum || at + more > self.digits.len() {
                return;
            }
            self.choose(at + 1, more - 1, so_far + number, chosen | DigitSet::single(self.digits[at]));
        }
    }
}

/// Whether the digits of a set can be assigned to the cells, one to each cell.
fn fits(set: DigitSet, sets: &[DigitSet]) -> bool {
    let mut matching = Matching::new();
    (0..sets.len()).all(|cell| matching.add(cell, |cell| (sets[cell] & set).bits()).is_ok())
}

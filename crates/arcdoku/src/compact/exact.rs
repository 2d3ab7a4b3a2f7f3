//! Cells that all differ, where the sums of some first cells are known. Domain consistent.
//!
//! A large cage is one case: all cells have a sum. Another case is a house with cages inside: its cells are ordered by
//! cage, so after each cage the digits so far have a known sum. This prevents two cages of a house from using the same
//! digits.

use crate::compact::board::{Board, Empty};
use crate::csp::propagators::{Family, Lattice, MOST_DIGITS, SUMS};
use crate::grid::DigitSet;

/// Cells that all differ, with known sums of the first cells.
#[derive(Debug)]
pub(super) struct Exact {
    cells: Box<[u8]>,
    /// The sets that all cells can take.
    wanted: Box<Family>,
    /// The passes before the first run.
    passes: Lattice,
}

/// The sets of `count` digits with a sum; all such sets if the sum is `None`.
fn sets(count: usize, sum: Option<u32>, digits: usize) -> Family {
    let mut found = Family::NONE;
    for set in (0..1_u64 << digits).map(DigitSet::from_bits) {
        let is_sum = sum.is_none_or(|sum| u32::from(SUMS[set.bits() as usize]) == sum);
        if is_sum && set.len() == count {
            found.insert(set);
        }
    }
    found
}

impl Exact {
    /// The cells of each part have the given sum. The cells of all parts and the other cells differ. `None` if there are
    /// too many digits.
    pub(super) fn new(parts: &[(&[u8], u32)], others: &[u8], digits: usize) -> Option<Self> {
        if digits > MOST_DIGITS {
            return None;
        }
        let (mut cells, mut sum) = (Vec::new(), 0);
        let mut ends = Vec::new();
        for (part, of_part) in parts {
            cells.extend_from_slice(part);
            sum += of_part;
            ends.push((cells.len(), sum));
        }
        cells.extend_from_slice(others);
        let mut passes = Lattice::new(cells.len(), digits);
        for &(count, sum) in &ends {
            passes.restrict(count, sets(count, Some(sum), digits));
        }
        let wanted = Box::new(sets(cells.len(), None, digits));
        Some(Self { cells: cells.into(), wanted, passes })
    }

    pub(super) fn cells(&self) -> &[u8] {
        &self.cells
    }

    pub(super) fn passes(&self) -> Lattice {
        self.passes.clone()
    }

    pub(super) fn propagate(&self, board: &mut Board<'_>, passes: &mut Lattice) -> Result<(), Empty> {
        let Self { cells, wanted, .. } = self;
        passes.reach(|x| DigitSet::from_bits(board.domain(cells[x]).into()));
        let mut kept = [0_u16; MOST_DIGITS];
        passes.keep(wanted, |x, keep| kept[x] = keep.bits() as u16).ok_or(Empty)?;
        cells.iter().zip(kept).try_for_each(|(&cell, kept)| board.narrow(cell, kept))
    }
}

//! Cells that all differ, where the sums of some first cells are known. Domain consistent.
//!
//! A large cage is one case: all cells have a sum. Another case is a house with cages inside: its cells are ordered by
//! cage, so after each cage the digits so far have a known sum. This prevents two cages of a house from using the same
//! digits.

use crate::compact::board::{Board, Empty};
use crate::csp::propagators::{Family, Lattice, MOST_DIGITS, combinations};
use crate::grid::DigitSet;

/// Cells that all differ, with known sums of the first cells.
#[derive(Debug)]
pub(super) struct Exact {
    cells: Box<[u8]>,
    /// The passes before the first run.
    passes: Lattice,
}

impl Exact {
    /// The cells of each part have the given sum. The cells of all parts and the other cells differ. `None` if there are
    /// too many digits.
    pub(super) fn new(parts: &[(&[u8], u32)], others: &[u8], digits: usize) -> Option<Self> {
        if digits > MOST_DIGITS {
            return None;
        }
        let mut cells = parts.iter().map(|part| part.0).collect::<Vec<_>>().concat();
        let (mut count, mut sum) = (0, 0);
        let mut passes = Lattice::new(cells.len() + others.len(), digits);
        for (part, of_part) in parts {
            count += part.len();
            sum += *of_part as usize;
            let mut wanted = Family::NONE;
            combinations(count, sum, digits)?.into_iter().for_each(|set| wanted.insert(set));
            passes.restrict(count, wanted);
        }
        cells.extend_from_slice(others);
        Some(Self { cells: cells.into(), passes })
    }

    pub(super) fn cells(&self) -> &[u8] {
        &self.cells
    }

    pub(super) fn passes(&self) -> Lattice {
        self.passes.clone()
    }

    pub(super) fn propagate(&self, board: &mut Board<'_>, passes: &mut Lattice) -> Result<(), Empty> {
        let cells = &self.cells;
        passes.reach(|x| DigitSet::from_bits(board.domain(cells[x]).into()));
        let mut kept = [0_u16; MOST_DIGITS];
        passes.keep(&Family::ALL, |x, keep| kept[x] = keep.bits() as u16).ok_or(Empty)?;
        cells.iter().zip(kept).try_for_each(|(&cell, kept)| board.narrow(cell, kept))
    }
}

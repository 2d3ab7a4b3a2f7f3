//! A state under an assumption, and the resulting singles: the look-ahead of nets.

use crate::deduction::Candidates;
use crate::deduction::houses::{CELLS, HOUSES_OF, NEIGHBORS};
use crate::grid::{Cell, DigitSet};

/// Cells, counts and singles of a state that may have become contradictory.
///
/// It does not share the code of [`Candidates`], because it does not react to contradictions. As in B. Hobiger's
/// tables, counts may drop below 0, cells may be filled twice, and a cell that loses its last candidate leaves the
/// counts of its houses unchanged.
#[derive(Clone, Debug)]
pub(super) struct SinglesTrial {
    pub(super) cells: [u16; 81],
    values: [u8; 81],
    pub(super) counts: [[i8; 9]; 27],
    naked: Vec<(u8, u8)>,
    hidden: Vec<(u8, u8)>,
}

impl SinglesTrial {
    pub(super) fn new(state: &Candidates) -> Self {
        let of = |singles: &crate::deduction::SinglesQueue| {
            singles.waiting().map(|(cell, digit)| (cell as u8, digit as u8)).collect()
        };
        Self {
            cells: state.cells,
            values: state.values,
            counts: state.counts.map(|counts| counts.map(u8::cast_signed)),
            naked: of(&state.naked),
            hidden: of(&state.hidden),
        }
    }

    /// Copies another state, reusing the memory.
    pub(super) fn reset(&mut self, other: &Self) {
        self.cells = other.cells;
        self.values = other.values;
        self.counts = other.counts;
        self.naked.clone_from(&other.naked);
        self.hidden.clone_from(&other.hidden);
    }

    /// Eliminates a candidate.
    pub(super) fn remove(&mut self, cell: usize, digit: usize) {
        let bit = 1 << digit;
        if self.cells[cell] & bit == 0 {
            return;
        }
        self.cells[cell] &= !bit;
        if self.cells[cell] == 0 {
            return;
        }
        if self.cells[cell].is_power_of_two() {
            self.naked.push((cell as u8, self.cells[cell].trailing_zeros() as u8));
        }
        for house in HOUSES_OF[cell] {
            let count = &mut self.counts[usize::from(house)][digit];
            *count = count.wrapping_sub(1);
            if *count == 1 {
                self.hidden_arises(house.into(), digit);
            } else if *count == 0 {
                let gone = self.hidden.iter().position(|&(cell, single)| {
                    usize::from(single) == digit && HOUSES_OF[usize::from(cell)].contains(&house)
                });
                if let Some(gone) = gone {
                    self.hidden.remove(gone);
                }
            }
        }
    }

    /// Fills a cell, even if it has another digit.
    pub(super) fn fill(&mut self, cell: usize, digit: usize) {
        if usize::from(self.values[cell]) == digit + 1 {
            return;
        }
        self.values[cell] = digit as u8 + 1;
        let own = std::mem::take(&mut self.cells[cell]);
        for neighbor in NEIGHBORS[cell] {
            self.remove(neighbor.index(), digit);
        }
        for other in DigitSet::from_bits(own.into()) {
            let other = other.index();
            for house in HOUSES_OF[cell] {
                let count = &mut self.counts[usize::from(house)][other];
                *count = count.wrapping_sub(1);
                if *count == 1 && other != digit {
                    self.hidden_arises(house.into(), other);
                }
            }
        }
    }

    fn hidden_arises(&mut self, house: usize, digit: usize) {
        let place = CELLS[house].iter().find(|&&cell| self.cells[usize::from(cell)] >> digit & 1 == 1);
        if let Some(&cell) = place {
            self.hidden.push((cell, digit as u8));
        }
    }

    /// The current singles: a cell, a digit and whether it is naked. Naked singles come first.
    pub(super) fn singles(&self, singles: &mut Vec<(usize, usize, bool)>) {
        singles.clear();
        let at = |&(cell, digit): &(u8, u8)| (usize::from(cell), usize::from(digit));
        for (cell, digit) in self.naked.iter().map(at) {
            if self.values[cell] == 0 {
                singles.push((cell, digit, true));
            }
        }
        let mut seen = crate::grid::CellSet::EMPTY;
        for (cell, digit) in self.hidden.iter().map(at) {
            let counts = HOUSES_OF[cell].map(|house| self.counts[usize::from(house)][digit]);
            if self.values[cell] == 0 && !seen.contains(Cell::new(cell)) && counts.contains(&1) {
                seen.insert(Cell::new(cell));
                singles.push((cell, digit, false));
            }
        }
    }
}

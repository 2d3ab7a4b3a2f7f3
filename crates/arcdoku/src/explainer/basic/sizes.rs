//! Bit sets for several techniques: cells by their number of candidates, and choices of sets whose union has the same
//! number of elements as there are sets.

use std::ops::ControlFlow;

use super::super::Board;
use crate::deduction::Candidate;
use crate::deduction::houses::{CELLS, HOUSES, HOUSES_OF, NEIGHBORS};
use crate::grid::{Cell, CellSet, DigitSet};

/// For each word of nine bits, the number of its bits that are set.
pub(super) static COUNT: [u8; 512] = {
    let mut count = [0; 512];
    let mut word = 0;
    while word < 512 {
        count[word] = word.count_ones() as u8;
        word += 1;
    }
    count
};

/// The number of bits that are set in a word of nine bits.
#[inline]
pub(super) fn count(word: u16) -> u8 {
    COUNT[usize::from(word & 0x1ff)]
}

/// The cells that a cell sees.
#[inline]
pub(super) fn seen(cell: usize) -> u128 {
    NEIGHBORS[cell].bits()
}

/// Whether a set has at least two elements.
#[inline]
pub(super) fn is_many(set: u128) -> bool {
    set & set.wrapping_sub(1) != 0
}

/// The cells of a set, ascending.
#[inline]
pub(super) fn members(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        lowest
    })
}

/// The cells of a house as bits.
#[inline]
pub(super) fn house(index: usize) -> u128 {
    HOUSES[index].bits()
}

/// The cells at these positions of a house.
pub(super) fn cells_at(house: usize, positions: u16) -> CellSet {
    super::super::board::bits(positions).map(|at| Cell::new(CELLS[house][at].into())).collect()
}

pub(super) fn digit_set(digits: u16) -> DigitSet {
    DigitSet::from_bits(digits.into())
}

/// The candidates of a digit in these cells.
pub(super) fn of_digit(cells: u128, digit: usize) -> impl Iterator<Item = Candidate> {
    members(cells).map(move |cell| Candidate::at(cell, digit))
}

/// The candidates of a cell among these digits.
pub(super) fn of_cell(cell: usize, digits: u16) -> impl Iterator<Item = Candidate> {
    super::super::board::bits(digits).map(move |digit| Candidate::at(cell, digit))
}

/// The empty cells by their number of candidates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CellsBySize {
    pub one: u128,
    pub two: u128,
    pub three: u128,
    pub four: u128,
    pub more: u128,
}

impl CellsBySize {
    pub(super) fn of(board: &Board) -> Self {
        // Counts in binary, each bit for all cells together.
        let [mut ones, mut twos, mut fours, mut eights] = [0; 4];
        for &cells in &board.digits {
            let carry = ones & cells;
            ones ^= cells;
            let next = twos & carry;
            twos ^= carry;
            eights |= fours & next;
            fours |= next;
        }
        let (low, more) = (!(fours | eights), eights | fours & (ones | twos));
        Self {
            one: low & ones & !twos,
            two: low & twos & !ones,
            three: low & ones & twos,
            four: fours & !more,
            more,
        }
    }

    /// The cells with 2 to `most` candidates; `most` is at most 4.
    pub(super) fn up_to(&self, most: u8) -> u128 {
        let mut cells = self.two;
        if most > 2 {
            cells |= self.three;
        }
        if most > 3 {
            cells |= self.four;
        }
        cells
    }
}

/// For each house, the positions of its cells that are in a set.
pub(super) fn by_house(set: u128) -> [u16; 27] {
    let mut houses = [0; 27];
    for cell in members(set) {
        for (house, position) in HOUSES_OF[cell].iter().zip(super::super::board::POSITIONS[cell]) {
            houses[usize::from(*house)] |= 1 << position;
        }
    }
    houses
}

/// Sets to choose from, each with the bit that represents the set. The bits are in ascending order.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ChoiceItems {
    sets: [u16; 10],
    bits: [u16; 10],
    len: usize,
}

impl ChoiceItems {
    #[inline]
    pub(super) fn push(&mut self, bit: usize, set: u16) {
        self.push_if(true, bit, set);
    }

    /// There is no branch here, because the processor could not predict it.
    #[inline]
    pub(super) fn push_if(&mut self, wanted: bool, bit: usize, set: u16) {
        self.sets[self.len] = set;
        self.bits[self.len] = 1 << bit;
        self.len += usize::from(wanted);
    }

    /// Calls `each` with every choice of `size` sets whose union has `size` elements: the bits of the chosen sets, as
    /// an ascending number, and the union.
    #[inline]
    pub(super) fn choose(
        &self,
        size: u8,
        each: &mut impl FnMut(u16, u16) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.choose_of(size, size, each)
    }

    /// Like [`choose`](Self::choose); the number of sets is the length of `chosen`.
    #[inline]
    pub(super) fn choose_of(
        &self,
        chosen: u8,
        size: u8,
        each: &mut impl FnMut(u16, u16) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.len < usize::from(chosen) {
            return ControlFlow::Continue(());
        }
        self.walk(self.len, chosen, size, 0, 0, each)
    }

    /// Chooses `left` more sets below an index. The highest set is chosen first, so choices are in ascending order as
    /// numbers.
    fn walk(
        &self,
        below: usize,
        left: u8,
        size: u8,
        chosen: u16,
        union: u16,
        each: &mut impl FnMut(u16, u16) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for index in usize::from(left) - 1..below {
            let (chosen, union) = (chosen | self.bits[index], union | self.sets[index]);
            if count(union) > size {
                continue;
            }
            if left > 1 {
                self.walk(index, left - 1, size, chosen, union, each)?;
            } else if count(union) == size {
                each(chosen, union)?;
            }
        }
        ControlFlow::Continue(())
    }
}

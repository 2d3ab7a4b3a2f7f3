//! The almost locked sets of a state, and the candidates that they have or see.

use crate::deduction::houses::{CELLS, NEIGHBORS};
use crate::deduction::{Als, Candidates};
use crate::grid::{Cell, CellSet, DigitSet};

/// An almost locked set: n cells of a house with n + 1 digits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AlmostLockedSet {
    /// The cells.
    pub(crate) cells: CellSet,
    /// The digits, as bits.
    pub(crate) digits: u16,
    /// The cells of the set where each digit is possible.
    pub(crate) places: [CellSet; 9],
    /// For each digit, the candidates outside of the set that see all its places in the set.
    pub(crate) sees: [CellSet; 9],
}

impl AlmostLockedSet {
    fn new(state: &Candidates, cells: CellSet, digits: u16) -> Self {
        let mut places = [CellSet::EMPTY; 9];
        let mut sees = [CellSet::EMPTY; 9];
        for digit in bits(digits) {
            places[digit] = cells & state.places[digit];
            // A place does not see itself, so no result is a place of the set.
            sees[digit] =
                places[digit].iter().fold(state.places[digit], |seen, cell| seen & NEIGHBORS[cell.index()]);
        }
        Self { cells, digits, places, sees }
    }

    /// The set as part of a pattern.
    pub(crate) fn shown(&self) -> Als {
        Als { cells: self.cells, digits: DigitSet::from_bits(self.digits.into()) }
    }
}

/// The digits of a set of bits, ascending.
#[inline]
pub(crate) fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let bit = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(bit)
    })
}

/// Appends all almost locked sets: first those in rows, then those in columns, then those in boxes. Within a house,
/// sets are in reading order, and a set comes before its extensions. A set in several houses is appended only once, for
/// the first of them.
pub(super) fn collect(state: &Candidates, sets: &mut Vec<AlmostLockedSet>) {
    for (house, of_house) in CELLS.iter().enumerate() {
        let (mut cells, mut items, mut count) = ([(0, 0); 9], [0; 9], 0);
        for (at, &cell) in of_house.iter().enumerate() {
            let digits = state.cells[usize::from(cell)];
            if digits != 0 {
                (cells[count], items[count]) = ((cell, at), digits);
                count += 1;
            }
        }
        subsets(&items[..count], &mut |chosen, digits| {
            let of = |i: &u8| cells[usize::from(*i)];
            if house >= 9 {
                let at = chosen.iter().fold(0, |set: u16, i| set | 1 << of(i).1);
                if is_known(house, at) {
                    return;
                }
            }
            let set = chosen.iter().map(|i| Cell::new(of(i).0.into())).collect();
            sets.push(AlmostLockedSet::new(state, set, digits));
        });
    }
}

/// Whether the positions `at` of a house also lie in a house of an earlier kind.
fn is_known(house: usize, at: u16) -> bool {
    if house < 18 {
        return at.is_power_of_two();
    }
    (0..3).any(|line| at & !(0b111 << (3 * line)) == 0 || at & !(0b1_001_001 << line) == 0)
}

/// Calls `each` with every choice of items whose union has one bit more than there are chosen items: with their
/// positions and their union, in preorder.
fn subsets(items: &[u16], each: &mut impl FnMut(&[u8], u16)) {
    let mut chosen = [0; 9];
    let mut unions = [0; 10];
    let (mut depth, mut next) = (0, 0);
    loop {
        if next == items.len() {
            if depth == 0 {
                return;
            }
            depth -= 1;
            next = usize::from(chosen[depth]) + 1;
            continue;
        }
        let union = unions[depth] | items[next];
        chosen[depth] = next as u8;
        next += 1;
        let (digits, size) = (union.count_ones() as usize, depth + 1);
        if digits == size + 1 && size < 9 {
            each(&chosen[..size], union);
        }
        // If there are more digits than this, adding the remaining items cannot make the counts fit.
        if digits <= size + 1 + (items.len() - next) {
            depth = size;
            unions[depth] = union;
        }
    }
}

/// For each candidate, the almost locked sets that have it or whose places of the digit it sees, as bits.
#[derive(Debug, Default)]
pub(super) struct AlsIndex {
    /// Number of words of a row.
    pub(super) words: usize,
    /// One row per candidate (81 rows per digit): the sets that have the candidate.
    holds: Vec<u64>,
    /// One row per candidate: the sets in which the candidate sees all places of its digit.
    seen: Vec<u64>,
    /// One row per cell: the sets that contain the cell.
    members: Vec<u64>,
    /// One row per digit: the sets that have the digit.
    have: Vec<u64>,
}

impl AlsIndex {
    pub(super) fn build(&mut self, sets: &[AlmostLockedSet]) {
        let words = sets.len().div_ceil(64);
        self.words = words;
        for (table, rows) in
            [(&mut self.holds, 729), (&mut self.seen, 729), (&mut self.members, 81), (&mut self.have, 9)]
        {
            table.clear();
            table.resize(rows * words, 0);
        }
        for (number, set) in sets.iter().enumerate() {
            let (word, bit) = (number / 64, 1 << (number % 64));
            for cell in set.cells {
                self.members[cell.index() * words + word] |= bit;
            }
            for digit in bits(set.digits) {
                self.have[digit * words + word] |= bit;
                for cell in set.places[digit] {
                    self.holds[(digit * 81 + cell.index()) * words + word] |= bit;
                }
                for cell in set.sees[digit] {
                    self.seen[(digit * 81 + cell.index()) * words + word] |= bit;
                }
            }
        }
    }

    /// The sets in which the candidate `digit` of `cell` sees all places of the digit.
    pub(super) fn seeing(&self, digit: usize, cell: usize) -> &[u64] {
        &self.seen[(digit * 81 + cell) * self.words..][..self.words]
    }

    /// The sets that are linked with `set` by the restricted common `digit`: its places of the digit and the places
    /// of the other set see each other.
    pub(super) fn linked(&self, state: &Candidates, set: &AlmostLockedSet, digit: usize, row: &mut [u64]) {
        if set.sees[digit].is_empty() {
            row.fill(0);
            return;
        }
        row.copy_from_slice(&self.have[digit * self.words..][..self.words]);
        // A set with a place of the digit that `set` does not see is not linked.
        for cell in state.places[digit].minus(set.sees[digit]) {
            take(row, &self.holds[(digit * 81 + cell.index()) * self.words..][..self.words]);
        }
    }

    /// Removes the sets that share a cell with `set` from `row`.
    pub(super) fn apart(&self, set: &AlmostLockedSet, row: &mut [u64]) {
        for cell in set.cells {
            take(row, &self.members[cell.index() * self.words..][..self.words]);
        }
    }

    /// Adds to `row` the sets that see a candidate of `digit` that `set` also sees.
    pub(super) fn common(&self, set: &AlmostLockedSet, digit: usize, row: &mut [u64]) {
        for cell in set.sees[digit] {
            for (word, &more) in row.iter_mut().zip(self.seeing(digit, cell.index())) {
                *word |= more;
            }
        }
    }
}

fn take(row: &mut [u64], gone: &[u64]) {
    for (word, &gone) in row.iter_mut().zip(gone) {
        *word &= !gone;
    }
}

/// The numbers of the set bits of a row, from `from` to below `to`.
pub(super) fn ones(row: impl Iterator<Item = u64>, from: usize, to: usize) -> impl Iterator<Item = usize> {
    row.enumerate().skip(from / 64).take(to.div_ceil(64).saturating_sub(from / 64)).flat_map(
        move |(index, word)| {
            let mut word = word;
            if index == from / 64 {
                word &= u64::MAX << (from % 64);
            }
            if index == to / 64 {
                word &= !(u64::MAX << (to % 64));
            }
            std::iter::from_fn(move || {
                if word == 0 {
                    return None;
                }
                let bit = word.trailing_zeros() as usize;
                word &= word - 1;
                Some(index * 64 + bit)
            })
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_precede_their_extensions() {
        let mut found = Vec::new();
        subsets(&[0b11, 0b110, 0b11, 0b1100], &mut |chosen, digits| found.push((chosen.to_vec(), digits)));
        let expected: &[(&[u8], u16)] = &[
            (&[0], 0b11),
            (&[0, 1], 0b111),
            (&[0, 1, 3], 0b1111),
            (&[0, 2, 3], 0b1111),
            (&[1], 0b110),
            (&[1, 2], 0b111),
            (&[1, 2, 3], 0b1111),
            (&[1, 3], 0b1110),
            (&[2], 0b11),
            (&[3], 0b1100),
        ];
        let found: Vec<(&[u8], u16)> = found.iter().map(|(chosen, digits)| (&chosen[..], *digits)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn bits_of_rows() {
        let row = [0b1010, 1, 1 << 63];
        let all = |from, to| ones(row.iter().copied(), from, to).collect::<Vec<_>>();
        assert_eq!(all(0, 192), [1, 3, 64, 191]);
        assert_eq!(all(2, 191), [3, 64]);
        assert_eq!(all(4, 64), Vec::<usize>::new());
        assert_eq!(all(64, 65), [64]);
    }
}

//! The grid for the searches of the Explainer: candidates by cell, by digit, and by house.

use crate::deduction::Candidates;
use crate::deduction::houses::{HOUSES_OF, NEIGHBORS};

/// Boxes, columns, rows: the order of houses for singles and sets. Indices of [`House`](crate::deduction::House).
pub(crate) const BCR: [u8; 27] =
    [18, 19, 20, 21, 22, 23, 24, 25, 26, 9, 10, 11, 12, 13, 14, 15, 16, 17, 0, 1, 2, 3, 4, 5, 6, 7, 8];

/// Boxes, rows, columns: the order of houses for loops, graves and chains.
pub(crate) const BRC: [u8; 27] =
    [18, 19, 20, 21, 22, 23, 24, 25, 26, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17];

/// The positions of each cell in its row, its column and its box, 0 to 8.
pub(crate) const POSITIONS: [[u8; 3]; 81] = {
    let mut positions = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        positions[cell] = [column as u8, row as u8, (3 * (row % 3) + column % 3) as u8];
        cell += 1;
    }
    positions
};

/// A grid of candidates. Filled cells have none.
///
/// ```text
///  cells    candidates of a cell, bit = digit index          81 words
///  places   positions of a digit in a house, bit = position  27 x 9 words, houses as in `House`
///  digits   cells that have the digit, bit = cell            9 words of 128 bits
///  filled   filled cells with the digit                       9 bytes
///  empty    cells of a house that are not filled             27 bytes
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    pub cells: [u16; 81],
    pub places: [[u16; 9]; 27],
    pub digits: [u128; 9],
    pub filled: [u8; 9],
    pub empty: [u8; 27],
}

impl Default for Board {
    fn default() -> Self {
        Self { cells: [0; 81], places: [[0; 9]; 27], digits: [0; 9], filled: [0; 9], empty: [0; 27] }
    }
}

impl Board {
    /// The board of a state.
    pub(crate) fn of(state: &Candidates) -> Self {
        let mut board =
            Self { cells: [0; 81], places: [[0; 9]; 27], digits: [0; 9], filled: [0; 9], empty: [9; 27] };
        for cell in 0..81 {
            let value = state.values[cell];
            if value != 0 {
                board.filled[usize::from(value) - 1] += 1;
                HOUSES_OF[cell].iter().for_each(|&house| board.empty[usize::from(house)] -= 1);
                continue;
            }
            board.cells[cell] = state.cells[cell];
            for digit in bits(state.cells[cell]) {
                board.digits[digit] |= 1 << cell;
                for (house, position) in HOUSES_OF[cell].iter().zip(POSITIONS[cell]) {
                    board.places[usize::from(*house)][digit] |= 1 << position;
                }
            }
        }
        board
    }

    /// The number of empty cells.
    pub(crate) fn open(&self) -> usize {
        usize::from(81 - self.filled.iter().sum::<u8>())
    }

    /// Whether all cells are filled.
    pub(crate) fn is_full(&self) -> bool {
        self.open() == 0
    }

    /// Removes an existing candidate.
    #[inline]
    pub(crate) fn eliminate(&mut self, cell: usize, digit: usize) {
        debug_assert!(self.cells[cell] >> digit & 1 == 1);
        self.flip(cell, digit);
    }

    #[inline]
    fn flip(&mut self, cell: usize, digit: usize) {
        self.cells[cell] ^= 1 << digit;
        self.digits[digit] ^= 1 << cell;
        let ([row, column, square], positions) = (HOUSES_OF[cell], POSITIONS[cell]);
        self.places[usize::from(row)][digit] ^= 1 << positions[0];
        self.places[usize::from(column)][digit] ^= 1 << positions[1];
        self.places[usize::from(square)][digit] ^= 1 << positions[2];
    }

    /// Puts a candidate back.
    pub(crate) fn restore(&mut self, cell: usize, digit: usize) {
        debug_assert!(self.cells[cell] >> digit & 1 == 0);
        self.flip(cell, digit);
    }

    /// Fills an empty cell, and removes the digit from its neighbors.
    pub(crate) fn place(&mut self, cell: usize, digit: usize) {
        for other in bits(self.cells[cell]) {
            self.eliminate(cell, other);
        }
        let mut seen = NEIGHBORS[cell].bits() & self.digits[digit];
        while seen != 0 {
            self.eliminate(seen.trailing_zeros() as usize, digit);
            seen &= seen - 1;
        }
        self.filled[digit] += 1;
        HOUSES_OF[cell].iter().for_each(|&house| self.empty[usize::from(house)] -= 1);
    }
}

/// The positions of the bits of a word, ascending.
#[inline]
pub(crate) fn bits(mut word: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        lowest
    })
}

/// Whether exactly one bit is set. Does not count bits, which is slow on the oldest supported machines.
#[inline]
#[allow(clippy::manual_is_power_of_two, reason = "it counts the bits")]
pub(crate) fn is_one(word: u16) -> bool {
    word != 0 && word & (word - 1) == 0
}

/// Whether exactly two bits are set.
#[inline]
pub(crate) fn is_two(word: u16) -> bool {
    is_one(word & word.wrapping_sub(1))
}

/// Whether at least three bits are set.
#[inline]
pub(crate) fn is_three_or_more(word: u16) -> bool {
    let rest = word & word.wrapping_sub(1);
    rest & rest.wrapping_sub(1) != 0
}

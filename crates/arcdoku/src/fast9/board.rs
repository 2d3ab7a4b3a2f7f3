//! A puzzle as both engines hold it.
//!
//! ```text
//!  a band of a digit: one word                        the cells of a band, by bit
//!
//!   31 30 29 28      20 19 18      10  9  8       0     0  1  2 | 10 11 12 | 20 21 22
//!  '--' -- '--------' -- '--------' -- '--------'       3  4  5 | 13 14 15 | 23 24 25
//!  none spare  box 2  spare  box 1  spare  box 0        6  7  8 | 16 17 18 | 26 27 28
//! ```
//!
//! A box takes ten bits: nine cells, three rows of three, and a spare bit that catches the carry
//! when all boxes of a word are counted at once. A band is a word, a digit three words, a puzzle 27
//! words: bit set = candidate. Rows of the box are neighbors, so mini-rows and mini-columns of all boxes
//! are found by shifts of one and three.

use crate::grid::DigitSet;

/// The same nine or ten bits for each of the three boxes.
pub(super) const fn fields(bits: u32) -> u32 {
    bits | bits << 10 | bits << 20
}

/// All cells of a band.
pub(super) const ALL: u32 = fields(0o777);

/// The bit of each cell of a band, row-major.
pub(super) const BIT: [u8; 27] = {
    let mut bits = [0; 27];
    let mut cell = 0;
    while cell < 27 {
        let (row, column) = (cell / 9, cell % 9);
        bits[cell] = (10 * (column / 3) + 3 * row + column % 3) as u8;
        cell += 1;
    }
    bits
};

/// The cell of a band at each bit, row-major; 255 for bits without a cell.
pub(super) const CELL: [u8; 32] = {
    let mut cells = [255; 32];
    let mut cell = 0;
    while cell < 27 {
        cells[BIT[cell] as usize] = cell as u8;
        cell += 1;
    }
    cells
};

/// The candidates of a puzzle: a row of words for each band. The first nine are the digits, and
/// [`SINGLES`] is the place of the cells that are decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Board(pub(super) [Row; 3]);

/// More than the deepest search: every open branch decides a cell.
pub(super) const DEEPEST: usize = 82;

/// A band of a puzzle: a word for each digit, and what goes with them.
pub(super) type Row = [u32; 16];

/// The place of the decided cells in a [`Row`].
pub(super) const SINGLES: usize = 9;

/// The digits of a grid, row-major, 0 for an empty cell; padded to whole vectors.
pub(super) type Cells = [u8; 96];

impl Board {
    pub(super) const EMPTY: Self = Self([[0; 16]; 3]);

    /// From the digits of each cell.
    pub(super) fn of_clues(cells: &Cells) -> Self {
        let mut board = Self::EMPTY;
        for band in 0..3 {
            let mut clues = [0; 16];
            for (cell, &digit) in cells[27 * band..27 * band + 27].iter().enumerate() {
                clues[usize::from(digit & 15)] |= 1 << BIT[cell];
            }
            board.0[band][..9].copy_from_slice(&clues[1..10]);
        }
        board.open();
        board
    }

    /// Opens the cells that are given to no digit to every digit.
    #[inline(always)]
    pub(super) fn open(&mut self) {
        for row in &mut self.0 {
            let mut given = 0;
            for digit in 0..9 {
                given |= row[digit];
            }
            for digit in 0..9 {
                row[digit] |= ALL & !given;
            }
            row[SINGLES] = given;
        }
    }

    /// From the candidates of each cell, row-major.
    pub(super) fn of_candidates(sets: impl IntoIterator<Item = DigitSet>) -> Self {
        let mut board = Self::EMPTY;
        for (cell, set) in sets.into_iter().enumerate().take(81) {
            let (row, bit) = (&mut board.0[cell / 27], 1 << BIT[cell % 27]);
            for digit in 0..9 {
                if set.bits() >> digit & 1 == 1 {
                    row[digit] |= bit;
                }
            }
            if set.is_single() {
                row[SINGLES] |= bit;
            }
        }
        board
    }

    /// The digits of a board with one candidate a cell.
    pub(super) fn digits(&self) -> [u8; 81] {
        let mut digits = [0; 81];
        for (band, row) in self.0.iter().enumerate() {
            for digit in 0..9 {
                let mut word = row[digit];
                while word != 0 {
                    digits[27 * band + usize::from(CELL[word.trailing_zeros() as usize])] = digit as u8 + 1;
                    word &= word - 1;
                }
            }
        }
        digits
    }
}

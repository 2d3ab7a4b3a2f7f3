//! The candidates of a 9x9 grid in the layout of both engines.
//!
//! ```text
//!  a band of a digit: one word                        the cells of a band, by bit
//!
//!   31 30 29 28      20 19 18      10  9  8       0     0  1  2 | 10 11 12 | 20 21 22
//!  '--' -- '--------' -- '--------' -- '--------'       3  4  5 | 13 14 15 | 23 24 25
//!  none spare  box 2  spare  box 1  spare  box 0        6  7  8 | 16 17 18 | 26 27 28
//! ```
//!
//! A box takes ten bits: nine cells, three rows of three, and a spare bit that catches the carry when all boxes of a
//! word are counted in one addition. A band of one digit takes a word, a digit takes three words, and a puzzle takes 27
//! words. A set bit is a candidate. The cells of a box are in row-major order, so shifts by one and by three find the
//! mini-rows and mini-columns of all boxes.

use crate::grid::{Cell, DigitSet};

/// Repeats nine or ten bits in each of the three boxes of a band.
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

/// The candidates of a 9x9 grid in the layout of the engines.
///
/// A caller that answers many questions about almost the same grid keeps a board: setting a cell takes a few
/// instructions, and an engine starts from the board without loading it. A board holds the candidates that were set
/// and infers nothing.
///
/// ```
/// use arcdoku::fast9::{Board, Engine};
/// use arcdoku::{Cell, Digit, DigitSet, Limits};
///
/// let grid = *b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// let mut board = Board::new(&grid.map(|digit| digit - b'0'));
/// // Do the other cells determine the 5 of the first one?
/// board.set(Cell::new(0), DigitSet::all(9).minus(DigitSet::single(Digit::from_index(4))));
/// assert_eq!(Engine::new().answer(&board, 1, &Limits::NONE).solutions, 0);
/// ```
// There is one row of words per band: the nine digits, and then the decided cells at `SINGLES`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Board(pub(super) [Row; 3]);

/// An upper bound on the depth of a search, because every open branch has decided a cell.
pub(super) const DEEPEST: usize = 82;

/// A band of a puzzle: a word for each digit, followed by further words such as [`SINGLES`].
pub(super) type Row = [u32; 16];

/// The index of the decided cells in a [`Row`].
pub(super) const SINGLES: usize = 9;

/// The index in a [`Row`] of the cells whose digits were already removed from their neighbors, if the rules keep track
/// of these cells.
pub(super) const PLACED: usize = 10;

/// The digits of a grid, row-major, 0 for an empty cell; padded to whole vectors.
pub(super) type Cells = [u8; 96];

impl Board {
    pub(super) const EMPTY: Self = Self([[0; 16]; 3]);

    /// The grid in which every cell may hold every digit.
    pub const OPEN: Self = {
        let mut board = Self::EMPTY;
        let mut band = 0;
        while band < 3 {
            let mut digit = 0;
            while digit < 9 {
                board.0[band][digit] = ALL;
                digit += 1;
            }
            band += 1;
        }
        board
    };

    /// Creates a board from 81 clues, row-major: 1 to 9 for a digit, any other number for an empty cell.
    pub fn new(clues: &[u8; 81]) -> Self {
        let mut cells: Cells = [0; 96];
        for (cell, &digit) in cells.iter_mut().zip(clues) {
            *cell = if digit > 9 { 0 } else { digit };
        }
        Self::of_clues(&cells)
    }

    /// Sets the candidates of a cell. Digits above 9 are ignored. A cell without candidates leaves the grid
    /// without a solution.
    ///
    /// # Panics
    /// If the cell is outside of the grid.
    #[inline]
    pub fn set(&mut self, cell: Cell, candidates: DigitSet) {
        let row = &mut self.0[cell.index() / 27];
        let at = BIT[cell.index() % 27];
        let bits = candidates.bits() as u32 & 0x1FF;
        for digit in 0..9 {
            row[digit] = row[digit] & !(1 << at) | (bits >> digit & 1) << at;
        }
        #[expect(clippy::manual_is_power_of_two, reason = "counting bits without popcnt takes many steps")]
        let single = bits != 0 && bits & (bits - 1) == 0;
        row[SINGLES] = row[SINGLES] & !(1 << at) | u32::from(single) << at;
    }

    /// Creates a board from the clue of each cell.
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

    /// Sets all candidates in the cells without a clue.
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

    /// Creates a board from the candidates of each cell, row-major.
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

    /// Removes the candidates that `other` does not have.
    pub(super) fn meet(&mut self, other: &Self) {
        for (row, other) in self.0.iter_mut().zip(&other.0) {
            for digit in 0..9 {
                row[digit] &= other[digit];
            }
        }
        self.count_singles();
    }

    /// Marks the cells with one candidate as decided.
    pub(super) fn count_singles(&mut self) {
        for row in &mut self.0 {
            let (mut one, mut two) = (0, 0);
            for digit in 0..9 {
                two |= one & row[digit];
                one |= row[digit];
            }
            row[SINGLES] = one & !two;
        }
    }

    /// Writes the digits of a board with one candidate per cell.
    pub(super) fn digits(&self, digits: &mut [u8; 81]) {
        for (band, row) in self.0.iter().enumerate() {
            for digit in 0..9 {
                let mut word = row[digit];
                while word != 0 {
                    digits[27 * band + usize::from(CELL[word.trailing_zeros() as usize])] = digit as u8 + 1;
                    word &= word - 1;
                }
            }
        }
    }
}

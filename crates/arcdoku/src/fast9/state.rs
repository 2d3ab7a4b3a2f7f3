//! A grid between questions: clues come and go, and only what changed is written.

use super::board::{ALL, BIT, Board, Cells, SINGLES};
use crate::grid::{Cell, DigitSet};

/// The candidates of a 9x9 grid as the engines hold them, for whoever asks many questions about almost the same
/// grid: setting a cell costs a few instructions, and the engines begin from it without loading.
///
/// Nothing is inferred here: a state is what was set.
///
/// ```
/// use arcdoku::fast9::{Engine, State};
/// use arcdoku::{Cell, Digit, DigitSet, Limits};
///
/// let grid = *b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// let mut state = State::new(&grid.map(|digit| digit - b'0'));
/// // Is the 5 of the first cell determined by the others?
/// state.set(Cell::new(0), DigitSet::all(9).minus(DigitSet::single(Digit::from_index(4))));
/// assert_eq!(Engine::new().answer(&state, 1, &Limits::NONE).solutions, 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State(pub(super) Board);

impl State {
    /// The grid in which every cell may hold every digit.
    pub const OPEN: Self = {
        let mut board = Board::EMPTY;
        let mut band = 0;
        while band < 3 {
            let mut digit = 0;
            while digit < 9 {
                board.0[band][digit] = ALL;
                digit += 1;
            }
            band += 1;
        }
        Self(board)
    };

    /// From digits, row-major: 1 to 9, and any other number for an empty cell.
    pub fn new(clues: &[u8; 81]) -> Self {
        let mut cells: Cells = [0; 96];
        for (cell, &digit) in cells.iter_mut().zip(clues) {
            *cell = if digit > 9 { 0 } else { digit };
        }
        Self(Board::of_clues(&cells))
    }

    /// Gives a cell these candidates; those above 9 are passed over. A cell without one makes a grid without a
    /// solution.
    ///
    /// # Panics
    /// If the cell is outside of the grid.
    #[inline]
    pub fn set(&mut self, cell: Cell, candidates: DigitSet) {
        let row = &mut self.0.0[cell.index() / 27];
        let at = BIT[cell.index() % 27];
        let bits = candidates.bits() as u32 & 0x1FF;
        for digit in 0..9 {
            row[digit] = row[digit] & !(1 << at) | (bits >> digit & 1) << at;
        }
        #[expect(clippy::manual_is_power_of_two, reason = "without popcnt that counts bits in many steps")]
        let single = bits != 0 && bits & (bits - 1) == 0;
        row[SINGLES] = row[SINGLES] & !(1 << at) | u32::from(single) << at;
    }
}

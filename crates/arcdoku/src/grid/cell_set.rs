//! Sets of cells.

use super::Cell;
use super::word_set::word_set;

word_set! {
    /// A set of cells of a grid with at most 128 cells (9x9 has 81): bit `i` stands for the cell with index `i`.
    ///
    /// # Panics
    /// In debug builds, [`single`](Self::single), [`contains`](Self::contains), [`insert`](Self::insert) and
    /// [`remove`](Self::remove) panic if the cell's index is above 127.
    CellSet(u128) of Cell("cell"), Cell::new,
    /// The cells of a [`CellSet`] in ascending order.
    CellSetIter
}

impl CellSet {
    /// The first `n` cells.
    ///
    /// # Panics
    /// If `n >= 128`.
    #[inline]
    pub const fn all(n: usize) -> Self {
        assert!(n < 128, "at most 127 cells");
        Self((1 << n) - 1)
    }
}

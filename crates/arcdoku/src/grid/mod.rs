//! Cells, digits, shapes and their symmetries.
//!
//! ```text
//!            stack 0   stack 1   stack 2        a cell   = row * N + column, row-major from the top left
//!          +---------+---------+---------+      a digit  = 1..=N, N <= 64
//!  band 0  |  box 0  |  box 1  |  box 2  |      a box    = `box_rows` rows x `box_cols` columns
//!          +---------+---------+---------+      a house  = row, column or box (or an extra all-different set)
//!  band 1  |  box 3  |  box 4  |  box 5  |
//!          +---------+---------+---------+      N = box_rows * box_cols
//!  band 2  |  box 6  |  box 7  |  box 8  |
//!          +---------+---------+---------+
//! ```
//!
//! Digits, cells, sets and shapes are small `Copy` values. There is no input, output or rule here.

mod bit_set;
mod bits;
mod cell_set;
mod digit;
mod matching;
mod per_cell;
mod shape;
mod symmetry;
mod word_set;

pub(crate) use bit_set::BitSet;
pub use bits::{BitWord, Bits};
pub use cell_set::{CellSet, CellSetIter};
pub use digit::{Digit, DigitSet, DigitSetIter, InvalidDigit};
pub use matching::Matching;
pub(crate) use per_cell::PerCell;
pub use shape::{Cell, CellName, InvalidCellName, InvalidShape, Shape};
pub use symmetry::Symmetry;

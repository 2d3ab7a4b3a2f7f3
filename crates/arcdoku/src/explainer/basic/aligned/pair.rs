//! Technique 20.

use std::ops::ControlFlow;

use super::super::super::Board;
use super::super::super::board::bits;
use super::super::super::scale;
use super::super::RatedSink;
use super::super::sizes::{CellsBySize, is_many, members, seen};
use super::{AlignedCells, excluded, pair_index, step};
use crate::deduction::Technique;

/// Reports pairs by their second cell, then by their first.
pub(in super::super) fn pairs(board: &Board, sizes: &CellsBySize, out: RatedSink<'_>) -> ControlFlow<()> {
    let base = AlignedCells::of(sizes, sizes.two);
    let mut found = Vec::new();
    for (digit, cells) in reach(board, sizes, &base).into_iter().enumerate() {
        for b in members(cells) {
            for a in members(alongside(board, &base, b, digit)) {
                if is_many(base.excluders(a) & seen(b)) {
                    found.push((a.max(b), a.min(b)));
                }
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    for (b, a) in found {
        let common = base.excluders(a) & seen(b);
        let gone = excluded(board, &[a, b], common);
        out(scale::base(20, 0), step(board, Technique::AlignedPair, &[a, b], common, &gone))?;
    }
    ControlFlow::Continue(())
}

/// For each digit: the cells in which excluders rule out all other candidates if the digit is in the second cell of the
/// pair.
fn reach(board: &Board, sizes: &CellsBySize, base: &AlignedCells) -> [u128; 9] {
    let mut excluders = [0; 36];
    for cell in members(sizes.two) {
        excluders[pair_index(board.cells[cell])] |= seen(cell);
    }
    let mut reach = [base.cells; 9];
    for (digit, cells) in reach.iter_mut().enumerate() {
        for (other, places) in board.digits.iter().enumerate() {
            if other != digit {
                *cells &= !places | excluders[pair_index(1 << digit | 1 << other)];
            }
        }
    }
    reach
}

/// The cells that lose the digit, for every digit of `b`.
fn alongside(board: &Board, base: &AlignedCells, b: usize, digit: usize) -> u128 {
    let mut cells = base.cells & board.digits[digit] & !(1 << b);
    let with_digit = base.excluders(b) & board.digits[digit];
    for other in bits(board.cells[b]) {
        cells &= if other == digit {
            seen(b)
        } else {
            members(with_digit & board.digits[other]).fold(0, |near, excluder| near | seen(excluder))
        };
    }
    cells
}

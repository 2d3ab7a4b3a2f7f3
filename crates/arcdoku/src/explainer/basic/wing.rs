//! Techniques 13 and 14: XY-wing and XYZ-wing.

use super::super::board::{Board, bits};
use super::super::scale;
use super::sizes::{CellsBySize, digit_set, members, of_digit, seen};
use super::{RatedStep, Step};
use crate::deduction::{Pattern, Technique};
use crate::grid::{Cell, CellSet, Digit};

/// Pivot xy, pincers xz and yz.
pub(super) fn xy(board: &Board, sizes: &CellsBySize) -> Option<RatedStep> {
    let digits = &board.digits;
    for pivot in members(sizes.two) {
        let near = seen(pivot) & sizes.two;
        let mut pair = bits(board.cells[pivot]);
        let (Some(x), Some(y)) = (pair.next(), pair.next()) else { continue };
        let [with_x, with_y] = [near & digits[x] & !digits[y], near & digits[y] & !digits[x]];
        if with_x == 0 || with_y == 0 {
            continue;
        }
        for a in members(with_x | with_y) {
            let of_x = with_x >> a & 1 == 1;
            let others = if of_x { with_y } else { with_x };
            let z = (board.cells[a] & !board.cells[pivot]).trailing_zeros() as usize;
            let places = digits[z] & seen(a);
            for b in members(others & digits[z]) {
                let gone = places & seen(b);
                if gone != 0 {
                    return Some(rated(board, 2, pivot, [a, b], z, gone));
                }
            }
        }
    }
    None
}

/// Pivot xyz, pincers xz and yz.
pub(super) fn xyz(board: &Board, sizes: &CellsBySize) -> Option<RatedStep> {
    for pivot in members(sizes.three) {
        let digits = board.cells[pivot];
        let outside = bits(!digits & 0x1ff).fold(0, |cells, digit| cells | board.digits[digit]);
        let near = seen(pivot) & sizes.two & !outside;
        if near & near.wrapping_sub(1) == 0 {
            continue;
        }
        for a in members(near) {
            for b in members(near).filter(|&b| board.cells[b] != board.cells[a]) {
                let z = (board.cells[a] & board.cells[b]).trailing_zeros() as usize;
                let gone = board.digits[z] & seen(a) & seen(b) & seen(pivot);
                if gone != 0 {
                    return Some(rated(board, 3, pivot, [a, b], z, gone));
                }
            }
        }
    }
    None
}

fn rated(board: &Board, size: u8, pivot: usize, pincers: [usize; 2], z: usize, gone: u128) -> RatedStep {
    let (tenths, technique) = if size == 2 {
        (scale::base(13, 0), Technique::XyWing)
    } else {
        (scale::base(14, 0), Technique::XyzWing)
    };
    let [a, b] = pincers;
    let digits = digit_set(board.cells[pivot] | board.cells[a] | board.cells[b]);
    let pattern = Pattern::Wing {
        pivot: Some(Cell::new(pivot)),
        pincers: CellSet::from_bits(1 << a | 1 << b),
        digit: Digit::from_index(z),
        digits,
        link: None,
    };
    (tenths, Step::eliminating(technique, digits, of_digit(gone, z).collect(), pattern))
}

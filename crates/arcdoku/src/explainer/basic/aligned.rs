//! Techniques 20 and 22: aligned pair and triple exclusion.
//!
//! A way to fill two or three cells is excluded for one of two reasons: two of the cells see each other and get the
//! same digit, or a cell that sees all of them (an *excluder*) is left without a candidate. A candidate that occurs in
//! no remaining way is eliminated.

mod pair;
mod triple;

pub(super) use pair::pairs;
pub(super) use triple::triples;

use super::super::Board;
use super::super::board::bits;
use super::Step;
use super::sizes::{CellsBySize, count, digit_set, members, seen};
use crate::deduction::{Candidate, Pattern, Technique};
use crate::grid::{Cell, Digit};

#[inline]
fn sees(a: usize, b: usize) -> bool {
    seen(a) >> b & 1 == 1
}

/// The cells that can be aligned: cells that have at least two candidates, see no single, and see an excluder.
struct AlignedCells {
    cells: u128,
    /// The excluders of all cells.
    excluders: u128,
}

impl AlignedCells {
    fn of(sizes: &CellsBySize, excluders: u128) -> Self {
        let shown = members(sizes.one).fold(0, |shown, cell| shown | seen(cell));
        let near = members(excluders).fold(0, |near, cell| near | seen(cell));
        Self { cells: (sizes.up_to(4) | sizes.more) & near & !shown, excluders }
    }

    #[inline]
    fn excluders(&self, cell: usize) -> u128 {
        seen(cell) & self.excluders
    }
}

/// The position of two digits in the list of all 36 pairs.
#[inline]
fn pair_index(digits: u16) -> usize {
    let (low, high) = (digits.trailing_zeros() as usize, 15 - digits.leading_zeros() as usize);
    high * (high - 1) / 2 + low
}

/// The candidates of the two or three cells that occur in no remaining way.
fn excluded(board: &Board, cells: &[usize], common: u128) -> [u16; 3] {
    let mut gone = [0; 3];
    for (gone, &cell) in gone.iter_mut().zip(cells) {
        *gone = board.cells[cell];
    }
    let same = |i: usize, j: usize, digit: usize| u16::from(sees(cells[i], cells[j])) << digit;
    for x in bits(board.cells[cells[0]]) {
        for y in bits(board.cells[cells[1]] & !same(0, 1, x)) {
            // The candidates of the third cell that the excluders allow.
            let (mut out, mut third) = (false, 0x1ff);
            for cell in members(common) {
                let rest = board.cells[cell] & !(1 << x | 1 << y);
                out |= rest == 0;
                third &= if rest.is_power_of_two() { !rest } else { 0x1ff };
            }
            if let Some(&cell) = cells.get(2) {
                third &= board.cells[cell] & !same(0, 2, x) & !same(1, 2, y);
                out |= third == 0;
            }
            if !out {
                gone[0] &= !(1 << x);
                gone[1] &= !(1 << y);
                gone[2] &= !third;
            }
        }
    }
    gone
}

fn step(board: &Board, technique: Technique, cells: &[usize], common: u128, gone: &[u16]) -> Step {
    let mut ways = vec![Vec::new()];
    for &cell in cells {
        let longer = |way: &Vec<usize>| -> Vec<Vec<usize>> {
            bits(board.cells[cell]).map(|digit| [way.as_slice(), &[digit]].concat()).collect()
        };
        ways = ways.iter().flat_map(longer).collect();
    }
    ways.retain(|way| way.iter().zip(gone).any(|(&digit, gone)| gone >> digit & 1 == 1));
    let why = |way: Vec<usize>| {
        let set = way.iter().fold(0, |set, digit| set | 1 << digit);
        let same = (1..cells.len()).any(|i| (0..i).any(|j| way[i] == way[j] && sees(cells[i], cells[j])));
        let emptied = members(common).find(|&cell| board.cells[cell] & !set == 0);
        let digits = way.into_iter().map(Digit::from_index).collect();
        (digits, emptied.filter(|_| !same).map(Cell::new))
    };
    let ways = ways.into_iter().map(why).collect();
    let of_all = gone.iter().fold(0, |all, gone| all | gone);
    let eliminations = cells
        .iter()
        .zip(gone)
        .flat_map(|(&cell, &gone)| bits(gone).map(move |digit| Candidate::at(cell, digit)));
    let pattern = Pattern::Aligned { cells: cells.iter().map(|&cell| Cell::new(cell)).collect(), ways };
    debug_assert!(count(of_all) > 0, "a candidate is excluded");
    Step::eliminating(technique, digit_set(of_all), eliminations.collect(), pattern)
}

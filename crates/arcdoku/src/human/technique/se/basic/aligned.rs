//! Techniques 20 and 22: aligned pair and triple exclusion.
//!
//! A way to fill two or three cells is out if two of them see each other and get the same digit, or if it
//! leaves no candidate to a cell that they all see: an excluder. A candidate without a way goes.

use std::ops::ControlFlow;

use super::super::Board;
use super::super::board::bits;
use super::super::scale;
use super::sizes::{Sizes, count, digit_set, is_many, members};
use super::{Out, Step};
use crate::grid::{Cell, Digit};
use crate::human::candidates::Candidate;
use crate::human::houses::NEIGHBORS;
use crate::human::registry::Technique;
use crate::human::step::Pattern;

#[inline]
fn seen(cell: usize) -> u128 {
    NEIGHBORS[cell].bits()
}

#[inline]
fn sees(a: usize, b: usize) -> bool {
    seen(a) >> b & 1 == 1
}

/// The cells that can be aligned, ascending: two candidates or more, no single in sight, an excluder in sight.
struct Base {
    /// The cells.
    list: Vec<usize>,
    /// The cells as bits.
    cells: u128,
    /// The excluders of all cells.
    excluders: u128,
}

impl Base {
    fn of(sizes: &Sizes, excluders: u128) -> Self {
        let shown = members(sizes.one).fold(0, |shown, cell| shown | seen(cell));
        let cells = (sizes.up_to(4) | sizes.more) & !shown;
        let list: Vec<usize> = members(cells).filter(|&cell| seen(cell) & excluders != 0).collect();
        Self { cells: list.iter().fold(0, |cells, &cell| cells | 1 << cell), list, excluders }
    }

    #[inline]
    fn excluders(&self, cell: usize) -> u128 {
        seen(cell) & self.excluders
    }
}

/// Technique 20.
pub(super) fn pairs(board: &Board, sizes: &Sizes, out: Out<'_>) -> ControlFlow<()> {
    let base = Base::of(sizes, sizes.two);
    // Digits that may have no way if the other cell is this one.
    let reach: Vec<u16> = base
        .list
        .iter()
        .map(|&cell| {
            let ruled_out = ruled_out(board, base.excluders(cell));
            (0..9)
                .filter(|&digit| board.cells[cell] & !(ruled_out[digit] | 1 << digit) == 0)
                .fold(0, |set, digit| set | 1 << digit)
        })
        .collect();
    for (second, &b) in base.list.iter().enumerate() {
        for (first, &a) in base.list[..second].iter().enumerate() {
            if reach[first] & board.cells[b] | reach[second] & board.cells[a] == 0 {
                continue;
            }
            let common = base.excluders(a) & seen(b);
            if is_many(common) {
                let ruled_out = ruled_out(board, common);
                let left = |from: usize, to: usize| {
                    let same = |digit: usize| u16::from(sees(a, b)) << digit;
                    bits(board.cells[from])
                        .filter(|&digit| board.cells[to] & !(ruled_out[digit] | same(digit)) == 0)
                        .fold(0, |gone, digit| gone | 1 << digit)
                };
                let gone = [left(a, b), left(b, a)];
                if gone != [0; 2] {
                    let step = step(board, Technique::AlignedPair, &[a, b], common, &gone);
                    out(scale::base(20, 0), step)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// For each digit, those that cannot stand beside it, for the cells with two candidates among `excluders`.
fn ruled_out(board: &Board, excluders: u128) -> [u16; 9] {
    let mut ruled_out = [0; 9];
    for cell in members(excluders) {
        bits(board.cells[cell]).for_each(|digit| ruled_out[digit] |= board.cells[cell] & !(1 << digit));
    }
    ruled_out
}

/// Technique 22.
pub(super) fn triples(board: &Board, sizes: &Sizes, out: Out<'_>) -> ControlFlow<()> {
    let base = Base::of(sizes, sizes.two | sizes.three);
    if base.list.len() < 3 {
        return ControlFlow::Continue(());
    }
    for (second, &b) in base.list.iter().enumerate() {
        for &a in &base.list[..second] {
            let common = base.excluders(a) & seen(b);
            if !is_many(common) {
                continue;
            }
            let near = base.cells & !(1 << a | 1 << b);
            let third = members(base.excluders(a) & near)
                .chain(members(base.excluders(b) & near & !base.excluders(a)));
            for c in third {
                let common = common & seen(c);
                if is_many(common) {
                    let gone = excluded(board, [a, b, c], common);
                    if gone != [0; 3] {
                        let step = step(board, Technique::AlignedTriple, &[a, b, c], common, &gone);
                        out(scale::base(22, 0), step)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The candidates of three cells without a way.
fn excluded(board: &Board, cells: [usize; 3], common: u128) -> [u16; 3] {
    let mut gone = cells.map(|cell| board.cells[cell]);
    let [of_a, of_b, of_c] = gone;
    let [a, b, c] = cells;
    let [ab, ac, bc] = [sees(a, b), sees(a, c), sees(b, c)];
    for x in bits(of_a) {
        for y in bits(of_b).filter(|&y| y != x || !ab) {
            for z in bits(of_c).filter(|&z| (z != x || !ac) && (z != y || !bc)) {
                let way = 1 << x | 1 << y | 1 << z;
                if members(common).all(|cell| board.cells[cell] & !way != 0) {
                    gone[0] &= !(1 << x);
                    gone[1] &= !(1 << y);
                    gone[2] &= !(1 << z);
                }
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
    debug_assert!(count(of_all) > 0, "something goes");
    Step::eliminating(technique, digit_set(of_all), eliminations.collect(), pattern)
}

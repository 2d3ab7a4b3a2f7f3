//! The loops of technique 15, in the order in which the Sudoku Explainer finds them.

use super::super::super::Board;
use super::super::super::board::bits;
use super::super::sizes::{CellsBySize, house, is_many, members};
use crate::deduction::houses::HOUSES_OF;

/// The places of box, row and column in [`HOUSES_OF`].
const KINDS: [usize; 3] = [2, 0, 1];

/// The largest number of cells of a loop, which has two cells in each row that it touches.
const LONGEST: usize = 18;

/// Calls `each` with the two digits and the cells of every valid loop: starting from every cell with two candidates,
/// ascending, and in both directions.
pub(in super::super) fn each(board: &Board, sizes: &CellsBySize, each: &mut dyn FnMut(u16, &[u8])) {
    // Processed pairs of digits, and the cells that their loops can have.
    let mut cores = [(0, 0); 36];
    let mut known = 0;
    for start in members(sizes.two) {
        let pair = board.cells[start];
        let core = if let Some((_, core)) = cores[..known].iter().find(|(other, _)| *other == pair) {
            *core
        } else {
            let core = core(board, sizes, pair);
            cores[known] = (pair, core);
            known += 1;
            core
        };
        if core >> start & 1 == 1 {
            let mut walk = LoopSearch {
                board,
                pair,
                with: with(board, pair),
                core,
                path: [0; LONGEST],
                length: 0,
                cells: 0,
                marks: [0; 2],
                each,
            };
            walk.visit(start, 2, 0, KINDS.len());
        }
    }
}

/// The cells that have both digits.
fn with(board: &Board, pair: u16) -> u128 {
    bits(pair).fold(u128::MAX, |cells, digit| cells & board.digits[digit])
}

/// The cells that loops of two digits can have. At most two cells of a loop have further candidates, or all cells
/// with further candidates have the same one.
fn core(board: &Board, sizes: &CellsBySize, pair: u16) -> u128 {
    let with = with(board, pair);
    let plain = with & sizes.two;
    let mut core = if is_many(plain) { linked(plain, with & !plain, true) } else { 0 };
    let three = with & sizes.three;
    if is_many(three & three.wrapping_sub(1)) {
        for digit in bits(!pair & 0x1ff) {
            let further = three & board.digits[digit];
            if is_many(further & further.wrapping_sub(1)) {
                core |= linked(plain, further, false);
            }
        }
    }
    core
}

/// Repeatedly removes cells that are the only ones left in one of their houses, and returns the remaining cells. With
/// `few`, a loop has at most two cells with further candidates; if one of them is in a house without a plain cell, the
/// other must be in the same house.
fn linked(plain: u128, further: u128, few: bool) -> u128 {
    let mut cells = plain | further;
    loop {
        let before = cells;
        for cell in members(before) {
            let others = cells & !(1 << cell);
            let is_plain = plain >> cell & 1 == 1;
            // The cells that lie in every house of this cell without a plain cell; all cells if there is no such house.
            let (mut linked, mut other) = (true, u128::MAX);
            for index in HOUSES_OF[cell] {
                let near = others & house(index.into());
                linked &= near != 0;
                other &= if near & plain == 0 { near } else { u128::MAX };
            }
            if !linked || few && !is_plain && other == 0 {
                cells = others;
            }
        }
        if few && !is_many(plain & cells) {
            return 0;
        }
        if cells == before {
            return cells;
        }
    }
}

/// The search for loops from one cell.
struct LoopSearch<'w> {
    board: &'w Board,
    pair: u16,
    /// The cells that have both digits.
    with: u128,
    /// The cells that can be in a valid loop.
    core: u128,
    path: [u8; LONGEST],
    length: usize,
    /// The cells of the path.
    cells: u128,
    /// The houses of cells at even and at odd positions of the path.
    marks: [u32; 2],
    each: &'w mut dyn FnMut(u16, &[u8]),
}

impl LoopSearch<'_> {
    /// Continues from a cell. `allowed` more cells can have any further candidates. `extra` contains the further
    /// candidates of all visited cells, not only of the cells on the path. The Sudoku Explainer does the same, although
    /// it then misses some loops.
    ///
    /// Paths that cannot become valid are skipped, because they do not affect `extra`.
    fn visit(&mut self, cell: usize, allowed: i8, mut extra: u16, last: usize) {
        let houses = HOUSES_OF[cell].iter().fold(0, |houses, &house| houses | 1 << house);
        let parity = self.length % 2;
        if self.marks[parity] & houses != 0 {
            return;
        }
        self.marks[parity] |= houses;
        self.path[self.length] = cell as u8;
        self.length += 1;
        self.cells |= 1 << cell;
        for kind in KINDS.into_iter().filter(|&kind| kind != last) {
            for next in members(self.with & house(HOUSES_OF[cell][kind].into())) {
                if self.cells >> next & 1 == 1 {
                    if next == usize::from(self.path[0]) && self.length >= 4 && self.marks[0] == self.marks[1]
                    {
                        (self.each)(self.pair, &self.path[..self.length]);
                    }
                    continue;
                }
                let more = self.board.cells[next] & !self.pair;
                extra |= more;
                if (more == 0 || extra.is_power_of_two() || allowed > 0) && self.core >> next & 1 == 1 {
                    self.visit(next, allowed - i8::from(more != 0), extra, kind);
                }
            }
        }
        self.length -= 1;
        self.cells &= !(1 << cell);
        self.marks[parity] &= !houses;
    }
}

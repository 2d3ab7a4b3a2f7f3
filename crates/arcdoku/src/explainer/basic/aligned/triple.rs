//! Technique 22.
//!
//! For two cells and a digit, all third cells that lose the digit are computed together. Computing the eliminations for
//! each choice of three cells would take a hundred times as long.

use std::ops::ControlFlow;

use super::super::super::Board;
use super::super::super::board::bits;
use super::super::super::scale;
use super::super::RatedSink;
use super::super::sizes::{CellsBySize, count, is_many, members, seen};
use super::{AlignedCells, excluded, pair_index, sees, step};
use crate::deduction::Technique;

/// Reports triples by their second cell, then by their first, then with excluders of the first cell before others.
pub(in super::super) fn triples(board: &Board, sizes: &CellsBySize, out: RatedSink<'_>) -> ControlFlow<()> {
    let base = AlignedCells::of(sizes, sizes.two | sizes.three);
    let search = TripleSearch { board, base, within: ExcludersWithin::of(board, sizes) };
    for (b, a, _, c) in search.all() {
        let common = search.base.excluders(a) & seen(b) & seen(c);
        let gone = excluded(board, &[a, b, c], common);
        out(scale::base(22, 0), step(board, Technique::AlignedTriple, &[a, b, c], common, &gone))?;
    }
    ControlFlow::Continue(())
}

/// The rank of a triple: its second cell, its first cell, whether the third cell is *not* an excluder of the first, and
/// its third cell.
type TriplePosition = (usize, usize, bool, usize);

struct TripleSearch<'b> {
    board: &'b Board,
    base: AlignedCells,
    within: ExcludersWithin,
}

impl TripleSearch<'_> {
    /// The triples with eliminations, in order.
    fn all(&self) -> Vec<TriplePosition> {
        let (base, alongside) = (&self.base, self.alongside());
        let mut found = Vec::new();
        for (digit, alongside) in alongside.iter().enumerate() {
            if *alongside == [0; 9] {
                continue;
            }
            let fits = self.fits(alongside, digit);
            for b in members(base.cells) {
                for c in members(fits[b] & ((1 << b) - 1)).filter(|&c| fits[c] >> b & 1 == 1) {
                    let common = base.excluders(b) & seen(c);
                    if is_many(common) {
                        for a in members(self.without([b, c], common, digit)) {
                            if is_many(common & seen(a)) {
                                found.extend(self.place([a, b, c]));
                            }
                        }
                    }
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The first rank of a triple of these cells. The third cell must be an excluder of the first or of the second.
    fn place(&self, cells: [usize; 3]) -> Option<TriplePosition> {
        let [x, y, z] = cells;
        let places = [(x, y, z), (x, z, y), (y, z, x)].into_iter().filter_map(|(x, y, third)| {
            let (first, second) = (x.min(y), x.max(y));
            let of = |cell: usize| self.base.excluders(cell) >> third & 1 == 1;
            (of(first) || of(second)).then_some((second, first, !of(first), third))
        });
        places.min()
    }

    /// For two digits: the cells in which excluders rule out every other candidate if these two digits are in the two
    /// other cells of the triple.
    fn alongside(&self) -> [[u128; 9]; 9] {
        let emptied = self.within.seen();
        let mut alongside = [[0; 9]; 9];
        for y in 0..9 {
            for x in 0..y {
                let mut cells = self.base.cells;
                for z in (0..9).filter(|&z| z != x && z != y) {
                    cells &= !self.board.digits[z] | emptied[triple_index(1 << x | 1 << y | 1 << z)];
                }
                alongside[x][y] = cells;
                alongside[y][x] = cells;
            }
        }
        alongside
    }

    /// For each cell: the cells with which it may form a triple in which the third cell loses the digit. Only the
    /// candidates of this cell are considered.
    fn fits(&self, alongside: &[u128; 9], digit: usize) -> [u128; 81] {
        let mut fits = [0; 81];
        for cell in members(self.base.cells) {
            let others = bits(self.board.cells[cell] & !(1 << digit));
            fits[cell] = others.fold(self.base.cells & !(1 << cell), |cells, other| cells & alongside[other]);
        }
        fits
    }

    /// The cells that lose the digit, for all digits of the two cells.
    fn without(&self, [b, c]: [usize; 2], common: u128, digit: usize) -> u128 {
        let mut cells = self.base.cells & self.board.digits[digit] & !(1 << b | 1 << c);
        let both = sees(b, c);
        for y in bits(self.board.cells[b]) {
            for z in bits(self.board.cells[c]).filter(|&z| z != y || !both) {
                let emptied = common & self.within.at(1 << digit | 1 << y | 1 << z);
                let mut out = members(emptied).fold(0, |out, excluder| out | seen(excluder));
                if y == digit {
                    out |= seen(b);
                }
                if z == digit {
                    out |= seen(c);
                }
                cells &= out;
                if cells == 0 {
                    return 0;
                }
            }
        }
        cells
    }
}

/// The position of a set of three digits in the list of all 84 such sets.
#[inline]
fn triple_index(digits: u16) -> usize {
    let low = digits.trailing_zeros() as usize;
    let high = 15 - digits.leading_zeros() as usize;
    let middle = (digits & (digits - 1)).trailing_zeros() as usize;
    high * (high - 1) * (high - 2) / 6 + middle * (middle - 1) / 2 + low
}

/// The excluders that have only digits of a pair, or of a triple.
struct ExcludersWithin {
    two: [u128; 36],
    three: [u128; 84],
}

impl ExcludersWithin {
    fn of(board: &Board, sizes: &CellsBySize) -> Self {
        let mut within = Self { two: [0; 36], three: [0; 84] };
        for cell in members(sizes.two) {
            let digits = board.cells[cell];
            within.two[pair_index(digits)] |= 1 << cell;
            for other in bits(!digits & 0x1ff) {
                within.three[triple_index(digits | 1 << other)] |= 1 << cell;
            }
        }
        for cell in members(sizes.three) {
            within.three[triple_index(board.cells[cell])] |= 1 << cell;
        }
        within
    }

    /// The excluders within a set of one to three digits.
    #[inline]
    fn at(&self, digits: u16) -> u128 {
        match count(digits) {
            3 => self.three[triple_index(digits)],
            2 => self.two[pair_index(digits)],
            _ => 0,
        }
    }

    /// For each set of three digits, the cells that the excluders within this set see.
    fn seen(&self) -> [u128; 84] {
        self.three.map(|cells| members(cells).fold(0, |near, cell| near | seen(cell)))
    }
}

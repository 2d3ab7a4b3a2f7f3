//! Unavoidable sets: cells of a grid whose digits can be rearranged.
//!
//! Every puzzle with the grid as its only solution has a clue in each unavoidable set. A set is minimal if no proper
//! subset of it is unavoidable. Small sets bound the number of clues of a grid from below (see
//! [`fewest_clues`](super::fewest_clues)), as in G. McGuire, B. Tugemann and G. Civario, "There Is No 16-Clue Sudoku:
//! Solving the Sudoku Minimum Number of Clues Problem via Hitting Set Enumeration" (Experimental Mathematics 23, 2014).

use std::collections::BTreeSet;
use std::ops::BitOrAssign;

use crate::grid::{Cell, CellSet, Shape};
use crate::puzzle::Solution;

/// Largest number of cells of a set that [`unavoidable_sets`] looks for.
pub const LARGEST_UNAVOIDABLE: usize = 12;

crate::choice::choices! {
    /// Where to look for unavoidable sets.
    #[non_exhaustive]
    pub enum UnavoidableKind: Any {
        /// Cells of two digits
        TwoDigits = "two-digits",
        /// Two rows of a band, or two columns of a stack
        TwoLines = "two-lines",
        /// Two bands, or two stacks
        TwoBands = "two-bands",
        /// Anywhere
        Any = "any",
    }
}

/// Finds all minimal unavoidable sets of a kind in a 9x9 grid, with up to `most` cells (at most
/// [`LARGEST_UNAVOIDABLE`]), smallest first. Returns nothing if the grid is not a solution of the classic
/// rules.
///
/// The sets of two digits and of two lines are connected components. The other sets are found by a search for grids
/// that differ in few cells. If a cell gets another digit, one cell of each of its houses loses this digit and needs
/// another one. There are no limits: the search stops at twelve cells.
pub fn unavoidable_sets(grid: &Solution, kind: UnavoidableKind, most: usize) -> Vec<CellSet> {
    let most = most.min(LARGEST_UNAVOIDABLE);
    let puzzle = crate::puzzle::Puzzle::new(Shape::CLASSIC);
    if grid.digits().len() != 81 || !puzzle.is_solved_by(grid) {
        return Vec::new();
    }
    let digits: [u8; 81] = std::array::from_fn(|cell| grid.digits()[cell].get());
    let mut sets: Vec<CellSet> = match kind {
        UnavoidableKind::TwoDigits => two_digits(&digits),
        UnavoidableKind::TwoLines => {
            let mut sets = Vec::new();
            let cells = std::array::from_fn(|cell| CellSet::single(Cell::new(cell)));
            two_lines(&digits, &cells, |set| sets.push(set));
            sets
        }
        UnavoidableKind::TwoBands | UnavoidableKind::Any => {
            ExchangeSearch::all(&digits, most, kind == UnavoidableKind::TwoBands)
        }
    };
    sets.retain(|set| set.len() <= most);
    sets.sort_by_key(|set| (set.len(), set.bits()));
    let mut minimal: Vec<CellSet> = Vec::with_capacity(sets.len());
    for set in sets {
        if !minimal.iter().any(|part| part.is_subset(set)) {
            minimal.push(set);
        }
    }
    minimal
}

/// Passes the sets of two rows of a band and of two columns of a stack to `each`; `parts` are the sets of
/// single cells.
///
/// A digit of one line moves to the other line in its column and displaces the digit there, and so on until the cycle
/// closes.
pub(super) fn two_lines<S: Copy + Default + BitOrAssign>(
    grid: &[u8; 81],
    parts: &[S; 81],
    mut each: impl FnMut(S),
) {
    for (step, across) in [(9, 1), (1, 9)] {
        for (one, other) in [(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5), (6, 7), (6, 8), (7, 8)] {
            let (one, other) = (one * step, other * step);
            let mut place = [0_u8; 16];
            for at in 0..9 {
                place[usize::from(grid[one + at * across] & 15)] = at as u8;
            }
            let mut open = 0x1FF_u32;
            while open != 0 {
                let begin = open.trailing_zeros() as usize;
                let (mut at, mut set) = (begin, S::default());
                loop {
                    open ^= 1 << at;
                    let (a, b) = (one + at * across, other + at * across);
                    set |= parts[a];
                    set |= parts[b];
                    at = usize::from(place[usize::from(grid[b] & 15)]);
                    if at == begin {
                        break;
                    }
                }
                each(set);
            }
        }
    }
}

/// The sets of two digits: for each pair, the components of its cells that houses connect.
fn two_digits(grid: &[u8; 81]) -> Vec<CellSet> {
    let mut sets = Vec::new();
    for a in 1..=9 {
        for b in a + 1..=9 {
            let cells = |digit| (0..81).filter(move |&cell| grid[cell] == digit).map(Cell::new);
            let mut open: CellSet = cells(a).chain(cells(b)).collect();
            while let Some(first) = open.first() {
                let (mut set, mut new) = (CellSet::EMPTY, CellSet::single(first));
                while let Some(cell) = new.first() {
                    set.insert(cell);
                    new.remove(cell);
                    let tied = open.iter().filter(|&other| shares_house(cell, other) && !set.contains(other));
                    tied.for_each(|other| new.insert(other));
                }
                sets.push(set);
                open = open.minus(set);
            }
        }
    }
    sets
}

/// Row, column and box of a cell, 0 to 8 each.
const fn houses(cell: usize) -> [usize; 3] {
    [cell / 9, cell % 9, cell / 27 * 3 + cell % 9 / 3]
}

fn shares_house(one: Cell, other: Cell) -> bool {
    let (one, other) = (houses(one.index()), houses(other.index()));
    one[0] == other[0] || one[1] == other[1] || one[2] == other[2]
}

/// A search for grids that differ in few cells.
struct ExchangeSearch<'a> {
    grid: &'a [u8; 81],
    /// The cell of each digit (0 to 8) in each house: rows, columns, boxes.
    holders: [[[u8; 9]; 9]; 3],
    most: usize,
    /// Whether at least one band or one stack must stay unchanged.
    two_bands: bool,
    /// The cells whose digit changes, and the changed cells that already have their new digit.
    changing: CellSet,
    changed: CellSet,
    /// The new digits of each house, by bit.
    new: [[u16; 9]; 3],
    found: BTreeSet<u128>,
}

impl<'a> ExchangeSearch<'a> {
    /// All sets, including some that are not minimal.
    fn all(grid: &'a [u8; 81], most: usize, two_bands: bool) -> Vec<CellSet> {
        let mut holders = [[[0; 9]; 9]; 3];
        for (cell, &digit) in grid.iter().enumerate() {
            for (kind, house) in houses(cell).into_iter().enumerate() {
                holders[kind][house][usize::from(digit) - 1] = cell as u8;
            }
        }
        let mut exchange = ExchangeSearch {
            grid,
            holders,
            most,
            two_bands,
            changing: CellSet::EMPTY,
            changed: CellSet::EMPTY,
            new: [[0; 9]; 3],
            found: BTreeSet::new(),
        };
        for first in 0..81 {
            // Each set is found from its first cell, so all other cells of the set are later cells.
            exchange.changing = CellSet::single(Cell::new(first));
            exchange.go_on(first);
        }
        exchange.found.into_iter().map(CellSet::from_bits).collect()
    }

    /// Chooses a cell that still needs a new digit, and tries every possible digit for it.
    fn go_on(&mut self, first: usize) {
        let mut best: Option<(usize, u16)> = None;
        for cell in self.changing.minus(self.changed) {
            let options = self.options(first, cell.index());
            if best.is_none_or(|(_, fewest)| options.count_ones() < fewest.count_ones()) {
                best = Some((cell.index(), options));
            }
            if options == 0 {
                return;
            }
        }
        let Some((cell, mut options)) = best else {
            self.found.insert(self.changing.bits());
            return;
        };
        let (changing, place) = (self.changing, houses(cell));
        self.changed.insert(Cell::new(cell));
        while options != 0 {
            let digit = options.trailing_zeros() as usize;
            options &= options - 1;
            self.changing = changing | self.taken(cell, digit);
            self.exchange_digit(place, digit);
            self.go_on(first);
            self.exchange_digit(place, digit);
        }
        self.changed.remove(Cell::new(cell));
        self.changing = changing;
    }

    /// Marks that the houses get a digit (0 to 8), or removes the mark.
    fn exchange_digit(&mut self, place: [usize; 3], digit: usize) {
        for (houses, house) in self.new.iter_mut().zip(place) {
            houses[house] ^= 1 << digit;
        }
    }

    /// The cells that lose a digit (0 to 8) to this cell.
    fn taken(&self, cell: usize, digit: usize) -> CellSet {
        let place = houses(cell);
        (0..3).map(|kind| Cell::new(self.holders[kind][place[kind]][digit].into())).collect()
    }

    /// The digits that a cell may get, by bit.
    fn options(&self, first: usize, cell: usize) -> u16 {
        let place = houses(cell);
        let there = self.new[0][place[0]] | self.new[1][place[1]] | self.new[2][place[2]];
        let mut options = 0x1FF & !there & !(1 << (self.grid[cell] - 1));
        let mut left = options;
        while left != 0 {
            let digit = left.trailing_zeros() as usize;
            left &= left - 1;
            let changing = self.changing | self.taken(cell, digit);
            let before = changing.first().is_some_and(|cell| cell.index() < first);
            if before || changing.len() > self.most || self.two_bands && spreads(changing) {
                options &= !(1 << digit);
            }
        }
        options
    }
}

/// Whether cells are in all bands and in all stacks.
fn spreads(cells: CellSet) -> bool {
    let band = (1 << 27) - 1;
    let stack = (0..9).fold(0, |stack, row| stack | 0b111 << (9 * row));
    (0..3).all(|at| cells.bits() & band << (27 * at) != 0 && cells.bits() & stack << (3 * at) != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Grids;

    /// The search finds the sets of two digits and of two lines, and no other sets of these kinds.
    #[test]
    fn the_search_agrees_with_the_components() {
        for seed in 0..3 {
            let grid = Grids::of(Shape::CLASSIC).unwrap().grid(seed);
            let any = unavoidable_sets(&grid, UnavoidableKind::Any, 10);
            let bands = unavoidable_sets(&grid, UnavoidableKind::TwoBands, 10);
            assert!(bands.iter().all(|set| any.contains(set) && !spreads(*set)));
            assert!(any.iter().all(|set| bands.contains(set) || spreads(*set)));
            let digits = |set: CellSet| set.iter().map(|cell| grid.at(cell)).collect::<BTreeSet<_>>().len();
            let two: Vec<CellSet> = any.iter().copied().filter(|&set| digits(set) == 2).collect();
            assert_eq!(two, unavoidable_sets(&grid, UnavoidableKind::TwoDigits, 10));
            for set in unavoidable_sets(&grid, UnavoidableKind::TwoLines, 10) {
                assert!(bands.contains(&set), "{set:?}");
            }
        }
    }

    #[test]
    fn every_grid_has_unavoidable_sets() {
        let grid = Grids::of(Shape::CLASSIC).unwrap().grid(1);
        let mut digits = grid.digits().to_vec();
        digits.swap(0, 1);
        assert!(unavoidable_sets(&Solution::new(digits), UnavoidableKind::TwoLines, 12).is_empty());
    }
}

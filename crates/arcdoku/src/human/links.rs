//! Properties of a state that several families use: strong links, and cells by their number of candidates.

use crate::deduction::houses::{HOUSES, HOUSES_OF, NEIGHBORS};
use crate::deduction::{Candidate, Candidates, Chain, Node};
use crate::grid::{Cell, CellSet, Digit, DigitSet};

/// For each digit, the houses in which it has exactly two places, as bits.
pub(super) type StrongLinkHouses = [u32; 9];

/// The strong links of a state, counted once.
#[derive(Debug, Default)]
pub(crate) struct StrongLinkScratch {
    strong: Option<StrongLinkHouses>,
}

impl StrongLinkScratch {
    /// Drops the data, because the state has changed.
    pub(crate) fn forget(&mut self) {
        self.strong = None;
    }

    /// The strong links of the state.
    pub(super) fn strong(&mut self, state: &Candidates) -> StrongLinkHouses {
        *self.strong.get_or_insert_with(|| strong(state))
    }
}

fn strong(state: &Candidates) -> StrongLinkHouses {
    let mut strong = [0; 9];
    for (house, counts) in state.counts.iter().enumerate() {
        for (digit, &count) in strong.iter_mut().zip(counts) {
            *digit |= u32::from(count == 2) << house;
        }
    }
    strong
}

/// The indices of the bits of a word, ascending.
pub(super) fn bits(mut word: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.checked_sub(1)?;
        Some(bit as usize)
    })
}

/// The two places of a digit in a house where it has two, the smaller index first.
#[inline]
pub(super) fn ends(state: &Candidates, digit: usize, house: usize) -> [usize; 2] {
    let cells = (state.places[digit] & HOUSES[house]).bits();
    debug_assert!(cells.count_ones() == 2, "a strong link");
    [cells.trailing_zeros() as usize, 127 - (cells | 1).leading_zeros() as usize]
}

/// Whether two cells share a house.
#[inline]
pub(super) fn sees(a: usize, b: usize) -> bool {
    NEIGHBORS[a].contains(Cell::new(b))
}

/// The cells that see both a cell and `b`.
#[inline]
pub(super) fn seen_by_both(a: usize, b: usize) -> CellSet {
    NEIGHBORS[a] & NEIGHBORS[b]
}

/// The cells that see at least one of `cells`.
#[inline]
pub(super) fn seen_by_any(cells: CellSet) -> CellSet {
    cells.iter().fold(CellSet::EMPTY, |seen, cell| seen | NEIGHBORS[cell.index()])
}

/// The rank of the link to `to` among all links of a cell: by row, by column, by box only, each in ascending order.
/// The order in which chains are found depends on it.
#[inline]
pub(super) fn rank(from: usize, to: usize) -> (u8, u8) {
    let (a, b) = (HOUSES_OF[from], HOUSES_OF[to]);
    let kind = if a[0] == b[0] { 0 } else { 1 + u8::from(a[1] != b[1]) };
    (kind, to as u8)
}

/// The cells with exactly two candidates, with exactly three, and with more.
pub(super) struct CellsByCount {
    pub(super) two: CellSet,
    pub(super) three: CellSet,
    pub(super) more: CellSet,
}

impl CellsByCount {
    /// The candidates of all cells are counted together, in bits: two bits for each cell's number, and one bit if it
    /// exceeds three.
    pub(super) fn of(state: &Candidates) -> Self {
        let (mut ones, mut twos, mut more) = (CellSet::EMPTY, CellSet::EMPTY, CellSet::EMPTY);
        for &places in &state.places {
            let carry = ones & places;
            ones = (ones | places).minus(carry);
            more |= twos & carry;
            twos = (twos | carry).minus(twos & carry);
        }
        Self { two: twos.minus(ones | more), three: (twos & ones).minus(more), more }
    }
}

/// The two digits of a bivalue cell.
#[inline]
pub(super) fn pair(digits: u16) -> [usize; 2] {
    debug_assert!(digits.count_ones() == 2, "a bivalue cell");
    [digits.trailing_zeros() as usize, 15 - digits.leading_zeros() as usize]
}

/// The candidates of one digit in these cells.
pub(super) fn candidates(cells: CellSet, digit: usize) -> Vec<Candidate> {
    cells.iter().map(|cell| Candidate::at(cell.index(), digit)).collect()
}

/// A set of one digit.
#[inline]
pub(super) fn only(digit: usize) -> DigitSet {
    DigitSet::single(Digit::from_index(digit))
}

/// A chain for one digit through these places, alternately off and on.
pub(super) fn chain_of(digit: usize, nodes: &[CellSet]) -> Chain {
    let digit = Digit::from_index(digit);
    let node = |(at, &cells): (usize, &CellSet)| Node { cells, digit, on: at % 2 == 1, als: None };
    Chain { nodes: nodes.iter().enumerate().map(node).collect(), closed: false }
}

/// States for tests: all cells empty, with all candidates except where specified.
#[cfg(test)]
pub(super) mod states {
    use super::{Candidates, HOUSES};
    use crate::deduction::{Options, Step, Technique, Techniques};
    use crate::grid::Cell;
    use crate::human::{HumanScratch, Search};

    /// A cell by row and column, from 1: 11 to 99.
    pub(in super::super) fn at(row_column: usize) -> usize {
        row_column / 10 * 9 + row_column % 10 - 10
    }

    /// A state in which digit 1 is only in these cells of these houses.
    pub(in super::super) fn with_places(houses: &[usize], cells: &[usize]) -> Candidates {
        let mut state = Candidates::new();
        for &house in houses {
            for cell in HOUSES[house].iter().map(Cell::index) {
                if !cells.iter().any(|&place| at(place) == cell) {
                    state.remove(cell, 0);
                }
            }
        }
        state
    }

    /// A state in which these cells have these candidates.
    pub(in super::super) fn with_cells(cells: &[(usize, &[usize])]) -> Candidates {
        let mut state = Candidates::new();
        for &(cell, digits) in cells {
            for digit in (1..=9).filter(|digit| !digits.contains(digit)) {
                state.remove(at(cell), digit - 1);
            }
        }
        state
    }

    /// All instances of a technique.
    pub(in super::super) fn all(state: &Candidates, technique: Technique, options: &Options) -> Vec<Step> {
        Search::new(state, options, &mut HumanScratch::default(), &crate::puzzle::Budget::NONE)
            .all(Techniques::only(technique))
            .unwrap()
    }

    /// The eliminations of the first instance as digit, row, column, each from 1.
    pub(in super::super) fn first(state: &Candidates, technique: Technique) -> Vec<usize> {
        let (options, mut scratch) = (Options::proven(), HumanScratch::default());
        let mut search = Search::new(state, &options, &mut scratch, &crate::puzzle::Budget::NONE);
        let step = search.first(technique.family(), Techniques::only(technique));
        step.as_ref().map(gone).unwrap_or_default()
    }

    /// The eliminations of a step as digit, row, column, each from 1.
    pub(in super::super) fn gone(step: &Step) -> Vec<usize> {
        let code = |digit: usize, cell: usize| 100 * digit + 10 * (cell / 9 + 1) + cell % 9 + 1;
        step.eliminations.iter().map(|gone| code(gone.digit.index() + 1, gone.cell.index())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_counted() {
        let mut state = Candidates::new();
        for cell in 0..9 {
            for digit in cell..9 {
                state.remove(cell, digit);
            }
        }
        let sizes = CellsByCount::of(&state);
        assert_eq!(sizes.two, CellSet::single(Cell::new(2)));
        assert_eq!(sizes.three, CellSet::single(Cell::new(3)));
        assert_eq!(sizes.more.len(), 81 - 4);
    }

    #[test]
    fn links_are_ranked_row_column_box() {
        let mut others: Vec<usize> = NEIGHBORS[10].iter().map(Cell::index).collect();
        others.sort_by_key(|&to| rank(10, to));
        assert_eq!(others, [9, 11, 12, 13, 14, 15, 16, 17, 1, 19, 28, 37, 46, 55, 64, 73, 0, 2, 18, 20]);
    }
}

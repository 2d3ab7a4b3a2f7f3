//! D. Berthier's controlled-bias generator: all puzzles with the same number of clues are equally likely.
//!
//! Clues are removed from a full grid in a random order as long as the solution stays unique. The result counts if it
//! is then minimal; otherwise a new attempt begins. A minimal puzzle with n clues results if and only if its clues are
//! the last n of the order, because every set of clues that contains them has a unique solution as well. Given its
//! grid, the probability of every such puzzle is 1 / C(81, n), so its weight is C(81, n).
//!
//! Hardly any order leads to a puzzle. A puzzle nevertheless takes only about half a second, because of three measures.
//! Only the last [`MOST`] clues of an order are drawn, because minimal puzzles with more clues are very rare. Most
//! drawn sets of cells miss a small unavoidable set of the grid; such sets are rejected without a question to the
//! solver. Each grid is used for [`ORDERS`] orders. If several of them lead to a puzzle, one puzzle is chosen at random
//! and represents all of them, so every grid gets its share.
//!
//! Of 600 puzzles (seed 11), the mean number of clues was 25.65 without weights, and 26.54 with weights, with a
//! standard error of 0.08. Berthier gives 25.667 for the puzzles that his generator draws, and 26.577 for all minimal
//! puzzles.

use fastrand::Rng;

use super::difficulty::Rated;
use super::seed;
use super::unavoidable;
use crate::grid::{Cell, CellSet};
use crate::logic;
use crate::puzzle::Rule;

/// Largest number of clues. By Berthier's estimate, only one minimal puzzle in ten million has more clues.
pub(super) const MOST: usize = 33;

/// Number of orders drawn for each grid.
const ORDERS: u32 = 64;

/// A puzzle that meets the request.
#[derive(Clone)]
pub(super) struct FittingPuzzle {
    /// Digits from 1, row-major, 0 for an empty cell.
    pub(super) clues: Vec<u8>,
    /// The rules that were drawn for it.
    pub(super) rules: Vec<Rule>,
    pub(super) weight: f64,
    pub(super) rated: Option<Rated>,
    pub(super) logic: Option<logic::Rating>,
}

/// An order of a grid's cells.
pub(super) enum CellOrder {
    /// All orders of the grid have been drawn.
    Over,
    /// The last cells of the order miss an unavoidable set.
    Loose,
    /// The last cells of the order.
    Last([Cell; MOST]),
}

/// The orders of a grid.
#[derive(Default)]
pub(super) struct OrderBlock {
    /// Number of orders still to be drawn.
    left: u32,
    /// Number of orders that led to a puzzle, and one of these puzzles.
    found: u32,
    pick: Option<(Vec<u8>, Option<Rated>)>,
    /// Small unavoidable sets of the grid.
    sets: Vec<CellSet>,
}

impl OrderBlock {
    /// Begins with a grid.
    pub(super) fn begin(&mut self, grid: &[u8]) {
        let cells = std::array::from_fn(|cell| CellSet::single(Cell::new(cell)));
        let Self { left, found, pick, sets } = self;
        (*left, *found, *pick) = (ORDERS, 0, None);
        sets.clear();
        if let Ok(grid) = grid.try_into() {
            unavoidable::two_lines(grid, &cells, |set| sets.push(set));
        }
        sets.sort_unstable_by_key(|set| set.len());
    }

    /// Draws the next order.
    pub(super) fn draw(&mut self, rng: &mut Rng) -> CellOrder {
        let Some(left) = self.left.checked_sub(1) else { return CellOrder::Over };
        self.left = left;
        let mut order: [u8; 81] = std::array::from_fn(|place| place as u8);
        let mut cells = CellSet::EMPTY;
        for place in 0..MOST {
            order.swap(place, place + seed::below(rng, 81 - place));
            cells.insert(Cell::new(order[place].into()));
        }
        let misses = self.sets.iter().any(|&set| set.is_disjoint(cells));
        if misses {
            CellOrder::Loose
        } else {
            CellOrder::Last(std::array::from_fn(|place| Cell::new(order[place].into())))
        }
    }

    /// Adds a puzzle.
    pub(super) fn push(&mut self, clues: Vec<u8>, rated: Option<Rated>, rng: &mut Rng) {
        self.found += 1;
        if rng.u32(..self.found) == 0 {
            self.pick = Some((clues, rated));
        }
    }

    /// Takes the puzzle that represents the grid, with its weight, if any.
    pub(super) fn take(&mut self) -> Option<FittingPuzzle> {
        let (clues, rated) = self.pick.take()?;
        let count = clues.iter().filter(|&&digit| digit != 0).count();
        Some(FittingPuzzle {
            clues,
            rules: Vec::new(),
            weight: f64::from(self.found) * weight(count),
            rated,
            logic: None,
        })
    }
}

/// The weight of a puzzle with this many clues: C(81, clues) / C(81, 26).
pub(super) fn weight(clues: usize) -> f64 {
    let steps =
        |range: std::ops::Range<usize>| range.map(|n| (81 - n) as f64 / (n + 1) as f64).product::<f64>();
    steps(26..clues.max(26)) / steps(clues.min(26)..26)
}

#[cfg(test)]
mod tests {
    /// C(81, 27) / C(81, 26) is 55 / 27, and C(81, 24) / C(81, 26) is 25 * 26 / (57 * 56).
    #[test]
    fn weights_are_binomial() {
        let near = |one: f64, other: f64| (one / other - 1.0).abs() < 1e-12;
        assert!(near(super::weight(26), 1.0) && near(super::weight(27), 55.0 / 27.0));
        assert!(near(super::weight(24), 25.0 * 26.0 / (57.0 * 56.0)));
    }
}

//! The canonical form of a puzzle or full grid, its automorphisms, and a stable key.
//!
//! Two classic puzzles are equivalent if a [`Symmetry`] maps one to the other. It renames digits, permutes bands,
//! stacks, the rows within bands and the columns within stacks, and may transpose the grid. There are 2 * 6^8 * 9! =
//! 1,218,998,108,160 symmetries. The canonical form is the smallest puzzle of its class in an [`Order`]. With
//! [`Order::Text`], this is the puzzle that reads smallest, cell by cell, with an empty cell before every digit
//! ("minlex"). With [`Order::Counts`], the default, the numbers of clues in the mini-rows of the first band are
//! compared first. For full grids, both orders give the same form.
//!
//! ```
//! use arcdoku::Puzzle;
//! use arcdoku::canon::{Canonizer, Clues};
//!
//! let puzzle: Puzzle =
//!     "...9...18..5.......7..1.9..2...573........5....3.4....8...24.9..2.8.9..4..9..3...".parse()?;
//! let clues = Clues::of(&puzzle)?;
//! let canonical = Canonizer::new().canonize(&clues);
//! assert_eq!(
//!     canonical.form.to_string(),
//!     "........1..2..3....4..51..2...6..78...1......5....7..6..6.2.....8..346..4..86..3.",
//! );
//! // The transformation to the form, and back.
//! let symmetry = canonical.symmetry();
//! assert_eq!(symmetry.apply(puzzle.givens()), canonical.form.cells());
//! assert_eq!(symmetry.inverse().apply(&canonical.form.cells()), puzzle.givens());
//! assert_eq!(canonical.automorphisms, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Algorithms
//!
//! Three algorithms find the same form. `rows` works row by row with all partial transformations that read smallest
//! so far, and is used for puzzles. `full` compares pairs of rows, and is used for full grids that obey the rules.
//! `plain` tries all arrangements of columns, and is used in all other cases: clues that repeat in a row or column,
//! and patterns so regular that `rows` would have to keep thousands of transformations.
//!
//! Time and memory are bounded for any 81 cells: `rows` keeps at most 2^14 transformations, and `plain` has at most
//! 2592 arrangements of columns, each with at most 1296 orders of rows. A puzzle takes one or two microseconds, and a
//! full grid takes three or four. The most regular patterns known to us take less than a millisecond in `rows`, and
//! some milliseconds in `plain`.

mod clues;
mod full;
mod key;
mod plain;
mod rows;
mod transform;

pub use clues::{Clues, NotClassic};

use std::fmt;

use crate::grid::Symmetry;
use transform::Transform;

/// A canonical form with a transformation that yields it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The smallest of all equivalent clues, in the order of the [`Canonizer`].
    pub form: Clues,
    /// The number of the 2 * 6^8 * 9! symmetries that map the clues to themselves, at least 1.
    ///
    /// Renamings of digits count: if k digits do not occur, each geometric automorphism counts k! times. The size of
    /// the class is 2 * 6^8 * 9! divided by this number.
    pub automorphisms: u64,
    transform: Transform,
}

impl Canonical {
    /// A symmetry that maps the clues to their form. Its inverse maps them back.
    ///
    /// There are as many such symmetries as automorphisms. Which one is returned may change between versions.
    pub fn symmetry(&self) -> Symmetry {
        self.transform.symmetry()
    }

    /// A 128-bit key of the form: the same on every platform and in every version.
    ///
    /// Different forms have the same key only by chance, about once in 2^128 pairs. The probability of any collision
    /// among a billion classes is 10^-21. So duplicates can be removed by this key alone, without comparing forms.
    ///
    /// Other programs can compute the key. The 81 cells, 0 to 9, are packed into six 64-bit words: cell `i` is stored
    /// in the four bits from bit `4 * (i % 16)` of word `i / 16`. Each half of the key is the upper half of
    /// `c0 + w0 * c1 + ... + w5 * c6` modulo 2^128, with seven separate constants. These are the output of the
    /// generator `SplitMix64` from seed 0, two numbers per constant, the high half first. The upper half of the key
    /// uses the first seven constants.
    pub fn key(&self) -> u128 {
        key::key(&self.form)
    }

    /// The upper half of [`key`](Self::key).
    ///
    /// Different forms have the same upper half about once in 2^64 pairs. The probability that any two collide is 3
    /// in 10^8 for a million classes, and 3 in 100 for a billion. Use it for hash tables that compare forms, and for
    /// small sets.
    pub fn key64(&self) -> u64 {
        (self.key() >> 64) as u64
    }
}

/// The order in which the smallest member of a class is its canonical form.
///
/// In most classes, both orders have the same smallest member. They differ for 3 in 100 of the 17-clue puzzles, and
/// for 17 in 100 of random minimal puzzles:
///
/// ```
/// # use arcdoku::Puzzle;
/// # use arcdoku::canon::{Canonizer, Clues, Order};
/// # let puzzle: Puzzle = ".89.4.5..2.5..9.8.4...3..2....4......5.6...4.76...2..3....2..1.1....7.38..8......".parse()?;
/// # let clues = Clues::of(&puzzle)?;
/// let line = |order| Canonizer::with_order(order).canonize(&clues).form.to_string();
/// // The second row reads smaller, but has one more clue in its third mini-row.
/// assert!(line(Order::Text).starts_with("........1..1..2..3.4..53.6."));
/// assert!(line(Order::Counts).starts_with("........1..2..3....4..15.3."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Order {
    /// By the numbers of clues in the nine mini-rows of the first band, compared row by row from the left,
    /// then by the text.
    ///
    /// The published forms with which this project's forms are compared are smallest in this order, although they are
    /// described as the forms that read smallest.
    #[default]
    Counts,
    /// By the text.
    Text,
}

/// Finds canonical forms. A canonizer reuses its memory and stops allocating after the first few puzzles.
#[derive(Clone, Default)]
pub struct Canonizer {
    rows: rows::RowSearch,
    full: full::FullGridSearch,
    order: Order,
}

impl fmt::Debug for Canonizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Canonizer").field("order", &self.order).finish_non_exhaustive()
    }
}

impl Canonizer {
    /// Creates a canonizer.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a canonizer whose forms are smallest in this order.
    pub fn with_order(order: Order) -> Self {
        Self { order, ..Self::default() }
    }

    /// Returns the canonical form of clues.
    ///
    /// Any 81 cells have a canonical form, even without clues or empty cells, or with contradicting clues.
    pub fn canonize(&mut self, clues: &Clues) -> Canonical {
        let (form, transform, count) = self
            .full
            .canonize(clues)
            .or_else(|| self.rows.canonize(clues, self.order))
            .unwrap_or_else(|| plain::canonize(clues, self.order));
        Canonical { form, automorphisms: count * renamings(&form), transform }
    }
}

/// The number of ways to rename the digits that do not occur in a form.
fn renamings(form: &Clues) -> u64 {
    let most = form.numbers().iter().fold(0, |most, &number| most.max(number));
    (1..=u64::from(9 - most)).product()
}

#[cfg(test)]
mod tests {
    use super::{Clues, Order, plain, rows};

    /// Some clues that do not repeat in a row or column, but may in a box.
    fn random(rng: &mut fastrand::Rng, tries: usize, digits: u8) -> Clues {
        let mut cells = [0; 81];
        for _ in 0..tries {
            let (at, digit) = (rng.usize(..81), rng.u8(1..=digits));
            let met = |i: usize| cells[9 * (at / 9) + i] == digit || cells[at % 9 + 9 * i] == digit;
            if !(0..9).any(met) {
                cells[at] = digit;
            }
        }
        Clues::made(cells)
    }

    #[test]
    fn two_algorithms_agree() {
        let mut rng = fastrand::Rng::with_seed(81);
        let mut search = rows::RowSearch::default();
        for round in 0..400 {
            let clues = random(&mut rng, round % 80, 1 + (round / 80) as u8 * 2);
            for order in [Order::Counts, Order::Text] {
                let (form, _, count) = search.canonize(&clues, order).unwrap();
                let (expected, _, expected_count) = plain::canonize(&clues, order);
                assert_eq!(form.to_string(), expected.to_string(), "{clues}");
                assert_eq!(count, expected_count, "{clues}");
            }
        }
    }
}

//! Relations: the primitive constraints that every rule is reduced to, as data.
//!
//! A [`Relation`] defines which digits a list of cells may hold together. It uses the numbers of digits, 1 to N. If a
//! grid has other values, they become part of the constants of the relation when a rule is reduced.
//! [`Relation::holds`] defines the meaning; propagators and engines are tested against it.

mod automaton;
mod connected;
mod ends;
mod linear;
mod occurrences;
mod pair;
mod rank;

use crate::grid::{Cell, Digit, DigitSet};

use std::sync::Arc;

pub use automaton::Automaton;
pub use connected::{Adjacency, Areas, Connected};
pub use ends::Ends;
pub use linear::{Comparison, Linear};
pub use occurrences::Occurrences;
pub use pair::PairTable;
pub use rank::Rank;

/// A primitive constraint over a list of cells, without the cells.
///
/// Cells may be listed more than once; each occurrence is a separate entry.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Relation {
    /// All cells hold different digits.
    AllDifferent,
    /// All cells hold different digits, and their numbers add up to the sum.
    Cage {
        /// The sum of the numbers of the digits.
        sum: u32,
    },
    /// All cells hold different digits, and the set of these digits is one of a list.
    Combinations(Arc<[DigitSet]>),
    /// Every cell holds a greater digit than the cell before it.
    Increasing,
    /// Every cell holds one of these digits.
    Among(DigitSet),
    /// A weighted sum of the numbers of the digits, compared with a constant.
    Linear(Linear),
    /// The digits of two cells are a pair of a table.
    Pair(Arc<PairTable>),
    /// The digits, read in order, are a word of an automaton.
    Automaton(Arc<Automaton>),
    /// The cells are several consecutive lists. The sum of the numbers of the digits of a list, plus a constant for
    /// the list, is the same for all lists.
    EqualSums(Box<[List]>),
    /// The first two cells determine which digits the others may hold.
    Ends(Arc<Ends>),
    /// For some sets of digits, the number of cells that hold a digit of the set.
    Occurrences(Box<[Occurrences]>),
    /// The number of the first cell's digit, minus the offset, is the number of other cells that hold one of these
    /// digits.
    Counted {
        /// The counted digits.
        digits: DigitSet,
        /// The number of the first cell's digit minus the count.
        offset: i32,
    },
    /// The number of the first cell's digit, minus the offset, is the number of different digits in the other cells.
    Distinct {
        /// The number of the first cell's digit minus the count.
        offset: i32,
    },
    /// The number of occurrences of every digit that is present is its number, minus the offset.
    SelfCounting {
        /// The number of a digit minus its number of occurrences.
        offset: i32,
    },
    /// The first cell selects one of the cells after the second, and the selected cell holds the same digit as the
    /// second. Its position, counted from 1, is the number of the first cell's digit minus the offset.
    Element {
        /// The difference: the number of the first cell's digit minus the position.
        offset: i32,
    },
    /// The cells are several consecutive lists of equal length. Every digit occurs equally often in all lists.
    SameDigits {
        /// The number of lists; it divides the number of cells.
        lists: usize,
    },
    /// The cells that hold one of some digits form one connected area.
    Connected(Connected),
    /// The digits are labels that divide the cells into connected areas of equal size.
    Areas(Areas),
    /// The first half of the cells holds digits; the second half holds the labels of the same cells. Cells with equal
    /// labels hold different digits, if the label is one of `labels`.
    DifferentWithin {
        /// The labels that require different digits.
        labels: DigitSet,
    },
    /// The cells are several consecutive lists of equal length, read as numbers from the first digit on. The first
    /// number has the given rank.
    Rank(Rank),
    /// The cells are several consecutive lists of equal length. No two of them hold the same digits in the same
    /// order.
    DifferentLists {
        /// The number of lists; it divides the number of cells.
        lists: usize,
    },
    /// At least one branch holds. A branch holds if all its parts hold.
    Any(Box<[Box<[Part]>]>),
    /// At least one part does not hold.
    Not(Box<[Part]>),
}

/// A list of consecutive cells of [`Relation::EqualSums`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct List {
    /// The number of cells.
    pub cells: u16,
    /// The constant that is added to the sum of the numbers of their digits.
    pub constant: i32,
}

/// A relation over some of the cells of another relation, given by their positions in its list.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    /// The positions of the cells.
    pub places: Box<[u16]>,
    /// The relation of these cells.
    pub relation: Relation,
}

impl Part {
    /// Whether `cells`, the digits of the whole list, can still satisfy the part, as far as the relation can decide.
    fn holds(&self, digits: usize, cells: &[Option<Digit>]) -> bool {
        let own: Vec<Option<Digit>> =
            self.places.iter().map(|&place| cells.get(usize::from(place)).copied().flatten()).collect();
        self.relation.holds(digits, &own)
    }
}

impl Relation {
    /// The meaning of the relation: whether `cells`, the digits of the list of cells, violate nothing yet. `digits`
    /// is the number of digits of the grid. For a full list, this is whether the relation holds.
    pub fn holds(&self, digits: usize, cells: &[Option<Digit>]) -> bool {
        match self {
            Self::AllDifferent => repeated(cells).is_none(),
            Self::Cage { sum } => {
                repeated(cells).is_none() && {
                    let (low, high) = bounds(digits, cells);
                    (low..=high).contains(&i64::from(*sum))
                }
            }
            Self::Increasing => cells.iter().flatten().is_sorted_by(|a, b| a < b),
            Self::Combinations(sets) => {
                let taken: DigitSet = cells.iter().flatten().copied().collect();
                let fits = |set: &DigitSet| taken.is_subset(*set) && set.len() == cells.len();
                repeated(cells).is_none() && sets.iter().any(fits)
            }
            Self::Among(set) => {
                let some = !(*set & DigitSet::all(digits)).is_empty();
                cells.iter().all(|cell| cell.map_or(some, |digit| set.contains(digit)))
            }
            Self::EqualSums(lists) => equal_sums(digits, lists, cells),
            Self::Ends(ends) => ends.holds(digits, cells),
            Self::Linear(linear) => linear.holds(digits, cells),
            Self::Pair(table) => match *cells {
                [Some(first), Some(second)] => table.contains(first, second),
                [Some(first), None] => !(table.row(first) & DigitSet::all(digits)).is_empty(),
                [None, Some(second)] => {
                    DigitSet::all(digits).iter().any(|first| table.contains(first, second))
                }
                [None, None] => {
                    let all = DigitSet::all(digits);
                    all.iter().any(|first| !(table.row(first) & all).is_empty())
                }
                _ => true,
            },
            Self::Automaton(automaton) => automaton.accepts(digits, cells),
            Self::Occurrences(all) => all.iter().all(|one| one.holds(cells)),
            Self::Counted { digits: set, offset } => {
                let Some((&target, others)) = cells.split_first() else { return true };
                let sure = others.iter().flatten().filter(|&&digit| set.contains(digit)).count();
                let open = others.iter().filter(|cell| cell.is_none()).count();
                reaches(digits, target, *offset, sure, sure + open)
            }
            Self::Distinct { offset } => {
                let Some((&target, others)) = cells.split_first() else { return true };
                let sure = others.iter().flatten().copied().collect::<DigitSet>().len();
                let open = others.iter().filter(|cell| cell.is_none()).count();
                let least = sure.max(usize::from(!others.is_empty()));
                reaches(digits, target, *offset, least, (sure + open).min(digits))
            }
            Self::SelfCounting { offset } => occurrences::self_counting(*offset, cells),
            Self::Element { offset } => element(digits, *offset, cells),
            Self::SameDigits { lists } => occurrences::same_digits(*lists, cells),
            Self::Connected(connected) => connected.holds(cells),
            Self::Areas(areas) => areas.holds(cells),
            Self::DifferentWithin { labels } => connected::different_within(*labels, cells),
            Self::Rank(rank) => rank.holds(cells),
            Self::DifferentLists { lists } => rank::different_lists(*lists, cells),
            Self::Any(branches) => {
                branches.iter().any(|parts| parts.iter().all(|part| part.holds(digits, cells)))
            }
            Self::Not(parts) => {
                let open = |part: &Part| {
                    part.places.iter().any(|&place| cells.get(usize::from(place)).is_none_or(Option::is_none))
                };
                parts.iter().any(|part| open(part) || !part.holds(digits, cells))
            }
        }
    }
}

/// The positions of the first two cells that hold the same digit, if any.
pub(super) fn repeated(cells: &[Option<Digit>]) -> Option<(usize, usize)> {
    let mut seen = DigitSet::EMPTY;
    for (second, cell) in cells.iter().enumerate() {
        let Some(digit) = *cell else { continue };
        if seen.contains(digit) {
            let first = cells[..second].iter().position(|other| *other == Some(digit))?;
            return Some((first, second));
        }
        seen.insert(digit);
    }
    None
}

/// The least and the greatest sum of the numbers of the digits.
fn bounds(digits: usize, cells: &[Option<Digit>]) -> (i64, i64) {
    cells.iter().fold((0, 0), |(low, high), cell| match cell {
        Some(digit) => (low + i64::from(digit.get()), high + i64::from(digit.get())),
        None => (low + 1, high + digits as i64),
    })
}

/// See [`Relation::EqualSums`].
fn equal_sums(digits: usize, lists: &[List], cells: &[Option<Digit>]) -> bool {
    let (mut rest, mut low, mut high) = (cells, i64::MIN, i64::MAX);
    for list in lists {
        let (own, others) = rest.split_at(usize::from(list.cells).min(rest.len()));
        let (least, most) = bounds(digits, own);
        low = low.max(least + i64::from(list.constant));
        high = high.min(most + i64::from(list.constant));
        rest = others;
    }
    low <= high
}

/// Whether the number of `target`, minus the offset, can be a number from `least` to `most`.
fn reaches(digits: usize, target: Option<Digit>, offset: i32, least: usize, most: usize) -> bool {
    let (least, most) = (least as i64 + i64::from(offset), most as i64 + i64::from(offset));
    match target {
        Some(digit) => (least..=most).contains(&i64::from(digit.get())),
        None => least <= digits as i64 && most >= 1,
    }
}

/// See [`Relation::Element`].
fn element(digits: usize, offset: i32, cells: &[Option<Digit>]) -> bool {
    let [index, value, list @ ..] = cells else { return true };
    let fits = |index: Digit| {
        let position = i64::from(index.get()) - i64::from(offset) - 1;
        let entry = usize::try_from(position).ok().and_then(|position| list.get(position));
        entry.is_some_and(|entry| entry.is_none() || value.is_none() || entry == value)
    };
    match index {
        Some(index) => fits(*index),
        None => DigitSet::all(digits).iter().any(fits),
    }
}

/// The contents of the cells of a constraint in a grid with one entry per cell, row-major.
pub(super) fn digits_of(cells: &[Cell], grid: &[Option<Digit>]) -> Vec<Option<Digit>> {
    cells.iter().map(|cell| grid.get(cell.index()).copied().flatten()).collect()
}

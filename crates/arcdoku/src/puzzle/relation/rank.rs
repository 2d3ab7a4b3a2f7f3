//! The rank of a list of digits read as a number.

use std::cmp::Ordering;

use crate::grid::Digit;

/// The rank of the first of several lists of equal length among all of them, counted from the smallest.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rank {
    /// The number of lists.
    pub lists: u16,
    /// The rank, from 1.
    pub rank: u16,
    /// Whether other lists may be equal to the first. A list then has any of the ranks that the equal lists share.
    pub ties: bool,
}

impl Rank {
    pub(super) fn holds(&self, cells: &[Option<Digit>]) -> bool {
        let Some(length) = length_of(usize::from(self.lists), cells) else { return true };
        let (mut smaller, mut equal, mut open) = (0, 0, 0);
        let mut lists = cells.chunks(length);
        let Some(first) = lists.next() else { return true };
        for other in lists {
            match compare(other, first) {
                None => open += 1,
                Some(Ordering::Less) => smaller += 1,
                Some(Ordering::Equal) => equal += 1,
                Some(Ordering::Greater) => {}
            }
        }
        let rank = usize::from(self.rank);
        let most = smaller + open + if self.ties { equal } else { 0 };
        (equal == 0 || self.ties) && (smaller + 1..=most + 1).contains(&rank)
    }
}

/// See [`Relation::DifferentLists`](super::Relation::DifferentLists).
pub(super) fn different_lists(lists: usize, cells: &[Option<Digit>]) -> bool {
    let Some(length) = length_of(lists, cells) else { return true };
    let full: Vec<&[Option<Digit>]> =
        cells.chunks(length).filter(|list| list.iter().all(Option::is_some)).collect();
    full.iter().enumerate().all(|(i, list)| !full[..i].contains(list))
}

fn length_of(lists: usize, cells: &[Option<Digit>]) -> Option<usize> {
    cells.len().checked_div(lists).filter(|&length| length > 0)
}

/// How two numbers compare; `None` if that is not determined yet.
fn compare(left: &[Option<Digit>], right: &[Option<Digit>]) -> Option<Ordering> {
    for (left, right) in left.iter().zip(right) {
        let (Some(left), Some(right)) = (left, right) else { return None };
        if left != right {
            return Some(left.cmp(right));
        }
    }
    Some(Ordering::Equal)
}

//! Connected areas.

use std::sync::Arc;

use crate::grid::{Digit, DigitSet};

/// The neighbors among the entries of a list of cells: for each entry, the positions of its neighbors.
pub type Adjacency = Arc<[Box<[u16]>]>;

/// The cells that hold one of `digits` form one connected area. An empty set of cells is connected, unless a size is
/// given.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Connected {
    /// The digits of the area.
    pub digits: DigitSet,
    /// The number of cells of the area, if it is given.
    pub size: Option<u16>,
    /// The neighbors of each entry.
    pub neighbors: Adjacency,
}

impl Connected {
    pub(super) fn holds(&self, cells: &[Option<Digit>]) -> bool {
        let sure = |at: usize| cells[at].is_some_and(|digit| self.digits.contains(digit));
        let possible = |at: usize| cells[at].is_none_or(|digit| self.digits.contains(digit));
        let Some(first) = (0..cells.len()).find(|&at| sure(at)) else {
            let most = (0..cells.len()).filter(|&at| possible(at)).count();
            return self.size.is_none_or(|size| usize::from(size) <= most);
        };
        let area = reachable(&self.neighbors, first, possible);
        let in_area = area.iter().filter(|&&reached| reached).count();
        let needed = (0..cells.len()).filter(|&at| sure(at)).count();
        (0..cells.len()).all(|at| area[at] || !sure(at))
            && self.size.is_none_or(|size| (needed..=in_area).contains(&usize::from(size)))
    }
}

/// The labels of cells divide them into connected areas of equal size (chaos construction). The areas are labelled in
/// the order of their first cells, so no division is counted twice. Some cells may come before all others.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Areas {
    /// The number of cells of an area.
    pub size: u16,
    /// The neighbors of each entry.
    pub neighbors: Adjacency,
    /// The positions of the entries that come first in the order.
    pub first: Box<[u16]>,
}

impl Areas {
    /// The positions of `count` entries in the order of labels.
    pub(crate) fn order(&self, count: usize) -> impl Iterator<Item = usize> {
        let others = (0..count).filter(|&at| !self.first.contains(&(at as u16)));
        self.first.iter().map(|&at| usize::from(at)).chain(others)
    }

    pub(super) fn holds(&self, labels: &[Option<Digit>]) -> bool {
        let size = usize::from(self.size);
        let areas = labels.len() / size.max(1);
        let mut begun = 0;
        // A cell without a label may be the first cell of the next area.
        for label in self.order(labels.len()).map(|at| labels[at]) {
            match label.map_or(begun, Digit::index) {
                index if index > begun || (index >= areas && label.is_some()) => return false,
                index if index == begun => begun = (begun + 1).min(areas),
                _ => {}
            }
        }
        (0..areas).map(Digit::from_index).all(|label| {
            let sure = |at: usize| labels[at] == Some(label);
            let possible = |at: usize| labels[at].is_none_or(|other| other == label);
            let count = |is: &dyn Fn(usize) -> bool| (0..labels.len()).filter(|&at| is(at)).count();
            let Some(first) = (0..labels.len()).find(|&at| sure(at)) else { return count(&possible) >= size };
            let area = reachable(&self.neighbors, first, possible);
            let connected = (0..labels.len()).all(|at| area[at] || !sure(at));
            connected && count(&sure) <= size && count(&|at| area[at]) >= size
        })
    }
}

/// See [`Relation::DifferentWithin`](super::Relation::DifferentWithin).
pub(super) fn different_within(labels: DigitSet, cells: &[Option<Digit>]) -> bool {
    let (digits, labels_of) = cells.split_at(cells.len() / 2);
    let mut seen = [DigitSet::EMPTY; 64];
    digits.iter().zip(labels_of).all(|pair| {
        let (Some(digit), Some(label)) = pair else { return true };
        let seen = &mut seen[label.index()];
        let is_new = !labels.contains(*label) || !seen.contains(*digit);
        seen.insert(*digit);
        is_new
    })
}

/// Whether each entry is connected to `start` through entries that `admits` accepts.
fn reachable(neighbors: &Adjacency, start: usize, admits: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut reached = vec![false; neighbors.len()];
    let mut open = vec![start];
    reached[start] = true;
    while let Some(at) = open.pop() {
        for next in neighbors[at].iter().map(|&next| usize::from(next)) {
            if !reached[next] && admits(next) {
                reached[next] = true;
                open.push(next);
            }
        }
    }
    reached
}

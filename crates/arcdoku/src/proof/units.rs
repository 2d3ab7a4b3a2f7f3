//! Unit propagation over pseudo-Boolean rows: the deductions that a checker finds without help.
//!
//! ```text
//!   slack of a row = weights of its literals that are not false - degree
//!   slack < 0                           the row is violated
//!   slack < weight of an open literal   the literal is true
//! ```

use std::collections::BinaryHeap;

use super::formula::{Atom, Formula, Term};

/// The reason of assumptions.
const NO_ROW: u32 = u32::MAX;

/// A state to return to.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnitMark(usize);

#[derive(Clone, Copy, Debug)]
struct Counter {
    begin: u32,
    end: u32,
    largest: u32,
    slack: i64,
}

/// The rows of a formula, with the consequences of assumptions by unit propagation.
#[derive(Debug)]
pub(super) struct Units {
    /// The terms of all rows, the largest weight of a row first.
    terms: Vec<Term>,
    rows: Vec<Counter>,
    /// For each literal, the rows that contain it, with its weight.
    places: Vec<Vec<(u32, u32)>>,
    is_true: Vec<bool>,
    /// For each variable, the row that decided it.
    reason: Vec<u32>,
    trail: Vec<Atom>,
    /// For each variable, its place on the trail.
    place_of: Vec<u32>,
    /// The row of the last contradiction, or else the literal that could not be assumed.
    conflict: Result<u32, Atom>,
    /// Rows have already counted the literals on the trail before this index.
    counted: usize,
    failed: bool,
    /// The literals on the trail before this index follow without any assumption.
    root: usize,
    /// Whether the last row that was added is violated.
    violated: bool,
    /// The rows that were added under assumptions.
    late: Vec<u32>,
}

impl Units {
    /// The rows of a formula, with their consequences.
    pub(super) fn new(formula: &Formula) -> Self {
        let atoms = 2 * formula.variables();
        let mut units = Self {
            terms: Vec::new(),
            rows: Vec::new(),
            places: vec![Vec::new(); atoms],
            is_true: vec![false; atoms],
            reason: vec![NO_ROW; atoms / 2],
            trail: Vec::new(),
            place_of: vec![0; atoms / 2],
            conflict: Ok(0),
            counted: 0,
            failed: false,
            root: 0,
            violated: false,
            late: Vec::new(),
        };
        for row in formula.rows() {
            units.insert(formula.terms(row), row.degree);
        }
        units.failed = !(0..units.rows.len()).all(|row| units.force(row)) || !units.settle();
        units.root = units.trail.len();
        units
    }

    /// The approximate memory of the rows, in bytes.
    pub(super) fn bytes(&self) -> usize {
        // Each term has a place. The lists of places double their capacity when they grow, so up to twice the memory is
        // counted.
        let places = 2 * self.terms.len() * size_of::<(u32, u32)>();
        self.terms.capacity() * size_of::<Term>() + self.rows.capacity() * size_of::<Counter>() + places
    }

    fn insert(&mut self, terms: &[Term], degree: u64) -> usize {
        let (row, begin) = (self.rows.len(), self.terms.len());
        self.terms.extend_from_slice(terms);
        self.terms[begin..].sort_by_key(|term| std::cmp::Reverse(term.weight));
        let mut slack = -i64::try_from(degree).unwrap_or(i64::MAX);
        for &Term { weight, atom } in terms {
            self.places[atom.index()].push((row as u32, weight));
            if !self.is_counted_false(atom) {
                slack += i64::from(weight);
            }
        }
        let largest = self.terms.get(begin).map_or(0, |term| term.weight);
        self.rows.push(Counter { begin: begin as u32, end: self.terms.len() as u32, largest, slack });
        row
    }

    /// Whether the rows have already counted the literal as false. If a row is violated, the last literals on the trail
    /// may not be counted yet.
    fn is_counted_false(&self, atom: Atom) -> bool {
        self.is_true[(!atom).index()] && !self.trail[self.counted..].contains(&!atom)
    }

    /// Adds a row; returns its number, for [`remove`](Self::remove).
    pub(super) fn add(&mut self, terms: &[Term], degree: u64) -> Option<u32> {
        if self.failed {
            return None;
        }
        let assumes = self.trail.len() > self.root;
        let row = self.insert(terms, degree);
        self.violated = !self.force(row) || !self.settle();
        if assumes {
            self.late.push(row as u32);
        } else {
            self.failed = self.violated;
            self.root = self.trail.len();
        }
        Some(row as u32)
    }

    /// Removes an added row, unless it decided a literal. Returns whether the row was removed.
    pub(super) fn remove(&mut self, row: u32) -> bool {
        let Counter { begin, end, .. } = self.rows[row as usize];
        if self.terms[begin as usize..end as usize]
            .iter()
            .any(|term| self.is_true(term.atom) && self.reason[term.atom.variable()] == row)
        {
            return false;
        }
        self.late.retain(|&late| late != row);
        for place in begin..end {
            let places = &mut self.places[self.terms[place as usize].atom.index()];
            if let Some(at) = places.iter().rposition(|&(other, _)| other == row) {
                places.swap_remove(at);
            }
        }
        self.rows[row as usize].end = begin;
        // The memory of removed rows at the end is freed.
        while let Some(&Counter { begin, end, .. }) = self.rows.last()
            && begin == end
        {
            self.rows.pop();
            self.terms.truncate(begin as usize);
        }
        true
    }

    /// Whether the last added row contradicts the assumptions.
    pub(super) fn is_violated(&self) -> bool {
        self.violated
    }

    /// Propagates rows that were added under more assumptions. Returns whether no row is violated.
    pub(super) fn retry(&mut self) -> bool {
        self.violated = !(0..self.late.len()).all(|at| self.force(self.late[at] as usize)) || !self.settle();
        !self.violated
    }

    /// Propagates rows that were added under assumptions. There must be no assumptions left.
    pub(super) fn catch_up(&mut self) {
        while let Some(row) = self.late.pop() {
            self.failed |= !self.force(row as usize) || !self.settle();
        }
        self.root = self.trail.len();
    }

    /// Whether the rows contradict each other without any assumption.
    pub(super) fn has_failed(&self) -> bool {
        self.failed
    }

    #[inline]
    pub(super) fn is_true(&self, atom: Atom) -> bool {
        self.is_true[atom.index()]
    }

    pub(super) fn mark(&self) -> UnitMark {
        UnitMark(self.trail.len())
    }

    /// Assumes a literal. Returns whether no row is violated after propagation.
    pub(super) fn assume(&mut self, atom: Atom) -> bool {
        if self.failed || self.is_true(!atom) {
            self.conflict = Err(atom);
            return false;
        }
        if !self.is_true(atom) {
            self.set(atom, NO_ROW);
        }
        self.settle()
    }

    /// Returns to an earlier state. Literals that have since been found to follow without any assumption stay true.
    pub(super) fn undo(&mut self, mark: UnitMark) {
        let length = mark.0.max(self.root);
        while self.trail.len() > length {
            let Some(atom) = self.trail.pop() else { break };
            self.is_true[atom.index()] = false;
            if self.trail.len() < self.counted {
                for &(row, weight) in &self.places[(!atom).index()] {
                    self.rows[row as usize].slack += i64::from(weight);
                }
            }
        }
        self.counted = self.counted.min(self.trail.len());
    }

    /// The assumptions on which the last contradiction depends, including one that was already known to be false.
    pub(super) fn blame(&self) -> Vec<Atom> {
        let (mut open, mut assumptions) = (BinaryHeap::new(), Vec::new());
        match self.conflict {
            Ok(row) => self.push_reasons(row, u32::MAX, 0, &mut open),
            Err(atom) => {
                open.extend(self.is_true(!atom).then(|| self.place_of[atom.variable()]));
                assumptions.push(atom);
            }
        }
        let mut last = u32::MAX;
        while let Some(place) = open.pop().filter(|&place| place as usize >= self.root) {
            if place == last {
                continue;
            }
            last = place;
            let atom = self.trail[place as usize];
            match self.reason[atom.variable()] {
                NO_ROW => assumptions.push(atom),
                row => {
                    let Counter { begin, end, .. } = self.rows[row as usize];
                    let own = self.terms[begin as usize..end as usize].iter().find(|term| term.atom == atom);
                    self.push_reasons(row, place, own.map_or(0, |term| term.weight), &mut open);
                }
            }
        }
        assumptions
    }

    /// Adds places of false literals of a row before a place, the first ones first, until the slack is less than a
    /// weight.
    fn push_reasons(&self, row: u32, before: u32, weight: u32, open: &mut BinaryHeap<u32>) {
        let Counter { begin, end, mut slack, .. } = self.rows[row as usize];
        let mut places: Vec<(u32, u32)> = Vec::new();
        for term in &self.terms[begin as usize..end as usize] {
            let place = self.place_of[term.atom.variable()];
            if !self.is_true(!term.atom) {
                continue;
            }
            slack += if (place as usize) < self.counted { i64::from(term.weight) } else { 0 };
            if place < before {
                places.push((place, term.weight));
            }
        }
        places.sort_unstable();
        for (place, own) in places {
            if slack < i64::from(weight) {
                break;
            }
            slack -= i64::from(own);
            open.push(place);
        }
    }

    /// Undoes all assumptions.
    pub(super) fn undo_all(&mut self) {
        self.undo(UnitMark(self.root));
    }

    fn set(&mut self, atom: Atom, reason: u32) {
        self.is_true[atom.index()] = true;
        self.reason[atom.variable()] = reason;
        self.place_of[atom.variable()] = self.trail.len() as u32;
        self.trail.push(atom);
    }

    /// Propagates to the fixpoint. Returns whether no row is violated.
    fn settle(&mut self) -> bool {
        while let Some(&atom) = self.trail.get(self.counted) {
            self.counted += 1;
            let negated = (!atom).index();
            for place in 0..self.places[negated].len() {
                let (row, weight) = self.places[negated][place];
                self.rows[row as usize].slack -= i64::from(weight);
            }
            for place in 0..self.places[negated].len() {
                let (row, _) = self.places[negated][place];
                if !self.force(row as usize) {
                    return false;
                }
            }
        }
        true
    }

    /// Makes the literals true that a row requires. Returns whether the row can be satisfied.
    #[inline]
    fn force(&mut self, row: usize) -> bool {
        let Counter { begin, end, largest, slack } = self.rows[row];
        if slack >= i64::from(largest) {
            return true;
        }
        if slack < 0 {
            self.conflict = Ok(row as u32);
            return false;
        }
        for place in begin..end {
            let Term { weight, atom } = self.terms[place as usize];
            if i64::from(weight) <= slack {
                break;
            }
            if !self.is_true(atom) && !self.is_true(!atom) {
                self.set(atom, row as u32);
            }
        }
        true
    }
}

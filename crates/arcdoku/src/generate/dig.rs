//! Removal of clues until none can be removed.
//!
//! A clue can be removed if the solution stays unique, that is, if every unavoidable set of the grid keeps a clue. A
//! clue that cannot be removed can also not be removed later, when fewer clues are left. Trying each clue once, in any
//! order, therefore leaves a minimal puzzle. The order determines which one.
//!
//! ```text
//!  order    0  1  2  3  4  5  ...                   ... 80     clues, or orbits of clues, as bits
//!  kept     .  .  .  x  .  x                                   decided so far
//!  a set    x  .  .  .  x  .                                   if it has no kept clue, its last clue stays
//! ```
//!
//! Known unavoidable sets are kept as bits, in the bucket of their last position. When digging reaches that position
//! and no clue of the set is kept, the clue stays without a question. Every other clue takes a question to the
//! solver: is there a solution in which the cell has another digit? Such a question is answered faster than a proof of
//! uniqueness: the changed digit determines many other cells, and the search does not find the known solution again.
//!
//! On plain 9x9 grids, whose questions are always answered, a leap comes first: forty cells are removed according to
//! the known sets alone, and then one question checks whether the solution is still unique. If there is another
//! solution, the clues that it changes are a new unavoidable set. Later solutions change no clue after the one in
//! question, so they add no information. On other grids some questions take too long. They end after [`NODES`] nodes,
//! and the clue stays. A seed therefore gives a different puzzle if that number changes.

use std::ops::Range;

use super::unavoidable;
use crate::grid::{BitSet, Cell, Digit};
use crate::puzzle::Limit;
use crate::solve::{ProbeAnswer, ProbeGrid};

/// Number of cells that the leap removes. With a leap of 30 cells, hardly any grid needs a removed clue back. With a
/// leap of 40, one grid in three does, which costs as much as the saved questions.
const LEAP: usize = 40;

/// The node limit of a question about a grid that the fast engines do not support.
pub(super) const NODES: u64 = 500;

/// Marks the end of the list of a bucket.
const NONE: u16 = u16::MAX;

/// Clues that are being removed from a grid of at most `64 * W` cells. The caller answers the questions:
/// [`question`](Dig::question), then [`receive_answer`](Dig::receive_answer).
pub(super) struct Dig<const W: usize> {
    /// Digits from 1, row-major.
    grid: Vec<u8>,
    /// The grid of the current question.
    probe: ProbeGrid,
    /// For each cell, the place of its group in the order, as a bit; empty for cells that have no clue at the start.
    bits: Vec<BitSet<W>>,
    /// The cells whose clues may be removed, group by group in their order. `begins` contains the start of each group
    /// and, as the last entry, the end.
    cells: Vec<Cell>,
    begins: Vec<u16>,
    /// Unavoidable sets, each with the index of the next set of the same bucket. `buckets` has the index of the first
    /// set of each bucket.
    sets: Vec<(BitSet<W>, u16)>,
    buckets: Vec<u16>,
    /// The groups before `at` whose clues stay.
    kept: BitSet<W>,
    at: usize,
    /// Number of remaining clues. `floor` is the smallest allowed number.
    clues: usize,
    floor: usize,
    /// Whether a question about the group at `at` was not answered. `undecided` is the number of groups that stay for
    /// this reason.
    in_doubt: bool,
    undecided: usize,
    phase: DigPhase,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum DigPhase {
    /// All groups before this position were decided by the sets alone. Is the solution still unique?
    Leap(usize),
    /// Requests a solution in which this cell of the group at `at` has another digit.
    Single(usize),
    Done(DigEnd),
}

/// Facts known before digging.
pub(super) struct DigPlan {
    /// The smallest number of clues to leave.
    pub(super) floor: usize,
    /// Whether the solution is known to be unique.
    pub(super) proper: bool,
}

/// The reason for which digging ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DigEnd {
    /// No group can be removed, or there would be too few clues.
    Dug,
    /// The solution was not unique at the start, or this could not be decided.
    Loose,
}

impl<const W: usize> Dig<W> {
    /// Creates a dig for grids like this one; its clues do not matter.
    pub(super) fn new(probe: ProbeGrid, cells: usize) -> Self {
        Self {
            grid: vec![0; cells],
            probe,
            bits: vec![BitSet::EMPTY; cells],
            cells: Vec::with_capacity(cells),
            begins: vec![0],
            sets: Vec::with_capacity(256),
            buckets: vec![NONE; cells],
            kept: BitSet::EMPTY,
            at: 0,
            clues: 0,
            floor: 0,
            in_doubt: false,
            undecided: 0,
            phase: DigPhase::Done(DigEnd::Loose),
        }
    }

    /// Uses the rules of this grid for all further questions.
    pub(super) fn ask_about(&mut self, probe: ProbeGrid) {
        self.probe = probe;
    }

    /// Begins with a grid. The cells of the groups may lose their clues, group by group in this order. Cells
    /// in no group are empty from the start.
    pub(super) fn begin<'a>(
        &mut self,
        grid: &[u8],
        groups: impl IntoIterator<Item = &'a [Cell]>,
        plan: &DigPlan,
    ) {
        self.bits.fill(BitSet::EMPTY);
        self.cells.clear();
        self.begins.clear();
        for (place, group) in groups.into_iter().enumerate() {
            self.begins.push(self.cells.len() as u16);
            let bit = BitSet::single(place);
            for &cell in group {
                self.cells.push(cell);
                self.bits[cell.index()] = bit;
            }
        }
        self.begins.push(self.cells.len() as u16);
        self.sets.clear();
        self.buckets.fill(NONE);
        (self.kept, self.at, self.floor) = (BitSet::EMPTY, 0, plan.floor);
        (self.in_doubt, self.undecided) = (false, 0);
        self.clues = self.cells.len();
        self.grid.clear();
        if self.clues == grid.len() {
            self.probe.set_clues(grid);
        } else {
            // The clues of all groups.
            let clues = grid.iter().zip(&self.bits);
            self.grid.extend(clues.map(|(&digit, bits)| if bits.is_empty() { 0 } else { digit }));
            self.probe.set_clues(&self.grid);
            self.grid.clear();
        }
        self.grid.extend_from_slice(grid);
        let mut loose = false;
        if self.probe.is_fast() {
            let bits = std::mem::take(&mut self.bits);
            if let (Ok(grid), Ok(bits)) = (grid.try_into(), bits[..].try_into()) {
                unavoidable::two_lines(grid, bits, |set| loose |= self.learn(set).is_none());
            }
            self.bits = bits;
        }
        self.phase = if loose { DigPhase::Done(DigEnd::Loose) } else { DigPhase::Leap(0) };
        if !loose {
            let end = self.leap(0);
            self.phase = DigPhase::Leap(end);
            if end == 0 && plan.proper {
                self.next(0);
            }
        }
    }

    /// The grid of the next question, and the number of solutions to find; `None` once everything is decided.
    pub(super) fn question(&mut self) -> Option<(&mut ProbeGrid, u64)> {
        let wanted = self.wanted()?;
        Some((&mut self.probe, wanted))
    }

    /// The number of solutions that the next question needs, if any.
    pub(super) fn wanted(&self) -> Option<u64> {
        match self.phase {
            DigPhase::Leap(_) => Some(2),
            DigPhase::Single(_) => Some(1),
            DigPhase::Done(_) => None,
        }
    }

    /// Receives the answer to the question.
    ///
    /// # Errors
    /// The limit that kept the question from being answered, unless it is [`NODES`].
    pub(super) fn receive_answer(&mut self, answer: &ProbeAnswer) -> Result<(), Limit> {
        let other = answer.grids().find(|&other| *other != *self.grid);
        let unanswered = if other.is_none() { answer.limit() } else { None };
        if let Some(limit) = unanswered.filter(|&limit| limit != Limit::Nodes) {
            return Err(limit);
        }
        match (self.phase, other) {
            (DigPhase::Leap(_), None) if unanswered.is_some() => self.phase = DigPhase::Done(DigEnd::Loose),
            (DigPhase::Leap(end), Some(other)) => match self.learn(self.changed(other)) {
                Some(last) => {
                    for place in last..end {
                        if !self.kept.contains(place) {
                            self.give(place);
                        }
                    }
                    self.kept.truncate(last);
                    let end = self.leap(last);
                    self.phase = DigPhase::Leap(end);
                }
                None => self.phase = DigPhase::Done(DigEnd::Loose),
            },
            (DigPhase::Leap(end), None) => self.next(end),
            // All later clues are still given, so the other solution changes none of them, and there is no new set to
            // add.
            (DigPhase::Single(_), Some(_)) => self.keep(),
            (DigPhase::Single(part), None) => {
                self.in_doubt |= unanswered.is_some();
                if part + 1 < self.group(self.at).len() {
                    self.ask(part + 1);
                } else if self.in_doubt {
                    self.undecided += 1;
                    self.keep();
                } else {
                    // The earlier cells of the group were given for the question, and the last one lacks its digit.
                    for at in self.group(self.at) {
                        self.probe.open(self.cells[at]);
                    }
                    self.next(self.at + 1);
                }
            }
            (DigPhase::Done(_), _) => {}
        }
        Ok(())
    }

    /// Ends the dig before the first question, because the remaining cells are known to leave several solutions.
    pub(super) fn abandon(&mut self) {
        self.phase = DigPhase::Done(DigEnd::Loose);
    }

    /// How digging ended; `None` while it continues.
    pub(super) fn end(&self) -> Option<DigEnd> {
        if let DigPhase::Done(end) = self.phase { Some(end) } else { None }
    }

    /// The remaining grid: digits from 1, or 0 if a clue was removed.
    pub(super) fn clues(&self) -> Vec<u8> {
        let cells = self.grid.iter().zip(&self.bits);
        cells.map(|(&digit, bits)| if bits.is_disjoint(&self.kept) { 0 } else { digit }).collect()
    }

    /// The number of groups that stay because a question about them was not answered.
    pub(super) fn undecided(&self) -> usize {
        self.undecided
    }

    /// Whether all groups that stay come after all removed groups.
    pub(super) fn kept_the_last(&self) -> bool {
        self.kept.first().is_some_and(|first| self.kept.len() == self.groups() - first)
    }

    /// The places of a group in `cells`.
    fn group(&self, place: usize) -> Range<usize> {
        usize::from(self.begins[place])..usize::from(self.begins[place + 1])
    }

    fn groups(&self) -> usize {
        self.begins.len() - 1
    }

    /// Gives a cell the digit of the grid.
    fn give_cell(&mut self, cell: Cell) {
        self.probe.give(cell, digit(self.grid[cell.index()]));
    }

    /// Puts the clues of a group back.
    fn give(&mut self, place: usize) {
        for at in self.group(place) {
            self.give_cell(self.cells[at]);
            self.clues += 1;
        }
    }

    /// Keeps the group at `at`, and continues after it.
    fn keep(&mut self) {
        self.give(self.at);
        self.kept.insert(self.at);
        self.next(self.at + 1);
    }

    /// Whether the group must stay: some set that ends with this group has no kept clue.
    fn stays(&self, place: usize) -> bool {
        let mut next = self.buckets[place];
        while let Some((set, after)) = self.sets.get(usize::from(next)) {
            if set.is_disjoint(&self.kept) {
                return true;
            }
            next = *after;
        }
        false
    }

    /// Decides groups by the sets, from this position on, until enough cells are removed. Returns the position after
    /// the last decided group.
    fn leap(&mut self, from: usize) -> usize {
        let mut place = from;
        let most = if self.probe.is_fast() { LEAP } else { 0 };
        while place < self.groups() && self.grid.len() - self.clues < most {
            let group = self.group(place);
            if self.stays(place) || self.clues < self.floor + group.len() {
                self.kept.insert(place);
            } else {
                self.clues -= group.len();
                for at in group {
                    self.probe.open(self.cells[at]);
                }
            }
            place += 1;
        }
        place
    }

    /// Advances to the next group that needs a question, starting at this position.
    fn next(&mut self, from: usize) {
        for place in from..self.groups() {
            let group = self.group(place).len();
            if self.stays(place) || self.clues < self.floor + group {
                self.kept.insert(place);
            } else {
                self.at = place;
                self.clues -= group;
                for part in (0..group).rev() {
                    let cell = self.cells[self.group(place)][part];
                    self.probe.open(cell);
                }
                self.in_doubt = false;
                self.ask(0);
                return;
            }
        }
        self.phase = DigPhase::Done(DigEnd::Dug);
    }

    /// Prepares the question whether a cell of the group may have another digit. Earlier cells of the group, whose
    /// questions are answered, are given; later ones are open.
    fn ask(&mut self, part: usize) {
        let begin = self.group(self.at).start;
        if part > 0 {
            self.give_cell(self.cells[begin + part - 1]);
        }
        let cell = self.cells[begin + part];
        self.probe.exclude(cell, digit(self.grid[cell.index()]));
        self.phase = DigPhase::Single(part);
    }

    /// The groups with a cell that has another digit in another solution.
    fn changed(&self, other: &[u8]) -> BitSet<W> {
        let mut set = BitSet::EMPTY;
        let (ours, our_rest) = self.grid.as_chunks::<8>();
        let (others, other_rest) = other.as_chunks::<8>();
        for ((one, two), bits) in ours.iter().zip(others).zip(self.bits.as_chunks::<8>().0) {
            // Eight cells are compared as one word, a byte each.
            let mut changes = u64::from_le_bytes(*one) ^ u64::from_le_bytes(*two);
            while changes != 0 {
                let byte = changes.trailing_zeros() as usize / 8;
                changes &= !(0xFF << (8 * byte));
                set |= bits[byte];
            }
        }
        for (at, (one, two)) in our_rest.iter().zip(other_rest).enumerate() {
            if one != two {
                set |= self.bits[8 * ours.len() + at];
            }
        }
        set
    }

    /// Adds an unavoidable set to the bucket of its last place, and returns that place. `None` if the set contains no
    /// clue.
    fn learn(&mut self, set: BitSet<W>) -> Option<usize> {
        let last = set.last()?;
        let first = &mut self.buckets[last];
        self.sets.push((set, *first));
        *first = self.sets.len() as u16 - 1;
        Some(last)
    }
}

/// The digit with this number.
fn digit(number: u8) -> Digit {
    Digit::from_index(usize::from(number) - 1)
}

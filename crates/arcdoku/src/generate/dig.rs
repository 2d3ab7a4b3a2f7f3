//! Taking clues away until none can go.
//!
//! A clue can go if no other solution arises: if every unavoidable set of the grid keeps a clue. That is monotone, so
//! that clues tried once in any order leave a minimal puzzle; the order decides which.
//!
//! ```text
//!  order    0  1  2  3  4  5  ...                   ... 80     clues, or orbits of clues, as bits of a word
//!  kept     .  .  .  x  .  x                                   decided so far
//!  a set    x  .  .  .  x  .                                   touched by kept clues? else its last clue stays
//! ```
//!
//! Other solutions are never found twice: what they change is an unavoidable set, kept as a word of bits in
//! the order, in the bucket of its last clue. Whoever comes to that clue with nothing of the set kept knows that it
//! stays, without asking. A first leap takes away forty cells by the sets alone and asks once whether that was right;
//! then each clue that no set speaks for costs a question: is there a solution in which it is another digit? One
//! that has its digit changed is half solved, and no answer has to be found twice as in a proof of uniqueness.

use std::ops::Range;

use super::unavoidable;
use crate::grid::{Cell, DigitSet};
use crate::solve::{Found, State};

/// How many cells the first leap takes away. Hardly any grid needs one of its clues back before 30; one of three needs
/// one before 40, which costs as much as the questions that it saves.
const LEAP: usize = 40;

/// The end of a bucket.
const NONE: u16 = u16::MAX;

/// Clues being taken away from a grid. Whoever drives it answers its questions: [`question`](Dig::question), and then
/// [`tell`](Dig::tell).
pub(super) struct Dig {
    grid: [u8; 81],
    /// The candidates as they are asked about.
    state: State,
    /// The place of each cell's group in the order, as a bit: none for cells that are empty from the beginning.
    bits: [u128; 81],
    /// The cells that may go, group by group in their order; where the groups begin, and the end.
    cells: Vec<u8>,
    begins: Vec<u8>,
    /// Unavoidable sets with the next of the same bucket, and the first of each bucket.
    sets: Vec<(u128, u16)>,
    buckets: [u16; 81],
    /// The groups that stay, of those before `at`.
    kept: u128,
    at: usize,
    /// Clues that are there, and how many there shall be at least.
    clues: usize,
    floor: usize,
    phase: Phase,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// All groups before this place are decided by the sets alone; is the solution still the only one?
    Leap(usize),
    /// Is there a solution in which this cell of the group at `at` is another digit?
    Single(usize),
    Done(End),
}

/// What else is to be known before.
pub(super) struct Plan {
    /// Leave so many clues at least.
    pub(super) floor: usize,
    /// Whether the solution is known to be the only one.
    pub(super) proper: bool,
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// No group can go, or there would be too few clues.
    Dug,
    /// The solution was never the only one.
    Loose,
}

impl Dig {
    pub(super) fn new() -> Self {
        Self {
            grid: [0; 81],
            state: State::OPEN,
            bits: [0; 81],
            cells: Vec::with_capacity(81),
            begins: Vec::with_capacity(82),
            sets: Vec::with_capacity(256),
            buckets: [NONE; 81],
            kept: 0,
            at: 0,
            clues: 0,
            floor: 0,
            phase: Phase::Done(End::Loose),
        }
    }

    /// Begins with a grid, digits 1 to 9. The cells of the groups may lose their clues, group by group in this
    /// order; there are at most 81 groups. Cells in no group are empty from the beginning.
    pub(super) fn begin<'a>(
        &mut self,
        grid: &[u8; 81],
        groups: impl IntoIterator<Item = &'a [u8]>,
        plan: &Plan,
    ) {
        self.grid = *grid;
        self.bits = [0; 81];
        self.cells.clear();
        self.begins.clear();
        for (place, group) in groups.into_iter().enumerate() {
            self.begins.push(self.cells.len() as u8);
            self.cells.extend_from_slice(group);
            for &cell in group {
                self.bits[usize::from(cell)] = 1 << place;
            }
        }
        self.begins.push(self.cells.len() as u8);
        let mut clues = *grid;
        for (clue, &bits) in clues.iter_mut().zip(&self.bits) {
            if bits == 0 {
                *clue = 0;
            }
        }
        self.state = State::new(&clues);
        self.sets.clear();
        self.buckets = [NONE; 81];
        (self.kept, self.at, self.floor) = (0, 0, plan.floor);
        self.clues = self.cells.len();
        let bits = self.bits;
        let mut loose = false;
        unavoidable::two_lines(grid, &bits, |set| loose |= self.learn(set).is_none());
        self.phase = if loose { Phase::Done(End::Loose) } else { Phase::Leap(0) };
        if !loose {
            let end = self.leap(0);
            self.phase = Phase::Leap(end);
            if end == 0 && plan.proper {
                self.next(0);
            }
        }
    }

    /// The state that is asked about, and how many solutions are wanted; nothing once all is decided.
    pub(super) fn question(&self) -> Option<(&State, u64)> {
        match self.phase {
            Phase::Leap(_) => Some((&self.state, 2)),
            Phase::Single(_) => Some((&self.state, 1)),
            Phase::Done(_) => None,
        }
    }

    /// Takes an answer to the question.
    pub(super) fn tell(&mut self, found: &Found) {
        let other = found.grids[..found.solutions.min(2) as usize].iter().find(|&other| *other != self.grid);
        match (self.phase, other) {
            (Phase::Leap(end), Some(other)) => match self.learn(self.changed(other)) {
                Some(last) => {
                    for place in last..end {
                        if self.kept >> place & 1 == 0 {
                            self.give(place);
                        }
                    }
                    self.kept &= (1 << last) - 1;
                    let end = self.leap(last);
                    self.phase = Phase::Leap(end);
                }
                None => self.phase = Phase::Done(End::Loose),
            },
            (Phase::Leap(end), None) => self.next(end),
            (Phase::Single(_), Some(other)) => {
                self.learn(self.changed(other));
                self.give(self.at);
                self.kept |= 1 << self.at;
                self.next(self.at + 1);
            }
            (Phase::Single(part), None) => {
                if part + 1 < self.group(self.at).len() {
                    self.ask(part + 1);
                } else {
                    // Those asked about before were given since, and this one is without its digit.
                    for at in self.group(self.at) {
                        self.state.set(Cell::new(self.cells[at].into()), DigitSet::all(9));
                    }
                    self.next(self.at + 1);
                }
            }
            (Phase::Done(_), _) => {}
        }
    }

    /// Ends before it began: what would be dug is known to have several solutions.
    pub(super) fn abandon(&mut self) {
        self.phase = Phase::Done(End::Loose);
    }

    /// How it ended, once it has.
    pub(super) fn end(&self) -> Option<End> {
        if let Phase::Done(end) = self.phase { Some(end) } else { None }
    }

    /// The grid, and what is left of it: digits 1 to 9, 0 where a clue is gone.
    pub(super) fn clues(&self) -> [u8; 81] {
        let mut clues = self.grid;
        for (clue, &bits) in clues.iter_mut().zip(&self.bits) {
            if bits & self.kept == 0 {
                *clue = 0;
            }
        }
        clues
    }

    /// Whether all that stays comes after all that went.
    pub(super) fn kept_the_last(&self) -> bool {
        let all = (1 << self.groups()) - 1;
        self.kept | ((1 << self.kept.trailing_zeros().min(127)) - 1) == all
    }

    /// The places of a group in `cells`.
    fn group(&self, place: usize) -> Range<usize> {
        usize::from(self.begins[place])..usize::from(self.begins[place + 1])
    }

    fn groups(&self) -> usize {
        self.begins.len() - 1
    }

    /// Puts the clues of a group back.
    fn give(&mut self, place: usize) {
        for at in self.group(place) {
            let cell = usize::from(self.cells[at]);
            self.state.set(Cell::new(cell), only(self.grid[cell]));
            self.clues += 1;
        }
    }

    /// Whether a set has no clue but this group's.
    fn stays(&self, place: usize) -> bool {
        let mut next = self.buckets[place];
        while let Some(&(set, after)) = self.sets.get(usize::from(next)) {
            if set & self.kept == 0 {
                return true;
            }
            next = after;
        }
        false
    }

    /// Decides groups from this place on by the sets, until so many cells are gone; where that ends.
    fn leap(&mut self, from: usize) -> usize {
        let mut place = from;
        while place < self.groups() && 81 - self.clues < LEAP {
            let group = self.group(place);
            if self.stays(place) || self.clues < self.floor + group.len() {
                self.kept |= 1 << place;
            } else {
                self.clues -= group.len();
                for at in group {
                    self.state.set(Cell::new(self.cells[at].into()), DigitSet::all(9));
                }
            }
            place += 1;
        }
        place
    }

    /// Goes to the next group that a question is needed for, from this place on.
    fn next(&mut self, from: usize) {
        for place in from..self.groups() {
            let group = self.group(place).len();
            if self.stays(place) || self.clues < self.floor + group {
                self.kept |= 1 << place;
            } else {
                self.at = place;
                self.clues -= group;
                for part in (0..group).rev() {
                    let cell = self.cells[self.group(place)][part];
                    self.state.set(Cell::new(cell.into()), DigitSet::all(9));
                }
                self.ask(0);
                return;
            }
        }
        self.phase = Phase::Done(End::Dug);
    }

    /// Asks whether a cell of the group may be another digit; the cells of the group before it, of which that was
    /// asked before, are given, and those after it are open.
    fn ask(&mut self, part: usize) {
        let cells = &self.cells[self.group(self.at)];
        if part > 0 {
            let before = usize::from(cells[part - 1]);
            self.state.set(Cell::new(before), only(self.grid[before]));
        }
        let cell = usize::from(cells[part]);
        self.state.set(Cell::new(cell), DigitSet::all(9).minus(only(self.grid[cell])));
        self.phase = Phase::Single(part);
    }

    /// The groups in which another solution differs.
    fn changed(&self, other: &[u8; 81]) -> u128 {
        let mut set = 0;
        for (row, (one, two)) in self.grid.chunks_exact(9).zip(other.chunks_exact(9)).enumerate() {
            let mut columns = 0_u32;
            for column in 0..9 {
                columns |= u32::from(one[column] != two[column]) << column;
            }
            while columns != 0 {
                set |= self.bits[9 * row + columns.trailing_zeros() as usize];
                columns &= columns - 1;
            }
        }
        set
    }

    /// Keeps an unavoidable set in the bucket of its last place, and says which that is; nothing if no clue is in it.
    fn learn(&mut self, set: u128) -> Option<usize> {
        if set == 0 {
            return None;
        }
        let last = 127 - set.leading_zeros() as usize;
        let first = &mut self.buckets[last];
        self.sets.push((set, *first));
        *first = self.sets.len() as u16 - 1;
        Some(last)
    }
}

/// The set of one digit, 1 to 9.
fn only(digit: u8) -> DigitSet {
    DigitSet::from_bits(1 << (digit - 1))
}

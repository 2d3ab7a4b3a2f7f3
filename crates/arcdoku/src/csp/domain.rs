//! Variables, their domains, and the trail of changes.
//!
//! ```text
//!   trail   (var, values)  (var, values)  (var, values)  (var, values)  ...
//!           the values removed from each domain, oldest first
//!                        ^ mark                      ^ reader
//! ```
//!
//! The trail is also the log for propagators with separate state. A *reader* is a position on the trail. All readers
//! share the trail, so there is no separate log to trim. Undoing cuts the trail at a mark. If a reader has already seen
//! changes beyond the mark, they are stored for the reader as restored, and its position moves back to the mark. A
//! reader thus misses no change and sees none twice. A *trailed* reader instead moves back to the position that it had
//! when the mark was set, like trailed words.

use crate::grid::{Cell, DigitSet};

/// A variable of a model. The variable of a cell has the cell's index.
///
/// Methods of a model that take a variable panic if the model has no variable with this index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Var(u32);

impl Var {
    /// The variable with this index.
    #[inline]
    pub const fn new(index: usize) -> Self {
        Self(index as u32)
    }

    /// The index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The cell that the variable represents, if it represents a cell.
    #[inline]
    pub const fn cell(self) -> Cell {
        Cell::new(self.index())
    }
}

impl From<Cell> for Var {
    #[inline]
    fn from(cell: Cell) -> Self {
        Self::new(cell.index())
    }
}

/// A change of a domain: the variable, and the values that left it or came back.
pub type Change = (Var, DigitSet);

/// The state of a reader that reports restored values.
#[derive(Debug, Default)]
pub(super) struct TrailReader {
    /// The changes before this position have been read.
    pub(super) position: usize,
    /// The changes that were read and undone.
    pub(super) restored: Vec<Change>,
}

/// The domains of all variables, with their trail.
///
/// A variable is *decided* when its value counts as assigned. At the eager levels, a domain of one digit decides its
/// variable. At the lazy levels (plain backtracking, forward checking), only a clue or the search decides it, as in
/// textbooks.
#[derive(Debug, Default)]
pub(super) struct Domains {
    pub(super) sets: Vec<DigitSet>,
    /// One bit per variable, 64 per word: set while the variable is undecided.
    pub(super) undecided: Vec<u64>,
    /// All changes, oldest first. A decided variable does not change until the decision is undone, so every variable on
    /// the trail was undecided before its change. The trail need not record this.
    pub(super) trail: Vec<Change>,
    pub(super) readers: Vec<TrailReader>,
}

impl Domains {
    /// Restarts with the domains `sets`; `undecided` has a bit for each undecided variable.
    pub(super) fn reset(&mut self, sets: &[DigitSet], undecided: &[u64]) {
        self.sets.clear();
        self.sets.extend_from_slice(sets);
        self.undecided.clear();
        self.undecided.extend_from_slice(undecided);
        self.trail.clear();
        for reader in &mut self.readers {
            reader.position = 0;
            reader.restored.clear();
        }
    }

    /// Narrows the first domains to these sets before propagation, if they have any, and decides the variables with
    /// one value left. The changes are recorded on the trail, so readers see them.
    #[inline]
    pub(super) fn restrict(&mut self, sets: impl Iterator<Item = Option<DigitSet>>) {
        let Self { sets: domains, undecided, trail, .. } = self;
        trail.reserve(domains.len());
        for (i, (domain, set)) in domains.iter_mut().zip(sets).enumerate() {
            let Some(set) = set else { continue };
            let left = *domain & set;
            if left != *domain {
                trail.push((Var::new(i), domain.minus(left)));
                *domain = left;
            }
            if left.is_single() {
                undecided[i / 64] &= !(1 << (i % 64));
            }
        }
    }

    #[inline]
    pub(super) fn is_decided(&self, var: Var) -> bool {
        self.undecided[var.index() / 64] >> (var.index() % 64) & 1 == 0
    }

    /// Narrows a domain to `left`, a subset of it.
    #[inline]
    pub(super) fn narrow(&mut self, var: Var, left: DigitSet) {
        let old = std::mem::replace(&mut self.sets[var.index()], left);
        self.trail.push((var, old.minus(left)));
    }

    #[inline]
    pub(super) fn mark_decided(&mut self, var: Var) {
        self.undecided[var.index() / 64] &= !(1 << (var.index() % 64));
    }

    /// Undoes the last change, which no reader has seen.
    #[cold]
    pub(super) fn take_back(&mut self) {
        if let Some((var, gone)) = self.trail.pop() {
            self.sets[var.index()] |= gone;
        }
    }

    /// Undoes all changes after the first `length`.
    #[inline]
    pub(super) fn undo(&mut self, length: usize) {
        let Self { sets, undecided, trail, readers } = self;
        for reader in readers {
            if reader.position > length {
                reader.restored.extend_from_slice(&trail[length..reader.position]);
                reader.position = length;
            }
        }
        for &(var, gone) in &trail[length..] {
            sets[var.index()] |= gone;
            undecided[var.index() / 64] |= 1 << (var.index() % 64);
        }
        trail.truncate(length);
    }
}

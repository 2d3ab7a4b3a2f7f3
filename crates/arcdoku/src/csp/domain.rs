//! Variables, their domains, and the trail that takes changes back.

use crate::grid::{Cell, DigitSet};

/// A variable of a model. The variable of a cell has the cell's index.
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

    /// The cell that the variable stands for.
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

/// A point on the trail to which the domains can be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    pub(super) trail: u32,
    pub(super) entailed: u32,
}

/// The domains of all variables, with their trail.
///
/// A variable is *decided* once its value counts as assigned. At the eager levels a domain of one
/// digit decides its variable; at the lazy ones (plain backtracking, forward checking) only a clue
/// or the search does, as the textbooks have it.
#[derive(Debug, Default)]
pub(super) struct Domains {
    pub(super) sets: Vec<DigitSet>,
    /// One bit a variable, in words of 64: set while it is undecided.
    pub(super) undecided: Vec<u64>,
    /// What a domain was before each change. A decided variable never changes again, so whatever
    /// is taken back was undecided before: the trail need not say so.
    pub(super) trail: Vec<(Var, DigitSet)>,
}

impl Domains {
    /// All variables undecided with the domain `all`.
    pub(super) fn reset(&mut self, variables: usize, all: DigitSet) {
        self.sets.clear();
        self.sets.resize(variables, all);
        self.undecided.clear();
        self.undecided.resize(variables.div_ceil(64), u64::MAX);
        if let Some(last) = self.undecided.last_mut() {
            *last >>= (64 - variables % 64) % 64;
        }
        self.trail.clear();
    }

    #[inline]
    pub(super) fn is_decided(&self, var: Var) -> bool {
        self.undecided[var.index() / 64] >> (var.index() % 64) & 1 == 0
    }

    /// Replaces a domain and remembers the old one.
    #[inline]
    pub(super) fn replace(&mut self, var: Var, set: DigitSet) {
        self.trail.push((var, std::mem::replace(&mut self.sets[var.index()], set)));
    }

    #[inline]
    pub(super) fn mark_decided(&mut self, var: Var) {
        self.undecided[var.index() / 64] &= !(1 << (var.index() % 64));
    }

    /// Takes all changes after the first `length` back, and appends what comes back to `restored`
    /// if anybody keeps it.
    #[inline]
    pub(super) fn undo(&mut self, length: usize, restored: Option<&mut Vec<(Var, DigitSet)>>) {
        let Self { sets, undecided, trail } = self;
        let back = trail[length..].iter().rev().map(|&(var, set)| {
            let narrowed = std::mem::replace(&mut sets[var.index()], set);
            undecided[var.index() / 64] |= 1 << (var.index() % 64);
            (var, set.minus(narrowed))
        });
        match restored {
            Some(restored) => restored.extend(back),
            None => back.for_each(drop),
        }
        trail.truncate(length);
    }
}

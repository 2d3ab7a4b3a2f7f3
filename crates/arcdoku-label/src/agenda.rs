//! The pending work of a relaxation, and the data that it keeps between states.

use std::collections::VecDeque;

use crate::assignment::Assignment;

/// Pending work, and data that is kept between states.
#[derive(Debug)]
pub(super) struct Agenda<W> {
    /// Objects whose costs changed.
    pub(super) objects: WorkQueue,
    /// Objects that have lost labels. Their pairs with objects of a higher number must be revised.
    pub(super) removed: WorkSet,
    /// Objects whose costs rose. Their pairs with objects of a lower number must be revised.
    pub(super) raised: WorkSet,
    /// Objects whose neighbors together may raise the bound.
    pub(super) together: WorkSet,
    /// Objects some of whose labels may be replaceable by other labels.
    pub(super) replaced: WorkSet,
    /// Whether an object is replaced by another object if that one determines its label.
    pub(super) substitutes: bool,
    /// Whether costs move to objects of a higher number instead of a lower one.
    pub(super) is_reversed: bool,
    /// The tables of more than two objects in which an object has lost labels. `wide_raised` contains the tables in
    /// which the costs of an object rose.
    pub(super) wide: WorkSet,
    pub(super) wide_raised: WorkSet,
    /// Objects that may be folded.
    pub(super) thin: WorkSet,
    /// Sets whose costs changed.
    pub(super) sets: WorkQueue,
    /// The best known cost. Labellings that reach it are discarded.
    pub(super) bound: W,
    pub(super) assignment: Assignment<W>,
    /// For each label of each object of a function: the label of the other object with which it last cost nothing. The
    /// entry may be outdated.
    pub(super) supports: Vec<u32>,
    /// For each object, the label that last cost nothing together with all neighbors.
    pub(super) free: Vec<u32>,
    /// The objects whose function is being revised. `weights` contains, for each object, the number of refuted states
    /// in which it was among them.
    pub(super) movers: [u32; 2],
    pub(super) weights: Vec<f64>,
    /// Reused memory.
    pub(super) live: Vec<(u32, W)>,
    pub(super) takes: Vec<(u32, W)>,
    pub(super) refused: Vec<u32>,
}

impl<W> Agenda<W> {
    /// Drops all work.
    pub(super) fn clear(&mut self) {
        let Self { removed, raised, together, replaced, wide, wide_raised, thin, .. } = self;
        [removed, raised, together, replaced, wide, wide_raised, thin].into_iter().for_each(WorkSet::clear);
        self.objects.clear();
        self.sets.clear();
    }

    /// The position in a pair of the object from which costs are moved away.
    #[inline]
    pub(super) fn last(&self) -> usize {
        usize::from(!self.is_reversed)
    }

    /// The label of the other object with which a label last cost nothing; 0 if it is not known.
    #[inline]
    pub(super) fn support(&self, at: usize) -> usize {
        self.supports.get(at).map_or(0, |&support| support as usize)
    }

    /// Keeps supports of labels, starting with the first one.
    #[inline]
    pub(super) fn remember(&mut self, first: usize, supports: &[u32]) {
        let end = first + supports.len();
        if self.supports.len() < end {
            self.supports.resize(end, 0);
        }
        self.supports[first..end].copy_from_slice(supports);
    }
}

/// A set of numbers.
#[derive(Debug)]
pub(super) struct WorkSet {
    pub(super) words: Vec<u64>,
    pub(super) count: usize,
}

impl WorkSet {
    pub(super) fn of(count: usize) -> Self {
        Self { words: vec![0; count.div_ceil(64)], count: 0 }
    }

    #[inline]
    pub(super) fn add(&mut self, number: u32) {
        let (word, bit) = (&mut self.words[number as usize / 64], 1 << (number % 64));
        self.count += usize::from(*word & bit == 0);
        *word |= bit;
    }

    fn take(&mut self, place: usize, bit: u32) -> u32 {
        self.words[place] &= !(1 << bit);
        self.count -= 1;
        place as u32 * 64 + bit
    }

    /// Removes the smallest or the greatest number.
    pub(super) fn pop(&mut self, is_least: bool) -> Option<u32> {
        if is_least { self.pop_least() } else { self.pop_greatest() }
    }

    pub(super) fn pop_least(&mut self) -> Option<u32> {
        if self.count == 0 {
            return None;
        }
        let place = self.words.iter().position(|&word| word != 0)?;
        Some(self.take(place, self.words[place].trailing_zeros()))
    }

    pub(super) fn pop_greatest(&mut self) -> Option<u32> {
        if self.count == 0 {
            return None;
        }
        let place = self.words.iter().rposition(|&word| word != 0)?;
        Some(self.take(place, self.words[place].ilog2()))
    }

    pub(super) fn clear(&mut self) {
        if self.count > 0 {
            self.words.fill(0);
            self.count = 0;
        }
    }
}

/// A list of numbers, in which each number occurs at most once.
#[derive(Debug, Default)]
pub(super) struct WorkQueue {
    pub(super) list: VecDeque<u32>,
    pub(super) is_in: Vec<bool>,
}

impl WorkQueue {
    pub(super) fn of(count: usize) -> Self {
        Self { list: VecDeque::with_capacity(count), is_in: vec![false; count] }
    }

    pub(super) fn add(&mut self, number: u32) {
        if !std::mem::replace(&mut self.is_in[number as usize], true) {
            self.list.push_back(number);
        }
    }

    /// Removes the newest number.
    pub(super) fn pop(&mut self) -> Option<u32> {
        let number = self.list.pop_back()?;
        self.is_in[number as usize] = false;
        Some(number)
    }

    /// Removes the oldest number.
    pub(super) fn pop_first(&mut self) -> Option<u32> {
        let number = self.list.pop_front()?;
        self.is_in[number as usize] = false;
        Some(number)
    }

    pub(super) fn clear(&mut self) {
        while self.pop().is_some() {}
    }
}

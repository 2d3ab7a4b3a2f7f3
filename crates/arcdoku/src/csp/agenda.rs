//! The agenda: the propagators that have work to do.

use crate::csp::domain::Var;

/// The propagators that have work to do, one bit each. Propagators of equal cost share a range of words; cheaper
/// ranges come first.
#[derive(Debug, Default)]
pub(super) struct Agenda {
    pub(super) pending: Vec<u64>,
    /// The entailed propagators.
    resting: Vec<u64>,
    /// The propagators that have variables. All of them are pending at the start.
    all: Vec<u64>,
    classes: Vec<Class>,
    /// For each variable, the bits to set when its domain changes and when it is decided.
    wakes: Lists<WakeWord>,
}

/// The range of words that belongs to the propagators of one cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Class {
    pub(super) start: u32,
    pub(super) end: u32,
    /// The bit, counted over all words, at which the next search for work begins.
    pub(super) next: u32,
}

/// Bits to set in one word of the agenda.
#[derive(Clone, Copy, Debug)]
pub(super) struct WakeWord {
    pub(super) word: u32,
    pub(super) changed: u64,
    pub(super) decided: u64,
}

impl Agenda {
    /// An agenda of `all` propagators, whose classes cover all words.
    pub(super) fn new(all: Vec<u64>, classes: Vec<Class>, wakes: Lists<WakeWord>) -> Self {
        Self { pending: vec![0; all.len()], resting: vec![0; all.len()], all, classes, wakes }
    }

    /// Puts every propagator on the agenda.
    pub(super) fn reset(&mut self) {
        self.resting.fill(0);
        self.pending.copy_from_slice(&self.all);
        for class in &mut self.classes {
            class.next = class.start * 64;
        }
    }

    /// Puts the propagators that depend on a change of `var` on the agenda.
    #[inline]
    pub(super) fn wake(&mut self, var: Var, decided: bool) {
        for wake in self.wakes.get(var.index()) {
            self.pending[wake.word as usize] |=
                if decided { wake.changed | wake.decided } else { wake.changed };
        }
    }

    /// Takes a pending propagator of the cheapest class that has any. The propagators of a class take turns; otherwise,
    /// the first houses would run many times before the last ones run once.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<usize> {
        for class in &mut self.classes {
            let (first, offset) = (class.next / 64, class.next % 64);
            let words = class.end - class.start;
            for step in 0..=words {
                let mut word = first + step;
                if word >= class.end {
                    word -= words;
                }
                let mut bits = self.pending[word as usize] & !self.resting[word as usize];
                if step == 0 {
                    bits &= u64::MAX << offset;
                }
                if bits != 0 {
                    let bit = bits.trailing_zeros();
                    self.pending[word as usize] &= !(1 << bit);
                    class.next = word * 64 + bit;
                    return Some((word * 64 + bit) as usize);
                }
            }
        }
        None
    }

    /// Puts a propagator on the agenda, or takes it off.
    #[inline]
    pub(super) fn set_pending(&mut self, index: usize, value: bool) {
        set(&mut self.pending, index, value);
    }

    /// Whether every propagator is entailed.
    pub(super) fn all_rest(&self) -> bool {
        self.all.iter().zip(&self.resting).all(|(all, resting)| all & !resting == 0)
    }

    /// Marks a propagator as entailed, or as active again.
    #[inline]
    pub(super) fn set_resting(&mut self, index: usize, value: bool) {
        set(&mut self.resting, index, value);
    }
}

fn set(bits: &mut [u64], index: usize, value: bool) {
    let mask = 1 << (index % 64);
    if value {
        bits[index / 64] |= mask;
    } else {
        bits[index / 64] &= !mask;
    }
}

/// Lists of different lengths, stored in one allocation.
#[derive(Debug)]
pub(super) struct Lists<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { starts: Vec::new(), items: Vec::new() }
    }
}

impl<T: Clone> Lists<T> {
    pub(super) fn new(lists: &[Vec<T>]) -> Self {
        let ends = lists.iter().scan(0, |sum, list| {
            *sum += list.len() as u32;
            Some(*sum)
        });
        Self { starts: std::iter::once(0).chain(ends).collect(), items: lists.concat() }
    }
}

impl<T> Lists<T> {
    /// Creates `count` lists from pairs of a list index and an item. Each list keeps the order of the pairs.
    pub(super) fn grouped(count: usize, pairs: impl Iterator<Item = (usize, T)> + Clone) -> Self
    where
        T: Copy + Default,
    {
        let mut starts = vec![0; count + 1];
        for (list, _) in pairs.clone() {
            starts[list + 1] += 1;
        }
        for list in 0..count {
            starts[list + 1] += starts[list];
        }
        let mut next = starts.clone();
        let mut items = vec![T::default(); starts[count] as usize];
        for (list, item) in pairs {
            items[next[list] as usize] = item;
            next[list] += 1;
        }
        Self { starts, items }
    }

    #[inline]
    pub(super) fn get(&self, index: usize) -> &[T] {
        &self.items[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}

//! Trailed words: numbers of propagators that undoing restores.

/// A trailed word of a model, created by [`Builder::word`](crate::csp::Builder::word).
///
/// It holds a value that a propagator computes incrementally, such as the sum of the decided variables or the state
/// of an automaton. A word belongs to the model of its builder. A model that does not have the word panics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word(pub(super) u32);

/// One trailed word.
#[derive(Clone, Copy, Debug)]
struct Slot {
    initial: u64,
    value: u64,
    /// The epoch in which the value was last saved.
    saved: u64,
}

/// All trailed words of a model.
#[derive(Debug, Default)]
pub(super) struct Words {
    slots: Vec<Slot>,
    /// Indices and old values of words, each saved at most once per epoch.
    trail: Vec<(u32, u64)>,
    /// The current epoch: every mark and every undo begins a new one.
    epoch: u64,
}

impl Words {
    /// Adds a word.
    pub(super) fn add(&mut self, initial: u64) -> Word {
        self.slots.push(Slot { initial, value: initial, saved: 0 });
        Word(self.slots.len() as u32 - 1)
    }

    /// Sets every word to its initial value.
    pub(super) fn reset(&mut self) {
        self.trail.clear();
        self.epoch = 1;
        for slot in &mut self.slots {
            (slot.value, slot.saved) = (slot.initial, 0);
        }
    }

    #[inline]
    pub(super) fn get(&self, word: Word) -> u64 {
        self.slots[word.0 as usize].value
    }

    #[inline]
    pub(super) fn set(&mut self, word: Word, value: u64) {
        let slot = &mut self.slots[word.0 as usize];
        if slot.saved != self.epoch {
            slot.saved = self.epoch;
            self.trail.push((word.0, slot.value));
        }
        slot.value = value;
    }

    /// Begins an epoch; returns the length of the trail, for [`undo`](Self::undo).
    #[inline]
    pub(super) fn mark(&mut self) -> usize {
        self.epoch += 1;
        self.trail.len()
    }

    /// Restores the values of the words at the time when the trail had this length.
    #[inline]
    pub(super) fn undo(&mut self, length: usize) {
        self.epoch += 1;
        while self.trail.len() > length
            && let Some((word, value)) = self.trail.pop()
        {
            self.slots[word as usize].value = value;
        }
    }
}

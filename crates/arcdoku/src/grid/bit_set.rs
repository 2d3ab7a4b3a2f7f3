//! A set of numbers as the bits of several words.

use std::fmt;
use std::ops::{BitOr, BitOrAssign};

/// A set of numbers below `64 * W`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct BitSet<const W: usize>([u64; W]);

impl<const W: usize> BitSet<W> {
    /// The empty set.
    pub(crate) const EMPTY: Self = Self([0; W]);

    /// The numbers below `count`.
    pub(crate) fn below(count: usize) -> Self {
        (0..count).fold(Self::EMPTY, Self::with)
    }

    /// The set that contains one number.
    #[inline]
    pub(crate) fn single(number: usize) -> Self {
        Self::EMPTY.with(number)
    }

    #[inline]
    pub(crate) fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    #[inline]
    #[must_use]
    pub(crate) fn with(mut self, number: usize) -> Self {
        self.insert(number);
        self
    }

    #[inline]
    #[must_use]
    pub(crate) fn without(mut self, number: usize) -> Self {
        self.0[number / 64] &= !(1 << (number % 64));
        self
    }

    #[inline]
    pub(crate) fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    /// Removes `end` and all greater numbers.
    #[inline]
    pub(crate) fn truncate(&mut self, end: usize) {
        let (word, bit) = (end / 64, end % 64);
        for (at, bits) in self.0.iter_mut().enumerate().skip(word) {
            *bits &= if at == word { (1 << bit) - 1 } else { 0 };
        }
    }

    #[inline]
    pub(crate) fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    #[inline]
    pub(crate) fn minus(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0 == [0; W]
    }

    /// Whether the sets share no number.
    #[inline]
    pub(crate) fn is_disjoint(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).fold(0, |common, (one, two)| common | one & two) == 0
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The smallest number.
    #[inline]
    pub(crate) fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(64 * word + self.0[word].trailing_zeros() as usize)
    }

    /// The largest number.
    #[inline]
    pub(crate) fn last(&self) -> Option<usize> {
        // For two words, the compiler unrolls a plain loop.
        for word in (0..W).rev() {
            if self.0[word] != 0 {
                return Some(64 * word + self.0[word].ilog2() as usize);
            }
        }
        None
    }

    /// The number of numbers that are in both sets.
    #[inline]
    pub(crate) fn common(&self, other: &Self) -> u32 {
        self.0.iter().zip(&other.0).map(|(one, two)| (one & two).count_ones()).sum()
    }
}

impl<const W: usize> Default for BitSet<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> BitOr for BitSet<W> {
    type Output = Self;

    #[inline]
    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

impl<const W: usize> BitOrAssign for BitSet<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        for (word, bits) in self.0.iter_mut().zip(other.0) {
            *word |= bits;
        }
    }
}

impl<const W: usize> fmt::Debug for BitSet<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries((0..64 * W).filter(|&number| self.contains(number))).finish()
    }
}

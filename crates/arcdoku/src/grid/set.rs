//! A digit, and a set of digits as the bits of one word.

use std::fmt;
use std::num::NonZeroU8;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

/// A digit from 1 to 64. `Option<Digit>` takes one byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(NonZeroU8);

impl Digit {
    /// The largest digit of the largest grid.
    pub const MAX: u8 = 64;

    /// The digit `n`, or `None` unless `1 <= n <= 64`.
    pub const fn new(n: u8) -> Option<Self> {
        match NonZeroU8::new(n) {
            Some(n) if n.get() <= Self::MAX => Some(Self(n)),
            _ => None,
        }
    }

    /// The digit with the zero-based `index`: digit 1 has index 0.
    ///
    /// # Panics
    /// If `index >= 64`.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < Self::MAX as usize, "a digit index is below 64");
        match NonZeroU8::new(index as u8 + 1) {
            Some(n) => Self(n),
            None => unreachable!(),
        }
    }

    /// The digit as a number, 1 to 64.
    #[inline]
    pub const fn get(self) -> u8 {
        self.0.get()
    }

    /// The zero-based index, 0 to 63.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// The error of a number that is no digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidDigit;

impl fmt::Display for InvalidDigit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a digit from 1 to {}", Digit::MAX)
    }
}

impl std::error::Error for InvalidDigit {}

impl TryFrom<u8> for Digit {
    type Error = InvalidDigit;

    fn try_from(n: u8) -> Result<Self, InvalidDigit> {
        Self::new(n).ok_or(InvalidDigit)
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// A set of digits; bit `i` stands for the digit with index `i`.
///
/// This is the domain of a cell: the digits that are still candidates there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct DigitSet(u64);

impl DigitSet {
    /// No digit.
    pub const EMPTY: Self = Self(0);

    /// The digits 1 to `n`.
    ///
    /// # Panics
    /// If `n > 64`.
    #[inline]
    pub const fn all(n: usize) -> Self {
        assert!(n <= 64, "a grid has at most 64 digits");
        if n == 64 { Self(u64::MAX) } else { Self((1 << n) - 1) }
    }

    /// The set of one digit.
    #[inline]
    pub const fn single(digit: Digit) -> Self {
        Self(1 << digit.index())
    }

    /// The set whose bits are `bits`: bit `i` is the digit `i + 1`.
    #[inline]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The bits of the set: bit `i` is the digit `i + 1`.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether no digit is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether exactly one digit is in the set.
    #[inline]
    pub const fn is_single(self) -> bool {
        self.0.is_power_of_two()
    }

    /// Whether at most two digits are in the set. Cheaper than [`len`](Self::len) on machines
    /// without a population count instruction.
    #[inline]
    pub const fn is_at_most_two(self) -> bool {
        let rest = self.0 & self.0.wrapping_sub(1);
        rest & rest.wrapping_sub(1) == 0
    }

    /// How many digits are in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether `digit` is in the set.
    #[inline]
    pub const fn contains(self, digit: Digit) -> bool {
        self.0 >> digit.index() & 1 == 1
    }

    /// Whether every digit of `self` is in `other`.
    #[inline]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The smallest digit, if any.
    #[inline]
    pub const fn first(self) -> Option<Digit> {
        if self.0 == 0 { None } else { Some(Digit::from_index(self.0.trailing_zeros() as usize)) }
    }

    /// The greatest digit, if any.
    #[inline]
    pub const fn last(self) -> Option<Digit> {
        if self.0 == 0 { None } else { Some(Digit::from_index(self.0.ilog2() as usize)) }
    }

    /// The only digit of a set of one.
    #[inline]
    pub const fn only(self) -> Option<Digit> {
        if self.is_single() { self.first() } else { None }
    }

    /// Adds a digit.
    #[inline]
    pub const fn insert(&mut self, digit: Digit) {
        self.0 |= 1 << digit.index();
    }

    /// Takes a digit out.
    #[inline]
    pub const fn remove(&mut self, digit: Digit) {
        self.0 &= !(1 << digit.index());
    }

    /// The set without `other`.
    #[inline]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The digits in ascending order.
    #[inline]
    pub const fn iter(self) -> DigitSetIter {
        DigitSetIter(self)
    }
}

impl BitAnd for DigitSet {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitAndAssign for DigitSet {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOr for DigitSet {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for DigitSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXor for DigitSet {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Not for DigitSet {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl FromIterator<Digit> for DigitSet {
    fn from_iter<I: IntoIterator<Item = Digit>>(digits: I) -> Self {
        let mut set = Self::EMPTY;
        for digit in digits {
            set.insert(digit);
        }
        set
    }
}

impl IntoIterator for DigitSet {
    type Item = Digit;
    type IntoIter = DigitSetIter;
    #[inline]
    fn into_iter(self) -> DigitSetIter {
        self.iter()
    }
}

impl fmt::Debug for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// The digits of a [`DigitSet`] in ascending order.
#[derive(Clone, Debug)]
pub struct DigitSetIter(DigitSet);

impl Iterator for DigitSetIter {
    type Item = Digit;

    #[inline]
    fn next(&mut self) -> Option<Digit> {
        let digit = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(digit)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for DigitSetIter {}

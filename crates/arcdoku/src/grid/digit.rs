//! Digits and sets of digits.

use std::fmt;
use std::num::NonZeroU8;

use super::word_set::word_set;

/// A digit from 1 to 64. `Option<Digit>` takes one byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(NonZeroU8);

impl Digit {
    /// The largest digit of the largest grid.
    pub const MAX: u8 = 64;

    /// The digit `n`, or `None` unless `1 <= n <= 64`.
    #[inline]
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

/// A number that is not a [`Digit`]: 0, or above 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidDigit(u8);

impl fmt::Display for InvalidDigit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found {}, expected a digit from 1 to {}", self.0, Digit::MAX)
    }
}

impl std::error::Error for InvalidDigit {}

impl TryFrom<u8> for Digit {
    type Error = InvalidDigit;

    fn try_from(n: u8) -> Result<Self, InvalidDigit> {
        Self::new(n).ok_or(InvalidDigit(n))
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

word_set! {
    /// A set of digits; bit `i` stands for the digit with index `i`, the digit `i + 1`.
    ///
    /// A cell's domain is such a set: the digits that are still candidates there.
    DigitSet(u64) of Digit("digit"), Digit::from_index,
    /// The digits of a [`DigitSet`] in ascending order.
    DigitSetIter
}

impl DigitSet {
    /// The digits 1 to `n`.
    ///
    /// # Panics
    /// If `n > 64`.
    #[inline]
    pub const fn all(n: usize) -> Self {
        assert!(n <= 64, "a grid has at most 64 digits");
        if n == 64 { Self(u64::MAX) } else { Self((1 << n) - 1) }
    }

    /// Whether at most two digits are in the set. Cheaper than [`len`](Self::len) on machines without a population
    /// count instruction.
    #[inline]
    pub const fn is_at_most_two(self) -> bool {
        let rest = self.0 & self.0.wrapping_sub(1);
        rest & rest.wrapping_sub(1) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::{Digit, DigitSet};

    #[test]
    fn numbers_that_are_digits() {
        assert_eq!(
            (Digit::try_from(1), Digit::try_from(64)),
            (Ok(Digit::from_index(0)), Ok(Digit::from_index(63)))
        );
        assert_eq!(Digit::try_from(65).unwrap_err().to_string(), "found 65, expected a digit from 1 to 64");
        assert!(Digit::try_from(0).is_err());
    }

    #[test]
    fn first_last_and_only() {
        let digits = |bits| DigitSet::from_bits(bits);
        let ends = |bits| (digits(bits).first().map(Digit::get), digits(bits).last().map(Digit::get));
        assert_eq!(
            (ends(0), ends(0b1010), ends(1 << 63)),
            ((None, None), (Some(2), Some(4)), (Some(64), Some(64)))
        );
        assert_eq!((digits(0b1010).only(), digits(0b1000).only()), (None, Digit::new(4)));
        assert_eq!(digits(0b1010).iter().map(Digit::get).collect::<Vec<_>>(), [2, 4]);
    }
}

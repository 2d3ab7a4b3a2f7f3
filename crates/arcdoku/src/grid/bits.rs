//! An iterator over the set bits of a word.

/// An unsigned word whose bits are the members of a set: `u8` to `u128`.
pub trait BitWord: Copy {
    /// The position of the lowest set bit; `None` if no bit is set.
    fn lowest(self) -> Option<usize>;

    /// The word without its lowest set bit; zero stays zero.
    #[must_use]
    fn without_lowest(self) -> Self;

    /// The number of set bits.
    fn count(self) -> usize;
}

macro_rules! words {
    ($($word:ty)*) => {$(
        impl BitWord for $word {
            #[inline]
            fn lowest(self) -> Option<usize> {
                if self == 0 { None } else { Some(self.trailing_zeros() as usize) }
            }

            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn count(self) -> usize {
                self.count_ones() as usize
            }
        }
    )*};
}

words! { u8 u16 u32 u64 u128 }

/// The positions of the set bits of a word, lowest first.
///
/// ```
/// use arcdoku::grid::Bits;
///
/// assert_eq!(Bits(0b1001_0010_u16).collect::<Vec<_>>(), [1, 4, 7]);
/// ```
#[derive(Clone, Debug)]
pub struct Bits<W>(pub W);

impl<W: BitWord> Iterator for Bits<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let position = self.0.lowest()?;
        self.0 = self.0.without_lowest();
        Some(position)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.count(), Some(self.0.count()))
    }
}

impl<W: BitWord> ExactSizeIterator for Bits<W> {}

#[cfg(test)]
mod tests {
    use super::{BitWord, Bits};

    fn positions<W: BitWord>(word: W) -> Vec<usize> {
        Bits(word).collect()
    }

    #[test]
    fn all_positions_of_all_words() {
        assert_eq!(positions(0_u64), [0; 0]);
        assert_eq!(positions(u8::MAX), (0..8).collect::<Vec<_>>());
        assert_eq!(positions(0x8001_u16), [0, 15]);
        assert_eq!(positions(1_u32 << 31), [31]);
        assert_eq!(positions(u64::MAX), (0..64).collect::<Vec<_>>());
        assert_eq!(positions(1_u128 << 127 | 1 << 64 | 2), [1, 64, 127]);
        assert_eq!(Bits(0b1011_u16).len(), 3);
    }
}

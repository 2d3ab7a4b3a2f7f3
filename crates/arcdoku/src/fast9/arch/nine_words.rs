//! Nine words, one for each digit: eight in a vector, the ninth in a general register.
//!
//! If a second vector of eight words held the ninth digit, every operation would occupy the vector units twice. General
//! registers have their own units, which are idle otherwise.

use core::arch::asm;

use super::vector::{Digits, Vector};

/// Vectors of eight words that can be tallied together with a ninth word.
pub(super) trait EightWords: Vector {
    /// Three results: the bits that are in at least one, two and three of the words, counting `ninth`. Each is returned
    /// as a vector with the result in every lane, and as a word.
    fn tally(self, ninth: u32) -> [(Self, u32); 3];

    /// The bits that are in any of the words or in `ninth`: as a vector with the result in every lane, and as a word.
    fn union(self, ninth: u32) -> (Self, u32);
}

/// A vector of eight words, and a ninth word in a general register.
#[derive(Clone, Copy)]
pub(in crate::fast9) struct NineWords<V>(V, u32);

/// Keeps the word in a general register. Otherwise the compiler would move pairs of words to vectors and back,
/// although the vector units are busy.
#[inline(always)]
fn general(mut word: u32) -> u32 {
    // SAFETY: the assembly is a comment: it changes no memory, stack or flags, and leaves the register as it is.
    unsafe { asm!("/* {0:e} */", inout(reg) word, options(pure, nomem, nostack, preserves_flags)) };
    word
}

impl<V: Vector> Vector for NineWords<V> {
    const LANES: usize = V::LANES + 1;
    type Proof = V::Proof;

    #[inline(always)]
    fn splat(proof: V::Proof, word: u32) -> Self {
        Self(V::splat(proof, word), word)
    }

    #[inline(always)]
    fn load(proof: V::Proof, words: &[u32]) -> Self {
        Self(V::load(proof, words), words[V::LANES])
    }

    #[inline(always)]
    fn store(self, words: &mut [u32]) {
        self.0.store(words);
        words[V::LANES] = self.1;
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(self.0.and(other.0), self.1 & other.1)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(self.0.or(other.0), self.1 | other.1)
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Self(self.0.minus(other.0), self.1 & !other.1)
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0.add(other.0), self.1.wrapping_add(other.1))
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0.sub(other.0), self.1.wrapping_sub(other.1))
    }

    #[inline(always)]
    fn shl<const N: i32>(self) -> Self {
        Self(self.0.shl::<N>(), general(self.1 << N))
    }

    #[inline(always)]
    fn shr<const N: i32>(self) -> Self {
        Self(self.0.shr::<N>(), general(self.1 >> N))
    }

    #[inline(always)]
    fn nonzero(self) -> u32 {
        self.0.nonzero() | u32::from(self.1 != 0) << V::LANES
    }

    #[inline(always)]
    fn any(self) -> bool {
        self.0.any() || self.1 != 0
    }

    #[inline(always)]
    fn word(self) -> u32 {
        self.1
    }

    #[inline(always)]
    fn empty(self) -> Self {
        Self(self.0.empty(), if self.1 == 0 { u32::MAX } else { 0 })
    }

    #[inline(always)]
    fn rotate(self, bits: u32) -> Self {
        Self(self.0.rotate(bits), self.1.rotate_left(bits))
    }

    #[inline(always)]
    fn select(self, yes: Self, no: Self) -> Self {
        Self(self.0.select(yes.0, no.0), self.1 & yes.1 | no.1 & !self.1)
    }
}

impl<V: EightWords> Digits for NineWords<V> {
    #[inline(always)]
    fn tally<const G: usize>(band: [Self; G]) -> [Self; 3] {
        let Self(eight, ninth) = band[0];
        eight.tally(ninth).map(|(words, word)| Self(words, word))
    }

    #[inline(always)]
    fn union<const G: usize>(band: [Self; G]) -> Self {
        let Self(eight, ninth) = band[0];
        let (words, word) = eight.union(ninth);
        Self(words, word)
    }
}

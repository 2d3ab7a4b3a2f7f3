//! WebAssembly's vectors: four words.
//!
//! A WebAssembly module is compiled with or without these instructions, and a machine that lacks them cannot load it.
//! Therefore no proof is needed: if the module runs, the machine has the instructions.

use core::arch::wasm32::{
    u32x4_add, u32x4_bitmask, u32x4_eq, u32x4_ne, u32x4_shl, u32x4_shr, u32x4_shuffle, u32x4_splat,
    u32x4_sub, v128, v128_and, v128_andnot, v128_bitselect, v128_load, v128_or, v128_store,
};

use super::vector::{Digits, Vector, digits_in_fours};

/// Four words.
#[derive(Clone, Copy)]
pub(in crate::fast9) struct Words(v128);

macro_rules! lanewise {
    ($name:ident, |$a:ident, $b:ident| $value:expr) => {
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            let ($a, $b) = (self.0, other.0);
            Self($value)
        }
    };
}

impl Vector for Words {
    const LANES: usize = 4;
    type Proof = ();

    #[inline(always)]
    fn splat((): (), word: u32) -> Self {
        Self(u32x4_splat(word))
    }

    #[inline(always)]
    fn load((): (), words: &[u32]) -> Self {
        assert!(words.len() >= 4);
        // SAFETY: four words are readable, at any alignment.
        Self(unsafe { v128_load(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, words: &mut [u32]) {
        assert!(words.len() >= 4);
        // SAFETY: there is room for four words, at any alignment.
        unsafe { v128_store(words.as_mut_ptr().cast(), self.0) }
    }

    lanewise!(and, |a, b| v128_and(a, b));
    lanewise!(or, |a, b| v128_or(a, b));
    lanewise!(minus, |a, b| v128_andnot(a, b));
    lanewise!(add, |a, b| u32x4_add(a, b));
    lanewise!(sub, |a, b| u32x4_sub(a, b));

    #[inline(always)]
    fn shl<const N: i32>(self) -> Self {
        Self(u32x4_shl(self.0, N as u32))
    }

    #[inline(always)]
    fn shr<const N: i32>(self) -> Self {
        Self(u32x4_shr(self.0, N as u32))
    }

    #[inline(always)]
    fn nonzero(self) -> u32 {
        u32x4_bitmask(u32x4_ne(self.0, u32x4_splat(0))).into()
    }

    #[inline(always)]
    fn empty(self) -> Self {
        Self(u32x4_eq(self.0, u32x4_splat(0)))
    }

    #[inline(always)]
    fn rotate(self, bits: u32) -> Self {
        // Shift amounts are modulo 32.
        Self(v128_or(u32x4_shl(self.0, bits), u32x4_shr(self.0, 32 - bits)))
    }

    #[inline(always)]
    fn select(self, yes: Self, no: Self) -> Self {
        Self(v128_bitselect(yes.0, no.0, self.0))
    }
}

impl Words {
    /// Exchanges each lane with the lane whose number differs in the bit `STEP`, which is 1 or 2.
    #[inline(always)]
    fn swap<const STEP: usize>(self) -> Self {
        Self(if STEP == 1 {
            u32x4_shuffle::<1, 0, 3, 2>(self.0, self.0)
        } else {
            u32x4_shuffle::<2, 3, 0, 1>(self.0, self.0)
        })
    }
}

digits_in_fours!(Words);

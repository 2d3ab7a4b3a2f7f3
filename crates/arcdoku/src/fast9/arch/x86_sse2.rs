//! SSE2, which every x86-64 machine has: four words. This is not a separate tier.

use core::arch::x86_64::{
    __m128i, _mm_add_epi32, _mm_and_si128, _mm_andnot_si128, _mm_castsi128_ps, _mm_cmpeq_epi32,
    _mm_cvtsi32_si128, _mm_loadu_si128, _mm_movemask_ps, _mm_or_si128, _mm_set1_epi32, _mm_setzero_si128,
    _mm_sll_epi32, _mm_srl_epi32, _mm_storeu_si128, _mm_sub_epi32,
};

use super::vector::Vector;

/// Four words.
#[derive(Clone, Copy)]
pub(in crate::fast9) struct Words(__m128i);

macro_rules! lanewise {
    ($name:ident, |$a:ident, $b:ident| $value:expr) => {
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            let ($a, $b) = (self.0, other.0);
            // SAFETY: every x86-64 machine has SSE2.
            Self(unsafe { $value })
        }
    };
}

#[inline(always)]
fn amount(bits: i32) -> __m128i {
    // SAFETY: every x86-64 machine has SSE2.
    unsafe { _mm_cvtsi32_si128(bits) }
}

impl Vector for Words {
    const LANES: usize = 4;
    type Proof = ();

    #[inline(always)]
    fn splat((): (), word: u32) -> Self {
        // SAFETY: every x86-64 machine has SSE2.
        Self(unsafe { _mm_set1_epi32(word.cast_signed()) })
    }

    #[inline(always)]
    fn load((): (), words: &[u32]) -> Self {
        assert!(words.len() >= 4);
        // SAFETY: every x86-64 machine has SSE2; four words are readable.
        Self(unsafe { _mm_loadu_si128(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, words: &mut [u32]) {
        assert!(words.len() >= 4);
        // SAFETY: every x86-64 machine has SSE2; there is room for four words.
        unsafe { _mm_storeu_si128(words.as_mut_ptr().cast(), self.0) }
    }

    lanewise!(and, |a, b| _mm_and_si128(a, b));
    lanewise!(or, |a, b| _mm_or_si128(a, b));
    lanewise!(minus, |a, b| _mm_andnot_si128(b, a));
    lanewise!(add, |a, b| _mm_add_epi32(a, b));
    lanewise!(sub, |a, b| _mm_sub_epi32(a, b));

    #[inline(always)]
    fn shl<const N: i32>(self) -> Self {
        // SAFETY: every x86-64 machine has SSE2.
        Self(unsafe { _mm_sll_epi32(self.0, amount(N)) })
    }

    #[inline(always)]
    fn shr<const N: i32>(self) -> Self {
        // SAFETY: every x86-64 machine has SSE2.
        Self(unsafe { _mm_srl_epi32(self.0, amount(N)) })
    }

    #[inline(always)]
    fn nonzero(self) -> u32 {
        // SAFETY: every x86-64 machine has SSE2.
        (unsafe { _mm_movemask_ps(_mm_castsi128_ps(self.empty().0)) }.cast_unsigned()) ^ 15
    }

    #[inline(always)]
    fn empty(self) -> Self {
        // SAFETY: every x86-64 machine has SSE2.
        Self(unsafe { _mm_cmpeq_epi32(self.0, _mm_setzero_si128()) })
    }

    #[inline(always)]
    fn rotate(self, bits: u32) -> Self {
        // SAFETY: every x86-64 machine has SSE2.
        Self(unsafe {
            _mm_or_si128(
                _mm_sll_epi32(self.0, amount(bits.cast_signed())),
                _mm_srl_epi32(self.0, amount(32 - bits.cast_signed())),
            )
        })
    }
}

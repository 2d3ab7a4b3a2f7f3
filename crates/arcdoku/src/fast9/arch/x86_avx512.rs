//! AVX-512: sixteen words. Needs F, BW, DQ and VL.

use core::arch::x86_64::{
    __m128i, __m512i, _mm_cvtsi32_si128, _mm_insert_epi32, _mm_or_si128, _mm_setzero_si128, _mm_storeu_si128,
    _mm_unpackhi_epi32, _mm_unpackhi_epi64, _mm_unpacklo_epi32, _mm_unpacklo_epi64, _mm256_castsi256_si128,
    _mm256_extracti128_si256, _mm256_i32gather_epi32, _mm256_mullo_epi32, _mm256_or_si256, _mm256_set1_epi32,
    _mm256_setr_epi32, _mm256_zextsi128_si256, _mm512_add_epi32, _mm512_and_si512, _mm512_andnot_si512,
    _mm512_broadcastd_epi32, _mm512_castsi256_si512, _mm512_castsi512_si256, _mm512_extracti64x4_epi64,
    _mm512_inserti64x4, _mm512_loadu_si512, _mm512_maskz_compress_epi32, _mm512_maskz_mov_epi32,
    _mm512_movm_epi32, _mm512_mullo_epi32, _mm512_or_si512, _mm512_rolv_epi32, _mm512_set1_epi32,
    _mm512_sll_epi32, _mm512_srl_epi32, _mm512_storeu_si512, _mm512_sub_epi32, _mm512_ternarylogic_epi32,
    _mm512_test_epi32_mask, _mm512_testn_epi32_mask,
};

use super::vector::{Digits, LONGEST_STEP, Vector};
use super::x86_avx2;
use crate::fast9::board::{Board, Cells, Row};

/// Shows that the machine has AVX-512.
#[derive(Clone, Copy)]
pub(in crate::fast9) struct Proof(());

impl Proof {
    /// The proof, if the machine has the instructions.
    pub(in crate::fast9) fn find() -> Option<Self> {
        let found = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && x86_avx2::Proof::find().is_some();
        found.then_some(Self(()))
    }

    /// The proof, if it was found before.
    ///
    /// # Safety
    /// [`find`](Self::find) has given a proof on this machine.
    #[inline(always)]
    pub(super) unsafe fn assume() -> Self {
        Self(())
    }
}

impl From<Proof> for x86_avx2::Proof {
    #[inline(always)]
    fn from(_: Proof) -> Self {
        // SAFETY: `find`, the only other function that makes proofs, has given one for AVX2 as well.
        unsafe { Self::assume() }
    }
}

/// Sixteen words.
#[derive(Clone, Copy)]
pub(in crate::fast9) struct Words(__m512i);

macro_rules! lanewise {
    ($name:ident, |$a:ident, $b:ident| $value:expr) => {
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            let ($a, $b) = (self.0, other.0);
            // SAFETY: a vector exists only on a machine with AVX-512 (`Proof`).
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
    const LANES: usize = 16;
    const MULTIPLIES: bool = true;
    type Proof = Proof;

    #[inline(always)]
    fn splat(_: Proof, word: u32) -> Self {
        // SAFETY: the proof shows that the machine has AVX-512.
        Self(unsafe { _mm512_set1_epi32(word.cast_signed()) })
    }

    #[inline(always)]
    fn load(_: Proof, words: &[u32]) -> Self {
        assert!(words.len() >= 16);
        // SAFETY: the proof shows that the machine has AVX-512; sixteen words are readable.
        Self(unsafe { _mm512_loadu_si512(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, words: &mut [u32]) {
        assert!(words.len() >= 16);
        // SAFETY: a vector exists only on a machine with AVX-512; there is room for sixteen words.
        unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), self.0) }
    }

    lanewise!(and, |a, b| _mm512_and_si512(a, b));
    lanewise!(or, |a, b| _mm512_or_si512(a, b));
    lanewise!(minus, |a, b| _mm512_andnot_si512(b, a));
    lanewise!(add, |a, b| _mm512_add_epi32(a, b));
    lanewise!(sub, |a, b| _mm512_sub_epi32(a, b));
    lanewise!(mul, |a, b| _mm512_mullo_epi32(a, b));

    #[inline(always)]
    fn shl<const N: i32>(self) -> Self {
        // SAFETY: a vector exists only on a machine with AVX-512.
        Self(unsafe { _mm512_sll_epi32(self.0, amount(N)) })
    }

    #[inline(always)]
    fn shr<const N: i32>(self) -> Self {
        // SAFETY: a vector exists only on a machine with AVX-512.
        Self(unsafe { _mm512_srl_epi32(self.0, amount(N)) })
    }

    #[inline(always)]
    fn board(proof: Proof, cells: &Cells) -> Board {
        x86_avx2::Words::board(proof.into(), cells)
    }

    #[inline(always)]
    fn digits(proof: Proof, board: &Board, digits: &mut [u8; 81]) {
        x86_avx2::Words::digits(proof.into(), board, digits);
    }

    #[inline(always)]
    fn prefetch<T>(_: Proof, value: &T) {
        x86_avx2::prefetch(value);
    }

    // One instruction writes the whole row. If several instructions wrote it, a later read of the whole row would have
    // to wait.
    #[inline(always)]
    fn column(_: Proof, words: &[u32], first: usize, step: isize, decided: u32, row: &mut Row) {
        assert!(first < words.len() && step.unsigned_abs() <= LONGEST_STEP);
        let last = words[first.wrapping_add_signed(8 * step)].cast_signed();
        // SAFETY: the proof shows that the machine has AVX-512. The first and the last word are in the slice, and the
        // steps are too small to overflow, so the words between them are in it as well. The row has room for sixteen
        // words.
        unsafe {
            let places =
                _mm256_mullo_epi32(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), _mm256_set1_epi32(step as i32));
            let eight = _mm256_i32gather_epi32::<4>(words.as_ptr().add(first).cast(), places);
            let two = _mm_insert_epi32::<1>(_mm_cvtsi32_si128(last), decided.cast_signed());
            let all = _mm512_inserti64x4::<1>(_mm512_castsi256_si512(eight), _mm256_zextsi128_si256(two));
            _mm512_storeu_si512(row.as_mut_ptr().cast(), all);
        }
    }

    // The compiler forms most three-way operations automatically. But if a part of an operation does not change in a
    // loop, the compiler moves this part out of the loop, so two operations result.
    #[inline(always)]
    fn select(self, yes: Self, no: Self) -> Self {
        // SAFETY: a vector exists only on a machine with AVX-512.
        Self(unsafe { _mm512_ternarylogic_epi32::<0xCA>(self.0, yes.0, no.0) })
    }

    #[inline(always)]
    fn nonzero(self) -> u32 {
        // SAFETY: a vector exists only on a machine with AVX-512.
        u32::from(unsafe { _mm512_test_epi32_mask(self.0, self.0) })
    }

    #[inline(always)]
    fn empty(self) -> Self {
        // SAFETY: a vector exists only on a machine with AVX-512.
        Self(unsafe { _mm512_movm_epi32(_mm512_testn_epi32_mask(self.0, self.0)) })
    }

    #[inline(always)]
    fn zeros(self) -> u32 {
        // SAFETY: a vector exists only on a machine with AVX-512.
        u32::from(unsafe { _mm512_testn_epi32_mask(self.0, self.0) })
    }

    #[inline(always)]
    fn unite([a, b, c]: [Self; 3], words: &mut [u32; 4]) {
        // SAFETY: a vector exists only on a machine with AVX-512; `words` has room for four words.
        unsafe {
            let mut quarters = [_mm_setzero_si128(); 4];
            let vectors = [a.0, b.0, c.0];
            for i in 0..3 {
                let low = _mm512_castsi512_si256(vectors[i]);
                let half = _mm256_or_si256(low, _mm512_extracti64x4_epi64::<1>(vectors[i]));
                quarters[i] = _mm_or_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256::<1>(half));
            }
            let [a, b, c, none] = quarters;
            let two = _mm_or_si128(_mm_unpacklo_epi32(a, b), _mm_unpackhi_epi32(a, b));
            let one = _mm_or_si128(_mm_unpacklo_epi32(c, none), _mm_unpackhi_epi32(c, none));
            let all = _mm_or_si128(_mm_unpacklo_epi64(two, one), _mm_unpackhi_epi64(two, one));
            _mm_storeu_si128(words.as_mut_ptr().cast(), all);
        }
    }

    #[inline(always)]
    fn keep(self, _: Proof, keep: u32) -> Self {
        // SAFETY: a vector exists only on a machine with AVX-512.
        Self(unsafe { _mm512_maskz_mov_epi32(keep as u16, self.0) })
    }

    #[inline(always)]
    fn compress(self, _: Proof, keep: u32) -> Self {
        // SAFETY: a vector exists only on a machine with AVX-512.
        Self(unsafe { _mm512_maskz_compress_epi32(keep as u16, self.0) })
    }

    #[inline(always)]
    fn rotate(self, bits: u32) -> Self {
        // SAFETY: a vector exists only on a machine with AVX-512.
        Self(unsafe { _mm512_rolv_epi32(self.0, _mm512_set1_epi32(bits.cast_signed())) })
    }
}

impl Digits for Words {
    // If there are fewer than sixteen words, vectors shorter than 512 bits occupy fewer units of the machine.
    #[inline(always)]
    fn tally<const G: usize>(band: [Self; G]) -> [Self; 3] {
        let a = band[0].0;
        // SAFETY: a vector exists only on a machine with AVX-512.
        unsafe {
            let halves = [_mm512_castsi512_si256(a), _mm512_extracti64x4_epi64::<1>(a)];
            let [one, two, three] = x86_avx2::tally(halves);
            [
                Self(_mm512_broadcastd_epi32(one)),
                Self(_mm512_broadcastd_epi32(two)),
                Self(_mm512_broadcastd_epi32(three)),
            ]
        }
    }

    #[inline(always)]
    fn union<const G: usize>(band: [Self; G]) -> Self {
        let a = band[0].0;
        // SAFETY: a vector exists only on a machine with AVX-512.
        unsafe {
            let halves = [_mm512_castsi512_si256(a), _mm512_extracti64x4_epi64::<1>(a)];
            Self(_mm512_broadcastd_epi32(x86_avx2::union(halves)))
        }
    }
}

//! Neon: four words.

use core::arch::aarch64::{
    uint32x4_t, vaddq_u32, vandq_u32, vbicq_u32, vbslq_u32, vceqzq_u32, vdupq_n_s32, vdupq_n_u32, vextq_u32,
    vld1q_u32, vorrq_u32, vrev64q_u32, vshlq_n_u32, vshlq_u32, vshrq_n_u32, vst1q_u32, vsubq_u32,
};

use super::vector::{Digits, Vector, digits_in_fours};

/// Shows that the machine has Neon.
#[derive(Clone, Copy)]
pub(in crate::fast9) struct Proof(());

impl Proof {
    /// The proof, if the machine has the instructions.
    pub(in crate::fast9) fn find() -> Option<Self> {
        std::arch::is_aarch64_feature_detected!("neon").then_some(Self(()))
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

/// Four words.
#[derive(Clone, Copy)]
pub(in crate::fast9) struct Words(uint32x4_t);

macro_rules! lanewise {
    ($name:ident, |$a:ident, $b:ident| $value:expr) => {
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            let ($a, $b) = (self.0, other.0);
            // SAFETY: a vector exists only on a machine with Neon (`Proof`).
            Self(unsafe { $value })
        }
    };
}

impl Vector for Words {
    const LANES: usize = 4;
    type Proof = Proof;

    #[inline(always)]
    fn splat(_: Proof, word: u32) -> Self {
        // SAFETY: the proof shows that the machine has Neon.
        Self(unsafe { vdupq_n_u32(word) })
    }

    #[inline(always)]
    fn load(_: Proof, words: &[u32]) -> Self {
        assert!(words.len() >= 4);
        // SAFETY: the proof shows that the machine has Neon; four words are readable.
        Self(unsafe { vld1q_u32(words.as_ptr()) })
    }

    #[inline(always)]
    fn store(self, words: &mut [u32]) {
        assert!(words.len() >= 4);
        // SAFETY: a vector exists only on a machine with Neon; there is room for four words.
        unsafe { vst1q_u32(words.as_mut_ptr(), self.0) }
    }

    lanewise!(and, |a, b| vandq_u32(a, b));
    lanewise!(or, |a, b| vorrq_u32(a, b));
    lanewise!(minus, |a, b| vbicq_u32(a, b));
    lanewise!(add, |a, b| vaddq_u32(a, b));
    lanewise!(sub, |a, b| vsubq_u32(a, b));

    #[inline(always)]
    fn shl<const N: i32>(self) -> Self {
        // SAFETY: a vector exists only on a machine with Neon.
        Self(unsafe { vshlq_n_u32::<N>(self.0) })
    }

    #[inline(always)]
    fn shr<const N: i32>(self) -> Self {
        // SAFETY: a vector exists only on a machine with Neon.
        Self(unsafe { vshrq_n_u32::<N>(self.0) })
    }

    #[inline(always)]
    fn nonzero(self) -> u32 {
        let mut words = [0; 4];
        self.store(&mut words);
        let bit = |lane: usize| u32::from(words[lane] != 0) << lane;
        bit(0) | bit(1) | bit(2) | bit(3)
    }

    #[inline(always)]
    fn empty(self) -> Self {
        // SAFETY: a vector exists only on a machine with Neon.
        Self(unsafe { vceqzq_u32(self.0) })
    }

    #[inline(always)]
    fn rotate(self, bits: u32) -> Self {
        let bits = bits.cast_signed();
        // SAFETY: a vector exists only on a machine with Neon. Negative amounts shift to the right. A shift by 32
        // bits clears the word.
        Self(unsafe {
            vorrq_u32(vshlq_u32(self.0, vdupq_n_s32(bits)), vshlq_u32(self.0, vdupq_n_s32(bits - 32)))
        })
    }

    #[inline(always)]
    fn select(self, yes: Self, no: Self) -> Self {
        // SAFETY: a vector exists only on a machine with Neon.
        Self(unsafe { vbslq_u32(self.0, yes.0, no.0) })
    }
}

impl Words {
    /// Exchanges each lane with the lane whose number differs in the bit `STEP`, which is 1 or 2.
    #[inline(always)]
    fn swap<const STEP: usize>(self) -> Self {
        // SAFETY: a vector exists only on a machine with Neon.
        Self(unsafe { if STEP == 1 { vrev64q_u32(self.0) } else { vextq_u32::<2>(self.0, self.0) } })
    }
}

digits_in_fours!(Words);

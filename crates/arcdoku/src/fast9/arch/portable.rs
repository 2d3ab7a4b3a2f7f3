//! Vectors as plain arrays, for any machine. Compilers turn operations on them into vector instructions of the target.

use super::vector::{Digits, Vector, digits_in_fours};

/// Four words.
#[derive(Clone, Copy)]
pub(in crate::fast9) struct Words([u32; 4]);

macro_rules! lanewise {
    ($name:ident, |$a:ident, $b:ident| $value:expr) => {
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            let mut words = [0; 4];
            for lane in 0..4 {
                let ($a, $b) = (self.0[lane], other.0[lane]);
                words[lane] = $value;
            }
            Self(words)
        }
    };
}

impl Vector for Words {
    const LANES: usize = 4;
    type Proof = ();

    #[inline(always)]
    fn splat((): (), word: u32) -> Self {
        Self([word; 4])
    }

    #[inline(always)]
    fn load((): (), words: &[u32]) -> Self {
        Self([words[0], words[1], words[2], words[3]])
    }

    #[inline(always)]
    fn store(self, words: &mut [u32]) {
        words[..4].copy_from_slice(&self.0);
    }

    lanewise!(and, |a, b| a & b);
    lanewise!(or, |a, b| a | b);
    lanewise!(minus, |a, b| a & !b);
    lanewise!(add, |a, b| a.wrapping_add(b));
    lanewise!(sub, |a, b| a.wrapping_sub(b));

    #[inline(always)]
    fn shl<const N: i32>(self) -> Self {
        Self([self.0[0] << N, self.0[1] << N, self.0[2] << N, self.0[3] << N])
    }

    #[inline(always)]
    fn shr<const N: i32>(self) -> Self {
        Self([self.0[0] >> N, self.0[1] >> N, self.0[2] >> N, self.0[3] >> N])
    }

    #[inline(always)]
    fn nonzero(self) -> u32 {
        let [a, b, c, d] = self.0;
        u32::from(a != 0) | u32::from(b != 0) << 1 | u32::from(c != 0) << 2 | u32::from(d != 0) << 3
    }

    #[inline(always)]
    fn empty(self) -> Self {
        let mut words = [0; 4];
        for lane in 0..4 {
            words[lane] = if self.0[lane] == 0 { u32::MAX } else { 0 };
        }
        Self(words)
    }

    #[inline(always)]
    fn rotate(self, bits: u32) -> Self {
        let mut words = self.0;
        for lane in 0..4 {
            words[lane] = words[lane].rotate_left(bits);
        }
        Self(words)
    }
}

impl Words {
    /// Exchanges each lane with the lane whose number differs in the bit `STEP`, which is 1 or 2.
    #[inline(always)]
    fn swap<const STEP: usize>(self) -> Self {
        let [a, b, c, d] = self.0;
        if STEP == 1 { Self([b, a, d, c]) } else { Self([c, d, a, b]) }
    }
}

digits_in_fours!(Words);

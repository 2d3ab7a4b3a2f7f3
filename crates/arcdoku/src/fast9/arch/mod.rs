//! Vector instruction sets, and the choice among them: the only module with `unsafe` code.
//!
//! ```text
//!  kernels ── written once over `Vector` ──> Kernel::run::<Words>
//!     │                                           ^  compiled once for each tier, with its instructions
//!     └──> MachineTier::run, for a tier that the machine has
//! ```

#[cfg(target_arch = "x86_64")]
mod nine_words;
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod portable;
pub(super) mod vector;

#[cfg(target_arch = "aarch64")]
mod aarch64_neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm_simd128;
#[cfg(target_arch = "x86_64")]
mod x86_avx2;
#[cfg(target_arch = "x86_64")]
mod x86_avx512;
#[cfg(target_arch = "x86_64")]
mod x86_sse2;

use std::fmt;
use std::str::FromStr;

use vector::Digits;

/// A vector of four words: one for each of the three bands, and one unused.
#[cfg(not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))))]
pub(super) use portable::Words as Four;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(super) use wasm_simd128::Words as Four;
#[cfg(target_arch = "x86_64")]
pub(super) use x86_sse2::Words as Four;

/// The vector instructions that an engine uses, fastest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Tier {
    /// x86-64 with AVX-512 F, BW, DQ and VL: sixteen words at a time. A search for one puzzle with rows, columns and boxes uses AVX2.
    Avx512,
    /// x86-64 with AVX2: eight words at a time.
    Avx2,
    /// Arm with Neon, which every 64-bit Arm processor has: four words at a time.
    Neon,
    /// WebAssembly with simd128, if compiled with it: four words at a time.
    Simd128,
    /// Plain Rust, four words at a time, for every machine.
    Portable,
}

impl Tier {
    /// All tiers, from the fastest.
    pub const ALL: [Self; 5] = [Self::Avx512, Self::Avx2, Self::Neon, Self::Simd128, Self::Portable];

    /// The tiers of this machine, fastest first. The last one is [`Portable`](Self::Portable). WebAssembly has a
    /// single tier, because every browser would have to download the code of all tiers.
    pub fn available() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|&tier| MachineTier::of(tier).is_some())
    }

    /// The name in options and tables: `avx512`, `avx2`, `neon`, `simd128` or `portable`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Avx512 => "avx512",
            Self::Avx2 => "avx2",
            Self::Neon => "neon",
            Self::Simd128 => "simd128",
            Self::Portable => "portable",
        }
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is not the name of a [`Tier`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownTier(String);

impl fmt::Display for UnknownTier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found the tier {:?}, expected avx512, avx2, neon, simd128 or portable", self.0)
    }
}

impl std::error::Error for UnknownTier {}

impl FromStr for Tier {
    type Err = UnknownTier;

    fn from_str(name: &str) -> Result<Self, UnknownTier> {
        let found = Self::ALL.into_iter().find(|tier| tier.name() == name);
        found.ok_or_else(|| UnknownTier(name.to_owned()))
    }
}

/// Work that is compiled once for each tier, with its instructions.
///
/// `run` must be `#[inline(always)]`, and so must everything that it calls: code that is not inlined is compiled
/// without the instructions of the tier.
pub(super) trait Kernel {
    /// The result of the work.
    type Output;

    /// Does the work. `V` is the vector type of the tier, and `G` is the number of vectors that hold nine digits.
    /// Searches of one puzzle with rows, columns and boxes use the vector type `D` instead, and `H` vectors.
    fn run<V: Digits, const G: usize, D: Digits<Proof = V::Proof>, const H: usize>(
        self,
        proof: V::Proof,
    ) -> Self::Output;
}

/// A tier that the machine has.
#[derive(Clone, Copy, Debug)]
pub(super) struct MachineTier(Tier);

impl MachineTier {
    /// Returns the tier, if the machine has it.
    pub(super) fn of(tier: Tier) -> Option<Self> {
        let has_it = match tier {
            #[cfg(target_arch = "x86_64")]
            Tier::Avx512 => x86_avx512::Proof::find().is_some(),
            #[cfg(target_arch = "x86_64")]
            Tier::Avx2 => x86_avx2::Proof::find().is_some(),
            #[cfg(target_arch = "aarch64")]
            Tier::Neon => aarch64_neon::Proof::find().is_some(),
            Tier::Simd128 => cfg!(all(target_arch = "wasm32", target_feature = "simd128")),
            Tier::Portable => !cfg!(all(target_arch = "wasm32", target_feature = "simd128")),
            #[allow(unreachable_patterns, reason = "tiers of other processors")]
            _ => false,
        };
        has_it.then_some(Self(tier))
    }

    /// The tier.
    pub(super) fn tier(self) -> Tier {
        self.0
    }

    /// Does work with the instructions of the tier.
    pub(super) fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self.0 {
            // SAFETY: `of` made this value after `Proof::find` had found every feature that `avx512` enables.
            #[cfg(target_arch = "x86_64")]
            Tier::Avx512 => unsafe { avx512(kernel) },
            // SAFETY: `of` made this value after `Proof::find` had found every feature that `avx2` enables.
            #[cfg(target_arch = "x86_64")]
            Tier::Avx2 => unsafe { avx2(kernel) },
            // SAFETY: `of` made this value after `Proof::find` had found every feature that `neon` enables.
            #[cfg(target_arch = "aarch64")]
            Tier::Neon => unsafe { neon(kernel) },
            _ => plain(kernel),
        }
    }
}

/// This function is not inlined, like the functions of the other tiers.
#[inline(never)]
fn plain<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    return kernel.run::<wasm_simd128::Words, 3, wasm_simd128::Words, 3>(());
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    kernel.run::<portable::Words, 3, portable::Words, 3>(())
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2,popcnt,lzcnt")]
fn avx512<K: Kernel>(kernel: K) -> K::Output {
    // SAFETY: only `MachineTier::run` calls this function, after `of` found a proof.
    let proof = unsafe { x86_avx512::Proof::assume() };
    kernel.run::<x86_avx512::Words, 1, x86_avx512::Words, 1>(proof)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn avx2<K: Kernel>(kernel: K) -> K::Output {
    // SAFETY: only `MachineTier::run` calls this function, after `of` found a proof.
    let proof = unsafe { x86_avx2::Proof::assume() };
    kernel.run::<x86_avx2::Words, 2, nine_words::NineWords<x86_avx2::Words>, 1>(proof)
}

#[cfg(target_arch = "aarch64")]
#[target_feature(enable = "neon")]
fn neon<K: Kernel>(kernel: K) -> K::Output {
    // SAFETY: only `MachineTier::run` calls this function, after `of` found a proof.
    let proof = unsafe { aarch64_neon::Proof::assume() };
    kernel.run::<aarch64_neon::Words, 3, aarch64_neon::Words, 3>(proof)
}

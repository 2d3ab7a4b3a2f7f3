//! Vector instruction sets, and the choice among them: the only module with `unsafe` code.
//!
//! ```text
//!  latency, lanes ── written once over `Vector` ──> run::<Words>
//!        ^                                               │ one set of entries a tier, from one macro,
//!        │                                               v  compiled with the features of the tier
//!     Kernels <── chosen once, when an engine is built ── Tier
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

use super::board::{Board, Cells};
use super::houses;
use super::lanes::{self, LaneRequest};
use super::latency::{self, Classic, Exit};
use super::report::EngineReport;
use super::tables::HouseTables;
use crate::puzzle::Limit;
use vector::Vector as _;

/// Four words, one for each band and a spare one.
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
    /// x86-64 with AVX-512 F, BW, DQ and VL: sixteen words at a time.
    Avx512,
    /// x86-64 with AVX2: eight words at a time.
    Avx2,
    /// Arm with Neon, which every 64-bit one has: four words at a time.
    Neon,
    /// WebAssembly with simd128, where it is compiled with that: four words at a time.
    Simd128,
    /// Plain Rust, four words at a time, for every machine.
    Portable,
}

impl Tier {
    /// All tiers, from the fastest.
    pub const ALL: [Self; 5] = [Self::Avx512, Self::Avx2, Self::Neon, Self::Simd128, Self::Portable];

    /// The tiers of this machine, fastest first. The last one is [`Portable`](Self::Portable); WebAssembly has one tier
    /// alone, because all of them would be sent to every browser.
    pub fn available() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|&tier| Kernels::of(tier).is_some())
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

/// A name that is not one of a [`Tier`].
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

/// The entry points of a tier. They exist only where the machine has the tier.
#[derive(Clone, Copy)]
pub(super) struct Kernels {
    tier: Tier,
    lane_count: usize,
    latency: unsafe fn(&mut latency::LatencySearch, u64, u64, u64) -> Exit,
    houses: unsafe fn(&HouseTables, &mut latency::LatencySearch, u64, u64, u64) -> Exit,
    lanes:
        unsafe fn(&mut lanes::LaneScratch, &[Board], &LaneRequest<'_>, &mut [EngineReport]) -> Option<Limit>,
    load: unsafe fn(&Cells) -> Board,
    digits: unsafe fn(&Board, &mut [u8; 81]),
}

impl Kernels {
    /// The entries, if the machine has the tier.
    pub(super) fn of(tier: Tier) -> Option<Self> {
        match tier {
            #[cfg(target_arch = "x86_64")]
            Tier::Avx512 => x86_avx512::Proof::find().map(|_| avx512::KERNELS),
            #[cfg(target_arch = "x86_64")]
            Tier::Avx2 => x86_avx2::Proof::find().map(|_| avx2::KERNELS),
            #[cfg(target_arch = "aarch64")]
            Tier::Neon => aarch64_neon::Proof::find().map(|_| neon::KERNELS),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Tier::Simd128 => Some(simd::KERNELS),
            #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
            Tier::Portable => Some(plain::KERNELS),
            #[allow(unreachable_patterns)]
            _ => None,
        }
    }

    pub(super) fn tier(&self) -> Tier {
        self.tier
    }

    /// See [`latency::run`].
    pub(super) fn latency(
        &self,
        search: &mut latency::LatencySearch,
        wanted: u64,
        most: u64,
        pause: u64,
    ) -> Exit {
        // SAFETY: `of` gives entries only where the machine has their tier.
        unsafe { (self.latency)(search, wanted, most, pause) }
    }

    /// See [`latency::run`]: under the rules of the tables.
    pub(super) fn houses(
        &self,
        tables: &HouseTables,
        search: &mut latency::LatencySearch,
        wanted: u64,
        most: u64,
        pause: u64,
    ) -> Exit {
        // SAFETY: `of` gives entries only where the machine has their tier.
        unsafe { (self.houses)(tables, search, wanted, most, pause) }
    }

    /// Number of lanes.
    pub(super) fn lane_count(&self) -> usize {
        self.lane_count
    }

    /// See [`lanes::run`].
    pub(super) fn lanes(
        &self,
        scratch: &mut lanes::LaneScratch,
        tasks: &[Board],
        request: &LaneRequest<'_>,
        found: &mut [EngineReport],
    ) -> Option<Limit> {
        // SAFETY: `of` gives entries only where the machine has their tier.
        unsafe { (self.lanes)(scratch, tasks, request, found) }
    }

    /// See [`Board::of_clues`].
    pub(super) fn load(&self, cells: &Cells) -> Board {
        // SAFETY: `of` gives entries only where the machine has their tier.
        unsafe { (self.load)(cells) }
    }

    /// See [`Board::digits`].
    pub(super) fn digits(&self, board: &Board, digits: &mut [u8; 81]) {
        // SAFETY: `of` gives entries only where the machine has their tier.
        unsafe { (self.digits)(board, digits) }
    }
}

/// The entry points of a tier, compiled with its features: its vector type and the number of vectors that hold nine
/// digits; both once more for puzzles of rows, columns and boxes one at a time; and its proof.
macro_rules! kernels {
    (
        $module:ident, $tier:ident, $(#[$features:meta])?
        $words:ty, $groups:literal, $digits:ty, $vectors:literal, $proof:expr
    ) => {
        mod $module {
            use super::*;

            pub(super) const KERNELS: Kernels = Kernels {
                tier: Tier::$tier,
                lane_count: <$words>::LANES,
                latency,
                houses,
                lanes,
                load,
                digits,
            };

            $(#[$features])?
            fn latency(search: &mut latency::LatencySearch, wanted: u64, most: u64, pause: u64) -> Exit {
                let rules = Classic::<$digits, $vectors>::new($proof);
                latency::run($proof, &rules, search, wanted, most, pause)
            }

            $(#[$features])?
            fn houses(
                tables: &HouseTables,
                search: &mut latency::LatencySearch,
                wanted: u64,
                most: u64,
                pause: u64,
            ) -> Exit {
                if !HouseTables::EXIST {
                    return Exit::Exhausted;
                }
                houses::run::<$words, $groups>($proof, tables, search, wanted, most, pause)
            }

            $(#[$features])?
            fn lanes(
                scratch: &mut lanes::LaneScratch,
                tasks: &[Board],
                request: &LaneRequest<'_>,
                found: &mut [EngineReport],
            ) -> Option<Limit> {
                lanes::run::<$words, $groups>($proof, scratch, tasks, request, found)
            }

            $(#[$features])?
            fn load(cells: &Cells) -> Board {
                <$words>::board($proof, cells)
            }

            $(#[$features])?
            fn digits(board: &Board, digits: &mut [u8; 81]) {
                <$words>::digits($proof, board, digits);
            }
        }
    };
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
kernels!(plain, Portable, portable::Words, 3, portable::Words, 3, ());

#[cfg(target_arch = "x86_64")]
kernels!(
    avx2,
    Avx2,
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    x86_avx2::Words,
    2,
    nine_words::NineWords<x86_avx2::Words>,
    1,
    // SAFETY: `Kernels::of` found the tier before it returned this entry.
    unsafe { x86_avx2::Proof::assume() }
);

#[cfg(target_arch = "x86_64")]
kernels!(
    avx512,
    Avx512,
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2,popcnt,lzcnt")]
    x86_avx512::Words,
    1,
    x86_avx512::Words,
    1,
    // SAFETY: `Kernels::of` found the tier before it returned this entry.
    unsafe { x86_avx512::Proof::assume() }
);

#[cfg(target_arch = "aarch64")]
kernels!(
    neon,
    Neon,
    #[target_feature(enable = "neon")]
    aarch64_neon::Words,
    3,
    aarch64_neon::Words,
    3,
    // SAFETY: `Kernels::of` found the tier before it returned this entry.
    unsafe { aarch64_neon::Proof::assume() }
);

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
kernels!(simd, Simd128, wasm_simd128::Words, 3, wasm_simd128::Words, 3, ());

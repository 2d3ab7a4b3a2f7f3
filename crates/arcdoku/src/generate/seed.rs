//! Random numbers: a puzzle depends only on its seed.
//!
//! Every grid and every puzzle has its own generator (`fastrand`, whose wyrand is pinned by Cargo.lock and by a
//! test), initialized from its seed. No clock, address or other puzzle is involved. A seed therefore gives the same
//! puzzle on every tier, with any number of threads, and on every system.

use fastrand::Rng;

/// The increment of S. Vigna's splitmix64: 2^64 divided by the golden ratio.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// The seed of puzzle `number` of a run. Number 0 has the seed of the run, so a run with the seed of a puzzle gives
/// this puzzle first. Seeds of different runs are practically unrelated.
///
/// Numbers 1, 2, ... have as seeds the output of the generator `SplitMix64` (Steele, Lea, Flood, 2014) from the seed
/// of the run.
///
/// ```
/// use arcdoku::generate::seed_of;
///
/// assert_eq!(seed_of(7, 0), 7);
/// assert_ne!(seed_of(7, 1), seed_of(8, 0));
/// ```
pub fn seed_of(run: u64, number: u64) -> u64 {
    if number == 0 { run } else { mix(run.wrapping_add(number.wrapping_mul(GOLDEN))) }
}

/// Creates the generator of a seed. The seed is mixed first, because callers often use consecutive seeds.
pub(super) fn rng(seed: u64) -> Rng {
    Rng::with_seed(mix(seed ^ GOLDEN))
}

/// A uniform number less than `end`. `Rng::usize` would give different numbers on 32-bit systems.
pub(super) fn below(rng: &mut Rng, end: usize) -> usize {
    rng.u32(..end as u32) as usize
}

/// Shuffles a slice; like [`below`], the result is the same on every system.
pub(super) fn shuffle<T>(rng: &mut Rng, things: &mut [T]) {
    for last in (1..things.len()).rev() {
        things.swap(last, below(rng, last + 1));
    }
}

/// The output function of splitmix64: a bijection in which every bit depends on every bit.
fn mix(mut word: u64) -> u64 {
    word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_pinned() {
        assert_eq!(seed_of(1, 1), 0x910A_2DEC_8902_5CC1);
        let mut rng = rng(1);
        assert_eq!([rng.u64(..), rng.u64(..56)], [0x9B46_A450_EB34_37CD, 4]);
    }
}

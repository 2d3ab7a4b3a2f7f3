//! Stable keys of canonical forms.

use super::clues::Clues;

/// The number of 64-bit words that hold the 81 cells, four bits per cell.
const WORDS: usize = 6;

/// The constants of the two halves of a key: an initial value, and one constant per word.
///
/// They are the output of the generator `SplitMix64` (Steele, Lea, Flood, "Fast splittable pseudorandom
/// number generators", OOPSLA 2014) from seed 0, two numbers per constant, the high half first.
const CONSTANTS: [[u128; WORDS + 1]; 2] = constants();

const fn constants() -> [[u128; WORDS + 1]; 2] {
    let mut constants = [[0; WORDS + 1]; 2];
    let mut state: u64 = 0;
    let mut half = 0;
    while half < 2 {
        let mut word = 0;
        while word <= WORDS {
            let high = split_mix(&mut state);
            let low = split_mix(&mut state);
            constants[half][word] = (high as u128) << 64 | low as u128;
            word += 1;
        }
        half += 1;
    }
    constants
}

const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// The 128-bit key: see [`Canonical::key`](super::Canonical::key).
///
/// Cell `i` is stored in the four bits from bit `4 * (i % 16)` of word `i / 16`. A half is the upper 64 bits of the
/// sum, modulo 2^128, of its first constant and each word times its constant. This is multilinear hashing, which is
/// strongly universal for randomly drawn constants (Lemire, Kaser, "Strongly universal string hashing is fast", The
/// Computer Journal 57, 2014, after Dietzfelbinger).
pub(super) fn key(form: &Clues) -> u128 {
    let mut words = [0u64; WORDS];
    for (word, cells) in words.iter_mut().zip(form.numbers().chunks(16)) {
        *word = cells.iter().rev().fold(0, |word, &cell| word << 4 | u64::from(cell));
    }
    let half = |constants: &[u128; WORDS + 1]| {
        let sum = words.iter().zip(&constants[1..]).fold(constants[0], |sum, (&word, &constant)| {
            sum.wrapping_add(u128::from(word).wrapping_mul(constant))
        });
        sum >> 64
    };
    half(&CONSTANTS[0]) << 64 | half(&CONSTANTS[1])
}

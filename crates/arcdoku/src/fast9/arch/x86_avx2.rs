//! AVX2: eight words. Every machine with AVX2 has BMI, POPCNT and LZCNT as well; all of them are checked.

use core::arch::x86_64::{
    __m128i, __m256i, _MM_HINT_T0, _mm_and_si128, _mm_cvtsi32_si128, _mm_cvtsi128_si32, _mm_loadu_si128,
    _mm_or_si128, _mm_prefetch, _mm_setr_epi32, _mm_setzero_si128, _mm_shuffle_epi32, _mm_storeu_si128,
    _mm256_add_epi32, _mm256_and_si256, _mm256_andnot_si256, _mm256_broadcastd_epi32,
    _mm256_broadcastsi128_si256, _mm256_castsi256_ps, _mm256_castsi256_si128, _mm256_cmpeq_epi8,
    _mm256_cmpeq_epi32, _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_movemask_epi8,
    _mm256_movemask_ps, _mm256_mullo_epi32, _mm256_or_si256, _mm256_set_m128i, _mm256_set1_epi8,
    _mm256_set1_epi32, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_sll_epi32, _mm256_srl_epi32,
    _mm256_storeu_si256, _mm256_sub_epi32, _mm256_testz_si256,
};
use core::ptr;

use super::nine_words::EightWords;
use super::vector::{Digits, LONGEST_STEP, Vector};
use crate::fast9::board::{BIT, Board, CELL, Cells, Row, SINGLES};

/// Shows that the machine has AVX2.
#[derive(Clone, Copy)]
pub(in crate::fast9) struct Proof(());

impl Proof {
    /// The proof, if the machine has the instructions.
    pub(in crate::fast9) fn find() -> Option<Self> {
        let found = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt");
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

/// Eight words.
#[derive(Clone, Copy)]
pub(in crate::fast9) struct Words(__m256i);

macro_rules! lanewise {
    ($name:ident, |$a:ident, $b:ident| $value:expr) => {
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            let ($a, $b) = (self.0, other.0);
            // SAFETY: a vector exists only on a machine with AVX2 (`Proof`).
            Self(unsafe { $value })
        }
    };
}

#[inline(always)]
fn amount(bits: i32) -> __m128i {
    // SAFETY: every x86-64 machine has SSE2.
    unsafe { _mm_cvtsi32_si128(bits) }
}

/// A byte for each bit of a band: the number of its cell. Cells are counted from the first cell of the band in
/// `SOURCE[0]`, and from the twelfth in `SOURCE[1]`. The byte is 128 or more for a cell that is not among the 16 cells
/// of the load.
const SOURCE: [[u8; 32]; 2] = {
    let mut cells = [[255; 32]; 2];
    let mut bit = 0;
    while bit < 32 {
        let cell = CELL[bit];
        if cell < 16 {
            cells[0][bit] = cell;
        } else if cell < 27 {
            cells[1][bit] = cell - 11;
        }
        bit += 1;
    }
    cells
};

/// The reverse of `SOURCE`: a byte for each of the cells 0 to 15 and 11 to 26 of a band, from the low half and from the
/// high half of the bits.
const TARGET: [[u8; 32]; 2] = {
    let mut bits = [[255; 32]; 2];
    let mut place = 0;
    while place < 32 {
        let cell = if place < 16 { place } else { place - 5 };
        let bit = BIT[cell];
        if bit < 16 {
            bits[0][place] = bit;
        } else {
            bits[1][place] = bit - 16;
        }
        place += 1;
    }
    bits
};

/// Byte i selects byte i / 8 of the word of its half.
const SPREAD: [u8; 32] = {
    let mut spread = [0; 32];
    let mut byte = 0;
    while byte < 32 {
        spread[byte] = (byte / 8) as u8;
        byte += 1;
    }
    spread
};

/// Byte i has bit i % 8.
const SINGLE: [u8; 32] = {
    let mut single = [0; 32];
    let mut byte = 0;
    while byte < 32 {
        single[byte] = 1 << (byte % 8);
        byte += 1;
    }
    single
};

/// A table of 32 bytes as a vector.
#[inline(always)]
fn table(_: Proof, bytes: &[u8; 32]) -> __m256i {
    // SAFETY: the proof shows that the machine has AVX2; 32 bytes are readable.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

/// Prefetches a value into the cache.
#[inline(always)]
pub(super) fn prefetch<T>(value: &T) {
    let first = ptr::from_ref(value).cast::<i8>();
    for line in (0..size_of::<T>()).step_by(64) {
        // SAFETY: every x86-64 machine has SSE. The address is within the value.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(first.add(line)) };
    }
}

/// In the lowest lane: the bits that are in at least one, at least two, and at least three of the words. Only one word
/// of the second vector is used.
///
/// # Safety
/// The machine has AVX2.
#[inline(always)]
pub(super) unsafe fn tally([a, b]: [__m256i; 2]) -> [__m128i; 3] {
    // SAFETY: the caller promises that the machine has AVX2.
    unsafe {
        let (one, two) = (_mm256_or_si256(a, b), _mm256_and_si256(a, b));
        let none = _mm_setzero_si128();
        let low = [_mm256_castsi256_si128(one), _mm256_castsi256_si128(two), none];
        spread_tally(join(
            low,
            [_mm256_extracti128_si256::<1>(one), _mm256_extracti128_si256::<1>(two), none],
        ))
    }
}

/// In the lowest lane: the sum of the counts of all four lanes, capped at three.
///
/// # Safety
/// The machine has AVX2.
#[inline(always)]
unsafe fn spread_tally(sum: [__m128i; 3]) -> [__m128i; 3] {
    // SAFETY: the caller promises that the machine has AVX2.
    unsafe {
        let sum = join(sum, sum.map(|words| _mm_shuffle_epi32::<0b01_00_11_10>(words)));
        join(sum, sum.map(|words| _mm_shuffle_epi32::<0b10_11_00_01>(words)))
    }
}

/// The sum of two counts, capped at three.
///
/// # Safety
/// The machine has AVX2.
#[inline(always)]
unsafe fn join([a, aa, aaa]: [__m128i; 3], [b, bb, bbb]: [__m128i; 3]) -> [__m128i; 3] {
    // SAFETY: the caller promises that the machine has AVX2.
    unsafe {
        let two = _mm_or_si128(_mm_or_si128(aa, bb), _mm_and_si128(a, b));
        let mixed = _mm_or_si128(_mm_and_si128(aa, b), _mm_and_si128(a, bb));
        [_mm_or_si128(a, b), two, _mm_or_si128(_mm_or_si128(aaa, bbb), mixed)]
    }
}

/// In the lowest lane: the bits that are in any of the words.
///
/// # Safety
/// The machine has AVX2.
#[inline(always)]
pub(super) unsafe fn union([a, b]: [__m256i; 2]) -> __m128i {
    // SAFETY: the caller promises that the machine has AVX2.
    unsafe {
        let any = _mm256_or_si256(a, b);
        let any = _mm_or_si128(_mm256_castsi256_si128(any), _mm256_extracti128_si256::<1>(any));
        spread_union(any)
    }
}

/// In the lowest lane: the bits that are in any of the four lanes.
///
/// # Safety
/// The machine has AVX2.
#[inline(always)]
unsafe fn spread_union(any: __m128i) -> __m128i {
    // SAFETY: the caller promises that the machine has AVX2.
    unsafe {
        let any = _mm_or_si128(any, _mm_shuffle_epi32::<0b01_00_11_10>(any));
        _mm_or_si128(any, _mm_shuffle_epi32::<0b10_11_00_01>(any))
    }
}

impl Vector for Words {
    const LANES: usize = 8;
    const MULTIPLIES: bool = true;
    type Proof = Proof;

    #[inline(always)]
    fn splat(_: Proof, word: u32) -> Self {
        // SAFETY: the proof shows that the machine has AVX2.
        Self(unsafe { _mm256_set1_epi32(word.cast_signed()) })
    }

    #[inline(always)]
    fn load(_: Proof, words: &[u32]) -> Self {
        assert!(words.len() >= 8);
        // SAFETY: the proof shows that the machine has AVX2; eight words are readable.
        Self(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, words: &mut [u32]) {
        assert!(words.len() >= 8);
        // SAFETY: a vector exists only on a machine with AVX2; there is room for eight words.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) }
    }

    lanewise!(and, |a, b| _mm256_and_si256(a, b));
    lanewise!(or, |a, b| _mm256_or_si256(a, b));
    lanewise!(minus, |a, b| _mm256_andnot_si256(b, a));
    lanewise!(add, |a, b| _mm256_add_epi32(a, b));
    lanewise!(sub, |a, b| _mm256_sub_epi32(a, b));
    lanewise!(mul, |a, b| _mm256_mullo_epi32(a, b));

    #[inline(always)]
    fn shl<const N: i32>(self) -> Self {
        // SAFETY: a vector exists only on a machine with AVX2.
        Self(unsafe { _mm256_sll_epi32(self.0, amount(N)) })
    }

    #[inline(always)]
    fn shr<const N: i32>(self) -> Self {
        // SAFETY: a vector exists only on a machine with AVX2.
        Self(unsafe { _mm256_srl_epi32(self.0, amount(N)) })
    }

    #[inline(always)]
    fn nonzero(self) -> u32 {
        // SAFETY: a vector exists only on a machine with AVX2.
        let zeros = unsafe {
            let equal = _mm256_cmpeq_epi32(self.0, _mm256_setzero_si256());
            _mm256_movemask_ps(_mm256_castsi256_ps(equal))
        };
        !zeros.cast_unsigned() & 0xFF
    }

    #[inline(always)]
    fn any(self) -> bool {
        // SAFETY: a vector exists only on a machine with AVX2.
        unsafe { _mm256_testz_si256(self.0, self.0) == 0 }
    }

    #[inline(always)]
    fn word(self) -> u32 {
        // SAFETY: a vector exists only on a machine with AVX2.
        unsafe { _mm_cvtsi128_si32(_mm256_castsi256_si128(self.0)).cast_unsigned() }
    }

    #[inline(always)]
    fn empty(self) -> Self {
        // SAFETY: a vector exists only on a machine with AVX2.
        Self(unsafe { _mm256_cmpeq_epi32(self.0, _mm256_setzero_si256()) })
    }

    #[inline(always)]
    fn rotate(self, bits: u32) -> Self {
        let (left, right) = (amount(bits.cast_signed()), amount(32 - bits.cast_signed()));
        // SAFETY: a vector exists only on a machine with AVX2. A shift by 32 bits clears the word.
        Self(unsafe { _mm256_or_si256(_mm256_sll_epi32(self.0, left), _mm256_srl_epi32(self.0, right)) })
    }

    #[inline(always)]
    fn prefetch<T>(_: Proof, value: &T) {
        prefetch(value);
    }

    // One instruction writes all eight words. If several instructions wrote them, a later read of the whole row would
    // have to wait.
    #[inline(always)]
    fn column(_: Proof, words: &[u32], first: usize, step: isize, decided: u32, row: &mut Row) {
        assert!(first < words.len() && step.unsigned_abs() <= LONGEST_STEP);
        let last = words[first.wrapping_add_signed(8 * step)];
        // SAFETY: the proof shows that the machine has AVX2. The first and the last word are in the slice, and the
        // steps are too small to overflow, so the words between them are in it as well. The row has room for eight
        // words.
        unsafe {
            let word = words.as_ptr().add(first).cast::<i32>();
            let low =
                _mm_setr_epi32(*word, *word.offset(step), *word.offset(2 * step), *word.offset(3 * step));
            let word = word.offset(4 * step);
            let high =
                _mm_setr_epi32(*word, *word.offset(step), *word.offset(2 * step), *word.offset(3 * step));
            _mm256_storeu_si256(row.as_mut_ptr().cast(), _mm256_set_m128i(high, low));
        }
        row[8] = last;
        row[SINGLES] = decided;
    }

    #[inline(always)]
    fn board(proof: Proof, cells: &Cells) -> Board {
        let mut board = Board::EMPTY;
        let [low, high] = [table(proof, &SOURCE[0]), table(proof, &SOURCE[1])];
        for (band, row) in board.0.iter_mut().enumerate() {
            let cells: &[u8; 27] = cells[27 * band..27 * band + 27].try_into().expect("27 cells");
            // SAFETY: the proof shows that the machine has AVX2; each of the two loads reads 16 of the 27 bytes.
            let bytes = unsafe {
                let first = _mm256_broadcastsi128_si256(_mm_loadu_si128(cells.as_ptr().cast()));
                let last = _mm256_broadcastsi128_si256(_mm_loadu_si128(cells.as_ptr().add(11).cast()));
                _mm256_or_si256(_mm256_shuffle_epi8(first, low), _mm256_shuffle_epi8(last, high))
            };
            for digit in 0..9 {
                // SAFETY: the proof shows that the machine has AVX2.
                let places = unsafe {
                    _mm256_movemask_epi8(_mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(digit as i8 + 1)))
                };
                row[digit] = places.cast_unsigned();
            }
        }
        board.open();
        board
    }

    #[inline(always)]
    fn digits(proof: Proof, board: &Board, digits: &mut [u8; 81]) {
        let [low, high] = [table(proof, &TARGET[0]), table(proof, &TARGET[1])];
        let (spread, single) = (table(proof, &SPREAD), table(proof, &SINGLE));
        for (band, row) in board.0.iter().enumerate() {
            let [a, b, c, d, e, f, g, h, i, ..] = *row;
            // The digits 1 to 9 as binary numbers: a word for each of their bits.
            let planes = [a | c | e | g | i, b | c | f | g, d | e | f | g, h | i];
            let out: &mut [u8; 27] = (&mut digits[27 * band..27 * band + 27]).try_into().expect("27 cells");
            // SAFETY: the proof shows that the machine has AVX2; each of the two stores writes 16 of the 27 bytes.
            unsafe {
                let mut bytes = _mm256_setzero_si256();
                for (bit, word) in planes.into_iter().enumerate() {
                    let word = _mm256_shuffle_epi8(_mm256_set1_epi32(word.cast_signed()), spread);
                    let here = _mm256_cmpeq_epi8(_mm256_and_si256(word, single), single);
                    bytes = _mm256_or_si256(bytes, _mm256_and_si256(here, _mm256_set1_epi8(1 << bit)));
                }
                let half = _mm256_broadcastsi128_si256(_mm256_castsi256_si128(bytes));
                let other = _mm256_broadcastsi128_si256(_mm256_extracti128_si256::<1>(bytes));
                let cells = _mm256_or_si256(_mm256_shuffle_epi8(half, low), _mm256_shuffle_epi8(other, high));
                _mm_storeu_si128(out.as_mut_ptr().cast(), _mm256_castsi256_si128(cells));
                _mm_storeu_si128(out.as_mut_ptr().add(11).cast(), _mm256_extracti128_si256::<1>(cells));
            }
        }
    }
}

impl EightWords for Words {
    #[inline(always)]
    fn tally(self, ninth: u32) -> [(Self, u32); 3] {
        // SAFETY: a vector exists only on a machine with AVX2.
        unsafe {
            let (low, high) = (_mm256_castsi256_si128(self.0), _mm256_extracti128_si256::<1>(self.0));
            let ninth = _mm_cvtsi32_si128(ninth.cast_signed());
            let (one, two) = (_mm_or_si128(low, high), _mm_and_si128(low, high));
            let none = _mm_setzero_si128();
            spread_tally(join([one, two, none], [ninth, none, none]))
                .map(|words| (Self(_mm256_broadcastd_epi32(words)), _mm_cvtsi128_si32(words).cast_unsigned()))
        }
    }

    #[inline(always)]
    fn union(self, ninth: u32) -> (Self, u32) {
        // SAFETY: a vector exists only on a machine with AVX2.
        unsafe {
            let (low, high) = (_mm256_castsi256_si128(self.0), _mm256_extracti128_si256::<1>(self.0));
            let any = _mm_or_si128(_mm_or_si128(low, high), _mm_cvtsi32_si128(ninth.cast_signed()));
            let any = spread_union(any);
            (Self(_mm256_broadcastd_epi32(any)), _mm_cvtsi128_si32(any).cast_unsigned())
        }
    }
}

impl Digits for Words {
    #[inline(always)]
    fn tally<const G: usize>(band: [Self; G]) -> [Self; 3] {
        // SAFETY: a vector exists only on a machine with AVX2.
        unsafe {
            let [one, two, three] = tally([band[0].0, band[1].0]);
            [
                Self(_mm256_broadcastd_epi32(one)),
                Self(_mm256_broadcastd_epi32(two)),
                Self(_mm256_broadcastd_epi32(three)),
            ]
        }
    }

    #[inline(always)]
    fn union<const G: usize>(band: [Self; G]) -> Self {
        // SAFETY: a vector exists only on a machine with AVX2.
        Self(unsafe { _mm256_broadcastd_epi32(union([band[0].0, band[1].0])) })
    }
}

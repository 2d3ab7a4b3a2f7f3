//! The operations that the engines need, on vectors of 32-bit words.

use crate::fast9::board::{Board, Cells, Row, SINGLES};

/// Largest number of words of a vector.
pub(in crate::fast9) const MOST_LANES: usize = 16;

/// Greatest distance between the words of a [column](Vector::column): three bands of sixteen words.
#[cfg(target_arch = "x86_64")]
pub(in crate::fast9) const LONGEST_STEP: usize = 48;

/// A vector of 32-bit words, one per lane.
///
/// Every operation other than [`load`](Self::load) and [`splat`](Self::splat) takes a vector. These two need a
/// [`Proof`](Self::Proof) that the machine has the instructions, so the existence of a vector is proof enough for the
/// other operations. Operations are named by what they compute.
pub(in crate::fast9) trait Vector: Copy {
    /// The number of words: 4, 8, 9 or 16.
    const LANES: usize;

    /// Whether the tier has an instruction for [products](Self::mul).
    const MULTIPLIES: bool = false;

    /// Whether several chains of operations run in parallel. If they do, the number of operations determines the time;
    /// otherwise the length of the chain does.
    const ABREAST: bool = false;

    /// Evidence that the machine has the instructions of this tier.
    type Proof: Copy;

    /// The same word in all lanes.
    fn splat(proof: Self::Proof, word: u32) -> Self;

    /// The first [`LANES`](Self::LANES) words of a row.
    fn load(proof: Self::Proof, words: &[u32]) -> Self;

    /// Writes the words to the start of a row.
    fn store(self, words: &mut [u32]);

    /// The bits that are in both vectors.
    fn and(self, other: Self) -> Self;

    /// The bits that are in at least one of the two vectors.
    fn or(self, other: Self) -> Self;

    /// The bits that are in `self` and not in `other`.
    fn minus(self, other: Self) -> Self;

    /// The bits that are in exactly one of the two vectors.
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.minus(other).or(other.minus(self))
    }

    /// The sum in each lane, modulo 2^32.
    fn add(self, other: Self) -> Self;

    /// The difference in each lane, modulo 2^32.
    fn sub(self, other: Self) -> Self;

    /// Shifts towards the high bits.
    fn shl<const N: i32>(self) -> Self;

    /// Shifts towards the low bits.
    fn shr<const N: i32>(self) -> Self;

    /// The product in each lane, modulo 2^32. May be called only if the vectors [multiply](Self::MULTIPLIES).
    #[inline(always)]
    fn mul(self, _factor: Self) -> Self {
        debug_assert!(Self::MULTIPLIES, "these vectors have products");
        self
    }

    /// A bit for each lane whose word is not zero.
    fn nonzero(self) -> u32;

    /// Whether any word is not zero.
    #[inline(always)]
    fn any(self) -> bool {
        self.nonzero() != 0
    }

    /// The common word of all lanes; all lanes must have the same word.
    #[inline(always)]
    fn word(self) -> u32 {
        let mut row = [0; 16];
        self.store(&mut row);
        row[0]
    }

    /// Sets all bits in the lanes whose word is zero, and no bit in the other lanes.
    fn empty(self) -> Self;

    /// A bit for each lane whose word is zero.
    #[inline(always)]
    fn zeros(self) -> u32 {
        self.empty().nonzero()
    }

    /// Writes, for each of the three vectors, the bits that are set in any of its lanes.
    #[inline(always)]
    fn unite(vectors: [Self; 3], words: &mut [u32; 4]) {
        let mut row = [0; 16];
        let mut united = [0; 4];
        for i in 0..3 {
            vectors[i].store(&mut row);
            for lane in 0..Self::LANES {
                united[i] |= row[lane];
            }
        }
        *words = united;
    }

    /// Keeps the words of the lanes in `keep`, and sets the other words to zero.
    #[inline(always)]
    fn keep(self, proof: Self::Proof, keep: u32) -> Self {
        let mut row = [0; 16];
        self.store(&mut row);
        for lane in 0..Self::LANES {
            row[lane] &= (keep >> lane & 1).wrapping_neg();
        }
        Self::load(proof, &row)
    }

    /// Moves the words of the lanes in `keep` to the first lanes, and sets the other words to zero.
    #[inline(always)]
    fn compress(self, proof: Self::Proof, keep: u32) -> Self {
        let (mut row, mut kept) = ([0; 16], [0; 17]);
        self.store(&mut row);
        let mut next = 0;
        for lane in 0..Self::LANES {
            kept[next] = row[lane];
            next += (keep >> lane & 1) as usize;
        }
        for lane in 0..Self::LANES {
            kept[lane] = if lane < next { kept[lane] } else { 0 };
        }
        Self::load(proof, &kept)
    }

    /// Rotates every word by `bits` bits towards the high bits; `bits` must be below 32.
    fn rotate(self, bits: u32) -> Self;

    /// Creates the board of a puzzle from its clues.
    #[inline(always)]
    fn board(_: Self::Proof, cells: &Cells) -> Board {
        Board::of_clues(cells)
    }

    /// Writes the digits of a board with one candidate per cell.
    #[inline(always)]
    fn digits(_: Self::Proof, board: &Board, digits: &mut [u8; 81]) {
        board.digits(digits);
    }

    /// Prefetches a value into the cache, if the machine has an instruction for it.
    #[inline(always)]
    fn prefetch<T>(_: Self::Proof, _: &T) {}

    /// Writes the word of each digit to a row, followed by the word of the decided cells. The words of the digits are
    /// `step` words apart, starting at `first`.
    #[inline(always)]
    fn column(_: Self::Proof, words: &[u32], first: usize, step: isize, decided: u32, row: &mut Row) {
        for digit in 0..9 {
            row[digit as usize] = words[first.wrapping_add_signed(digit * step)];
        }
        row[SINGLES] = decided;
    }

    /// The bits that are in any of the three vectors.
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self.or(b).or(c)
    }

    /// For each bit: the bit of `yes` if it is set in `self`, otherwise the bit of `no`.
    #[inline(always)]
    fn select(self, yes: Self, no: Self) -> Self {
        self.and(yes).or(no.minus(self))
    }
}

/// Vectors whose lanes hold digits: `G` vectors hold the nine digits of a band.
pub(in crate::fast9) trait Digits: Vector {
    /// In every lane: the bits that are in at least one, at least two, and at least three lanes of a band.
    fn tally<const G: usize>(band: [Self; G]) -> [Self; 3];

    /// In every lane: the bits that are in any lane of a band.
    fn union<const G: usize>(band: [Self; G]) -> Self;
}

/// Implements [`Digits`] for vectors of four words, which have the operation `swap`.
macro_rules! digits_in_fours {
    ($words:ty) => {
        impl Digits for $words {
            #[inline(always)]
            fn tally<const G: usize>(band: [Self; G]) -> [Self; 3] {
                let zero = band[0].minus(band[0]);
                let mut sum = [band[0], zero, zero];
                for g in 1..G {
                    sum = join(sum, [band[g], zero, zero]);
                }
                let [a, b, c] = sum;
                let [a, b, c] = join(sum, [a.swap::<2>(), b.swap::<2>(), c.swap::<2>()]);
                join([a, b, c], [a.swap::<1>(), b.swap::<1>(), c.swap::<1>()])
            }

            #[inline(always)]
            fn union<const G: usize>(band: [Self; G]) -> Self {
                let mut any = band[0];
                for g in 1..G {
                    any = any.or(band[g]);
                }
                any = any.or(any.swap::<2>());
                any.or(any.swap::<1>())
            }
        }

        /// The sum of two counts, capped at three.
        #[inline(always)]
        fn join([a, aa, aaa]: [$words; 3], [b, bb, bbb]: [$words; 3]) -> [$words; 3] {
            [a.or(b), aa.or3(bb, a.and(b)), aaa.or3(bbb, aa.and(b).or(a.and(bb)))]
        }
    };
}
pub(in crate::fast9) use digits_in_fours;

/// A loop of at most three iterations, unrolled. If code size matters, the compiler does not unroll loops, and
/// vectors in arrays then go through memory.
macro_rules! unroll {
    ($i:ident < $count:expr => $body:block) => {
        if 0 < $count {
            let $i = 0;
            $body
        }
        if 1 < $count {
            let $i = 1;
            $body
        }
        if 2 < $count {
            let $i = 2;
            $body
        }
    };
}
pub(in crate::fast9) use unroll;

/// Several vectors that are processed in parallel. Independent chains of operations hide each other's latency.
#[derive(Clone, Copy)]
pub(in crate::fast9) struct Several<V, const K: usize>(pub(in crate::fast9) [V; K]);

macro_rules! each {
    ($($name:ident),*) => {$(
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            let mut all = self.0;
            unroll!(k < K => {
                all[k] = all[k].$name(other.0[k]);
            });
            Self(all)
        }
    )*};
}

impl<V: Vector, const K: usize> Vector for Several<V, K> {
    const LANES: usize = V::LANES;
    const MULTIPLIES: bool = V::MULTIPLIES;
    const ABREAST: bool = true;
    type Proof = V::Proof;

    #[inline(always)]
    fn splat(proof: V::Proof, word: u32) -> Self {
        Self([V::splat(proof, word); K])
    }

    #[inline(always)]
    fn load(proof: V::Proof, words: &[u32]) -> Self {
        Self([V::load(proof, words); K])
    }

    #[inline(always)]
    fn store(self, words: &mut [u32]) {
        self.0[0].store(words);
    }

    each!(and, or, minus, add, sub, mul);

    #[inline(always)]
    fn shl<const N: i32>(self) -> Self {
        let mut all = self.0;
        unroll!(k < K => {
            all[k] = all[k].shl::<N>();
        });
        Self(all)
    }

    #[inline(always)]
    fn shr<const N: i32>(self) -> Self {
        let mut all = self.0;
        unroll!(k < K => {
            all[k] = all[k].shr::<N>();
        });
        Self(all)
    }

    #[inline(always)]
    fn nonzero(self) -> u32 {
        self.0[0].nonzero()
    }

    #[inline(always)]
    fn empty(self) -> Self {
        let mut all = self.0;
        unroll!(k < K => {
            all[k] = all[k].empty();
        });
        Self(all)
    }

    #[inline(always)]
    fn rotate(self, bits: u32) -> Self {
        let mut all = self.0;
        unroll!(k < K => {
            all[k] = all[k].rotate(bits);
        });
        Self(all)
    }

    #[inline(always)]
    fn select(self, yes: Self, no: Self) -> Self {
        let mut all = self.0;
        unroll!(k < K => {
            all[k] = all[k].select(yes.0[k], no.0[k]);
        });
        Self(all)
    }
}

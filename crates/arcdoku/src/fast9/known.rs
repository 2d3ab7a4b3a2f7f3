//! Counts of solutions that are known while others are counted.
//!
//! The candidates that are left in open cells often occur again under other decisions: an area of the grid is filled in
//! several ways that leave the same to the rest of it. Model counters keep such counts ("component caching": F. Bacchus,
//! S. Dalmao and T. Pitassi, "Algorithms and complexity results for #SAT and Bayesian inference", 2003). Here the key is
//! what is left as a whole, compared word by word, so that a count is never that of something else.

use std::ops::RangeInclusive;

use super::arch::vector::MOST_LANES;
use super::board::Board;

/// Numbers of open cells with which a count is looked up. Four are solved without a pass; of those with more, hardly any
/// occurs again.
pub(super) const WORTH_KNOWING: RangeInclusive<u32> = 5..=24;

/// Number of counts that are kept: half a mebibyte of memory, as more of them leave the second-level cache.
const PLACES: usize = 1 << 12;

/// Words of a key: the candidates of nine digits in three bands, and the lower half of its hash.
const WORDS: usize = 28;

/// The count that is not known yet.
const UNKNOWN: u64 = u64::MAX;

/// What is left of a puzzle, and how many solutions it has.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct KnownCount {
    key: [u32; WORDS],
    /// When the key was written, by a clock that goes on from run to run.
    written: u64,
    solutions: u64,
}

/// A branching whose solutions are being counted.
#[derive(Clone, Copy)]
struct OpenCount {
    /// The height of the stack of its lane without its branches.
    height: usize,
    /// The decisions that stood for two branches before it.
    halvings: usize,
    place: usize,
    written: u64,
    /// The solutions of the lane before it.
    before: u64,
}

/// The counts known in a run.
pub(super) struct KnownCounts {
    places: Box<[KnownCount]>,
    clock: u64,
    /// The clock when the run began.
    begin: u64,
    /// The branchings that each lane is in, from the first.
    open: [Vec<OpenCount>; MOST_LANES],
    /// The solutions that each lane has counted.
    pub(super) counted: [u64; MOST_LANES],
}

impl KnownCounts {
    pub(super) fn new() -> Self {
        Self { places: Box::new([]), clock: 0, begin: 0, open: Default::default(), counted: [0; MOST_LANES] }
    }

    /// Begins a run, in which nothing is known.
    pub(super) fn begin(&mut self) {
        self.begin = self.clock;
        self.open.iter_mut().for_each(Vec::clear);
        self.counted = [0; MOST_LANES];
    }

    /// The number of solutions of a board in which a pass decides nothing, by its open cells. If it is not known, it is
    /// counted from now on, until the lane [closes](Self::close) a stack of this height.
    #[inline(always)]
    pub(super) fn look_up(
        &mut self,
        board: &Board,
        open: [u32; 3],
        lane: usize,
        height: usize,
        halvings: usize,
    ) -> Option<u64> {
        let mut key = [0; WORDS];
        for band in 0..3 {
            for digit in 0..9 {
                key[9 * band + digit] = board.0[band][digit] & open[band];
            }
        }
        let hash = hash(&key);
        key[WORDS - 1] = hash as u32;
        if self.places.is_empty() {
            self.places = places();
        }
        let place = (hash >> 40) as usize % PLACES;
        let known = self.places.get_mut(place)?;
        if known.key[WORDS - 1] == key[WORDS - 1] && known.written > self.begin {
            // Without a call, which would put the vectors of the pass aside.
            let mut differ = 0;
            for word in 0..WORDS {
                differ |= known.key[word] ^ key[word];
            }
            if differ == 0 {
                // Another lane may be counting it.
                return if known.solutions == UNKNOWN { None } else { Some(known.solutions) };
            }
        }
        self.clock += 1;
        let written = self.clock;
        *known = KnownCount { key, written, solutions: UNKNOWN };
        self.open[lane].push(OpenCount { height, halvings, place, written, before: self.counted[lane] });
        None
    }

    /// Ends the counts of the branchings whose branches are all done: those of a stack of this height, or higher.
    #[inline(always)]
    pub(super) fn close(&mut self, lane: usize, height: usize) {
        while let Some(&open) = self.open[lane].last()
            && open.height >= height
        {
            self.open[lane].pop();
            if let Some(known) = self.places.get_mut(open.place)
                && known.written == open.written
            {
                known.solutions = (self.counted[lane] - open.before) >> open.halvings;
            }
        }
    }

    /// A branch of a lane, at this height of its stack, is given to another one: the branchings that it belongs to will not
    /// be counted.
    pub(super) fn give(&mut self, lane: usize, height: usize) {
        self.open[lane].retain(|open| open.height > height);
    }
}

#[cold]
fn places() -> Box<[KnownCount]> {
    vec![KnownCount { key: [0; WORDS], written: 0, solutions: UNKNOWN }; PLACES].into()
}

/// Odd factors of random bits, for words and for pairs of their sums.
static FACTORS: ([u32; WORDS], [u64; 4]) = {
    let mut factors = ([0; WORDS], [0; 4]);
    let mut at = 0;
    while at < WORDS {
        factors.0[at] = random(at as u64) as u32 | 1;
        at += 1;
    }
    at = 0;
    while at < 4 {
        factors.1[at] = random((WORDS + at) as u64) | 1;
        at += 1;
    }
    factors
};

/// A random number by the generator of G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom number generators",
/// 2014.
const fn random(at: u64) -> u64 {
    let state = 0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(at + 1);
    let mixed = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

/// A hash of a key without its last word: eight sums of products, and a sum of products of these.
#[inline(always)]
fn hash(key: &[u32; WORDS]) -> u64 {
    let (words, pairs) = &FACTORS;
    let mut sums = [0_u32; 8];
    // Three rounds of eight words, of a vector operation each where there are such, and the rest.
    for word in 0..24 {
        sums[word % 8] = sums[word % 8].wrapping_add(key[word].wrapping_mul(words[word]));
    }
    for word in 24..WORDS - 1 {
        sums[word % 8] = sums[word % 8].wrapping_add(key[word].wrapping_mul(words[word]));
    }
    let mut hash = 0_u64;
    for pair in 0..4 {
        let both = u64::from(sums[2 * pair]) | u64::from(sums[2 * pair + 1]) << 32;
        hash = hash.wrapping_add(both.wrapping_mul(pairs[pair]));
    }
    (hash ^ hash >> 32).wrapping_mul(pairs[0])
}

#[cfg(test)]
mod tests {
    use super::{Board, KnownCounts};

    /// A count is known once its stack is closed, for the same candidates of the same cells, and for this run only.
    #[test]
    fn counts_are_known_when_they_are_closed() {
        let mut known = KnownCounts::new();
        let (board, open) = (Board::OPEN, [0o777, 0, 0]);
        known.begin();
        known.counted[3] = 10;
        assert_eq!(known.look_up(&board, open, 3, 7, 1), None);
        assert_eq!(known.look_up(&board, open, 4, 0, 0), None, "it is being counted");
        known.counted[3] = 16;
        known.close(3, 8);
        assert_eq!(known.look_up(&board, open, 4, 0, 0), None, "a branch is open");
        known.close(3, 7);
        assert_eq!(known.look_up(&board, open, 4, 0, 0), Some(3), "each stands for two");
        let mut other = board;
        other.0[0][4] &= !1;
        assert_eq!(known.look_up(&other, open, 4, 0, 0), None);
        assert_eq!(known.look_up(&board, [0o777, 1, 0], 4, 0, 0), None);
        // What is not open does not matter.
        other.0[0][4] = board.0[0][4];
        other.0[1][4] = 0;
        assert_eq!(known.look_up(&other, open, 4, 0, 0), Some(3));
        known.begin();
        assert_eq!(known.look_up(&board, open, 3, 7, 0), None);
    }

    /// Where a branch is given to another lane, only what does not contain it is counted.
    #[test]
    fn branchings_without_all_their_branches_are_not_counted() {
        let mut known = KnownCounts::new();
        let (outer, inner) = ([0o777, 0, 0], [0o77, 0, 0]);
        known.begin();
        assert_eq!(known.look_up(&Board::OPEN, outer, 0, 2, 0), None);
        assert_eq!(known.look_up(&Board::OPEN, inner, 0, 3, 0), None);
        known.give(0, 2);
        known.counted[0] = 5;
        known.close(0, 0);
        assert_eq!(known.look_up(&Board::OPEN, inner, 0, 9, 0), Some(5));
        assert_eq!(known.look_up(&Board::OPEN, outer, 0, 9, 0), None);
    }
}

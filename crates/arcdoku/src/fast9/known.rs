//! Counts of solutions that are known while others are counted or listed.
//!
//! The candidates that are left in open cells often occur again under other decisions: an area of the grid is filled in
//! several ways that leave the same to the rest of it. Model counters keep such counts ("component caching": F. Bacchus,
//! S. Dalmao and T. Pitassi, "Algorithms and complexity results for #SAT and Bayesian inference", 2003). Here the key is
//! what is left as a whole, compared word by word, so that a count is never that of something else. Where solutions are
//! listed, the key also leads to [those listed](super::listed) before.

use std::ops::RangeInclusive;

use super::arch::vector::{MOST_LANES, Vector};
use super::board::Board;

/// Numbers of open cells with which a count is looked up. Four are solved without a pass; of those with more, hardly any
/// occurs again.
pub(super) const WORTH_KNOWING: RangeInclusive<u32> = 5..=24;

/// Number of places for counts at first, and after many solutions: 128 kibibytes and 2 mebibytes of memory.
const FEWEST_PLACES: usize = 1 << 10;
const MOST_PLACES: usize = 1 << 14;

/// Words of a key: the candidates of nine digits in three bands.
const WORDS: usize = 27;

/// The count that is not known yet.
const UNKNOWN: u64 = u64::MAX;

/// What is left of a puzzle, and how many solutions it has.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct KnownCount {
    key: [u32; WORDS],
    /// Where its solutions [end](super::listed::ListedGrids::end) in the list of a lane, if they are listed.
    end: u32,
    /// When the key was written, by a clock that goes on from run to run.
    written: u64,
    solutions: u64,
}

/// What is left in a lane, and the place where its count is, if it is known.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Sought {
    key: [u32; WORDS],
    place: u32,
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
    places: Vec<KnownCount>,
    /// Number of places in use, a power of two.
    used: usize,
    /// The clock at which more places are taken into use.
    full: u64,
    clock: u64,
    /// The clock when the run began, or the first solution was listed that is still remembered.
    begin: u64,
    /// The clock when older solutions were forgotten the last time.
    forgot: u64,
    /// What each lane looks up.
    sought: [Sought; MOST_LANES],
    /// The branchings that each lane is in, from the first.
    open: [Vec<OpenCount>; MOST_LANES],
    /// The solutions that each lane has counted.
    pub(super) counted: [u64; MOST_LANES],
}

impl KnownCounts {
    pub(super) fn new() -> Self {
        Self {
            places: Vec::new(),
            used: 0,
            full: 0,
            clock: 0,
            begin: 0,
            forgot: 0,
            sought: [Sought { key: [0; WORDS], place: 0 }; MOST_LANES],
            open: Default::default(),
            counted: [0; MOST_LANES],
        }
    }

    /// Begins a run, in which nothing is known.
    pub(super) fn begin(&mut self) {
        (self.begin, self.forgot, self.full) = (self.clock, self.clock, self.clock);
        self.used = 0;
        self.open.iter_mut().for_each(Vec::clear);
        self.counted = [0; MOST_LANES];
    }

    /// Forgets what was written before this was called the last time.
    pub(super) fn forget_older(&mut self) {
        (self.begin, self.forgot) = (self.forgot, self.clock);
    }

    /// Prepares to [look up](Self::look_up) the number of solutions of a board in which a pass decides nothing, by its open
    /// cells. A place that is not in the cache takes longer to read than a branching, so it is fetched ahead of time.
    #[inline(always)]
    pub(super) fn seek<V: Vector>(&mut self, proof: V::Proof, board: &Board, open: [u32; 3], lane: usize) {
        if self.clock >= self.full {
            self.use_more();
        }
        let sought = &mut self.sought[lane];
        for band in 0..3 {
            for digit in 0..9 {
                sought.key[9 * band + digit] = board.0[band][digit] & open[band];
            }
        }
        sought.place = (hash(&sought.key) >> 40) as u32 & (self.used - 1) as u32;
        if let Some(known) = self.places.get(sought.place as usize) {
            V::prefetch(proof, known);
        }
    }

    /// Uses more places, as so many counts were written that others are lost. Most of what was written is then sought in
    /// another place, and so is forgotten.
    #[cold]
    fn use_more(&mut self) {
        self.used = (4 * self.used).clamp(FEWEST_PLACES, MOST_PLACES);
        if self.places.len() < self.used {
            let free = KnownCount { key: [0; WORDS], end: 0, written: 0, solutions: UNKNOWN };
            self.places.resize(self.used, free);
        }
        self.full = if self.used == MOST_PLACES { u64::MAX } else { self.clock + self.used as u64 / 2 };
    }

    /// The number of solutions of the board of a lane that was [sought](Self::seek), and where they end in a list. If it is not
    /// known, it is counted from now on, until the lane [closes](Self::close) a stack of this height.
    #[inline(always)]
    pub(super) fn look_up(&mut self, lane: usize, height: usize, halvings: usize) -> Option<(u64, u32)> {
        let Sought { key, place } = &self.sought[lane];
        let place = *place as usize;
        let known = self.places.get_mut(place)?;
        if known.written > self.begin {
            // Without a call, which would put the vectors of the pass aside.
            let mut differ = 0;
            for word in 0..WORDS {
                differ |= known.key[word] ^ key[word];
            }
            if differ == 0 {
                // Another lane may be counting it.
                return if known.solutions == UNKNOWN { None } else { Some((known.solutions, known.end)) };
            }
        }
        self.clock += 1;
        let written = self.clock;
        *known = KnownCount { key: *key, end: 0, written, solutions: UNKNOWN };
        self.open[lane].push(OpenCount { height, halvings, place, written, before: self.counted[lane] });
        None
    }

    /// Ends the counts of the branchings whose branches are all done: those of a stack of this height, or higher. `end` is where
    /// the list of the lane ends.
    #[inline(always)]
    pub(super) fn close(&mut self, lane: usize, height: usize, end: u32) {
        while let Some(&open) = self.open[lane].last()
            && open.height >= height
        {
            self.open[lane].pop();
            if let Some(known) = self.places.get_mut(open.place)
                && known.written == open.written
            {
                known.solutions = (self.counted[lane] - open.before) >> open.halvings;
                known.end = end;
            }
        }
    }

    /// A branch of a lane, at this height of its stack, is given to another one: the branchings that it belongs to will not
    /// be counted.
    pub(super) fn give(&mut self, lane: usize, height: usize) {
        self.open[lane].retain(|open| open.height > height);
    }
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

/// A hash of a key: eight sums of products, and a sum of products of these.
#[inline(always)]
fn hash(key: &[u32; WORDS]) -> u64 {
    let (words, pairs) = &FACTORS;
    let mut sums = [0_u32; 8];
    // Three rounds of eight words, of a vector operation each where there are such, and the rest.
    for word in 0..24 {
        sums[word % 8] = sums[word % 8].wrapping_add(key[word].wrapping_mul(words[word]));
    }
    for word in 24..WORDS {
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
    use super::super::arch::Four;
    use super::{Board, FEWEST_PLACES, KnownCounts, MOST_PLACES};

    /// What is known of a board in a lane, at a height of its stack.
    fn look_up(
        known: &mut KnownCounts,
        board: &Board,
        open: [u32; 3],
        lane: usize,
        height: usize,
    ) -> Option<u64> {
        known.seek::<Four>((), board, open, lane);
        known.look_up(lane, height, 0).map(|(solutions, _)| solutions)
    }

    /// A count is known once its stack is closed, for the same candidates of the same cells, and for this run only.
    #[test]
    fn counts_are_known_when_they_are_closed() {
        let mut known = KnownCounts::new();
        let (board, open) = (Board::OPEN, [0o777, 0, 0]);
        known.begin();
        known.counted[3] = 10;
        known.seek::<Four>((), &board, open, 3);
        assert_eq!(known.look_up(3, 7, 1), None);
        assert_eq!(look_up(&mut known, &board, open, 4, 0), None, "it is being counted");
        known.counted[3] = 16;
        known.close(3, 8, 0);
        assert_eq!(look_up(&mut known, &board, open, 4, 0), None, "a branch is open");
        known.close(3, 7, 0);
        assert_eq!(look_up(&mut known, &board, open, 4, 0), Some(3), "each stands for two");
        let mut other = board;
        other.0[0][4] &= !1;
        assert_eq!(look_up(&mut known, &other, open, 4, 0), None);
        assert_eq!(look_up(&mut known, &board, [0o777, 1, 0], 4, 0), None);
        // What is not open does not matter.
        other.0[0][4] = board.0[0][4];
        other.0[1][4] = 0;
        assert_eq!(look_up(&mut known, &other, open, 4, 0), Some(3));
        known.begin();
        assert_eq!(look_up(&mut known, &board, open, 3, 7), None);
    }

    /// Where a branch is given to another lane, only what does not contain it is counted.
    #[test]
    fn branchings_without_all_their_branches_are_not_counted() {
        let mut known = KnownCounts::new();
        let (outer, inner) = ([0o777, 0, 0], [0o77, 0, 0]);
        known.begin();
        assert_eq!(look_up(&mut known, &Board::OPEN, outer, 0, 2), None);
        assert_eq!(look_up(&mut known, &Board::OPEN, inner, 0, 3), None);
        known.give(0, 2);
        known.counted[0] = 5;
        known.close(0, 0, 0);
        assert_eq!(look_up(&mut known, &Board::OPEN, inner, 0, 9), Some(5));
        assert_eq!(look_up(&mut known, &Board::OPEN, outer, 0, 9), None);
    }

    /// More places hold more counts, and what is found in them is true.
    #[test]
    fn more_places_are_used_for_more_counts() {
        let mut known = KnownCounts::new();
        known.begin();
        let cells = |number: u32| [number & 0o777, number >> 9, 0];
        for number in 1..MOST_PLACES as u32 {
            assert_eq!(look_up(&mut known, &Board::OPEN, cells(number), 0, 0), None);
            known.counted[0] += u64::from(number);
            known.close(0, 0, number);
        }
        let mut found = 0;
        for number in 1..MOST_PLACES as u32 {
            known.seek::<Four>((), &Board::OPEN, cells(number), 1);
            if let Some(counted) = known.look_up(1, 0, 0) {
                assert_eq!(counted, (u64::from(number), number));
                found += 1;
            }
        }
        assert!(found > 4 * FEWEST_PLACES, "{found}");
    }
}

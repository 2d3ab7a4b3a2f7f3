//! Counts and lists of solutions that are used again while solutions are counted or listed.
//!
//! The candidates that are left in open cells often occur again under other decisions: an area of the grid is filled in
//! several ways that leave the same to the rest of it. Model counters keep such counts ("component caching": F. Bacchus,
//! S. Dalmao and T. Pitassi, "Algorithms and complexity results for #SAT and Bayesian inference", 2003). Here the key is
//! what is left as a whole, compared word by word, so that a count is never that of something else. Where solutions are
//! listed, the key also leads to the range of the list that has them, and they are copied with other digits in the cells that
//! are decided.
//!
//! What it gains, in nanoseconds per solution with AVX2, in the records of the benchmark: counting took 139 without counts that
//! are known, and takes 89; listing took 174 without lists that are copied, and takes 124. A puzzle with few solutions gains
//! nothing, so the cache is used after the first [`LOOSE`](super::choose::LOOSE) solutions. The probes `fast9-count` and
//! `fast9-list` of the benchmark depend on it.

use std::mem;
use std::ops::RangeInclusive;

use super::arch::vector::{MOST_LANES, Vector};
use super::board::Board;

/// Numbers of open cells with which a count is looked up. Four are solved without a pass; of those with more, hardly any
/// occurs again.
pub(super) const WORTH_KNOWING: RangeInclusive<u32> = 5..=24;

/// Number of places for counts at first, and after many solutions: 128 kibibytes and 2 mebibytes of memory.
const FEWEST_PLACES: usize = 1 << 10;
const MOST_PLACES: usize = 1 << 14;

/// Number of listed solutions that are kept; older ones are dropped when there are twice as many. They take about 3 mebibytes of
/// memory, twice that as vectors grow, and more where a pass lists many at once.
const KEPT: usize = 1 << 14;

/// Words of a key: the candidates of nine digits in three bands.
const WORDS: usize = 27;

/// The count that is not known yet.
const UNKNOWN: u64 = u64::MAX;

/// The digits of a solution, row-major, padded to whole vectors.
type ListedGrid = [u8; 96];

/// The number of solutions of what is left in a lane.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) solutions: u64,
    /// Where they end, if they are listed: the number of the next solution of a lane, and the lane in the lowest four bits.
    pub(super) end: u32,
}

/// What is left of a puzzle, and how many solutions it has.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Entry {
    key: [u32; WORDS],
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

/// The solutions that a lane found.
#[derive(Default)]
struct LaneSolutions {
    /// How many there are.
    count: u64,
    /// The branchings that the lane is in, from the first.
    open: Vec<OpenCount>,
    /// If they are listed, those that are forgotten next, all of them passed on; and then the last ones.
    older: Vec<ListedGrid>,
    newer: Vec<ListedGrid>,
    /// How many of the newer ones were passed on.
    passed: usize,
}

impl LaneSolutions {
    /// The number of its next solution. It may overflow, as only differences to remembered ones are used.
    #[inline(always)]
    fn end(&self) -> u32 {
        self.count as u32
    }

    /// Number of listed solutions that are remembered.
    #[inline(always)]
    fn remembered(&self) -> usize {
        self.older.len() + self.newer.len()
    }
}

/// The counts known in a run, and the solutions listed in it that are remembered.
pub(super) struct SolutionCache {
    places: Vec<Entry>,
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
    lanes: [LaneSolutions; MOST_LANES],
    /// Number of listed solutions that are not passed on yet.
    waiting: usize,
}

impl SolutionCache {
    pub(super) fn new() -> Self {
        Self {
            places: Vec::new(),
            used: 0,
            full: 0,
            clock: 0,
            begin: 0,
            forgot: 0,
            sought: [Sought { key: [0; WORDS], place: 0 }; MOST_LANES],
            lanes: Default::default(),
            waiting: 0,
        }
    }

    /// Begins a run, in which nothing is known.
    pub(super) fn begin(&mut self) {
        (self.begin, self.forgot, self.full) = (self.clock, self.clock, self.clock);
        self.used = 0;
        self.waiting = 0;
        for lane in &mut self.lanes {
            lane.count = 0;
            lane.open.clear();
            lane.older.clear();
            lane.newer.clear();
            lane.passed = 0;
        }
    }

    /// If many solutions were listed, forgets those that were listed before the last time, and what leads to them. All have been
    /// passed on.
    pub(super) fn forget_older(&mut self) {
        debug_assert_eq!(self.waiting, 0);
        if self.lanes.iter().map(|lane| lane.newer.len()).sum::<usize>() < KEPT {
            return;
        }
        (self.begin, self.forgot) = (self.forgot, self.clock);
        for lane in &mut self.lanes {
            lane.older.clear();
            mem::swap(&mut lane.older, &mut lane.newer);
            lane.passed = 0;
        }
    }

    /// Prepares to [look up](Self::look_up) the number of solutions of a board in which a pass decides nothing, by its open
    /// cells. A place that is not in the processor's cache takes longer to read than a branching, so it is fetched ahead of time.
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
        if let Some(entry) = self.places.get(sought.place as usize) {
            V::prefetch(proof, entry);
        }
    }

    /// Uses more places, as so many counts were written that others are lost. Most of what was written is then sought in
    /// another place, and so is forgotten.
    #[cold]
    fn use_more(&mut self) {
        self.used = (4 * self.used).clamp(FEWEST_PLACES, MOST_PLACES);
        if self.places.len() < self.used {
            self.places.resize(self.used, Entry { key: [0; WORDS], end: 0, written: 0, solutions: UNKNOWN });
        }
        self.full = if self.used == MOST_PLACES { u64::MAX } else { self.clock + self.used as u64 / 2 };
    }

    /// The number of solutions of the board of a lane that was [sought](Self::seek). If it is not known, it is counted from now
    /// on, until the lane [closes](Self::close) a stack of this height.
    #[inline(always)]
    pub(super) fn look_up(&mut self, lane: usize, height: usize, halvings: usize) -> Option<Known> {
        let Sought { key, place } = &self.sought[lane];
        let place = *place as usize;
        let entry = self.places.get_mut(place)?;
        if entry.written > self.begin {
            // Without a call, which would put the vectors of the pass aside.
            let mut differ = 0;
            for word in 0..WORDS {
                differ |= entry.key[word] ^ key[word];
            }
            if differ == 0 {
                // Another lane may be counting it.
                let known = Known { solutions: entry.solutions, end: entry.end };
                return if known.solutions == UNKNOWN { None } else { Some(known) };
            }
        }
        self.clock += 1;
        let written = self.clock;
        *entry = Entry { key: *key, end: 0, written, solutions: UNKNOWN };
        let LaneSolutions { open, count, .. } = &mut self.lanes[lane];
        open.push(OpenCount { height, halvings, place, written, before: *count });
        None
    }

    /// Ends the counts of the branchings whose branches are all done: those of a stack of this height, or higher.
    #[inline(always)]
    pub(super) fn close(&mut self, lane: usize, height: usize) {
        let from = &mut self.lanes[lane];
        while let Some(&open) = from.open.last()
            && open.height >= height
        {
            from.open.pop();
            if let Some(entry) = self.places.get_mut(open.place)
                && entry.written == open.written
            {
                entry.solutions = (from.count - open.before) >> open.halvings;
                entry.end = from.end() << 4 | lane as u32;
            }
        }
    }

    /// A branch of a lane, at this height of its stack, is given to another one: the branchings that it belongs to will not
    /// be counted.
    pub(super) fn give(&mut self, lane: usize, height: usize) {
        self.lanes[lane].open.retain(|open| open.height > height);
    }

    /// Counts solutions of a lane that are not listed.
    #[inline(always)]
    pub(super) fn count(&mut self, lane: usize, solutions: u64) {
        self.lanes[lane].count += solutions;
    }

    /// A place in the list for the next solution of a lane.
    #[inline(always)]
    pub(super) fn list(&mut self, lane: usize) -> Option<&mut [u8; 81]> {
        self.waiting += 1;
        let LaneSolutions { count, newer, .. } = &mut self.lanes[lane];
        *count += 1;
        newer.push([0; 96]);
        newer.last_mut()?.first_chunk_mut()
    }

    /// Lists the last `solutions` of those before the [end](Known::end) again, with the digits that are `decided` and not 0. All
    /// of them are still remembered, as what leads to others is forgotten with them.
    #[inline(always)]
    pub(super) fn repeat(&mut self, lane: usize, end: u32, solutions: u64, decided: &ListedGrid) {
        let from = (end & 15) as usize;
        let known = self.lanes[from].remembered();
        let back = (self.lanes[from].end().wrapping_sub(end >> 4) & u32::MAX >> 4) as usize;
        debug_assert!(solutions as usize + back <= known, "{solutions}, {back} before the last of {known}");
        let end = known - back;
        self.lanes[lane].newer.reserve(solutions as usize);
        for place in end - solutions as usize..end {
            let LaneSolutions { older, newer, .. } = &self.lanes[from];
            let mut grid = if place < older.len() { older[place] } else { newer[place - older.len()] };
            for cell in 0..96 {
                grid[cell] = if decided[cell] == 0 { grid[cell] } else { decided[cell] };
            }
            self.lanes[lane].newer.push(grid);
        }
        self.lanes[lane].count += solutions;
        self.waiting += solutions as usize;
    }

    /// Number of listed solutions that are not passed on yet.
    #[inline(always)]
    pub(super) fn waiting(&self) -> usize {
        self.waiting
    }

    /// The listed solutions that are not passed on yet, which now are.
    pub(super) fn pass_on(&mut self) -> impl Iterator<Item = &[u8; 81]> {
        self.waiting = 0;
        self.lanes.iter_mut().flat_map(|lane| {
            let waiting = &lane.newer[lane.passed..];
            lane.passed = lane.newer.len();
            waiting.iter().filter_map(|grid| grid.first_chunk())
        })
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
    use super::{Board, FEWEST_PLACES, KEPT, MOST_PLACES, SolutionCache};

    /// What is known of a board in a lane, at a height of its stack.
    fn look_up(
        cache: &mut SolutionCache,
        board: &Board,
        open: [u32; 3],
        lane: usize,
        height: usize,
    ) -> Option<u64> {
        cache.seek::<Four>((), board, open, lane);
        cache.look_up(lane, height, 0).map(|known| known.solutions)
    }

    /// A count is known once its stack is closed, for the same candidates of the same cells, and for this run only.
    #[test]
    fn counts_are_known_when_they_are_closed() {
        let mut cache = SolutionCache::new();
        let (board, open) = (Board::OPEN, [0o777, 0, 0]);
        cache.begin();
        cache.count(3, 10);
        cache.seek::<Four>((), &board, open, 3);
        assert!(cache.look_up(3, 7, 1).is_none());
        assert_eq!(look_up(&mut cache, &board, open, 4, 0), None, "it is being counted");
        cache.count(3, 6);
        cache.close(3, 8);
        assert_eq!(look_up(&mut cache, &board, open, 4, 0), None, "a branch is open");
        cache.close(3, 7);
        assert_eq!(look_up(&mut cache, &board, open, 4, 0), Some(3), "each stands for two");
        let mut other = board;
        other.0[0][4] &= !1;
        assert_eq!(look_up(&mut cache, &other, open, 4, 0), None);
        assert_eq!(look_up(&mut cache, &board, [0o777, 1, 0], 4, 0), None);
        // What is not open does not matter.
        other.0[0][4] = board.0[0][4];
        other.0[1][4] = 0;
        assert_eq!(look_up(&mut cache, &other, open, 4, 0), Some(3));
        cache.begin();
        assert_eq!(look_up(&mut cache, &board, open, 3, 7), None);
    }

    /// Where a branch is given to another lane, only what does not contain it is counted.
    #[test]
    fn branchings_without_all_their_branches_are_not_counted() {
        let mut cache = SolutionCache::new();
        let (outer, inner) = ([0o777, 0, 0], [0o77, 0, 0]);
        cache.begin();
        assert_eq!(look_up(&mut cache, &Board::OPEN, outer, 0, 2), None);
        assert_eq!(look_up(&mut cache, &Board::OPEN, inner, 0, 3), None);
        cache.give(0, 2);
        cache.count(0, 5);
        cache.close(0, 0);
        assert_eq!(look_up(&mut cache, &Board::OPEN, inner, 0, 9), Some(5));
        assert_eq!(look_up(&mut cache, &Board::OPEN, outer, 0, 9), None);
    }

    /// More places hold more counts, and what is found in them is true.
    #[test]
    fn more_places_are_used_for_more_counts() {
        let mut cache = SolutionCache::new();
        cache.begin();
        let cells = |number: u32| [number & 0o777, number >> 9, 0];
        for number in 1..MOST_PLACES as u32 {
            assert_eq!(look_up(&mut cache, &Board::OPEN, cells(number), 0, 0), None);
            cache.count(0, u64::from(number));
            cache.close(0, 0);
        }
        let (mut found, mut end) = (0, 0_u32);
        for number in 1..MOST_PLACES as u32 {
            end += number;
            cache.seek::<Four>((), &Board::OPEN, cells(number), 1);
            if let Some(known) = cache.look_up(1, 0, 0) {
                assert_eq!((known.solutions, known.end), (u64::from(number), end << 4));
                found += 1;
            }
        }
        assert!(found > 4 * FEWEST_PLACES, "{found}");
    }

    /// Solutions are found again when numbers have overflown and older ones were forgotten.
    #[test]
    fn solutions_are_listed_again() {
        let mut cache = SolutionCache::new();
        cache.count(5, u64::from(u32::MAX) - 2);
        let add = |cache: &mut SolutionCache, digit: u8, times: usize| {
            for _ in 0..times {
                if let Some(grid) = cache.list(5) {
                    *grid = [digit; 81];
                }
            }
        };
        for digit in 1..=3 {
            add(&mut cache, digit, 1);
        }
        add(&mut cache, 4, KEPT);
        assert_eq!(cache.pass_on().count(), KEPT + 3);
        cache.forget_older();
        add(&mut cache, 5, 1);
        let end = cache.lanes[5].end() << 4 | 5;
        add(&mut cache, 6, 1);
        let mut decided = [0; 96];
        decided[80] = 9;
        cache.repeat(7, end, 3, &decided);
        assert_eq!(cache.waiting(), 5);
        let seen: Vec<[u8; 2]> = cache.pass_on().map(|grid| [grid[0], grid[80]]).collect();
        assert_eq!(seen, [[5, 5], [6, 6], [4, 9], [4, 9], [5, 9]]);
        add(&mut cache, 7, KEPT);
        assert_eq!(cache.pass_on().count(), KEPT);
        cache.forget_older();
        cache.repeat(7, end, 1, &decided);
        let seen: Vec<[u8; 2]> = cache.pass_on().map(|grid| [grid[0], grid[80]]).collect();
        assert_eq!(seen, [[5, 9]]);
    }
}

//! A cache of counts and lists of solutions, used while solutions are counted or listed.
//!
//! An area of the grid can often be filled in several ways that leave the same candidates elsewhere, so the same
//! candidates of the same open cells occur again after other decisions. Model counters keep counts of such subproblems
//! ("component caching": F. Bacchus, S. Dalmao and T. Pitassi, "Algorithms and complexity results for #SAT and Bayesian
//! inference", 2003). Here the key consists of the candidates of all open cells. Keys are compared word by word, so a
//! lookup never returns the count of another subproblem. If solutions are listed, an entry also has the range of the
//! list with the solutions of the subproblem. These are copied, with other digits in the decided cells.
//!
//! The gain, in nanoseconds per solution with AVX2, from the records of the benchmark: counting takes 139 without
//! cached counts and 89 with them; listing takes 174 without copying and 124 with it. A puzzle with few solutions gains
//! nothing, so the cache is used only after the first [`LOOSE`](super::choose::LOOSE) solutions. The probes
//! `fast9-count` and `fast9-list` of the benchmark depend on the cache.

use std::mem;
use std::ops::RangeInclusive;

use super::arch::vector::{MOST_LANES, Vector};
use super::board::Board;

/// Numbers of open cells for which a count is looked up. Four open cells are solved without a pass; boards with more
/// than 24 hardly ever occur again.
pub(super) const WORTH_KNOWING: RangeInclusive<u32> = 5..=24;

/// Number of places for counts at the beginning (128 KiB), and after many solutions (2 MiB).
const FEWEST_PLACES: usize = 1 << 10;
const MOST_PLACES: usize = 1 << 14;

/// Number of listed solutions that are kept. When there are twice as many, the older half is dropped. The kept
/// solutions take about 3 MiB of memory, twice as much while vectors grow, and more if a pass lists many solutions.
const KEPT: usize = 1 << 14;

/// Number of words of a key: the candidates of nine digits in three bands.
const WORDS: usize = 27;

/// Marks an entry whose count is not complete yet.
const UNKNOWN: u64 = u64::MAX;

/// The digits of a solution, row-major, padded to whole vectors.
type ListedGrid = [u8; 96];

/// The number of solutions of the board of a lane.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) solutions: u64,
    /// The end of these solutions in the list, if solutions are listed: the number of the next solution of a lane,
    /// with the lane in the lowest four bits.
    pub(super) end: u32,
}

/// The candidates of the open cells, and their number of solutions.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Entry {
    key: [u32; WORDS],
    end: u32,
    /// The time at which the key was written, on a clock that is not reset between runs.
    written: u64,
    solutions: u64,
}

/// The key that a lane looks up, from its board, and the place of the count.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Sought {
    key: [u32; WORDS],
    place: u32,
}

/// A branching whose solutions are being counted.
#[derive(Clone, Copy)]
struct OpenCount {
    /// The height of the stack of its lane before its branches were pushed.
    height: usize,
    /// The number of earlier decisions that each stand for two branches, of which only one is searched.
    halvings: usize,
    place: usize,
    written: u64,
    /// The number of solutions that the lane had found before this branching.
    before: u64,
}

/// The solutions that a lane found.
#[derive(Default)]
struct LaneSolutions {
    /// Their number.
    count: u64,
    /// The branchings whose branches the lane is searching, outermost first.
    open: Vec<OpenCount>,
    /// If solutions are listed: the solutions that are dropped next. All of them were passed on. The solutions listed
    /// after them are in `newer`.
    older: Vec<ListedGrid>,
    newer: Vec<ListedGrid>,
    /// The number of solutions in `newer` that were passed on.
    passed: usize,
}

impl LaneSolutions {
    /// The number of the lane's next solution. It may overflow, because only its difference to kept numbers is used.
    #[inline(always)]
    fn end(&self) -> u32 {
        self.count as u32
    }

    /// Number of listed solutions that are kept.
    #[inline(always)]
    fn remembered(&self) -> usize {
        self.older.len() + self.newer.len()
    }
}

/// The counts cached during a run, and the listed solutions that are kept.
pub(super) struct SolutionCache {
    places: Vec<Entry>,
    /// Number of places in use. It is a power of two.
    used: usize,
    /// The time on the clock from which more places are used.
    full: u64,
    clock: u64,
    /// The time at which the run began, or at which the oldest kept solution was listed.
    begin: u64,
    /// The time at which older solutions were last dropped.
    forgot: u64,
    /// The key that each lane looks up.
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

    /// Begins a run with an empty cache.
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

    /// If many solutions were listed, drops the solutions that were listed before the previous call that dropped
    /// some, and the entries that lead to them. All of them have been passed on.
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

    /// Prepares to [look up](Self::look_up) the number of solutions of a board in which a pass decides nothing. The key
    /// comes from its open cells. The place is prefetched, because reading a place that is not in the processor's cache
    /// takes longer than a branching.
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

    /// Uses more places, because counts have overwritten each other. Most keys get a different place, so their counts
    /// are lost.
    #[cold]
    fn use_more(&mut self) {
        self.used = (4 * self.used).clamp(FEWEST_PLACES, MOST_PLACES);
        if self.places.len() < self.used {
            self.places.resize(self.used, Entry { key: [0; WORDS], end: 0, written: 0, solutions: UNKNOWN });
        }
        self.full = if self.used == MOST_PLACES { u64::MAX } else { self.clock + self.used as u64 / 2 };
    }

    /// The number of solutions of the board that a lane [prepared](Self::seek). If it is not known, counting starts
    /// now and ends when the lane [closes](Self::close) a stack of this height.
    #[inline(always)]
    pub(super) fn look_up(&mut self, lane: usize, height: usize, halvings: usize) -> Option<Known> {
        let Sought { key, place } = &self.sought[lane];
        let place = *place as usize;
        let entry = self.places.get_mut(place)?;
        if entry.written > self.begin {
            // The comparison is inline, because a function call would save the vectors of the pass to memory.
            let mut differ = 0;
            for word in 0..WORDS {
                differ |= entry.key[word] ^ key[word];
            }
            if differ == 0 {
                // The count is unknown while another lane is still counting.
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

    /// Completes the counts of the branchings whose branches are all done. These began at this height of the stack or
    /// above.
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

    /// Records that a lane gives a branch, at this height of its stack, to another lane. The branchings that contain
    /// the branch can then not be counted.
    pub(super) fn give(&mut self, lane: usize, height: usize) {
        self.lanes[lane].open.retain(|open| open.height > height);
    }

    /// Adds solutions to the count of a lane, without listing them.
    #[inline(always)]
    pub(super) fn count(&mut self, lane: usize, solutions: u64) {
        self.lanes[lane].count += solutions;
    }

    /// A new place in the list for the next solution of a lane.
    #[inline(always)]
    pub(super) fn list(&mut self, lane: usize) -> Option<&mut [u8; 81]> {
        self.waiting += 1;
        let LaneSolutions { count, newer, .. } = &mut self.lanes[lane];
        *count += 1;
        newer.push([0; 96]);
        newer.last_mut()?.first_chunk_mut()
    }

    /// Lists again the last `solutions` solutions before the [end](Known::end), with the digits in `decided` that are
    /// not 0. All of them are still kept, because the entries that lead to dropped solutions are dropped with them.
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

    /// Passes on the listed solutions that were not passed on yet.
    pub(super) fn pass_on(&mut self) -> impl Iterator<Item = &[u8; 81]> {
        self.waiting = 0;
        self.lanes.iter_mut().flat_map(|lane| {
            let waiting = &lane.newer[lane.passed..];
            lane.passed = lane.newer.len();
            waiting.iter().filter_map(|grid| grid.first_chunk())
        })
    }
}

/// Random odd factors: for the words of a key, and for pairs of their sums.
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

/// A random number of the generator of G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom number
/// generators", 2014.
const fn random(at: u64) -> u64 {
    let state = 0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(at + 1);
    let mixed = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

/// A hash of a key: eight sums of products, and a sum of products of these sums.
#[inline(always)]
fn hash(key: &[u32; WORDS]) -> u64 {
    let (words, pairs) = &FACTORS;
    let mut sums = [0_u32; 8];
    // Three rounds of eight words come first, because targets with vectors need few operations for a round. The
    // remaining words follow.
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

    /// The cached count of a board in a lane, at a height of its stack.
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

    /// A count is available once its stack is closed: for the same candidates of the same cells, and only in this
    /// run.
    #[test]
    fn counts_are_known_when_they_are_closed() {
        let mut cache = SolutionCache::new();
        let (board, open) = (Board::OPEN, [0o777, 0, 0]);
        cache.begin();
        cache.count(3, 10);
        cache.seek::<Four>((), &board, open, 3);
        assert!(cache.look_up(3, 7, 1).is_none());
        assert_eq!(look_up(&mut cache, &board, open, 4, 0), None, "the board is being counted");
        cache.count(3, 6);
        cache.close(3, 8);
        assert_eq!(look_up(&mut cache, &board, open, 4, 0), None, "a branch is open");
        cache.close(3, 7);
        assert_eq!(look_up(&mut cache, &board, open, 4, 0), Some(3), "each solution stands for two");
        let mut other = board;
        other.0[0][4] &= !1;
        assert_eq!(look_up(&mut cache, &other, open, 4, 0), None);
        assert_eq!(look_up(&mut cache, &board, [0o777, 1, 0], 4, 0), None);
        // The key contains only open cells, so other cells do not matter.
        other.0[0][4] = board.0[0][4];
        other.0[1][4] = 0;
        assert_eq!(look_up(&mut cache, &other, open, 4, 0), Some(3));
        cache.begin();
        assert_eq!(look_up(&mut cache, &board, open, 3, 7), None);
    }

    /// If a branch is given to another lane, only branchings that do not contain it are counted.
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

    /// More places hold more counts, and the counts found in them are correct.
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

    /// Solutions are found again after numbers have overflowed and older solutions were dropped.
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

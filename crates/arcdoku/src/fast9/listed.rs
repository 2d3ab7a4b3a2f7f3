//! Solutions that were listed, from which others are copied.
//!
//! Where what is left of a puzzle [occurs again](super::known) while its solutions are listed, they are those listed before,
//! with other digits in the cells that are decided.

use std::mem;

use super::arch::vector::MOST_LANES;

/// After so many solutions, those that are older than the last so many are forgotten. All together take about 3 mebibytes of
/// memory, twice that as vectors grow, and more where a pass lists many at once.
const KEPT: usize = 1 << 14;

/// The digits of a solution, row-major, padded to whole vectors.
pub(super) type ListedGrid = [u8; 96];

/// The solutions of a search, as far as they are remembered. Those of a lane are numbered from the first. Numbers may overflow,
/// as only differences to the first that is remembered are used.
pub(super) struct ListedGrids {
    lanes: [ListedLane; MOST_LANES],
    /// Number of solutions that are not passed on yet.
    waiting: usize,
}

/// The solutions that a lane listed.
#[derive(Default)]
struct ListedLane {
    /// The solutions that are forgotten next, all of them passed on.
    older: Vec<ListedGrid>,
    newer: Vec<ListedGrid>,
    /// The number of the first of the older ones.
    first: u32,
    /// How many of the newer ones were passed on.
    passed: usize,
}

impl ListedGrids {
    pub(super) fn new() -> Self {
        Self { lanes: Default::default(), waiting: 0 }
    }

    pub(super) fn clear(&mut self) {
        for lane in &mut self.lanes {
            lane.older.clear();
            lane.newer.clear();
            lane.passed = 0;
        }
        self.waiting = 0;
    }

    /// Whether there are so many that the older ones should be [forgotten](Self::forget_older).
    pub(super) fn is_full(&self) -> bool {
        self.lanes.iter().map(|lane| lane.newer.len()).sum::<usize>() >= KEPT
    }

    /// Forgets the solutions that were listed before this was called the last time. All have been passed on.
    pub(super) fn forget_older(&mut self) {
        debug_assert_eq!(self.waiting, 0);
        for lane in &mut self.lanes {
            lane.first = lane.first.wrapping_add(lane.older.len() as u32);
            lane.older.clear();
            mem::swap(&mut lane.older, &mut lane.newer);
            lane.passed = 0;
        }
    }

    /// Number of solutions that are not passed on yet.
    #[inline(always)]
    pub(super) fn waiting(&self) -> usize {
        self.waiting
    }

    /// The solutions that are not passed on yet, which now are.
    pub(super) fn pass_on(&mut self) -> impl Iterator<Item = &[u8; 81]> {
        self.waiting = 0;
        self.lanes.iter_mut().flat_map(|lane| {
            let waiting = &lane.newer[lane.passed..];
            lane.passed = lane.newer.len();
            waiting.iter().filter_map(|grid| grid.first_chunk())
        })
    }

    /// Where the list of a lane ends: the number of its next solution, and the lane in the lowest four bits.
    #[inline(always)]
    pub(super) fn end(&self, lane: usize) -> u32 {
        let ListedLane { older, newer, first, .. } = &self.lanes[lane];
        first.wrapping_add((older.len() + newer.len()) as u32) << 4 | lane as u32
    }

    /// A place for the next solution of a lane.
    #[inline(always)]
    pub(super) fn place(&mut self, lane: usize) -> Option<&mut [u8; 81]> {
        self.waiting += 1;
        let grids = &mut self.lanes[lane].newer;
        grids.push([0; 96]);
        grids.last_mut()?.first_chunk_mut()
    }

    /// Lists the last `solutions` of those before an [`end`](Self::end) again, with the digits that are `decided` and not 0. All of
    /// them must still be remembered.
    #[inline(always)]
    pub(super) fn repeat(&mut self, lane: usize, end: u32, solutions: u64, decided: &ListedGrid) {
        let from = (end & 15) as usize;
        let end = ((end >> 4).wrapping_sub(self.lanes[from].first) & u32::MAX >> 4) as usize;
        let known = self.lanes[from].older.len() + self.lanes[from].newer.len();
        debug_assert!(solutions as usize <= end && end <= known, "{solutions} before {end} of {known}");
        self.lanes[lane].newer.reserve(solutions as usize);
        for place in end - solutions as usize..end {
            let ListedLane { older, newer, .. } = &self.lanes[from];
            let mut grid = if place < older.len() { older[place] } else { newer[place - older.len()] };
            for cell in 0..96 {
                grid[cell] = if decided[cell] == 0 { grid[cell] } else { decided[cell] };
            }
            self.lanes[lane].newer.push(grid);
        }
        self.waiting += solutions as usize;
    }
}

#[cfg(test)]
mod tests {
    use super::ListedGrids;

    /// Solutions are found again when numbers have overflown and older ones were forgotten.
    #[test]
    fn solutions_are_listed_again() {
        let mut listed = ListedGrids::new();
        listed.lanes[5].first = u32::MAX - 2;
        let add = |listed: &mut ListedGrids, digit: u8| {
            if let Some(grid) = listed.place(5) {
                *grid = [digit; 81];
            }
        };
        for digit in 1..=4 {
            add(&mut listed, digit);
        }
        assert_eq!(listed.pass_on().count(), 4);
        listed.forget_older();
        add(&mut listed, 5);
        let end = listed.end(5);
        add(&mut listed, 6);
        let mut decided = [0; 96];
        decided[80] = 9;
        listed.repeat(7, end, 3, &decided);
        assert_eq!(listed.waiting(), 5);
        let seen: Vec<[u8; 2]> = listed.pass_on().map(|grid| [grid[0], grid[80]]).collect();
        assert_eq!(seen, [[5, 5], [6, 6], [3, 9], [4, 9], [5, 9]]);
        listed.forget_older();
        listed.repeat(7, end, 1, &decided);
        let seen: Vec<[u8; 2]> = listed.pass_on().map(|grid| [grid[0], grid[80]]).collect();
        assert_eq!(seen, [[5, 9]]);
    }
}

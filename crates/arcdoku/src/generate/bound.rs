//! Lower bounds on the number of clues of a grid, from unavoidable sets.
//!
//! A proper puzzle hits every unavoidable set. The enumeration of hitting sets follows G. McGuire, B.
//! Tugemann and G. Civario, "There Is No 16-Clue Sudoku: Solving the Sudoku Minimum Number of Clues Problem
//! via Hitting Set Enumeration" (Experimental Mathematics 23, 2014).

use std::ops::Range;

use crate::grid::CellSet;
use crate::puzzle::{Budget, Limit, Limits};

/// Number of cells chosen between checks of the limits.
const CELLS_PER_CHECK: u64 = 64;

/// A lower bound on the number of clues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClueBound {
    /// No puzzle with this solution has fewer clues.
    pub clues: usize,
    /// A smallest hitting set: `clues` cells that contain a cell of each set. `None` if a limit was reached; the true
    /// minimum may then be larger.
    pub hit: Option<CellSet>,
}

/// The size of a smallest hitting set: a lower bound on the number of clues if the sets are unavoidable.
///
/// The result is exact. Starting with the size of a greedy choice of disjoint sets, each number of cells is tried in
/// ascending order with all ways to choose that many cells. At each step, the cells of a smallest set are tried, in the
/// order of the number of sets that they hit. Cells that were tried are then excluded. A branch ends if more disjoint
/// sets remain than cells may still be chosen. Random grids take seconds at most. The most regular grids, which have
/// many similar sets, need limits. The node limit applies to the number of chosen cells. If a limit is reached, the
/// bound proven so far is returned.
pub fn fewest_clues(sets: &[CellSet], limits: &Limits<'_>) -> ClueBound {
    if sets.iter().any(|set| set.is_empty()) {
        // An empty set cannot be hit, but no grid has one.
        return ClueBound { clues: 0, hit: None };
    }
    let mut search =
        HittingSetSearch { budget: limits.start(), nodes: 0, left: Vec::new(), hit: CellSet::EMPTY };
    let mut sets: Vec<u128> = sets.iter().map(|set| set.bits()).collect();
    sets.sort_by_key(|set| (set.count_ones(), *set));
    let mut clues = 0;
    loop {
        search.left.clone_from(&sets);
        let begun = search.keep(0..sets.len(), 0, 0, clues);
        let done = begun.map_or(Ok(false), |node| search.hit_with(clues, node));
        match done {
            Ok(true) => return ClueBound { clues, hit: Some(search.hit) },
            Ok(false) => clues += 1,
            Err(_) => return ClueBound { clues, hit: None },
        }
    }
}

struct HittingSetSearch<'a> {
    budget: Budget<'a>,
    nodes: u64,
    /// The sets that are not hit, as bits, without excluded cells. The sets of a node are stored after the sets of its
    /// parent.
    left: Vec<u128>,
    hit: CellSet,
}

/// The position at which the sets of a node start, and a smallest of these sets, or 0 if there is none.
#[derive(Clone, Copy)]
struct HittingSetNode {
    begin: usize,
    smallest: u128,
}

impl HittingSetSearch<'_> {
    /// Appends the sets that are not hit if a cell is chosen, without the excluded cells. `None` if this many cells
    /// cannot hit them.
    fn keep(
        &mut self,
        sets: Range<usize>,
        chosen: u128,
        excluded: u128,
        cells: usize,
    ) -> Option<HittingSetNode> {
        let begin = self.left.len();
        let (mut smallest, mut fewest) = (0, u32::MAX);
        // Disjoint sets, smaller ones first.
        let (mut apart, mut count) = (0, 0);
        for at in sets {
            let set = self.left[at];
            if set & chosen != 0 {
                continue;
            }
            let set = set & !excluded;
            if set & apart == 0 {
                apart |= set;
                count += 1;
                if count > cells || set == 0 {
                    return None;
                }
            }
            let size = set.count_ones();
            if size < fewest {
                (smallest, fewest) = (set, size);
            }
            self.left.push(set);
        }
        Some(HittingSetNode { begin, smallest })
    }

    /// Whether this many more cells can hit the sets of a node, the last ones in `left`.
    fn hit_with(&mut self, cells: usize, node: HittingSetNode) -> Result<bool, Limit> {
        let HittingSetNode { begin, smallest } = node;
        let end = self.left.len();
        if begin == end {
            return Ok(true);
        }
        if cells == 1 {
            let common = self.left[begin..].iter().fold(u128::MAX, |common, set| common & set);
            self.hit |= CellSet::from_bits(common & common.wrapping_neg());
            return Ok(common != 0);
        }
        let mut order = [(0, 0); 81];
        let mut count = 0;
        let mut open = smallest;
        while open != 0 && count < order.len() {
            let cell = open & open.wrapping_neg();
            open ^= cell;
            let hits = self.left[begin..].iter().filter(|&set| set & cell != 0).count();
            order[count] = (hits, cell);
            count += 1;
        }
        order[..count].sort_by_key(|&(hits, cell)| (std::cmp::Reverse(hits), cell));
        let mut excluded = 0;
        for &(_, cell) in &order[..count] {
            self.nodes += 1;
            if self.nodes.is_multiple_of(CELLS_PER_CHECK) || self.nodes < CELLS_PER_CHECK {
                self.budget.check(self.nodes)?;
            }
            if let Some(next) = self.keep(begin..end, cell, excluded, cells - 1) {
                let before = self.hit;
                self.hit = before | CellSet::from_bits(cell);
                if self.hit_with(cells - 1, next)? {
                    return Ok(true);
                }
                self.hit = before;
            }
            self.left.truncate(end);
            // All choices with this cell were tried, so later choices exclude it.
            excluded |= cell;
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Cell;
    use fastrand::Rng;

    /// Compares the result with all subsets of ten cells.
    #[test]
    fn exact_on_few_cells() {
        let mut rng = Rng::with_seed(5);
        for _ in 0..200 {
            let count = rng.usize(..15);
            let sets: Vec<CellSet> = (0..count).map(|_| CellSet::from_bits(rng.u128(1..1 << 10))).collect();
            let hits = |cells: u128| sets.iter().all(|set| set.bits() & cells != 0);
            let fewest = (0..1_u128 << 10).filter(|&cells| hits(cells)).map(u128::count_ones).min().unwrap();
            let bound = fewest_clues(&sets, &Limits::NONE);
            assert_eq!(bound.clues, fewest as usize);
            assert!(bound.hit.is_some_and(|cells| cells.len() == bound.clues && hits(cells.bits())));
        }
    }

    #[test]
    fn a_limit_keeps_the_proven_bound() {
        let pairs: Vec<CellSet> = (0..9)
            .flat_map(|a| (0..a).map(move |b| [Cell::new(a), Cell::new(b)].into_iter().collect()))
            .collect();
        let bound = fewest_clues(&pairs, &Limits::NONE.with_nodes(3));
        assert!(bound.clues < 8 && bound.hit.is_none());
        assert_eq!(fewest_clues(&pairs, &Limits::NONE).clues, 8);
    }
}

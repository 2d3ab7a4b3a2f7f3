//! How few clues a grid may have, as far as given unavoidable sets tell.

use crate::grid::CellSet;
use crate::puzzle::{Budget, Limit, Limits};

/// A lower bound on the number of clues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// No puzzle with this solution has fewer clues.
    pub clues: usize,
    /// Cells, as many as there are clues in the bound, of which each set has one. With them the bound is exactly the
    /// smallest number of cells that hit all sets; without, a limit was reached, and it may be higher.
    pub hit: Option<CellSet>,
}

/// The smallest number of cells of which each set has one: as many clues are needed at least if the sets are unavoidable.
///
/// Exact: for one number after the other, beginning with that of sets without a common cell that are seen at once, all
/// ways to choose so many cells are tried, in a smallest set first; a branch ends where more sets without a common
/// cell are left than cells to choose. The limit of nodes is one of cells chosen. A limit that is reached leaves the
/// number that was proven before.
pub fn fewest_clues(sets: &[CellSet], limits: &Limits<'_>) -> Bound {
    if sets.iter().any(|set| set.is_empty()) {
        // Nothing hits a set without cells; no grid has such a one.
        return Bound { clues: 0, hit: None };
    }
    let mut search = Search { budget: limits.start(), nodes: 0, hit: CellSet::EMPTY };
    let mut sets = sets.to_vec();
    sets.sort_unstable_by_key(|set| set.len());
    let mut clues = apart(&sets);
    loop {
        match search.hit_with(clues, &sets) {
            Ok(true) => return Bound { clues, hit: Some(search.hit) },
            Ok(false) => clues += 1,
            Err(_) => return Bound { clues, hit: None },
        }
    }
}

/// How many sets are found that have no cell in common, taking the first ones first.
fn apart(sets: &[CellSet]) -> usize {
    let mut taken = CellSet::EMPTY;
    let mut count = 0;
    for &set in sets {
        if set.is_disjoint(taken) {
            taken |= set;
            count += 1;
        }
    }
    count
}

struct Search<'a> {
    budget: Budget<'a>,
    nodes: u64,
    hit: CellSet,
}

impl Search<'_> {
    /// Whether so many more cells can hit all sets.
    fn hit_with(&mut self, cells: usize, sets: &[CellSet]) -> Result<bool, Limit> {
        let Some(&smallest) = sets.iter().min_by_key(|set| set.len()) else { return Ok(true) };
        if apart(sets) > cells {
            return Ok(false);
        }
        let mut passed = CellSet::EMPTY;
        for cell in smallest {
            self.nodes += 1;
            self.budget.check(self.nodes)?;
            // Cells that were tried before need not be tried again with this one.
            let mut left: Vec<CellSet> =
                sets.iter().filter(|set| !set.contains(cell)).map(|set| set.minus(passed)).collect();
            left.sort_unstable_by_key(|set| set.len());
            let dead = left.first().is_some_and(|set| set.is_empty());
            self.hit.insert(cell);
            if !dead && self.hit_with(cells - 1, &left)? {
                return Ok(true);
            }
            self.hit.remove(cell);
            passed.insert(cell);
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Cell;
    use fastrand::Rng;

    /// Against all subsets of ten cells.
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
    fn a_limit_leaves_what_was_proven() {
        let pairs: Vec<CellSet> = (0..9)
            .flat_map(|a| (0..a).map(move |b| [Cell::new(a), Cell::new(b)].into_iter().collect()))
            .collect();
        let bound = fewest_clues(&pairs, &Limits { nodes: Some(3), ..Limits::NONE });
        assert!(bound.clues < 8 && bound.hit.is_none());
        assert_eq!(fewest_clues(&pairs, &Limits::NONE).clues, 8);
    }
}

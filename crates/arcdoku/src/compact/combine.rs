//! Sums of disjoint sums.
//!
//! Several parallel little killers can fill most of a box. Each alone has at most three cells there, but together, their
//! cells in the box all differ, which bounds the total far more than the bounds of each sum. The idea is from the
//! optimizer of the Interactive Sudoku Solver.

use crate::csp::implied::Equation;
use crate::csp::{Differ, Var};
use crate::grid::Bits;

/// The least number of cells of a sum that differ from a cell of another sum. Smaller sums are not joined.
const LEAST: usize = 6;

/// A sum of cells, or of several disjoint sums of cells.
#[derive(Clone, Debug)]
struct JoinedSum {
    cells: u128,
    constant: i64,
    /// The score without any distance from the bounds.
    most_score: i64,
    /// How much the bounds restrict the cells.
    score: i64,
    is_combined: bool,
}

impl JoinedSum {
    /// `None` unless all coefficients are 1 and no cell occurs twice.
    fn of(equation: &Equation, differ: &Differ, digits: usize) -> Option<Self> {
        let Equation { terms, constant } = equation;
        let cells = terms.iter().fold(0_u128, |cells, (var, _)| cells | 1 << var.index());
        let is_plain = terms.iter().all(|&(_, by)| by == 1) && cells.count_ones() as usize == terms.len();
        is_plain.then(|| Self::new(cells, *constant, differ, digits))
    }

    fn new(cells: u128, constant: i64, differ: &Differ, digits: usize) -> Self {
        let vars = vars(cells);
        let most = digits as i64;
        let (mut low, mut high, mut most_score, mut count) = (0, 0, 0, 0);
        for clique in differ.cliques(&vars, digits) {
            let size = clique.len() as i64;
            low += size * (size + 1) / 2;
            high += size * (2 * most + 1 - size) / 2;
            most_score += size * (most - size);
            count += 1;
        }
        let slack = (constant - low).min(high - constant);
        Self { cells, constant, most_score, score: most_score - count * slack, is_combined: false }
    }

    /// The sum of two disjoint sums, if its bounds restrict the cells more than the bounds of both.
    fn with(&self, other: &Self, peers: &[u128], differ: &Differ, digits: usize) -> Option<Self> {
        let related = Bits(self.cells).filter(|&cell| peers[cell] & other.cells != 0).count();
        if self.cells & other.cells != 0 || related < LEAST {
            return None;
        }
        let both = Self::new(self.cells | other.cells, self.constant + other.constant, differ, digits);
        let is_better = both.score > self.score.max(other.score).min(self.score + other.score);
        is_better.then_some(Self { is_combined: true, ..both })
    }
}

/// Whether a sum is near one of its bounds.
pub(super) fn is_tight(equation: &Equation, differ: &Differ, digits: usize) -> bool {
    JoinedSum::of(equation, differ, digits).is_some_and(|sum| 2 * sum.score > sum.most_score)
}

/// The sums of several of these equations whose bounds restrict the cells more than the bounds of each equation. Two sums
/// are joined, the best ones first, until no join is better.
pub(super) fn combined(
    equations: &[Equation],
    peers: &[u128],
    differ: &Differ,
    digits: usize,
) -> Vec<Equation> {
    let large = equations.iter().filter(|equation| equation.terms.len() >= LEAST);
    let mut sums: Vec<Option<JoinedSum>> =
        large.filter_map(|equation| JoinedSum::of(equation, differ, digits)).map(Some).collect();
    let mut joins: Vec<(JoinedSum, usize, usize)> = Vec::new();
    let mut known = 0;
    loop {
        while known < sums.len() {
            for other in 0..known {
                if let (Some(one), Some(two)) = (&sums[other], &sums[known]) {
                    joins.extend(one.with(two, peers, differ, digits).map(|both| (both, other, known)));
                }
            }
            known += 1;
        }
        joins.retain(|&(_, one, two)| sums[one].is_some() && sums[two].is_some());
        let best = joins.iter().enumerate().max_by_key(|(_, (both, ..))| both.score).map(|(at, _)| at);
        let Some((both, one, two)) = best.map(|at| joins.swap_remove(at)) else { break };
        (sums[one], sums[two]) = (None, None);
        sums.push(Some(both));
    }
    let found = sums.into_iter().flatten().filter(|sum| sum.is_combined && sum.score > 0);
    found
        .map(|sum| Equation {
            terms: vars(sum.cells).into_iter().map(|var| (var, 1)).collect(),
            constant: sum.constant,
        })
        .collect()
}

fn vars(cells: u128) -> Vec<Var> {
    Bits(cells).map(Var::new).collect()
}

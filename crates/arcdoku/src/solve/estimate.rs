//! An estimate of the number of solutions, by sampling the search tree.
//!
//! D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29 (1975): follow a
//! random branch, and multiply the numbers of choices on the way. The value of a branch is this product if it ends at a
//! solution, and 0 at a dead end. The average value is the number of solutions. Propagation after each choice makes the
//! tree small and the products similar.

use fastrand::Rng;

use crate::puzzle::{Limit, Limits, Puzzle, WorkProgress};
use crate::search::{Branching, LogMean};
use crate::solve::session::Session;
use crate::solve::{Solver, fastest};

/// The node limit of the exact count that is tried before branches are drawn.
const EXACT: u64 = 2_000;

/// The number of solutions, estimated or counted.
///
/// All figures are decimal logarithms because the number of solutions may exceed the range of floats.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// The number of solutions, if all were counted. The other figures are exact then.
    pub exact: Option<u128>,
    /// The logarithm of the mean; negative infinity if no branch led to a solution.
    pub log10: f64,
    /// The relative standard error of the mean; 0 if no branch led to a solution, infinity with one branch.
    pub error: f64,
    /// The logarithms of the ends of the 95 % confidence interval.
    ///
    /// The interval assumes that the mean is distributed log-normally. Products of choices are skewed: few branches
    /// with large products may contribute most of the mean. If the error is above a tenth, the interval tends to be
    /// too narrow, and the number of solutions tends to be above the mean.
    pub interval: [f64; 2],
    /// The number of branches that were drawn.
    pub samples: u64,
    /// The number of branches that led to a solution.
    pub hits: u64,
    /// The limit that ended the sampling, if any.
    pub limit: Option<Limit>,
}

/// Estimates the number of solutions from `samples` random branches. If there are few solutions, they are counted
/// instead. The time limit applies to the whole estimate. The node limit applies to the search for auxiliary
/// variables of a branch.
///
/// ```
/// use arcdoku::solve::estimate;
/// use arcdoku::{Limits, Puzzle, Shape};
///
/// let small = estimate(&Puzzle::new(Shape::boxes(2, 2).unwrap()), 100, 1, &Limits::NONE);
/// assert_eq!(small.exact, Some(288));
/// let usual = estimate(&Puzzle::new(Shape::CLASSIC), 300, 1, &Limits::NONE);
/// assert!((usual.log10 - 6.671e21_f64.log10()).abs() < 0.2);
/// ```
pub fn estimate(puzzle: &Puzzle, samples: u64, seed: u64, limits: &Limits<'_>) -> Estimate {
    let budget = limits.start();
    // The strategy does not learn; learning would spend all nodes on the first solutions.
    let strategy = fastest(puzzle);
    let learns = strategy.branching == Branching::Learn;
    let mut solver = if learns { Solver::with_strategy(strategy.chronological()) } else { Solver::new() };
    let counted = solver.count(puzzle, None, &budget.rest().with_nodes(EXACT));
    if counted.exact {
        let log10 = (counted.solutions as f64).log10();
        let (exact, interval) = (Some(counted.solutions), [log10; 2]);
        return Estimate { exact, log10, error: 0.0, interval, samples: 0, hits: 0, limit: None };
    }
    let mut session = Session::new(puzzle);
    let mut rng = Rng::with_seed(seed);
    let mut mean = LogMean::default();
    let mut limit = None;
    while mean.count < samples {
        limits.report(WorkProgress::Parts { done: mean.count as usize, all: samples as usize });
        limit = budget.check(0).err();
        if limit.is_some() {
            break;
        }
        mean.add(session.random_branch(&mut rng, &budget.rest().with_nodes(limits.nodes())));
    }
    let decimal = |log: f64| log / std::f64::consts::LN_10;
    let log10 = decimal(mean.log());
    // Without a solution, there is no relative error.
    let (error, interval) =
        if mean.hits == 0 { (0.0, [log10; 2]) } else { (mean.error(), mean.interval().map(decimal)) };
    Estimate { exact: None, log10, error, interval, samples: mean.count, hits: mean.hits, limit }
}

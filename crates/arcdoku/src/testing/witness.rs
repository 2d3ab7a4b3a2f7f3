//! Solutions that a conflict-driven search must not exclude.

use crate::csp::{Literal, Space, Trace};
use crate::puzzle::Solution;
use crate::search::Observer;

/// An observer with known solutions. It panics if a deduction or a learned clause excludes a solution that was not
/// found yet.
#[derive(Debug)]
pub struct Witness {
    solutions: Vec<Solution>,
    /// The number of clauses that were checked.
    pub clauses: u64,
}

impl Witness {
    /// A witness for these solutions.
    pub fn new(solutions: Vec<Solution>) -> Self {
        Self { solutions, clauses: 0 }
    }

    fn check(&mut self, clause: &[Literal], what: &str) {
        self.clauses += 1;
        for solution in &self.solutions {
            let is_true = |literal: &Literal| {
                (solution.digits()[literal.var.index()] == literal.digit) == literal.holds
            };
            assert!(clause.iter().any(is_true), "{what} {clause:?} excludes {solution:?}");
        }
    }
}

impl Trace for Witness {}

impl Observer for Witness {
    fn solution(&mut self, _depth: usize, space: &Space) {
        self.solutions.retain(|solution| {
            let mut cells = solution.digits().iter().zip(space.domains());
            cells.any(|(&digit, domain)| domain.only() != Some(digit))
        });
    }

    fn deduced(&mut self, clause: &[Literal]) {
        self.check(clause, "the deduction");
    }

    fn learned(&mut self, clause: &[Literal]) {
        self.check(clause, "the learned clause");
    }
}

//! Solutions that a conflict-driven search must not exclude.

use std::collections::BTreeSet;

use crate::csp::{Constraint, Implications, Literal, Space, Trace};
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

    fn conflict(&mut self, clause: &[Literal], graph: &dyn Implications) {
        let levels: Vec<u32> = clause.iter().map(|&literal| graph.level(!literal)).collect();
        let (level, back) = (levels[0], levels.get(1).copied().unwrap_or(0));
        assert!(back < level && levels.iter().skip(2).all(|&other| other <= back), "the levels {levels:?}");
        // Every path from the last decision to the conflict contains the first unique implication point.
        let (point, mut open, mut seen) = (!clause[0], graph.conflict(), BTreeSet::new());
        assert!(open.iter().all(|&literal| graph.level(literal) <= level));
        while let Some(literal) = open.pop() {
            if literal != point && graph.level(literal) == level && seen.insert(literal) {
                let reasons = graph.reasons(literal);
                assert!(!reasons.is_empty(), "{literal:?} is a decision");
                let implication: Vec<Literal> = reasons.iter().map(|&one| !one).chain([literal]).collect();
                self.check(&implication, "the implication");
                open.extend(reasons);
            }
        }
    }

    fn deduced(&mut self, clause: &[Literal], _constraint: Option<&Constraint>) {
        self.check(clause, "the deduction");
    }

    fn learned(&mut self, clause: &[Literal]) {
        self.check(clause, "the learned clause");
    }
}

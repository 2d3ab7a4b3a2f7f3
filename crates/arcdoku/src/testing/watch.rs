//! Observers that check what a search reports while it runs.

use crate::csp::{Constraint, Failure, FailureKind, Literal, Reason, Space, Step, Trace, Var};
use crate::grid::{Cell, Digit, DigitSet};
use crate::puzzle::{Puzzle, Solution};
use crate::search::{Node, Observer};
use crate::testing::harness::can_differ;

/// Counts events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counter {
    /// Expanded nodes.
    pub nodes: u64,
    /// Tried values.
    pub trials: u64,
    /// Values that were undone.
    pub backtracks: u64,
    /// Digits removed by propagators.
    pub eliminations: u64,
    /// Contradictions found.
    pub failures: u64,
    /// Solutions.
    pub solutions: u128,
    /// Restarts.
    pub restarts: u64,
}

impl Trace for Counter {
    fn narrowed(&mut self, step: &Step<'_>) {
        if !matches!(step.reason, Reason::Choice | Reason::Refuted) {
            self.eliminations += step.removed.len() as u64;
        }
    }

    fn failed(&mut self, _failure: &Failure<'_>) {
        self.failures += 1;
    }
}

impl Observer for Counter {
    fn node(&mut self, _node: &Node<'_>) {
        self.nodes += 1;
    }

    fn trying(&mut self, _depth: usize, _var: Var, _digit: Digit) {
        self.trials += 1;
    }

    fn backtrack(&mut self, _depth: usize, _var: Var, _digit: Digit, _space: &Space) {
        self.backtracks += 1;
    }

    fn solution(&mut self, _depth: usize, _space: &Space) {
        self.solutions += 1;
    }

    fn restart(&mut self) {
        self.restarts += 1;
    }
}

/// Replays every step on separate domains. Asserts that the events are consistent, that each reason is valid in the
/// state in which it is given, and that the replayed domains equal the domains of the search. Only for strategies
/// without a scan, which reloads the domains before the search.
#[derive(Clone, Debug)]
pub struct EventChecker {
    eager: bool,
    /// The digits that clues and candidate restrictions allow.
    allowed: Vec<DigitSet>,
    domains: Vec<DigitSet>,
    /// The domains before each open decision.
    before: Vec<Vec<DigitSet>>,
    /// The domains at the root's fixpoint.
    root: Option<Vec<DigitSet>>,
    last_refuted: Option<(Var, Digit)>,
    /// The number of steps that were checked.
    pub steps: u64,
}

impl EventChecker {
    /// Creates the checker of one search for solutions of `puzzle`. `eager` is
    /// [`Level::is_eager`](crate::csp::Level) of the strategy.
    pub fn new(puzzle: &Puzzle, eager: bool) -> Self {
        let all = DigitSet::all(puzzle.shape().digits());
        let domains = puzzle.givens().iter().map(|given| given.map_or(all, DigitSet::single)).collect();
        let allowed = (0..puzzle.shape().cells()).map(|i| puzzle.admissible(Cell::new(i))).collect();
        Self { eager, allowed, domains, before: Vec::new(), root: None, last_refuted: None, steps: 0 }
    }

    fn union(&self, vars: &[Var]) -> DigitSet {
        vars.iter().fold(DigitSet::EMPTY, |union, var| union | self.domains[var.index()])
    }

    /// Asserts that the reason of `step` is valid in the domains before it.
    fn check_reason(&self, step: &Step<'_>) {
        let because = step.because();
        let constraint = || step.constraint.unwrap_or_else(|| panic!("no constraint: {step:?}"));
        if let Some(constraint) = step.constraint {
            assert!(constraint.vars().contains(&step.var), "a constraint without its variable: {step:?}");
        }
        match step.reason {
            Reason::Restricted => {
                let allowed = self.allowed[step.var.index()];
                assert!((step.removed & allowed).is_empty() && because.is_empty(), "allowed: {step:?}");
            }
            Reason::Taken => {
                let shown = self.union(&because);
                assert!(
                    !because.is_empty() && step.removed.is_subset(shown),
                    "the digits are not taken: {step:?}"
                );
                assert!(because.iter().all(|var| self.domains[var.index()].is_single()), "{step:?}");
                assert!(because.iter().all(|var| constraint().vars().contains(var)), "{step:?}");
            }
            Reason::HiddenSingle => {
                assert!(step.left.is_single(), "a single with several digits: {step:?}");
                assert!((self.union(&because) & step.left).is_empty(), "not the only place: {step:?}");
                assert_eq!(
                    self.union(constraint().vars()).len(),
                    constraint().vars().len(),
                    "not needed: {step:?}"
                );
            }
            Reason::HallSet(positions) => {
                let union = self.union(&because);
                assert_eq!(because.len(), positions.count_ones() as usize, "not a set of others: {step:?}");
                assert_eq!(union.len(), because.len(), "not a Hall set: {step:?}");
                assert!(step.removed.is_subset(union), "not used up: {step:?}");
            }
            Reason::Arc(other) => {
                assert_ne!(other, step.var);
                assert_eq!(self.domains[other.index()], step.removed, "supported: {step:?}");
            }
            Reason::Literals(literals) => {
                self.check_literals(literals);
                assert!(because.iter().all(|var| constraint().vars().contains(var)), "{step:?}");
            }
            Reason::Choice => assert!(step.left.is_single() && step.decides && step.constraint.is_none()),
            Reason::Refuted => {
                let refuted = step.removed.only().map(|digit| (step.var, digit));
                assert_eq!(refuted, self.last_refuted, "forbids another value: {step:?}");
            }
        }
    }

    fn check_conflict(&self, failure: &Failure<'_>) {
        let vars = failure.constraint.map(Constraint::vars).unwrap_or_default();
        let sets: Vec<DigitSet> = vars.iter().map(|var| self.domains[var.index()]).collect();
        match failure.kind {
            FailureKind::NotAllowed(var) => {
                assert!(!self.domains[var.index()].is_subset(self.allowed[var.index()]), "{failure:?}");
            }
            FailureKind::EmptyDomain(var) => assert!(self.domains[var.index()].is_empty(), "{failure:?}"),
            FailureKind::Clash => {
                let mut singles: Vec<DigitSet> = sets.into_iter().filter(|set| set.is_single()).collect();
                let all = singles.len();
                singles.sort_unstable();
                singles.dedup();
                assert!(singles.len() < all, "no two equal digits: {failure:?}");
            }
            FailureKind::Pigeonhole => {
                assert!(!can_differ(&sets), "they can differ: {failure:?}");
            }
            FailureKind::Violated => {
                self.check_literals(failure.because);
                assert!(failure.variables().iter().all(|var| vars.contains(var)), "{failure:?}");
            }
        }
    }

    /// Asserts that the literals are true of the domains.
    fn check_literals(&self, literals: &[Literal]) {
        for literal in literals {
            let domain = self.domains[literal.var.index()];
            let single = DigitSet::single(literal.digit);
            assert!(
                if literal.holds { domain == single } else { (domain & single).is_empty() },
                "{literal:?}"
            );
        }
    }
}

impl Trace for EventChecker {
    fn narrowed(&mut self, step: &Step<'_>) {
        self.steps += 1;
        let old = self.domains[step.var.index()];
        assert_eq!(step.left | step.removed, old, "not the domain before the step: {step:?}");
        assert!((step.left & step.removed).is_empty(), "{step:?}");
        let decides = step.reason == Reason::Choice || self.eager && step.left.is_single();
        assert_eq!(step.decides, decides, "{step:?}");
        self.check_reason(step);
        self.domains[step.var.index()] = step.left;
        assert_eq!(step.domains, self.domains, "other domains changed: {step:?}");
    }

    fn failed(&mut self, failure: &Failure<'_>) {
        assert_eq!(failure.domains, self.domains, "{failure:?}");
        self.check_conflict(failure);
    }
}

impl Observer for EventChecker {
    fn node(&mut self, node: &Node<'_>) {
        // No event reports that all values of a variable failed. The smaller depth shows it.
        assert!(node.depth <= self.before.len());
        self.before.truncate(node.depth);
        assert!(!node.space.is_decided(node.var) && !node.candidates.is_empty());
        assert_eq!(node.candidates, node.space.domain(node.var));
        assert_eq!(node.space.domains(), self.domains);
        self.root.get_or_insert_with(|| self.domains.clone());
    }

    fn trying(&mut self, depth: usize, var: Var, digit: Digit) {
        assert!(self.domains[var.index()].contains(digit));
        assert_eq!(depth, self.before.len());
        self.before.push(self.domains.clone());
    }

    fn backtrack(&mut self, depth: usize, var: Var, digit: Digit, space: &Space) {
        assert!(depth < self.before.len());
        self.before.truncate(depth + 1);
        self.domains = self.before.pop().unwrap_or_default();
        assert_eq!(space.domains(), self.domains, "undone to another state");
        assert!(self.domains[var.index()].contains(digit) && !space.is_decided(var));
        self.last_refuted = Some((var, digit));
    }

    fn fixpoint(&mut self, depth: usize, space: &Space) {
        assert_eq!(depth, self.before.len());
        assert_eq!(space.domains(), self.domains);
    }

    fn solution(&mut self, depth: usize, space: &Space) {
        assert_eq!(depth, self.before.len());
        assert!(space.is_complete() && self.domains.iter().all(|set| set.is_single()));
    }

    fn restart(&mut self) {
        self.before.clear();
        if let Some(root) = &self.root {
            self.domains.clone_from(root);
        }
    }
}

/// Asserts that the known solution of a proper puzzle is never pruned unless a wrong value is assigned. This is the
/// cheapest soundness test.
#[derive(Clone, Debug)]
pub struct SolutionChecker {
    solution: Solution,
    /// Whether each open decision was wrong.
    wrong: Vec<bool>,
    /// Whether the solution was found. After that, the search may leave it.
    found: bool,
    /// The number of checked steps. Steps below a wrong value are not checked.
    pub checked: u64,
}

impl SolutionChecker {
    /// Creates a checker with `solution`, which must be the only solution.
    pub fn new(solution: Solution) -> Self {
        Self { solution, wrong: Vec::new(), found: false, checked: 0 }
    }

    fn is_astray(&self) -> bool {
        self.found || self.wrong.contains(&true)
    }
}

impl Trace for SolutionChecker {
    fn narrowed(&mut self, step: &Step<'_>) {
        if !self.is_astray() {
            self.checked += 1;
            let kept = step.left.contains(self.solution.at(step.var.cell()));
            assert!(kept, "the solution is pruned: {step:?}");
        }
    }

    fn failed(&mut self, failure: &Failure<'_>) {
        assert!(self.is_astray(), "the search fails although it is on the way to the solution: {failure:?}");
    }
}

impl Observer for SolutionChecker {
    fn node(&mut self, node: &Node<'_>) {
        self.wrong.truncate(node.depth);
    }

    fn trying(&mut self, depth: usize, var: Var, digit: Digit) {
        self.wrong.truncate(depth);
        self.wrong.push(digit != self.solution.at(var.cell()));
    }

    fn backtrack(&mut self, depth: usize, _var: Var, _digit: Digit, _space: &Space) {
        self.wrong.truncate(depth);
    }

    fn solution(&mut self, _depth: usize, space: &Space) {
        let same = (0..)
            .map(Cell::new)
            .zip(space.domains())
            .all(|(cell, set)| set.only() == Some(self.solution.at(cell)));
        assert!(same && !self.is_astray(), "another solution, or the same one twice");
        self.found = true;
    }

    fn restart(&mut self) {
        self.wrong.clear();
    }
}

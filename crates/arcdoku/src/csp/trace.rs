//! Events of propagation, with their reasons.

use crate::csp::constraint::Constraint;
use crate::csp::domain::Var;
use crate::grid::{Digit, DigitSet};

/// A statement about one value of one variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal {
    /// The variable.
    pub var: Var,
    /// The value.
    pub digit: Digit,
    /// Whether the variable takes the value; if not, the value is not in its domain.
    pub holds: bool,
}

impl Literal {
    /// The statement that the variable takes the value.
    pub const fn is(var: Var, digit: Digit) -> Self {
        Self { var, digit, holds: true }
    }

    /// The statement that the value is not in the domain of the variable.
    pub const fn is_not(var: Var, digit: Digit) -> Self {
        Self { var, digit, holds: false }
    }
}

impl std::ops::Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Self { holds: !self.holds, ..self }
    }
}

/// The implications between true literals at a conflict of a conflict-driven search.
pub trait Implications {
    /// True literals that contradict each other.
    fn conflict(&self) -> Vec<Literal>;

    /// The true literals that imply a true literal. Empty for a decision, and for a literal that holds without
    /// decisions.
    fn reasons(&self, literal: Literal) -> Vec<Literal>;

    /// The number of decisions after which a literal holds; 0 if it holds without decisions, or not at all.
    fn level(&self, literal: Literal) -> u32;
}

/// The reason why a domain was narrowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason<'a> {
    /// The puzzle does not allow the digits there (candidate restrictions).
    Restricted,
    /// The digits are taken by decided variables of the constraint.
    Taken,
    /// The digit has no other place in the constraint: a hidden single.
    HiddenSingle,
    /// The variables of the constraint at these positions (bit i: the i-th) together have as many digits as there are
    /// variables, so they use these digits up: a Hall set.
    HallSet(u64),
    /// The arc to this variable was revised: no value of it supports the digit.
    Arc(Var),
    /// The constraint excludes the digits because of these literals.
    Literals(&'a [Literal]),
    /// The search chose the value.
    Choice,
    /// The search found that the value leads to a contradiction.
    Refuted,
}

impl Reason<'_> {
    /// The reason as one word for machine-readable output.
    pub fn name(self) -> &'static str {
        match self {
            Self::Restricted => "restricted",
            Self::Taken => "taken",
            Self::HiddenSingle => "hidden-single",
            Self::HallSet(_) => "hall-set",
            Self::Arc(_) => "arc",
            Self::Literals(_) => "constraint",
            Self::Choice => "choice",
            Self::Refuted => "refuted",
        }
    }
}

/// The reason why propagation failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FailureKind {
    /// Two decided variables of the constraint have the same digit.
    Clash,
    /// More variables than digits are left, as found by the pigeonhole check.
    Pigeonhole,
    /// The last digit of a variable was removed.
    EmptyDomain(Var),
    /// A variable is decided as a digit that the puzzle does not allow there.
    NotAllowed(Var),
    /// The constraint cannot be satisfied because of [`Failure::because`].
    Violated,
}

impl FailureKind {
    /// The kind as one word for machine-readable output.
    pub fn name(self) -> &'static str {
        match self {
            Self::Clash => "clash",
            Self::Pigeonhole => "pigeonhole",
            Self::EmptyDomain(_) => "empty-domain",
            Self::NotAllowed(_) => "not-allowed",
            Self::Violated => "violated",
        }
    }
}

/// The event that one domain was narrowed.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Step<'a> {
    /// The variable.
    pub var: Var,
    /// The digits that were removed.
    pub removed: DigitSet,
    /// The digits that are left.
    pub left: DigitSet,
    /// Whether the step decides the variable.
    pub decides: bool,
    /// The reason.
    pub reason: Reason<'a>,
    /// The active constraint; `None` for steps of the search and for restrictions.
    pub constraint: Option<&'a Constraint>,
    /// All domains after the step, by variable index.
    pub domains: &'a [DigitSet],
}

impl Step<'_> {
    /// The variables that show the reason: the variables that hold a removed digit, the Hall set, the other end of
    /// the arc, or the variables of the literals. For a hidden single, these are the other variables of its
    /// constraint, none of which can take the digit.
    pub fn because(&self) -> Vec<Var> {
        let vars = self.constraint.map_or(&[][..], Constraint::vars);
        let others = || vars.iter().copied().enumerate().filter(|&(_, var)| var != self.var);
        let set = |var: Var| self.domains[var.index()];
        match self.reason {
            Reason::Taken => others()
                .filter(|&(_, var)| set(var).is_single() && set(var).is_subset(self.removed))
                .map(|(_, var)| var)
                .collect(),
            Reason::HiddenSingle => others().map(|(_, var)| var).collect(),
            Reason::HallSet(positions) => {
                others().filter(|&(i, _)| positions >> i & 1 == 1).map(|(_, var)| var).collect()
            }
            Reason::Arc(var) => vec![var],
            Reason::Literals(literals) => variables(literals),
            Reason::Restricted | Reason::Choice | Reason::Refuted => Vec::new(),
        }
    }
}

/// The variables of the literals, each once, in order of appearance.
fn variables(literals: &[Literal]) -> Vec<Var> {
    let mut vars: Vec<Var> = Vec::new();
    for literal in literals {
        if !vars.contains(&literal.var) {
            vars.push(literal.var);
        }
    }
    vars
}

/// The event that propagation found a contradiction.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Failure<'a> {
    /// The kind of contradiction.
    pub kind: FailureKind,
    /// The literals that contradict the constraint, for [`FailureKind::Violated`]; empty for other kinds.
    pub because: &'a [Literal],
    /// The constraint that shows the contradiction; `None` if the search emptied a domain, and for restrictions.
    pub constraint: Option<&'a Constraint>,
    /// All domains at that moment, by variable index.
    pub domains: &'a [DigitSet],
}

impl Failure<'_> {
    /// The variables of the literals, each once.
    pub fn variables(&self) -> Vec<Var> {
        variables(self.because)
    }
}

/// Observes propagation. Every method has an empty default.
pub trait Trace {
    /// Whether anything is observed. If this is false, the calls and their preparation are compiled away.
    const WATCHES: bool = true;

    /// A domain was narrowed.
    fn narrowed(&mut self, _step: &Step<'_>) {}

    /// A contradiction was found.
    fn failed(&mut self, _failure: &Failure<'_>) {}

    /// Whether [`explained`](Self::explained) is called, which takes time.
    fn explains(&self) -> bool {
        false
    }

    /// A propagator of one constraint has run. For each value that it removed, and for a contradiction (`None`), this
    /// is called with the result of [`Propagator::explain`](crate::csp::Propagator::explain). The reasons are often
    /// fewer than the reasons of [`narrowed`](Self::narrowed) and [`failed`](Self::failed), which come earlier.
    fn explained(&mut self, _literal: Option<Literal>, _because: &[Literal]) {}
}

impl Trace for () {
    const WATCHES: bool = false;
}

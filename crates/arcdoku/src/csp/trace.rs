//! What propagation did and why, for whoever wants to watch.

use crate::csp::domain::Var;
use crate::grid::DigitSet;
use crate::puzzle::House;

/// Why a domain was narrowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The puzzle does not allow the digits there (candidate restrictions).
    Restricted,
    /// The digits are taken by decided variables of the scope.
    Taken,
    /// The digit has no other place in the scope: a hidden single.
    HiddenSingle,
    /// Variables of the scope at these positions (bit i: the i-th) have as few digits as they are
    /// many, so they use them up: a Hall set.
    HallSet(u64),
    /// The arc to this variable was revised: no value of it supports the digit.
    Arc(Var),
    /// The search chose the value.
    Choice,
    /// The search found that the value leads to a contradiction.
    Refuted,
}

impl Reason {
    /// One word for machine-readable output.
    pub fn name(self) -> &'static str {
        match self {
            Self::Restricted => "restricted",
            Self::Taken => "taken",
            Self::HiddenSingle => "hidden-single",
            Self::HallSet(_) => "hall-set",
            Self::Arc(_) => "arc",
            Self::Choice => "choice",
            Self::Refuted => "refuted",
        }
    }
}

/// Why propagation failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FailureKind {
    /// Two decided variables of the scope have the same digit.
    Clash,
    /// More variables than digits are left (the pigeonhole check).
    Pigeonhole,
    /// The last digit of a variable was removed.
    EmptyDomain(Var),
    /// A variable is decided as a digit that the puzzle does not allow there.
    NotAllowed(Var),
}

impl FailureKind {
    /// One word for machine-readable output.
    pub fn name(self) -> &'static str {
        match self {
            Self::Clash => "clash",
            Self::Pigeonhole => "pigeonhole",
            Self::EmptyDomain(_) => "empty-domain",
            Self::NotAllowed(_) => "not-allowed",
        }
    }
}

/// The variables of one constraint, and the rule it comes from.
#[derive(Clone, Debug)]
pub struct Scope {
    /// The house.
    pub house: House,
    /// Its variables, in its order.
    pub vars: Box<[Var]>,
}

/// One domain was narrowed.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The variable.
    pub var: Var,
    /// The digits that went.
    pub removed: DigitSet,
    /// The digits that are left.
    pub left: DigitSet,
    /// Whether the variable is decided by this.
    pub decides: bool,
    /// Why.
    pub reason: Reason,
    /// The constraint that was at work; `None` where the search did it, and for restrictions.
    pub scope: Option<&'a Scope>,
    /// All domains after the step, by variable index.
    pub domains: &'a [DigitSet],
}

impl Step<'_> {
    /// The variables that show why: those that hold a removed digit, the Hall set, the other end
    /// of the arc. For a hidden single these are the other variables of its scope, none of which
    /// can take the digit.
    pub fn because(&self) -> Vec<Var> {
        let vars = self.scope.map_or(&[][..], |scope| &scope.vars);
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
            Reason::Restricted | Reason::Choice | Reason::Refuted => Vec::new(),
        }
    }
}

/// Propagation found a contradiction.
#[derive(Clone, Copy, Debug)]
pub struct Failure<'a> {
    /// What kind of contradiction.
    pub kind: FailureKind,
    /// The constraint that shows it; `None` where the search emptied a domain, and for restrictions.
    pub scope: Option<&'a Scope>,
    /// All domains at that moment, by variable index.
    pub domains: &'a [DigitSet],
}

/// Watches propagation. Every method has an empty default.
pub trait Trace {
    /// Whether anything is watched. Where this is false the calls and all that prepares them are
    /// compiled away.
    const WATCHES: bool = true;

    /// A domain was narrowed.
    fn narrowed(&mut self, _step: &Step<'_>) {}

    /// A contradiction was found.
    fn failed(&mut self, _failure: &Failure<'_>) {}
}

impl Trace for () {
    const WATCHES: bool = false;
}

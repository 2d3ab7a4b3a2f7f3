//! The state of a model: domains, trailed words, agenda and counters.

use crate::csp::agenda::{Agenda, Lists};
use crate::csp::constraint::Constraint;
use crate::csp::domain::{Domains, Var};
use crate::csp::trace::{Failure, FailureKind, Literal, Reason, Step, Trace};
use crate::csp::words::Words;
use crate::grid::{Bits, DigitSet};

/// The state of a model without its propagators, as heuristics and observers see it.
#[derive(Debug, Default)]
pub struct Space {
    pub(super) domains: Domains,
    pub(super) words: Words,
    pub(super) agenda: Agenda,
    /// The entailed propagators, newest last.
    pub(super) entailed: Vec<u32>,
    /// Whether a domain of one digit decides its variable.
    pub(super) eager: bool,
    /// Whether an empty domain is left for the search to find.
    pub(super) lenient: bool,
    /// Whether the model has only one propagator, and this propagator is not woken by its own changes.
    pub(super) alone: bool,
    pub(super) kinds: Kinds,
    /// The domains before anything is loaded.
    pub(super) initial: Vec<DigitSet>,
    /// The variables that are undecided before anything is loaded, one bit each.
    pub(super) undecided: Vec<u64>,
    pub(super) constraints: Vec<Constraint>,
    /// The houses that take every digit, if there are other relations.
    pub(super) full: Vec<FullHouse>,
    /// The numbers of the constraints of each variable.
    pub(super) constraints_of: Lists<u32>,
    /// For each variable, a row of bits with the variables that share a constraint with it.
    pub(super) neighbors: Vec<u64>,
    pub(super) runs: u64,
    pub(super) eliminations: u64,
    pub(super) revisions: u64,
    /// The constraint in which the last contradiction was found.
    pub(super) failed_constraint: Option<usize>,
    /// The variable that lost its only value in the last contradiction of this kind.
    pub(super) emptied: Option<Var>,
}

/// A house that takes every digit once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FullHouse {
    /// The number of its constraint.
    pub(super) number: usize,
    /// The digits with which ranked lists begin that start in this house. All ranks depend on their places.
    pub(crate) ranked: DigitSet,
}

/// The roles of variables, one bit per variable.
#[derive(Debug, Default)]
pub(super) struct Kinds {
    /// Variables that are part of a solution.
    pub(super) shown: Vec<u64>,
    /// Auxiliary variables that the search may branch on.
    pub(super) searched: Vec<u64>,
    /// Whether any variable is auxiliary.
    pub(super) any_auxiliary: bool,
}

impl Space {
    /// The domain of a variable.
    #[inline]
    pub fn domain(&self, var: Var) -> DigitSet {
        self.domains.sets[var.index()]
    }

    /// All domains, by variable index.
    #[inline]
    pub fn domains(&self) -> &[DigitSet] {
        &self.domains.sets
    }

    /// Whether a variable is decided.
    #[inline]
    pub fn is_decided(&self, var: Var) -> bool {
        self.domains.is_decided(var)
    }

    /// The undecided variables in index order.
    #[inline]
    pub fn undecided(&self) -> impl Iterator<Item = Var> {
        variables(self.undecided_words().iter().copied())
    }

    /// The undecided variables as bits, 64 per word.
    #[inline]
    pub fn undecided_words(&self) -> &[u64] {
        &self.domains.undecided
    }

    /// The houses that take every digit, with their variables.
    pub(crate) fn full_houses(&self) -> impl Iterator<Item = (FullHouse, &[Var])> {
        self.full.iter().map(|&house| (house, self.constraints[house.number].vars()))
    }

    /// The variables of a solution, in index order. Auxiliary variables are not part of a solution.
    #[inline]
    pub fn shown(&self) -> impl Iterator<Item = Var> {
        variables(self.shown_words().iter().copied())
    }

    /// The variables of a solution as bits, 64 per word.
    #[inline]
    pub fn shown_words(&self) -> &[u64] {
        &self.kinds.shown
    }

    /// The variables that the search currently branches on, as bits, 64 per word: the variables of the solution until
    /// all of them are decided, then the searched auxiliary variables.
    #[inline]
    pub fn stage(&self) -> &[u64] {
        let complete = self.kinds.any_auxiliary && self.is_complete();
        if complete { &self.kinds.searched } else { &self.kinds.shown }
    }

    /// Whether a variable is auxiliary, so it is not part of a solution.
    #[inline]
    pub fn is_auxiliary(&self, var: Var) -> bool {
        self.kinds.any_auxiliary && self.kinds.shown[var.index() / 64] >> (var.index() % 64) & 1 == 0
    }

    /// Whether every variable of a solution is decided.
    pub fn is_complete(&self) -> bool {
        self.undecided_words().iter().zip(self.shown_words()).all(|(open, shown)| open & shown == 0)
    }

    /// Whether a domain of one digit decides its variable at this level.
    #[inline]
    pub fn is_eager(&self) -> bool {
        self.eager
    }

    /// The undecided variables that share a constraint with `var`, each once.
    pub fn undecided_neighbors(&self, var: Var) -> impl Iterator<Item = Var> {
        let words = self.neighbors(var).iter().zip(self.undecided_words());
        variables(words.map(|(&row, &word)| row & word))
    }

    /// The degree of a variable: the number of its undecided neighbors.
    #[inline]
    pub fn degree(&self, var: Var) -> usize {
        let words = self.neighbors(var).iter().zip(self.undecided_words());
        words.map(|(&row, &word)| (row & word).count_ones() as usize).sum()
    }

    /// The variables that share a constraint with `var`, as bits, 64 per word.
    #[inline]
    fn neighbors(&self, var: Var) -> &[u64] {
        let words = self.undecided_words().len();
        &self.neighbors[var.index() * words..(var.index() + 1) * words]
    }

    /// The constraints, by number.
    #[inline]
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// The numbers of the constraints that `var` is in.
    #[inline]
    pub fn constraints_of(&self, var: Var) -> &[u32] {
        self.constraints_of.get(var.index())
    }

    /// The number of the constraint in which the last contradiction was found, if any.
    pub fn failed_constraint(&self) -> Option<usize> {
        self.failed_constraint
    }

    /// The literals that describe the domains of these variables: the value of a variable with one value left, the
    /// missing values of the others. These literals explain any deduction from the domains, but fewer literals would
    /// often be sufficient.
    pub fn lost(&self, vars: impl IntoIterator<Item = Var>) -> Vec<Literal> {
        let mut literals = Vec::new();
        for var in vars {
            let (domain, initial) = (self.domain(var), self.initial[var.index()]);
            match domain.only() {
                Some(digit) if !initial.is_single() => literals.push(Literal::is(var, digit)),
                _ => literals.extend(initial.minus(domain).iter().map(|digit| Literal::is_not(var, digit))),
            }
        }
        literals
    }

    /// The number of propagator runs since the model was loaded.
    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// The number of digits that propagators removed since the model was loaded. Choices and refutations of the
    /// search are not counted.
    pub fn eliminations(&self) -> u64 {
        self.eliminations
    }

    /// The number of arcs revised since the model was loaded (AC-3 only).
    pub fn revisions(&self) -> u64 {
        self.revisions
    }

    /// Narrows a domain and wakes the affected propagators. Returns whether that decided the variable. If there is
    /// only one propagator, it is not woken by its `own` changes.
    #[inline]
    pub(super) fn change(&mut self, var: Var, left: DigitSet, own: bool) -> bool {
        self.domains.narrow(var, left);
        let decides = self.eager && left.is_single();
        if decides {
            self.domains.mark_decided(var);
        }
        if !(own && self.alone) {
            self.wake(var);
        }
        decides
    }

    /// Puts the propagators that depend on a change of `var` on the agenda.
    #[inline]
    pub(super) fn wake(&mut self, var: Var) {
        self.agenda.wake(var, self.domains.is_decided(var));
    }

    /// Whether an empty domain of `var` is left for the search to find. The search never chooses determined auxiliary
    /// variables, so their empty domains fail immediately.
    #[cold]
    pub(super) fn tolerates_empty(&self, var: Var) -> bool {
        let (word, bit) = (var.index() / 64, var.index() % 64);
        self.lenient && (self.kinds.shown[word] | self.kinds.searched[word]) >> bit & 1 == 1
    }

    #[cold]
    pub(super) fn report_step<T: Trace>(
        &self,
        constraint: Option<usize>,
        var: Var,
        decides: bool,
        reason: Reason<'_>,
        trace: &mut T,
    ) {
        let (left, domains) = (self.domain(var), self.domains());
        let removed = self.domains.trail.last().map_or(DigitSet::EMPTY, |&(_, gone)| gone);
        let constraint = constraint.map(|number| &self.constraints[number]);
        trace.narrowed(&Step { var, removed, left, decides, reason, constraint, domains });
    }

    #[cold]
    pub(super) fn report_failure<T: Trace>(
        &self,
        constraint: Option<usize>,
        kind: FailureKind,
        because: &[Literal],
        trace: &mut T,
    ) {
        let constraint = constraint.map(|number| &self.constraints[number]);
        trace.failed(&Failure { kind, because, constraint, domains: self.domains() });
    }
}

/// The variables whose bits are set, 64 per word.
#[inline]
fn variables(words: impl Iterator<Item = u64>) -> impl Iterator<Item = Var> {
    words.enumerate().flat_map(|(i, word)| Bits(word).map(move |bit| Var::new(i * 64 + bit)))
}

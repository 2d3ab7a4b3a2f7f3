//! Propagators, and their view of a model.
//!
//! How to write one:
//! 1. Say in its file which rule it enforces and how strongly, and cite the source of the algorithm.
//! 2. `scope`: its variables. `wake`: the changes after which it has work to do. `strength`: what it
//!    promises, which the harness in `testing` holds it to.
//! 3. `propagate`: read domains through the [`Context`], narrow them through it, and return a
//!    [`Status`], or the [`Conflict`] of a method that fails. Keep nothing that undoing a change would make wrong. A hint that is checked before
//!    use (such as a matching) is fine; a number belongs in a trailed [`Word`], and a larger state
//!    follows the changes with a [`Reader`].
//! 4. Give reasons as literals ([`Context::narrow_because`]): they are built only for a trace.
//! 5. Post it with [`Builder::add`](crate::csp::Builder::add); the rules of puzzles are posted in
//!    `csp/post.rs`. One call of the harness checks it against the rule's `holds`: no solution is
//!    lost, every wrong assignment fails, a fixpoint is a fixpoint.
//!
//! Correctness comes first; make it incremental last, and only with a measurement.

use crate::csp::domain::{Change, Var};
use crate::csp::reader::Reader;
use crate::csp::space::Space;
use crate::csp::trace::{FailureKind, Literal, Reason, Trace};
use crate::csp::words::Word;
use crate::grid::DigitSet;

/// The state of a propagator after a run that found no contradiction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Running it again would change nothing.
    Fixpoint,
    /// It changed domains and may find more; it goes back on the agenda.
    NotAtFixpoint,
    /// The constraint holds whatever its variables become: the propagator rests until this is
    /// undone.
    Entailed,
}

/// Cost class of a run. The cheapest propagator on the agenda runs first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Cost {
    /// Each variable by itself, once.
    Unary,
    /// About one step a variable of the scope.
    Linear,
    /// About one step a pair of variables.
    Quadratic,
    /// More than that.
    High,
    /// Of a constraint that follows from others: it runs when nothing else has work to do.
    Redundant,
}

/// The consistency that a propagator promises at a fixpoint, from weakest to strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Strength {
    /// It fails at the latest when every variable has one value and the constraint does not hold.
    Check,
    /// The least and the greatest value of every domain is part of a solution of the constraint
    /// among the ranges of the domains (bounds consistency).
    Bounds,
    /// Every value of every domain is part of a solution of the constraint (domain consistency).
    Domain,
}

/// The change of a variable after which a propagator has work to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Wake {
    /// The variable was decided.
    Decided,
    /// The domain lost a digit.
    Changed,
}

/// A contradiction, as an early return from a propagator. It is public as propagators can be written outside of this crate
/// (see [`Builder`](crate::csp::Builder)), where only methods of [`Context`] make one. It is part of no answer: searches turn it into
/// an [`Outcome`](crate::puzzle::Outcome).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conflict;

/// A procedure that enforces a constraint: narrows the domains of its scope without losing a solution.
pub trait Propagator<T: Trace>: Send {
    /// The variables it reads and narrows. Without any it never runs.
    fn scope(&self) -> &[Var];

    /// The changes of its variables after which it has work to do.
    fn wake(&self) -> Wake {
        Wake::Changed
    }

    /// The cost class of a run.
    fn cost(&self) -> Cost {
        Cost::Linear
    }

    /// The consistency that it promises at a fixpoint.
    fn strength(&self) -> Strength {
        Strength::Check
    }

    /// Appends literals from which, together with the constraint, `literal` follows: that a value is not in a domain.
    /// Without a literal they explain a contradiction. The literals were true at the moment of `past`, when the
    /// propagator derived `literal`.
    ///
    /// The default is right for every propagator: all that its other variables had lost by then. (What the variable of
    /// the literal had lost itself never matters.) Fewer literals let a conflict-driven search learn more from a conflict,
    /// and a propagator that serves several constraints should name only those of the one that matters. The harness
    /// in `testing` checks reasons by enumeration.
    ///
    /// Called only by searches that learn, any time before the deduction is undone.
    fn explain(&self, literal: Option<Literal>, past: &dyn Past, because: &mut Vec<Literal>) {
        if !LEARNS {
            return;
        }
        all_lost(self.scope(), literal, past, because);
    }

    /// Discards all state, because the model is being loaded again. Trailed words and readers have
    /// been reset already.
    fn reset(&mut self) {}

    /// Narrows domains, and returns the resulting state, or that the constraint cannot be satisfied any more.
    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict>;
}

/// Whether searches learn: modules of WebAssembly, whose size is limited, leave that out.
pub(crate) const LEARNS: bool = !cfg!(target_family = "wasm");

/// The domains at a moment of the past, as [`Propagator::explain`] sees them.
pub trait Past {
    /// The domain of a variable.
    fn domain(&self, var: Var) -> DigitSet;

    /// The domain of a variable before the first decision. What it had lost by then needs no reason.
    fn initial(&self, var: Var) -> DigitSet;

    /// When the domain of a variable changed last: a greater number is later.
    fn since(&self, var: Var) -> u32;

    /// Appends literals that say why none of `digits` but those in the domain was in it: the value of a variable that
    /// had one value left, otherwise the missing values. Values that the variable never had need no literal.
    fn lost(&self, var: Var, digits: DigitSet, because: &mut Vec<Literal>);
}

/// Appends all that the variables had lost, but for that of the literal.
pub(super) fn all_lost(vars: &[Var], literal: Option<Literal>, past: &dyn Past, because: &mut Vec<Literal>) {
    for &var in vars {
        if literal.is_none_or(|literal| literal.var != var) {
            past.lost(var, !DigitSet::EMPTY, because);
        }
    }
}

/// The view of a model that a propagator has while it runs.
#[derive(Debug)]
pub struct Context<'a, T: Trace> {
    pub(super) space: &'a mut Space,
    pub(super) trace: &'a mut T,
    /// The number of the active constraint; `None` while the search acts.
    pub(super) constraint: Option<usize>,
}

impl<T: Trace> Context<'_, T> {
    /// The state of the model.
    #[inline]
    pub fn space(&self) -> &Space {
        self.space
    }

    /// The domain of a variable.
    #[inline]
    pub fn domain(&self, var: Var) -> DigitSet {
        self.space.domain(var)
    }

    /// Whether a variable is decided.
    #[inline]
    pub fn is_decided(&self, var: Var) -> bool {
        self.space.is_decided(var)
    }

    /// Narrows a domain to `left`, a proper subset of it. Fails if nothing is left (except at
    /// [`Level::Filter`](crate::csp::Level::Filter), which leaves that for the search to find).
    #[inline]
    pub fn narrow(&mut self, var: Var, left: DigitSet, reason: Reason<'_>) -> Result<(), Conflict> {
        let removed = self.space.domain(var).minus(left);
        debug_assert!(!removed.is_empty() && left.is_subset(self.space.domain(var)));
        // Most often a single digit goes, and a population count is a dozen instructions on a
        // plain x86-64.
        self.space.eliminations += if removed.is_single() { 1 } else { removed.len() as u64 };
        self.change(var, left, reason, true)
    }

    /// As [`narrow`](Self::narrow), by the active constraint and because of the literals that
    /// `because` returns. It is called only if the trace is active.
    #[inline]
    pub fn narrow_because(
        &mut self,
        var: Var,
        left: DigitSet,
        because: impl FnOnce(&Space) -> Vec<Literal>,
    ) -> Result<(), Conflict> {
        let literals = if T::WATCHES { because(self.space) } else { Vec::new() };
        self.narrow(var, left, Reason::Literals(&literals))
    }

    /// Removes one digit from a domain, so that `left`, which is not empty, remains; returns
    /// whether that decided the variable. This is [`narrow`](Self::narrow) for the most common case.
    #[inline]
    pub fn remove_one(&mut self, var: Var, left: DigitSet, reason: Reason<'_>) -> bool {
        debug_assert!(!left.is_empty() && self.space.domain(var).minus(left).is_single());
        self.space.eliminations += 1;
        let decides = self.space.change(var, left, true);
        if T::WATCHES {
            self.space.report_step(self.constraint, var, decides, reason, self.trace);
        }
        decides
    }

    /// Removes those digits of `gone` from a domain that are in it, if any are.
    #[inline]
    pub fn exclude(&mut self, var: Var, gone: DigitSet, reason: Reason<'_>) -> Result<(), Conflict> {
        let old = self.space.domain(var);
        if (old & gone).is_empty() { Ok(()) } else { self.narrow(var, old.minus(gone), reason) }
    }

    /// As [`exclude`](Self::exclude), with a reason as in [`narrow_because`](Self::narrow_because).
    #[inline]
    pub fn exclude_because(
        &mut self,
        var: Var,
        gone: DigitSet,
        because: impl FnOnce(&Space) -> Vec<Literal>,
    ) -> Result<(), Conflict> {
        let old = self.space.domain(var);
        if (old & gone).is_empty() { Ok(()) } else { self.narrow_because(var, old.minus(gone), because) }
    }

    /// For a propagator of several constraints: what follows happens in the one with this number.
    #[inline]
    pub fn within(&mut self, constraint: usize) {
        self.constraint = Some(constraint);
    }

    /// The same for a propagator over pairs: in the first constraint that has both variables.
    pub fn within_common(&mut self, a: Var, b: Var) {
        let (of_a, of_b) = (self.space.constraints_of(a), self.space.constraints_of(b));
        self.constraint = of_a.iter().find(|number| of_b.contains(number)).map(|&number| number as usize);
    }

    /// Counts one revision of an arc.
    #[inline]
    pub fn count_revision(&mut self) {
        self.space.revisions += 1;
    }

    /// The value of a trailed word.
    #[inline]
    pub fn word(&self, word: Word) -> u64 {
        self.space.words.get(word)
    }

    /// Sets a trailed word; undoing restores the old value.
    #[inline]
    pub fn set_word(&mut self, word: Word, value: u64) {
        self.space.words.set(word, value);
    }

    /// Appends what left the domains since the reader last took or [skipped](Self::skip) changes,
    /// oldest first. Changes that were undone in between are left out.
    #[inline]
    pub fn take_removed(&mut self, reader: &Reader, removed: &mut Vec<Change>) {
        let Space { domains, words, .. } = &mut *self.space;
        let position = reader.skip(domains, words);
        removed.extend_from_slice(&domains.trail[position..]);
    }

    /// Appends what came back to the domains since the reader last asked, in no particular order:
    /// undone changes that it had taken or skipped. A trailed reader gets nothing.
    #[inline]
    pub fn take_restored(&mut self, reader: &Reader, restored: &mut Vec<Change>) {
        reader.take_restored(&mut self.space.domains, restored);
    }

    /// Moves the reader past all changes: the propagator made the last ones itself and knows them.
    #[inline]
    pub fn skip(&mut self, reader: &Reader) {
        reader.skip(&mut self.space.domains, &mut self.space.words);
    }

    /// Reports a contradiction to the trace.
    #[cold]
    pub fn fail(&mut self, kind: FailureKind) -> Conflict {
        self.report_failure(kind, &[])
    }

    /// Reports that the active constraint is violated, because of the literals that `because`
    /// returns. It is called only if the trace is active.
    #[cold]
    pub fn fail_because(&mut self, because: impl FnOnce(&Space) -> Vec<Literal>) -> Conflict {
        let literals = if T::WATCHES { because(self.space) } else { Vec::new() };
        self.report_failure(FailureKind::Violated, &literals)
    }

    fn report_failure(&mut self, kind: FailureKind, because: &[Literal]) -> Conflict {
        self.space.failed_constraint = self.constraint;
        if T::WATCHES {
            self.space.report_failure(self.constraint, kind, because, self.trace);
        }
        Conflict
    }

    #[inline]
    pub(super) fn change(
        &mut self,
        var: Var,
        left: DigitSet,
        reason: Reason<'_>,
        own: bool,
    ) -> Result<(), Conflict> {
        let was_decided = left.is_empty() && self.space.is_decided(var);
        let decides = self.space.change(var, left, own);
        if T::WATCHES {
            self.space.report_step(self.constraint, var, decides, reason, self.trace);
        }
        if left.is_empty() && !self.space.tolerates_empty(var) {
            let conflict = self.fail(FailureKind::EmptyDomain(var));
            if was_decided {
                // Undoing a change leaves its variable undecided; this one was decided before.
                self.space.domains.take_back();
                self.space.emptied = Some(var);
            }
            Err(conflict)
        } else {
            Ok(())
        }
    }
}

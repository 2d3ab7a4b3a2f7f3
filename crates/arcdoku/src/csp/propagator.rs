//! Propagators, and their view of a model.
//!
//! How to write one:
//! 1. State in its file which rule it enforces and how strongly, and cite the source of the algorithm.
//! 2. `scope`: its variables. `wake`: the changes after which it has work to do. `strength`: the consistency that it
//!    guarantees, which the harness in `testing` checks.
//! 3. `propagate`: read domains and narrow them through the [`Context`]. Return a [`Status`], or the [`Conflict`] of
//!    a method that fails. Keep no state that undoing a change would make wrong. A hint that is checked before use
//!    (such as a matching) is fine. Keep numbers in a trailed [`Word`]; update larger state from the changes of a
//!    [`Reader`].
//! 4. Give reasons as literals ([`Context::narrow_because`]). They are built only for a trace.
//! 5. Post it with [`Builder::add`](crate::csp::Builder::add); the rules of puzzles are posted in `csp/post.rs`. One
//!    call of the harness checks it against the rule's `holds`: no solution is lost, every wrong assignment fails,
//!    and a fixpoint is a fixpoint.
//!
//! Correctness comes first. Make a propagator incremental last, and only if a measurement justifies it.

use crate::csp::domain::{Change, Var};
use crate::csp::reader::Reader;
use crate::csp::space::Space;
use crate::csp::trace::{FailureKind, Literal, Reason, Trace};
use crate::csp::words::Word;
use crate::grid::DigitSet;

/// The state of a propagator after a run that found no contradiction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Another run would change nothing.
    Fixpoint,
    /// The run changed domains, and another run may change more. The propagator is put back on the agenda.
    NotAtFixpoint,
    /// The constraint holds for all remaining values. The propagator does not run until this state is undone.
    Entailed,
}

/// The cost class of a run. The cheapest propagator on the agenda runs first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Cost {
    /// Each variable separately, once.
    Unary,
    /// About one step per variable of the scope.
    Linear,
    /// About one step per pair of variables.
    Quadratic,
    /// More than one step per pair of variables.
    High,
    /// A constraint that follows from others. The propagator runs when no others have work to do.
    Redundant,
}

/// The consistency that a propagator guarantees at a fixpoint, from weakest to strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Strength {
    /// The propagator fails at the latest when every variable has one value and the constraint is violated.
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

/// A contradiction, as an early return from a propagator. The type is public because propagators can be written
/// outside of this crate (see [`Builder`](crate::csp::Builder)). There, only methods of [`Context`] create it. It is
/// not part of an answer: searches turn it into an [`Outcome`](crate::puzzle::Outcome).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conflict;

/// A procedure that enforces a constraint: narrows the domains of its scope without losing a solution.
pub trait Propagator<T: Trace>: Send {
    /// The variables that it reads and narrows. A propagator without variables never runs.
    fn scope(&self) -> &[Var];

    /// The changes of its variables after which it has work to do.
    fn wake(&self) -> Wake {
        Wake::Changed
    }

    /// The cost class of a run.
    fn cost(&self) -> Cost {
        Cost::Linear
    }

    /// The consistency that it guarantees at a fixpoint.
    fn strength(&self) -> Strength {
        Strength::Check
    }

    /// Appends literals from which `literal`, the statement that a value is not in a domain, follows together with
    /// the constraint. If `literal` is `None`, they explain a contradiction. The literals were true at the moment of
    /// `past`, when the propagator derived `literal`.
    ///
    /// The default is correct for every propagator: everything that its other variables had lost by then. (Values that
    /// the variable of the literal itself had lost are never needed.) With fewer literals, a conflict-driven search
    /// learns more from a conflict. A propagator of several constraints should give only literals of the constraint
    /// that caused the deduction. The harness in `testing` checks reasons by enumeration.
    ///
    /// Searches that learn and observers with [`Trace::explains`] call this, at any time before the deduction is
    /// undone.
    fn explain(&self, literal: Option<Literal>, past: &dyn Past, because: &mut Vec<Literal>) {
        if !learns::<T>() {
            return;
        }
        all_lost(self.scope(), literal, past, because);
    }

    /// Discards all state because the model is loaded again. Trailed words and readers have already been reset.
    fn reset(&mut self) {}

    /// Narrows domains, and returns the resulting state, or a conflict if the constraint cannot be satisfied.
    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict>;
}

/// Whether searches without an observer learn. Those of WebAssembly modules do not, because their size is limited.
pub(crate) const LEARNS: bool = !cfg!(target_family = "wasm");

/// Whether searches with this observer learn.
pub(crate) const fn learns<T: Trace>() -> bool {
    LEARNS || T::WATCHES
}

/// The domains at a moment of the past, as [`Propagator::explain`] sees them.
pub trait Past {
    /// The domain of a variable.
    fn domain(&self, var: Var) -> DigitSet;

    /// The domain of a variable before the first decision. Values that the variable had already lost then need no
    /// reason.
    fn initial(&self, var: Var) -> DigitSet;

    /// The time of the last change of a variable's domain; greater numbers are later.
    fn since(&self, var: Var) -> u32;

    /// Appends literals that explain why no digits of `digits` outside of the domain were in it: the value of a
    /// variable that had one value left, otherwise the missing values. Values that the variable never had need no
    /// literal.
    fn lost(&self, var: Var, digits: DigitSet, because: &mut Vec<Literal>);
}

/// Appends everything that the variables had lost, except for the variable of the literal.
pub(super) fn all_lost(vars: &[Var], literal: Option<Literal>, past: &dyn Past, because: &mut Vec<Literal>) {
    for &var in vars {
        if literal.is_none_or(|literal| literal.var != var) {
            past.lost(var, !DigitSet::EMPTY, because);
        }
    }
}

/// The interface of a model for a running propagator.
#[derive(Debug)]
pub struct Context<'a, T: Trace> {
    pub(super) space: &'a mut Space,
    pub(super) trace: &'a mut T,
    /// The number of the active constraint; `None` while the search changes domains.
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

    /// Narrows a domain to `left`, a proper subset of it. Fails if the domain becomes empty, except at
    /// [`Level::Filter`](crate::csp::Level::Filter), where the search finds this later.
    #[inline]
    pub fn narrow(&mut self, var: Var, left: DigitSet, reason: Reason<'_>) -> Result<(), Conflict> {
        let removed = self.space.domain(var).minus(left);
        debug_assert!(!removed.is_empty() && left.is_subset(self.space.domain(var)));
        // Usually, a single digit is removed. The test for this case saves a population count, which takes a dozen
        // instructions on a plain x86-64.
        self.space.eliminations += if removed.is_single() { 1 } else { removed.len() as u64 };
        self.change(var, left, reason, true)
    }

    /// The same as [`narrow`](Self::narrow), by the active constraint and because of the literals that `because`
    /// returns. `because` is called only if the trace is active.
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

    /// Removes one digit from a domain. `left`, which is not empty, remains. Returns whether that decided the variable.
    /// This is the most common case of [`narrow`](Self::narrow).
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

    /// Removes the digits of `gone` from a domain. They need not be in it.
    #[inline]
    pub fn exclude(&mut self, var: Var, gone: DigitSet, reason: Reason<'_>) -> Result<(), Conflict> {
        let old = self.space.domain(var);
        if (old & gone).is_empty() { Ok(()) } else { self.narrow(var, old.minus(gone), reason) }
    }

    /// The same as [`exclude`](Self::exclude), with a reason as in [`narrow_because`](Self::narrow_because).
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

    /// For a propagator of several constraints: sets the active constraint by its number.
    #[inline]
    pub fn within(&mut self, constraint: usize) {
        self.constraint = Some(constraint);
    }

    /// For a propagator over pairs: sets the first constraint that has both variables as active.
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

    /// Appends the values that were removed from domains since the reader last took or [skipped](Self::skip) changes,
    /// oldest first. Changes that were undone in between are left out.
    #[inline]
    pub fn take_removed(&mut self, reader: &Reader, removed: &mut Vec<Change>) {
        let Space { domains, words, .. } = &mut *self.space;
        let position = reader.skip(domains, words);
        removed.extend_from_slice(&domains.trail[position..]);
    }

    /// Appends the values that came back to domains since the last call, in no particular order: undone changes that
    /// the reader had taken or skipped. A trailed reader gets nothing.
    #[inline]
    pub fn take_restored(&mut self, reader: &Reader, restored: &mut Vec<Change>) {
        reader.take_restored(&mut self.space.domains, restored);
    }

    /// Moves the reader past all changes, because the propagator made the last ones itself.
    #[inline]
    pub fn skip(&mut self, reader: &Reader) {
        reader.skip(&mut self.space.domains, &mut self.space.words);
    }

    /// Reports a contradiction to the trace.
    #[cold]
    pub fn fail(&mut self, kind: FailureKind) -> Conflict {
        self.report_failure(kind, &[])
    }

    /// Reports that the active constraint is violated, because of the literals that `because` returns. `because` is
    /// called only if the trace is active.
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
                // This resets the decided state, because undoing a change makes its variable undecided, and the
                // variable was decided before the change.
                self.space.domains.take_back();
                self.space.emptied = Some(var);
            }
            Err(conflict)
        } else {
            Ok(())
        }
    }
}

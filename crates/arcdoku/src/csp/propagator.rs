//! What a propagator is, and what it sees of a model.
//!
//! How to write one:
//! 1. Say in its file which rule it enforces and how strongly, and cite where the algorithm is from.
//! 2. `scope`: the variables it is about. `wake`: the changes after which it has work to do.
//! 3. `propagate`: read domains through the [`Context`], narrow them through it, and say where you
//!    stand with a [`Status`]. Never keep anything that a taken-back change would make wrong; a
//!    hint that is checked before use (such as a matching) is fine.
//! 4. One line in the compiler, one call of the harness in `testing`, which checks it against the
//!    rule's `holds`: no solution is lost, every wrong assignment fails, a fixpoint is a fixpoint.
//!
//! Correctness comes first; make it incremental last, and only with a measurement.

use crate::csp::domain::Var;
use crate::csp::space::Space;
use crate::csp::trace::{FailureKind, Reason, Trace};
use crate::grid::DigitSet;

/// Where a propagator stands after it ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The rule cannot be kept any more.
    Failed,
    /// Running it again would change nothing.
    Fixpoint,
    /// It changed domains and may find more: it goes back on the agenda.
    NotAtFixpoint,
    /// Whatever its variables become, the rule is kept: it rests until this is taken back.
    Entailed,
}

/// How dear a run is. The cheapest on the agenda runs first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cost {
    /// Each variable by itself, once.
    Unary,
    /// About one step a variable of the scope.
    Linear,
    /// About one step a pair of variables.
    Quadratic,
    /// More than that.
    High,
}

/// The change of a variable after which a propagator has work to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wake {
    /// It was decided.
    Decided,
    /// Its domain lost a digit.
    Changed,
}

/// A contradiction on its way out of a propagator. Answers never carry it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict;

/// A rule at work: narrows the domains of its scope without losing a solution.
pub trait Propagator<T: Trace> {
    /// The variables it is about.
    fn scope(&self) -> &[Var];

    /// Which changes of its variables give it work.
    fn wake(&self) -> Wake {
        Wake::Changed
    }

    /// How dear a run is.
    fn cost(&self) -> Cost {
        Cost::Linear
    }

    /// Forgets everything about a puzzle: the model was loaded anew.
    fn reset(&mut self) {}

    /// Narrows domains, and says where it stands.
    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Status;
}

/// What a propagator sees and may do while it runs.
#[derive(Debug)]
pub struct Context<'a, T: Trace> {
    pub(super) space: &'a mut Space,
    pub(super) trace: &'a mut T,
    /// The scope in which the propagator works, or none while the search acts.
    pub(super) scope: Option<usize>,
}

impl<T: Trace> Context<'_, T> {
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

    /// Narrows a domain to `left`, a proper subset of what it is. Fails if nothing is left (but
    /// for [`Level::Filter`](crate::csp::Level::Filter), which leaves that for the search to see).
    #[inline]
    pub fn narrow(&mut self, var: Var, left: DigitSet, reason: Reason) -> Result<(), Conflict> {
        let removed = self.space.domain(var).minus(left);
        debug_assert!(!removed.is_empty() && left.is_subset(self.space.domain(var)));
        // Most often a single digit goes, and a population count is a dozen instructions on a
        // plain x86-64.
        self.space.eliminations += if removed.is_single() { 1 } else { removed.len() as u64 };
        self.change(var, left, reason, true)
    }

    /// Takes one digit out of a domain, so that `left`, which is not empty, is left; says whether
    /// that decided the variable. This is [`narrow`](Self::narrow) for the commonest case.
    #[inline]
    pub fn remove_one(&mut self, var: Var, left: DigitSet, reason: Reason) -> bool {
        debug_assert!(!left.is_empty() && self.space.domain(var).minus(left).is_single());
        self.space.eliminations += 1;
        let decides = self.space.change(var, left, true);
        if T::WATCHES {
            self.space.report_step(self.scope, var, decides, reason, self.trace);
        }
        decides
    }

    /// Narrows a domain by all of `gone`, if any of it is there.
    #[inline]
    pub fn exclude(&mut self, var: Var, gone: DigitSet, reason: Reason) -> Result<(), Conflict> {
        let old = self.space.domain(var);
        if (old & gone).is_empty() { Ok(()) } else { self.narrow(var, old.minus(gone), reason) }
    }

    /// For a propagator over many scopes: what follows happens in the scope with this number.
    #[inline]
    pub fn within(&mut self, scope: usize) {
        self.scope = Some(scope);
    }

    /// The same for a propagator over pairs: in the first scope that has both variables.
    pub fn within_common(&mut self, a: Var, b: Var) {
        let (of_a, of_b) = (self.space.scopes_of(a), self.space.scopes_of(b));
        self.scope = of_a.iter().find(|scope| of_b.contains(scope)).map(|&scope| scope as usize);
    }

    /// Counts one revision of an arc.
    #[inline]
    pub fn count_revision(&mut self) {
        self.space.revisions += 1;
    }

    /// Appends what left the domains since this was last asked, change by change. The log is for
    /// the one propagator of a model that keeps a state of its own; what was taken back before it
    /// was asked for is not in it.
    pub fn take_removed(&mut self, removed: &mut Vec<(Var, DigitSet)>) {
        removed.append(&mut self.space.log.removed);
    }

    /// Appends what came back to the domains since this was last asked. That may be more than was
    /// ever seen to leave: restoring must do no harm to what is there.
    pub fn take_restored(&mut self, restored: &mut Vec<(Var, DigitSet)>) {
        restored.append(&mut self.space.log.restored);
    }

    /// Drops the log of what came back.
    pub fn forget_restored(&mut self) {
        self.space.log.restored.clear();
    }

    /// Drops the log of what left: the propagator removed it itself and knows it.
    pub fn forget_log(&mut self) {
        self.space.log.removed.clear();
    }

    /// Reports a contradiction to the trace.
    #[cold]
    pub fn fail(&mut self, kind: FailureKind) -> Conflict {
        self.space.failed_scope = self.scope;
        if T::WATCHES {
            self.space.report_failure(self.scope, kind, self.trace);
        }
        Conflict
    }

    #[inline]
    pub(super) fn change(
        &mut self,
        var: Var,
        left: DigitSet,
        reason: Reason,
        own: bool,
    ) -> Result<(), Conflict> {
        let decides = self.space.change(var, left, own);
        if T::WATCHES {
            self.space.report_step(self.scope, var, decides, reason, self.trace);
        }
        if left.is_empty() && !self.space.lenient {
            Err(self.fail(FailureKind::EmptyDomain(var)))
        } else {
            Ok(())
        }
    }
}

//! The fixpoint loop: runs the propagators on the agenda, cheapest first, until nothing changes.

use std::fmt;

use crate::csp::constraint::Constraint;
use crate::csp::domain::Var;
use crate::csp::level::Level;
use crate::csp::propagator::{Conflict, Context, Past, Propagator, Status, Strength};
use crate::csp::space::Space;
use crate::csp::trace::{Literal, Reason, Trace};
use crate::grid::{Digit, DigitSet, Shape};
use crate::puzzle::Rule;

/// Constraints, implemented by propagators over domains, ready to be loaded and searched.
///
/// [`compile`](Self::compile) creates a model from a puzzle; a [`Builder`](crate::csp::Builder) creates a model from
/// any variables and constraints.
pub struct Model<T: Trace> {
    pub(super) level: Level,
    /// The shape and the rules that it was compiled for.
    pub(super) source: Option<(Shape, Vec<Rule>)>,
    pub(super) space: Space,
    pub(super) propagators: Vec<Posted<T>>,
}

/// A propagator in a model.
pub(super) struct Posted<T> {
    pub(super) propagator: Box<dyn Propagator<T>>,
    /// The number of its constraint, if it has exactly one.
    pub(super) constraint: Option<usize>,
}

/// A state of a model, for [`Model::undo`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    trail: u32,
    words: u32,
    entailed: u32,
}

impl<T: Trace> fmt::Debug for Model<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Model")
            .field("level", &self.level)
            .field("space", &self.space)
            .finish_non_exhaustive()
    }
}

impl<T: Trace> Model<T> {
    /// Runs propagators until none has work to do or one fails.
    ///
    /// After a failure the domains are meaningless until [`undo`](Self::undo) restores them.
    pub fn propagate(&mut self, trace: &mut T) -> Result<(), Conflict> {
        while let Some(index) = self.space.agenda.pop() {
            self.run_propagator(index, trace)?;
        }
        Ok(())
    }

    /// Runs a propagator that was taken from the agenda.
    #[inline]
    pub(super) fn run_propagator(&mut self, index: usize, trace: &mut T) -> Result<(), Conflict> {
        self.space.runs += 1;
        let Posted { propagator, constraint } = &mut self.propagators[index];
        let before = self.space.domains.trail.len();
        let mut cx = Context { space: &mut self.space, trace, constraint: *constraint };
        let result = propagator.propagate(&mut cx);
        if T::WATCHES && constraint.is_some() && trace.explains() {
            explain_run(&**propagator, &self.space, before, result.is_err(), trace);
        }
        match result? {
            Status::Fixpoint => self.space.agenda.set_pending(index, false),
            Status::NotAtFixpoint => self.space.agenda.set_pending(index, true),
            Status::Entailed => {
                self.space.agenda.set_resting(index, true);
                self.space.entailed.push(index as u32);
            }
        }
        Ok(())
    }

    /// Decides a variable: the search has chosen `digit`.
    ///
    /// The variable must be undecided and the digit must be in its domain. Debug builds check this; in release
    /// builds, a wrong call makes all later results meaningless.
    pub fn decide(&mut self, var: Var, digit: Digit, trace: &mut T) {
        let set = DigitSet::single(digit);
        debug_assert!(set.is_subset(self.space.domain(var)) && !self.space.is_decided(var));
        self.space.domains.narrow(var, set);
        self.space.domains.mark_decided(var);
        self.space.wake(var);
        if T::WATCHES {
            self.space.report_step(None, var, true, Reason::Choice, trace);
        }
    }

    /// Forbids a value that the search has refuted.
    pub fn forbid(&mut self, var: Var, digit: Digit, trace: &mut T) -> Result<(), Conflict> {
        let left = self.space.domain(var).minus(DigitSet::single(digit));
        self.space.failed_constraint = None;
        Context { space: &mut self.space, trace, constraint: None }.change(var, left, Reason::Refuted, false)
    }

    /// Marks the current state, for [`undo`](Self::undo). It must be a fixpoint of [`propagate`](Self::propagate)
    /// because the agenda is not saved.
    pub fn mark(&mut self) -> Mark {
        let Space { domains, words, entailed, .. } = &mut self.space;
        Mark {
            trail: domains.trail.len() as u32,
            words: words.mark() as u32,
            entailed: entailed.len() as u32,
        }
    }

    /// Undoes all changes since `mark`, and empties the agenda.
    pub fn undo(&mut self, mark: Mark) {
        let Space { domains, words, agenda, entailed, .. } = &mut self.space;
        domains.undo(mark.trail as usize);
        words.undo(mark.words as usize);
        for &index in &entailed[mark.entailed as usize..] {
            agenda.set_resting(index as usize, false);
        }
        entailed.truncate(mark.entailed as usize);
        agenda.pending.fill(0);
    }

    /// The state of the model: domains, constraints and counters.
    #[inline]
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// The inference level.
    pub fn level(&self) -> Level {
        self.level
    }

    /// The constraints, by number.
    pub fn constraints(&self) -> &[Constraint] {
        self.space.constraints()
    }

    /// Whether the constraints hold for all remaining values: every propagator is entailed, or every variable has one
    /// value. This is meaningful only at a fixpoint.
    pub(super) fn is_entailed(&self) -> bool {
        self.space.agenda.all_rest() || self.space.domains().iter().all(|set| set.is_single())
    }

    /// The consistency that the constraint with this number has at a fixpoint: the consistency of the strongest
    /// propagator that enforces only this constraint. A propagator of several constraints guarantees nothing.
    pub fn strength(&self, constraint: usize) -> Strength {
        let own = self.propagators.iter().filter(|posted| posted.constraint == Some(constraint));
        own.map(|posted| posted.propagator.strength()).max().unwrap_or(Strength::Check)
    }
}

/// Reports the explanations of the changes that a propagator has just made, beginning at the position `before` of the
/// trail.
fn explain_run<T: Trace>(
    propagator: &dyn Propagator<T>,
    space: &Space,
    before: usize,
    is_failure: bool,
    trace: &mut T,
) {
    let mut because = Vec::new();
    for at in before..space.domains.trail.len() {
        let (var, gone) = space.domains.trail[at];
        for digit in gone {
            let literal = Some(Literal::is_not(var, digit));
            because.clear();
            propagator.explain(literal, &Earlier { space, at }, &mut because);
            trace.explained(literal, &because);
        }
    }
    if is_failure {
        because.clear();
        let at = space.domains.trail.len();
        propagator.explain(None, &Earlier { space, at }, &mut because);
        trace.explained(None, &because);
    }
}

/// The domains before the change at a position of the trail.
struct Earlier<'a> {
    space: &'a Space,
    at: usize,
}

impl Past for Earlier<'_> {
    fn domain(&self, var: Var) -> DigitSet {
        let later = self.space.domains.trail[self.at..].iter().filter(|change| change.0 == var);
        later.fold(self.space.domain(var), |domain, change| domain | change.1)
    }

    fn initial(&self, var: Var) -> DigitSet {
        self.space.initial[var.index()]
    }

    fn since(&self, var: Var) -> u32 {
        let earlier = &self.space.domains.trail[..self.at];
        earlier.iter().rposition(|change| change.0 == var).map_or(0, |at| at as u32 + 1)
    }

    fn lost(&self, var: Var, digits: DigitSet, because: &mut Vec<Literal>) {
        let (domain, wanted) = (self.domain(var), self.initial(var) & digits);
        match domain.only() {
            Some(digit) if !wanted.minus(domain).is_empty() => because.push(Literal::is(var, digit)),
            _ => because.extend(wanted.minus(domain).iter().map(|digit| Literal::is_not(var, digit))),
        }
    }
}

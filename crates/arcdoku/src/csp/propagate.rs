//! The fixpoint loop: run what is on the agenda, cheapest first, until nothing changes.

use crate::csp::domain::{Mark, Var};
use crate::csp::level::Level;
use crate::csp::propagator::{Conflict, Context, Propagator, Status};
use crate::csp::space::{Agenda, Space};
use crate::csp::trace::{Reason, Trace};
use crate::grid::{Digit, DigitSet, Shape};
use crate::puzzle::Rule;

/// A puzzle's rules as propagators over domains, ready to be loaded with clues.
pub struct Model<T: Trace> {
    pub(super) shape: Shape,
    pub(super) rules: Vec<Rule>,
    pub(super) level: Level,
    pub(super) space: Space,
    pub(super) propagators: Vec<Box<dyn Propagator<T>>>,
    /// The scope of each propagator that has just one.
    pub(super) scope_of: Vec<Option<usize>>,
}

impl<T: Trace> Model<T> {
    /// Runs propagators until none has work to do, or one fails.
    ///
    /// After a failure the domains are of no use until they are taken back with
    /// [`undo`](Self::undo).
    pub fn propagate(&mut self, trace: &mut T) -> Result<(), Conflict> {
        while let Some(index) = self.space.agenda.pop() {
            self.space.runs += 1;
            let mut cx = Context { space: &mut self.space, trace, scope: self.scope_of[index] };
            match self.propagators[index].propagate(&mut cx) {
                Status::Fixpoint => Agenda::set(&mut self.space.agenda.pending, index, false),
                Status::NotAtFixpoint => Agenda::set(&mut self.space.agenda.pending, index, true),
                Status::Entailed => {
                    Agenda::set(&mut self.space.agenda.resting, index, true);
                    self.space.entailed.push(index as u32);
                }
                Status::Failed => return Err(Conflict),
            }
        }
        Ok(())
    }

    /// Decides a variable: the search chose `digit`.
    ///
    /// The variable must be undecided and the digit in its domain; anything else is an error of the
    /// caller that is found in debug builds only, and makes all that follows worthless.
    pub fn decide(&mut self, var: Var, digit: Digit, trace: &mut T) {
        let set = DigitSet::single(digit);
        debug_assert!(set.is_subset(self.space.domain(var)) && !self.space.is_decided(var));
        self.space.domains.replace(var, set);
        self.space.domains.mark_decided(var);
        self.space.wake(var);
        if T::WATCHES {
            self.space.report_step(None, var, true, Reason::Choice, trace);
        }
    }

    /// Forbids a value that the search has refuted.
    pub fn forbid(&mut self, var: Var, digit: Digit, trace: &mut T) -> Result<(), Conflict> {
        let left = self.space.domain(var).minus(DigitSet::single(digit));
        self.space.failed_scope = None;
        Context { space: &mut self.space, trace, scope: None }.change(var, left, Reason::Refuted, false)
    }

    /// The present state, to come back to. Mark only what [`propagate`](Self::propagate) brought to
    /// rest: what is on the agenda is not remembered.
    pub fn mark(&self) -> Mark {
        Mark { trail: self.space.domains.trail.len() as u32, entailed: self.space.entailed.len() as u32 }
    }

    /// Takes everything since `mark` back, and empties the agenda.
    pub fn undo(&mut self, mark: Mark) {
        let space = &mut self.space;
        space.log.removed.clear();
        let restored = space.log.kept.then_some(&mut space.log.restored);
        space.domains.undo(mark.trail as usize, restored);
        for &index in &space.entailed[mark.entailed as usize..] {
            Agenda::set(&mut space.agenda.resting, index as usize, false);
        }
        space.entailed.truncate(mark.entailed as usize);
        space.agenda.pending.fill(0);
    }

    /// The domains and what belongs to them.
    #[inline]
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// The shape of the puzzle.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The inference level.
    pub fn level(&self) -> Level {
        self.level
    }
}

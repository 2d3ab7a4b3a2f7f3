//! The interface of a model for conflict-driven search: narrowing from outside, single propagator runs, and reasons.

use crate::csp::builder::Builder;
use crate::csp::constraint::Constraint;
use crate::csp::domain::{Change, Var};
use crate::csp::propagate::Model;
use crate::csp::propagator::Past;
use crate::csp::trace::{Literal, Trace};
use crate::grid::DigitSet;
use crate::puzzle::Puzzle;

/// The result of one run of a propagator.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    /// The number of the propagator.
    pub(crate) propagator: u32,
    /// Whether the propagator found no contradiction.
    pub(crate) consistent: bool,
}

impl<T: Trace> Model<T> {
    /// The same as [`compile`](Self::compile), but without the propagators of houses, for a search that enforces
    /// houses itself. The first constraints of the model are the houses; also returns their number.
    pub(crate) fn compile_relations(puzzle: &Puzzle) -> (Self, usize) {
        let (builder, houses) = Builder::of_relations(puzzle);
        let mut model = builder.finish();
        model.source = Some((puzzle.shape(), puzzle.rules().to_vec()));
        (model, houses)
    }

    /// Whether the model has any propagators.
    pub(crate) fn propagates(&self) -> bool {
        !self.propagators.is_empty()
    }

    /// Narrows a domain to `left`, which was derived elsewhere and is not empty. If one value is left, this decides
    /// the variable, at any level.
    pub(crate) fn narrow_to(&mut self, var: Var, left: DigitSet) {
        let space = &mut self.space;
        debug_assert!(!left.is_empty() && left.is_subset(space.domain(var)));
        let decides = left.is_single() && !space.is_decided(var);
        if decides || left != space.domain(var) {
            space.domains.narrow(var, left);
            if decides {
                space.domains.mark_decided(var);
            }
            space.wake(var);
        }
    }

    /// Runs the next propagator of the agenda, if any.
    pub(crate) fn run_next(&mut self, trace: &mut T) -> Option<Run> {
        let index = self.space.agenda.pop()?;
        // Otherwise, the variable of an earlier run would be mistaken for the reason of this one.
        self.space.emptied = None;
        let consistent = self.run_propagator(index, trace).is_ok();
        Some(Run { propagator: index as u32, consistent })
    }

    /// The number of changes of domains so far.
    pub(crate) fn changes(&self) -> usize {
        self.space.domains.trail.len()
    }

    /// A change of a domain.
    pub(crate) fn change(&self, number: usize) -> Change {
        self.space.domains.trail[number]
    }

    /// Returns why a propagator derived the literal, or a contradiction; see
    /// [`Propagator::explain`](crate::csp::Propagator::explain).
    pub(crate) fn explain(
        &self,
        propagator: u32,
        literal: Option<Literal>,
        past: &dyn Past,
        because: &mut Vec<Literal>,
    ) {
        self.propagators[propagator as usize].propagator.explain(literal, past, because);
    }

    /// The constraint of a propagator; `None` if it enforces several.
    pub(crate) fn constraint_of(&self, propagator: u32) -> Option<&Constraint> {
        let number = self.propagators[propagator as usize].constraint?;
        Some(&self.space.constraints()[number])
    }

    /// The variable whose only value a propagator removed in the last failed run.
    pub(crate) fn emptied(&self) -> Option<Var> {
        self.space.emptied
    }
}

//! Candidate restrictions: each variable takes a digit of its set.
//!
//! This unary rule is the smallest example of a propagator. It narrows every domain once and is then entailed (node
//! consistency, Mackworth 1977).

use crate::csp::domain::Var;
use crate::csp::propagator::{Conflict, Context, Cost, Propagator, Status};
use crate::csp::trace::{FailureKind, Reason, Trace};
use crate::grid::DigitSet;

/// Every variable takes a digit of its set.
#[derive(Debug)]
pub struct Restrict {
    vars: Box<[Var]>,
    sets: Box<[DigitSet]>,
}

impl Restrict {
    /// Restricts the i-th variable to the i-th set.
    pub fn new(sets: &[DigitSet]) -> Self {
        Self { vars: (0..sets.len()).map(Var::new).collect(), sets: sets.into() }
    }

    /// Restricts these variables to one set.
    pub fn to(vars: Box<[Var]>, set: DigitSet) -> Self {
        let sets = vec![set; vars.len()].into();
        Self { vars, sets }
    }
}

impl<T: Trace> Propagator<T> for Restrict {
    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn cost(&self) -> Cost {
        Cost::Unary
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        for (&var, &set) in self.vars.iter().zip(&self.sets) {
            if cx.is_decided(var) && !cx.domain(var).is_subset(set) {
                return Err(cx.fail(FailureKind::NotAllowed(var)));
            }
            cx.exclude(var, !set, Reason::Restricted)?;
        }
        Ok(Status::Entailed)
    }
}

//! All-different by looking at decided variables only.
//!
//! The weak levels of the textbooks: plain backtracking checks pairs, forward checking (R. M.
//! Haralick and G. L. Elliott, "Increasing tree search efficiency for constraint satisfaction
//! problems", Artificial Intelligence 14, 1980) eliminates values, and value consistency goes on
//! from every domain of one. How far it goes is not said here: the space decides whether a domain
//! of one digit counts as decided, and whether an empty one fails at once.

use crate::csp::domain::Var;
use crate::csp::propagator::{Conflict, Context, Propagator, Status, Wake};
use crate::csp::trace::{FailureKind, Reason, Trace};
use crate::grid::DigitSet;

/// The variables of a house take different digits, as far as decided ones show it.
#[derive(Debug)]
pub struct AllDifferent {
    vars: Box<[Var]>,
    /// Whether decided digits leave the other domains, or violated pairs are only found.
    eliminates: bool,
}

impl AllDifferent {
    /// Fails if two decided variables have the same digit.
    pub fn check(vars: Box<[Var]>) -> Self {
        Self { vars, eliminates: false }
    }

    /// Removes the digits of decided variables from the others.
    pub fn eliminate(vars: Box<[Var]>) -> Self {
        Self { vars, eliminates: true }
    }

    fn run<T: Trace>(&self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        let mut taken = DigitSet::EMPTY;
        for &var in &self.vars {
            if cx.is_decided(var) {
                if !(taken & cx.domain(var)).is_empty() {
                    return Err(cx.fail(FailureKind::Clash));
                }
                taken |= cx.domain(var);
            }
        }
        if !self.eliminates {
            return Ok(Status::Fixpoint);
        }
        let mut decided = false;
        for &var in &self.vars {
            if !cx.is_decided(var) {
                cx.exclude(var, taken, Reason::Taken)?;
                decided |= cx.is_decided(var);
            }
        }
        Ok(if decided { Status::NotAtFixpoint } else { Status::Fixpoint })
    }
}

impl<T: Trace> Propagator<T> for AllDifferent {
    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn wake(&self) -> Wake {
        Wake::Decided
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Status {
        self.run(cx).unwrap_or(Status::Failed)
    }
}

//! All-different, enforced on decided variables only.
//!
//! These are the weaker consistency levels that textbooks describe. Plain backtracking checks pairs, forward checking
//! (R. M. Haralick and G. L. Elliott, "Increasing tree search efficiency for constraint satisfaction problems",
//! Artificial Intelligence 14, 1980) eliminates values, and value consistency continues from every domain of one digit.
//! The space determines which of these applies: whether a domain of one digit counts as decided, and whether an empty
//! domain fails immediately.

use crate::csp::domain::Var;
use crate::csp::propagator::{Conflict, Context, Propagator, Status, Wake};
use crate::csp::trace::{FailureKind, Reason, Trace};
use crate::grid::DigitSet;

/// The variables of a house take different digits. Only decided variables are considered.
#[derive(Debug)]
pub struct AllDifferent {
    vars: Box<[Var]>,
    /// Whether the digit of a decided variable is removed from the other domains. If not, decided variables are only
    /// compared with each other.
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
}

impl<T: Trace> Propagator<T> for AllDifferent {
    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn wake(&self) -> Wake {
        Wake::Decided
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
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

//! Strictly increasing sequences, domain consistent.
//!
//! Each variable lies above the least digit of the variable before it and below the greatest digit of the variable
//! after it. One pass up and one pass down suffice: the binary constraints form a path, on which arc consistency
//! leaves no value without a solution (E. C. Freuder, "A sufficient condition for backtrack-free search", Journal of
//! the ACM 29, 1982).

use crate::csp::domain::Var;
use crate::csp::propagator::{Conflict, Context, Past, Propagator, Status, Strength, all_lost, learns};
use crate::csp::propagators::relaxed::Seen;
use crate::csp::space::Space;
use crate::csp::trace::{Literal, Trace};
use crate::grid::{Digit, DigitSet};

/// The digits of the variables increase, in their order.
#[derive(Debug)]
pub struct Increasing {
    vars: Box<[Var]>,
}

impl Increasing {
    /// `vars` are in ascending order of their digits.
    pub fn new(vars: Box<[Var]>) -> Self {
        Self { vars }
    }

    fn first<T: Trace>(&self, cx: &mut Context<'_, T>, var: Var) -> Result<Digit, Conflict> {
        cx.domain(var).first().ok_or_else(|| self.fail(cx))
    }

    fn last<T: Trace>(&self, cx: &mut Context<'_, T>, var: Var) -> Result<Digit, Conflict> {
        cx.domain(var).last().ok_or_else(|| self.fail(cx))
    }

    fn fail<T: Trace>(&self, cx: &mut Context<'_, T>) -> Conflict {
        cx.fail_because(|space| space.lost(self.vars.iter().copied()))
    }
}

/// The literals for those digits of `digits` that the variable has lost.
fn missing(space: &Space, var: Var, digits: DigitSet) -> Vec<Literal> {
    let mut literals = space.lost([var]);
    literals.retain(|literal| literal.holds || digits.contains(literal.digit));
    literals
}

impl<T: Trace> Propagator<T> for Increasing {
    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn strength(&self) -> Strength {
        Strength::Domain
    }

    /// The reason is an earlier variable that begins too high, or a later one that ends too low, or both.
    fn explain(&self, literal: Option<Literal>, past: &dyn Past, because: &mut Vec<Literal>) {
        if !learns::<T>() {
            return;
        }
        let seen: Vec<Seen> = self.vars.iter().map(|&var| Seen::new(var, literal, past)).collect();
        for (i, low) in seen.iter().enumerate() {
            let Some(first) = low.now.first() else { break };
            for (j, high) in seen.iter().enumerate().skip(i + 1) {
                // The greatest digit that is too low for `high`.
                let end = first.index() + (j - i);
                let fits = !DigitSet::all(end.min(64));
                if high.now.is_disjoint(fits) {
                    low.explain(!DigitSet::all(first.index()), past, because);
                    high.explain(!fits, past, because);
                    return;
                }
            }
        }
        all_lost(&self.vars, literal, past, because);
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        for pair in self.vars.windows(2) {
            let least = self.first(cx, pair[0])?;
            let low = DigitSet::all(least.index() + 1);
            cx.exclude_because(pair[1], low, |space| missing(space, pair[0], DigitSet::all(least.index())))?;
        }
        let mut apart = true;
        for pair in self.vars.windows(2).rev() {
            let greatest = self.last(cx, pair[1])?;
            let low = DigitSet::all(greatest.index());
            cx.exclude_because(pair[0], !low, |space| {
                missing(space, pair[1], !DigitSet::all(greatest.index() + 1))
            })?;
            apart &= self.last(cx, pair[0])? < self.first(cx, pair[1])?;
        }
        Ok(if apart { Status::Entailed } else { Status::Fixpoint })
    }
}

//! Any constraint, enforced only through a function that defines its meaning.
//!
//! Decided variables must not violate the constraint. If a single variable is undecided, its values are tried
//! (forward checking of constraints of any size: P. Van Hentenryck, "Constraint Satisfaction in Logic Programming",
//! MIT Press 1989).

use std::fmt;

use crate::csp::domain::Var;
use crate::csp::propagator::{Conflict, Context, Propagator, Status, Wake};
use crate::csp::trace::{Literal, Trace};
use crate::grid::{Digit, DigitSet};

/// The meaning of a constraint: returns true unless the known digits violate it.
type Meaning = Box<dyn Fn(&[Option<Digit>]) -> bool + Send>;

/// The variables satisfy a constraint that is given as a function.
pub struct Checked {
    vars: Box<[Var]>,
    holds: Meaning,
    /// Scratch memory for the digits of the variables.
    digits: Box<[Option<Digit>]>,
}

impl fmt::Debug for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Checked").field("vars", &self.vars).finish_non_exhaustive()
    }
}

impl Checked {
    /// `holds` receives the digits of the variables in order, with `None` for undecided variables, and returns whether
    /// they can still satisfy the constraint. If all variables have digits, the result must be exact.
    pub fn new(vars: Box<[Var]>, holds: impl Fn(&[Option<Digit>]) -> bool + Send + 'static) -> Self {
        let digits = vec![None; vars.len()].into();
        Self { vars, holds: Box::new(holds), digits }
    }
}

impl<T: Trace> Propagator<T> for Checked {
    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn wake(&self) -> Wake {
        Wake::Decided
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        let Self { vars, holds, digits } = self;
        let mut open: Option<Var> = None;
        let mut several = false;
        for (digit, &var) in digits.iter_mut().zip(&**vars) {
            *digit = cx.domain(var).only().filter(|_| cx.is_decided(var));
            if digit.is_none() {
                several |= open.is_some_and(|other| other != var);
                open = Some(var);
            }
        }
        let decided = |digits: &[Option<Digit>]| -> Vec<Literal> {
            let known = vars.iter().zip(digits);
            known.filter_map(|(&var, &digit)| Some(Literal::is(var, digit?))).collect()
        };
        let last = open.filter(|_| !several);
        let Some(last) = last else {
            return if !holds(digits) {
                Err(cx.fail_because(|_| decided(digits)))
            } else if several {
                Ok(Status::Fixpoint)
            } else {
                Ok(Status::Entailed)
            };
        };
        let because = if T::WATCHES { decided(digits) } else { Vec::new() };
        let mut keep = DigitSet::EMPTY;
        for digit in cx.domain(last) {
            for (place, &var) in digits.iter_mut().zip(&**vars) {
                if var == last {
                    *place = Some(digit);
                }
            }
            if holds(digits) {
                keep.insert(digit);
            }
        }
        if keep.is_empty() {
            return Err(cx.fail_because(|_| because));
        }
        cx.exclude_because(last, !keep, |_| because)?;
        Ok(Status::Entailed)
    }
}

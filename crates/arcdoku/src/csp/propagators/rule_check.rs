//! Any constraint, checked through the meaning of its rule.
//!
//! The weakest correct propagator: it looks at decided variables only, asks the rule whether it still
//! holds, and removes nothing. It serves the level of plain backtracking, and every rule without a
//! propagator of its own.

use crate::csp::domain::Var;
use crate::csp::propagator::{Context, Propagator, Status, Wake};
use crate::csp::trace::{Literal, Trace};
use crate::grid::{Digit, Shape};
use crate::puzzle::Rule;

/// The decided variables of a constraint do not violate it.
#[derive(Debug)]
pub struct RuleCheck {
    rule: Rule,
    shape: Shape,
    vars: Box<[Var]>,
    /// Memory for the check: the cells of the constraint, all others empty.
    grid: Box<[Option<Digit>]>,
}

impl RuleCheck {
    /// A constraint of `rule` over the variables of these cells.
    pub fn new(rule: Rule, shape: Shape, vars: Box<[Var]>) -> Self {
        Self { rule, shape, vars, grid: vec![None; shape.cells()].into() }
    }
}

impl<T: Trace> Propagator<T> for RuleCheck {
    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn wake(&self) -> Wake {
        Wake::Decided
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Status {
        let mut open = false;
        for &var in &self.vars {
            let digit = cx.domain(var).first().filter(|_| cx.is_decided(var));
            open |= digit.is_none();
            self.grid[var.index()] = digit;
        }
        if self.rule.holds(self.shape, &self.grid) {
            return if open { Status::Fixpoint } else { Status::Entailed };
        }
        let decided = |&var: &Var| Some(Literal::is(var, self.grid[var.index()]?));
        cx.fail_because(|_| self.vars.iter().filter_map(decided).collect());
        Status::Failed
    }
}

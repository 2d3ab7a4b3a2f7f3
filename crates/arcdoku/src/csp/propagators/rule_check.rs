//! Any constraint, checked through the meaning of its relation.
//!
//! The weakest correct propagator: it checks whether the relation still holds for the decided variables, and removes
//! nothing. It is used at the level of plain backtracking, and for every relation without a special propagator. It is
//! the constraint check of backtracking (Golomb and Baumert 1965).

use crate::csp::domain::Var;
use crate::csp::propagator::{Conflict, Context, Propagator, Status, Wake};
use crate::csp::trace::{Literal, Trace};
use crate::grid::Digit;
use crate::puzzle::relation::Relation;

/// The decided variables of a constraint do not violate it.
#[derive(Debug)]
pub struct RuleCheck {
    relation: Relation,
    digits: usize,
    vars: Box<[Var]>,
    /// Scratch memory for the decided digits.
    cells: Box<[Option<Digit>]>,
}

impl RuleCheck {
    /// Creates the check of a relation between variables with digits from 1 to `digits`.
    pub fn new(relation: Relation, digits: usize, vars: Box<[Var]>) -> Self {
        let cells = vec![None; vars.len()].into();
        Self { relation, digits, vars, cells }
    }
}

impl<T: Trace> Propagator<T> for RuleCheck {
    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn wake(&self) -> Wake {
        Wake::Decided
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        let mut open = false;
        for (cell, &var) in self.cells.iter_mut().zip(&self.vars) {
            *cell = cx.domain(var).first().filter(|_| cx.is_decided(var));
            open |= cell.is_none();
        }
        if self.relation.holds(self.digits, &self.cells) {
            return Ok(if open { Status::Fixpoint } else { Status::Entailed });
        }
        let decided = |(&var, cell): (&Var, &Option<Digit>)| Some(Literal::is(var, (*cell)?));
        Err(cx.fail_because(|_| self.vars.iter().zip(&self.cells).filter_map(decided).collect()))
    }
}

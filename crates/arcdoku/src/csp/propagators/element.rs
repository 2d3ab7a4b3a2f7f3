//! A list indexed by a variable, domain consistent.
//!
//! "The variable at position x has the value y" (P. Van Hentenryck and J.-P. Carillon, "Generality versus
//! specificity: an experience with AI and OR techniques", AAAI 1988). An index is possible if its variable shares a
//! digit with the value, and a value is possible if the variable of a possible index has it.

use crate::csp::domain::Var;
use crate::csp::propagator::{Conflict, Context, Propagator, Status, Strength};
use crate::csp::propagators::count::repeats;
use crate::csp::trace::Trace;
use crate::grid::{Digit, DigitSet};

/// The list's variable at an index equals a value; the index and the value are variables, too.
#[derive(Debug)]
pub struct Element {
    /// The index and the value, followed by the list.
    scope: Box<[Var]>,
    offset: i32,
    repeats: bool,
}

impl Element {
    /// The variable of `list` at the position (from 0) given by the digit of `index` plus `offset` has the digit of
    /// `value`. Positions outside of the list are not possible.
    pub fn new(index: Var, offset: i32, list: &[Var], value: Var) -> Self {
        let scope: Box<[Var]> = [index, value].into_iter().chain(list.iter().copied()).collect();
        Self { offset, repeats: repeats(&scope), scope }
    }
}

impl<T: Trace> Propagator<T> for Element {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn strength(&self) -> Strength {
        if self.repeats { Strength::Check } else { Strength::Domain }
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        let (index, value, list) = (self.scope[0], self.scope[1], &self.scope[2..]);
        let before = cx.space().eliminations();
        let at = |digit: Digit| {
            let position = usize::try_from(i32::from(digit.get()) + self.offset).ok()?;
            list.get(position).copied()
        };
        let wanted = cx.domain(value);
        let (mut indices, mut values) = (DigitSet::EMPTY, DigitSet::EMPTY);
        for digit in cx.domain(index) {
            let common = at(digit).map_or(DigitSet::EMPTY, |var| cx.domain(var) & wanted);
            if !common.is_empty() {
                indices.insert(digit);
                values |= common;
            }
        }
        if indices.is_empty() {
            return Err(cx.fail_because(|space| space.lost(self.scope.iter().copied())));
        }
        let others = |var: Var| self.scope.iter().copied().filter(move |&other| other != var);
        cx.exclude_because(index, !indices, |space| space.lost(others(index)))?;
        cx.exclude_because(value, !values, |space| space.lost(others(value)))?;
        if let Some(var) = indices.only().and_then(at) {
            cx.exclude_because(var, !values, |space| space.lost([index, value]))?;
            if values.is_single() && cx.domain(value).is_single() && cx.domain(index).is_single() {
                return Ok(Status::Entailed);
            }
        }
        let changed = cx.space().eliminations() != before;
        Ok(if self.repeats && changed { Status::NotAtFixpoint } else { Status::Fixpoint })
    }
}

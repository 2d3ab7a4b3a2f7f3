//! Lists with the same digits, each as often.
//!
//! For each digit, the list that has it most often for certain and the list that can have it least often bound how
//! often all of them have it. That is domain consistent for lists of one variable, and otherwise less.

use crate::csp::domain::Var;
use crate::csp::propagator::{Conflict, Context, Propagator, Status, Strength};
use crate::csp::trace::Trace;
use crate::grid::{Digit, DigitSet};

/// All lists have the same digits, each of them equally often.
#[derive(Debug)]
pub struct SameValues {
    lists: Box<[Box<[Var]>]>,
    vars: Box<[Var]>,
}

impl SameValues {
    /// Lists of equal length; with lists of different lengths it always fails.
    pub fn new(lists: Vec<Box<[Var]>>) -> Self {
        let mut vars: Vec<Var> = lists.concat();
        vars.sort_unstable();
        vars.dedup();
        Self { lists: lists.into(), vars: vars.into() }
    }

    fn run<T: Trace>(&self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        if self.lists.windows(2).any(|pair| pair[0].len() != pair[1].len()) {
            return Err(cx.fail_because(|space| space.lost(self.vars.iter().copied())));
        }
        let before = cx.space().eliminations();
        let union = self.vars.iter().fold(DigitSet::EMPTY, |union, &var| union | cx.domain(var));
        let open = self.vars.iter().any(|&var| !cx.domain(var).is_single());
        for digit in union {
            self.balance(digit, cx)?;
        }
        if cx.space().eliminations() != before {
            return Ok(Status::NotAtFixpoint);
        }
        Ok(if open { Status::Fixpoint } else { Status::Entailed })
    }

    fn balance<T: Trace>(&self, digit: Digit, cx: &mut Context<'_, T>) -> Result<(), Conflict> {
        let only = DigitSet::single(digit);
        let certain = |list: &[Var]| list.iter().filter(|&&var| cx.domain(var) == only).count();
        let possible = |list: &[Var]| list.iter().filter(|&&var| cx.domain(var).contains(digit)).count();
        let least = self.lists.iter().map(|list| certain(list)).max().unwrap_or(0);
        let most = self.lists.iter().map(|list| possible(list)).min().unwrap_or(0);
        if least > most {
            return Err(cx.fail_because(|space| space.lost(self.vars.iter().copied())));
        }
        for list in &self.lists {
            let certain = list.iter().filter(|&&var| cx.domain(var) == only).count();
            let possible = list.iter().filter(|&&var| cx.domain(var).contains(digit)).count();
            if certain == possible || certain < most && possible > least {
                continue;
            }
            let gone = if certain == most { only } else { !only };
            for &var in list.iter().filter(|&&var| cx.domain(var).contains(digit)).collect::<Vec<_>>() {
                if cx.domain(var) != only {
                    let others = self.vars.iter().copied().filter(|&other| other != var);
                    cx.exclude_because(var, gone, |space| space.lost(others))?;
                }
            }
        }
        Ok(())
    }
}

impl<T: Trace> Propagator<T> for SameValues {
    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn strength(&self) -> Strength {
        if self.lists.iter().all(|list| list.len() == 1) { Strength::Domain } else { Strength::Check }
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Status {
        self.run(cx).unwrap_or(Status::Failed)
    }
}

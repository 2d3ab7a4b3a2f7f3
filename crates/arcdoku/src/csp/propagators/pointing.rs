//! Digits that some of the variables must have leave the variables outside that differ from all their places.
//!
//! Where all places of a digit in a cage are in one row, no other cell of the row has it: locked candidates, for any set of
//! variables and any pairs that differ.

use crate::csp::differ::Differ;
use crate::csp::domain::Var;
use crate::csp::propagator::{Conflict, Context, Cost, Propagator, Status};
use crate::csp::trace::Trace;
use crate::grid::{Bits, Digit, DigitSet};

/// Who differs from the variables of a constraint.
#[derive(Clone, Debug, Default)]
pub(super) struct Pointing {
    /// The variables that differ from at least two of the constraint, with the positions of those.
    outside: Box<[(Var, u64)]>,
}

impl Pointing {
    /// For at most 64 variables.
    pub(super) fn new(vars: &[Var], differ: &Differ) -> Self {
        let mut seen: Vec<u64> = Vec::new();
        if vars.len() <= 64 {
            for (position, &var) in vars.iter().enumerate() {
                for other in differ.of(var) {
                    if seen.len() <= other.index() {
                        seen.resize(other.index() + 1, 0);
                    }
                    seen[other.index()] |= 1 << position;
                }
            }
        }
        vars.iter().for_each(|var| seen.get_mut(var.index()).into_iter().for_each(|seen| *seen = 0));
        let outside = seen.into_iter().enumerate().filter(|(_, seen)| seen.count_ones() > 1);
        Self { outside: outside.map(|(var, seen)| (Var::new(var), seen)).collect() }
    }

    /// For variables that take every digit, without what follows from houses, which do too: the places of a digit in the
    /// overlap of two of them. `houses_of` has the numbers of the houses of each variable.
    fn beyond(vars: &[Var], differ: &Differ, houses_of: &[Vec<u32>]) -> Self {
        let houses = |var: Var| houses_of.get(var.index()).map_or(&[][..], Vec::as_slice);
        let mut overlaps: Vec<(u32, u64)> = Vec::new();
        for (position, &var) in vars.iter().enumerate().take(64) {
            for &house in houses(var) {
                match overlaps.iter_mut().find(|overlap| overlap.0 == house) {
                    Some(overlap) => overlap.1 |= 1 << position,
                    None => overlaps.push((house, 1 << position)),
                }
            }
        }
        let told = |&(var, seen): &(Var, u64)| {
            houses(var)
                .iter()
                .any(|&house| overlaps.iter().any(|overlap| overlap.0 == house && seen & !overlap.1 == 0))
        };
        let outside = Self::new(vars, differ).outside;
        Self { outside: outside.into_iter().filter(|entry| !told(entry)).collect() }
    }

    /// Whether nothing can be removed outside.
    pub(super) fn is_empty(&self) -> bool {
        self.outside.is_empty()
    }

    /// Removes digits that `vars` must have from the variables that differ from all their places.
    pub(super) fn point<T: Trace>(
        &self,
        vars: &[Var],
        digits: DigitSet,
        cx: &mut Context<'_, T>,
    ) -> Result<(), Conflict> {
        for digit in digits {
            let single = DigitSet::single(digit);
            let mut places = 0_u64;
            let mut taken = false;
            for (position, &var) in vars.iter().enumerate() {
                let domain = cx.domain(var);
                if domain.contains(digit) {
                    places |= 1 << position;
                    taken |= domain == single;
                }
            }
            // A decided digit leaves those that differ from it anyway.
            if taken {
                continue;
            }
            for &(var, seen) in &self.outside {
                if places & !seen == 0 && cx.domain(var).contains(digit) {
                    cx.exclude_because(var, single, |space| space.lost(vars.iter().copied()))?;
                }
            }
        }
        Ok(())
    }
}

/// The digits of a house leave the variables outside that differ from all their places.
#[derive(Debug)]
pub struct HousePointing {
    vars: Box<[Var]>,
    pointing: Pointing,
    /// The most places that a variable outside differs from.
    most: u32,
}

impl HousePointing {
    /// For at most 64 variables that take every digit, without what follows from pairs of houses, which do too: `houses_of`
    /// has the numbers of the houses of each variable. `None` if that is nothing.
    pub fn new(vars: Box<[Var]>, differ: &Differ, houses_of: &[Vec<u32>]) -> Option<Self> {
        let pointing = Pointing::beyond(&vars, differ, houses_of);
        let most = pointing.outside.iter().map(|(_, seen)| seen.count_ones()).max()?;
        Some(Self { vars, pointing, most })
    }

    fn run<T: Trace>(&self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        let mut counts = [0_u8; 64];
        let mut decided = DigitSet::EMPTY;
        for &var in &self.vars {
            let domain = cx.domain(var);
            if domain.is_single() {
                decided |= domain;
            }
            for digit in Bits(domain.bits()) {
                counts[digit] += 1;
            }
        }
        let mut few = DigitSet::EMPTY;
        for (index, &count) in counts.iter().enumerate().take(self.vars.len()) {
            if count > 0 && u32::from(count) <= self.most {
                few.insert(Digit::from_index(index));
            }
        }
        self.pointing.point(&self.vars, few.minus(decided), cx)?;
        Ok(if decided.len() == self.vars.len() { Status::Entailed } else { Status::Fixpoint })
    }
}

impl<T: Trace> Propagator<T> for HousePointing {
    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn cost(&self) -> Cost {
        // Others tell most of it: it comes last.
        Cost::High
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Status {
        self.run(cx).unwrap_or(Status::Failed)
    }
}

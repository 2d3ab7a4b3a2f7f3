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
        let mut seen: Vec<(Var, u64)> = Vec::new();
        if vars.len() <= 64 {
            for (position, &var) in vars.iter().enumerate() {
                seen.extend(differ.of(var).map(|other| (other, 1 << position)));
            }
        }
        seen.sort_unstable();
        let merged = seen.chunk_by(|a, b| a.0 == b.0);
        let merged = merged.map(|group| (group[0].0, group.iter().fold(0, |all, entry| all | entry.1)));
        Self { outside: merged.filter(|(var, seen)| seen.count_ones() > 1 && !vars.contains(var)).collect() }
    }

    /// For variables that take every digit, without what follows from `houses`, which do too: the places of a digit in the
    /// overlap of two of them.
    fn beyond(vars: &[Var], differ: &Differ, houses: &[&[Var]]) -> Self {
        let mut pointing = Self::new(vars, differ);
        let overlaps: Vec<(&[Var], u64)> = houses
            .iter()
            .map(|house| {
                let shared = vars.iter().enumerate().filter(|(_, var)| house.contains(var));
                (*house, shared.fold(0, |overlap, (position, _)| overlap | 1 << position))
            })
            .filter(|&(_, overlap)| overlap != 0)
            .collect();
        let mut outside = pointing.outside.into_vec();
        let told = |&(var, seen): &(Var, u64)| {
            overlaps.iter().any(|(house, overlap)| seen & !overlap == 0 && house.contains(&var))
        };
        outside.retain(|entry| !told(entry));
        pointing.outside = outside.into();
        pointing
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
    /// For at most 64 variables that take every digit, without what follows from pairs of `houses`, which do too. `None` if
    /// that is nothing.
    pub fn new(vars: Box<[Var]>, differ: &Differ, houses: &[&[Var]]) -> Option<Self> {
        let pointing = Pointing::beyond(&vars, differ, houses);
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

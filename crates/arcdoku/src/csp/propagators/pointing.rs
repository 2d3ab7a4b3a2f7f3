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
    /// The largest of these sets of positions: places that are in none of them remove nothing.
    largest: Box<[u64]>,
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
        Self::of(merged.filter(|(var, seen)| seen.count_ones() > 1 && !vars.contains(var)).collect())
    }

    fn of(outside: Vec<(Var, u64)>) -> Self {
        let mut largest: Vec<u64> = Vec::new();
        for &(_, seen) in &outside {
            if !largest.iter().any(|known| seen & !known == 0) {
                largest.retain(|known| known & !seen != 0);
                largest.push(seen);
            }
        }
        Self { outside: outside.into(), largest: largest.into() }
    }

    /// For variables that take every digit, without what follows from `houses`, which do too: the places of a digit in the
    /// overlap of two of them.
    fn beyond(vars: &[Var], differ: &Differ, houses: &[&[Var]]) -> Self {
        let mut outside = Self::new(vars, differ).outside.into_vec();
        let overlaps: Vec<(&[Var], u64)> = houses
            .iter()
            .map(|house| {
                let shared = vars.iter().enumerate().filter(|(_, var)| house.contains(var));
                (*house, shared.fold(0, |overlap, (position, _)| overlap | 1 << position))
            })
            .filter(|&(_, overlap)| overlap != 0)
            .collect();
        let told = |&(var, seen): &(Var, u64)| {
            overlaps.iter().any(|(house, overlap)| seen & !overlap == 0 && house.contains(&var))
        };
        outside.retain(|entry| !told(entry));
        Self::of(outside)
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
        // A decided digit leaves those that differ from it anyway.
        let mut open = digits;
        let mut places = [0_u64; 64];
        for (position, &var) in vars.iter().enumerate() {
            let domain = cx.domain(var) & digits;
            if cx.domain(var).is_single() {
                open = open.minus(domain);
            } else {
                Bits(domain.bits()).for_each(|digit| places[digit] |= 1 << position);
            }
        }
        for digit in open {
            self.remove(vars, digit, places[digit.index()], cx)?;
        }
        Ok(())
    }

    /// Removes a digit with these places from the variables that differ from all of them.
    #[inline]
    fn remove<T: Trace>(
        &self,
        vars: &[Var],
        digit: Digit,
        places: u64,
        cx: &mut Context<'_, T>,
    ) -> Result<(), Conflict> {
        if self.largest.iter().all(|seen| places & !seen != 0) {
            return Ok(());
        }
        let single = DigitSet::single(digit);
        for &(var, seen) in &self.outside {
            if places & !seen == 0 {
                cx.exclude_because(var, single, |space| space.lost(vars.iter().copied()))?;
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
}

impl HousePointing {
    /// For at most 64 variables that take every digit, without what follows from pairs of `houses`, which do too. `None` if
    /// that is nothing.
    pub fn new(vars: Box<[Var]>, differ: &Differ, houses: &[&[Var]]) -> Option<Self> {
        let pointing = Pointing::beyond(&vars, differ, houses);
        (!pointing.is_empty()).then_some(Self { vars, pointing })
    }

    fn run<T: Trace>(&self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        let mut all = DigitSet::EMPTY;
        let mut decided = DigitSet::EMPTY;
        for &var in &self.vars {
            let domain = cx.domain(var);
            all |= domain;
            if domain.is_single() {
                decided |= domain;
            }
        }
        self.pointing.point(&self.vars, all.minus(decided), cx)?;
        Ok(if decided.len() == self.vars.len() { Status::Entailed } else { Status::Fixpoint })
    }
}

impl<T: Trace> Propagator<T> for HousePointing {
    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn cost(&self) -> Cost {
        // Others tell most of it: it comes last.
        Cost::Redundant
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Status {
        self.run(cx).unwrap_or(Status::Failed)
    }
}

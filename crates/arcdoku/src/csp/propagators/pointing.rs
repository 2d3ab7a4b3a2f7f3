//! If some variables must take a digit, removes it from outside variables that differ from all its places.
//!
//! If all places of a digit in a cage are in one row, no other cell of the row has it. These are locked candidates,
//! generalized to any set of variables and any pairs that differ. The technique is folklore among Sudoku solvers;
//! there is no paper to cite.

use crate::csp::differ::{Differ, Rows};
use crate::csp::domain::Var;
use crate::csp::propagator::{Conflict, Context, Cost, Past, Propagator, Status, all_lost, learns};
use crate::csp::trace::{Literal, Trace};
use crate::grid::{Bits, Digit, DigitSet};

/// The variables outside a constraint from which it can remove digits.
#[derive(Clone, Debug, Default)]
pub(super) struct Pointing {
    /// The variables that differ from at least two variables of the constraint, with the positions of these
    /// variables.
    outside: Box<[(Var, u64)]>,
    /// The maximal sets of positions in `outside`. A digit can be removed outside of the constraint only if its places
    /// are a subset of one of these sets.
    largest: Box<[u64]>,
}

impl Pointing {
    /// Finds the outside variables for a constraint on `vars`, which has at most 64 variables.
    pub(super) fn new(vars: &[Var], differ: &Differ) -> Self {
        Self::of(if vars.len() <= 64 { Self::seen(vars, differ).collect() } else { Vec::new() })
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

    /// The variables that differ from at least two of `vars`, with the positions of these two or more in `vars`, which
    /// has at most 64 variables.
    fn seen(vars: &[Var], differ: &Differ) -> impl Iterator<Item = (Var, u64)> {
        let words = vars.first().map_or(0, |&var| differ.row(var).len());
        let (mut once, mut twice) = (vec![0; words], vec![0; words]);
        for &var in vars {
            for ((once, twice), row) in once.iter_mut().zip(&mut twice).zip(differ.row(var)) {
                *twice |= *once & row;
                *once |= row;
            }
        }
        for var in vars {
            if let Some(word) = twice.get_mut(var.index() / 64) {
                *word &= !(1 << (var.index() % 64));
            }
        }
        let others =
            twice.into_iter().enumerate().flat_map(|(i, word)| Bits(word).map(move |bit| i * 64 + bit));
        others.map(move |other| {
            let row = differ.row(Var::new(other));
            let differs = |(position, var): (usize, &Var)| {
                let word = row.get(var.index() / 64).copied().unwrap_or_default();
                (word >> (var.index() % 64) & 1) << position
            };
            (Var::new(other), vars.iter().enumerate().map(differs).fold(0, |all, bit| all | bit))
        })
    }

    /// Whether nothing can be removed outside.
    pub(super) fn is_empty(&self) -> bool {
        self.outside.is_empty()
    }

    /// The positions of the variables from which this outside variable differs.
    pub(super) fn seen_by(&self, var: Var) -> u64 {
        self.outside.iter().find(|entry| entry.0 == var).map_or(0, |entry| entry.1)
    }

    /// Removes digits that `vars` must have from variables that differ from all their places.
    pub(super) fn point<T: Trace>(
        &self,
        vars: &[Var],
        digits: DigitSet,
        cx: &mut Context<'_, T>,
    ) -> Result<(), Conflict> {
        // Other propagators remove the digit of a decided variable from the variables that differ from it.
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

/// Removes the digits of a house from outside variables that differ from all their places.
#[derive(Debug)]
pub struct HousePointing {
    vars: Box<[Var]>,
    pointing: Pointing,
}

impl HousePointing {
    /// One propagator per house of `houses`. A house has at most 64 variables, which take every digit. Conclusions from
    /// pairs of houses (all places of a digit are in their overlap) are left to other propagators. `None` for a house
    /// from which no other digit can be removed.
    pub fn of_houses(houses: &[&[Var]], differ: &Differ) -> Vec<Option<Self>> {
        let rows = Rows::new(houses);
        let has = |row: &[u64], var: Var| {
            row.get(var.index() / 64).is_some_and(|word| word >> (var.index() % 64) & 1 == 1)
        };
        let mut overlaps: Vec<(&[u64], u64)> = Vec::new();
        let pointing = |vars: &&[Var]| {
            overlaps.clear();
            for row in (0..houses.len()).map(|house| rows.row(house)) {
                let shared =
                    vars.iter().enumerate().map(|(position, &var)| u64::from(has(row, var)) << position);
                let overlap = shared.fold(0, |overlap, bit| overlap | bit);
                // An outside variable differs from at least two places, so an overlap of one place covers none.
                if overlap.count_ones() > 1 {
                    overlaps.push((row, overlap));
                }
            }
            let is_covered = |&(var, seen): &(Var, u64)| {
                overlaps.iter().any(|&(row, overlap)| seen & !overlap == 0 && has(row, var))
            };
            let pointing =
                Pointing::of(Pointing::seen(vars, differ).filter(|entry| !is_covered(entry)).collect());
            (!pointing.is_empty()).then(|| Self { vars: (*vars).into(), pointing })
        };
        houses.iter().map(pointing).collect()
    }
}

impl<T: Trace> Propagator<T> for HousePointing {
    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn cost(&self) -> Cost {
        // Other propagators remove most of these digits, so this one runs last.
        Cost::Redundant
    }

    /// Explains the literal by all other places of the digit.
    fn explain(&self, literal: Option<Literal>, past: &dyn Past, because: &mut Vec<Literal>) {
        if !learns::<T>() {
            return;
        }
        let Some(Literal { var, digit, .. }) = literal else {
            return all_lost(&self.vars, None, past, because);
        };
        let seen = self.pointing.seen_by(var);
        for (position, &other) in self.vars.iter().enumerate() {
            if seen >> position & 1 == 0 {
                past.lost(other, DigitSet::single(digit), because);
            }
        }
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
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

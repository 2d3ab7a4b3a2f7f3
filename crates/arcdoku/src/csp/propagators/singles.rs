//! Assign/eliminate: naked singles, hidden singles and the pigeonhole check, applied repeatedly.
//!
//! The rules come from the article "Sudoku as CSP" (the part about arc consistency). They extend the functions *assign*
//! and *eliminate* of P. Norvig, "Solving Every Sudoku Puzzle" (2006). *Assign(s, d)* eliminates every other digit from
//! s. *Eliminate(s, d)*: if one digit is left in s, it is removed from all neighbors. For each house of s, there is a
//! contradiction if m undecided variables have fewer than m digits left, or if d has no place left; if d has one place
//! left, it is assigned there.
//!
//! One propagator handles all houses, so an elimination updates a few words and no house is scanned:
//!
//! ```text
//!   places[house][digit]   bit i: the i-th variable of the house can take the digit
//!   without[house]         number of digits that have no place in the house
//!   slack[house]           number of digits minus number of variables; 0 in a row
//!
//!   without >  slack   fewer digits than variables: contradiction (pigeonhole)
//!   without == slack   as many digits as variables: each digit needs a place, so one that has a
//!                      single place is decided there (hidden single)
//! ```
//!
//! If houses overlap in several cells, it can also search for *locked candidates*: if a house needs a digit, and all
//! its places are in the cells shared with another house, the digit is removed from the other places of that house.
//!
//! The propagator needs no notification of backtracking: a run begins by updating `places` with the changes that its
//! reader reports, both removed and restored values.

use crate::csp::domain::{Change, Var};
use crate::csp::propagator::{Conflict, Context, Propagator, Status};
use crate::csp::reader::Reader;
use crate::csp::trace::{FailureKind, Reason, Trace};
use crate::grid::{Bits, DigitSet};

/// Assign/eliminate over all houses of a puzzle.
#[derive(Debug)]
pub struct Singles {
    vars: Box<[Var]>,
    houses: Houses,
    state: SinglesState,
    reader: Reader,
    log: Vec<Change>,
}

/// Stands for "no house" where an index of a house is expected.
const NONE: u32 = u32::MAX;

/// The houses of each variable and the variables of each house. These never change.
#[derive(Debug)]
struct Houses {
    digits: usize,
    /// The variables of each house.
    members: Box<[Box<[Var]>]>,
    /// The positions of each variable in its houses.
    positions: Box<[Box<[HousePosition]>]>,
    slack: Box<[u8]>,
    /// The number of the constraint of each house.
    numbers: Box<[u32]>,
    /// The houses that share several variables with each house, if locked candidates are searched for.
    overlaps: Box<[Box<[Overlap]>]>,
    /// The largest number of variables that two houses share; 0 if locked candidates are not searched for.
    most: u32,
}

/// The overlap of a house with another one.
#[derive(Clone, Copy, Debug)]
struct Overlap {
    /// The shared variables by their position in the house, and in the other house.
    own: u64,
    theirs: u64,
    other: u32,
}

/// Position of a variable in a house.
#[derive(Clone, Copy, Debug)]
struct HousePosition {
    bit: u64,
    house: u32,
    /// The index of the house's first digit in `places`.
    base: u32,
}

/// The state that is derived from the domains.
#[derive(Debug)]
struct SinglesState {
    places: Box<[u64]>,
    without: Box<[u8]>,
    /// Decided variables whose digits are to be removed from their neighbors.
    decided: Vec<Var>,
    /// Pairs of a house and a digit that may be hidden singles.
    hidden: Vec<(u32, u32)>,
    /// Pairs of a house and a digit that may be locked candidates.
    locked: Vec<(u32, u32)>,
}

impl Singles {
    /// Assign/eliminate for the first `variables` variables, whose initial domains are `digits` digits. A house
    /// consists of the number of its constraint and its variables. It has at most as many variables as there are
    /// digits.
    pub fn new<'a>(
        reader: Reader,
        variables: usize,
        digits: usize,
        houses: impl Iterator<Item = (usize, &'a [Var])>,
    ) -> Self {
        let (numbers, members): (Vec<u32>, Vec<Box<[Var]>>) =
            houses.map(|(number, vars)| (number as u32, Box::from(vars))).unzip();
        debug_assert!(members.iter().all(|vars| vars.len() <= digits), "a digit for each variable");
        let mut positions: Vec<Vec<HousePosition>> = vec![Vec::new(); variables];
        for (house, vars) in members.iter().enumerate() {
            for (i, var) in vars.iter().enumerate() {
                let (house, base) = (house as u32, (house * digits) as u32);
                positions[var.index()].push(HousePosition { bit: 1 << i, house, base });
            }
        }
        let state = SinglesState {
            places: vec![0; members.len() * digits].into(),
            without: vec![0; members.len()].into(),
            decided: Vec::new(),
            hidden: Vec::new(),
            locked: Vec::new(),
        };
        let slack = members.iter().map(|vars| (digits - vars.len()) as u8).collect();
        let positions = positions.into_iter().map(Vec::into_boxed_slice).collect();
        let houses = Houses {
            digits,
            members: members.into(),
            positions,
            slack,
            numbers: numbers.into(),
            overlaps: Box::default(),
            most: 0,
        };
        Self { vars: (0..variables).map(Var::new).collect(), houses, state, reader, log: Vec::new() }
    }

    /// The same propagator, with locked candidates.
    pub fn with_locked(mut self) -> Self {
        let Houses { members, positions, overlaps, most, .. } = &mut self.houses;
        let of = |house: usize| -> Box<[Overlap]> {
            let mut found: Vec<Overlap> = Vec::new();
            for (i, var) in members[house].iter().enumerate() {
                let others =
                    positions[var.index()].iter().filter(|position| position.house as usize != house);
                for &HousePosition { bit, house: other, .. } in others {
                    match found.iter_mut().find(|overlap| overlap.other == other) {
                        Some(overlap) => {
                            overlap.own |= 1 << i;
                            overlap.theirs |= bit;
                        }
                        None => found.push(Overlap { own: 1 << i, theirs: bit, other }),
                    }
                }
            }
            found.retain(|overlap| !overlap.own.is_power_of_two());
            found.into()
        };
        *overlaps = (0..members.len()).map(of).collect();
        let sizes = overlaps.iter().flat_map(|all| all.iter().map(|overlap| overlap.own.count_ones()));
        *most = sizes.max().unwrap_or(0);
        self
    }

    fn run<T: Trace, const LOCKED: bool>(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        self.synchronize::<T, LOCKED>(cx)?;
        let Self { houses, state, .. } = self;
        let (mut next_decided, mut next_hidden, mut next_locked) = (0, 0, 0);
        loop {
            if let Some(&var) = state.decided.get(next_decided) {
                next_decided += 1;
                state.leave_neighbors::<T, LOCKED>(var, houses, cx)?;
            } else if let Some(&(house, digit)) = state.hidden.get(next_hidden) {
                next_hidden += 1;
                state.take_only_place::<T, LOCKED>(house as usize, digit as usize, houses, cx)?;
            } else if LOCKED && let Some(&(house, digit)) = state.locked.get(next_locked) {
                next_locked += 1;
                state.lock(house as usize, digit as usize, houses, cx)?;
            } else {
                return Ok(Status::Fixpoint);
            }
        }
    }

    /// Updates the state to the current domains, and queues the consequences of the changes.
    fn synchronize<T: Trace, const LOCKED: bool>(&mut self, cx: &mut Context<'_, T>) -> Result<(), Conflict> {
        let Self { houses, state, reader, log, .. } = self;
        state.decided.clear();
        state.hidden.clear();
        state.locked.clear();
        // The log contains the changes of all variables. Variables that were added later are in no house.
        let is_known = |(var, _): &&(Var, DigitSet)| var.index() < houses.positions.len();
        // Restored values are recorded first. Otherwise, a place that is about to be restored would count as lost.
        log.clear();
        cx.take_restored(reader, log);
        for &(var, back) in log.iter().filter(is_known) {
            state.restore(var, back, houses);
        }
        log.clear();
        cx.take_removed(reader, log);
        let mut sound = Ok(());
        for &(var, gone) in log.iter().filter(is_known) {
            sound = sound.and(state.note::<T, LOCKED>(var, gone, NONE, houses, cx));
            if cx.domain(var).is_single() {
                state.decided.push(var);
            }
        }
        sound
    }
}

impl SinglesState {
    #[inline]
    fn restore(&mut self, var: Var, back: DigitSet, houses: &Houses) {
        for digit in Bits(back.bits()) {
            for position in &houses.positions[var.index()] {
                let places = &mut self.places[position.base as usize + digit];
                if *places == 0 {
                    self.without[position.house as usize] -= 1;
                }
                *places |= position.bit;
            }
        }
    }

    /// Records that `gone` was removed from the domain of `var`, and queues possible consequences in all of its
    /// houses except `except`. A contradiction does not interrupt the recording. `LOCKED`, whether locked candidates
    /// are searched for, is a constant because this is the innermost loop.
    #[inline]
    fn note<T: Trace, const LOCKED: bool>(
        &mut self,
        var: Var,
        gone: DigitSet,
        except: u32,
        houses: &Houses,
        cx: &mut Context<'_, T>,
    ) -> Result<(), Conflict> {
        let positions = &*houses.positions[var.index()];
        let mut overfull = None;
        for digit in Bits(gone.bits()) {
            for &HousePosition { bit, house, base } in positions {
                if house == except {
                    continue;
                }
                let places = &mut self.places[base as usize + digit];
                let left = *places & !bit;
                *places = left;
                if left & left.wrapping_sub(1) != 0 {
                    if LOCKED && left.count_ones() <= houses.most {
                        self.locked.push((house, digit as u32));
                    }
                    continue;
                }
                if left != 0 {
                    self.hidden.push((house, digit as u32));
                } else if self.lose(house as usize, houses) {
                    overfull = Some(house as usize);
                }
            }
        }
        let Some(house) = overfull else { return Ok(()) };
        cx.within(houses.numbers[house] as usize);
        Err(cx.fail(FailureKind::Pigeonhole))
    }

    /// Records that a digit lost its last place in `house`. Returns whether fewer digits than variables are left.
    #[inline(never)]
    fn lose(&mut self, house: usize, houses: &Houses) -> bool {
        self.without[house] += 1;
        if self.without[house] == houses.slack[house] {
            // From now on every remaining digit needs a place.
            self.hidden.extend((0..houses.digits as u32).map(|digit| (house as u32, digit)));
        }
        self.without[house] > houses.slack[house]
    }

    /// Naked single: removes the digit of a decided variable from the others of its houses.
    #[inline]
    fn leave_neighbors<T: Trace, const LOCKED: bool>(
        &mut self,
        var: Var,
        houses: &Houses,
        cx: &mut Context<'_, T>,
    ) -> Result<(), Conflict> {
        let taken = cx.domain(var);
        let digit = taken.bits().trailing_zeros() as usize;
        for &HousePosition { bit, house, base } in &*houses.positions[var.index()] {
            let place = base as usize + digit;
            let others = self.places[place] & !bit;
            if others == 0 {
                continue;
            }
            let members = &*houses.members[house as usize];
            for i in Bits(others) {
                let other = members[i];
                let left = cx.domain(other).minus(taken);
                cx.within(houses.numbers[house as usize] as usize);
                if left.is_empty() {
                    return Err(cx.fail(FailureKind::Clash));
                }
                // The place of the digit in this house is known, so the house needs no further inference for it.
                self.places[place] &= !(1 << i);
                if cx.remove_one(other, left, Reason::Taken) {
                    self.decided.push(other);
                }
                self.note::<T, LOCKED>(other, taken, house, houses, cx)?;
            }
        }
        Ok(())
    }

    /// Hidden single: decides a digit that has one place left in a house that needs it.
    #[inline]
    fn take_only_place<T: Trace, const LOCKED: bool>(
        &mut self,
        house: usize,
        digit: usize,
        houses: &Houses,
        cx: &mut Context<'_, T>,
    ) -> Result<(), Conflict> {
        let places = self.places[house * houses.digits + digit];
        if !places.is_power_of_two() || self.without[house] != houses.slack[house] {
            return Ok(());
        }
        let var = houses.members[house][places.trailing_zeros() as usize];
        let old = cx.domain(var);
        if old.is_single() {
            return Ok(());
        }
        let left = DigitSet::from_bits(1 << digit);
        cx.within(houses.numbers[house] as usize);
        cx.narrow(var, left, Reason::HiddenSingle)?;
        self.decided.push(var);
        self.note::<T, LOCKED>(var, old.minus(left), NONE, houses, cx)
    }
}

impl SinglesState {
    /// Locked candidates: removes a digit from another house that shares all places of the digit with this one.
    fn lock<T: Trace>(
        &mut self,
        house: usize,
        digit: usize,
        houses: &Houses,
        cx: &mut Context<'_, T>,
    ) -> Result<(), Conflict> {
        let places = self.places[house * houses.digits + digit];
        if places == 0 || self.without[house] != houses.slack[house] {
            return Ok(());
        }
        let gone = DigitSet::from_bits(1 << digit);
        for &Overlap { own, theirs, other } in &*houses.overlaps[house] {
            if places & !own != 0 {
                continue;
            }
            let others = self.places[other as usize * houses.digits + digit] & !theirs;
            for i in Bits(others) {
                let var = houses.members[other as usize][i];
                let left = cx.domain(var).minus(gone);
                if left == cx.domain(var) {
                    continue;
                }
                cx.within(houses.numbers[house] as usize);
                let because = || houses.members[house].iter().enumerate().filter(|(i, _)| own >> i & 1 == 0);
                cx.narrow_because(var, left, |space| space.lost(because().map(|(_, &var)| var)))?;
                if left.is_single() {
                    self.decided.push(var);
                }
                self.note::<T, true>(var, gone, NONE, houses, cx)?;
            }
        }
        Ok(())
    }
}

impl<T: Trace> Propagator<T> for Singles {
    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn reset(&mut self) {
        let Self { houses, state, .. } = self;
        state.without.fill(0);
        for (vars, places) in houses.members.iter().zip(state.places.chunks_exact_mut(houses.digits)) {
            places.fill(DigitSet::all(vars.len()).bits());
        }
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        let status = if self.houses.most == 0 { self.run::<T, false>(cx) } else { self.run::<T, true>(cx) };
        // This run made all changes since it began and has recorded them, even if it failed.
        cx.skip(&self.reader);
        status
    }
}

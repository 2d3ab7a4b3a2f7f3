//! Assign/eliminate: naked singles, hidden singles and the pigeonhole check, with chain reaction.
//!
//! The rules are those of the article "Sudoku as CSP" (arc consistency part). *Assign(s, d)*
//! eliminates every other digit from s. *Eliminate(s, d)*: if one digit is left in s, it leaves all
//! neighbours; for each house of s, if m undecided variables have fewer than m digits left, or d
//! has no place left, that is a contradiction; if d has one place left, it is assigned there.
//!
//! One propagator serves all houses, so that an elimination costs a few words instead of a look at
//! whole houses:
//!
//! ```text
//!   places[house][digit]   bit i: the i-th variable of the house can take the digit
//!   seen[variable]         the domain that `places` reflects
//!   without[house]         how many digits have no place in the house
//!   slack[house]           how many digits more than variables there are; 0 in a row
//!
//!   without >  slack   fewer digits than variables: contradiction (pigeonhole)
//!   without == slack   as many digits as variables: each digit needs a place, so one that has a
//!                      single place is decided there (hidden single)
//! ```
//!
//! Taking changes back needs no hook: the space logs every variable whose domain changed in either
//! direction, and a run begins by bringing `places` in line with the present domains.
//!
//! Tried, net loss: one stateless propagator a house that finds hidden singles by a once/twice
//! pass over its cells; about one elimination a run, 8 times slower on `hardest_11plus`.

use crate::csp::domain::{Bits, Var};
use crate::csp::propagator::{Conflict, Context, Propagator, Status};
use crate::csp::trace::{FailureKind, Reason, Trace};
use crate::grid::{Digit, DigitSet};

/// Assign/eliminate over all houses of a puzzle.
#[derive(Debug)]
pub struct Singles {
    vars: Box<[Var]>,
    digits: usize,
    /// The variables of the houses, one house after the other; house h begins at `starts[h]`.
    members: Vec<Var>,
    starts: Vec<u32>,
    slack: Vec<u8>,
    /// The houses of variable v: `seats[seat_starts[v]..seat_starts[v + 1]]`.
    seats: Vec<Seat>,
    seat_starts: Vec<u32>,
    places: Vec<u64>,
    seen: Vec<DigitSet>,
    without: Vec<u8>,
    /// Decided variables whose digit must leave their neighbours.
    decided: Vec<Var>,
    /// Houses and digits, as indices of `places`, that may be hidden singles.
    hidden: Vec<(u32, u32)>,
    log: Vec<Var>,
}

/// A variable's place in a house.
#[derive(Clone, Copy, Debug)]
struct Seat {
    house: u32,
    bit: u64,
}

impl Singles {
    /// Assign/eliminate for `variables` variables with domains of `digits` digits. The i-th house
    /// must be the scope with the number i.
    pub fn new<'a>(variables: usize, digits: usize, houses: impl Iterator<Item = &'a [Var]>) -> Self {
        let mut seats: Vec<Vec<Seat>> = vec![Vec::new(); variables];
        let (mut members, mut starts, mut slack) = (Vec::new(), Vec::new(), Vec::new());
        for (house, vars) in houses.enumerate() {
            starts.push(members.len() as u32);
            slack.push((digits - vars.len()) as u8);
            members.extend_from_slice(vars);
            for (i, var) in vars.iter().enumerate() {
                seats[var.index()].push(Seat { house: house as u32, bit: 1 << i });
            }
        }
        starts.push(members.len() as u32);
        let mut seat_starts = vec![0];
        seat_starts.extend(seats.iter().scan(0, |sum, list| {
            *sum += list.len() as u32;
            Some(*sum)
        }));
        Self {
            vars: (0..variables).map(Var::new).collect(),
            digits,
            without: vec![0; slack.len()],
            places: vec![0; slack.len() * digits],
            seen: vec![DigitSet::EMPTY; variables],
            members,
            starts,
            slack,
            seats: seats.concat(),
            seat_starts,
            decided: Vec::new(),
            hidden: Vec::new(),
            log: Vec::new(),
        }
    }

    fn run<T: Trace>(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        self.decided.clear();
        self.hidden.clear();
        self.synchronize(cx)?;
        let (mut next_decided, mut next_hidden) = (0, 0);
        loop {
            if let Some(&var) = self.decided.get(next_decided) {
                next_decided += 1;
                self.leave_neighbours(var, cx)?;
            } else if let Some(&(house, digit)) = self.hidden.get(next_hidden) {
                next_hidden += 1;
                self.take_only_place(house, digit, cx)?;
            } else {
                // All that was logged since the start of the run was done here and is known.
                cx.forget_changed();
                return Ok(Status::Fixpoint);
            }
        }
    }

    /// Brings `places` in line with the domains of all variables that changed since the last run.
    fn synchronize<T: Trace>(&mut self, cx: &mut Context<'_, T>) -> Result<(), Conflict> {
        let mut log = std::mem::take(&mut self.log);
        cx.take_changed(&mut log);
        // First what came back: a place that is not there yet would look like a missing one.
        for &var in &log {
            let back = cx.domain(var).minus(self.seen[var.index()]);
            if !back.is_empty() {
                self.seen[var.index()] |= back;
                self.restore(var, back);
            }
        }
        let mut sound = Ok(());
        for var in log.drain(..) {
            let left = cx.domain(var);
            let gone = self.seen[var.index()].minus(left);
            if !gone.is_empty() {
                sound = sound.and(self.note(var, gone, left, cx));
            }
        }
        self.log = log;
        sound
    }

    fn restore(&mut self, var: Var, back: DigitSet) {
        let range = self.seat_starts[var.index()] as usize..self.seat_starts[var.index() + 1] as usize;
        for &Seat { house, bit } in &self.seats[range] {
            for digit in Bits(back.bits()) {
                let places = &mut self.places[house as usize * self.digits + digit];
                if *places == 0 {
                    self.without[house as usize] -= 1;
                }
                *places |= bit;
            }
        }
    }

    /// Records that `gone` left the domain of `var`, which is now `left`, and queues what may
    /// follow. Everything is recorded even if it shows a contradiction.
    #[inline]
    fn note<T: Trace>(
        &mut self,
        var: Var,
        gone: DigitSet,
        left: DigitSet,
        cx: &mut Context<'_, T>,
    ) -> Result<(), Conflict> {
        self.seen[var.index()] = left;
        let mut overfull = None;
        let range = self.seat_starts[var.index()] as usize..self.seat_starts[var.index() + 1] as usize;
        for &Seat { house, bit } in &self.seats[range] {
            let h = house as usize;
            for digit in Bits(gone.bits()) {
                let places = &mut self.places[h * self.digits + digit];
                *places &= !bit;
                if *places & places.wrapping_sub(1) != 0 {
                    continue;
                }
                if *places != 0 {
                    self.hidden.push((house, digit as u32));
                    continue;
                }
                self.without[h] += 1;
                if self.without[h] > self.slack[h] {
                    overfull = Some(h);
                } else if self.without[h] == self.slack[h] {
                    // Only now every digit that is left needs a place.
                    self.hidden.extend((0..self.digits as u32).map(|digit| (house, digit)));
                }
            }
        }
        if left.is_single() {
            self.decided.push(var);
        }
        match overfull {
            Some(house) => {
                cx.within(house);
                Err(cx.fail(FailureKind::Pigeonhole))
            }
            None => Ok(()),
        }
    }

    /// Naked single: the digit of a decided variable leaves the other variables of its houses.
    fn leave_neighbours<T: Trace>(&mut self, var: Var, cx: &mut Context<'_, T>) -> Result<(), Conflict> {
        let taken = cx.domain(var);
        let Some(digit) = taken.first() else { return Ok(()) };
        for seat in self.seat_starts[var.index()]..self.seat_starts[var.index() + 1] {
            let Seat { house, bit } = self.seats[seat as usize];
            let house = house as usize;
            let others = self.places[house * self.digits + digit.index()] & !bit;
            if others == 0 {
                continue;
            }
            cx.within(house);
            for i in Bits(others) {
                let other = self.members[self.starts[house] as usize + i];
                let left = cx.domain(other).minus(taken);
                if left.is_empty() {
                    return Err(cx.fail(FailureKind::Clash));
                }
                cx.narrow(other, left, Reason::Taken)?;
                self.note(other, taken, left, cx)?;
                cx.within(house);
            }
        }
        Ok(())
    }

    /// Hidden single: a digit with one place left in a house that needs it is decided there.
    fn take_only_place<T: Trace>(
        &mut self,
        house: u32,
        digit: u32,
        cx: &mut Context<'_, T>,
    ) -> Result<(), Conflict> {
        let h = house as usize;
        let places = self.places[h * self.digits + digit as usize];
        if !places.is_power_of_two() || self.without[h] != self.slack[h] {
            return Ok(());
        }
        let var = self.members[self.starts[h] as usize + places.trailing_zeros() as usize];
        let old = cx.domain(var);
        if old.is_single() {
            return Ok(());
        }
        let left = DigitSet::single(Digit::from_index(digit as usize));
        cx.within(h);
        cx.narrow(var, left, Reason::HiddenSingle)?;
        self.note(var, old.minus(left), left, cx)
    }
}

impl<T: Trace> Propagator<T> for Singles {
    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn reset(&mut self) {
        self.without.fill(0);
        self.seen.fill(DigitSet::all(self.digits));
        for (house, places) in self.places.chunks_exact_mut(self.digits).enumerate() {
            let size = self.starts[house + 1] - self.starts[house];
            places.fill(DigitSet::all(size as usize).bits());
        }
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Status {
        self.run(cx).unwrap_or(Status::Failed)
    }
}

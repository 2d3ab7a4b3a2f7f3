//! The state of a conflict-driven search: candidates, literals, and the trail with its reasons.
//!
//! ```text
//!   candidate   an open value of a variable, by number; a literal is a candidate with a sign
//!   domains     one mask of values per variable         ┐ candidates that are not false
//!   places      one mask of positions per house, digit  ┘
//!   trail       the true literals, oldest first, each with its level and its reason
//! ```
//!
//! The basic constraints are not written as clauses: a variable takes exactly one value, and a house takes each digit
//! at most once, or exactly once if it has as many variables as there are digits. The masks propagate these
//! constraints, and reasons are read from the masks.

use crate::csp::{Literal, Var};
use crate::grid::{Bits, Digit};

/// A candidate with a sign: `2 * candidate`, plus 1 for "is not".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Lit(pub(super) u32);

impl Lit {
    pub(super) const fn is(candidate: u32) -> Self {
        Self(candidate << 1)
    }

    pub(super) const fn is_not(candidate: u32) -> Self {
        Self(candidate << 1 | 1)
    }

    #[inline]
    pub(super) const fn candidate(self) -> usize {
        (self.0 >> 1) as usize
    }

    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(super) const fn holds(self) -> bool {
        self.0 & 1 == 0
    }
}

impl std::ops::Not for Lit {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// Why a literal is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Why {
    /// The search chose it, or it holds without assumptions.
    Nothing,
    /// Another candidate of the variable, or another place of the digit in a house, is true.
    Taken(Lit),
    /// It is the last value of the variable.
    LastValue(u32),
    /// It is the last place of a digit in a house.
    LastPlace(u32),
    /// All other literals of the clause are false.
    Clause(u32),
    /// An inference about houses, by its number.
    House(u32),
    /// A propagator derived it.
    Propagator(u32),
}

/// A contradiction between true literals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Clash {
    /// Two candidates that exclude each other are both true.
    Both(Lit, Lit),
    /// All literals of the clause are false.
    Clause(u32),
    /// An inference about houses, by its number.
    House(u32),
    /// A propagator failed.
    Propagator(u32),
    /// A propagator removed the only value of a variable.
    Removed(u32, Lit),
}

/// A house: variables with different values.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) vars: Box<[u32]>,
    /// Whether the house takes each digit.
    pub(super) full: bool,
}

/// The place of a variable in a house.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seat {
    pub(super) house: u32,
    pub(super) position: u32,
}

/// Marks a value without a candidate, because the value was decided or excluded before the search.
pub(super) const NONE: u32 = u32::MAX;

#[derive(Debug, Default)]
pub(super) struct LearnState {
    pub(super) digits: usize,
    pub(super) houses: Vec<Group>,
    /// The seats of variable v are `seats[seat_starts[v]..seat_starts[v + 1]]`.
    seats: Vec<Seat>,
    seat_starts: Vec<u32>,
    /// The number of the candidate of each variable and digit.
    pub(super) candidate_of: Vec<u32>,
    /// The variable and the digit, from 0, of each candidate.
    pub(super) candidates: Vec<(u32, u8)>,
    pub(super) domains: Vec<u64>,
    pub(super) places: Vec<u64>,
    /// The masks before the first decision, from which reasons are read.
    pub(super) first_domains: Vec<u64>,
    pub(super) first_places: Vec<u64>,
    /// 1 for a true literal, -1 for a false one, 0 for an open one.
    pub(super) values: Vec<i8>,
    pub(super) levels: Vec<u32>,
    pub(super) whys: Vec<Why>,
    /// The position of the literal of each candidate on the trail.
    pub(super) positions: Vec<u32>,
    pub(super) trail: Vec<Lit>,
    /// The position of the next literal of the trail to propagate.
    pub(super) head: usize,
    /// The length of the trail at each decision.
    pub(super) limits: Vec<usize>,
    /// The number of excluded candidates.
    pub(super) eliminations: u64,
    /// The changes since the last inferences about houses. The sets stay empty if the strategy makes no such
    /// inferences.
    pub(super) changed: Changed,
}

/// Houses in which variables lost values.
#[derive(Debug, Default)]
pub(super) struct Changed {
    pub(super) watches: bool,
    /// One bit per house.
    houses: Vec<u64>,
    touched: Vec<Touched>,
}

/// The changes in a house.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Touched {
    pub(super) positions: u64,
    pub(super) digits: u64,
}

impl LearnState {
    /// A state with these domains and houses; a house has at most 64 variables. Decided variables are immediately
    /// propagated through the houses, without reasons. Returns `None` after a contradiction.
    pub(super) fn new(digits: usize, mut domains: Vec<u64>, houses: Vec<Group>) -> Option<Self> {
        let mut lists: Vec<Vec<Seat>> = vec![Vec::new(); domains.len()];
        for (house, group) in houses.iter().enumerate() {
            for (position, &var) in group.vars.iter().enumerate() {
                lists[var as usize].push(Seat { house: house as u32, position: position as u32 });
            }
        }
        let mut places = vec![0_u64; houses.len() * digits];
        for (house, group) in houses.iter().enumerate() {
            for (position, &var) in group.vars.iter().enumerate() {
                for digit in Bits(domains[var as usize]) {
                    if let Some(mask) = places.get_mut(house * digits + digit) {
                        *mask |= 1 << position;
                    }
                }
            }
        }
        singles(digits, &mut domains, &mut places, &houses, &lists)?;
        let mut state = Self { digits, houses, domains, places, ..Self::default() };
        state.seat_starts.push(0);
        for list in &lists {
            state.seats.extend_from_slice(list);
            state.seat_starts.push(state.seats.len() as u32);
        }
        state.candidate_of = vec![NONE; state.domains.len() * digits];
        for (var, &domain) in state.domains.iter().enumerate() {
            if domain.is_power_of_two() {
                continue;
            }
            for digit in Bits(domain) {
                state.candidate_of[var * digits + digit] = state.candidates.len() as u32;
                state.candidates.push((var as u32, digit as u8));
            }
        }
        let count = state.candidates.len();
        state.values = vec![0; 2 * count];
        state.levels = vec![0; count];
        state.positions = vec![0; count];
        state.whys = vec![Why::Nothing; count];
        state.first_domains.clone_from(&state.domains);
        state.first_places.clone_from(&state.places);
        Some(state)
    }

    #[inline]
    pub(super) fn level(&self) -> u32 {
        self.limits.len() as u32
    }

    #[inline]
    pub(super) fn value(&self, lit: Lit) -> i8 {
        self.values[lit.index()]
    }

    #[inline]
    pub(super) fn level_of(&self, lit: Lit) -> u32 {
        self.levels[lit.candidate()]
    }

    #[inline]
    pub(super) fn why(&self, lit: Lit) -> Why {
        self.whys[lit.candidate()]
    }

    #[inline]
    fn seats_of(&self, var: u32) -> std::ops::Range<usize> {
        self.seat_starts[var as usize] as usize..self.seat_starts[var as usize + 1] as usize
    }

    /// The seats of a variable.
    pub(super) fn seats(&self, var: u32) -> &[Seat] {
        &self.seats[self.seats_of(var)]
    }

    /// The candidate of a variable and a digit, or [`NONE`].
    #[inline]
    pub(super) fn candidate(&self, var: u32, digit: usize) -> u32 {
        self.candidate_of[var as usize * self.digits + digit]
    }

    /// The candidate of a digit at a position of a house, or [`NONE`].
    #[inline]
    pub(super) fn candidate_at(&self, house: usize, position: usize, digit: usize) -> u32 {
        self.candidate(self.houses[house].vars[position], digit)
    }

    /// The literal of the only value that a variable has left; `None` if it was decided before the search.
    pub(super) fn value_of(&self, var: u32) -> Option<Lit> {
        let mask = self.domains[var as usize];
        let candidate =
            mask.is_power_of_two().then(|| self.candidate(var, mask.trailing_zeros() as usize))?;
        (candidate != NONE).then_some(Lit::is(candidate))
    }

    /// The variable and the digit of a literal.
    pub(super) fn meaning(&self, lit: Lit) -> (Var, Digit) {
        let (var, digit) = self.candidates[lit.candidate()];
        (Var::new(var as usize), Digit::from_index(usize::from(digit)))
    }

    /// The literal in terms of the model.
    pub(super) fn literal(&self, lit: Lit) -> Literal {
        let (var, digit) = self.meaning(lit);
        Literal { var, digit, holds: lit.holds() }
    }

    /// The number of a literal of the model, unless its value was decided or excluded before the search.
    pub(super) fn lit(&self, literal: Literal) -> Option<Lit> {
        let candidate = self.candidate(literal.var.index() as u32, literal.digit.index());
        let lit = if literal.holds { Lit::is } else { Lit::is_not };
        (candidate != NONE).then(|| lit(candidate))
    }

    /// Makes an open literal true, with all literals that follow from the masks alone.
    #[inline]
    pub(super) fn assign(&mut self, lit: Lit, why: Why) {
        debug_assert!(self.value(lit) == 0);
        let candidate = lit.candidate();
        self.values[lit.index()] = 1;
        self.values[(!lit).index()] = -1;
        self.levels[candidate] = self.level();
        self.whys[candidate] = why;
        self.positions[candidate] = self.trail.len() as u32;
        self.trail.push(lit);
        if !lit.holds() {
            self.exclude(candidate);
        }
    }

    /// Removes a candidate from the masks.
    fn exclude(&mut self, candidate: usize) {
        self.eliminations += 1;
        let (var, digit) = self.candidates[candidate];
        let digit = usize::from(digit);
        let mask = &mut self.domains[var as usize];
        *mask &= !(1 << digit);
        let mask = *mask;
        // The last value and the last place are assigned immediately, so no mask is ever empty.
        debug_assert!(mask != 0);
        if mask.is_power_of_two() {
            self.take(self.candidate(var, mask.trailing_zeros() as usize), Why::LastValue(var));
        }
        for seat in self.seats_of(var) {
            let Seat { house, position } = self.seats[seat];
            let group = house as usize * self.digits + digit;
            let mask = &mut self.places[group];
            *mask &= !(1 << position);
            let mask = *mask;
            if self.changed.watches {
                self.changed.note(house as usize, 1 << position, 1 << digit);
            }
            if mask & mask.wrapping_sub(1) == 0 && self.houses[house as usize].full {
                debug_assert!(mask != 0);
                let last = self.candidate_at(house as usize, mask.trailing_zeros() as usize, digit);
                self.take(last, Why::LastPlace(group as u32));
            }
        }
    }

    /// Makes a candidate true, unless it is true already or belongs to a variable that was decided before the search.
    fn take(&mut self, candidate: u32, why: Why) {
        if candidate != NONE && self.value(Lit::is(candidate)) == 0 {
            self.assign(Lit::is(candidate), why);
        }
    }

    /// Excludes all candidates that a true candidate excludes.
    pub(super) fn exclude_others(&mut self, lit: Lit) -> Result<(), Clash> {
        let (var, digit) = self.candidates[lit.candidate()];
        for other in Bits(self.domains[var as usize] & !(1 << digit)) {
            self.exclude_one(lit, self.candidate(var, other))?;
        }
        for seat in self.seats_of(var) {
            let Seat { house, position } = self.seats[seat];
            let (house, digit) = (house as usize, usize::from(digit));
            for other in Bits(self.places[house * self.digits + digit] & !(1 << position)) {
                self.exclude_one(lit, self.candidate_at(house, other, digit))?;
            }
        }
        Ok(())
    }

    #[inline]
    fn exclude_one(&mut self, lit: Lit, other: u32) -> Result<(), Clash> {
        if other == NONE {
            return Ok(());
        }
        match self.value(Lit::is(other)) {
            1 => return Err(Clash::Both(lit, Lit::is(other))),
            0 => self.assign(Lit::is_not(other), Why::Taken(lit)),
            _ => {}
        }
        Ok(())
    }

    /// Begins a new level with this decision.
    pub(super) fn decide(&mut self, lit: Lit) {
        self.limits.push(self.trail.len());
        self.assign(lit, Why::Nothing);
    }

    /// Undoes all levels above `level`, and passes each literal to `each`, the newest first.
    pub(super) fn undo(&mut self, level: u32, mut each: impl FnMut(Lit)) {
        let Some(&length) = self.limits.get(level as usize) else { return };
        for i in (length..self.trail.len()).rev() {
            let lit = self.trail[i];
            self.values[lit.index()] = 0;
            self.values[(!lit).index()] = 0;
            if !lit.holds() {
                let (var, digit) = self.candidates[lit.candidate()];
                self.domains[var as usize] |= 1 << digit;
                for seat in self.seats_of(var) {
                    let Seat { house, position } = self.seats[seat];
                    self.places[house as usize * self.digits + usize::from(digit)] |= 1 << position;
                }
            }
            each(lit);
        }
        self.trail.truncate(length);
        self.limits.truncate(level as usize);
        self.head = length;
        self.changed.clear();
    }

    /// Appends the literals that exclude all other values of the variable.
    pub(super) fn no_other_value(&self, var: u32, but: Lit, because: &mut Vec<Lit>) {
        for digit in Bits(self.first_domains[var as usize]) {
            let candidate = self.candidate(var, digit);
            if but != Lit::is(candidate) {
                because.push(Lit::is_not(candidate));
            }
        }
    }

    /// Appends the literals that exclude all other places of a digit in a house.
    pub(super) fn no_other_place(&self, group: u32, but: Lit, because: &mut Vec<Lit>) {
        let (house, digit) = (group as usize / self.digits, group as usize % self.digits);
        for position in Bits(self.first_places[group as usize]) {
            let candidate = self.candidate_at(house, position, digit);
            if candidate != NONE && but != Lit::is(candidate) {
                because.push(Lit::is_not(candidate));
            }
        }
    }
}

impl Changed {
    /// Creates the set of changes for the first inferences, in which everything has changed.
    pub(super) fn all(houses: &[Group], digits: usize) -> Self {
        let mut changed = Self {
            watches: true,
            houses: vec![0; houses.len().div_ceil(64)],
            touched: vec![Touched::default(); houses.len()],
        };
        let first = |count: usize| u64::MAX.checked_shr(64 - count as u32).unwrap_or(0);
        for (house, group) in houses.iter().enumerate() {
            changed.note(house, first(group.vars.len()), first(digits));
        }
        changed
    }

    #[inline]
    pub(super) fn note(&mut self, house: usize, positions: u64, digits: u64) {
        self.houses[house / 64] |= 1 << (house % 64);
        let touched = &mut self.touched[house];
        touched.positions |= positions;
        touched.digits |= digits;
    }

    /// Takes the next changed house.
    pub(super) fn next(&mut self) -> Option<(usize, Touched)> {
        let (index, word) = self.houses.iter_mut().enumerate().find(|(_, word)| **word != 0)?;
        let house = index * 64 + word.trailing_zeros() as usize;
        *word &= *word - 1;
        Some((house, std::mem::take(&mut self.touched[house])))
    }

    /// Takes the changed digits of the next house that has any, starting at `house`.
    pub(super) fn next_digits(&mut self, mut house: usize) -> Option<(usize, u64)> {
        loop {
            let rest = self.houses.get(house / 64)? >> (house % 64);
            if rest == 0 {
                house = (house / 64 + 1) * 64;
                continue;
            }
            house += rest.trailing_zeros() as usize;
            match std::mem::take(&mut self.touched[house].digits) {
                0 => house += 1,
                digits => return Some((house, digits)),
            }
        }
    }

    /// Marks positions of a house as done.
    pub(super) fn done(&mut self, house: usize, positions: u64) {
        self.touched[house].positions &= !positions;
    }

    pub(super) fn clear(&mut self) {
        while self.next().is_some() {}
    }
}

/// Propagates naked and hidden singles on masks; `None` after a contradiction.
fn singles(
    digits: usize,
    domains: &mut [u64],
    places: &mut [u64],
    houses: &[Group],
    seats: &[Vec<Seat>],
) -> Option<()> {
    let mut queue: Vec<(u32, usize)> = Vec::new();
    for (var, &domain) in domains.iter().enumerate() {
        if domain == 0 {
            return None;
        }
        if domain.is_power_of_two() {
            queue.push((var as u32, domain.trailing_zeros() as usize));
        }
    }
    for (group, &mask) in places.iter().enumerate() {
        let house = &houses[group / digits];
        if house.full {
            match mask.count_ones() {
                0 => return None,
                1 => queue.push((house.vars[mask.trailing_zeros() as usize], group % digits)),
                _ => {}
            }
        }
    }
    let mut is_done = vec![false; domains.len()];
    let mut gone: Vec<(u32, usize)> = Vec::new();
    while let Some((var, digit)) = queue.pop() {
        if domains[var as usize] >> digit & 1 == 0 {
            return None;
        }
        if std::mem::replace(&mut is_done[var as usize], true) {
            continue;
        }
        gone.extend(Bits(domains[var as usize] & !(1 << digit)).map(|other| (var, other)));
        for &Seat { house, position } in &seats[var as usize] {
            let others = places[house as usize * digits + digit] & !(1 << position);
            gone.extend(Bits(others).map(|other| (houses[house as usize].vars[other], digit)));
        }
        while let Some((var, digit)) = gone.pop() {
            let domain = &mut domains[var as usize];
            if *domain >> digit & 1 == 0 {
                continue;
            }
            *domain &= !(1 << digit);
            match domain.count_ones() {
                0 => return None,
                1 => queue.push((var, domain.trailing_zeros() as usize)),
                _ => {}
            }
            for &Seat { house, position } in &seats[var as usize] {
                let mask = &mut places[house as usize * digits + digit];
                *mask &= !(1 << position);
                if houses[house as usize].full {
                    match mask.count_ones() {
                        0 => return None,
                        1 => queue.push((houses[house as usize].vars[mask.trailing_zeros() as usize], digit)),
                        _ => {}
                    }
                }
            }
        }
    }
    Some(())
}

//! Different digits whose set is one of a list, domain consistent.
//!
//! Killer cages are the best known case; products, several sums, and runs of consecutive digits are others. With at
//! most ten digits, the assignments are represented as families of sets ([`Lattice`]). With more digits, a matching
//! of variables and digits is computed for each set of the list. An edge is part of some perfect matching if and only
//! if it is inside of a strongly connected component (J.-C. Regin, "A filtering algorithm for constraints of
//! difference in CSPs", AAAI 1994). Digits that no set supports are removed.

use crate::csp::differ::Differ;
use crate::csp::domain::Var;
use crate::csp::propagator::{Conflict, Context, Cost, Past, Propagator, Status, Strength, all_lost, learns};
use crate::csp::propagators::lattice::{self, Family, Lattice, MOST_DIGITS};
use crate::csp::propagators::pointing::Pointing;
use crate::csp::propagators::relaxed::Seen;
use crate::csp::trace::{FailureKind, Literal, Reason, Trace};
use crate::grid::{Digit, DigitSet, Matching};

/// The largest number of sets that are listed. Cages of 16x16 grids need up to 526; traversing more than this limit
/// would be too slow.
const LONGEST: usize = 4096;

/// The variables take different digits, and the set of these digits is one of a list.
#[derive(Debug)]
pub struct Combinations {
    vars: Box<[Var]>,
    method: Method,
    /// For each position, the digits that have a support.
    supported: Box<[DigitSet]>,
    pointing: Pointing,
}

#[derive(Debug)]
enum Method {
    Passes { lattice: Box<Lattice>, wanted: Box<Family> },
    Matchings(Box<[DigitSet]>),
}

impl Combinations {
    /// At most 64 different variables. `admits` accepts or rejects sets of digits from 1 to `digits`. `None` if it
    /// accepts too many.
    pub fn new(vars: Box<[Var]>, digits: usize, mut admits: impl FnMut(DigitSet) -> bool) -> Option<Self> {
        let mut sets = Vec::new();
        let most = if digits <= MOST_DIGITS { usize::MAX } else { LONGEST };
        let mut set = if vars.len() <= digits { Some(DigitSet::all(vars.len())) } else { None };
        // Listing all sets of a large grid would take too long, even if few are accepted.
        let mut steps = 0;
        while let Some(now) = set {
            if admits(now) {
                sets.push(now);
            }
            steps += 1;
            if sets.len() > most || steps > 1 << 20 {
                return None;
            }
            set = next_of_same_size(now, digits);
        }
        Some(Self::of_sets(vars, digits, sets))
    }

    /// At most 64 different variables, whose digits from 1 to `digits` are one of these sets. Sets whose size is not
    /// the number of variables are ignored.
    pub fn of_sets(vars: Box<[Var]>, digits: usize, mut sets: Vec<DigitSet>) -> Self {
        sets.retain(|set| set.len() == vars.len());
        let method = if digits <= MOST_DIGITS {
            let mut wanted = Box::new(Family::NONE);
            for &set in &sets {
                wanted.insert(set);
            }
            Method::Passes { lattice: Box::new(Lattice::new(vars.len(), digits)), wanted }
        } else {
            Method::Matchings(sets.into())
        };
        let supported = vec![DigitSet::EMPTY; vars.len()].into();
        Self { vars, method, supported, pointing: Pointing::default() }
    }

    /// Digits of all possible sets are also removed from variables that differ from all their places.
    #[must_use]
    pub fn pointing(self, differ: &Differ) -> Self {
        Self { pointing: Pointing::new(&self.vars, differ), ..self }
    }
}

impl Combinations {
    /// Explains the literal as [`Propagator::explain`] does.
    pub(super) fn reasons(&self, literal: Option<Literal>, past: &dyn Past, because: &mut Vec<Literal>) {
        if let Method::Passes { wanted, .. } = &self.method {
            let mut seen: Vec<Seen> = self.vars.iter().map(|&var| Seen::new(var, literal, past)).collect();
            if let Some(literal) = literal {
                // With this value, the outside variable would leave no place for a digit that the constraint needs.
                let places = self.pointing.seen_by(literal.var);
                for (_, seen) in seen.iter_mut().enumerate().filter(|(x, _)| places >> x & 1 == 1) {
                    seen.now.remove(literal.digit);
                    seen.initial.remove(literal.digit);
                }
            }
            let each = |x: usize, relaxed: DigitSet| seen[x].explain(relaxed, past, because);
            if lattice::relax(&seen, wanted, each).is_some() {
                return;
            }
        }
        all_lost(&self.vars, literal, past, because);
    }
}

/// The runs of `length` consecutive digits from 1 to `digits`: the sets of a renban line.
pub fn runs(length: usize, digits: usize) -> Vec<DigitSet> {
    if length > digits {
        return Vec::new();
    }
    (0..=digits - length).map(|first| DigitSet::from_bits(DigitSet::all(length).bits() << first)).collect()
}

/// The next set of the same size, in the order of the bits as numbers.
fn next_of_same_size(set: DigitSet, digits: usize) -> Option<DigitSet> {
    let bits = set.bits();
    if bits == 0 {
        return None;
    }
    // In the lowest run of ones, the highest bit moves up by one, and the other bits move to the low end (R. W. Gosper,
    // HAKMEM 175).
    let low = bits & bits.wrapping_neg();
    let carried = bits.checked_add(low)?;
    let next = DigitSet::from_bits(carried | ((bits ^ carried) / low) >> 2);
    next.is_subset(DigitSet::all(digits)).then_some(next)
}

/// Removes the digits of decided variables from the other variables, and returns these digits.
pub(super) fn remove_taken<T: Trace>(vars: &[Var], cx: &mut Context<'_, T>) -> Result<DigitSet, Conflict> {
    let mut taken = DigitSet::EMPTY;
    for &var in vars {
        let set = cx.domain(var);
        if set.is_single() {
            if set.is_subset(taken) {
                return Err(cx.fail(FailureKind::Clash));
            }
            taken |= set;
        }
    }
    for &var in vars {
        if !cx.domain(var).is_single() {
            cx.exclude(var, taken, Reason::Taken)?;
        }
    }
    Ok(taken)
}

/// Adds, for each position, the digits of the set that have a support: the digits on the edges of perfect matchings of
/// the variables with the set.
fn support<T: Trace>(vars: &[Var], set: DigitSet, cx: &Context<'_, T>, supported: &mut [DigitSet]) {
    let admitted = |x: usize| cx.domain(vars[x]) & set;
    if (0..vars.len()).all(|x| admitted(x).is_subset(supported[x])) {
        return;
    }
    let mut matching = Matching::new();
    if (0..vars.len()).any(|x| matching.add(x, |y| admitted(y).bits()).is_err()) {
        return;
    }
    // x -> y if x may take the digit of y; then the transitive closure of this relation.
    let owners = |x: usize| matching.owners(admitted(x).bits());
    let mut reach = [0_u64; 64];
    for (x, row) in reach.iter_mut().enumerate().take(vars.len()) {
        *row = owners(x).fold(0, |row, y| row | 1 << y);
    }
    for via in 0..vars.len() {
        let beyond = reach[via];
        for row in &mut reach[..vars.len()] {
            if *row >> via & 1 == 1 {
                *row |= beyond;
            }
        }
    }
    for (x, supported) in supported.iter_mut().enumerate() {
        let in_cycle = |y: usize| y == x || reach[x] >> y & 1 == 1 && reach[y] >> x & 1 == 1;
        let keep = |digit: &Digit| matching.owner(digit.index()).is_some_and(in_cycle);
        *supported |= admitted(x).iter().filter(keep).collect();
    }
}

impl<T: Trace> Propagator<T> for Combinations {
    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn strength(&self) -> Strength {
        // Digits are also removed from outside variables, so more is removed than the list of sets alone implies.
        if self.pointing.is_empty() { Strength::Domain } else { Strength::Check }
    }

    fn explain(&self, literal: Option<Literal>, past: &dyn Past, because: &mut Vec<Literal>) {
        if !learns::<T>() {
            return;
        }
        self.reasons(literal, past, because);
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        let Self { vars, method, supported, pointing } = self;
        let found = match method {
            Method::Passes { lattice, wanted } => {
                if T::WATCHES {
                    // This removes nothing more, but its reasons are easier to understand.
                    remove_taken(vars, cx)?;
                }
                lattice.reach(|x| cx.domain(vars[x]));
                lattice.keep(wanted, |x, keep| supported[x] = keep)
            }
            Method::Matchings(sets) => {
                let taken = remove_taken(vars, cx)?;
                supported.fill(DigitSet::EMPTY);
                let union = vars.iter().fold(DigitSet::EMPTY, |union, &var| union | cx.domain(var));
                for &set in sets.iter().filter(|set| taken.is_subset(**set) && set.is_subset(union)) {
                    support(vars, set, cx, supported);
                }
                supported.iter().all(|set| !set.is_empty()).then_some(taken)
            }
        };
        let Some(common) = found else {
            return Err(cx.fail_because(|space| space.lost(vars.iter().copied())));
        };
        let mut open = false;
        for (x, &var) in vars.iter().enumerate() {
            let left = supported[x];
            open |= !left.is_single();
            if left != cx.domain(var) {
                let others = vars.iter().copied().filter(|&other| other != var);
                cx.narrow_because(var, left, |space| space.lost(others))?;
            }
        }
        if !open {
            return Ok(Status::Entailed);
        }
        if !pointing.is_empty() {
            pointing.point(vars, common, cx)?;
        }
        Ok(Status::Fixpoint)
    }
}

//! Different digits with a given sum (a killer cage), domain consistent.
//!
//! The sets of digits with the sum ("combinations") are listed once. For each that the domains admit, a
//! matching of variables and digits is sought, and an edge is part of some perfect matching exactly if
//! it joins a strongly connected component (J.-C. Regin, "A filtering algorithm for constraints of
//! difference in CSPs", AAAI 1994). What no combination supports is removed.

use crate::csp::domain::Var;
use crate::csp::propagator::{Conflict, Context, Cost, Propagator, Status, Strength};
use crate::csp::trace::{FailureKind, Reason, Trace};
use crate::grid::{Digit, DigitSet};

/// The variables take different digits that add up to a sum.
#[derive(Debug)]
pub struct Cage {
    vars: Box<[Var]>,
    sum: usize,
    /// All sets of as many digits as there are variables, with the sum; `None` if there are too many
    /// to list.
    combinations: Option<Box<[DigitSet]>>,
    /// The digits that have a support, by position.
    supported: Box<[DigitSet]>,
}

/// Limit of the length of a list: 16x16 needs 526, and traversing a longer one would be too slow.
const LONGEST: usize = 4096;

impl Cage {
    /// At most 64 different variables, with digits from 1 to `n` that add up to `sum`.
    pub fn new(vars: Box<[Var]>, sum: usize, n: usize) -> Self {
        let mut found = Vec::new();
        let listed = combinations(DigitSet::EMPTY, (vars.len(), sum), n, &mut found);
        let combinations = listed.then(|| found.into());
        let supported = vec![DigitSet::EMPTY; vars.len()].into();
        Self { vars, sum, combinations, supported }
    }

    fn run<T: Trace>(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        let taken = self.remove_taken(cx)?;
        let Some(combinations) = &self.combinations else { return self.bound(taken, cx) };
        self.supported.fill(DigitSet::EMPTY);
        let union = self.vars.iter().fold(DigitSet::EMPTY, |union, &var| union | cx.domain(var));
        for &combination in combinations {
            if taken.is_subset(combination) && combination.is_subset(union) {
                support(&self.vars, combination, cx, &mut self.supported);
            }
        }
        let mut open = false;
        for (x, &var) in self.vars.iter().enumerate() {
            let left = self.supported[x];
            if left.is_empty() {
                return Err(cx.fail_because(|space| space.lost(self.vars.iter().copied())));
            }
            open |= !left.is_single();
            if left != cx.domain(var) {
                let others = self.vars.iter().copied().filter(|&other| other != var);
                cx.narrow_because(var, left, |space| space.lost(others))?;
            }
        }
        Ok(if open { Status::Fixpoint } else { Status::Entailed })
    }

    /// Removes the digits of variables with one digit from the others, and returns them.
    fn remove_taken<T: Trace>(&self, cx: &mut Context<'_, T>) -> Result<DigitSet, Conflict> {
        let mut taken = DigitSet::EMPTY;
        for &var in &self.vars {
            let set = cx.domain(var);
            if set.is_single() {
                if set.is_subset(taken) {
                    return Err(cx.fail(FailureKind::Clash));
                }
                taken |= set;
            }
        }
        for &var in &self.vars {
            if !cx.domain(var).is_single() {
                cx.exclude(var, taken, Reason::Taken)?;
            }
        }
        Ok(taken)
    }

    /// Bounds from the least and the greatest digits of all other variables: for cages with too many
    /// combinations.
    fn bound<T: Trace>(&self, taken: DigitSet, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        let value = |digit: Option<Digit>| digit.map_or(0, |digit| usize::from(digit.get()));
        let sums = self.vars.iter().fold((0, 0), |(least, most), &var| {
            (least + value(cx.domain(var).first()), most + value(cx.domain(var).last()))
        });
        // A digit that became the only one of its variable is removed from the others in the next run.
        let is_new = |&var: &Var| cx.domain(var).is_single() && !cx.domain(var).is_subset(taken);
        let mut changed = self.vars.iter().any(is_new);
        for &var in &self.vars {
            let domain = cx.domain(var);
            let least = (self.sum + value(domain.last())).saturating_sub(sums.1);
            let most = (self.sum + value(domain.first())).saturating_sub(sums.0);
            let fits = |digit: &Digit| (least..=most).contains(&usize::from(digit.get()));
            let left: DigitSet = domain.iter().filter(fits).collect();
            if left != domain {
                changed = true;
                let others = self.vars.iter().copied().filter(|&other| other != var);
                cx.narrow_because(var, left, |space| space.lost(others))?;
            } else if domain.is_empty() {
                return Err(cx.fail(FailureKind::EmptyDomain(var)));
            }
        }
        Ok(if changed { Status::NotAtFixpoint } else { Status::Fixpoint })
    }
}

/// Lists the sets of `count` more digits up to `largest` that add `sum` to `chosen`. False if there are
/// too many.
fn combinations(
    chosen: DigitSet,
    (count, sum): (usize, usize),
    largest: usize,
    found: &mut Vec<DigitSet>,
) -> bool {
    if count == 0 {
        if sum == 0 {
            found.push(chosen);
        }
        return found.len() <= LONGEST;
    }
    for digit in (count..=largest.min(sum)).rev() {
        // The largest digit is `digit`: the others are below it, and at least 1, 2, 3, ...
        let below = count - 1;
        let (least, most) = (below * count / 2, below * (2 * digit - count) / 2);
        if sum - digit > most {
            break;
        }
        if sum - digit >= least {
            let chosen = chosen | DigitSet::single(Digit::from_index(digit - 1));
            if !combinations(chosen, (below, sum - digit), digit - 1, found) {
                return false;
            }
        }
    }
    true
}

/// Adds the digits of a combination that have a support in it: those of edges of perfect matchings of
/// the variables and its digits.
fn support<T: Trace>(vars: &[Var], combination: DigitSet, cx: &Context<'_, T>, supported: &mut [DigitSet]) {
    let admitted = |x: usize| cx.domain(vars[x]) & combination;
    if (0..vars.len()).all(|x| admitted(x).is_subset(supported[x])) {
        return;
    }
    let mut owner = [None; 64];
    for x in 0..vars.len() {
        if !augment(x, &admitted, &mut owner, &mut DigitSet::EMPTY.clone()) {
            return;
        }
    }
    // x -> y where x may take the digit of y, and then its transitive closure.
    let owners = |x: usize| admitted(x).iter().filter_map(|digit| owner[digit.index()]);
    let mut reach: Vec<u64> = (0..vars.len()).map(|x| owners(x).fold(0, |row, y| row | 1 << y)).collect();
    for via in 0..vars.len() {
        let beyond = reach[via];
        for row in &mut reach {
            if *row >> via & 1 == 1 {
                *row |= beyond;
            }
        }
    }
    for (x, supported) in supported.iter_mut().enumerate() {
        let in_cycle = |y: usize| y == x || reach[x] >> y & 1 == 1 && reach[y] >> x & 1 == 1;
        let keep = |digit: &Digit| owner[digit.index()].is_some_and(in_cycle);
        *supported |= admitted(x).iter().filter(keep).collect();
    }
}

/// Finds an augmenting path from the variable at position `x`, and matches it to a digit.
fn augment(
    x: usize,
    admitted: &impl Fn(usize) -> DigitSet,
    owner: &mut [Option<usize>; 64],
    tried: &mut DigitSet,
) -> bool {
    while let Some(digit) = admitted(x).minus(*tried).first() {
        tried.insert(digit);
        if owner[digit.index()].is_none_or(|y| augment(y, admitted, owner, tried)) {
            owner[digit.index()] = Some(x);
            return true;
        }
    }
    false
}

impl<T: Trace> Propagator<T> for Cage {
    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn strength(&self) -> Strength {
        if self.combinations.is_some() { Strength::Domain } else { Strength::Check }
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Status {
        self.run(cx).unwrap_or(Status::Failed)
    }
}

//! Counting of variables that take one of some values, domain consistent.
//!
//! A variable whose domain lies within the values certainly counts; a variable whose domain meets them may count. A
//! variable that may count but need not can do either if this leaves an allowed number between the bounds (the
//! constraint "among" of N. Beldiceanu and E. Contejean, "Introducing global constraints in CHIP", Mathematical and
//! Computer Modelling 20, 1994).

use crate::csp::differ::Differ;
use crate::csp::domain::Var;
use crate::csp::propagator::{Conflict, Context, Propagator, Status, Strength};
use crate::csp::trace::Trace;
use crate::grid::{Bits, Digit, DigitSet};

/// The largest number of variables that a set of allowed numbers can contain.
const MOST: usize = 127;

/// The number of variables with one of some values is in a set of numbers.
#[derive(Debug)]
pub struct Count {
    vars: Box<[Var]>,
    values: DigitSet,
    /// Bit k is set if the number may be k.
    allowed: u128,
    repeats: bool,
}

impl Count {
    /// Bit `k` of `allowed` is set if `k` of the variables may have a digit of `values`. A number above 127 is never
    /// allowed. A variable that occurs twice counts twice.
    pub fn new(vars: Box<[Var]>, values: DigitSet, allowed: u128) -> Self {
        let repeats = repeats(&vars);
        Self { vars, values, allowed, repeats }
    }
}

/// Whether a variable occurs twice.
pub(super) fn repeats(vars: &[Var]) -> bool {
    vars.iter().enumerate().any(|(i, var)| vars[..i].contains(var))
}

/// The numbers from `first` to `last`.
fn range(first: usize, last: usize) -> u128 {
    if first > last || first > MOST { 0 } else { u128::MAX >> (MOST - last.min(MOST)) & u128::MAX << first }
}

/// The number of variables that certainly count, and the number that may count.
fn bounds<T: Trace>(vars: &[Var], values: DigitSet, cx: &Context<'_, T>) -> (usize, usize) {
    let (mut certain, mut possible) = (0, 0);
    for &var in vars {
        let domain = cx.domain(var);
        certain += usize::from(domain.is_subset(values));
        possible += usize::from(!domain.is_disjoint(values));
    }
    (certain, possible)
}

/// Narrows the variables to the allowed numbers.
fn narrow<T: Trace>(
    vars: &[Var],
    values: DigitSet,
    allowed: u128,
    (certain, possible): (usize, usize),
    scope: &[Var],
    cx: &mut Context<'_, T>,
) -> Result<Status, Conflict> {
    let all = range(certain, possible);
    if allowed & all == 0 {
        return Err(cx.fail_because(|space| space.lost(scope.iter().copied())));
    }
    if allowed & all == all && possible <= MOST {
        return Ok(Status::Entailed);
    }
    // The two options of a variable that may count but need not.
    let may_count = allowed & range(certain + 1, possible) != 0;
    let may_not = possible > 0 && allowed & range(certain, possible - 1) != 0;
    if may_count && may_not {
        return Ok(Status::Fixpoint);
    }
    for &var in vars {
        let domain = cx.domain(var);
        if domain.is_subset(values) || domain.is_disjoint(values) {
            continue;
        }
        let gone = if may_count { !values } else { values };
        let others = scope.iter().copied().filter(|&other| other != var);
        cx.exclude_because(var, gone, |space| space.lost(others))?;
    }
    Ok(Status::Fixpoint)
}

impl<T: Trace> Propagator<T> for Count {
    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn strength(&self) -> Strength {
        if self.repeats { Strength::Check } else { Strength::Domain }
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        let found = bounds(&self.vars, self.values, cx);
        let status = narrow(&self.vars, self.values, self.allowed, found, &self.vars, cx)?;
        // A variable that occurs twice moves a bound by two.
        let may_move = status == Status::Fixpoint && self.repeats;
        let moves = may_move && bounds(&self.vars, self.values, cx) != found;
        Ok(if moves { Status::NotAtFixpoint } else { status })
    }
}

/// Another variable is the number of variables with one of some values.
#[derive(Debug)]
pub struct CountIs {
    /// The control, followed by the counted variables.
    scope: Box<[Var]>,
    offset: i32,
    values: DigitSet,
    repeats: bool,
}

impl CountIs {
    /// The digit of `control` plus `offset` is the number of variables of `vars` that have a digit of `values`.
    pub fn new(control: Var, offset: i32, vars: &[Var], values: DigitSet) -> Self {
        let scope: Box<[Var]> = std::iter::once(control).chain(vars.iter().copied()).collect();
        Self { offset, values, repeats: repeats(&scope), scope }
    }
}

impl<T: Trace> Propagator<T> for CountIs {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn strength(&self) -> Strength {
        if self.repeats { Strength::Check } else { Strength::Domain }
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        let (control, vars) = (self.scope[0], &self.scope[1..]);
        let (certain, possible) = bounds(vars, self.values, cx);
        // A negative number becomes a very large one, so it never fits.
        let number = |digit: Digit| (i64::from(digit.get()) + i64::from(self.offset)) as u64;
        let fits = |digit: &Digit| (certain as u64..=possible as u64).contains(&number(*digit));
        let before = cx.space().eliminations();
        let keep: DigitSet = cx.domain(control).iter().filter(fits).collect();
        cx.exclude_because(control, !keep, |space| space.lost(vars.iter().copied()))?;
        let allowed = keep.iter().filter_map(|digit| u32::try_from(number(digit)).ok());
        let allowed = allowed.fold(0, |set, number| set | 1_u128.checked_shl(number).unwrap_or(0));
        let status = narrow(vars, self.values, allowed, (certain, possible), &self.scope, cx)?;
        // The control comes after the variables, so it is not entailed before they are decided.
        Ok(match status {
            Status::Entailed if certain < possible => Status::Fixpoint,
            Status::Fixpoint if self.repeats && cx.space().eliminations() != before => Status::NotAtFixpoint,
            status => status,
        })
    }
}

/// Another variable is the number of different digits of some variables; only bounds are enforced.
#[derive(Debug)]
pub struct Distinct {
    /// The control, followed by the variables.
    scope: Box<[Var]>,
    offset: i32,
}

impl Distinct {
    /// The digit of `control` plus `offset` is the number of different digits of `vars`, which may include `control`.
    pub fn new(control: Var, offset: i32, vars: &[Var]) -> Self {
        Self { scope: std::iter::once(control).chain(vars.iter().copied()).collect(), offset }
    }
}

impl<T: Trace> Propagator<T> for Distinct {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        let (control, vars) = (self.scope[0], &self.scope[1..]);
        let before = cx.space().eliminations();
        let (mut taken, mut union, mut open) = (DigitSet::EMPTY, DigitSet::EMPTY, 0);
        for &var in vars {
            let domain = cx.domain(var);
            union |= domain;
            if domain.is_single() {
                taken |= domain;
            } else {
                open += 1;
            }
        }
        // The lower bound: the decided digits, and one more digit for each domain that is disjoint from them and from
        // the other domains counted here.
        let (mut least, mut seen) = (taken.len(), taken);
        for &var in vars {
            if cx.domain(var).is_disjoint(seen) {
                seen |= cx.domain(var);
                least += 1;
            }
        }
        let most = union.len().min(taken.len() + open);
        // A negative number becomes a very large one, so it never fits.
        let number = |digit: Digit| (i64::from(digit.get()) + i64::from(self.offset)) as u64;
        let fits = |digit: &Digit| (least as u64..=most as u64).contains(&number(*digit));
        let keep: DigitSet = cx.domain(control).iter().filter(fits).collect();
        cx.exclude_because(control, !keep, |space| space.lost(vars.iter().copied()))?;
        let others = |var: Var| self.scope.iter().copied().filter(move |&other| other != var);
        if keep.last().is_some_and(|most| number(most) == taken.len() as u64) {
            for &var in vars {
                cx.exclude_because(var, !taken, |space| space.lost(others(var)))?;
            }
        } else if keep.first().is_some_and(|least| number(least) == (taken.len() + open) as u64) {
            for &var in vars.iter().filter(|&&var| !cx.domain(var).is_single()).collect::<Vec<_>>() {
                cx.exclude_because(var, taken, |space| space.lost(others(var)))?;
            }
        }
        if open == 0 && keep.is_single() {
            return Ok(Status::Entailed);
        }
        Ok(if cx.space().eliminations() == before { Status::Fixpoint } else { Status::NotAtFixpoint })
    }
}

/// Every digit that occurs among the variables occurs a given number of times. With the digit itself as this number,
/// these are counting circles.
#[derive(Debug)]
pub struct Circles {
    vars: Box<[Var]>,
    /// For each digit, the number of times that it occurs if it occurs at all.
    times: Box<[u32]>,
    /// The sets of digits whose numbers of occurrences add up to the number of variables.
    sets: Box<[DigitSet]>,
    /// The variables, divided into groups that all differ, by their positions. Each group has a digit at most once.
    groups: Box<[Box<[usize]>]>,
}

impl Circles {
    /// The digit with index `i` occurs `times[i]` times or not at all; [`u32::MAX`] means never.
    pub fn new(vars: Box<[Var]>, times: &[u32], differ: &Differ) -> Self {
        let mut sets = vec![(DigitSet::EMPTY, 0_u64)];
        for (i, &times) in times.iter().enumerate().take(64) {
            for at in 0..sets.len() {
                let (set, sum) = sets[at];
                let sum = sum + u64::from(times);
                if times > 0 && sum <= vars.len() as u64 {
                    sets.push((set | DigitSet::single(Digit::from_index(i)), sum));
                }
            }
        }
        let full = sets.into_iter().filter(|entry| entry.1 == vars.len() as u64);
        let groups = differ.cliques(&vars, vars.len()).into_iter().map(Vec::into_boxed_slice).collect();
        Self { times: times.into(), sets: full.map(|entry| entry.0).collect(), groups, vars }
    }
}

impl<T: Trace> Propagator<T> for Circles {
    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        // The number of variables that have a digit, and the number of groups that can have it.
        let (mut certain, mut possible) = ([0_u32; 64], [0_u32; 64]);
        let mut taken = DigitSet::EMPTY;
        for group in &self.groups {
            let mut union = DigitSet::EMPTY;
            for &at in group {
                let domain = cx.domain(self.vars[at]);
                union |= domain;
                if let Some(digit) = domain.only() {
                    certain[digit.index()] += 1;
                    taken |= domain;
                }
            }
            for digit in Bits(union.bits()) {
                possible[digit] += 1;
            }
        }
        let fits = |index: usize| {
            self.times.get(index).is_some_and(|times| (certain[index]..=possible[index]).contains(times))
        };
        let fit: DigitSet = (0..64).filter(|&index| fits(index)).map(Digit::from_index).collect();
        let (mut any, mut all) = (DigitSet::EMPTY, !DigitSet::EMPTY);
        let mut found = false;
        for &set in &self.sets {
            let covers = || self.vars.iter().all(|&var| !cx.domain(var).is_disjoint(set));
            if taken.is_subset(set) && set.is_subset(fit) && covers() {
                any |= set;
                all &= set;
                found = true;
            }
        }
        if !found {
            return Err(cx.fail_because(|space| space.lost(self.vars.iter().copied())));
        }
        let before = cx.space().eliminations();
        let is_full = |digit: &Digit| certain[digit.index()] == self.times[digit.index()];
        let is_needed = |digit: &Digit| possible[digit.index()] == self.times[digit.index()];
        let full = any.iter().filter(is_full).collect();
        let needed: DigitSet = all.iter().filter(is_needed).collect();
        for group in &self.groups {
            // Every group that can have a needed digit has it.
            let (mut once, mut twice) = (DigitSet::EMPTY, DigitSet::EMPTY);
            for &at in group {
                let domain = cx.domain(self.vars[at]);
                twice |= once & domain;
                once |= domain;
            }
            let forced = (once & needed).minus(twice);
            for &at in group {
                let var = self.vars[at];
                let domain = cx.domain(var);
                if domain.is_single() {
                    continue;
                }
                let mut keep = (domain & any).minus(full);
                if !keep.is_disjoint(forced) {
                    keep &= forced;
                }
                let others = self.vars.iter().copied().filter(|&other| other != var);
                cx.exclude_because(var, !keep, |space| space.lost(others))?;
            }
        }
        if cx.space().eliminations() != before {
            return Ok(Status::NotAtFixpoint);
        }
        let open = self.vars.iter().any(|&var| !cx.domain(var).is_single());
        Ok(if open { Status::Fixpoint } else { Status::Entailed })
    }
}

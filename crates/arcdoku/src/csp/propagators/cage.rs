//! Different digits with a given sum (a killer cage), domain consistent.
//!
//! The sets of digits with the sum are listed once, and [`Combinations`] enforces the list. If there are too many
//! sets, only bounds are maintained (bounds consistency of sums: Harvey and Schimpf 2002).

use crate::csp::differ::Differ;
use crate::csp::domain::Var;
use crate::csp::propagator::{Conflict, Context, Cost, Past, Propagator, Status, Strength, all_lost, learns};
use crate::csp::propagators::combinations::{Combinations, remove_taken};
use crate::csp::trace::{FailureKind, Literal, Trace};
use crate::grid::{Digit, DigitSet};

/// The variables take different digits that add up to a sum.
#[derive(Debug)]
pub struct Cage(Kind);

#[derive(Debug)]
enum Kind {
    Listed(Combinations),
    /// The variables and the sum.
    Bounded(Box<[Var]>, usize),
}

/// The largest number of sets that are listed. Cages of 16x16 grids need up to 526; traversing more than this limit
/// would be too slow.
const LONGEST: usize = 4096;

impl Cage {
    /// Creates a cage of at most 64 different variables, whose digits from 1 to `n` add up to `sum`.
    pub fn new(vars: Box<[Var]>, sum: usize, n: usize) -> Self {
        match combinations(vars.len(), sum, n) {
            Some(sets) => Self(Kind::Listed(Combinations::of_sets(vars, n, sets))),
            None => Self(Kind::Bounded(vars, sum)),
        }
    }

    /// Digits of all combinations are also removed from variables that differ from all their places.
    #[must_use]
    pub fn pointing(self, differ: &Differ) -> Self {
        match self.0 {
            Kind::Listed(listed) => Self(Kind::Listed(listed.pointing(differ))),
            bounded @ Kind::Bounded(..) => Self(bounded),
        }
    }
}

/// For cages with too many combinations: bounds each variable by the sum minus the least and the greatest digits of all
/// other variables.
fn bound<T: Trace>(vars: &[Var], sum: usize, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
    let taken = remove_taken(vars, cx)?;
    let value = |digit: Option<Digit>| digit.map_or(0, |digit| usize::from(digit.get()));
    let sums = vars.iter().fold((0, 0), |(least, most), &var| {
        (least + value(cx.domain(var).first()), most + value(cx.domain(var).last()))
    });
    // A digit that became the only one of its variable is removed from the others in the next run.
    let is_new = |&var: &Var| cx.domain(var).is_single() && !cx.domain(var).is_subset(taken);
    let mut changed = vars.iter().any(is_new);
    for &var in vars {
        let domain = cx.domain(var);
        let least = (sum + value(domain.last())).saturating_sub(sums.1);
        let most = (sum + value(domain.first())).saturating_sub(sums.0);
        let fits = |digit: &Digit| (least..=most).contains(&usize::from(digit.get()));
        let left: DigitSet = domain.iter().filter(fits).collect();
        if left != domain {
            changed = true;
            let others = vars.iter().copied().filter(|&other| other != var);
            cx.narrow_because(var, left, |space| space.lost(others))?;
        } else if domain.is_empty() {
            return Err(cx.fail(FailureKind::EmptyDomain(var)));
        }
    }
    Ok(if changed { Status::NotAtFixpoint } else { Status::Fixpoint })
}

/// The sets of `count` digits from 1 to `digits` that add up to `sum`; `None` if there are too many.
pub(crate) fn combinations(count: usize, sum: usize, digits: usize) -> Option<Vec<DigitSet>> {
    let mut found = Vec::new();
    list(DigitSet::EMPTY, (count, sum), digits, &mut found).then_some(found)
}

/// Lists the sets of `count` more digits up to `largest` that add `sum` to `chosen`. Returns false if there are too
/// many.
fn list(chosen: DigitSet, (count, sum): (usize, usize), largest: usize, found: &mut Vec<DigitSet>) -> bool {
    if count == 0 {
        if sum == 0 {
            found.push(chosen);
        }
        return found.len() <= LONGEST;
    }
    for digit in (count..=largest.min(sum)).rev() {
        // If the largest digit is `digit`, the others are smaller and different, so they add up to at least 1 + 2 + 3 +
        // ...
        let below = count - 1;
        let (least, most) = (below * count / 2, below * (2 * digit - count) / 2);
        if sum - digit > most {
            break;
        }
        if sum - digit >= least {
            let chosen = chosen | DigitSet::single(Digit::from_index(digit - 1));
            if !list(chosen, (below, sum - digit), digit - 1, found) {
                return false;
            }
        }
    }
    true
}

impl<T: Trace> Propagator<T> for Cage {
    fn scope(&self) -> &[Var] {
        match &self.0 {
            Kind::Listed(listed) => Propagator::<T>::scope(listed),
            Kind::Bounded(vars, _) => vars,
        }
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn strength(&self) -> Strength {
        match &self.0 {
            Kind::Listed(listed) => Propagator::<T>::strength(listed),
            Kind::Bounded(..) => Strength::Check,
        }
    }

    fn explain(&self, literal: Option<Literal>, past: &dyn Past, because: &mut Vec<Literal>) {
        if !learns::<T>() {
            return;
        }
        match &self.0 {
            Kind::Listed(listed) => listed.reasons(literal, past, because),
            Kind::Bounded(vars, _) => all_lost(vars, literal, past, because),
        }
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        match &mut self.0 {
            Kind::Listed(listed) => listed.propagate(cx),
            Kind::Bounded(vars, sum) => bound(vars, *sum, cx),
        }
    }
}

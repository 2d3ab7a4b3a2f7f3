//! The rank of a list among lists that are read as numbers.
//!
//! Every other list is smaller, greater, or open, by the first positions that are not decided and equal in both. The rank
//! bounds how many may be smaller: a digit of the first open position of the list that breaks the bounds is removed, and
//! once a bound is reached, the open lists have to be on the other side.

use std::cmp::Ordering;

use crate::csp::domain::Var;
use crate::csp::propagator::{Conflict, Context, Cost, Propagator, Status};
use crate::csp::trace::Trace;
use crate::grid::DigitSet;

/// The first of several lists of equal length has a rank among all, counted from the smallest.
#[derive(Debug)]
pub struct Rank {
    /// The lists, one after the other.
    scope: Box<[Var]>,
    length: usize,
    /// How many lists are smaller.
    smaller: usize,
    /// Whether others may be equal to the first, which then has any of the ranks that they share.
    ties: bool,
}

/// How the other lists compare.
#[derive(Default)]
struct Counts {
    smaller: usize,
    equal: usize,
    open: usize,
}

impl Rank {
    /// `lists` lists of equal length, at least one; `rank` counts from 1.
    pub fn new(vars: Box<[Var]>, lists: usize, rank: usize, ties: bool) -> Self {
        let length = vars.len().checked_div(lists).unwrap_or(0).max(1);
        Self { scope: vars, length, smaller: rank.saturating_sub(1), ties }
    }

    /// Compares a list with the first one, whose variable at `fixed` has this domain: the position that
    /// decides, if not all are equal, and the order if it is known.
    fn compare<T: Trace>(
        &self,
        cx: &Context<'_, T>,
        other: &[Var],
        fixed: (usize, DigitSet),
    ) -> (usize, Option<Ordering>) {
        for (at, (&own, &other)) in self.scope.iter().zip(other).enumerate() {
            if own == other {
                continue;
            }
            let first = if at == fixed.0 { fixed.1 } else { cx.domain(own) };
            let other = cx.domain(other);
            if first == other && first.is_single() {
                continue;
            }
            let order = if is_below(other, first) {
                Some(Ordering::Less)
            } else if is_below(first, other) {
                Some(Ordering::Greater)
            } else {
                None
            };
            return (at, order);
        }
        (self.length, Some(Ordering::Equal))
    }

    fn count<T: Trace>(&self, cx: &Context<'_, T>, fixed: (usize, DigitSet)) -> Counts {
        let mut counts = Counts::default();
        for other in self.scope.chunks(self.length).skip(1) {
            match self.compare(cx, other, fixed).1 {
                Some(Ordering::Less) => counts.smaller += 1,
                Some(Ordering::Equal) => counts.equal += 1,
                Some(Ordering::Greater) => {}
                None => counts.open += 1,
            }
        }
        counts
    }

    fn fits(&self, counts: &Counts) -> bool {
        let most = counts.smaller + counts.open + if self.ties { counts.equal } else { 0 };
        (self.ties || counts.equal == 0) && (counts.smaller..=most).contains(&self.smaller)
    }

    fn run<T: Trace>(&self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        let before = cx.space().eliminations();
        let own = self.scope.get(..self.length).unwrap_or(&[]);
        let Some(at) = own.iter().position(|&var| !cx.domain(var).is_single()) else {
            let counts = self.count(cx, (self.length, DigitSet::EMPTY));
            return self.bound(cx, &counts, before);
        };
        let mut kept = DigitSet::EMPTY;
        for digit in cx.domain(own[at]) {
            if self.fits(&self.count(cx, (at, DigitSet::single(digit)))) {
                kept.insert(digit);
            }
        }
        cx.exclude_because(own[at], !kept, |space| space.lost(self.scope.iter().copied()))?;
        let counts = self.count(cx, (self.length, DigitSet::EMPTY));
        self.bound(cx, &counts, before)
    }

    /// Fails if the counts break the bounds, and narrows the open lists where a bound is reached.
    fn bound<T: Trace>(
        &self,
        cx: &mut Context<'_, T>,
        counts: &Counts,
        before: u64,
    ) -> Result<Status, Conflict> {
        if !self.fits(counts) {
            return Err(cx.fail_because(|space| space.lost(self.scope.iter().copied())));
        }
        let most = counts.smaller + counts.open + if self.ties { counts.equal } else { 0 };
        let (is_full, is_short) = (counts.smaller == self.smaller, most == self.smaller);
        if counts.open > 0 && (is_full || is_short) {
            let open = (self.length, DigitSet::EMPTY);
            for other in self.scope.chunks(self.length).skip(1) {
                let (at, None) = self.compare(cx, other, open) else { continue };
                let first = cx.domain(self.scope[at]).bits();
                let least = first.trailing_zeros();
                let most = 63 - first.leading_zeros().min(63);
                let mut allowed = u64::MAX;
                if is_full {
                    allowed &= u64::MAX.checked_shl(least).unwrap_or(0);
                }
                if is_short {
                    allowed &= u64::MAX >> (63 - most);
                }
                let gone = !DigitSet::from_bits(allowed);
                cx.exclude_because(other[at], gone, |space| space.lost(self.scope.iter().copied()))?;
            }
        }
        let changed = cx.space().eliminations() != before;
        Ok(if changed { Status::NotAtFixpoint } else { Status::Fixpoint })
    }
}

/// Whether all digits of a set are less than all of another, and neither is empty.
fn is_below(left: DigitSet, right: DigitSet) -> bool {
    let (left, right) = (left.bits(), right.bits());
    left != 0 && right != 0 && left.ilog2() < right.trailing_zeros()
}

impl<T: Trace> Propagator<T> for Rank {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Status {
        self.run(cx).unwrap_or(Status::Failed)
    }
}

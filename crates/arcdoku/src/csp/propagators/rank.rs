//! The rank of a list among several lists that are read as numbers.
//!
//! Each other list is compared with this one at the first position where the two are not decided and equal. By this
//! comparison, it is smaller, greater, or undetermined. The rank bounds the number of smaller lists. A digit of the
//! first undetermined position of the list that violates the bounds is removed. If a bound is reached, the undetermined
//! lists must be on the other side.
//!
//! If the number of lists that begin with each digit is known, and so is the first digit of the list, only the lists
//! that may begin with the same digit are counted. There is no paper to cite.

use crate::csp::domain::Var;
use crate::csp::propagator::{Conflict, Context, Cost, Propagator, Status};
use crate::csp::trace::Trace;
use crate::grid::DigitSet;

/// The first of several lists of equal length has a given rank among all lists, counted from the smallest.
#[derive(Debug)]
pub struct Rank {
    /// The lists, one after the other.
    scope: Box<[Var]>,
    length: usize,
    /// The number of smaller lists.
    smaller: usize,
    /// Whether other lists may be equal to the first. A list then has any of the ranks that the equal lists share.
    ties: bool,
    /// The first digit of the first list, and the numbers of smaller and of greater lists among the lists that begin
    /// with it.
    group: Option<(DigitSet, usize, usize)>,
    /// Memory for the order of the other lists.
    orders: Vec<Order>,
}

/// How another list may compare with the first one.
#[derive(Clone, Copy, Debug, Default)]
struct Order {
    less: bool,
    greater: bool,
    equal: bool,
}

/// The number of lists that certainly count, and the largest number that may count.
#[derive(Clone, Copy, Default)]
struct Bounds {
    certain: usize,
    possible: usize,
}

impl Bounds {
    fn add(&mut self, certain: bool, possible: bool) {
        self.certain += usize::from(certain);
        self.possible += usize::from(possible);
    }

    fn contains(&self, count: usize) -> bool {
        (self.certain..=self.possible).contains(&count)
    }
}

impl Rank {
    /// `vars` consists of `lists` lists of equal length, and there is at least one list. `rank` counts from 1.
    pub fn new(vars: Box<[Var]>, lists: usize, rank: usize, ties: bool) -> Self {
        let length = vars.len().checked_div(lists).unwrap_or(0).max(1);
        Self { scope: vars, length, smaller: rank.saturating_sub(1), ties, group: None, orders: Vec::new() }
    }

    /// The same constraint, if the first digit of the first list is known to be `first`, and each digit begins `each`
    /// lists.
    #[must_use]
    pub fn within(mut self, first: DigitSet, each: usize) -> Self {
        let below = first.first().map_or(0, |digit| digit.index() * each);
        if let Some(smaller) = self.smaller.checked_sub(below).filter(|&smaller| smaller < each)
            && !self.ties
        {
            self.group = Some((first, smaller, each - 1 - smaller));
        }
        self
    }

    /// Compares a list, from the position `start` on, with the first list, whose variable at `fixed` has this domain.
    fn compare<T: Trace>(
        &self,
        cx: &Context<'_, T>,
        other: &[Var],
        fixed: (usize, DigitSet),
        start: usize,
    ) -> Order {
        let mut order = Order::default();
        for (at, (&own, &other)) in self.scope.iter().zip(other).enumerate().skip(start) {
            if own == other {
                continue;
            }
            let first = if at == fixed.0 { fixed.1 } else { cx.domain(own) };
            let other = cx.domain(other);
            let (least, most) = (first.bits().trailing_zeros(), 63 - first.bits().leading_zeros().min(63));
            let (low, high) = (other.bits().trailing_zeros(), 63 - other.bits().leading_zeros().min(63));
            order.less |= low < most;
            order.greater |= high > least;
            // Later positions matter only if the digits can be equal.
            if first.is_disjoint(other) || order.less && order.greater {
                order.equal = !first.is_disjoint(other);
                return order;
            }
        }
        order.equal = true;
        order
    }

    fn compare_all<T: Trace>(&mut self, cx: &Context<'_, T>, fixed: (usize, DigitSet)) {
        let mut orders = std::mem::take(&mut self.orders);
        orders.clear();
        orders.extend(self.scope.chunks(self.length).skip(1).map(|other| self.compare(cx, other, fixed, 0)));
        self.orders = orders;
    }

    /// The numbers of other lists that are smaller and greater. Equal lists count as undetermined if ties are
    /// allowed.
    fn count(&self) -> [Bounds; 2] {
        let mut bounds = [Bounds::default(); 2];
        for order in &self.orders {
            let open = order.equal && self.ties;
            bounds[0].add(order.less && !order.greater && !open, order.less || open);
            bounds[1].add(order.greater && !order.less && !open, order.greater || open);
        }
        bounds
    }

    fn fits(&self) -> bool {
        let greater = self.orders.len().checked_sub(self.smaller);
        let [below, above] = self.count();
        let is_tied = |order: &Order| !order.less && !order.greater;
        (self.ties || !self.orders.iter().any(is_tied))
            && below.contains(self.smaller)
            && greater.is_some_and(|greater| above.contains(greater))
    }

    /// Narrows the lists that may begin with the same digit as the first one.
    fn count_group<T: Trace>(&self, cx: &mut Context<'_, T>) -> Result<(), Conflict> {
        let Some((first, smaller, greater)) = self.group else { return Ok(()) };
        let own = &self.scope[..self.length];
        let lost = || self.scope.iter().copied();
        let none = (self.length, DigitSet::EMPTY);
        let mut bounds = [Bounds::default(); 2];
        let mut members = Vec::new();
        for other in self.scope.chunks(self.length).skip(1) {
            let domain = cx.domain(other[0]);
            if domain.is_disjoint(first) {
                continue;
            }
            // The comparison assumes that both lists begin with the digit.
            let (is_sure, order) = (domain.is_subset(first), self.compare(cx, other, none, 1));
            bounds[0].add(is_sure && order.less && !order.greater, order.less);
            bounds[1].add(is_sure && order.greater && !order.less, order.greater);
            if is_sure && !order.less && !order.greater {
                return Err(cx.fail_because(|space| space.lost(lost())));
            }
            members.push((is_sure, order, other));
        }
        for (bounds, needed) in bounds.iter().zip([smaller, greater]) {
            if !bounds.contains(needed) {
                return Err(cx.fail_because(|space| space.lost(lost())));
            }
        }
        for (is_sure, order, other) in members {
            let sides = [(order.less, order.greater, smaller), (order.greater, order.less, greater)];
            for (side, (may, otherwise, needed)) in sides.into_iter().enumerate() {
                let Bounds { certain, possible } = bounds[side];
                if may && possible == needed && certain < needed {
                    // Every list that may be on this side is needed there.
                    cx.exclude_because(other[0], !first, |space| space.lost(lost()))?;
                    let (low, high) = if side == 0 { (other, own) } else { (own, other) };
                    self.follow(cx, low, high)?;
                } else if may && certain == needed && possible > needed {
                    if !otherwise && !is_sure {
                        cx.exclude_because(other[0], first, |space| space.lost(lost()))?;
                    } else if otherwise && is_sure {
                        let (low, high) = if side == 0 { (own, other) } else { (other, own) };
                        self.follow(cx, low, high)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Narrows two lists at the first position that is not decided and equal in both, because the first list is
    /// smaller.
    fn follow<T: Trace>(&self, cx: &mut Context<'_, T>, low: &[Var], high: &[Var]) -> Result<(), Conflict> {
        for (&low, &high) in low.iter().zip(high) {
            let (left, right) = (cx.domain(low), cx.domain(high));
            if low == high || left == right && left.is_single() {
                continue;
            }
            let most = 63 - right.bits().leading_zeros().min(63);
            let above = DigitSet::from_bits(u64::MAX.checked_shl(most + 1).unwrap_or(0));
            cx.exclude_because(low, above, |space| space.lost(self.scope.iter().copied()))?;
            let least = left.bits().trailing_zeros();
            let below = DigitSet::from_bits(!u64::MAX.checked_shl(least).unwrap_or(0));
            cx.exclude_because(high, below, |space| space.lost(self.scope.iter().copied()))?;
            break;
        }
        Ok(())
    }
}

impl<T: Trace> Propagator<T> for Rank {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        let before = cx.space().eliminations();
        let fail = |rank: &Self, cx: &mut Context<'_, T>| {
            cx.fail_because(|space| space.lost(rank.scope.iter().copied()))
        };
        let own = self.scope.get(..self.length).unwrap_or(&[]);
        let none = (self.length, DigitSet::EMPTY);
        if let Some(at) = own.iter().position(|&var| !cx.domain(var).is_single()) {
            let var = own[at];
            let mut kept = DigitSet::EMPTY;
            for digit in cx.domain(var) {
                self.compare_all(cx, (at, DigitSet::single(digit)));
                if self.fits() {
                    kept.insert(digit);
                }
            }
            cx.exclude_because(var, !kept, |space| space.lost(self.scope.iter().copied()))?;
        }
        self.compare_all(cx, none);
        if !self.fits() {
            return Err(fail(self, cx));
        }
        if !self.ties {
            let [below, above] = self.count();
            let (full, short) = (below.certain == self.smaller, below.possible == self.smaller);
            let greater = self.orders.len() - self.smaller;
            for (i, order) in self.orders.iter().enumerate() {
                if order.less && order.greater {
                    let other = &self.scope[(i + 1) * self.length..][..self.length];
                    if full || above.possible == greater {
                        self.follow(cx, &self.scope[..self.length], other)?;
                    } else if short || above.certain == greater {
                        self.follow(cx, other, &self.scope[..self.length])?;
                    }
                }
            }
            self.count_group(cx)?;
        }
        let changed = cx.space().eliminations() != before;
        Ok(if changed { Status::NotAtFixpoint } else { Status::Fixpoint })
    }
}

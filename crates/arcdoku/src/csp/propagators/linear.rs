//! Weighted sums compared with a number.
//!
//! Equations are domain consistent if the sums fit a bit set. Otherwise, they enforce bounds, as inequalities do (see
//! `terms.rs`). If variables are known to differ, both remove more than the sum alone implies. The sums of such a group
//! of variables are exact if few digits are left; otherwise they are bounded by the digits of the group as a set.

use crate::csp::differ::Differ;
use crate::csp::domain::Var;
use crate::csp::propagator::{Conflict, Context, Cost, Past, Propagator, Status, Strength, all_lost, learns};
use crate::csp::propagators::terms::{Interval, Terms};
use crate::csp::trace::{Literal, Trace};
use crate::grid::DigitSet;

/// A group of different variables is enumerated exactly if it has at most this many digits left, not counting decided
/// variables. With a greater limit, killer puzzles take longer.
const NARROW: usize = 9;

/// How a sum compares with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// The sum is the number.
    Equal,
    /// The sum is not the number.
    NotEqual,
    /// The sum is at most the number.
    AtMost,
    /// The sum is at least the number.
    AtLeast,
}

impl Comparison {
    /// Whether the comparison of a sum with a number holds.
    pub fn holds(self, sum: i64, constant: i64) -> bool {
        match self {
            Self::Equal => sum == constant,
            Self::NotEqual => sum != constant,
            Self::AtMost => sum <= constant,
            Self::AtLeast => sum >= constant,
        }
    }
}

/// A weighted sum of digits that compares with a number.
#[derive(Debug)]
pub struct Linear {
    terms: Terms,
    kind: Kind,
    cost: Cost,
    /// The number that the sum is compared with, counted from the least sum.
    target: i64,
    /// The target as a bit set. This is scratch memory.
    wanted: Vec<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Equal,
    AtMost,
    NotEqual,
}

impl Linear {
    /// The sum of coefficients times digits, which are from 1 to `digits`, compares with `constant`.
    pub fn new(
        terms: &[(Var, i32)],
        comparison: Comparison,
        constant: i64,
        digits: usize,
        differ: &Differ,
    ) -> Self {
        let (kind, sign) = match comparison {
            Comparison::Equal => (Kind::Equal, 1),
            Comparison::NotEqual => (Kind::NotEqual, 1),
            Comparison::AtMost => (Kind::AtMost, 1),
            Comparison::AtLeast => (Kind::AtMost, -1),
        };
        let signed: Vec<(Var, i32)> = terms.iter().map(|&(var, by)| (var, by.saturating_mul(sign))).collect();
        // For `NotEqual`, it does not help to know which variables differ.
        let none = Differ::default();
        let differ = if kind == Kind::NotEqual { &none } else { differ };
        let terms = Terms::new(&signed, digits, differ);
        let target = constant * i64::from(sign) - terms.least;
        let cost = if kind == Kind::Equal { Cost::High } else { Cost::Linear };
        Self { terms, kind, cost, target, wanted: Vec::new() }
    }

    /// The same propagator, but it runs last, because other constraints together imply it.
    pub fn redundant(self) -> Self {
        Self { cost: Cost::Redundant, ..self }
    }

    /// Keeps the digits that the target needs, with the sums as a bit set; the possible sums of the terms must be up to
    /// date. `None` if the sums do not fit a bit set.
    fn keep<T: Trace>(&mut self, cx: &mut Context<'_, T>) -> Result<Option<bool>, Conflict> {
        if !self.terms.fits(self.target) {
            return Ok(None);
        }
        self.wanted.clear();
        self.wanted.resize(self.target as usize / 64 + 1, 0);
        self.wanted[self.target as usize / 64] = 1 << (self.target % 64);
        self.terms.sums();
        self.terms.keep(&self.wanted, cx).map(Some)
    }

    /// The status if the sum is correct for all remaining values. If it is correct only because grouped variables
    /// differ, it is not entailed: other constraints may enforce the difference only when the variables are decided.
    fn settled<T: Trace>(&self, cx: &Context<'_, T>) -> Status {
        let open =
            self.terms.has_groups() && self.terms.vars().iter().any(|&var| !cx.domain(var).is_single());
        if open { Status::Fixpoint } else { Status::Entailed }
    }

    /// If one variable is undecided, it loses the digit that completes the number.
    fn differ<T: Trace>(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        let mut open = self.terms.vars().iter().copied().filter(|&var| !cx.domain(var).is_single());
        let (var, second) = (open.next(), open.next());
        if second.is_some() {
            return Ok(Status::Fixpoint);
        }
        let Some(ends) = self.terms.reach(true, cx) else { return Err(self.fail(cx)) };
        let Some(var) = var else {
            return if ends.first == self.target { Err(self.fail(cx)) } else { Ok(Status::Entailed) };
        };
        let others = self.terms.vars().iter().copied().filter(|&other| other != var);
        let kept: DigitSet =
            cx.domain(var).iter().filter(|&digit| self.terms.sum_with(var, digit) != self.target).collect();
        if kept.is_empty() {
            return Err(self.fail(cx));
        }
        cx.exclude_because(var, !kept, |space| space.lost(others))?;
        Ok(Status::Entailed)
    }

    fn fail<T: Trace>(&self, cx: &mut Context<'_, T>) -> Conflict {
        cx.fail_because(|space| space.lost(self.terms.vars().iter().copied()))
    }
}

impl<T: Trace> Propagator<T> for Linear {
    fn scope(&self) -> &[Var] {
        self.terms.vars()
    }

    fn cost(&self) -> Cost {
        self.cost
    }

    fn strength(&self) -> Strength {
        let exact = self.kind != Kind::Equal || self.terms.can_fit(self.target);
        // If variables differ, more is removed than the sum alone implies.
        if exact && !self.terms.has_groups() { Strength::Domain } else { Strength::Check }
    }

    fn explain(&self, literal: Option<Literal>, past: &dyn Past, because: &mut Vec<Literal>) {
        if !learns::<T>() {
            return;
        }
        if self.kind != Kind::NotEqual && self.target >= 0 && self.terms.reaches(self.target) {
            let last = self.target as usize;
            let mut wanted = vec![if self.kind == Kind::Equal { 0 } else { u64::MAX }; last / 64 + 1];
            if self.kind == Kind::Equal {
                wanted[last / 64] = 1 << (last % 64);
            } else {
                wanted[last / 64] = u64::MAX >> (63 - last % 64);
            }
            if self.terms.relax(&wanted, literal, past, because).is_some() {
                return;
            }
        }
        all_lost(self.terms.vars(), literal, past, because);
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        if self.kind == Kind::NotEqual {
            return self.differ(cx);
        }
        if self.kind == Kind::Equal
            && let Some(holds) = self.terms.complete(self.target, cx)?
        {
            return if holds { Ok(self.terms.rested(cx)) } else { Err(self.fail(cx)) };
        }
        let grouped = self.terms.has_groups();
        let Some(ends) = self.terms.reach(!grouped, cx) else { return Err(self.fail(cx)) };
        if self.target < ends.first || self.kind == Kind::Equal && self.target > ends.last {
            return Err(self.fail(cx));
        }
        if self.kind == Kind::AtMost {
            if ends.last <= self.target {
                return Ok(self.settled(cx));
            }
            let before = cx.space().eliminations();
            self.terms.bound(ends, Interval { first: 0, last: self.target }, cx)?;
            let changed = grouped && cx.space().eliminations() != before;
            return Ok(if changed { Status::NotAtFixpoint } else { Status::Fixpoint });
        }
        if ends.first == ends.last {
            return Ok(self.settled(cx));
        }
        let before = cx.space().eliminations();
        let mut holds = self.terms.balance(ends, self.target, cx)?;
        if holds.is_none() {
            holds = self.keep(cx)?;
        }
        match holds {
            Some(false) => return Err(self.fail(cx)),
            Some(true) if !grouped => return Ok(Status::Fixpoint),
            Some(true) => {}
            None => {
                let only = Interval { first: self.target, last: self.target };
                self.terms.bound(ends, only, cx)?;
            }
        }
        let changed = cx.space().eliminations() != before;
        if !changed && grouped && self.terms.width() <= NARROW {
            if self.terms.reach(true, cx).is_none() {
                return Err(self.fail(cx));
            }
            if let Some(holds) = self.keep(cx)? {
                if !holds {
                    return Err(self.fail(cx));
                }
                // If a group loses sums, other terms may lose digits.
                let changed = cx.space().eliminations() != before;
                return Ok(if changed { Status::NotAtFixpoint } else { Status::Fixpoint });
            }
        }
        Ok(if changed { Status::NotAtFixpoint } else { Status::Fixpoint })
    }
}

/// A weighted sum of digits that is one of several numbers, domain consistent if no variables are known to differ.
#[derive(Debug)]
pub struct SumAmong {
    terms: Terms,
    /// The numbers as bits, counted from the least sum, and the greatest of them.
    wanted: Box<[u64]>,
    last: i64,
}

impl SumAmong {
    /// The sum of coefficients times digits, which are from 1 to `digits`, is one of `sums`. `None` if there are too
    /// many sums.
    pub fn new(terms: &[(Var, i32)], sums: &[i64], digits: usize, differ: &Differ) -> Option<Self> {
        let terms = Terms::new(terms, digits, differ);
        let range = 0..=terms.spread;
        let wanted: Vec<i64> =
            sums.iter().map(|sum| sum - terms.least).filter(|sum| range.contains(sum)).collect();
        let last = wanted.iter().copied().max().unwrap_or(0);
        if !terms.can_fit(last) {
            return None;
        }
        let mut bits = vec![0_u64; last as usize / 64 + 1];
        wanted.iter().for_each(|&sum| bits[sum as usize / 64] |= 1 << (sum % 64));
        Some(Self { terms, wanted: bits.into(), last })
    }

    fn keep<T: Trace>(&mut self, exactly: bool, cx: &mut Context<'_, T>) -> Result<(), Conflict> {
        let found = self.terms.reach(exactly, cx).is_some() && self.terms.fits(self.last) && {
            self.terms.sums();
            self.terms.keep(&self.wanted, cx)?
        };
        let vars = self.terms.vars();
        if found { Ok(()) } else { Err(cx.fail_because(|space| space.lost(vars.iter().copied()))) }
    }
}

impl<T: Trace> Propagator<T> for SumAmong {
    fn scope(&self) -> &[Var] {
        self.terms.vars()
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn strength(&self) -> Strength {
        // If variables differ, more is removed than the sum alone implies.
        if self.terms.has_groups() { Strength::Check } else { Strength::Domain }
    }

    fn explain(&self, literal: Option<Literal>, past: &dyn Past, because: &mut Vec<Literal>) {
        if !learns::<T>() {
            return;
        }
        if self.terms.relax(&self.wanted, literal, past, because).is_none() {
            all_lost(self.terms.vars(), literal, past, because);
        }
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        let grouped = self.terms.has_groups();
        let before = cx.space().eliminations();
        self.keep(!grouped, cx)?;
        if grouped && cx.space().eliminations() == before && self.terms.width() <= NARROW {
            self.keep(true, cx)?;
        }
        let open = self.terms.vars().iter().any(|&var| !cx.domain(var).is_single());
        Ok(match (open, grouped && cx.space().eliminations() != before) {
            (false, _) => Status::Entailed,
            (true, true) => Status::NotAtFixpoint,
            (true, false) => Status::Fixpoint,
        })
    }
}

/// The sums of several lists of variables are equal.
#[derive(Debug)]
pub struct EqualSums {
    lists: Box<[Terms]>,
    vars: Box<[Var]>,
    /// Whether no variable is in two lists.
    apart: bool,
    /// The least sum of all lists, from which common sums are counted.
    least: i64,
    /// The bounds of each list in the current run. This field and the following ones are scratch memory.
    each: Vec<Interval>,
    common: Vec<u64>,
    wanted: Vec<u64>,
}

impl EqualSums {
    /// Creates the constraint for these lists, with digits from 1 to `digits`.
    pub fn new(lists: &[Box<[Var]>], digits: usize, differ: &Differ) -> Self {
        let terms = |list: &[Var]| {
            let terms: Vec<(Var, i32)> = list.iter().map(|&var| (var, 1)).collect();
            Terms::new(&terms, digits, differ)
        };
        let lists: Box<[Terms]> = lists.iter().map(|list| terms(list)).collect();
        let mut vars: Vec<Var> = lists.iter().flat_map(|terms| terms.vars().iter().copied()).collect();
        let count = vars.len();
        vars.sort_unstable();
        vars.dedup();
        let least = lists.iter().map(|terms| terms.least).min().unwrap_or(0);
        Self {
            apart: vars.len() == count,
            vars: vars.into(),
            lists,
            least,
            each: Vec::new(),
            common: Vec::new(),
            wanted: Vec::new(),
        }
    }

    fn fail<T: Trace>(&self, cx: &mut Context<'_, T>) -> Conflict {
        cx.fail_because(|space| space.lost(self.vars.iter().copied()))
    }
}

/// Adds `from`, shifted up, to `to`.
fn shift_up(to: &mut [u64], from: &[u64], shift: usize) {
    let (words, bits) = (shift / 64, shift % 64);
    for (i, &word) in from.iter().enumerate() {
        if let Some(to) = to.get_mut(i + words) {
            *to |= word << bits;
        }
        if bits > 0
            && let Some(to) = to.get_mut(i + words + 1)
        {
            *to |= word >> (64 - bits);
        }
    }
}

/// Adds `from`, shifted down, to `to`.
fn shift_down(to: &mut [u64], from: &[u64], shift: usize) {
    let (words, bits) = (shift / 64, shift % 64);
    for (i, to) in to.iter_mut().enumerate() {
        let low = from.get(i + words).map_or(0, |word| word >> bits);
        let high = if bits > 0 { from.get(i + words + 1).map_or(0, |word| word << (64 - bits)) } else { 0 };
        *to |= low | high;
    }
}

impl<T: Trace> Propagator<T> for EqualSums {
    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn strength(&self) -> Strength {
        let grouped = self.lists.iter().any(Terms::has_groups);
        // 64 digits and a few variables always fit a bit set.
        let fit = self.lists.iter().all(|terms| terms.spread < 1024);
        if fit && self.apart && !grouped { Strength::Domain } else { Strength::Check }
    }

    /// Relaxes the lists one by one, while the sums of each list stay disjoint from the common sums of the other lists.
    fn explain(&self, literal: Option<Literal>, past: &dyn Past, because: &mut Vec<Literal>) {
        if !learns::<T>() {
            return;
        }
        let last = self.lists.iter().map(|terms| terms.least + terms.spread).min().unwrap_or(0);
        let span = usize::try_from(last - self.least).unwrap_or(0);
        if !self.lists.iter().all(|terms| terms.can_fit(last - terms.least)) {
            return all_lost(&self.vars, literal, past, because);
        }
        let words = span / 64 + 1;
        let mut all = vec![u64::MAX; words];
        all[words - 1] = u64::MAX >> (63 - span % 64);
        let shift = |terms: &Terms| usize::try_from(terms.least - self.least).unwrap_or(0);
        // The sums of each list: at first with all digits that the list had lost, later with only the appended
        // literals.
        let mut each: Vec<Vec<u64>> = Vec::new();
        for terms in &self.lists {
            let mut sums = vec![0; words];
            shift_up(&mut sums, &terms.sums_then(words, literal, past), shift(terms));
            each.push(sums);
        }
        for (i, terms) in self.lists.iter().enumerate() {
            let mut common = all.clone();
            for other in (0..each.len()).filter(|&other| other != i) {
                common.iter_mut().zip(&each[other]).for_each(|(all, sums)| *all &= sums);
            }
            let mut wanted = vec![0; words];
            shift_down(&mut wanted, &common, shift(terms));
            let Some(sums) = terms.relax(&wanted, literal, past, because) else {
                return all_lost(&self.vars, literal, past, because);
            };
            each[i].fill(0);
            shift_up(&mut each[i], &sums, shift(terms));
        }
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        // A list without sums, or with too large a range of sums, only has bounds.
        let mut ends = Interval { first: i64::MIN, last: i64::MAX };
        self.each.clear();
        let mut open = false;
        for terms in &mut self.lists {
            let Some(found) = terms.reach(true, cx) else { return Err(self.fail(cx)) };
            open |= found.first < found.last;
            ends.first = ends.first.max(found.first + terms.least);
            ends.last = ends.last.min(found.last + terms.least);
            self.each.push(found);
        }
        if ends.first > ends.last {
            return Err(self.fail(cx));
        }
        if !open {
            return Ok(Status::Entailed);
        }
        let (least, span) = (self.least, usize::try_from(ends.last - self.least).unwrap_or(0));
        let fit = self.lists.iter_mut().all(|terms| terms.fits(ends.last - terms.least));
        let before: u64 = cx.space().eliminations();
        if fit {
            self.common.clear();
            self.common.resize(span / 64 + 1, u64::MAX);
            for terms in &mut self.lists {
                let shift = (terms.least - least) as usize;
                self.wanted.clear();
                self.wanted.resize(self.common.len(), 0);
                shift_up(&mut self.wanted, terms.sums(), shift);
                self.common.iter_mut().zip(&self.wanted).for_each(|(all, sums)| *all &= sums);
            }
            // Clears bits of the last word above the last common sum.
            if let Some(last) = self.common.last_mut() {
                *last &= u64::MAX >> (63 - span % 64);
            }
            for terms in &mut self.lists {
                let shift = (terms.least - least) as usize;
                self.wanted.clear();
                self.wanted.resize(self.common.len(), 0);
                shift_down(&mut self.wanted, &self.common, shift);
                if !terms.keep(&self.wanted, cx)? {
                    return Err(self.fail(cx));
                }
            }
        } else {
            for (terms, found) in self.lists.iter_mut().zip(&self.each) {
                let wanted = Interval { first: ends.first - terms.least, last: ends.last - terms.least };
                terms.bound(*found, wanted, cx)?;
            }
        }
        let changed = cx.space().eliminations() != before;
        Ok(if changed && !(fit && self.apart) { Status::NotAtFixpoint } else { Status::Fixpoint })
    }
}

//! Sums of terms, as bit sets of the sums that the domains admit.
//!
//! A term is `c` times a digit, or `c` times the sum of several variables that all differ (a part of a house),
//! whose sums a [`Lattice`] knows exactly. A pass forward finds the sums of the first terms, a pass
//! backward from the wanted sums the sums that each term keeps (M. A. Trick, "A dynamic programming approach
//! for consistency and propagation for knapsack constraints", Annals of Operations Research 118, 2003), 64
//! sums at a time. Where the sums spread too far, intervals take the place of the bit sets.
//!
//! Sums are counted from the least one that there can be, in steps of one.

use crate::csp::differ::Differ;
use crate::csp::domain::Var;
use crate::csp::propagator::{Conflict, Context};
use crate::csp::propagators::lattice::{Family, Lattice, MOST_DIGITS};
use crate::csp::trace::Trace;
use crate::grid::{Bits, Digit, DigitSet};

/// The number of sums up to which they are a bit set.
const WIDEST: usize = 2048;

/// The sum of each set of at most ten digits.
const SUMS: [u8; 1 << MOST_DIGITS] = {
    let mut sums = [0; 1 << MOST_DIGITS];
    let mut set = 1;
    while set < sums.len() {
        let lowest = set.trailing_zeros();
        sums[set] = sums[set & (set - 1)] + lowest as u8 + 1;
        set += 1;
    }
    sums
};

/// A sum of terms.
#[derive(Debug)]
pub(super) struct Terms {
    vars: Box<[Var]>,
    parts: Box<[Term]>,
    /// The sum that is counted as 0: the least that any digits have.
    pub(super) least: i64,
    /// The greatest sum that any digits have, counted from the least.
    pub(super) spread: i64,
    /// The sums of the first `i` terms that do not exceed the limit, as `words` words each.
    layers: Vec<u64>,
    words: usize,
    /// Memory for the pass backward.
    rest: Vec<u64>,
    next: Vec<u64>,
}

/// A digit or the sum of different digits, with a coefficient.
#[derive(Debug)]
struct Term {
    vars: Box<[Var]>,
    /// For several variables.
    lattice: Option<Box<Lattice>>,
    /// The absolute value of the coefficient.
    step: usize,
    /// Whether the coefficient is negative, so that the greatest digits have the least sum.
    falls: bool,
    /// The number of digits, and for several variables the least sum.
    digits: usize,
    floor: usize,
    /// The greatest sum, counted from the least one.
    height: usize,
    /// The sums that the domains admit: bit `i` is the sum `i * step`.
    possible: u64,
    /// Those of them that are left.
    kept: u64,
}

impl Term {
    fn new(vars: Box<[Var]>, coefficient: i32, digits: usize) -> Self {
        let count = vars.len();
        let lattice = (count > 1).then(|| Box::new(Lattice::new(count, digits)));
        let floor = count * (count + 1) / 2;
        // The greatest digits instead of the least ones.
        let height = count * (digits - count);
        let (step, falls) = (coefficient.unsigned_abs() as usize, coefficient < 0);
        Self { vars, lattice, step, falls, digits, floor, height, possible: 0, kept: 0 }
    }

    /// Updates the possible sums.
    fn reach<T: Trace>(&mut self, cx: &Context<'_, T>) {
        let Self { vars, lattice, falls, digits, floor, height, .. } = self;
        self.possible = if let Some(lattice) = lattice {
            let words = lattice.words();
            let found = lattice.reach(|x| cx.domain(vars[x]));
            let mut sums = 0;
            for set in found.sets(words) {
                sums |= 1 << (usize::from(SUMS[set.bits() as usize]) - *floor);
            }
            if *falls { flip(sums, *height + 1) } else { sums }
        } else {
            let bits = cx.domain(vars[0]).bits();
            if *falls { flip(bits, *digits) } else { bits }
        };
        self.kept = self.possible;
    }

    /// Narrows the domains to what the kept sums need.
    fn narrow<T: Trace>(&mut self, all: &[Var], cx: &mut Context<'_, T>) -> Result<(), Conflict> {
        if self.kept == self.possible {
            return Ok(());
        }
        let others = |var: Var| all.iter().copied().filter(move |&other| other != var);
        let Some(lattice) = &mut self.lattice else {
            let bits = if self.falls { flip(self.kept, self.digits) } else { self.kept };
            let var = self.vars[0];
            return cx.exclude_because(var, !DigitSet::from_bits(bits), |space| space.lost(others(var)));
        };
        let sums = if self.falls { flip(self.kept, self.height + 1) } else { self.kept };
        let mut wanted = Family::NONE;
        let words = lattice.words();
        for set in lattice.reach(|x| cx.domain(self.vars[x])).sets(words) {
            if sums >> (usize::from(SUMS[set.bits() as usize]) - self.floor) & 1 == 1 {
                wanted.insert(set);
            }
        }
        let mut supported = [DigitSet::EMPTY; MOST_DIGITS];
        lattice.keep(&wanted, |x, keep| supported[x] = keep);
        for (&var, left) in self.vars.iter().zip(supported) {
            if left != cx.domain(var) {
                cx.narrow_because(var, left, |space| space.lost(others(var)))?;
            }
        }
        Ok(())
    }
}

/// A number that is far below the limits of both types.
fn signed(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The lowest `count` bits in reverse order.
fn flip(bits: u64, count: usize) -> u64 {
    bits.reverse_bits() >> (64 - count)
}

/// An interval of wanted sums, counted from the least one; the end is part of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Interval {
    pub(super) first: i64,
    pub(super) last: i64,
}

impl Terms {
    /// The sum of the coefficients times the digits, which are 1 to `digits`. Repeated variables are merged.
    /// Variables with the same coefficient that differ are taken together.
    pub(super) fn new(terms: &[(Var, i32)], digits: usize, differ: &Differ) -> Self {
        let mut merged: Vec<(Var, i32)> = Vec::new();
        for &(var, coefficient) in terms {
            match merged.iter_mut().find(|entry| entry.0 == var) {
                Some(entry) => entry.1 = entry.1.saturating_add(coefficient),
                None => merged.push((var, coefficient)),
            }
        }
        // A variable whose coefficients cancel stays in the scope, so that even `0 = 1` is looked at.
        let vars = merged.iter().map(|entry| entry.0).collect();
        merged.retain(|entry| entry.1 != 0);
        let mut coefficients: Vec<i32> = merged.iter().map(|entry| entry.1).collect();
        coefficients.sort_unstable();
        coefficients.dedup();
        let mut terms: Vec<Term> = Vec::new();
        // The lattice of a single variable is its domain, so that the number of digits does not matter.
        let most = if digits <= MOST_DIGITS { digits } else { 1 };
        for coefficient in coefficients {
            let same = merged.iter().filter(|entry| entry.1 == coefficient);
            let vars: Vec<Var> = same.map(|entry| entry.0).collect();
            for clique in differ.cliques(&vars, most) {
                let vars = clique.into_iter().map(|position| vars[position]).collect();
                terms.push(Term::new(vars, coefficient, digits));
            }
        }
        let least = |term: &Term| {
            let (floor, height) = (signed(term.floor), signed(term.height));
            let step = signed(term.step);
            if term.falls { -step * (floor + height) } else { step * floor }
        };
        let spread = terms.iter().map(|term| signed(term.step * term.height)).sum();
        Self {
            vars,
            least: terms.iter().map(least).sum(),
            spread,
            parts: terms.into(),
            layers: Vec::new(),
            words: 0,
            rest: Vec::new(),
            next: Vec::new(),
        }
    }

    /// The variables, each once.
    pub(super) fn vars(&self) -> &[Var] {
        &self.vars
    }

    /// After [`reach`](Self::reach), for terms of one variable each that all but `var` have a single digit: the sum
    /// with this digit, counted from the least one.
    pub(super) fn sum_with(&self, var: Var, digit: Digit) -> i64 {
        let of = |term: &Term| {
            let place = if term.vars[0] != var {
                term.possible.trailing_zeros() as usize
            } else if term.falls {
                term.digits - 1 - digit.index()
            } else {
                digit.index()
            };
            signed(term.step * place)
        };
        self.parts.iter().map(of).sum()
    }

    /// Whether variables are taken together because they differ.
    pub(super) fn has_groups(&self) -> bool {
        self.parts.iter().any(|term| term.lattice.is_some())
    }

    /// Updates the possible sums of each term. Returns the least and the greatest sum.
    pub(super) fn reach<T: Trace>(&mut self, cx: &Context<'_, T>) -> Option<Interval> {
        let mut ends = Interval { first: 0, last: 0 };
        for term in &mut self.parts {
            term.reach(cx);
            if term.possible == 0 {
                return None;
            }
            ends.first += signed(term.step * term.possible.trailing_zeros() as usize);
            ends.last += signed(term.step * term.possible.ilog2() as usize);
        }
        Some(ends)
    }

    /// Whether the sums up to `last` can be a bit set. Makes room for them.
    pub(super) fn fits(&mut self, last: i64) -> bool {
        let Ok(last) = usize::try_from(last.min(self.spread)) else { return false };
        if last >= WIDEST {
            return false;
        }
        self.words = last / 64 + 1;
        self.layers.resize((self.parts.len() + 1) * self.words, 0);
        self.rest.resize(self.words, 0);
        self.next.resize(self.words, 0);
        true
    }

    /// The pass forward, after [`reach`](Self::reach) and [`fits`](Self::fits): the possible sums as bits.
    pub(super) fn sums(&mut self) -> &[u64] {
        let words = self.words;
        self.layers.fill(0);
        self.layers[0] = 1;
        for (i, term) in self.parts.iter().enumerate() {
            let (before, after) = self.layers.split_at_mut((i + 1) * words);
            let (from, to) = (&before[i * words..], &mut after[..words]);
            for sum in Bits(term.possible) {
                raise(to, from, sum * term.step);
            }
        }
        &self.layers[self.parts.len() * words..]
    }

    /// The pass backward, after [`sums`](Self::sums), from the wanted sums: narrows all domains. Returns false, and
    /// narrows nothing, if no sum is wanted.
    pub(super) fn keep<T: Trace>(
        &mut self,
        wanted: &[u64],
        cx: &mut Context<'_, T>,
    ) -> Result<bool, Conflict> {
        let Self { vars, parts: terms, layers, words, rest, next, .. } = self;
        let words = *words;
        let last = &layers[terms.len() * words..];
        let mut any = 0;
        for ((rest, last), wanted) in rest.iter_mut().zip(last).zip(wanted) {
            *rest = last & wanted;
            any |= *rest;
        }
        if any == 0 {
            return Ok(false);
        }
        for (i, term) in terms.iter_mut().enumerate().rev() {
            next.fill(0);
            for sum in Bits(term.possible) {
                if !lower(next, rest, &layers[i * words..(i + 1) * words], sum * term.step) {
                    term.kept &= !(1 << sum);
                }
            }
            std::mem::swap(rest, next);
        }
        for term in terms {
            term.narrow(vars, cx)?;
        }
        Ok(true)
    }

    /// After [`reach`](Self::reach): keeps what the interval of wanted sums needs, as far as the least and the
    /// greatest sums of the terms show. Returns whether anything was narrowed.
    pub(super) fn bound<T: Trace>(
        &mut self,
        ends: Interval,
        wanted: Interval,
        cx: &mut Context<'_, T>,
    ) -> Result<bool, Conflict> {
        let mut changed = false;
        for term in &mut self.parts {
            let step = signed(term.step);
            let first = step * i64::from(term.possible.trailing_zeros());
            let last = step * i64::from(term.possible.ilog2());
            let (from, to) = (wanted.first - (ends.last - last), wanted.last - (ends.first - first));
            // The same in steps: the least one not below `from`, and the greatest one not above `to`.
            let from = if from <= 0 { 0 } else { (from + step - 1) / step };
            let to = if to < 0 { -1 } else { to / step };
            let low = if from > 63 { u64::MAX } else { (1_u64 << from) - 1 };
            let high = if to >= 63 { u64::MAX } else { (1_u64 << (to + 1)) - 1 };
            term.kept = term.possible & high & !low;
            changed |= term.kept != term.possible;
            term.narrow(&self.vars, cx)?;
        }
        Ok(changed)
    }
}

/// Adds `from`, raised by `sum`, to `to`; what exceeds the last word is dropped.
#[inline]
fn raise(to: &mut [u64], from: &[u64], sum: usize) {
    let (words, bits) = (sum / 64, sum % 64);
    if to.len() == 1 {
        if words == 0 {
            to[0] |= from[0] << bits;
        }
        return;
    }
    for at in (words..to.len()).rev() {
        let low = if bits > 0 && at > words { from[at - words - 1] >> (64 - bits) } else { 0 };
        to[at] |= from[at - words] << bits | low;
    }
}

/// Adds those numbers of `within` that, raised by `sum`, are in `target`. Returns whether there is one.
#[inline]
fn lower(to: &mut [u64], target: &[u64], within: &[u64], sum: usize) -> bool {
    let (words, bits) = (sum / 64, sum % 64);
    if to.len() == 1 {
        let found = if words == 0 { target[0] >> bits & within[0] } else { 0 };
        to[0] |= found;
        return found != 0;
    }
    let mut any = 0;
    for at in 0..to.len().saturating_sub(words) {
        let high =
            if bits > 0 { target.get(at + words + 1).map_or(0, |next| next << (64 - bits)) } else { 0 };
        let found = (target[at + words] >> bits | high) & within[at];
        any |= found;
        to[at] |= found;
    }
    any != 0
}

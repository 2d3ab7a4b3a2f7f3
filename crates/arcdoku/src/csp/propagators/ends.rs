//! Two ends that determine which digits lie between them, domain consistent.
//!
//! Used for between lines and lockout lines: every pair of digits at the ends allows some digits inside. All pairs in
//! the domains are tried. A pair counts only if it leaves at least one digit to every inner variable. A digit is kept
//! if some such pair contains or allows it. Two variables have at most 64 * 64 pairs of digits, so no published
//! algorithm is needed.

use crate::csp::differ::Differ;
use crate::csp::domain::Var;
use crate::csp::propagator::{Conflict, Context, Cost, Propagator, Status, Strength};
use crate::csp::propagators::count::repeats;
use crate::csp::trace::Trace;
use crate::grid::{Digit, DigitSet};

/// Two ends determine the digits that the inner variables may have.
#[derive(Debug)]
pub struct Ends {
    /// The two ends, followed by the inner variables.
    scope: Box<[Var]>,
    digits: usize,
    /// The digits that each pair of ends allows; empty if the pair is not allowed.
    allowed: Box<[DigitSet]>,
    /// For each digit of the first end, the digits of the second end with which the pair is possible.
    fits: Box<[DigitSet]>,
    /// The number of inner variables that must all differ, so at least this many digits must be allowed.
    needed: usize,
    repeats: bool,
    kept: Box<[DigitSet]>,
}

impl Ends {
    /// For each pair of digits from 1 to `digits`, `allow` returns the digits that the inner variables may have, or
    /// `None` if the ends may not have these digits.
    pub fn new(
        ends: [Var; 2],
        inner: &[Var],
        digits: usize,
        differ: &Differ,
        allow: impl Fn(Digit, Digit) -> Option<DigitSet>,
    ) -> Self {
        let all = DigitSet::all(digits);
        let mut allowed = vec![DigitSet::EMPTY; digits * digits];
        let mut fits = vec![DigitSet::EMPTY; digits];
        for a in all {
            for b in all {
                if let Some(set) = allow(a, b) {
                    allowed[a.index() * digits + b.index()] = set;
                    fits[a.index()].insert(b);
                }
            }
        }
        let scope: Box<[Var]> = ends.into_iter().chain(inner.iter().copied()).collect();
        let needed = differ.cliques(inner, digits).first().map_or(0, Vec::len);
        let kept = vec![DigitSet::EMPTY; inner.len()].into();
        Self {
            digits,
            allowed: allowed.into(),
            fits: fits.into(),
            needed,
            repeats: repeats(&scope),
            kept,
            scope,
        }
    }
}

impl<T: Trace> Propagator<T> for Ends {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn strength(&self) -> Strength {
        // If inner variables must differ, more is removed than the relation alone implies.
        if self.repeats || self.needed > 1 { Strength::Check } else { Strength::Domain }
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        let Self { scope, digits, allowed, fits, needed, kept, .. } = self;
        let ([a, b], inner) = ([scope[0], scope[1]], &scope[2..]);
        let before = cx.space().eliminations();
        let (mut first, mut second) = (DigitSet::EMPTY, DigitSet::EMPTY);
        kept.fill(DigitSet::EMPTY);
        for x in cx.domain(a) {
            for y in cx.domain(b) & fits[x.index()] {
                let set = allowed[x.index() * *digits + y.index()];
                if set.len() < *needed || inner.iter().any(|&var| cx.domain(var).is_disjoint(set)) {
                    continue;
                }
                first.insert(x);
                second.insert(y);
                kept.iter_mut().for_each(|kept| *kept |= set);
            }
        }
        if first.is_empty() {
            return Err(cx.fail_because(|space| space.lost(scope.iter().copied())));
        }
        let others = |var: Var| scope.iter().copied().filter(move |&other| other != var);
        cx.exclude_because(a, !first, |space| space.lost(others(a)))?;
        cx.exclude_because(b, !second, |space| space.lost(others(b)))?;
        for (&var, &kept) in inner.iter().zip(&**kept) {
            cx.exclude_because(var, !kept, |space| space.lost(others(var)))?;
        }
        if first.is_single() && second.is_single() && !self.repeats {
            return Ok(Status::Entailed);
        }
        let changed = cx.space().eliminations() != before;
        Ok(if self.repeats && changed { Status::NotAtFixpoint } else { Status::Fixpoint })
    }
}

//! Explanations by relaxation: domains grow back to what they were before the first decision, as far as a constraint still
//! excludes the same.
//!
//! A constraint whose variables are passed one after the other has a set of states before each of them. With the states from
//! which the present domains of the later variables reach an end, each lost digit of a variable can be looked at alone: it
//! may come back if it leads from no state that the relaxed variables before reach to such a state. So one pass forward
//! relaxes everything (G. Gange, P. J. Stuckey and R. Szymanek, "MDD propagators with explanation", Constraints 16, 2011).
//! The variables that changed last come first where the order is free, so that what is left is old.

use crate::csp::domain::Var;
use crate::csp::propagator::Past;
use crate::csp::trace::Literal;
use crate::grid::{Digit, DigitSet};

/// A variable of a constraint at a moment of the past.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub(super) var: Var,
    /// Its domain then.
    pub(super) now: DigitSet,
    /// Its domain before the first decision.
    pub(super) initial: DigitSet,
    /// When it changed last.
    pub(super) since: u32,
}

impl Seen {
    /// The variable at that moment. What is to be refuted, that the literal does not hold, is assumed.
    pub(super) fn new(var: Var, literal: Option<Literal>, past: &dyn Past) -> Self {
        match literal {
            Some(literal) if literal.var == var && !literal.holds => {
                let only = DigitSet::single(literal.digit);
                Self { var, now: only, initial: only, since: 0 }
            }
            _ => Self { var, now: past.domain(var), initial: past.initial(var), since: past.since(var) },
        }
    }

    /// What is left of the domain before the first decision, if digits that it lost may come back as `may` says. A value
    /// is one reason, so that it stays, or all comes back.
    pub(super) fn relax(&self, mut may: impl FnMut(Digit) -> bool) -> DigitSet {
        let lost = self.initial.minus(self.now);
        if self.now.is_single() {
            if lost.iter().all(may) { self.initial } else { self.now }
        } else {
            self.now | lost.iter().filter(|&digit| may(digit)).collect()
        }
    }

    /// Appends why the domain was no larger than `relaxed`.
    pub(super) fn explain(&self, relaxed: DigitSet, past: &dyn Past, because: &mut Vec<Literal>) {
        let gone = self.initial.minus(relaxed);
        if !gone.is_empty() {
            past.lost(self.var, gone, because);
        }
    }
}

/// Drops facts as long as the others still are enough, the first ones first, many at once where that is possible.
/// `enough` says whether the facts are without those that it is given, which are dropped.
pub(super) fn drop_most<F: Copy>(facts: &mut Vec<F>, mut enough: impl FnMut(&[F]) -> bool) {
    let mut dropped: Vec<F> = Vec::new();
    let mut kept: Vec<F> = Vec::new();
    // Ranges of facts to look at, the first one last.
    let mut ranges = vec![(0, facts.len())];
    while let Some((start, end)) = ranges.pop() {
        let range = start..end;
        if range.is_empty() {
            continue;
        }
        let before = dropped.len();
        dropped.extend_from_slice(&facts[range.clone()]);
        if enough(&dropped) {
            continue;
        }
        dropped.truncate(before);
        if range.len() == 1 {
            kept.push(facts[range.start]);
        } else {
            let middle = range.start + range.len() / 2;
            ranges.push((middle, end));
            ranges.push((start, middle));
        }
    }
    *facts = kept;
}

//! Explanations by relaxation: domains grow back towards their state before the first decision, as long as a
//! constraint still excludes the same value.
//!
//! A constraint that is evaluated variable by variable has a set of states before each variable. Given the states
//! from which the current domains of the later variables reach an end, each lost digit of a variable can be checked
//! separately. It may come back if it leads from no state that the relaxed earlier variables reach to a state that
//! still reaches an end. One forward pass therefore relaxes all variables (G. Gange, P. J. Stuckey and R. Szymanek,
//! "MDD propagators with explanation", Constraints 16, 2011). If the order of the variables does not matter, the
//! variables that changed last are relaxed first, so the remaining literals are old.

use crate::csp::domain::Var;
use crate::csp::propagator::Past;
use crate::csp::trace::Literal;
use crate::grid::{Digit, DigitSet};

/// A variable of a constraint at a past moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub(super) var: Var,
    /// Its domain at that moment.
    pub(super) now: DigitSet,
    /// Its domain before the first decision.
    pub(super) initial: DigitSet,
    /// The time of its last change.
    pub(super) since: u32,
}

impl Seen {
    /// The variable at that moment. For a refutation, the negation of the literal is assumed.
    pub(super) fn new(var: Var, literal: Option<Literal>, past: &dyn Past) -> Self {
        match literal {
            Some(literal) if literal.var == var && !literal.holds => {
                let only = DigitSet::single(literal.digit);
                Self { var, now: only, initial: only, since: 0 }
            }
            _ => Self { var, now: past.domain(var), initial: past.initial(var), since: past.since(var) },
        }
    }

    /// The domain before the first decision, with only the lost digits that `may` accepts restored. A decided value is
    /// a single reason, so either the value is kept, or all digits come back.
    pub(super) fn relax(&self, mut may: impl FnMut(Digit) -> bool) -> DigitSet {
        let lost = self.initial.minus(self.now);
        if self.now.is_single() {
            if lost.iter().all(may) { self.initial } else { self.now }
        } else {
            self.now | lost.iter().filter(|&digit| may(digit)).collect()
        }
    }

    /// Appends literals that explain why the domain was not larger than `relaxed`.
    pub(super) fn explain(&self, relaxed: DigitSet, past: &dyn Past, because: &mut Vec<Literal>) {
        let gone = self.initial.minus(relaxed);
        if !gone.is_empty() {
            past.lost(self.var, gone, because);
        }
    }
}

/// Drops facts as long as the others are still sufficient. The first facts are dropped first, and many together if
/// possible. `enough` receives the facts to drop, and returns whether the others are sufficient.
pub(super) fn drop_most<F: Copy>(facts: &mut Vec<F>, mut enough: impl FnMut(&[F]) -> bool) {
    let mut dropped: Vec<F> = Vec::new();
    let mut kept: Vec<F> = Vec::new();
    // Ranges of facts to check, in reverse order.
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

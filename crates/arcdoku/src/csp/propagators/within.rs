//! Different digits within labelled areas.
//!
//! Each position has a variable for its digit and one for its label; positions with equal labels take different
//! digits. Digits of positions with a decided label are removed from the other positions of the area. A position
//! whose digits are all taken in an area cannot have the label of the area. If an area has as many positions as there
//! are digits, each digit needs a position in it: if only one position allows a pair of label and digit, the pair is
//! assigned there. There is no paper to cite.

use crate::csp::differ::Differ;
use crate::csp::domain::Var;
use crate::csp::propagator::{Conflict, Context, Cost, Past, Propagator, Status, all_lost, learns};
use crate::csp::propagators::relaxed::Seen;
use crate::csp::trace::{Literal, Trace};
use crate::grid::{Digit, DigitSet};

/// Positions with the same label take different digits, if the label is in `labels`.
#[derive(Debug)]
pub struct DifferentWithin {
    /// The digits, followed by the labels of the same positions.
    scope: Box<[Var]>,
    labels: DigitSet,
    /// The digits that every area takes, if each area has a place for every digit.
    all: Option<DigitSet>,
    differ: Differ,
}

impl DifferentWithin {
    /// `vars` contains the variables of the digits, followed by equally many variables of labels. `all` contains the
    /// digits that every area of these labels takes, if they are known.
    pub fn new(vars: Box<[Var]>, labels: DigitSet, all: Option<DigitSet>) -> Self {
        Self { scope: vars, labels, all, differ: Differ::default() }
    }

    /// A digit with two places in an area is also removed from variables that differ from both.
    #[must_use]
    pub fn pointing(self, differ: &Differ) -> Self {
        Self { differ: differ.clone(), ..self }
    }

    /// Explains the literal by a digit without a place in an area, or by a position of an area whose digits are all
    /// taken there. Returns false if neither is found.
    fn reasons(&self, literal: Option<Literal>, past: &dyn Past, because: &mut Vec<Literal>) -> bool {
        let mut seen: Vec<Seen> = self.scope.iter().map(|&var| Seen::new(var, literal, past)).collect();
        if let Some(literal) = literal {
            for seen in &mut seen[..self.scope.len() / 2] {
                if self.differ.contains(literal.var, seen.var) {
                    seen.now.remove(literal.digit);
                    seen.initial.remove(literal.digit);
                }
            }
        }
        let (digits, labels) = seen.split_at(seen.len() / 2);
        let places = || digits.iter().zip(labels);
        for area in self.labels {
            let single = DigitSet::single(area);
            let mut once = DigitSet::EMPTY;
            for (digit, label) in places() {
                if label.now.contains(area) {
                    once |= digit.now;
                }
            }
            if let Some(missing) = self.all.and_then(|all| all.minus(once).first()) {
                for (digit, label) in places() {
                    let missing = DigitSet::single(missing);
                    let by_label = !label.now.contains(area);
                    let by_digit = digit.now.is_disjoint(missing);
                    let costs = |seen: &Seen, gone: DigitSet| {
                        if seen.initial.is_disjoint(gone) { 0 } else { seen.since + 1 }
                    };
                    if by_label && (!by_digit || costs(label, single) <= costs(digit, missing)) {
                        label.explain(!single, past, because);
                    } else {
                        digit.explain(!missing, past, because);
                    }
                }
                return true;
            }
            let decided = || places().enumerate().filter(|(_, (_, label))| label.now == single);
            for (x, (digit, label)) in decided() {
                // For each digit of the position: another position of the area that has taken it.
                let taker = |&lost: &Digit| {
                    let lost = DigitSet::single(lost);
                    decided().find(|&(y, (other, _))| y != x && other.now == lost).map(|(_, taker)| taker)
                };
                if digit.now.iter().all(|lost| taker(&lost).is_some()) {
                    label.explain(single, past, because);
                    digit.explain(digit.now, past, because);
                    for (other, label) in digit.now.iter().filter_map(|lost| taker(&lost)) {
                        other.explain(other.now, past, because);
                        label.explain(single, past, because);
                    }
                    return true;
                }
            }
        }
        false
    }
}

impl<T: Trace> Propagator<T> for DifferentWithin {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn explain(&self, literal: Option<Literal>, past: &dyn Past, because: &mut Vec<Literal>) {
        if !learns::<T>() {
            return;
        }
        if !self.reasons(literal, past, because) {
            all_lost(&self.scope, literal, past, because);
        }
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        let before = cx.space().eliminations();
        let (digits, labels) = self.scope.split_at(self.scope.len() / 2);
        let lost = || self.scope.iter().copied();
        // By label: the digits of its decided positions, and the digits that one, two or three positions allow.
        let mut taken = [DigitSet::EMPTY; 64];
        let mut once = [DigitSet::EMPTY; 64];
        let mut twice = [DigitSet::EMPTY; 64];
        let mut more = [DigitSet::EMPTY; 64];
        for (&digit, &label) in digits.iter().zip(labels) {
            let (set, of) = (cx.domain(digit), cx.domain(label) & self.labels);
            if set.is_single() && cx.domain(label).is_single() && !of.is_empty() {
                let taken = &mut taken[of.first().map_or(0, Digit::index)];
                if set.is_subset(*taken) {
                    return Err(cx.fail_because(|space| space.lost(lost())));
                }
                *taken |= set;
            }
            for label in of {
                more[label.index()] |= twice[label.index()] & set;
                twice[label.index()] |= once[label.index()] & set;
                once[label.index()] |= set;
            }
        }
        for (&digit, &label) in digits.iter().zip(labels) {
            let (set, of) = (cx.domain(digit), cx.domain(label));
            if of.is_single() {
                if let Some(label) = of.first().filter(|&label| self.labels.contains(label))
                    && !set.is_single()
                {
                    cx.exclude_because(digit, taken[label.index()], |space| space.lost(lost()))?;
                }
            } else {
                let repeats = |label: &Digit| set.is_subset(taken[label.index()]);
                let gone: DigitSet = (of & self.labels).iter().filter(repeats).collect();
                cx.exclude_because(label, gone, |space| space.lost(lost()))?;
            }
        }
        if let Some(all) = self.all {
            for label in self.labels {
                if !all.is_subset(once[label.index()]) {
                    return Err(cx.fail_because(|space| space.lost(lost())));
                }
            }
            for area in self.labels {
                // Digits with two places in the area are removed from variables that differ from both.
                for double in twice[area.index()].minus(more[area.index()]) & all {
                    let single = DigitSet::single(double);
                    let mut places = [None; 2];
                    for (&digit, &label) in digits.iter().zip(labels) {
                        if cx.domain(label).contains(area) && cx.domain(digit).contains(double) {
                            places.swap(0, 1);
                            places[0] = Some(digit);
                        }
                    }
                    let [Some(a), Some(b)] = places else { continue };
                    if cx.domain(a) == single || cx.domain(b) == single {
                        continue;
                    }
                    for var in self.differ.of(a).filter(|&var| self.differ.contains(var, b)) {
                        cx.exclude_because(var, single, |space| space.lost(lost()))?;
                    }
                }
            }
            for (&digit, &label) in digits.iter().zip(labels) {
                for area in cx.domain(label) & self.labels {
                    let alone = cx.domain(digit) & all & !twice[area.index()];
                    if alone.is_empty() {
                        continue;
                    }
                    cx.exclude_because(label, !DigitSet::single(area), |space| space.lost(lost()))?;
                    let kept = if alone.is_single() { alone } else { DigitSet::EMPTY };
                    cx.exclude_because(digit, !kept, |space| space.lost(lost()))?;
                    break;
                }
            }
        }
        let changed = cx.space().eliminations() != before;
        Ok(if changed { Status::NotAtFixpoint } else { Status::Fixpoint })
    }
}

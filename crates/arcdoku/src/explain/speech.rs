//! Sentences on a step as a whole: its conclusion, and hints that do not reveal it.

use std::ops::Deref;

use super::argument::Argument;
use super::phrases::Phrases;
use super::words::Phrase;
use crate::deduction::{Candidates, House, Pattern, Step, rules};
use crate::grid::{Cell, DigitSet};

/// The phrases of a language, and the state of the grid.
pub(super) struct Speech<'a> {
    pub(super) phrases: &'a Phrases,
    /// The function that describes a step, for patterns that contain further steps.
    pub(super) argument_of: fn(&Speech<'_>, &Step) -> Argument,
    pub(super) state: &'a Candidates,
    /// The number of steps that contain this one.
    pub(super) depth: u8,
}

impl Deref for Speech<'_> {
    type Target = Phrases;

    fn deref(&self) -> &Phrases {
        self.phrases
    }
}

impl Speech<'_> {
    /// The speech for a nested step, in its own state.
    pub(super) fn within<'b>(&'b self, state: &'b Candidates) -> Speech<'b> {
        Speech { phrases: self.phrases, argument_of: self.argument_of, state, depth: self.depth + 1 }
    }
}

impl Phrases {
    pub(super) fn concrete(&self, step: &Step) -> String {
        let houses = houses_of(step);
        let place = self.houses(&houses);
        let digits = named_digits(step);
        let name = ("name", self.name(step));
        if digits.is_empty() {
            return self.phrase("hint.concrete.place", &[name, ("houses", place)]);
        }
        let digits = ("digits", self.digits(digits));
        if houses.is_empty() {
            return self.phrase("hint.concrete.digits", &[name, digits]);
        }
        self.phrase("hint.concrete", &[name, digits, ("houses", place)])
    }

    pub(super) fn name(&self, step: &Step) -> Phrase {
        Phrase::one(self.technique_name(step.technique))
    }
}

/// The digits to look at, without revealing the conclusion.
fn named_digits(step: &Step) -> DigitSet {
    step.pattern.outline().focus.digits.unwrap_or(step.digits)
}

/// The places to look at for a step, which its hint names at the grade [`Concrete`](super::Grade::Concrete): houses of the
/// classic grid (`r1`, `c1`, `b1`), or sets and rules (`row 1`, `cage 12: r1c1 r1c2`).
pub fn look_at(step: &Step) -> Vec<String> {
    match &step.pattern {
        Pattern::OfRules(_, pattern) => {
            super::logic::look_at(pattern).iter().map(|scope| scope.name.to_string()).collect()
        }
        _ => houses_of(step).iter().map(ToString::to_string).collect(),
    }
}

/// The cells that a step of a puzzle with rules is about; none of a step of the classic grid.
pub fn focus(step: &Step) -> Vec<Cell> {
    let Pattern::OfRules(_, pattern) = &step.pattern else { return Vec::new() };
    let mut cells: Vec<Cell> = step.placements.iter().map(|at| at.cell).collect();
    cells.extend(super::logic::look_at(pattern).iter().flat_map(|scope| scope.cells.iter().copied()));
    match &**pattern {
        rules::Pattern::Innies { terms, .. } => cells.extend(terms.iter().map(|term| term.0)),
        rules::Pattern::Contradiction { assumption, .. } => cells.push(assumption.cell),
        _ => {}
    }
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// The houses of the classic grid to look at.
fn houses_of(step: &Step) -> Vec<House> {
    let focus = step.pattern.outline().focus;
    if !focus.houses.is_empty() {
        return focus.houses;
    }
    let mut cells = focus.cells;
    if cells.is_empty() {
        cells = step.placements.iter().map(|at| at.cell).collect();
    }
    match House::common(cells).next() {
        Some(house) => vec![house],
        None => House::all().filter(|house| house.is_box() && !(house.cells() & cells).is_empty()).collect(),
    }
}

//! Sentences on a step as a whole: its conclusion, and hints that do not reveal it.

use std::ops::Deref;

use super::argument::Argument;
use super::phrases::Phrases;
use super::words::Phrase;
use crate::deduction::{Candidate, Candidates, House, Step};
use crate::grid::{CellSet, DigitSet};

/// The phrases of a language, and the state of the grid.
pub(super) struct Speech<'a> {
    pub(super) phrases: &'a Phrases,
    /// The function that describes a step, for patterns that contain further steps.
    pub(super) tell: fn(&Speech<'_>, &Step) -> Argument,
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
        Speech { phrases: self.phrases, tell: self.tell, state, depth: self.depth + 1 }
    }

    /// The conclusion of a step.
    pub(super) fn conclusion(&self, step: &Step) -> String {
        let mut sentences = Vec::new();
        if !step.placements.is_empty() {
            let items: Vec<String> = step
                .placements
                .iter()
                .map(|at| self.claim(CellSet::single(at.cell), at.digit, true).text)
                .collect();
            sentences.push(self.say("conclusion.place", &[("list", self.and(&items))]));
        }
        // A filled cell loses its other candidates; this is not stated.
        let filled = |at: &&Candidate| step.placements.iter().any(|placed| placed.cell == at.cell);
        let gone: Vec<Candidate> = step.eliminations.iter().filter(|at| !filled(at)).copied().collect();
        if !gone.is_empty() {
            let list = self.candidates(&gone, "conclusion.item");
            sentences.push(self.say("conclusion.remove", &[("list", list)]));
        }
        sentences.join(" ")
    }

    pub(super) fn vague(&self, step: &Step) -> String {
        self.say("hint.vague", &[("name", self.name(step))])
    }

    pub(super) fn concrete(&self, step: &Step) -> String {
        let houses = look_at(step);
        let place = self.houses(&houses);
        let digits = named_digits(step);
        let name = ("name", self.name(step));
        if digits.is_empty() {
            return self.say("hint.concrete.place", &[name, ("houses", place)]);
        }
        let digits = ("digits", self.digits(digits));
        if houses.is_empty() {
            return self.say("hint.concrete.digits", &[name, digits]);
        }
        self.say("hint.concrete", &[name, digits, ("houses", place)])
    }

    pub(super) fn name(&self, step: &Step) -> Phrase {
        Phrase::one(self.technique_name(step.technique))
    }
}

/// The digits to look at, without revealing the conclusion.
fn named_digits(step: &Step) -> DigitSet {
    step.pattern.outline().focus.digits.unwrap_or(step.digits)
}

/// The houses to look at for a step: those that its hint names at the grade [`Concrete`](super::Grade::Concrete).
pub fn look_at(step: &Step) -> Vec<House> {
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

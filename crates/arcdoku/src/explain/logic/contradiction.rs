//! Contradictions, and deductions of the solver, in words.

use super::super::argument::{Argument, Line};
use super::super::words::Phrase;
use super::RuleSpeech;
use crate::deduction::Candidate;
use crate::deduction::rules::{End, Link, Reason};
use crate::grid::DigitSet;

/// The maximum number of deductions that are listed one by one. If there are more, the ones in the middle are only
/// counted.
const MOST: usize = 40;

impl RuleSpeech<'_> {
    pub(super) fn contradiction(
        &self,
        assumption: Candidate,
        links: &[Link],
        end: &End,
        length: usize,
    ) -> Argument {
        let cell = ("cell", self.cell(assumption.cell));
        let digit = ("digit", self.digit(assumption.digit));
        let mut premises = vec![Line::from(self.phrase("logic.suppose", &[cell.clone(), digit.clone()]))];
        // Deductions without a cell are about auxiliary variables, which the reader does not see.
        let shown: Vec<&Link> = links.iter().filter(|link| link.cell.is_some()).collect();
        let skipped = if shown.len() > MOST { MOST / 2..shown.len() - MOST / 2 } else { 0..0 };
        for (place, link) in shown.iter().enumerate() {
            if place == skipped.start && !skipped.is_empty() {
                let n = ("n", Phrase::new(skipped.len().to_string(), skipped.len()));
                premises.push(Line { depth: 1, text: self.phrase("logic.skipped", &[n]) });
            }
            if !skipped.contains(&place) {
                premises.push(Line { depth: 1, text: self.link(link) });
            }
        }
        let text = match end {
            End::Empty(cell) => self.phrase("logic.end.empty", &[("cell", self.cell(*cell))]),
            End::Place(name, digit) => {
                let holes = [("place", self.name_of(name)), ("digit", self.digit(*digit))];
                self.phrase("forcing.contradiction.house", &holes)
            }
            End::House(name) => self.phrase("logic.end.house", &[("set", self.name_of(name))]),
            End::Rule(name) => self.phrase("logic.end.rule", &[("rule", Phrase::one(name.to_string()))]),
            End::Unknown => self.phrase("logic.end.unknown", &[]),
        };
        premises.push(Line::from(text));
        let n = ("n", Phrase::new(length.to_string(), length));
        Argument { premises, why: self.phrase("logic.contradiction.why", &[cell, digit, n]) }
    }

    /// A deduction of the solver as a sentence.
    pub(super) fn link(&self, link: &Link) -> String {
        let cell = ("cell", link.cell.map_or_else(|| Phrase::one(""), |cell| self.cell(cell)));
        let constraint = link.constraint.as_ref().map_or_else(|| Phrase::one(""), |name| self.name_of(name));
        let removed = ("digits", self.digits_or(link.removed));
        let cells = ("cells", self.cells(link.because.iter().copied()));
        let left = link.left.only();
        let only = ("left", left.map_or_else(|| Phrase::one(""), |digit| self.digit(digit)));
        let reason = match link.reason {
            Reason::Only => return self.phrase("logic.only", &[cell, ("digit", only.1)]),
            Reason::Refuted(_) => return self.phrase("logic.refuted", &[cell, removed]),
            Reason::Taken => {
                let digits = ("digits", self.digits(link.removed));
                self.phrase("propagation.taken", &[("constraint", constraint), digits, cells])
            }
            Reason::HiddenSingle => {
                self.phrase("propagation.hidden", &[("constraint", constraint), only.clone()])
            }
            Reason::HallSet => {
                let sets = link.because.iter().map(|&cell| self.state.left(cell) & link.removed);
                let all = ("all", self.digits(sets.fold(DigitSet::EMPTY, |all, set| all | set)));
                self.phrase("propagation.hall", &[("constraint", constraint), cells, all])
            }
            Reason::Rule => {
                let text = link.constraint.as_ref().map_or(String::new(), ToString::to_string);
                let constraint = ("constraint", Phrase::one(text));
                if link.because.is_empty() || link.because.len() > 8 {
                    self.phrase("logic.link.rule", &[constraint])
                } else {
                    self.phrase("logic.link.rule.because", &[constraint, cells])
                }
            }
        };
        let reason = ("reason", Phrase::one(reason));
        match (left, link.reason) {
            (Some(_), Reason::HiddenSingle) => self.phrase("propagation.decided", &[cell, only, reason]),
            (Some(_), _) => self.phrase("propagation.last", &[cell, removed, only, reason]),
            (None, _) => self.phrase("propagation.excluded", &[cell, removed, reason]),
        }
    }
}

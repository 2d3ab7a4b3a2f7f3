//! What two puzzles or grids have in common.

use std::fmt::Write as _;

use arcdoku::canon::{Canonizer, Clues};
use arcdoku::grid::{Cell, Symmetry};
use arcdoku::puzzle::Puzzle;
use arcdoku_wire::question::{CellDifference, Difference, DifferenceReply, OptionError};

use super::ReplyFormat;
use super::answer::{Answer, Render, Session, puzzle_option};
use crate::cancel::Listener;
use crate::input::Item;
use crate::report::Refusal;
use crate::status::Status;

impl Answer for Difference {
    const TAKES_CONFLICTS: bool = true;

    fn answer(
        &self,
        session: &mut Session,
        item: &Item,
        _: Listener<'_>,
        reply: &mut DifferenceReply,
    ) -> Result<(), Refusal> {
        let here = &item.record.puzzle;
        let shape = here.shape();
        let there = session.other(item, "other", &self.other)?;
        if there.shape() != shape {
            return session.refuse_shape(item);
        }
        let digits = here.givens().iter().zip(there.givens()).enumerate();
        let value = |digit: &Option<_>| digit.map(|digit| shape.value(digit));
        let cell = |(index, (one, other))| CellDifference {
            cell: shape.name(Cell::new(index)).to_string(),
            here: value(one),
            there: value(other),
        };
        reply.cells = digits.filter(|(_, (one, other))| one != other).map(cell).collect();
        (reply.rules_here, reply.rules_there) = (rules_beyond(here, &there), rules_beyond(&there, here));
        reply.equal = reply.cells.is_empty() && reply.rules_here.is_empty() && reply.rules_there.is_empty();
        if let (Ok(one), Ok(other)) = (Clues::of(here), Clues::of(&there)) {
            let symmetry = symmetry_between(&one, &other);
            reply.equivalent = Some(symmetry.is_some());
            reply.symmetry = symmetry.map(|symmetry| symmetry.to_string());
        }
        if !reply.equal && reply.equivalent != Some(true) {
            session.report.status.note(Status::Not);
        }
        Ok(())
    }

    fn check(&self, _: ReplyFormat) -> Result<(), OptionError> {
        puzzle_option("other", &self.other).map(|_| ())
    }
}

/// The texts of the rules that another puzzle does not have.
fn rules_beyond(puzzle: &Puzzle, other: &Puzzle) -> Vec<String> {
    let missing = puzzle.rules().iter().filter(|rule| !other.rules().contains(rule));
    missing.map(ToString::to_string).collect()
}

/// A symmetry that maps one to the other, found through the canonical form.
fn symmetry_between(one: &Clues, other: &Clues) -> Option<Symmetry> {
    let mut canonizer = Canonizer::new();
    let [one, other] = [one, other].map(|clues| canonizer.canonize(clues));
    (one.form == other.form).then(|| one.symmetry().then(&other.symmetry().inverse()))
}

/// A summary in one word.
fn word(reply: &DifferenceReply) -> &'static str {
    match (reply.equal, reply.equivalent) {
        (true, _) => "equal",
        (false, Some(true)) => "equivalent",
        _ => "different",
    }
}

/// A difference as `r1c2=4/5`, where `.` is an empty cell.
fn cell_text(cell: &CellDifference) -> String {
    let digit = |value: Option<i32>| value.map_or(".".to_owned(), |value| value.to_string());
    format!("{}={}/{}", cell.cell, digit(cell.here), digit(cell.there))
}

impl Render for DifferenceReply {
    fn text(&self, item: &Item, _: bool, out: &mut String) {
        // Writing to a string cannot fail.
        let cells: Vec<String> = self.cells.iter().map(cell_text).collect();
        let gap = if cells.is_empty() { "" } else { "  " };
        let _ = writeln!(out, "{}  {}{gap}{}", item.place(), word(self), cells.join(" "));
        for (which, rules) in [("here", &self.rules_here), ("there", &self.rules_there)] {
            for rule in rules {
                let _ = writeln!(out, "  only {which}: {rule}");
            }
        }
        if let Some(symmetry) = self.symmetry.as_ref().filter(|_| !self.equal) {
            let _ = writeln!(out, "  {symmetry}");
        }
    }

    fn tsv(&self, _: &Item, out: &mut String) {
        let symmetry = self.symmetry.as_deref().unwrap_or_default();
        let _ = writeln!(out, "{}\t{}\t{}\t{symmetry}", self.head.number, word(self), self.cells.len());
    }
}

//! Whether puzzles are valid, unique and minimal.

use std::fmt::Write as _;

use arcdoku::generate::redundant_clues;
use arcdoku::grid::Cell;
use arcdoku::puzzle::Outcome;
use arcdoku::solve::contradiction;
use arcdoku_wire::question::{Check, CheckReply, OptionError, When};

use super::ReplyFormat;
use super::answer::{Answer, Render, Session};
use crate::cancel::Listener;
use crate::input::Item;
use crate::report::{Refusal, Report};
use crate::status::Status;
use crate::text::{BAD, FAINT, FOUND, paint};

impl Answer for Check {
    const TAKES_CONFLICTS: bool = true;

    fn answer(
        &self,
        session: &mut Session,
        item: &Item,
        progress: Listener<'_>,
        reply: &mut CheckReply,
    ) -> Result<(), Refusal> {
        let puzzle = &item.record.puzzle;
        reply.clues = puzzle.clues();
        if let Some(conflict) = item.conflict() {
            session.report.error(Status::Malformed, &conflict);
            reply.fault = Some(conflict);
        }
        let bounds = session.bounds(&self.limits);
        let limits = &bounds.limits().running().with_listener(progress);
        let strategy = self.search.chosen();
        let mut reached = None;
        let outcome = session.solver_with(strategy).solve(puzzle, limits).outcome;
        match &outcome {
            Outcome::Unique(_) | Outcome::Solved(_) => {
                (reply.valid, reply.unique) = (Some(true), Some(true));
                let is_wanted = match self.minimal {
                    When::Always => true,
                    When::Auto => puzzle.shape().digits() <= 9,
                    When::Never => false,
                };
                if is_wanted {
                    match redundant_clues(session.solver_with(strategy), puzzle, limits) {
                        Ok(cells) => {
                            reply.minimal = Some(cells.is_empty());
                            let name = |&cell: &Cell| puzzle.shape().name(cell).to_string();
                            reply.redundant = cells.iter().map(name).collect();
                            if self.minimal == When::Always && !cells.is_empty() {
                                session.report.status.note(Status::Not);
                            }
                        }
                        Err(limit) => reached = Some(limit),
                    }
                }
            }
            Outcome::Multiple(..) => {
                (reply.valid, reply.unique) = (Some(true), Some(false));
                session.report.status.note(Status::Not);
            }
            Outcome::Unsatisfiable(refutation) => {
                (reply.valid, reply.unique) = (Some(false), Some(false));
                reply.refutation = Some((*refutation).into());
                let found =
                    self.because.then(|| contradiction(session.solver_with(strategy), puzzle, limits));
                if let Some(found) = found.flatten() {
                    reply.because = found.parts.iter().map(ToString::to_string).collect();
                    reply.smallest = Some(found.minimal);
                }
                session.report.status.note(Status::Not);
            }
            Outcome::Unknown { limit, found } => {
                reply.valid = found.is_some().then_some(true);
                reached = Some(*limit);
            }
            _ => {}
        }
        if let Some(limit) = reached {
            reply.limit = Some(session.reached(item, limit)?);
        }
        agrees(item, &outcome, reply, &mut session.report);
        Ok(())
    }

    fn finish(&self, reply: &mut CheckReply) {
        if reply.outcome.is_some() {
            reply.valid = Some(false);
        }
    }

    fn check(&self, _: ReplyFormat) -> Result<(), OptionError> {
        self.search.check()
    }
}

/// Checks the solution that came with the puzzle.
fn agrees(item: &Item, outcome: &Outcome, reply: &mut CheckReply, report: &mut Report) {
    let only = if let Outcome::Unique(solution) = outcome { Some(solution) } else { None };
    let fault = match item.expected() {
        None => return,
        Some(Err(fault)) => fault,
        Some(Ok(expected)) if only.is_some_and(|only| *only != expected) => item.wrong_solution(),
        Some(Ok(_)) => {
            reply.agrees = Some(true);
            return;
        }
    };
    reply.agrees = Some(false);
    report.error(Status::Not, fault);
}

impl Render for CheckReply {
    fn text(&self, item: &Item, colored: bool, out: &mut String) {
        line(&item.place(), self, colored, out);
    }

    fn refused(&self, place: &str, colored: bool, out: &mut String) {
        line(place, self, colored, out);
    }

    fn tsv(&self, _: &Item, out: &mut String) {
        let word = |yes: Option<bool>| yes.map_or("unknown", |yes| if yes { "yes" } else { "no" });
        let (puzzle, redundant) = (self.head.puzzle.as_deref().unwrap_or_default(), self.redundant.join(" "));
        let (valid, unique, minimal) = (word(self.valid), word(self.unique), word(self.minimal));
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}\t{puzzle}\t{valid}\t{unique}\t{minimal}\t{redundant}", self.head.number);
    }
}

/// One line per puzzle: `file:3  17 clues  valid  unique  minimal`.
fn line(place: &str, reply: &CheckReply, colored: bool, out: &mut String) {
    let word = |yes: Option<bool>, good: &str, bad: &str| match yes {
        Some(true) => paint(colored, FOUND, good),
        Some(false) => paint(colored, BAD, bad),
        None => paint(colored, FAINT, "unknown"),
    };
    // Writing to a string cannot fail.
    if reply.fault.is_some() && reply.refutation.is_none() {
        let _ = writeln!(out, "{place}  {}", paint(colored, BAD, "malformed"));
        return;
    }
    let _ = write!(out, "{place}  {:2} clues  {}", reply.clues, word(reply.valid, "valid", "no solution"));
    if let Some(refutation) = reply.refutation {
        let _ = write!(out, " ({refutation})");
    }
    if reply.valid != Some(false) {
        let _ = write!(out, "  {}", word(reply.unique, "unique", "not unique"));
    }
    if let Some(minimal) = reply.minimal {
        let _ = write!(out, "  {}", word(Some(minimal), "minimal", "not minimal"));
    }
    if !reply.redundant.is_empty() {
        let _ = write!(out, "  redundant: {}", reply.redundant.join(" "));
    }
    if reply.agrees == Some(false) {
        let _ = write!(out, "  {}", paint(colored, BAD, "wrong solution"));
    }
    if !reply.because.is_empty() {
        let _ = write!(out, "  because of: {}", reply.because.join("; "));
        if reply.smallest == Some(false) {
            out.push_str(" (perhaps fewer)");
        }
    }
    if let Some(limit) = &reply.limit {
        let _ = write!(out, "  gave up ({limit})");
    }
    out.push('\n');
}

//! The rules and clues that a grid violates.

use std::fmt::Write as _;

use arcdoku::grid::{Cell, Digit, Shape};
use arcdoku::puzzle::{Outcome, Puzzle, Violation};
use arcdoku::solve::contradiction;
use arcdoku_wire::question::{Verify, VerifyReply, ViolationReply};
use arcdoku_wire::{NoAnswer, grid_text};

use super::answer::{Answer, Render, Session};
use crate::cancel::Listener;
use crate::input::Item;
use crate::report::Refusal;
use crate::status::Status;

impl Answer for Verify {
    fn answer(
        &self,
        session: &mut Session,
        item: &Item,
        progress: Listener<'_>,
        reply: &mut VerifyReply,
    ) -> Result<(), Refusal> {
        let puzzle = &item.record.puzzle;
        let shape = puzzle.shape();
        let Some(grid) = grid_of(shape, &self.grid) else {
            let what = format!("the grid needs {} cells with digits of {shape}", shape.cells());
            session.report.error(Status::Malformed, format!("{}: {what}", item.place()));
            return Err(Refusal { outcome: Some(NoAnswer::Malformed), ..Refusal::default() });
        };
        reply.grid = grid_text(shape, &grid);
        reply.full = grid.iter().all(Option::is_some);
        reply.violations = puzzle.violations(&grid).iter().map(|one| violation(puzzle, one)).collect();
        if !reply.violations.is_empty() || reply.full {
            reply.holds = Some(reply.violations.is_empty());
        } else {
            let mut filled = puzzle.clone();
            let cells = grid.iter().enumerate().filter(|(_, digit)| digit.is_some());
            cells.for_each(|(index, &digit)| filled.set(Cell::new(index), digit));
            let bounds = session.bounds(&self.limits);
            let limits = bounds.limits().running().with_listener(progress);
            reply.holds = match session.solver.first(&filled, &limits).outcome {
                Outcome::Unknown { limit, .. } => {
                    reply.limit = Some(session.limited(item, limit)?);
                    None
                }
                Outcome::Unsatisfiable(_) => {
                    let found = contradiction(&mut session.solver, &filled, &limits);
                    let parts = found.iter().flat_map(|found| &found.parts);
                    reply.because = parts.map(ToString::to_string).collect();
                    Some(false)
                }
                _ => Some(true),
            };
        }
        if reply.holds == Some(false) {
            session.report.status.note(Status::Not);
        }
        Ok(())
    }

    fn finish(&self, reply: &mut VerifyReply) {
        if reply.grid.is_empty() {
            self.grid.clone_into(&mut reply.grid);
        }
    }
}

impl Render for VerifyReply {
    fn text(&self, item: &Item, _: bool, out: &mut String) {
        let what = match (self.holds, self.full) {
            (Some(true), true) => "a solution",
            (Some(true), false) => "can be completed",
            (Some(false), _) if self.violations.is_empty() => "cannot be completed",
            (Some(false), _) => "violates",
            (None, _) => "violates nothing yet",
        };
        // Writing to a string cannot fail.
        let _ = write!(out, "{}  {what}", item.place());
        let _ = match (&self.violations[..], &self.because[..]) {
            ([], []) => writeln!(out),
            ([], because) => writeln!(out, ", because of: {}", because.join("; ")),
            (violations, _) => {
                let texts: Vec<String> =
                    violations.iter().map(|one| format!("{} ({})", one.part, one.cells.join(" "))).collect();
                writeln!(out, " {}", texts.join("; "))
            }
        };
    }

    fn tsv(&self, _: &Item, out: &mut String) {
        let number = self.head.number;
        let holds = self.holds.map_or("unknown", |holds| if holds { "yes" } else { "no" });
        if self.violations.is_empty() {
            let _ = writeln!(out, "{number}\t{holds}\t{}\t", self.because.join("; "));
        }
        for ViolationReply { part, cells, .. } in &self.violations {
            let _ = writeln!(out, "{number}\t{holds}\t{part}\t{}", cells.join(" "));
        }
    }
}

fn violation(puzzle: &Puzzle, violation: &Violation) -> ViolationReply {
    let names = |cells: &[Cell]| cells.iter().map(|&cell| puzzle.shape().name(cell).to_string()).collect();
    match violation {
        Violation::Clue(cell) => {
            ViolationReply { rule: "clue".to_owned(), part: "clue".to_owned(), cells: names(&[*cell]) }
        }
        Violation::Constraint { rule, constraint, cells } => ViolationReply {
            rule: puzzle.rules()[*rule].to_string(),
            part: constraint.to_string(),
            cells: names(cells),
        },
        Violation::Candidate(cell) => ViolationReply {
            rule: "candidates".to_owned(),
            part: "candidates".to_owned(),
            cells: names(&[*cell]),
        },
        _ => ViolationReply::default(),
    }
}

/// The digits of a text; `None` unless there is one for each cell of the grid.
fn grid_of(shape: Shape, text: &str) -> Option<Vec<Option<Digit>>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let symbols: Vec<String> = if words.len() == shape.cells() && words.iter().any(|word| word.len() > 1) {
        words.into_iter().map(str::to_owned).collect()
    } else {
        words.concat().chars().map(String::from).collect()
    };
    let digit = |symbol: &String| {
        let is_empty = symbol == "." || symbol == "0" && shape.least() == 1;
        let value = match &**symbol {
            one if one.chars().count() == 1 => one.chars().next()?.to_digit(36)?.into(),
            number => number.parse::<i64>().ok()?,
        };
        let digit = || {
            let index = usize::try_from(value - i64::from(shape.least())).ok()?;
            (index < shape.digits()).then(|| Digit::from_index(index))
        };
        if is_empty { Some(None) } else { digit().map(Some) }
    };
    let parse = |symbol: &String| if symbol == "." { Some(None) } else { digit(symbol) };
    let digits: Vec<Option<Digit>> = symbols.iter().map(parse).collect::<Option<_>>()?;
    (digits.len() == shape.cells()).then_some(digits)
}

//! Whether puzzles are restrictions of another puzzle.

use std::fmt::Write as _;

use arcdoku::puzzle::{Limit, Puzzle};
use arcdoku::solve::{Restriction, Solver, restricts};
use arcdoku_wire::{RestrictionReply, grid_text, puzzle_text};

use super::ReplyFormat;
use super::finder::{self, Question};
use crate::cancel::{Bounds, Cancel};
use crate::input::{self, Input, Item, Reading};
use crate::output::Output;
use crate::report::{Refusal, Report};
use crate::status::{Error, Status};

/// What is asked of each puzzle.
#[derive(Clone, Debug)]
pub struct RestrictsOptions {
    /// The other puzzle, whose solutions are compared.
    pub of: Puzzle,
    /// Limits: nodes for each search, time for each puzzle.
    pub bounds: Bounds,
}

/// Compares all puzzles of an input with another.
///
/// # Errors
/// If the output cannot be written.
pub fn run(
    options: &RestrictsOptions,
    format: ReplyFormat,
    input: Input,
    threads: usize,
    output: &mut dyn Output,
) -> Result<Status, Error> {
    finder::run(options, format, input, threads, output)
}

impl Question for RestrictsOptions {
    type Answer<'a> = (&'a Item, Restriction);
    type Reply = RestrictionReply;

    fn find<'a>(
        &self,
        solver: &mut Solver,
        reading: &'a Reading,
        report: &mut Report,
    ) -> Result<Self::Answer<'a>, Box<Refusal>> {
        let item = report.read(reading)?;
        let found = restricts(solver, &item.record.puzzle, &self.of, &self.bounds.limits());
        match &found {
            Restriction::Unknown(limit) => {
                let refusal = report.given_up(item, *limit);
                if *limit == Limit::Cancelled {
                    return Err(refusal);
                }
            }
            Restriction::OtherShape => {
                return Err(report.refuse(item, "other-shape", "the grids have different cells or digits"));
            }
            Restriction::No(_) => report.status.note(Status::Not),
            _ => {}
        }
        Ok((item, found))
    }

    fn text(_: u64, (item, found): &Self::Answer<'_>, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = match (found, example(item, found)) {
            (_, Some(grid)) => writeln!(out, "{}  no: {grid}", item.place()),
            (Restriction::Yes, _) => writeln!(out, "{}  yes", item.place()),
            _ => writeln!(out, "{}  unknown", item.place()),
        };
    }

    fn tsv(number: u64, (item, found): &Self::Answer<'_>, out: &mut String) {
        let text = puzzle_text(&item.record.puzzle);
        let _ = match (found, example(item, found)) {
            (_, Some(grid)) => writeln!(out, "{number}\t{text}\tno\t{grid}"),
            (Restriction::Yes, _) => writeln!(out, "{number}\t{text}\tyes\t"),
            _ => writeln!(out, "{number}\t{text}\tunknown\t"),
        };
    }

    fn reply(
        &self,
        number: u64,
        reading: &Reading,
        found: Result<Self::Answer<'_>, Box<Refusal>>,
    ) -> RestrictionReply {
        let mut reply = RestrictionReply {
            head: input::head(number, reading),
            other: input::other(reading, RestrictionReply::FIELDS),
            ..RestrictionReply::default()
        };
        match found {
            Ok((item, found)) => {
                reply.counterexample = example(item, &found);
                match found {
                    Restriction::Yes => reply.restricts = Some(true),
                    Restriction::No(_) => reply.restricts = Some(false),
                    Restriction::Unknown(limit) => reply.limit = Some(limit.name().to_owned()),
                    _ => {}
                }
            }
            Err(refusal) => (reply.outcome, reply.limit, reply.fault) = refusal.parts(),
        }
        reply
    }

    fn cancel(&self) -> &Cancel {
        &self.bounds.cancel
    }
}

/// The solution that is not one of the other puzzle.
fn example(item: &Item, found: &Restriction) -> Option<String> {
    let Restriction::No(solution) = found else { return None };
    let digits: Vec<_> = solution.digits().iter().copied().map(Some).collect();
    Some(grid_text(item.record.puzzle.shape(), &digits))
}

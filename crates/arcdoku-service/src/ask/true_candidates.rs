//! The digits that occur in solutions, and in how many.

use std::fmt::Write as _;

use arcdoku::grid::{Cell, Digit};
use arcdoku::puzzle::Limit;
use arcdoku::solve::{CandidateCounts, Solver, TrueCandidates};
use arcdoku_wire::{TrueCandidatesReply, puzzle_text};

use super::ReplyFormat;
use super::finder::{self, Question};
use crate::cancel::{Bounds, Cancel};
use crate::input::{self, Input, Item, Reading};
use crate::output::Output;
use crate::report::{Refusal, Report};
use crate::status::{Error, Status};

/// What is asked of each puzzle.
#[derive(Clone, Debug)]
pub struct TrueCandidatesOptions {
    /// The number up to which the solutions with each digit are counted.
    pub most: u64,
    /// Limits: nodes for each digit of a cell, time for each puzzle.
    pub bounds: Bounds,
}

impl Default for TrueCandidatesOptions {
    fn default() -> Self {
        Self { most: 1, bounds: Bounds::default() }
    }
}

/// Finds the true candidates of all puzzles of an input.
///
/// # Errors
/// If the output cannot be written.
pub fn run(
    options: &TrueCandidatesOptions,
    format: ReplyFormat,
    input: Input,
    threads: usize,
    output: &mut dyn Output,
) -> Result<Status, Error> {
    finder::run(options, format, input, threads, output)
}

impl Question for TrueCandidatesOptions {
    type Answer<'a> = (&'a Item, u64, CandidateCounts);
    type Reply = TrueCandidatesReply;

    fn find<'a>(
        &self,
        _: &mut Solver,
        reading: &'a Reading,
        report: &mut Report,
    ) -> Result<Self::Answer<'a>, Box<Refusal>> {
        let item = report.read(reading)?;
        let found = TrueCandidates::new().ask(&item.record.puzzle, self.most, &self.bounds.limits());
        match found.limit {
            Some(Limit::Cancelled) => return Err(report.given_up(item, Limit::Cancelled)),
            Some(limit) => {
                report.given_up(item, limit);
            }
            None if found.solutions == 0 => {
                return Err(report.refuse(item, "unsatisfiable", "there is no solution"));
            }
            None => {}
        }
        Ok((item, self.most, found))
    }

    fn text(_: u64, answer: &Self::Answer<'_>, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}  {}", answer.0.place(), cells(answer));
    }

    fn tsv(number: u64, answer: &Self::Answer<'_>, out: &mut String) {
        let _ = writeln!(out, "{number}\t{}\t{}", puzzle_text(&answer.0.record.puzzle), cells(answer));
    }

    fn reply(
        &self,
        number: u64,
        reading: &Reading,
        found: Result<Self::Answer<'_>, Box<Refusal>>,
    ) -> TrueCandidatesReply {
        let mut reply = TrueCandidatesReply {
            head: input::head(number, reading),
            most: self.most,
            other: input::other(reading, TrueCandidatesReply::FIELDS),
            ..TrueCandidatesReply::default()
        };
        match found {
            Ok((item, most, found)) => {
                let shape = item.record.puzzle.shape();
                let cells = || (0..shape.cells()).map(Cell::new);
                let values = |cell| found.digits(cell).iter().map(|digit| shape.value(digit)).collect();
                reply.candidates = cells().map(values).collect();
                let unknown = cells().filter(|cell| !found.unknown[cell.index()].is_empty());
                reply.unknown = unknown.map(|cell| shape.name(cell).to_string()).collect();
                (reply.solutions, reply.complete) = (found.solutions, found.complete);
                reply.limit = found.limit.map(|limit| limit.name().to_owned());
                if most > 1 {
                    reply.counts = found.counts;
                }
            }
            Err(refusal) => {
                (reply.outcome, reply.limit, reply.fault) = refusal.parts();
                reply.complete = reply.outcome.as_deref() == Some("unsatisfiable");
            }
        }
        reply
    }

    fn cancel(&self) -> &Cancel {
        &self.bounds.cancel
    }
}

/// The values of each cell, `12`, or with their counts, `1:4,2:1`; `?` where more may be true.
fn cells((item, most, found): &(&Item, u64, CandidateCounts)) -> String {
    let shape = item.record.puzzle.shape();
    let is_wide = shape.value(Digit::from_index(shape.digits() - 1)) > 9;
    let cell = |cell: Cell| {
        let value = |digit: Digit| match most {
            1 => shape.value(digit).to_string(),
            _ => format!("{}:{}", shape.value(digit), found.counts[cell.index()][digit.index()]),
        };
        let values: Vec<String> = found.digits(cell).iter().map(value).collect();
        let unknown = if found.unknown[cell.index()].is_empty() { "" } else { "?" };
        values.join(if is_wide || *most > 1 { "," } else { "" }) + unknown
    };
    (0..shape.cells()).map(|index| cell(Cell::new(index))).collect::<Vec<_>>().join(" ")
}

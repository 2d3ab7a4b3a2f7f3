//! Cells that are forced to be equal.

use std::fmt::Write as _;

use arcdoku::grid::Cell;
use arcdoku::puzzle::Limit;
use arcdoku::solve::{EqualCells, Solver, equal_cells};
use arcdoku_wire::EqualReply;

use super::ReplyFormat;
use super::finder::{self, Question};
use crate::cancel::{Bounds, Cancel};
use crate::input::{self, Input, Item, Reading};
use crate::output::Output;
use crate::report::{Refusal, Report};
use crate::status::{Error, Status};

/// What is asked of each puzzle.
#[derive(Clone, Debug, Default)]
pub struct EqualOptions {
    /// Limits: nodes for each search, time for each puzzle.
    pub bounds: Bounds,
}

/// Finds the cells of all puzzles of an input that are forced to be equal.
///
/// # Errors
/// If the output cannot be written.
pub fn run(
    options: &EqualOptions,
    format: ReplyFormat,
    input: Input,
    threads: usize,
    output: &mut dyn Output,
) -> Result<Status, Error> {
    finder::run(options, format, input, threads, output)
}

impl Question for EqualOptions {
    type Answer<'a> = (&'a Item, EqualCells);
    type Reply = EqualReply;

    fn find<'a>(
        &self,
        _: &mut Solver,
        reading: &'a Reading,
        report: &mut Report,
    ) -> Result<Self::Answer<'a>, Box<Refusal>> {
        let item = report.read(reading)?;
        let found = equal_cells(&item.record.puzzle, &self.bounds.limits());
        match found.limit {
            Some(Limit::Cancelled) => return Err(report.given_up(item, Limit::Cancelled)),
            Some(limit) => {
                report.given_up(item, limit);
            }
            None if !found.solved => {
                return Err(report.refuse(item, "unsatisfiable", "there is no solution"));
            }
            None => {}
        }
        Ok((item, found))
    }

    fn text(_: u64, (item, found): &Self::Answer<'_>, out: &mut String) {
        let groups: Vec<String> = names(item, &found.groups).iter().map(|group| group.join("=")).collect();
        let text =
            if groups.is_empty() { "no cells are forced to be equal".to_owned() } else { groups.join("  ") };
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}  {text}", item.place());
    }

    fn tsv(number: u64, (item, found): &Self::Answer<'_>, out: &mut String) {
        for group in names(item, &found.groups) {
            let _ = writeln!(out, "{number}\t{}", group.join(" "));
        }
    }

    fn reply(
        &self,
        number: u64,
        reading: &Reading,
        found: Result<Self::Answer<'_>, Box<Refusal>>,
    ) -> EqualReply {
        let mut reply = EqualReply {
            head: input::head(number, reading),
            other: input::other(reading, EqualReply::FIELDS),
            ..EqualReply::default()
        };
        match found {
            Ok((item, found)) => {
                (reply.groups, reply.unknown) = (names(item, &found.groups), names(item, &found.unknown));
                reply.limit = found.limit.map(|limit| limit.name().to_owned());
            }
            Err(refusal) => (reply.outcome, reply.limit, reply.fault) = refusal.parts(),
        }
        reply
    }

    fn cancel(&self) -> &Cancel {
        &self.bounds.cancel
    }
}

/// The names of the cells of each group.
fn names(item: &Item, groups: &[Vec<Cell>]) -> Vec<Vec<String>> {
    let shape = item.record.puzzle.shape();
    groups.iter().map(|group| group.iter().map(|&cell| shape.name(cell).to_string()).collect()).collect()
}

//! The smallest sets of cells whose digits reduce a puzzle to singles.

use std::fmt::Write as _;

use arcdoku::generate::{SinglesKind, backdoors};
use arcdoku::grid::Cell;
use arcdoku::solve::Solver;
use arcdoku_wire::{BackdoorReply, puzzle_text};

use super::ReplyFormat;
use super::finder::{self, Finder, Question};
use crate::cancel::{Bounds, Cancel};
use crate::input::{self, Input, Item, Reading};
use crate::output::Output;
use crate::report::{Refusal, Report};
use crate::status::{Error, Status};
use crate::text::plural;

/// What is asked of each puzzle.
#[derive(Clone, Debug)]
pub struct BackdoorOptions {
    /// Which singles are placed.
    pub singles: SinglesKind,
    /// Limits for each puzzle.
    pub bounds: Bounds,
}

impl Default for BackdoorOptions {
    fn default() -> Self {
        Self { singles: SinglesKind::Both, bounds: Bounds::default() }
    }
}

/// Finds the smallest backdoors of all puzzles of an input.
///
/// # Errors
/// If the output cannot be written.
pub fn run(
    options: &BackdoorOptions,
    format: ReplyFormat,
    input: Input,
    threads: usize,
    output: &mut dyn Output,
) -> Result<Status, Error> {
    finder::run(options, format, input, threads, output)
}

/// Finds the backdoors of puzzles one by one.
pub type BackdoorFinder = Finder<BackdoorOptions>;

type Sets = Vec<Vec<Cell>>;

impl Question for BackdoorOptions {
    type Answer<'a> = (&'a Item, Sets);
    type Reply = BackdoorReply;

    fn find<'a>(
        &self,
        solver: &mut Solver,
        reading: &'a Reading,
        report: &mut Report,
    ) -> Result<(&'a Item, Sets), Box<Refusal>> {
        let limits = self.bounds.limits();
        let (item, solution) = report.solved(solver, reading, &limits)?;
        let sets = backdoors(&item.record.puzzle, &solution, self.singles, &limits);
        sets.map(|sets| (item, sets)).map_err(|limit| report.given_up(item, limit))
    }

    fn text(_: u64, (item, sets): &(&Item, Sets), out: &mut String) {
        let what = match sets.first().map(Vec::len) {
            None => "more than 2 cells are needed".to_owned(),
            Some(0) => "singles finish it".to_owned(),
            Some(size) => {
                let count = plural(sets.len() as u128, "set");
                format!("{count} of {}: {}", plural(size as u128, "cell"), joined(item, sets))
            }
        };
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}  {what}", item.place());
    }

    fn tsv(_: u64, (item, sets): &(&Item, Sets), out: &mut String) {
        let size = sets.first().map_or("-".to_owned(), |set| set.len().to_string());
        let text = puzzle_text(&item.record.puzzle);
        let _ = writeln!(out, "{text}\t{size}\t{}\t{}", sets.len(), joined(item, sets));
    }

    fn reply(
        &self,
        number: u64,
        reading: &Reading,
        found: Result<(&Item, Sets), Box<Refusal>>,
    ) -> BackdoorReply {
        let mut reply = BackdoorReply {
            head: input::head(number, reading),
            singles: self.singles.name().to_owned(),
            other: input::other(reading, BackdoorReply::FIELDS),
            ..BackdoorReply::default()
        };
        match found {
            Ok((item, sets)) => {
                reply.size = sets.first().map(Vec::len);
                reply.sets = names(item, &sets);
            }
            Err(refusal) => (reply.outcome, reply.limit, reply.fault) = refusal.parts(),
        }
        reply
    }

    fn cancel(&self) -> &Cancel {
        &self.bounds.cancel
    }
}

/// The names of the cells of each set.
fn names(item: &Item, sets: &Sets) -> Vec<Vec<String>> {
    let shape = item.record.puzzle.shape();
    sets.iter().map(|set| set.iter().map(|&cell| shape.name(cell).to_string()).collect()).collect()
}

fn joined(item: &Item, sets: &Sets) -> String {
    names(item, sets).iter().map(|set| set.join("+")).collect::<Vec<_>>().join(" ")
}

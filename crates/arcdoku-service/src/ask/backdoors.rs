//! The smallest sets of cells whose digits leave nothing but singles.

use std::fmt::Write as _;

use arcdoku::generate::{SinglesKind, backdoors};
use arcdoku::grid::Cell;
use arcdoku::solve::Solver;
use arcdoku_wire::{BackdoorReply, puzzle_text};

use super::ReplyFormat;
use crate::cancel::Bounds;
use crate::input::{self, Input, Item, Reading};
use crate::output::Output;
use crate::report::{Refusal, Report, is_whole};
use crate::status::{Error, Status};
use crate::stream;
use crate::text::{json_line, plural};

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
    let workers = options.clone();
    stream::reports(input, threads, &options.bounds.cancel, output, move || {
        let mut finder = BackdoorFinder::new(&workers);
        move |number, reading: &Reading, report: &mut Report| {
            let found = finder.find(reading, report);
            if report.is_cut {
                return;
            }
            match (&found, format) {
                (Ok((item, sets)), ReplyFormat::Text) => text(item, sets, &mut report.text),
                (Ok((item, sets)), ReplyFormat::Tsv) => tsv(item, sets, &mut report.text),
                (_, ReplyFormat::Json) if !is_whole(reading) => {
                    json_line(&finder.reply_with(number, reading, found), &mut report.text);
                }
                _ => {}
            }
        }
    })
}

type Sets = Vec<Vec<Cell>>;

/// Finds the backdoors of puzzles one by one.
pub struct BackdoorFinder {
    options: BackdoorOptions,
    solver: Solver,
}

impl BackdoorFinder {
    /// A finder with a solver of its own.
    pub fn new(options: &BackdoorOptions) -> Self {
        Self { options: options.clone(), solver: Solver::new() }
    }

    /// The smallest backdoors of one puzzle.
    pub fn reply(&mut self, number: u64, reading: &Reading) -> BackdoorReply {
        let found = self.find(reading, &mut Report::default());
        self.reply_with(number, reading, found)
    }

    fn find<'a>(
        &mut self,
        reading: &'a Reading,
        report: &mut Report,
    ) -> Result<(&'a Item, Sets), Box<Refusal>> {
        let limits = self.options.bounds.limits();
        let (item, solution) = report.solved(&mut self.solver, reading, &limits)?;
        let sets = backdoors(&item.record.puzzle, &solution, self.options.singles, &limits);
        sets.map(|sets| (item, sets)).map_err(|limit| report.given_up(item, limit))
    }

    fn reply_with(
        &self,
        number: u64,
        reading: &Reading,
        found: Result<(&Item, Sets), Box<Refusal>>,
    ) -> BackdoorReply {
        let mut reply = BackdoorReply {
            head: input::head(number, reading),
            singles: self.options.singles.name().to_owned(),
            other: input::other(reading, BackdoorReply::FIELDS),
            ..BackdoorReply::default()
        };
        match found {
            Ok((item, sets)) => {
                reply.size = sets.first().map(Vec::len);
                reply.sets = names(item, &sets);
            }
            Err(refusal) => {
                let Refusal { outcome, limit, fault } = *refusal;
                (reply.outcome, reply.limit, reply.fault) = (outcome, limit, fault);
            }
        }
        reply
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

fn text(item: &Item, sets: &Sets, out: &mut String) {
    let what = match sets.first().map(Vec::len) {
        None => "more than 2 cells are needed".to_owned(),
        Some(0) => "singles finish it".to_owned(),
        Some(size) => {
            let count = plural(sets.len() as u128, "set");
            format!("{count} of {}: {}", plural(size as u128, "cell"), joined(item, sets))
        }
    };
    // A string takes everything.
    let _ = writeln!(out, "{}  {what}", item.place());
}

fn tsv(item: &Item, sets: &Sets, out: &mut String) {
    let size = sets.first().map_or("-".to_owned(), |set| set.len().to_string());
    let text = puzzle_text(&item.record.puzzle);
    let _ = writeln!(out, "{text}\t{size}\t{}\t{}", sets.len(), joined(item, sets));
}

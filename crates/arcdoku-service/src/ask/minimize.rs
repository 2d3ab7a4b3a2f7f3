//! The minimal puzzles that are left when clues are removed.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::time::Duration;

use arcdoku::generate::{Minimizer, seed_of};
use arcdoku::grid::Cell;
use arcdoku::puzzle::Puzzle;
use arcdoku::solve::Solver;
use arcdoku_wire::{MinimizeReply, ReplyHead, puzzle_text};

use super::ReplyFormat;
use crate::cancel::Bounds;
use crate::input::{self, Input, Item, Reading, passed};
use crate::output::Output;
use crate::report::{Refusal, Report, is_whole};
use crate::status::{Error, Status};
use crate::stream::{self, Batch, Stream};
use crate::text::json_line;

/// Up to this many minimal puzzles of each puzzle are kept in memory until all are found, on several threads.
const MOST_KEPT: u64 = 10_000;

/// Minimum time between flushes of the output.
const FLUSH: Duration = Duration::from_secs(1);

/// What is asked of each puzzle.
#[derive(Clone, Debug, Default)]
pub struct MinimizeOptions {
    /// Whether to find all minimal puzzles, not one.
    pub all: bool,
    /// The maximum number of minimal puzzles of each puzzle, where all are asked for.
    pub most: Option<u64>,
    /// The seed of the order in which clues are tried; without one, reading order.
    pub seed: Option<u64>,
    /// Limits for each puzzle.
    pub bounds: Bounds,
}

/// Finds the minimal puzzles of all puzzles of an input.
///
/// # Errors
/// If the output cannot be written.
pub fn run(
    options: &MinimizeOptions,
    format: ReplyFormat,
    input: Input,
    threads: usize,
    output: &mut dyn Output,
) -> Result<Status, Error> {
    let workers = options.clone();
    if options.all && options.most.is_none_or(|most| most > MOST_KEPT) {
        return unbounded(options, format, input, output);
    }
    stream::reports(input, threads, &options.bounds.cancel, output, move || {
        let mut worker = MinimizeWorker::new(&workers);
        move |number, reading: &Reading, report: &mut Report| {
            let mut text = String::new();
            worker.lines(number, reading, format, report, &mut |line| {
                text.push_str(&line);
                ControlFlow::Continue(())
            });
            report.text.push_str(&text);
        }
    })
}

/// Writes minimal puzzles as they are found: there may be more than memory holds.
fn unbounded(
    options: &MinimizeOptions,
    format: ReplyFormat,
    input: Input,
    output: &mut dyn Output,
) -> Result<Status, Error> {
    let cancel = &options.bounds.cancel;
    let stream = Stream { most: 1, flush_interval: Some(FLUSH), ..Stream::new(input, 1, cancel) };
    let workers = options.clone();
    let worker = move || {
        let mut worker = MinimizeWorker::new(&workers);
        move |batch: Batch, say: &mut dyn FnMut(Report) -> ControlFlow<()>| {
            for (number, reading) in batch.readings() {
                let mut report = Report::default();
                worker.lines(number, &reading, format, &mut report, &mut |line| {
                    say(Report { text: line, ..Report::default() })
                });
                let _ = say(report);
            }
        }
    };
    let mut status = Status::Fine;
    stream.run_jobs(
        |batch, send| send(batch),
        worker,
        output,
        |output, report: Report| {
            status.note(report.status);
            report.write(output)
        },
    )?;
    if cancel.is_cancelled() {
        status.note(Status::Interrupted);
    }
    Ok(status)
}

/// Minimizes puzzles one by one.
pub struct MinimizeWorker {
    options: MinimizeOptions,
    solver: Solver,
    minimizer: Minimizer,
}

impl MinimizeWorker {
    /// A worker with a solver of its own.
    pub fn new(options: &MinimizeOptions) -> Self {
        Self { options: options.clone(), solver: Solver::new(), minimizer: Minimizer::new() }
    }

    /// Finds the minimal puzzles of one puzzle; the last reply may say why there are no more. `each` ends the search
    /// with `Break`.
    pub fn replies(
        &mut self,
        number: u64,
        reading: &Reading,
        each: &mut dyn FnMut(MinimizeReply) -> ControlFlow<()>,
    ) {
        let all = self.options.all;
        let outcome = self.find(number, reading, &mut Report::default(), &mut |item, index, less| {
            each(found(number, item, all.then_some(index), less))
        });
        if let Err(refusal) = outcome {
            // There is nothing left to end.
            let _ = each(refused(number, reading, refusal));
        }
    }

    /// Hands the minimal puzzles of one puzzle as lines to `say`.
    fn lines(
        &mut self,
        number: u64,
        reading: &Reading,
        format: ReplyFormat,
        report: &mut Report,
        say: &mut dyn FnMut(String) -> ControlFlow<()>,
    ) {
        let all = self.options.all;
        let outcome = self.find(number, reading, report, &mut |item, index, less| {
            let mut line = String::new();
            // Writing to a string cannot fail.
            let _ = match format {
                ReplyFormat::Text => writeln!(line, "{}", puzzle_text(less)),
                ReplyFormat::Tsv => writeln!(line, "{number}\t{}\t{}", puzzle_text(less), less.clues()),
                ReplyFormat::Json => {
                    json_line(&found(number, item, all.then_some(index), less), &mut line);
                    Ok(())
                }
            };
            say(line)
        });
        if let Err(refusal) = outcome
            && format == ReplyFormat::Json
            && !report.is_cut
            && !is_whole(reading)
        {
            let mut line = String::new();
            json_line(&refused(number, reading, refusal), &mut line);
            let _ = say(line);
        }
    }

    /// Finds minimal puzzles, each with its index from 1.
    fn find(
        &mut self,
        number: u64,
        reading: &Reading,
        report: &mut Report,
        each: &mut dyn FnMut(&Item, u64, &Puzzle) -> ControlFlow<()>,
    ) -> Result<(), Refusal> {
        let MinimizeOptions { all, most, seed, bounds } = &self.options;
        let limits = bounds.limits();
        let item = report.read(reading)?;
        let solution = report.only_solution(&mut self.solver, item, &limits)?;
        let puzzle = &item.record.puzzle;
        let mut index = 0;
        let mut each = |less: &Puzzle| {
            index += 1;
            each(item, index, less)?;
            if *most == Some(index) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let done = if *all {
            self.minimizer.all(puzzle, &solution, &limits, &mut each)
        } else {
            let seed = seed.map(|seed| seed_of(seed, number - 1));
            self.minimizer.one(puzzle, &solution, seed, &limits).map(|less| {
                // There is only one.
                let _ = each(&less);
            })
        };
        done.map_err(|limit| report.given_up(item, limit))
    }
}

/// The reply for a minimal puzzle.
fn found(number: u64, item: &Item, index: Option<u64>, less: &Puzzle) -> MinimizeReply {
    let cells = item.record.puzzle.givens().iter().zip(less.givens()).enumerate();
    let removed = cells.filter(|(_, (before, now))| before != now);
    let name = |cell| less.shape().name(Cell::new(cell)).to_string();
    MinimizeReply {
        head: ReplyHead { puzzle: Some(puzzle_text(less)), ..item.head(number) },
        index,
        clues: Some(less.clues()),
        removed: removed.map(|(cell, _)| name(cell)).collect(),
        other: passed(&item.other, MinimizeReply::FIELDS),
        ..MinimizeReply::default()
    }
}

/// The reply that says why there is no minimal puzzle, or not all of them.
fn refused(number: u64, reading: &Reading, refusal: Refusal) -> MinimizeReply {
    let Refusal { outcome, limit, fault } = refusal;
    let head = input::head(number, reading);
    let other = input::other(reading, MinimizeReply::FIELDS);
    MinimizeReply { head, outcome, limit, fault, other, ..MinimizeReply::default() }
}

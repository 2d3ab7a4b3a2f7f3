//! `arcdoku minimize`: the minimal puzzles inside of puzzles.

use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use arcdoku::generate::{Minimizer, seed_of};
use arcdoku::grid::Cell;
use arcdoku::puzzle::{Limit, Limits, Puzzle};
use arcdoku::solve::Solver;
use arcdoku_wire::{MinimizeReply, ReplyHead, puzzle_text};

use super::proper::{self, Refusal, Report, json};
use crate::cli::{Minimize, ReplyFormat};
use crate::input::{Entry, Item, Reading, passed};
use crate::interrupt;
use crate::output::{self, Out};
use crate::pipeline::{self, Batch, Run};
use crate::progress::Progress;
use crate::status::Status;

/// Up to so many minimal puzzles of each are kept until all are found, which threads do for several puzzles at a time.
const MANY: u64 = 10_000;

/// So many lines may wait to be written.
const AHEAD: usize = 1 << 12;

/// How often whoever waits looks up.
const TICK: Duration = Duration::from_millis(50);

/// So long at most is a line kept from whoever reads the output.
const FLUSH: Duration = Duration::from_secs(1);

/// What is asked of each puzzle.
#[derive(Clone, Copy)]
struct Asked {
    all: bool,
    limit: Option<u64>,
    seed: Option<u64>,
    limits: Limits<'static>,
    format: ReplyFormat,
}

pub(crate) fn run(options: &Minimize) -> anyhow::Result<Status> {
    let asked = Asked {
        all: options.all,
        limit: options.limit,
        seed: options.seed,
        limits: options.time.limits(),
        format: options.format,
    };
    if options.all && options.limit.is_none_or(|limit| limit > MANY) {
        return endless(options, asked);
    }
    proper::stream(&options.input, options.jobs, false, move || {
        let mut worker = Worker::new(asked);
        move |number: u64, reading: &Reading, report: &mut Report| {
            let mut out = String::new();
            worker.look(number, reading, report, &mut |line| {
                out.push_str(line);
                ControlFlow::Continue(())
            });
            report.out.push_str(&out);
        }
    })
}

/// Prints puzzles as they are found: there may be more than memory holds.
fn endless(options: &Minimize, asked: Asked) -> anyhow::Result<Status> {
    let plan = Arc::new(options.input.plan()?);
    let entries = options.input.entries(&plan)?;
    let mut progress = Progress::of_batch(entries.iter().map(Entry::size).sum(), false);
    let mut status = Status::Fine;
    let mut flushed = Instant::now();
    let write = |out: &mut Out, progress: &mut Progress, batch: Batch| {
        for (number, reading) in batch.readings() {
            let mut report = Report::default();
            watched(out, progress, &mut flushed, |say| {
                Worker::new(asked).look(number, &reading, &mut report, say);
            })?;
            report.errors.iter().for_each(|line| progress.line(line));
            status.note(report.status);
            if report.cut {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    };
    let work = Run { most: 1, ..Run::new(entries, plan, 1) };
    pipeline::run(work, || |batch: Batch| batch, &mut progress, &mut output::stdout(), write)?;
    if interrupt::asked() {
        status.note(Status::Interrupted);
    }
    Ok(status)
}

/// Writes the lines that `work` says, as it says them; `flushed` is when the output was last handed on.
fn watched(
    out: &mut Out,
    progress: &mut Progress,
    flushed: &mut Instant,
    work: impl FnOnce(&mut dyn FnMut(&str) -> ControlFlow<()>) + Send,
) -> anyhow::Result<()> {
    thread::scope(|scope| {
        let (lines, said) = mpsc::sync_channel::<String>(AHEAD);
        scope.spawn(move || {
            work(&mut |line| match lines.send(line.to_owned()) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            });
        });
        loop {
            match said.recv_timeout(TICK) {
                Ok(line) => out.write_all(line.as_bytes())?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            if flushed.elapsed() >= FLUSH {
                *flushed = Instant::now();
                out.flush()?;
            }
            progress.tick();
        }
    })
}

/// Minimizes puzzles on one thread.
struct Worker {
    asked: Asked,
    solver: Solver,
    minimizer: Minimizer,
}

impl Worker {
    fn new(asked: Asked) -> Self {
        Self { asked, solver: Solver::new(), minimizer: Minimizer::new() }
    }

    fn look(
        &mut self,
        number: u64,
        reading: &Reading,
        report: &mut Report,
        say: &mut dyn FnMut(&str) -> ControlFlow<()>,
    ) {
        let refusal = match report.look(&mut self.solver, reading, &self.asked.limits) {
            Ok((item, solution)) => {
                let puzzle = &item.record.puzzle;
                let (asked, limits) = (self.asked, self.asked.limits);
                let mut index = 0;
                let mut each = |less: &Puzzle| {
                    index += 1;
                    say(&line(asked, number, item, index, less))?;
                    if asked.limit == Some(index) {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                };
                let done = if asked.all {
                    self.minimizer.all(puzzle, &solution, &limits, &mut each)
                } else {
                    let seed = asked.seed.map(|seed| seed_of(seed, number - 1));
                    self.minimizer.one(puzzle, &solution, seed, &limits).map(|less| {
                        // There is no more of it.
                        let _ = each(&less);
                    })
                };
                match done {
                    Ok(()) => return,
                    Err(limit) => report.given_up(item, limit),
                }
            }
            Err(refusal) => refusal,
        };
        let cut = refusal.limit.as_deref() == Some(Limit::Cancelled.name());
        if self.asked.format == ReplyFormat::Json && !cut && !proper::is_whole(reading) {
            let mut out = String::new();
            json(&refused(number, reading, *refusal), &mut out);
            // Whoever does not listen any more is met at the next line.
            let _ = say(&out);
        }
    }
}

/// A minimal puzzle as a line.
fn line(asked: Asked, number: u64, item: &Item, index: u64, less: &Puzzle) -> String {
    let text = puzzle_text(less);
    match asked.format {
        ReplyFormat::Text => text + "\n",
        ReplyFormat::Tsv => {
            let mut out = String::new();
            // A string takes everything.
            let _ = writeln!(out, "{number}\t{text}\t{}", less.clues());
            out
        }
        ReplyFormat::Json => {
            let cells = item.record.puzzle.givens().iter().zip(less.givens()).enumerate();
            let removed = cells.filter(|(_, (before, now))| before != now);
            let name = |cell| less.shape().name(Cell::new(cell)).to_string();
            let reply = MinimizeReply {
                head: ReplyHead {
                    number,
                    puzzle: Some(text),
                    ruleset: less.into(),
                    name: item.record.name.clone(),
                    ..ReplyHead::default()
                },
                index: asked.all.then_some(index),
                clues: Some(less.clues()),
                removed: removed.map(|(cell, _)| name(cell)).collect(),
                other: passed(&item.other, MinimizeReply::FIELDS),
                ..MinimizeReply::default()
            };
            let mut out = String::new();
            json(&reply, &mut out);
            out
        }
    }
}

/// Why there is no minimal puzzle, or not all of them.
fn refused(number: u64, reading: &Reading, refusal: Refusal) -> MinimizeReply {
    let Refusal { outcome, limit, fault } = refusal;
    let mut reply = MinimizeReply {
        head: ReplyHead { number, ..ReplyHead::default() },
        outcome,
        limit,
        fault,
        ..MinimizeReply::default()
    };
    match reading {
        Ok(item) => {
            reply.head.name.clone_from(&item.record.name);
            reply.other = passed(&item.other, MinimizeReply::FIELDS);
        }
        Err(rejected) => reply.other = passed(&rejected.other, MinimizeReply::FIELDS),
    }
    reply
}

//! `arcdoku generate`: puzzles and full grids, one or a data set of millions.
//!
//! ```text
//!   numbers ──batches──> crews: make, rate, canonize, lay out ──rows──> set: in order, without repeats, to files
//! ```
//!
//! What a row is hangs on its number and the options alone; which rows are repeated, and which set a row is for, is
//! decided in the order of the numbers. So neither threads nor batches nor interruptions change a set.

mod crew;
mod row;
mod set;

use std::fmt::Write as _;
use std::hash::{BuildHasher as _, RandomState};
use std::io::IsTerminal as _;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use arcdoku::generate::{GaveUp, Maker};
use arcdoku::puzzle::Limit;

use self::crew::{Crew, Report};
use self::row::Layout;
use self::set::Set;
use crate::cli::{Generate, refused};
use crate::interrupt;
use crate::output::{self, Out, note, number, plural};
use crate::pipeline::{self, Feed};
use crate::progress::{Progress, Total};
use crate::status::Status;

/// How much work a batch should be, in nanoseconds: long enough for puzzles that are made side by side.
const TARGET: u64 = 30_000_000;

/// At most so many puzzles a batch.
const MOST: u64 = 4096;

/// So many puzzles that were given up are named.
const NAMED: u64 = 10;

pub(crate) fn run(options: &Generate) -> anyhow::Result<Status> {
    let wish = options.wish()?;
    let format = options.format()?;
    let layout = Arc::new(Layout {
        format,
        shape: options.shape,
        scales: options.scales(&wish)?,
        full: options.full,
        weight: options.weighs(),
        key: options.key,
        colored: output::is_colored(),
    });
    if !options.full {
        // A wish that cannot be granted is refused before any file is touched.
        Maker::new(wish.clone()).map_err(refused)?;
    }
    let canonizes = options.canonizes()?;
    let mut set = Set::open(options, &layout, options.signature(&wish, format)?, draw_seed)?;
    if set.is_drawn() {
        let seed = set.seed();
        note(&format!("seed: {seed}; --seed {seed} makes the same again"));
    }
    let crew = Crew::plan(wish, Arc::clone(&layout), canonizes, options.limits(), set.seed());
    let quietly = options.out.is_none() && std::io::stdout().is_terminal();
    let mut progress = Progress::new(Total::Steps(options.count), quietly);
    progress.resume(set.done());
    // What an earlier run gave up is missing from the set all the same.
    let earlier = set.gave_up();
    let mut status = if earlier > 0 { Status::Limit } else { Status::Fine };
    let mut gave_up = 0;
    let mut out = output::stdout();
    set.begin(&mut out)?;
    let is_done = set.is_done() || set.is_exhausted();
    let numbers = set.next()..if options.dedupe { u64::MAX } else { options.count };
    let write = |out: &mut Out, progress: &mut Progress, report: Report| {
        let before = (set.done(), set.rows());
        let outcome = set.take(&report, out, &mut |failure: GaveUp| {
            status.note(Status::Limit);
            gave_up += 1;
            if gave_up <= NAMED {
                progress.line(&output::error_line(&said(&failure)));
            }
        })?;
        progress.advance(set.done() - before.0, set.rows() - before.1);
        Ok(if report.cut { ControlFlow::Break(()) } else { outcome })
    };
    if !is_done {
        let feed = move |feed: Feed<Range<u64>>| send(feed, numbers);
        pipeline::flow(options.jobs.threads(), feed, crew, &mut progress, &mut out, write)?;
    }
    if gave_up > NAMED || earlier > 0 {
        let (all, were) = (set.gave_up(), if set.gave_up() == 1 { "was" } else { "were" });
        output::error(format_args!("{} {were} given up in all", plural(all.into(), "puzzle")));
    }
    if set.is_exhausted() {
        status.note(Status::Limit);
        let rows = set.rows();
        let rows = format!("{} {}", number(rows.into()), if rows == 1 { "class" } else { "classes" });
        let repeats = number(set.repeats().into());
        output::error(format_args!("{rows} in all: the last {repeats} that were made are of these"));
    }
    if let (puzzles @ 1.., clues) = set.undecided() {
        let (puzzles, clues) = (plural(puzzles.into(), "puzzle"), plural(clues.into(), "clue"));
        note(&format!("in {puzzles} {clues} may be redundant: questions about them took too long"));
    }
    if options.stats {
        summary(&progress, &set);
    }
    set.finish()?;
    if interrupt::asked() {
        status.note(Status::Interrupted);
    }
    Ok(status)
}

/// A seed for those who want any: one that is short enough to be told, and exact in every reader of JSON.
fn draw_seed() -> u64 {
    RandomState::new().hash_one(std::process::id()) >> 16
}

/// Sends the numbers in batches.
fn send(mut feed: Feed<Range<u64>>, mut numbers: Range<u64>) {
    while !numbers.is_empty() {
        let end = numbers.start.saturating_add(feed.most(TARGET).min(MOST)).min(numbers.end);
        if feed.send(numbers.start..end, end - numbers.start).is_break() {
            return;
        }
        numbers.start = end;
    }
}

fn said(failure: &GaveUp) -> String {
    let GaveUp { seed, tries, limit, .. } = failure;
    let tries = if *tries == 1 { "1 try".to_owned() } else { format!("{} tries", number((*tries).into())) };
    let limit = if *limit == Limit::Nodes { "tries" } else { limit.name() };
    format!("the puzzle of seed {seed}: given up after {tries} ({limit})")
}

fn summary(progress: &Progress, set: &Set) {
    let (rows, elapsed) = progress.sum();
    let rate = rows as f64 / elapsed.as_secs_f64().max(1e-9);
    let time = output::time(elapsed.as_micros() as f64);
    let rate = if rate < 10.0 { format!("{rate:.1}") } else { number(rate as u128) };
    let mut text = format!("{} in {time} ({rate}/s)", plural(rows.into(), "row"));
    let left_out = set.next() - set.done();
    if left_out > 0 {
        // A string takes everything.
        let _ = write!(text, "; {} left out as repeated", number(left_out.into()));
    }
    note(&text);
}

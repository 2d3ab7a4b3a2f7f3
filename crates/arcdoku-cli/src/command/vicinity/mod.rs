//! `arcdoku vicinity`: minimal puzzles around puzzles, as canonical forms.
//!
//! A search around one puzzle may take hours, and one around another nothing. So the threads share not puzzles but
//! parts of searches, which are written in their order.

mod file;
mod share;

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use arcdoku::canon::Clues;
use arcdoku::puzzle::Limit;

use self::file::{Kept, Through};
use self::share::{Around, Found, Part};
use crate::cli::Vicinity;
use crate::input::{Entry, Reading};
use crate::interrupt;
use crate::output::{self, Out, error_line, note, number};
use crate::pipeline::{self, Batch, Run};
use crate::progress::Progress;
use crate::status::{Status, usage};

/// At most so many puzzles at a time: they are read before the first is looked around.
const MOST: usize = 16;

/// So long at most is a class kept from whoever reads the output.
const FLUSH: Duration = Duration::from_secs(1);

pub(crate) fn run(options: &Vicinity) -> anyhow::Result<Status> {
    let plan = Arc::new(options.input.plan()?);
    let entries = options.input.entries(&plan)?;
    let kept = options.out.as_deref().map(|path| Kept::open(path, options)).transpose()?;
    let mut progress = Progress::of_batch(entries.iter().map(Entry::size).sum(), kept.is_some());
    let mut work = Run { most: MOST, ..Run::new(entries, plan, 1) };
    work.before = kept.as_ref().and_then(Kept::before);
    let mut search = Search {
        around: Around {
            minus: options.minus,
            plus: options.plus,
            time: options.time,
            threads: options.jobs.threads(),
        },
        skip: kept.as_ref().map_or(0, Kept::parts),
        known: HashSet::new(),
        status: kept.as_ref().map_or(Status::Fine, Kept::status),
        kept,
        given_up: None,
        flushed: Instant::now(),
    };
    if let Some(kept) = &search.kept {
        search.known = kept.known()?;
    }
    let write = |out: &mut Out, progress: &mut Progress, batch: Batch| search.look(out, progress, batch);
    pipeline::run(work, || |batch: Batch| batch, &mut progress, &mut output::stdout(), write)?;
    let Search { known, kept, mut status, .. } = search;
    if let Some(kept) = kept {
        kept.finish(!interrupt::asked())?;
    }
    if options.stats {
        let classes = if known.len() == 1 { "class" } else { "classes" };
        note(&format!("{} {classes}", number(known.len() as u128)));
    }
    if interrupt::asked() {
        status.note(Status::Interrupted);
    }
    Ok(status)
}

/// The search around all puzzles.
struct Search {
    around: Around,
    /// So many parts of the first puzzle were done by an earlier run.
    skip: u64,
    /// The keys of all classes that were written.
    known: HashSet<u128>,
    kept: Option<Kept>,
    /// Of this run, and of the one that it goes on with.
    status: Status,
    /// The limit that ended some part of the puzzle whose parts are being written.
    given_up: Option<Limit>,
    /// When the output was last handed on.
    flushed: Instant,
}

impl Search {
    /// Looks around the puzzles of a batch.
    fn look(
        &mut self,
        out: &mut Out,
        progress: &mut Progress,
        batch: Batch,
    ) -> anyhow::Result<ControlFlow<()>> {
        let readings: Vec<(u64, Reading)> = batch.readings().collect();
        let puzzles = readings.iter().map(|(_, reading)| {
            reading.as_ref().ok().filter(|item| item.conflict().is_none()).map(|item| &item.record.puzzle)
        });
        let around = self.around;
        let skip = std::mem::take(&mut self.skip);
        let result = around.all(&puzzles.collect::<Vec<_>>(), skip, progress, |progress, part| {
            let done = match part {
                Some(part) => self.write(out, progress, &readings, part)?,
                None => ControlFlow::Continue(()),
            };
            if self.flushed.elapsed() >= FLUSH {
                self.flushed = Instant::now();
                out.flush()?;
            }
            progress.tick();
            Ok(done)
        });
        result.unwrap_or(Ok(ControlFlow::Break(())))
    }

    /// Writes what a part of a search gave; the parts come in their order.
    fn write(
        &mut self,
        out: &mut Out,
        progress: &mut Progress,
        readings: &[(u64, Reading)],
        part: Part,
    ) -> anyhow::Result<ControlFlow<()>> {
        let (number, reading) = &readings[part.puzzle];
        let (last, of) = (part.is_last(), part.parts);
        match part.found {
            Found::Nothing => self.refuse(progress, reading),
            Found::Forms(forms) => self.forms(out, forms)?,
        }
        if part.limit == Some(Limit::Cancelled) {
            return Ok(ControlFlow::Break(()));
        }
        self.given_up = self.given_up.or(part.limit);
        if let Some(limit) = self.given_up.take_if(|_| last) {
            if let Ok(item) = reading {
                let place = format!("{}:{}", item.source, item.line());
                progress.line(&error_line(&format!("{place}: given up ({})", limit.name())));
            }
            self.status.note(Status::Limit);
        }
        // A puzzle that is being given up is done as a whole: a run that goes on before that tries its parts again.
        if let Some(kept) = &mut self.kept
            && self.given_up.is_none()
        {
            let through = Through { number: *number, parts: part.index + 1, all: last };
            kept.note(through, reading, self.status)?;
        }
        let of_puzzle = (part.index + 1) as f64 / of as f64;
        progress.within((part.puzzle as f64 + of_puzzle) / readings.len() as f64);
        Ok(ControlFlow::Continue(()))
    }

    /// Says what is no puzzle to look around.
    fn refuse(&mut self, progress: &Progress, reading: &Reading) {
        match reading {
            Ok(item) if let Some(conflict) = item.conflict() => {
                progress.line(&error_line(&conflict.to_string()));
                self.status.note(Status::Malformed);
            }
            Ok(item) => {
                let place = format!("{}:{}", item.source, item.line());
                progress.line(&error_line(&format!("{place}: expected a plain 9x9 puzzle")));
                self.status.note(Status::Not);
            }
            Err(rejected) => {
                progress.line(&error_line(&rejected.message()));
                self.status.note(Status::Malformed);
            }
        }
    }

    fn forms(&mut self, out: &mut Out, forms: Vec<(u128, Clues)>) -> anyhow::Result<()> {
        let mut lines = String::new();
        for (key, form) in forms {
            if self.known.insert(key) {
                // A string takes everything.
                let _ = writeln!(lines, "{form}");
            }
        }
        match &mut self.kept {
            Some(kept) if !lines.is_empty() => kept.append(&lines),
            Some(_) => Ok(()),
            None => Ok(out.write_all(lines.as_bytes())?),
        }
    }
}

/// The file of another search.
fn foreign(shown: &str, why: &str) -> anyhow::Error {
    usage(format!("{shown}: {why}; it is left as it is, and nothing was looked for"))
}

//! `arcdoku vicinity`: minimal puzzles around puzzles, as canonical forms.

use std::collections::HashSet;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;

use arcdoku::canon::{Canonizer, Clues};
use arcdoku::generate;
use arcdoku::puzzle::{Limit, Limits};

use crate::cli::Vicinity;
use crate::input::{Entry, Reading};
use crate::interrupt;
use crate::output::{self, Out, error_line, note, number};
use crate::pipeline::{self, Batch, Run};
use crate::progress::Progress;
use crate::status::Status;

/// What a batch gave: keys and forms, in order, each once a puzzle.
#[derive(Default)]
struct Report {
    found: Vec<(u128, Clues)>,
    errors: Vec<String>,
    status: Status,
    cut: bool,
}

pub(crate) fn run(options: &Vicinity) -> anyhow::Result<Status> {
    let plan = Arc::new(options.input.plan()?);
    let entries = options.input.entries(&plan)?;
    let mut progress = Progress::of_batch(entries.iter().map(Entry::size).sum(), false);
    let (minus, plus) = (options.minus, options.plus);
    let limits = Limits { time: options.time, cancel: Some(interrupt::flag()), nodes: None };
    let worker = move || {
        let mut hunter =
            Hunter { vicinity: generate::Vicinity::new(minus, plus), canonizer: Canonizer::new(), limits };
        move |batch: Batch| {
            let mut report = Report::default();
            for (_, reading) in batch.readings() {
                hunter.look(&reading, &mut report);
                if report.cut {
                    break;
                }
            }
            report
        }
    };
    let mut status = Status::Fine;
    let mut known = HashSet::new();
    let write = |out: &mut Out, progress: &mut Progress, report: Report| {
        for line in &report.errors {
            progress.line(line);
        }
        status.note(report.status);
        for (key, form) in report.found {
            if known.insert(key) {
                writeln!(out, "{form}")?;
            }
        }
        Ok(if report.cut { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    };
    let work = Run::new(entries, plan, options.jobs.threads());
    pipeline::run(work, worker, &mut progress, &mut output::stdout(), write)?;
    if options.stats {
        let classes = if known.len() == 1 { "class" } else { "classes" };
        note(&format!("{} {classes}", number(known.len() as u128)));
    }
    if interrupt::asked() {
        status.note(Status::Interrupted);
    }
    Ok(status)
}

/// Looks around puzzles on one thread.
struct Hunter {
    vicinity: generate::Vicinity,
    canonizer: Canonizer,
    limits: Limits<'static>,
}

impl Hunter {
    fn look(&mut self, reading: &Reading, report: &mut Report) {
        let item = match reading {
            Ok(item) => item,
            Err(rejected) => {
                report.errors.push(error_line(&rejected.message()));
                report.status.note(Status::Malformed);
                return;
            }
        };
        let place = format!("{}:{}", item.source, item.line());
        let mut seen = HashSet::new();
        let canonizer = &mut self.canonizer;
        let looked = self.vicinity.of(&item.record.puzzle, &self.limits, &mut |puzzle| {
            if let Ok(clues) = Clues::of(puzzle) {
                let canonical = canonizer.canonize(&clues);
                if seen.insert(canonical.key()) {
                    report.found.push((canonical.key(), canonical.form));
                }
            }
            ControlFlow::Continue(())
        });
        match looked {
            Ok(true) => {}
            Ok(false) => {
                report.errors.push(error_line(&format!("{place}: expected a plain 9x9 puzzle")));
                report.status.note(Status::Not);
            }
            Err(Limit::Cancelled) => report.cut = true,
            Err(limit) => {
                report.errors.push(error_line(&format!("{place}: given up ({})", limit.name())));
                report.status.note(Status::Limit);
            }
        }
    }
}

//! `arcdoku canon`: canonical forms, one a line.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;

use arcdoku::canon::{Canonical, Canonizer, Clues, Order};

use crate::cli::{Canon, CanonOrder};
use crate::input::{Entry, Given, Reading};
use crate::interrupt;
use crate::output::{self, Out, error_line};
use crate::pipeline::{self, Batch, Run};
use crate::progress::Progress;
use crate::status::Status;

/// What a batch gave.
#[derive(Default)]
struct Report {
    /// The lines one after the other, and where each ends, with its key.
    text: String,
    ends: Vec<(usize, u128)>,
    errors: Vec<String>,
    status: Status,
}

#[derive(Clone, Copy)]
struct Columns {
    key: bool,
    automorphisms: bool,
    symmetry: bool,
}

pub(crate) fn run(options: &Canon) -> anyhow::Result<Status> {
    let plan = Arc::new(options.input.plan()?);
    let entries = options.input.entries(&plan)?;
    let mut progress = Progress::of_batch(entries.iter().map(Entry::size).sum(), false);
    let order = match options.order {
        CanonOrder::Counts => Order::Counts,
        CanonOrder::Text => Order::Text,
    };
    let Canon { key, automorphisms, symmetry, .. } = *options;
    let columns = Columns { key, automorphisms, symmetry };
    let worker = move || {
        let mut canonizer = Canonizer::with_order(order);
        move |batch: Batch| report(&mut canonizer, batch, columns)
    };
    let mut status = Status::Fine;
    let mut known = options.dedupe.then(HashSet::new);
    let write = |out: &mut Out, progress: &mut Progress, report: Report| {
        for line in &report.errors {
            progress.line(line);
        }
        status.note(report.status);
        if let Some(known) = &mut known {
            let mut start = 0;
            for (end, key) in report.ends {
                if known.insert(key) {
                    out.write_all(&report.text.as_bytes()[start..end])?;
                }
                start = end;
            }
        } else {
            out.write_all(report.text.as_bytes())?;
        }
        Ok(if interrupt::asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    };
    let work = Run::new(entries, plan, options.jobs.threads());
    pipeline::run(work, worker, &mut progress, &mut output::stdout(), write)?;
    if interrupt::asked() {
        status.note(Status::Interrupted);
    }
    Ok(status)
}

fn report(canonizer: &mut Canonizer, batch: Batch, columns: Columns) -> Report {
    let mut report = Report::default();
    for (number, given) in batch.parts {
        if let Given::Lines(lines) = &given {
            for clues in lines.givens().filter_map(|givens| Clues::from_cells(givens)) {
                report.row(&canonizer.canonize(&clues), columns);
            }
            continue;
        }
        for (_, reading) in given.readings(number) {
            report.one(canonizer, &reading, columns);
        }
    }
    report
}

impl Report {
    fn one(&mut self, canonizer: &mut Canonizer, reading: &Reading, columns: Columns) {
        match reading {
            Ok(item) => match Clues::of(&item.record.puzzle) {
                Ok(clues) => self.row(&canonizer.canonize(&clues), columns),
                Err(fault) => {
                    self.errors.push(error_line(&format!("{}:{}: {fault}", item.source, item.line())));
                    self.status.note(Status::Not);
                }
            },
            Err(rejected) => {
                self.errors.push(error_line(&rejected.message()));
                self.status.note(Status::Malformed);
            }
        }
    }

    fn row(&mut self, found: &Canonical, columns: Columns) {
        let key = found.key();
        // A string takes everything.
        let _ = write!(self.text, "{}", found.form);
        if columns.key {
            let _ = write!(self.text, "\t{key:032x}");
        }
        if columns.automorphisms {
            let _ = write!(self.text, "\t{}", found.automorphisms);
        }
        if columns.symmetry {
            let _ = write!(self.text, "\t{}", found.symmetry());
        }
        self.text.push('\n');
        self.ends.push((self.text.len(), key));
    }
}

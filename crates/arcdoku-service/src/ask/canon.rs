//! Canonical forms of 9x9 puzzles and grids, one a line.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::ops::ControlFlow;

use arcdoku::canon::{Canonical, Canonizer, Clues, Order};

use crate::cancel::Cancel;
use crate::input::{Given, Input, Reading};
use crate::output::Output;
use crate::report::Report;
use crate::status::{Error, Status};
use crate::stream::{Batch, Stream};

arcdoku::choices! {
    /// Which of all essentially identical puzzles is the canonical one.
    pub enum CanonOrder {
        /// Fewest clues in the mini-rows of the first band, then the smallest line
        Counts = "counts",
        /// The smallest line
        Text = "text",
    }
}

/// What is written of each puzzle.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "choices that are independent of each other")]
pub struct CanonOptions {
    /// Which puzzle is the canonical one.
    pub order: CanonOrder,
    /// Whether each form is written once, where it comes first.
    pub dedupe: bool,
    /// Whether there is a column with the key of the form.
    pub key: bool,
    /// Whether there is a column with the number of automorphisms.
    pub automorphisms: bool,
    /// Whether there is a column with a symmetry that maps the puzzle to its form.
    pub symmetry: bool,
    /// The flag that ends the run.
    pub cancel: Cancel,
}

impl Default for CanonOptions {
    fn default() -> Self {
        let (dedupe, key, automorphisms, symmetry) = (false, false, false, false);
        Self { order: CanonOrder::Counts, dedupe, key, automorphisms, symmetry, cancel: Cancel::default() }
    }
}

/// The lines of a batch.
#[derive(Default)]
struct CanonReport {
    report: Report,
    /// Where each line ends, and the key of its form.
    ends: Vec<(usize, u128)>,
}

/// Writes the canonical forms of all puzzles of an input.
///
/// # Errors
/// If the output cannot be written.
pub fn run(
    options: &CanonOptions,
    input: Input,
    threads: usize,
    output: &mut dyn Output,
) -> Result<Status, Error> {
    let cancel = &options.cancel;
    let workers = options.clone();
    let worker = move || {
        let options = workers.clone();
        let mut canonizer = Canonizer::with_order(match options.order {
            CanonOrder::Counts => Order::Counts,
            CanonOrder::Text => Order::Text,
        });
        move |batch: Batch| CanonReport::of(batch, &mut canonizer, &options)
    };
    let mut status = Status::Fine;
    let mut known = options.dedupe.then(HashSet::new);
    Stream::new(input, threads, cancel).run(worker, output, |output, found: CanonReport| {
        let CanonReport { mut report, ends } = found;
        status.note(report.status);
        if let Some(known) = &mut known {
            let mut start = 0;
            let mut text = String::with_capacity(report.text.len());
            for (end, key) in ends {
                if known.insert(key) {
                    text.push_str(&report.text[start..end]);
                }
                start = end;
            }
            report.text = text;
        }
        let _ = report.write(output)?;
        Ok(if cancel.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    if cancel.is_cancelled() {
        status.note(Status::Interrupted);
    }
    Ok(status)
}

impl CanonReport {
    fn of(batch: Batch, canonizer: &mut Canonizer, options: &CanonOptions) -> Self {
        let mut report = Self::default();
        for (number, given) in batch.parts {
            if let Given::Lines(lines) = &given {
                for clues in lines.givens().filter_map(|givens| Clues::from_cells(givens)) {
                    report.line(&canonizer.canonize(&clues), options);
                }
                continue;
            }
            for (_, reading) in given.readings(number) {
                report.reading(canonizer, &reading, options);
            }
        }
        report
    }

    fn reading(&mut self, canonizer: &mut Canonizer, reading: &Reading, options: &CanonOptions) {
        match reading {
            Ok(item) => match Clues::of(&item.record.puzzle) {
                Ok(clues) => self.line(&canonizer.canonize(&clues), options),
                Err(fault) => self.report.error(Status::Not, format!("{}: {fault}", item.place())),
            },
            Err(rejected) => self.report.error(Status::Malformed, rejected.message()),
        }
    }

    fn line(&mut self, canonical: &Canonical, options: &CanonOptions) {
        let key = canonical.key();
        let text = &mut self.report.text;
        // Writing to a string cannot fail.
        let _ = write!(text, "{}", canonical.form);
        if options.key {
            let _ = write!(text, "\t{key:032x}");
        }
        if options.automorphisms {
            let _ = write!(text, "\t{}", canonical.automorphisms);
        }
        if options.symmetry {
            let _ = write!(text, "\t{}", canonical.symmetry());
        }
        text.push('\n');
        self.ends.push((text.len(), key));
    }
}

//! Canonical forms of 9x9 puzzles and grids, one per line.

use std::collections::HashSet;
use std::fmt::Write as _;

use arcdoku::canon::{Canonical, Canonizer, Clues, Order};
use arcdoku::puzzle::Puzzle;

use arcdoku_wire::question::{Canon, CanonOrder, CanonReply};

use crate::cancel::Cancel;
use crate::input::{Given, Input, Reading};
use crate::output::Output;
use crate::report::{Report, caught, unwound};
use crate::status::{Error, Status};
use crate::stream::{self, Batch, Stream};

fn canonizer(order: CanonOrder) -> Canonizer {
    Canonizer::with_order(match order {
        CanonOrder::Counts => Order::Counts,
        CanonOrder::Text => Order::Text,
    })
}

/// The canonical form of a puzzle.
///
/// # Errors
/// If it is not a plain 9x9 puzzle.
pub fn reply(order: CanonOrder, puzzle: &Puzzle) -> Result<CanonReply, String> {
    let canonical = canonizer(order).canonize(&Clues::of(puzzle).map_err(|error| error.to_string())?);
    Ok(CanonReply {
        form: canonical.form.to_string(),
        key: format!("{:032x}", canonical.key()),
        automorphisms: canonical.automorphisms,
        symmetry: canonical.symmetry().to_string(),
    })
}

/// The lines of a batch.
#[derive(Default)]
struct CanonReport {
    report: Report,
    /// The end of each line, and the key of its form.
    ends: Vec<(usize, u128)>,
}

/// Writes the canonical forms of all puzzles of an input.
///
/// # Errors
/// If the output cannot be written.
pub fn run(
    question: &Canon,
    input: Input,
    threads: usize,
    cancel: &Cancel,
    output: &mut dyn Output,
) -> Result<Status, Error> {
    let workers = question.clone();
    let worker = move || {
        let question = workers.clone();
        let mut canonizer = canonizer(question.order);
        move |batch: Batch| CanonReport::of(batch, &mut canonizer, &question)
    };
    let mut status = Status::Fine;
    let mut known = question.dedupe.then(HashSet::new);
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
        Ok(stream::flow_of(cancel))
    })?;
    status.note(stream::end(cancel));
    Ok(status)
}

impl CanonReport {
    fn of(batch: Batch, canonizer: &mut Canonizer, question: &Canon) -> Self {
        let mut report = Self::default();
        for (number, given) in batch.parts {
            if let Given::Lines(lines) = &given {
                let before = (report.report.text.len(), report.ends.len());
                let all = unwound(|| {
                    for clues in lines.givens().filter_map(|givens| Clues::from_cells(givens)) {
                        report.line(&canonizer.canonize(&clues), question);
                    }
                });
                if all.is_ok() {
                    continue;
                }
                // After a panic, the puzzles are canonized one by one. Only the one that panics has no form.
                report.report.text.truncate(before.0);
                report.ends.truncate(before.1);
                *canonizer = self::canonizer(question.order);
            }
            for (_, reading) in given.readings(number) {
                if let Err(panic) = caught(&reading, || report.reading(canonizer, &reading, question)) {
                    report.report.error(Status::Panicked, panic);
                    *canonizer = self::canonizer(question.order);
                }
            }
        }
        report
    }

    fn reading(&mut self, canonizer: &mut Canonizer, reading: &Reading, question: &Canon) {
        match reading {
            Ok(item) => match Clues::of(&item.record.puzzle) {
                Ok(clues) => self.line(&canonizer.canonize(&clues), question),
                Err(fault) => self.report.error(Status::Not, format!("{}: {fault}", item.place())),
            },
            Err(rejected) => self.report.error(Status::Malformed, rejected.message()),
        }
    }

    fn line(&mut self, canonical: &Canonical, question: &Canon) {
        let key = canonical.key();
        let text = &mut self.report.text;
        // Writing to a string cannot fail.
        let _ = write!(text, "{}", canonical.form);
        if question.key {
            let _ = write!(text, "\t{key:032x}");
        }
        if question.automorphisms {
            let _ = write!(text, "\t{}", canonical.automorphisms);
        }
        if question.symmetry {
            let _ = write!(text, "\t{}", canonical.symmetry());
        }
        text.push('\n');
        self.ends.push((text.len(), key));
    }
}

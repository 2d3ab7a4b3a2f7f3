//! Canonical forms of 9x9 puzzles and grids.

use std::collections::HashSet;
use std::fmt::Write as _;

use arcdoku::canon::{Canonical, Canonizer, Clues, Order};
use arcdoku::puzzle::Puzzle;

use arcdoku_wire::NoAnswer;
use arcdoku_wire::question::{Canon, CanonOrder, CanonReply};

use super::ReplyFormat;
use super::answer::ReplyStyle;
use crate::cancel::Cancel;
use crate::input::{self, Given, Input, Reading};
use crate::output::Output;
use crate::report::{Report, caught, is_whole, unwound};
use crate::status::{Error, Status};
use crate::stream::{self, Batch, Stream};
use crate::text::json_line;

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
    let mut reply = CanonReply::default();
    fill(&mut reply, &canonizer(order).canonize(&Clues::of(puzzle).map_err(|error| error.to_string())?));
    Ok(reply)
}

fn fill(reply: &mut CanonReply, canonical: &Canonical) {
    reply.form = Some(canonical.form.to_string());
    reply.key = Some(format!("{:032x}", canonical.key()));
    reply.automorphisms = Some(canonical.automorphisms);
    reply.symmetry = Some(canonical.symmetry().to_string());
}

/// The lines of a batch.
#[derive(Default)]
struct CanonReport {
    report: Report,
    /// The end of each line, and the key of its form, if it has one.
    ends: Vec<(usize, Option<u128>)>,
}

/// Writes the canonical forms of all puzzles of an input: columns separated by tabs, or JSON lines.
///
/// # Errors
/// If the output cannot be written.
pub fn run(
    question: &Canon,
    style: ReplyStyle,
    input: Input,
    threads: usize,
    cancel: &Cancel,
    output: &mut dyn Output,
) -> Result<Status, Error> {
    let workers = question.clone();
    let worker = move || {
        let question = workers.clone();
        let mut canonizer = canonizer(question.order);
        let is_json = style.format == ReplyFormat::Json;
        move |batch: Batch| CanonReport::of(batch, &mut canonizer, &question, is_json)
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
                if key.is_none_or(|key| known.insert(key)) {
                    text.push_str(&report.text[start..end]);
                }
                start = end;
            }
            report.text = text;
        }
        if style.quiet {
            report.text.clear();
        }
        let _ = report.write(output)?;
        Ok(stream::flow_of(cancel))
    })?;
    status.note(stream::end(cancel));
    Ok(status)
}

impl CanonReport {
    fn of(batch: Batch, canonizer: &mut Canonizer, question: &Canon, is_json: bool) -> Self {
        let mut report = Self::default();
        for (number, given) in batch.parts {
            if let Given::Lines(lines) = &given
                && !is_json
            {
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
            for (number, reading) in given.readings(number) {
                let number = is_json.then_some(number);
                if let Err(panic) = caught(&reading, || report.reading(canonizer, number, &reading, question))
                {
                    report.report.error(Status::Panicked, panic);
                    *canonizer = self::canonizer(question.order);
                }
            }
        }
        report
    }

    /// Adds the line of a puzzle, or the fault that excludes it. With a number, the line is JSON.
    fn reading(
        &mut self,
        canonizer: &mut Canonizer,
        number: Option<u64>,
        reading: &Reading,
        question: &Canon,
    ) {
        let found = match reading {
            Ok(item) => Clues::of(&item.record.puzzle)
                .map_err(|fault| self.report.refuse(item, NoAnswer::Unfit, &fault.to_string())),
            Err(_) => Err(self.report.read(reading).err().unwrap_or_default()),
        };
        let found = found.map(|clues| canonizer.canonize(&clues));
        let Some(number) = number.filter(|_| !is_whole(reading)) else {
            if let Ok(canonical) = &found {
                self.line(canonical, question);
            }
            return;
        };
        let (head, other) = (input::head(number, reading), input::other(reading, CanonReply::FIELDS));
        let mut reply = CanonReply { head, other, ..CanonReply::default() };
        let key = match found {
            Ok(canonical) => {
                fill(&mut reply, &canonical);
                Some(canonical.key())
            }
            Err(refusal) => {
                (reply.outcome, reply.limit, reply.fault) = refusal.parts();
                None
            }
        };
        json_line(&reply, &mut self.report.text);
        self.ends.push((self.report.text.len(), key));
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
        self.ends.push((text.len(), Some(key)));
    }
}

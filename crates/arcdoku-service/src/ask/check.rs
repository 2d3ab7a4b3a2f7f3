//! Whether puzzles are valid, unique and minimal.

use std::fmt::Write as _;

use arcdoku::generate::redundant_clues;
use arcdoku::grid::Cell;
use arcdoku::puzzle::{Limit, Outcome};
use arcdoku::search::Strategy;
use arcdoku::solve::{Solver, contradiction};
use arcdoku_wire::CheckReply;

use crate::cancel::{Bounds, Listener};
use crate::input::{self, Input, Item, Reading};
use crate::output::Output;
use crate::report::{Report, is_whole};
use crate::status::{Error, Status};
use crate::stream;
use crate::text::{BAD, FAINT, FOUND, json_line, paint};

arcdoku::choices! {
    /// Which puzzles are searched for redundant clues.
    pub enum When {
        /// Up to 9x9
        Auto = "auto",
        /// For every puzzle; a redundant clue is a failure
        Always = "always",
        /// Not at all
        Never = "never",
    }
}

/// What is checked.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// Which puzzles are searched for redundant clues.
    pub minimal: When,
    /// Whether to find the parts of a puzzle without solution that contradict each other.
    pub because: bool,
    /// The strategy to search with; without one, the fastest way.
    pub strategy: Option<Strategy>,
    /// Limits for each puzzle.
    pub bounds: Bounds,
}

impl Default for CheckOptions {
    fn default() -> Self {
        Self { minimal: When::Auto, because: false, strategy: None, bounds: Bounds::default() }
    }
}

/// How replies are written.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckStyle {
    /// Whether to write JSON lines.
    pub json: bool,
    /// Whether to write errors only.
    pub quiet: bool,
    /// Whether to use colors.
    pub colored: bool,
}

/// Checks all puzzles of an input.
///
/// # Errors
/// If the output cannot be written.
pub fn run(
    options: &CheckOptions,
    style: CheckStyle,
    input: Input,
    threads: usize,
    output: &mut dyn Output,
) -> Result<Status, Error> {
    let workers = options.clone();
    stream::reports(input, threads, &options.bounds.cancel, output, move || {
        let mut checker = Checker::new(&workers);
        move |number, reading: &Reading, report: &mut Report| {
            let Some(reply) = checker.check(number, reading, &|_| {}, report) else {
                report.is_cut = true;
                return;
            };
            if style.quiet || is_whole(reading) {
                return;
            }
            if style.json {
                json_line(&reply, &mut report.text);
            } else {
                line(&place(reading), &reply, style.colored, &mut report.text);
            }
        }
    })
}

fn place(reading: &Reading) -> String {
    match reading {
        Ok(item) => item.place(),
        Err(rejected) => {
            format!("{}:{}", rejected.fault.file.as_deref().unwrap_or_default(), rejected.fault.line)
        }
    }
}

/// Checks puzzles one by one.
pub struct Checker {
    options: CheckOptions,
    solver: Solver,
}

impl Checker {
    /// A checker with a solver of its own.
    pub fn new(options: &CheckOptions) -> Self {
        let solver = options.strategy.map_or_else(Solver::new, Solver::with_strategy);
        Self { options: options.clone(), solver }
    }

    /// Checks one puzzle; `None` if that was cancelled.
    pub fn reply(&mut self, number: u64, reading: &Reading) -> Option<CheckReply> {
        self.reply_with(number, reading, &|_| {})
    }

    /// As [`reply`](Self::reply), and tells of nodes, then of clues that were asked about.
    pub fn reply_with(
        &mut self,
        number: u64,
        reading: &Reading,
        listener: Listener<'_>,
    ) -> Option<CheckReply> {
        self.check(number, reading, listener, &mut Report::default())
    }

    fn check(
        &mut self,
        number: u64,
        reading: &Reading,
        listener: Listener<'_>,
        report: &mut Report,
    ) -> Option<CheckReply> {
        let Self { options: CheckOptions { minimal, because, bounds, .. }, solver } = self;
        let (minimal, limits) = (*minimal, &bounds.limits().with_listener(listener));
        let mut reply = CheckReply {
            head: input::head(number, reading),
            other: input::other(reading, CheckReply::FIELDS),
            ..CheckReply::default()
        };
        let item = match reading {
            Ok(item) => item,
            Err(rejected) => {
                report.error(Status::Malformed, rejected.message());
                reply.valid = Some(false);
                reply.fault = Some(rejected.fault.clone());
                return Some(reply);
            }
        };
        let puzzle = &item.record.puzzle;
        reply.clues = puzzle.clues();
        if let Some(conflict) = item.conflict() {
            report.error(Status::Malformed, &conflict);
            reply.fault = Some(conflict);
        }
        let outcome = solver.solve(puzzle, limits).outcome;
        match &outcome {
            Outcome::Unique(_) | Outcome::Solved(_) => {
                (reply.valid, reply.unique) = (Some(true), Some(true));
                if minimal == When::Always || minimal == When::Auto && puzzle.shape().digits() <= 9 {
                    match redundant_clues(solver, puzzle, limits) {
                        Ok(cells) => {
                            reply.minimal = Some(cells.is_empty());
                            let name = |&cell: &Cell| puzzle.shape().name(cell).to_string();
                            reply.redundant = cells.iter().map(name).collect();
                            if minimal == When::Always && !cells.is_empty() {
                                report.status.note(Status::Not);
                            }
                        }
                        Err(limit) => given_up(limit, &mut reply, report)?,
                    }
                }
            }
            Outcome::Multiple(..) => {
                (reply.valid, reply.unique) = (Some(true), Some(false));
                report.status.note(Status::Not);
            }
            Outcome::Unsatisfiable(refutation) => {
                (reply.valid, reply.unique) = (Some(false), Some(false));
                reply.refutation = Some((*refutation).into());
                if *because && let Some(found) = contradiction(solver, puzzle, limits) {
                    reply.because = found.parts.iter().map(ToString::to_string).collect();
                    reply.smallest = Some(found.minimal);
                }
                report.status.note(Status::Not);
            }
            Outcome::Unknown { limit, found } => {
                reply.valid = found.is_some().then_some(true);
                given_up(*limit, &mut reply, report)?;
            }
            _ => {}
        }
        agrees(item, &outcome, &mut reply, report);
        Some(reply)
    }
}

/// Notes a limit; `None` if it was a cancellation.
fn given_up(limit: Limit, reply: &mut CheckReply, report: &mut Report) -> Option<()> {
    if limit == Limit::Cancelled {
        return None;
    }
    reply.limit = Some(limit.into());
    report.status.note(Status::Limit);
    Some(())
}

/// Checks the solution that came with the puzzle.
fn agrees(item: &Item, outcome: &Outcome, reply: &mut CheckReply, report: &mut Report) {
    let only = if let Outcome::Unique(solution) = outcome { Some(solution) } else { None };
    let fault = match item.expected() {
        None => return,
        Some(Err(fault)) => fault,
        Some(Ok(expected)) if only.is_some_and(|only| *only != expected) => item.wrong_solution(),
        Some(Ok(_)) => {
            reply.agrees = Some(true);
            return;
        }
    };
    reply.agrees = Some(false);
    report.error(Status::Not, fault);
}

/// One line per puzzle: `file:3  17 clues  valid  unique  minimal`.
fn line(place: &str, reply: &CheckReply, colored: bool, out: &mut String) {
    let word = |yes: Option<bool>, good: &str, bad: &str| match yes {
        Some(true) => paint(colored, FOUND, good),
        Some(false) => paint(colored, BAD, bad),
        None => paint(colored, FAINT, "unknown"),
    };
    // Writing to a string cannot fail.
    let _ = write!(out, "{place}  {:2} clues  {}", reply.clues, word(reply.valid, "valid", "not valid"));
    match (&reply.fault, reply.refutation) {
        (Some(_), None) => out.push_str(" (malformed)"),
        (_, Some(refutation)) => {
            let _ = write!(out, " ({refutation})");
        }
        _ => {}
    }
    if reply.valid != Some(false) {
        let _ = write!(out, "  {}", word(reply.unique, "unique", "not unique"));
    }
    if let Some(minimal) = reply.minimal {
        let _ = write!(out, "  {}", word(Some(minimal), "minimal", "not minimal"));
    }
    if !reply.redundant.is_empty() {
        let _ = write!(out, "  redundant: {}", reply.redundant.join(" "));
    }
    if reply.agrees == Some(false) {
        let _ = write!(out, "  {}", paint(colored, BAD, "wrong solution"));
    }
    if !reply.because.is_empty() {
        let _ = write!(out, "  because of: {}", reply.because.join("; "));
        if reply.smallest == Some(false) {
            out.push_str(" (perhaps fewer)");
        }
    }
    if let Some(limit) = &reply.limit {
        let _ = write!(out, "  gave up ({limit})");
    }
    out.push('\n');
}

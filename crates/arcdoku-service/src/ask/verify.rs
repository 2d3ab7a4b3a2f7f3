//! What a grid violates.

use std::fmt::Write as _;

use arcdoku::grid::{Cell, Digit, Shape};
use arcdoku::puzzle::{Outcome, Puzzle, Violation};
use arcdoku::solve::{Solver, contradiction};
use arcdoku_wire::{VerifyReply, ViolationReply, grid_text};

use super::ReplyFormat;
use super::finder::{self, Question};
use crate::cancel::{Bounds, Cancel};
use crate::input::{self, Input, Item, Reading};
use crate::output::Output;
use crate::report::{Refusal, Report};
use crate::status::{Error, Status};

/// What is asked of each puzzle.
#[derive(Clone, Debug, Default)]
pub struct VerifyOptions {
    /// The grid: a character a cell, or numbers with spaces between; `.` for an empty cell.
    pub grid: String,
    /// Limits for each puzzle.
    pub bounds: Bounds,
}

/// Checks a grid with all puzzles of an input.
///
/// # Errors
/// If the output cannot be written.
pub fn run(
    options: &VerifyOptions,
    format: ReplyFormat,
    input: Input,
    threads: usize,
    output: &mut dyn Output,
) -> Result<Status, Error> {
    finder::run(options, format, input, threads, output)
}

/// What was found out about a grid.
#[derive(Debug, Default)]
pub struct Verdict {
    grid: String,
    holds: Option<bool>,
    full: bool,
    violations: Vec<ViolationReply>,
    because: Vec<String>,
}

impl Question for VerifyOptions {
    type Answer<'a> = (&'a Item, Verdict);
    type Reply = VerifyReply;

    fn find<'a>(
        &self,
        solver: &mut Solver,
        reading: &'a Reading,
        report: &mut Report,
    ) -> Result<Self::Answer<'a>, Box<Refusal>> {
        let item = report.read(reading)?;
        let puzzle = &item.record.puzzle;
        let shape = puzzle.shape();
        let Some(grid) = grid_of(shape, &self.grid) else {
            let what = format!("the grid needs {} cells with digits of {shape}", shape.cells());
            report.error(Status::Malformed, format!("{}: {what}", item.place()));
            return Err(Box::new(Refusal { outcome: Some("malformed".to_owned()), ..Refusal::default() }));
        };
        let mut verdict = Verdict {
            grid: grid_text(shape, &grid),
            full: grid.iter().all(Option::is_some),
            violations: puzzle.violations(&grid).iter().map(|one| violation(puzzle, one)).collect(),
            ..Verdict::default()
        };
        if !verdict.violations.is_empty() || verdict.full {
            verdict.holds = Some(verdict.violations.is_empty());
        } else {
            let mut filled = puzzle.clone();
            let cells = grid.iter().enumerate().filter(|(_, digit)| digit.is_some());
            cells.for_each(|(index, &digit)| filled.set(Cell::new(index), digit));
            let limits = self.bounds.limits();
            verdict.holds = match solver.first(&filled, &limits).outcome {
                Outcome::Unknown { limit, .. } => {
                    let refusal = report.given_up(item, limit);
                    if report.is_cut {
                        return Err(refusal);
                    }
                    None
                }
                Outcome::Unsatisfiable(_) => {
                    let found = contradiction(solver, &filled, &limits);
                    verdict.because = found
                        .map_or_else(Vec::new, |found| found.parts.iter().map(ToString::to_string).collect());
                    Some(false)
                }
                _ => Some(true),
            };
        }
        if verdict.holds == Some(false) {
            report.status.note(Status::Not);
        }
        Ok((item, verdict))
    }

    fn text(_: u64, (item, verdict): &Self::Answer<'_>, out: &mut String) {
        let what = match (verdict.holds, verdict.full) {
            (Some(true), true) => "a solution",
            (Some(true), false) => "can be completed",
            (Some(false), _) if verdict.violations.is_empty() => "cannot be completed",
            (Some(false), _) => "violates",
            (None, _) => "violates nothing yet",
        };
        // Writing to a string cannot fail.
        let _ = write!(out, "{}  {what}", item.place());
        let _ = match (&verdict.violations[..], &verdict.because[..]) {
            ([], []) => writeln!(out),
            ([], because) => writeln!(out, ", because of: {}", because.join("; ")),
            (violations, _) => {
                let texts: Vec<String> =
                    violations.iter().map(|one| format!("{} ({})", one.part, one.cells.join(" "))).collect();
                writeln!(out, " {}", texts.join("; "))
            }
        };
    }

    fn tsv(number: u64, (_, verdict): &Self::Answer<'_>, out: &mut String) {
        let holds = verdict.holds.map_or("unknown", |holds| if holds { "yes" } else { "no" });
        if verdict.violations.is_empty() {
            let _ = writeln!(out, "{number}\t{holds}\t{}\t", verdict.because.join("; "));
        }
        for ViolationReply { part, cells, .. } in &verdict.violations {
            let _ = writeln!(out, "{number}\t{holds}\t{part}\t{}", cells.join(" "));
        }
    }

    fn reply(
        &self,
        number: u64,
        reading: &Reading,
        found: Result<Self::Answer<'_>, Box<Refusal>>,
    ) -> VerifyReply {
        let mut reply = VerifyReply {
            head: input::head(number, reading),
            grid: self.grid.clone(),
            other: input::other(reading, VerifyReply::FIELDS),
            ..VerifyReply::default()
        };
        match found {
            Ok((_, verdict)) => {
                let Verdict { grid, holds, full, violations, because } = verdict;
                (reply.grid, reply.holds, reply.full) = (grid, holds, full);
                (reply.violations, reply.because) = (violations, because);
            }
            Err(refusal) => (reply.outcome, reply.limit, reply.fault) = refusal.parts(),
        }
        reply
    }

    fn cancel(&self) -> &Cancel {
        &self.bounds.cancel
    }
}

fn violation(puzzle: &Puzzle, violation: &Violation) -> ViolationReply {
    let names = |cells: &[Cell]| cells.iter().map(|&cell| puzzle.shape().name(cell).to_string()).collect();
    match violation {
        Violation::Clue(cell) => {
            ViolationReply { rule: "clue".to_owned(), part: "clue".to_owned(), cells: names(&[*cell]) }
        }
        Violation::Constraint { rule, constraint, cells } => ViolationReply {
            rule: puzzle.rules()[*rule].to_string(),
            part: constraint.to_string(),
            cells: names(cells),
        },
        Violation::Candidate(cell) => ViolationReply {
            rule: "candidates".to_owned(),
            part: "candidates".to_owned(),
            cells: names(&[*cell]),
        },
        _ => ViolationReply::default(),
    }
}

/// The digits of a text; `None` unless there is one for each cell of the grid.
fn grid_of(shape: Shape, text: &str) -> Option<Vec<Option<Digit>>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let symbols: Vec<String> = if words.len() == shape.cells() && words.iter().any(|word| word.len() > 1) {
        words.into_iter().map(str::to_owned).collect()
    } else {
        words.concat().chars().map(String::from).collect()
    };
    let digit = |symbol: &String| {
        let is_empty = symbol == "." || symbol == "0" && shape.least() == 1;
        let value = match &**symbol {
            one if one.chars().count() == 1 => one.chars().next()?.to_digit(36)?.into(),
            number => number.parse::<i64>().ok()?,
        };
        let digit = || {
            let index = usize::try_from(value - i64::from(shape.least())).ok()?;
            (index < shape.digits()).then(|| Digit::from_index(index))
        };
        if is_empty { Some(None) } else { digit().map(Some) }
    };
    let parse = |symbol: &String| if symbol == "." { Some(None) } else { digit(symbol) };
    let digits: Vec<Option<Digit>> = symbols.iter().map(parse).collect::<Option<_>>()?;
    (digits.len() == shape.cells()).then_some(digits)
}

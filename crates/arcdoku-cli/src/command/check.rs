//! `arcdoku check`: is a puzzle valid, unique and minimal?

use std::fmt::Write as _;

use arcdoku::generate::redundant_clues;
use arcdoku::grid::Cell;
use arcdoku::puzzle::{Limit, Limits, Outcome};
use arcdoku::solve::Solver;
use arcdoku_wire::{CheckReply, VERSION, puzzle_text};

use super::proper::{self, Report, is_whole, json};
use crate::cli::{Check, When};
use crate::input::{Item, Reading, passed};
use crate::output::{self, BAD, FAINT, FOUND, error_line, paint};
use crate::status::Status;

#[derive(Clone, Copy)]
struct Style {
    json: bool,
    quiet: bool,
    colored: bool,
    minimal: When,
}

pub(crate) fn run(options: &Check) -> anyhow::Result<Status> {
    let (strategy, limits) = (options.strategy, options.limits.limits());
    let style = Style {
        json: options.json,
        quiet: options.quiet,
        colored: output::is_colored(),
        minimal: options.minimal,
    };
    proper::stream(&options.input, options.jobs, options.quiet, move || {
        let mut solver = strategy.solver();
        move |number, reading: &Reading, report: &mut Report| {
            one(&mut solver, number, reading, &limits, style, report);
        }
    })
}

fn one(
    solver: &mut Solver,
    number: u64,
    reading: &Reading,
    limits: &Limits<'_>,
    style: Style,
    report: &mut Report,
) {
    let place = match reading {
        Ok(item) => format!("{}:{}", item.source, item.line()),
        Err(rejected) if rejected.whole => rejected.fault.file.clone().unwrap_or_default(),
        Err(rejected) => {
            format!("{}:{}", rejected.fault.file.as_deref().unwrap_or_default(), rejected.fault.line)
        }
    };
    let Some(reply) = check(solver, number, reading, limits, style.minimal, report) else {
        report.cut = true;
        return;
    };
    if style.quiet || is_whole(reading) {
        return;
    }
    if style.json {
        json(&reply, &mut report.out);
    } else {
        line(&place, &reply, style.colored, &mut report.out);
    }
}

/// Checks a puzzle; `None` if Ctrl-C came before the answer.
fn check(
    solver: &mut Solver,
    number: u64,
    reading: &Reading,
    limits: &Limits<'_>,
    minimal: When,
    report: &mut Report,
) -> Option<CheckReply> {
    let mut reply = CheckReply { version: VERSION, number, ..CheckReply::default() };
    let item = match reading {
        Ok(item) => item,
        Err(rejected) => {
            report.errors.push(error_line(&rejected.message()));
            report.status.note(Status::Malformed);
            reply.valid = Some(false);
            reply.puzzle.clone_from(&rejected.text);
            reply.fault = Some(rejected.fault.clone());
            reply.other = passed(&rejected.other, CheckReply::FIELDS);
            return Some(reply);
        }
    };
    let puzzle = &item.record.puzzle;
    reply.puzzle = Some(puzzle_text(puzzle));
    reply.ruleset = puzzle.into();
    reply.name.clone_from(&item.record.name);
    reply.clues = puzzle.clues();
    reply.other = passed(&item.other, CheckReply::FIELDS);
    if let Some(conflict) = item.conflict() {
        report.errors.push(error_line(&conflict.to_string()));
        report.status.note(Status::Malformed);
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
            reply.refutation = Some(refutation.name().to_owned());
            report.status.note(Status::Not);
        }
        Outcome::Unknown { limit, found } => {
            reply.valid = found.is_some().then_some(true);
            given_up(*limit, &mut reply, report)?;
        }
    }
    agrees(item, &outcome, &mut reply, report);
    Some(reply)
}

/// Notes a limit; `None` if it was Ctrl-C.
fn given_up(limit: Limit, reply: &mut CheckReply, report: &mut Report) -> Option<()> {
    if limit == Limit::Cancelled {
        return None;
    }
    reply.limit = Some(limit.name().to_owned());
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
    report.errors.push(error_line(&fault.to_string()));
    report.status.note(Status::Not);
}

/// One line a puzzle: `file:3  17 clues  valid  unique  minimal`.
fn line(place: &str, reply: &CheckReply, colored: bool, out: &mut String) {
    let word = |yes: Option<bool>, good: &str, bad: &str| match yes {
        Some(true) => paint(colored, FOUND, good),
        Some(false) => paint(colored, BAD, bad),
        None => paint(colored, FAINT, "unknown"),
    };
    // A string takes everything.
    let _ = write!(out, "{place}  {:2} clues  {}", reply.clues, word(reply.valid, "valid", "not valid"));
    match (&reply.fault, reply.refutation.as_deref()) {
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
    if let Some(limit) = &reply.limit {
        let _ = write!(out, "  gave up ({limit})");
    }
    out.push('\n');
}

//! Whether layouts of jigsaw regions have a filling.

use std::fmt::Write as _;

use arcdoku::grid::{Digit, Shape};
use arcdoku::puzzle::{Limit, Limits, Outcome, Puzzle, Rule};
use arcdoku::solve::{Method, Solver};
use arcdoku_wire::{LayoutReply, PuzzleInput, Ruleset, grid_text};

use super::ReplyFormat;
use super::finder::{self, Question};
use crate::cancel::{Bounds, Cancel};
use crate::input::{self, Input, Item, Reading};
use crate::output::Output;
use crate::report::{Refusal, Report};
use crate::status::{Error, Status};

/// What is asked of each layout.
#[derive(Clone, Debug, Default)]
pub struct LayoutsOptions {
    /// Limits for each layout.
    pub bounds: Bounds,
}

/// Looks for a filling of all layouts of an input: puzzles without clues whose regions are the layout.
///
/// # Errors
/// If the output cannot be written.
pub fn run(
    options: &LayoutsOptions,
    format: ReplyFormat,
    input: Input,
    threads: usize,
    output: &mut dyn Output,
) -> Result<Status, Error> {
    finder::run(options, format, input, threads, output)
}

/// The puzzles of layouts, each a line with one character a cell, as JSON lines. What is no layout of N x N cells becomes
/// a puzzle that is refused with its line.
pub fn puzzles(text: &str) -> String {
    let mut lines = String::new();
    for line in text.lines() {
        let map = line.trim();
        // As the Interactive Sudoku Solver writes them.
        let map = map.strip_prefix(".Jigsaw~").unwrap_or(map);
        let input = PuzzleInput {
            puzzle: ".".repeat(map.chars().count()),
            ruleset: Ruleset {
                shape: Some("latin".to_owned()),
                regions: Some(map.to_owned()),
                ..Ruleset::default()
            },
            ..PuzzleInput::default()
        };
        if map.is_empty() {
            lines.push('\n');
        } else {
            crate::text::json_line(&input, &mut lines);
        }
    }
    lines
}

/// An answer: the layout, and a filling if there is one.
type Filling<'a> = (&'a Item, Option<String>);

impl Question for LayoutsOptions {
    type Answer<'a> = Filling<'a>;
    type Reply = LayoutReply;

    fn find<'a>(
        &self,
        solver: &mut Solver,
        reading: &'a Reading,
        report: &mut Report,
    ) -> Result<Filling<'a>, Box<Refusal>> {
        let item = report.read(reading)?;
        let puzzle = &item.record.puzzle;
        let outcome = answer(solver, &ordered(puzzle), &self.bounds.limits());
        if let Outcome::Unknown { limit, .. } = outcome {
            return Err(report.given_up(item, limit));
        }
        let shape: Shape = puzzle.shape();
        let text = outcome.solution().map(|solution| {
            let digits: Vec<_> = solution.digits().iter().copied().map(Some).collect();
            grid_text(shape, &digits)
        });
        if text.is_none() {
            report.status.note(Status::Not);
        }
        Ok((item, text))
    }

    fn text(_: u64, (item, filling): &Filling<'_>, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}  {}", item.place(), filling.as_deref().unwrap_or("no filling"));
    }

    fn tsv(number: u64, (item, filling): &Filling<'_>, out: &mut String) {
        let word = if filling.is_some() { "some" } else { "none" };
        let _ =
            writeln!(out, "{number}\t{}\t{word}\t{}", layout(item), filling.as_deref().unwrap_or_default());
    }

    fn reply(&self, number: u64, reading: &Reading, found: Result<Filling<'_>, Box<Refusal>>) -> LayoutReply {
        let mut reply = LayoutReply {
            head: input::head(number, reading),
            other: input::other(reading, LayoutReply::FIELDS),
            ..LayoutReply::default()
        };
        match found {
            Ok((_, filling)) => (reply.filled, reply.solution) = (Some(filling.is_some()), filling),
            Err(refusal) => (reply.outcome, reply.limit, reply.fault) = refusal.parts(),
        }
        reply
    }

    fn cancel(&self) -> &Cancel {
        &self.bounds.cancel
    }
}

/// The puzzle with the digits in order in its first row. Digits can be exchanged for each other, so that this takes away
/// no filling but those that are equal up to an exchange.
fn ordered(puzzle: &Puzzle) -> Puzzle {
    let shape = puzzle.shape();
    let mut ordered = puzzle.clone();
    if puzzle.clues() == 0 {
        (0..shape.columns().min(shape.digits()))
            .for_each(|col| ordered.set(shape.cell(0, col), Some(Digit::from_index(col))));
    }
    ordered
}

/// Nodes that are searched with what follows from parts of regions inside and outside of lines: most layouts without a
/// filling contradict that soon.
const IMPLIED: u64 = 20_000;

/// Looks for a filling.
fn answer(solver: &mut Solver, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
    // A rule that is no house makes the search imply more; this one says what the first clue says.
    let rule = format!("one-of {}: r1c1", puzzle.shape().least()).parse::<Rule>().ok();
    let implied = rule.and_then(|rule| puzzle.clone().try_with_rule(rule).ok());
    let Some(implied) = implied else { return solver.first(puzzle, limits).outcome };
    let nodes = limits.nodes().unwrap_or(IMPLIED).min(IMPLIED);
    match solver.first(&implied, &limits.with_nodes(nodes)).outcome {
        Outcome::Unknown { limit: Limit::Nodes, .. } => {
            let is_fast = solver.method_for(puzzle) == Method::Fast9;
            solver.first(if is_fast { puzzle } else { &implied }, limits).outcome
        }
        outcome => outcome,
    }
}

/// The regions of a layout.
fn layout(item: &Item) -> String {
    let regions = item.record.puzzle.rules().iter().find(|rule| matches!(rule, Rule::Regions(_)));
    let text = regions.map(ToString::to_string).unwrap_or_default();
    text.strip_prefix("regions ").unwrap_or(&text).to_owned()
}

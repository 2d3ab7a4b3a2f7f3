//! Whether layouts of jigsaw regions have a filling.

use std::fmt::Write as _;
use std::io::{self, BufRead as _, BufReader, Read};

use arcdoku::grid::Digit;
use arcdoku::puzzle::{Limit, Limits, Outcome, Puzzle, Rule};
use arcdoku::solve::{Method, Solver};
use arcdoku_wire::question::{LayoutReply, Layouts};
use arcdoku_wire::{PuzzleInput, Ruleset};

use super::answer::{Answer, Render, Session};
use crate::cancel::Listener;
use crate::input::Item;
use crate::report::Refusal;
use crate::status::Status;
use arcdoku_wire::solution_text;

/// The maximum number of bytes of a line: 4,096 cells with one character of up to 4 bytes each, and further
/// characters around them.
const LONGEST: u64 = 1 << 15;

/// The puzzles of layouts as JSON lines. A layout is a line with one character per cell. A line that is not a layout
/// of N x N cells becomes a puzzle that is refused with its line.
pub fn puzzles(layouts: impl Read) -> impl Read {
    LayoutReader { layouts: BufReader::new(layouts), lines: Vec::new(), used: 0 }
}

/// Reads layouts as JSON lines.
struct LayoutReader<R> {
    layouts: BufReader<R>,
    /// The JSON of the last line, and the number of its bytes that were read.
    lines: Vec<u8>,
    used: usize,
}

impl<R: Read> LayoutReader<R> {
    /// Stores the JSON of the next line, or nothing at the end.
    fn next_line(&mut self) -> io::Result<()> {
        self.lines.clear();
        self.used = 0;
        let mut line = Vec::new();
        (&mut self.layouts).take(LONGEST).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(());
        }
        if line.len() as u64 == LONGEST && !line.ends_with(b"\n") {
            // No layout is this long, so the rest does not matter.
            self.layouts.skip_until(b'\n')?;
            // The last character may be incomplete.
            while str::from_utf8(&line).is_err_and(|error| error.error_len().is_none()) {
                line.pop();
            }
        }
        let Ok(text) = str::from_utf8(&line) else {
            // The line is passed on unchanged and refused later.
            self.lines = line;
            if !self.lines.ends_with(b"\n") {
                self.lines.push(b'\n');
            }
            return Ok(());
        };
        let map = text.trim();
        // The prefix that the Interactive Sudoku Solver writes.
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
        let mut json = String::new();
        if map.is_empty() {
            json.push('\n');
        } else {
            crate::text::json_line(&input, &mut json);
        }
        self.lines = json.into_bytes();
        Ok(())
    }
}

impl<R: Read> Read for LayoutReader<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.used == self.lines.len() {
            self.next_line()?;
        }
        let count = out.len().min(self.lines.len() - self.used);
        out[..count].copy_from_slice(&self.lines[self.used..][..count]);
        self.used += count;
        Ok(count)
    }
}

impl Answer for Layouts {
    fn answer(
        &self,
        session: &mut Session,
        item: &Item,
        progress: Listener<'_>,
        reply: &mut LayoutReply,
    ) -> Result<(), Refusal> {
        let puzzle = &item.record.puzzle;
        let bounds = session.bounds(&self.limits);
        let limits = bounds.limits().running().with_listener(progress);
        let found = filling(&mut session.solver, &ordered(puzzle), &limits);
        if let Outcome::Unknown { limit, .. } = found {
            return Err(session.report.given_up(item, limit));
        }
        reply.solution = found.solution().map(|solution| solution_text(puzzle.shape(), solution));
        reply.filled = Some(reply.solution.is_some());
        if reply.solution.is_none() {
            session.report.status.note(Status::Not);
        }
        Ok(())
    }
}

impl Render for LayoutReply {
    fn text(&self, item: &Item, _: bool, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}  {}", item.place(), self.solution.as_deref().unwrap_or("no filling"));
    }

    fn tsv(&self, item: &Item, out: &mut String) {
        let word = if self.solution.is_some() { "some" } else { "none" };
        let filling = self.solution.as_deref().unwrap_or_default();
        let _ = writeln!(out, "{}\t{}\t{word}\t{filling}", self.head.number, layout(item));
    }
}

/// The puzzle with the digits in order in its first row. Digits are interchangeable, so this only removes fillings
/// that are equal up to an exchange of digits.
fn ordered(puzzle: &Puzzle) -> Puzzle {
    let shape = puzzle.shape();
    let mut ordered = puzzle.clone();
    if puzzle.clues() == 0 {
        (0..shape.columns().min(shape.digits()))
            .for_each(|col| ordered.set(shape.cell(0, col), Some(Digit::from_index(col))));
    }
    ordered
}

/// The number of nodes of the first search, which uses constraints that are implied by the parts of regions inside and
/// outside of lines. Most layouts without a filling lead to a contradiction within this number.
const IMPLIED: u64 = 20_000;

/// Searches for a filling.
fn filling(solver: &mut Solver, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
    // The search uses implied constraints only if there is a rule that is not a house. This rule only repeats the first
    // clue.
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

//! A puzzle that was read, or the reason why it could not be read.

use std::borrow::Cow;
use std::sync::Arc;

use arcdoku::grid::Cell;
use arcdoku::puzzle::Solution;
use arcdoku::puzzle::format::Record;
use arcdoku_wire::{Fault, FaultCode, PuzzleInput, ReplyHead, escaped, passed_fields, puzzle_text};
use serde_json::{Map, Value};

/// Fields that came with a puzzle, by name.
pub type Fields = Vec<(Arc<str>, Value)>;

/// A column of fields that are passed through, identified by its name and its order among fields of that name.
#[derive(Clone, Debug)]
pub struct Column {
    /// The name.
    pub name: Arc<str>,
    nth: usize,
}

impl Column {
    /// The columns of a first row.
    pub fn all(row: &Fields) -> Vec<Self> {
        let before = |i: usize, name: &Arc<str>| row[..i].iter().filter(|(other, _)| other == name).count();
        row.iter()
            .enumerate()
            .map(|(i, (name, _))| Self { name: Arc::clone(name), nth: before(i, name) })
            .collect()
    }

    /// The text of a row in this column.
    pub fn text<'a>(&self, row: &'a Fields) -> Cow<'a, str> {
        match row.iter().filter(|(name, _)| *name == self.name).nth(self.nth) {
            Some((_, Value::String(text))) => Cow::Borrowed(text),
            Some((_, value)) => Cow::Owned(value.to_string()),
            None => Cow::Borrowed(""),
        }
    }
}

/// The fields, under names that are not in `ours`.
pub fn passed(fields: &Fields, ours: &[&str]) -> Map<String, Value> {
    passed_fields(fields.iter().map(|(name, value)| (&**name, value)), ours)
}

/// A puzzle that could be read.
#[derive(Debug)]
pub struct Item {
    /// The name of its source.
    pub source: Arc<str>,
    /// The puzzle that was read.
    pub record: Record,
    /// The position of the puzzle's text in the source. The record's positions are relative to it.
    pub(super) at: (usize, usize),
    /// The solution that came with the puzzle.
    pub expected: Option<Expected>,
    /// All other fields that came with the puzzle.
    pub other: Fields,
    /// Whether it is a row of a table with a column of rules.
    pub(crate) in_ruled_table: bool,
}

/// A solution as text, and its position.
#[derive(Debug)]
pub struct Expected {
    pub(super) text: String,
    pub(super) at: (usize, usize),
}

impl Expected {
    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// A puzzle that could not be read.
#[derive(Debug)]
pub struct Rejected {
    /// The fault, with its place.
    pub fault: Fault,
    /// The option with the fault, if the puzzle itself has none.
    pub(super) option: Option<&'static str>,
    /// Whether the whole input has the fault, so there is no puzzle to answer.
    pub whole: bool,
    /// The text of the puzzle, if a container separates it from other fields.
    pub text: Option<String>,
    /// The fields that came with the puzzle.
    pub other: Fields,
    /// Whether it is a row of a table with a column of rules.
    pub(crate) in_ruled_table: bool,
}

impl From<Fault> for Box<Rejected> {
    fn from(fault: Fault) -> Self {
        Self::new(Rejected {
            fault,
            option: None,
            whole: false,
            text: None,
            other: Fields::new(),
            in_ruled_table: false,
        })
    }
}

impl Rejected {
    /// The fault of an input without any puzzle.
    pub(super) fn whole(fault: Fault) -> Box<Self> {
        Box::new(Self { whole: true, ..*Box::<Self>::from(fault) })
    }

    /// The fault as one line.
    pub fn message(&self) -> String {
        if let Some(option) = self.option {
            let Fault { found, expected, .. } = &self.fault;
            return format!("--{option}: found {found}, expected {expected}");
        }
        match &self.fault.file {
            Some(file) if self.fault.line == 0 => format!("{file}: {}", self.fault.found),
            _ => self.fault.to_string(),
        }
    }
}

/// One puzzle of an input.
pub type Reading = Result<Item, Box<Rejected>>;

/// The first fields of a reply to a reading.
pub(crate) fn head(number: u64, reading: &Reading) -> ReplyHead {
    match reading {
        Ok(item) => item.head(number),
        Err(rejected) => ReplyHead { number, puzzle: rejected.text.clone(), ..ReplyHead::default() },
    }
}

/// The fields that came with a reading, under names that are not in `ours`.
pub(crate) fn other(reading: &Reading, ours: &[&str]) -> Map<String, Value> {
    passed(reading.as_ref().map_or_else(|rejected| &rejected.other, |item| &item.other), ours)
}

impl Item {
    /// The first fields of a reply to the puzzle.
    pub(crate) fn head(&self, number: u64) -> ReplyHead {
        let puzzle = &self.record.puzzle;
        ReplyHead {
            number,
            puzzle: Some(puzzle_text(puzzle)),
            ruleset: puzzle.into(),
            name: self.record.name.clone(),
            ..ReplyHead::default()
        }
    }

    /// The place of the puzzle in messages: `file:3`.
    pub fn place(&self) -> String {
        format!("{}:{}", escaped(&self.source), self.line())
    }

    /// The line of the source where the puzzle begins.
    pub fn line(&self) -> usize {
        self.record.line + self.at.0 - 1
    }

    /// The position of a cell in the source.
    pub fn position(&self, cell: Cell) -> (usize, usize) {
        Fault::moved(self.record.position(cell), self.at)
    }

    /// The fault if clues break a rule.
    pub fn conflict(&self) -> Option<Fault> {
        let error = self.record.clue_conflict()?;
        Some(Fault::from(error).within(self.at).in_file(&self.source))
    }

    /// The solution that came with the puzzle, if any. It is a fault if it is not a full grid or breaks the puzzle's
    /// rules.
    pub fn expected(&self) -> Option<Result<Solution, Fault>> {
        let expected = self.expected.as_ref()?;
        let puzzle = &self.record.puzzle;
        let solution = PuzzleInput::expected(&expected.text, puzzle)
            .map_err(|fault| fault.within(expected.at).in_file(&self.source));
        Some(solution.and_then(|solution| {
            if puzzle.is_solved_by(&solution) { Ok(solution) } else { Err(self.wrong_solution()) }
        }))
    }

    /// The fault for a wrong expected solution.
    pub fn wrong_solution(&self) -> Fault {
        let at = self.expected.as_ref().map_or((self.line(), 1), |expected| expected.at);
        Fault::new(FaultCode::Solution, at, "a solution that does not solve the puzzle", "its solution")
            .in_file(&self.source)
    }
}

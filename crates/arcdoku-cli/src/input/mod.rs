//! From arguments to puzzles.
//!
//! An argument is a file, `-`, or a puzzle. Each becomes an [`Entry`]; reading it gives one
//! [`Item`] or [`Rejected`] a puzzle, in constant memory.

mod lines;
mod rows;
mod table;
mod tap;

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, IsTerminal as _, Read};
use std::path::Path;
use std::sync::Arc;

use arcdoku::grid::{Cell, Shape};
use arcdoku::puzzle::Solution;
use arcdoku::puzzle::format::{Notation, ParseError, ParseErrorKind, Reader, Record, parse_one};
use arcdoku_wire::{Fault, Frame, PuzzleInput, Ruleset, passed_fields};
use serde_json::{Map, Value};

pub(crate) use arcdoku_service::input::Medium;

use crate::cli::InputArgs;
use crate::status::usage;

pub(crate) use lines::{Given, Lines};
pub(crate) use tap::Tap;

/// What all inputs of a run have in common.
pub(crate) struct Plan {
    medium: Option<Medium>,
    /// The rules of the command line, read; for puzzles that bring none of their own.
    frame: Frame,
    ruleset: Ruleset,
}

/// One argument.
#[derive(Debug)]
pub(crate) struct Entry {
    /// For messages.
    name: Arc<str>,
    source: Source,
}

#[derive(Debug)]
enum Source {
    Stdin,
    File,
    Text(String),
}

/// Fields that came with a puzzle, by name.
pub(crate) type Fields = Vec<(Arc<str>, Value)>;

/// A column of fields that are passed through: they are told by their name, and those of the same name by
/// their order.
pub(crate) struct Column {
    pub(crate) name: Arc<str>,
    nth: usize,
}

impl Column {
    /// The columns of a first row.
    pub(crate) fn all(row: &Fields) -> Vec<Self> {
        let before = |i: usize, name: &Arc<str>| row[..i].iter().filter(|(other, _)| other == name).count();
        row.iter()
            .enumerate()
            .map(|(i, (name, _))| Self { name: Arc::clone(name), nth: before(i, name) })
            .collect()
    }

    /// What a row has in the column.
    pub(crate) fn text<'a>(&self, row: &'a Fields) -> Cow<'a, str> {
        match row.iter().filter(|(name, _)| *name == self.name).nth(self.nth) {
            Some((_, Value::String(text))) => Cow::Borrowed(text),
            Some((_, value)) => Cow::Owned(value.to_string()),
            None => Cow::Borrowed(""),
        }
    }
}

/// The fields under names that are free beside `ours`.
pub(crate) fn passed(fields: &Fields, ours: &[&str]) -> Map<String, Value> {
    passed_fields(fields.iter().map(|(name, value)| (&**name, value)), ours)
}

/// A puzzle that could be read.
#[derive(Debug)]
pub(crate) struct Item {
    /// Where it is from.
    pub(crate) source: Arc<str>,
    pub(crate) record: Record,
    /// Where the text of the puzzle begins in the source: the record's positions are from there.
    at: (usize, usize),
    /// The solution that came with it.
    pub(crate) expected: Option<Expected>,
    /// Everything else that came with it.
    pub(crate) other: Fields,
}

/// A solution as text, and where it stands.
#[derive(Debug)]
pub(crate) struct Expected {
    text: String,
    at: (usize, usize),
}

impl Expected {
    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}

/// A puzzle that could not be read.
#[derive(Debug)]
pub(crate) struct Rejected {
    pub(crate) fault: Fault,
    /// The option that is at fault, where the puzzle is not.
    option: Option<&'static str>,
    /// Whether the input as a whole is at fault, so that there is no puzzle to speak of.
    pub(crate) whole: bool,
    /// Its text and what came with it, where a container kept them apart.
    pub(crate) text: Option<String>,
    pub(crate) other: Fields,
}

impl From<Fault> for Box<Rejected> {
    fn from(fault: Fault) -> Self {
        Self::new(Rejected { fault, option: None, whole: false, text: None, other: Fields::new() })
    }
}

impl Rejected {
    /// The fault of an input without any puzzle.
    fn whole(fault: Fault) -> Box<Self> {
        Box::new(Self { fault, option: None, whole: true, text: None, other: Fields::new() })
    }

    /// One line for people.
    pub(crate) fn message(&self) -> String {
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
pub(crate) type Reading = Result<Item, Box<Rejected>>;

impl Item {
    /// The line of the source where the puzzle begins.
    pub(crate) fn line(&self) -> usize {
        self.record.line + self.at.0 - 1
    }

    /// Where a cell stands in the source.
    pub(crate) fn position(&self, cell: Cell) -> (usize, usize) {
        let fault = Fault::new(self.record.position(cell), "", "").within(self.at);
        (fault.line, fault.column)
    }

    /// Where the clues already break a rule, if they do.
    pub(crate) fn conflict(&self) -> Option<Fault> {
        let error = self.record.clue_conflict()?;
        Some(Fault::from(error).within(self.at).in_file(&self.source))
    }

    /// The solution that came with the puzzle, if any; a fault if it is no full grid, or breaks the
    /// puzzle's rules.
    pub(crate) fn expected(&self) -> Option<Result<Solution, Fault>> {
        let expected = self.expected.as_ref()?;
        let puzzle = &self.record.puzzle;
        let solution = PuzzleInput::expected(&expected.text, puzzle)
            .map_err(|fault| fault.within(expected.at).in_file(&self.source));
        Some(solution.and_then(|solution| {
            if puzzle.is_solved_by(&solution) { Ok(solution) } else { Err(self.wrong_solution()) }
        }))
    }

    /// The solution that came with the puzzle is none, or another than the only one.
    pub(crate) fn wrong_solution(&self) -> Fault {
        let at = self.expected.as_ref().map_or((self.line(), 1), |expected| expected.at);
        Fault::new(at, "a solution that does not solve the puzzle", "its solution").in_file(&self.source)
    }
}

impl InputArgs {
    /// What holds for all inputs.
    pub(crate) fn plan(&self) -> anyhow::Result<Plan> {
        let ruleset = self.rules.ruleset()?;
        let parts = [
            ("--box", Ruleset { shape: ruleset.shape.clone(), ..Ruleset::default() }),
            ("--rules", Ruleset { rules: ruleset.rules.clone(), ..Ruleset::default() }),
            ("--regions", Ruleset { regions: ruleset.regions.clone(), ..Ruleset::default() }),
            ("--extra", Ruleset { extra: ruleset.extra.clone(), ..Ruleset::default() }),
        ];
        for (option, part) in parts {
            let Err(fault) = part.frame() else { continue };
            let place = match part.regions {
                Some(_) => format!(", {}:{}", fault.line, fault.column),
                None => String::new(),
            };
            return Err(usage(format!(
                "{option}{place}: found {}, expected {}",
                fault.found, fault.expected
            )));
        }
        let frame = ruleset
            .frame()
            .map_err(|fault| usage(format!("found {}, expected {}", fault.found, fault.expected)))?;
        if let Some((field, fault)) = frame.misfit_in_advance() {
            return Err(usage(format!("--{field}: found {}, expected {}", fault.found, fault.expected)));
        }
        Ok(Plan { medium: self.from, frame, ruleset })
    }

    /// The inputs, in order. Without any, standard input.
    pub(crate) fn entries(&self, plan: &Plan) -> anyhow::Result<Vec<Entry>> {
        if self.inputs.is_empty() {
            if io::stdin().is_terminal() {
                return Err(usage("no puzzle given; name a file or a puzzle, or '-' to type one"));
            }
            return Ok(vec![Entry::new("-", plan)]);
        }
        Ok(self.inputs.iter().map(|argument| Entry::new(argument, plan)).collect())
    }
}

impl Entry {
    fn new(argument: &str, plan: &Plan) -> Self {
        if argument == "-" {
            return Self { name: "<stdin>".into(), source: Source::Stdin };
        }
        if !Path::new(argument).exists() && plan.is_text(argument) {
            return Self { name: "<argument>".into(), source: Source::Text(argument.to_owned()) };
        }
        Self { name: argument.into(), source: Source::File }
    }

    /// Whether this is a puzzle of the command line.
    pub(crate) fn is_text(&self) -> bool {
        matches!(self.source, Source::Text(_))
    }

    /// Whether this is standard input.
    pub(crate) fn is_stdin(&self) -> bool {
        matches!(self.source, Source::Stdin)
    }

    /// Whether reading may wait for whoever writes: all but files that lie on a disk.
    pub(crate) fn may_wait(&self) -> bool {
        match &self.source {
            Source::Stdin => true,
            Source::File => std::fs::metadata(&*self.name).map_or(true, |data| !data.is_file()),
            Source::Text(_) => false,
        }
    }

    /// Its size in bytes, if that can be known before reading.
    pub(crate) fn size(&self) -> Option<u64> {
        match &self.source {
            Source::Stdin => None,
            Source::File => {
                // What cannot be looked at adds nothing; it is reported when it is opened.
                Some(std::fs::metadata(&*self.name).map_or(0, |data| data.len()))
            }
            Source::Text(text) => Some(text.len() as u64),
        }
    }

    /// What kind of container a file is, by a look at its beginning; `None` for anything else and for
    /// standard input, which must not be waited for.
    pub(crate) fn container(&self, plan: &Plan) -> Option<Medium> {
        if let Some(Medium::Notation(_)) = plan.medium {
            return None;
        }
        if plan.medium.is_some() {
            return plan.medium;
        }
        if !matches!(self.source, Source::File) {
            return None;
        }
        let mut start = Vec::new();
        File::open(&*self.name).ok()?.take(4096).read_to_end(&mut start).ok()?;
        table::container(&start)
    }

    /// Its puzzles. `tap` wraps the raw input.
    pub(crate) fn read<'a>(
        &self,
        plan: &'a Plan,
        tap: impl FnOnce(Box<dyn Read>) -> Tap,
    ) -> Box<dyn Iterator<Item = Given> + 'a> {
        let raw: Box<dyn Read> = match &self.source {
            Source::Stdin => Box::new(io::stdin().lock()),
            Source::Text(text) => Box::new(io::Cursor::new(text.clone().into_bytes())),
            Source::File => match open(&self.name) {
                Ok(file) => Box::new(file),
                Err(error) => {
                    // There is no line to speak of.
                    let fault = Fault::new((0, 0), unreadable(&error), "a file with puzzles, or a puzzle");
                    let fault = Rejected::whole(fault.in_file(&self.name));
                    return Box::new(std::iter::once(Given::One(Err(fault))));
                }
            },
        };
        let mut input = tap(raw);
        // An input error comes again, with its position, when the reader asks.
        let medium = plan.medium.or_else(|| table::container(input.fill_buf().unwrap_or_default()));
        let name = Arc::clone(&self.name);
        match medium {
            Some(Medium::Csv) => one_by_one(table::Table::new(input, false, name, plan)),
            Some(Medium::Tsv) => one_by_one(table::Table::new(input, true, name, plan)),
            Some(Medium::Json) => one_by_one(rows::JsonLines::new(input, name, plan)),
            Some(Medium::Notation(notation)) => Box::new(Records::new(input, Some(notation), name, plan)),
            None => Box::new(Records::new(input, None, name, plan)),
        }
    }
}

fn open(name: &str) -> io::Result<File> {
    let file = File::open(name)?;
    if file.metadata()?.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    Ok(file)
}

/// Why a file cannot be read, without the system's number.
fn unreadable(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".to_owned(),
        io::ErrorKind::IsADirectory => "is a directory".to_owned(),
        io::ErrorKind::PermissionDenied => "may not be read".to_owned(),
        _ => error.to_string(),
    }
}

fn one_by_one<'a>(readings: impl Iterator<Item = Reading> + 'a) -> Box<dyn Iterator<Item = Given> + 'a> {
    Box::new(readings.map(Given::One))
}

/// The puzzles of a text in a notation of the library.
struct Records<'a> {
    reader: Reader<Tap>,
    source: Arc<str>,
    plan: &'a Plan,
    /// Whether plain lines need nothing but to be read.
    plain: bool,
}

impl<'a> Records<'a> {
    fn new(input: Tap, notation: Option<Notation>, source: Arc<str>, plan: &'a Plan) -> Self {
        let frame = &plan.frame;
        let plain = frame.adds_nothing() && frame.shape().is_none_or(|shape| shape == Shape::CLASSIC);
        let reader = Reader::with_options(input, frame.read_options(notation));
        Self { reader, source, plan, plain }
    }

    fn reading(&self, result: Result<Record, ParseError>) -> Reading {
        let mut record = result.map_err(|error| {
            let whole = matches!(error.kind(), ParseErrorKind::Empty | ParseErrorKind::Io);
            let fault = Fault::from(error).in_file(&self.source);
            if whole { Rejected::whole(fault) } else { fault.into() }
        })?;
        let frame = &self.plan.frame;
        let misfit = frame.misfit_of(&record.puzzle);
        frame.apply(&mut record).map_err(|fault| {
            let rejected = Box::<Rejected>::from(fault.in_file(&self.source));
            Box::new(Rejected { option: misfit.map(|(field, _)| field), ..*rejected })
        })?;
        let source = Arc::clone(&self.source);
        Ok(Item { source, record, at: (1, 1), expected: None, other: Fields::new() })
    }
}

impl Iterator for Records<'_> {
    type Item = Given;

    fn next(&mut self) -> Option<Given> {
        if self.plain
            && let Some(lines) = self.reader.plain_lines(usize::MAX)
        {
            return Some(Given::Lines(Lines::new(Arc::clone(&self.source), lines)));
        }
        let result = self.reader.next()?;
        Some(Given::One(self.reading(result)))
    }
}

impl Plan {
    /// Whether an argument that is no file is meant as a puzzle: it can be read as one, or is made of
    /// what puzzles are made of.
    fn is_text(&self, argument: &str) -> bool {
        let notation = match self.medium {
            Some(Medium::Notation(notation)) => Some(notation),
            _ => None,
        };
        if parse_one(argument, &self.frame.read_options(notation)).is_ok() || argument.starts_with('{') {
            return true;
        }
        let cell = |c: &char| c.is_ascii_digit() || c.is_whitespace() || ".*_|+-:".contains(*c);
        let cells = argument.chars().filter(cell).count();
        !argument.contains(['/', '\\']) && cells * 10 >= argument.chars().count() * 8
    }

    /// The puzzle of a row of a container, whose text begins at `at`.
    fn item(
        &self,
        source: &Arc<str>,
        input: PuzzleInput,
        at: (usize, usize),
        expected_at: (usize, usize),
        other: Fields,
    ) -> Reading {
        let reject = |fault: Fault, text: String, other: Fields| {
            Box::new(Rejected {
                fault: fault.in_file(source),
                option: None,
                whole: false,
                text: Some(text),
                other,
            })
        };
        let own;
        let frame = if input.ruleset.is_empty() {
            &self.frame
        } else {
            match input.ruleset.clone().or(&self.ruleset).frame() {
                Ok(frame) => own = frame,
                Err(fault) => {
                    return Err(reject(Fault { line: at.0, column: 1, ..fault }, input.puzzle, other));
                }
            }
            &own
        };
        match input.record_in(frame, None) {
            Ok(record) => {
                let expected = input.solution.map(|text| Expected { text, at: expected_at });
                Ok(Item { source: Arc::clone(source), record, at, expected, other })
            }
            Err(fault) => {
                // The rules of the command line may not fit the puzzle, which is not to blame then.
                let bare = PuzzleInput { puzzle: input.puzzle.clone(), ..PuzzleInput::default() };
                let own = !input.ruleset.is_empty();
                let puzzle = if own { None } else { bare.record().ok().map(|record| record.puzzle) };
                let misfit = puzzle.and_then(|puzzle| frame.misfit_of(&puzzle));
                let rejected = reject(fault.within(at), input.puzzle, other);
                Err(Box::new(Rejected { option: misfit.map(|(field, _)| field), ..*rejected }))
            }
        }
    }
}

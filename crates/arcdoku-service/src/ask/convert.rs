//! The same puzzles in another notation or container.

use std::fmt;

use arcdoku::grid::Shape;
use arcdoku::puzzle::format::{Notation, Writer};
use arcdoku::puzzle::{Puzzle, Rule};
use arcdoku_exchange::{About, Format};
use arcdoku_wire::question::{Convert, Goal};
use arcdoku_wire::{PuzzleInput, Ruleset, passed_names, puzzle_text};
use serde_json::Value;

use crate::cancel::Cancel;
use crate::draw::{Overlay, puzzle_svg};
use crate::input::{
    AUTHOR, Column, Input, Item, Medium, RULES, RULES_COLUMN, document, passed, rules_field, text_of,
};
use crate::output::Output;
use crate::report::caught;
use crate::status::{Error, Status};
use crate::stream::{self, Stream};
use crate::text::{Row, json_line};

/// Writes all puzzles of an input in another notation or container.
///
/// # Errors
/// If the output cannot be written.
pub fn run(
    question: &Convert,
    input: Input,
    cancel: &Cancel,
    output: &mut dyn Output,
) -> Result<Status, Error> {
    let mut status = Status::Fine;
    let mut converter = Converter::to(question.to);
    let (is_picture, mut is_drawn) = (question.to == Goal::Picture, false);
    let mut is_remarked = false;
    // Most of the work is reading, so one thread is enough to pass on the batches.
    let threads = input.reading_threads();
    stream::batches(Stream::new(input, threads, cancel), output, |output, batch| {
        let mut text = String::new();
        for (_, reading) in batch.readings() {
            let fault = match &reading {
                // A file with two SVG documents is not valid, so only the first puzzle is drawn.
                Ok(item) if is_picture && std::mem::replace(&mut is_drawn, true) => {
                    Some((Status::Not, format!("{}: an SVG file has one puzzle, the first", item.place())))
                }
                Ok(item) => {
                    for remark in crate::input::remarks(&item.other) {
                        output.note(&format!("{}: {remark}", item.place()));
                    }
                    let before = text.len();
                    match caught(&reading, || converter.write(item, &mut text)) {
                        Ok(Ok(())) => {
                            if let Goal::Medium(Medium::Notation(notation)) = question.to
                                && !is_remarked
                                && let Some(remark) = shape_remark(&item.record.puzzle, notation)
                            {
                                output.note(&remark);
                                is_remarked = true;
                            }
                            None
                        }
                        Ok(Err(fault)) => Some((Status::Not, fault.to_string())),
                        Err(panic) => {
                            text.truncate(before);
                            Some((Status::Panicked, panic))
                        }
                    }
                }
                Err(rejected) => Some((Status::Malformed, rejected.message())),
            };
            if let Some((code, fault)) = fault {
                status.note(code);
                output.error(&fault);
            }
        }
        output.write(&text)?;
        Ok(stream::flow_of(cancel))
    })?;
    status.note(stream::end(cancel));
    Ok(status)
}

/// Why a puzzle cannot be written. It is displayed as one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unwritable {
    /// The target cannot express a part of the puzzle.
    Lacks {
        /// Where the puzzle was read.
        place: String,
        /// The target.
        target: String,
        /// The part that it cannot express, such as a rule.
        found: String,
        /// A target that can express it.
        remedy: &'static str,
    },
    /// The format is only read.
    OnlyRead {
        /// Where the puzzle was read.
        place: String,
        /// The format.
        format: Format,
    },
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lacks { place, target, found, remedy } => {
                write!(f, "{place}: cannot be written as {target}: it has {found}; try --to {remedy}")
            }
            Self::OnlyRead { place, format } => {
                write!(f, "{place}: {} is read, but not written; try iss", format.name())
            }
        }
    }
}

/// Writes puzzles one after the other.
pub struct Converter {
    target: Target,
}

impl Converter {
    /// A converter to a notation or container.
    pub fn new(to: Medium) -> Self {
        Self { target: Target::new(to) }
    }

    /// A converter to any goal.
    pub fn to(goal: Goal) -> Self {
        match goal {
            Goal::Medium(medium) => Self::new(medium),
            Goal::Picture => Self { target: Target::Picture },
        }
    }

    /// Appends a puzzle.
    ///
    /// # Errors
    /// If the target cannot express the puzzle. The message contains the reason.
    pub fn write(&mut self, item: &Item, text: &mut String) -> Result<(), Unwritable> {
        self.target.write(item, text)
    }
}

/// The values of the solution that came with a puzzle.
fn solution_of(item: &Item) -> Option<Vec<Option<i32>>> {
    let puzzle = &item.record.puzzle;
    let shape = puzzle.shape();
    let solution = PuzzleInput::expected(item.expected.as_ref()?.text(), puzzle).ok()?;
    let cells = (0..shape.grid_cells()).map(arcdoku::grid::Cell::new);
    Some(cells.map(|cell| Some(shape.value(solution.at(cell)))).collect())
}

/// The output.
enum Target {
    Notation(Notation, Writer),
    Exchange(Format),
    Picture,
    Json,
    /// A table, with the columns of the first puzzle after it was written.
    Table(char, Option<Columns>),
}

impl Target {
    fn new(medium: Medium) -> Self {
        match medium {
            Medium::Csv => Self::Table(',', None),
            Medium::Tsv => Self::Table('\t', None),
            Medium::Json => Self::Json,
            Medium::Notation(notation) => Self::Notation(notation, Writer::new(notation)),
            Medium::Exchange(format) => Self::Exchange(format),
        }
    }

    /// Writes a puzzle. The error names the part that the target cannot express.
    fn write(&mut self, item: &Item, text: &mut String) -> Result<(), Unwritable> {
        let record = &item.record;
        let fault = |target: &str, found: String, remedy: &'static str| {
            let (place, target) = (item.place(), target.to_owned());
            Err(Unwritable::Lacks { place, target, found, remedy })
        };
        match self {
            Self::Notation(notation, writer) => {
                if let Some(rule) = lost(record.puzzle.rules(), *notation) {
                    return fault(notation.name(), rule, "json");
                }
                if writer.record(record, text).is_err() {
                    let (digits, most) = (record.puzzle.shape().digits(), notation.largest());
                    let found = format!("{digits} digits, and the most are {most}");
                    return fault(notation.name(), found, "integers");
                }
            }
            Self::Exchange(format) if !format.is_written() => {
                return Err(Unwritable::OnlyRead { place: item.place(), format: *format });
            }
            Self::Exchange(format) => {
                let word = |name: &str| text_of(&item.other, name).map(str::to_owned);
                let title = record.name.clone().or_else(|| word("name"));
                let about = About {
                    title,
                    author: word(AUTHOR),
                    rules: word(RULES),
                    solution: solution_of(item),
                    message: None,
                };
                let written = match document(&item.other) {
                    Some(document) => format.rewrite(document, &record.puzzle, &about),
                    None => format.write(&record.puzzle, &about),
                };
                match written {
                    Ok(line) => {
                        text.push_str(&line);
                        text.push('\n');
                    }
                    Err(error) => return fault(format.name(), error.what, "json"),
                }
            }
            Self::Picture => text.push_str(&puzzle_svg(&record.puzzle, &Overlay::default())),
            Self::Json => {
                let mut input = PuzzleInput::from(&record.puzzle);
                input.name.clone_from(&record.name);
                input.solution = item.expected.as_ref().map(|expected| expected.text().to_owned());
                // The column of a table has the same meaning as the field.
                let name = item.other.iter().position(|(name, _)| &**name == "name" && input.name.is_none());
                let mut other = item.other.clone();
                if let Some((_, Value::String(name))) = name.map(|i| other.remove(i)) {
                    input.name = Some(name);
                }
                input.other = passed(&other, PuzzleInput::FIELDS);
                json_line(&input, text);
            }
            Self::Table(separator, columns) => {
                if let Some(found) = untabled(&record.puzzle) {
                    return fault("a table", found, "json");
                }
                let rules = rules_field(&record.puzzle);
                if columns.as_ref().is_some_and(|columns| !columns.rules) && !rules.is_empty() {
                    let found = "rules, for which the first puzzle has no column".to_owned();
                    return fault("a table", found, "json");
                }
                table_row(item, *separator, &rules, columns, text);
            }
        }
        Ok(())
    }
}

/// A rule that a notation cannot express, in words. It cannot be left out, because the text would then be a different
/// puzzle.
fn lost(rules: &[Rule], notation: Notation) -> Option<String> {
    let candidates = matches!(notation, Notation::Candidates | Notation::Pencilmarks | Notation::Library);
    rules.iter().find_map(|rule| match rule {
        Rule::Rows | Rule::Columns | Rule::Boxes => None,
        Rule::Candidates(_) if candidates => None,
        Rule::Candidates(_) => Some("candidate restrictions".to_owned()),
        Rule::Regions(_) => Some("jigsaw regions".to_owned()),
        Rule::Diagonals => Some("diagonals".to_owned()),
        Rule::Windoku => Some("extra boxes".to_owned()),
        Rule::DisjointGroups => Some("disjoint groups".to_owned()),
        Rule::AllDifferent(_) => Some("extra sets of cells".to_owned()),
        rule => Some(format!("the rule '{rule}'")),
    })
}

/// A note about a shape that the output cannot express. Grid notations draw their boxes, so they need no note.
pub(super) fn shape_remark(puzzle: &Puzzle, notation: Notation) -> Option<String> {
    let shape = puzzle.shape();
    if Shape::usual(shape.digits()) == Some(shape) && !puzzle.is_bare() {
        return None;
    }
    let is_drawn = matches!(notation, Notation::Grid | Notation::Ss | Notation::Pencilmarks);
    if is_drawn && shape.is_plain() && shape.box_size().is_some() {
        return None;
    }
    let text = Ruleset::from(puzzle).shape?;
    let options = "--box, --latin, --size, --digits or --bare";
    Some(format!("the shape '{text}' is not stored in the output: pass {options} to read it"))
}

/// The part of a puzzle that a table cannot express. A table has only text and rules, and a reader assumes the usual
/// shape.
fn untabled(puzzle: &Puzzle) -> Option<String> {
    let shape = puzzle.shape();
    if Shape::usual(shape.digits()) != Some(shape) {
        return Some(format!("a grid of {shape}"));
    }
    let has_regions = puzzle.rules().iter().any(|rule| matches!(rule, Rule::Regions(_)));
    (puzzle.is_bare() || has_regions).then(|| "other houses than rows, columns and boxes".to_owned())
}

/// The columns of a table other than `puzzle`, taken from its first puzzle.
struct Columns {
    rules: bool,
    solution: bool,
    name: bool,
    other: Vec<Column>,
}

fn table_row(item: &Item, separator: char, rules: &str, columns: &mut Option<Columns>, text: &mut String) {
    let record = &item.record;
    let first = columns.is_none();
    let columns = columns.get_or_insert_with(|| Columns {
        rules: item.in_ruled_table || !rules.is_empty(),
        solution: item.expected.is_some(),
        name: record.name.is_some(),
        other: Column::all(&item.other),
    });
    if first {
        let mut own = vec!["puzzle"];
        own.extend(columns.rules.then_some(RULES_COLUMN));
        own.extend(columns.solution.then_some("solution"));
        own.extend(columns.name.then_some("name"));
        let names = passed_names(columns.other.iter().map(|column| &*column.name), &own);
        let mut header = Row::new(separator);
        header.fields(&own);
        header.fields(names);
        header.end(text);
    }
    let mut row = Row::new(separator);
    row.field(&puzzle_text(&record.puzzle));
    row.fields(columns.rules.then_some(rules));
    if columns.solution {
        row.field(item.expected.as_ref().map_or("", |expected| expected.text()));
    }
    if columns.name {
        row.field(record.name.as_deref().unwrap_or_default());
    }
    row.fields(columns.other.iter().map(|column| column.text(&item.other)));
    row.end(text);
}

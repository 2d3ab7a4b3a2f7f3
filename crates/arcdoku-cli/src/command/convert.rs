//! `arcdoku convert`: the same puzzles in another notation or container.

use std::io::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;

use arcdoku::puzzle::Rule;
use arcdoku::puzzle::format::{Notation, Writer};
use arcdoku_wire::{Fault, PuzzleInput, puzzle_text};
use serde_json::Value;

use crate::cli::Convert;
use crate::input::{Entry, Item, Medium};
use crate::interrupt;
use crate::output::{self, Out, Row, error_line};
use crate::pipeline::{self, Batch, Run};
use crate::progress::Progress;
use crate::status::Status;

pub(crate) fn run(options: &Convert) -> anyhow::Result<Status> {
    let plan = Arc::new(options.input.plan()?);
    let entries = options.input.entries(&plan)?;
    let mut progress = Progress::of_batch(entries.iter().map(Entry::size).sum(), false);
    let mut status = Status::Fine;
    let mut out = output::stdout();
    let mut pen = Pen::new(options.to);
    let write = |out: &mut Out, progress: &mut Progress, batch: Batch| {
        let mut text = String::new();
        for (_, reading) in &batch.items {
            let fault = match reading {
                Ok(item) => pen.write(item, &mut text).err().map(|fault| fault.to_string()),
                Err(rejected) => Some(rejected.message()),
            };
            if let Some(fault) = fault {
                status.note(Status::Malformed);
                progress.line(&error_line(&fault));
            }
        }
        out.write_all(text.as_bytes())?;
        Ok(if interrupt::asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    };
    // Reading is the work; a thread hands the batches on.
    let work = Run { entries, plan, threads: 1, settle: false };
    pipeline::run(work, || |batch: Batch| batch, &mut progress, &mut out, write)?;
    if interrupt::asked() {
        status.note(Status::Interrupted);
    }
    Ok(status)
}

/// Writes puzzles one after the other.
enum Pen {
    Notation(Notation, Writer),
    Json,
    /// A table, with the columns of the first puzzle once there was one.
    Table(char, Option<Vec<Arc<str>>>),
}

impl Pen {
    fn new(medium: Medium) -> Self {
        match medium {
            Medium::Csv => Self::Table(',', None),
            Medium::Tsv => Self::Table('\t', None),
            Medium::Json => Self::Json,
            Medium::Notation(notation) => Self::Notation(notation, Writer::new(notation)),
        }
    }

    fn write(&mut self, item: &Item, text: &mut String) -> Result<(), Fault> {
        let record = &item.record;
        let fault = |found: String, expected: &str| {
            Err(Fault::new((item.line(), 1), found, expected).in_file(&item.source))
        };
        match self {
            Self::Notation(notation, writer) => {
                if let Some(rule) = lost(record.puzzle.rules(), *notation) {
                    let found = format!("{rule}, which the notation {notation} cannot say");
                    return fault(found, "a puzzle without, or --to json");
                }
                if let Err(error) = writer.record(record, text) {
                    return fault(error.to_string(), "another notation, such as integers");
                }
            }
            Self::Json => {
                let mut input = PuzzleInput::from(&record.puzzle);
                input.name.clone_from(&record.name);
                input.solution = item.expected.as_ref().map(|expected| expected.text().to_owned());
                input.other =
                    item.other.iter().map(|(name, value)| (name.to_string(), value.clone())).collect();
                if let Ok(line) = serde_json::to_string(&input) {
                    text.push_str(&line);
                    text.push('\n');
                }
            }
            Self::Table(separator, columns) => {
                if let Some(rule) = lost(record.puzzle.rules(), Notation::Candidates) {
                    return fault(
                        format!("{rule}, which a table cannot say"),
                        "a puzzle without, or --to json",
                    );
                }
                table_row(item, *separator, columns, text);
            }
        }
        Ok(())
    }
}

/// A rule that is not written in a notation, in words. Quietly leaving it out would make another
/// puzzle.
fn lost(rules: &[Rule], notation: Notation) -> Option<&'static str> {
    let candidates = matches!(notation, Notation::Candidates | Notation::Pencilmarks | Notation::Library);
    rules.iter().find_map(|rule| match rule {
        Rule::Rows | Rule::Columns | Rule::Boxes => None,
        Rule::Candidates(_) if candidates => None,
        Rule::Candidates(_) => Some("candidate restrictions"),
        Rule::Regions(_) => Some("jigsaw regions"),
        Rule::Diagonals => Some("diagonals"),
        Rule::Windoku => Some("extra boxes"),
        Rule::DisjointGroups => Some("disjoint groups"),
        _ => Some("extra sets of cells"),
    })
}

fn table_row(item: &Item, separator: char, columns: &mut Option<Vec<Arc<str>>>, text: &mut String) {
    let record = &item.record;
    let first = columns.is_none();
    let columns = columns.get_or_insert_with(|| {
        let mut columns: Vec<Arc<str>> = Vec::new();
        columns.extend(item.expected.is_some().then(|| "solution".into()));
        columns.extend(record.name.is_some().then(|| "name".into()));
        columns.extend(item.other.iter().map(|(name, _)| Arc::clone(name)));
        columns
    });
    if first {
        let mut header = Row::new(separator);
        header.field("puzzle");
        header.fields(columns.iter());
        header.end(text);
    }
    let mut row = Row::new(separator);
    row.field(&puzzle_text(&record.puzzle));
    for name in columns.iter() {
        match (&**name, item.other.iter().find(|(other, _)| other == name)) {
            (_, Some((_, Value::String(value)))) => row.field(value),
            (_, Some((_, value))) => row.field(&value.to_string()),
            ("solution", None) => row.field(item.expected.as_ref().map_or("", |expected| expected.text())),
            ("name", None) => row.field(record.name.as_deref().unwrap_or_default()),
            _ => row.field(""),
        }
    }
    row.end(text);
}

//! Puzzles in the formats of other programs.

use std::sync::Arc;

use arcdoku::grid::{Cell, Digit};
use arcdoku::{Choice, Puzzle, Shape};
use arcdoku_exchange::{
    About, Drawing, Entered, Format, Import, ImportError, Part, Policy, Report, Standing,
};
use arcdoku_wire::{
    DrawnShape, EnteredReply, Fault, FaultCode, ImportReply, Misfit, PartReply, PuzzleInput, grid_text,
};
use serde_json::Value;

use super::item::{Fields, Reading, Rejected};
use super::plan::{Places, Plan};

/// The field with the report of an import.
const IMPORT: &str = "import";
/// The fields with the author and the rules in words.
pub(crate) const AUTHOR: &str = "author";
pub(crate) const RULES: &str = "rules_in_words";
/// The format of a report about a text of this program.
const JSON: &str = "json";
/// The field with the text of another program from which a puzzle was read. It is written back with the puzzle.
pub(crate) const DOCUMENT: &str = "document";

/// The puzzle of a text in a format of another program. The text begins at this line.
pub(super) fn reading(format: Format, line: usize, text: &str, source: &Arc<str>, plan: &Plan) -> Reading {
    let Import { puzzle, report, about, entered, drawing } =
        format.read(text, &plan.policy).map_err(|error| {
            let (fault, report) = refused(format, line, error);
            let mut rejected = Box::<Rejected>::from(fault.in_file(source));
            rejected.other.push((IMPORT.into(), value(&report)));
            rejected
        })?;
    let mut other: Fields = Fields::new();
    let mut pass = |name: &str, value: Value| other.push((name.into(), value));
    for (name, text) in [(AUTHOR, &about.author), (RULES, &about.rules)] {
        if let Some(text) = text {
            pass(name, text.as_str().into());
        }
    }
    let entered = self::entered(puzzle.shape(), entered);
    let message = about.message.clone();
    let drawing_is_empty = drawing.shapes.is_empty();
    pass(IMPORT, value(&ImportReply { entered, message, ..described(format, &report).with(drawing) }));
    let has_more =
        about.author.is_some() || about.rules.is_some() || !drawing_is_empty || !report.is_complete();
    if has_more || matches!(format, Format::FPuzzles | Format::SudokuPad) {
        pass(DOCUMENT, text.into());
    }
    let input = PuzzleInput {
        name: about.title.clone(),
        solution: solution(&about, &puzzle),
        ..PuzzleInput::from(&puzzle)
    };
    let whole = (line, 1);
    let places = Places { puzzle: whole, solution: whole, ruleset: &|_, _| whole };
    plan.item(source, input, &places, other)
}

/// The fault of a text, and its import report as far as it is known.
fn refused(format: Format, line: usize, error: ImportError) -> (Fault, ImportReply) {
    let none = ImportReply { format: format.name().to_owned(), ..ImportReply::default() };
    match error {
        ImportError::Unreadable(error) => {
            let at = (line + error.line - 1, error.column);
            (Fault::new(FaultCode::Foreign, at, error.found, error.expected), none)
        }
        ImportError::NotUnderstood(report) => (misunderstood(line, &report), described(format, &report)),
        ImportError::Elsewhere(id) => {
            let expected = "a link with the puzzle in it: others need the network";
            let found = format!("the number or name {id:?} of a puzzle");
            let fault = Fault::new(FaultCode::Elsewhere, (line, 1), found, expected);
            (fault, ImportReply { elsewhere: Some(id), ..none })
        }
        other => (Fault::new(FaultCode::Foreign, (line, 1), other.to_string(), "a puzzle"), none),
    }
}

/// The entries of a player, without digits that the grid does not have.
fn entered(shape: Shape, entered: Vec<(usize, Entered)>) -> Vec<EnteredReply> {
    let digit = |value: &i32| shape.digit_of(*value).map(Digit::get);
    let digits = |values: &[i32]| {
        let mut digits: Vec<u8> = values.iter().filter_map(digit).collect();
        digits.sort_unstable();
        digits.dedup();
        digits
    };
    let reply = |(cell, entered): (usize, Entered)| EnteredReply {
        cell: shape.name(Cell::new(cell)).to_string(),
        digit: entered.value.as_ref().and_then(digit),
        corner: digits(&entered.corner),
        center: digits(&entered.center),
    };
    let is_something =
        |it: &EnteredReply| it.digit.is_some() || !it.corner.is_empty() || !it.center.is_empty();
    entered.into_iter().map(reply).filter(is_something).collect()
}

/// The fault of a puzzle with a part that is not understood.
fn misunderstood(line: usize, report: &Report) -> Fault {
    Fault::new(
        FaultCode::NotUnderstood,
        (line, 1),
        report.misunderstood(),
        "known rules, or --partial to do without these",
    )
}

/// The solution as text, if it has a digit for every cell.
fn solution(about: &About, puzzle: &Puzzle) -> Option<String> {
    let shape = puzzle.shape();
    let values = about.solution.as_ref().filter(|values| values.len() == shape.cells())?;
    let digits: Vec<_> = values.iter().map(|value| shape.digit_of((*value)?)).collect();
    digits.iter().all(Option::is_some).then(|| grid_text(shape, &digits))
}

/// A report as in replies.
fn described(format: Format, report: &Report) -> ImportReply {
    let rows = |standing: Standing| -> Vec<PartReply> {
        let row = |part: &Part| PartReply {
            what: part.what.clone(),
            kind: (standing != Standing::Enforced).then(|| part.kind.name().to_owned()),
            misfit: part.misfit.clone().map(|(found, expected)| Misfit { found, expected }),
            detail: part.detail.clone(),
        };
        report.of(standing).map(row).collect()
    };
    ImportReply {
        format: format.name().to_owned(),
        enforced: rows(Standing::Enforced),
        decoration: rows(Standing::Decoration),
        guessed: rows(Standing::Guessed),
        not_understood: rows(Standing::NotUnderstood),
        words: report.words.clone(),
        ..ImportReply::default()
    }
}

/// The report as a field.
fn value(report: &ImportReply) -> Value {
    // All fields are strings, numbers and lists, so serialization cannot fail.
    serde_json::to_value(report).unwrap_or_default()
}

/// Adds the drawing to a report.
trait WithDrawing {
    fn with(self, drawing: Drawing) -> Self;
}

impl WithDrawing for ImportReply {
    fn with(self, drawing: Drawing) -> Self {
        let shape = |shape: arcdoku_exchange::DrawnShape| {
            let text = shape.text.as_ref().map(|text| vec![text.x, text.y, text.size, text.angle]);
            let at = text.or_else(|| shape.turn.map(|turn| vec![turn.x, turn.y, 0, turn.angle]));
            DrawnShape {
                above: shape.above,
                dot: shape.dot,
                color: shape.color,
                width: shape.width,
                path: shape.path,
                text: shape.text.map(|text| text.text),
                at: at.unwrap_or_default(),
            }
        };
        let margin = Some(drawing.margin).filter(|margin| *margin > 0);
        let (drawing, lit) = (drawing.shapes.into_iter().map(shape).collect(), drawing.lit);
        Self { drawing, margin, lit, ..self }
    }
}

fn field<'a>(other: &'a Fields, name: &str) -> Option<&'a Value> {
    other.iter().find(|(field, _)| &**field == name).map(|(_, value)| value)
}

/// The text of another program from which a puzzle was read.
pub(crate) fn document(other: &Fields) -> Option<&str> {
    text_of(other, DOCUMENT)
}

/// The text of a field.
pub(crate) fn text_of<'a>(other: &'a Fields, name: &str) -> Option<&'a str> {
    field(other, name).and_then(Value::as_str)
}

/// The import report of the text from which a puzzle was read, if it is of another program, or has an author or rules
/// in words. The author and the rules may have changed after the import.
pub(crate) fn import(other: &Fields, puzzle: Option<&Puzzle>) -> Option<Value> {
    let words = [(AUTHOR, "author"), (RULES, "rules")];
    let words: Vec<_> =
        words.into_iter().filter_map(|(name, key)| Some((key, text_of(other, name)?))).collect();
    let own = || {
        (!words.is_empty()).then(|| value(&ImportReply { format: JSON.to_owned(), ..ImportReply::default() }))
    };
    // The field may come from any JSON.
    let given = field(other, IMPORT).and_then(|report| serde_json::from_value(report.clone()).ok());
    let report = given.as_ref().map(value).or_else(|| import_of(document(other)?, puzzle?)).or_else(own);
    let mut report = report?;
    for (key, text) in words {
        report[key] = text.into();
    }
    Some(report)
}

/// The import report of the text from which a puzzle in another form was read. Rules that the puzzle has count as
/// confirmed. What a player entered in the text belongs to another board.
fn import_of(document: &str, puzzle: &Puzzle) -> Option<Value> {
    let format = Format::detect(document)?;
    let read = |guess| {
        let policy = Policy { partial: true, guess, ..Policy::default() };
        format.read(document, &policy).ok()
    };
    let (plain, guessed) = (read(false)?, read(true)?);
    let lacks = |rule: &arcdoku::Rule| !puzzle.rules().contains(rule);
    let Import { report, about, drawing, .. } =
        if guessed.puzzle.rules().iter().any(lacks) { plain } else { guessed };
    let About { author, rules, message, .. } = about;
    Some(value(&ImportReply { author, rules, message, ..described(format, &report).with(drawing) }))
}

/// The import report in the fields of a puzzle, as lines for people: kinds of parts, and the number of parts of each
/// kind.
pub(crate) fn remarks(other: &Fields) -> Vec<String> {
    let Some((_, report)) = other.iter().find(|(name, _)| &**name == IMPORT) else { return Vec::new() };
    let kinds = |name: &str| {
        let mut kinds: Vec<(&str, usize)> = Vec::new();
        for part in report[name].as_array().into_iter().flatten() {
            let what = part["what"].as_str().unwrap_or_default();
            match kinds.iter_mut().find(|(other, _)| *other == what) {
                Some((_, count)) => *count += 1,
                None => kinds.push((what, 1)),
            }
        }
        let word = |(what, count): &(&str, usize)| {
            if *count == 1 { (*what).to_owned() } else { format!("{what} ({count})") }
        };
        kinds.iter().map(word).collect::<Vec<_>>().join(", ")
    };
    [
        ("enforced", "enforced"),
        ("decoration", "decoration"),
        ("guessed", "guessed"),
        ("not_understood", "not understood"),
    ]
    .into_iter()
    .map(|(name, title)| (title, kinds(name)))
    .filter(|(_, words)| !words.is_empty())
    .map(|(title, words)| format!("{title}: {words}"))
    .collect()
}

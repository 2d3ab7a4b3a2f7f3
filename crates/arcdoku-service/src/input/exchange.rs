//! Puzzles in the formats of other programs: one a line, or one document.

use std::sync::Arc;

use arcdoku::Puzzle;
use arcdoku_exchange::{About, Format, Import, ImportError, Part, Report, Standing};
use arcdoku_wire::{Fault, PuzzleInput, grid_text};
use serde_json::{Value, json};

use super::buffer::ReadBuffer;
use super::item::{Fields, Reading, Rejected};
use super::json::Lines;
use super::plan::{Places, Plan};

/// The field with the report of an import.
pub(crate) const IMPORT: &str = "import";

/// The puzzles of a text in a format of another program.
pub(super) struct Imports<'a> {
    lines: Lines<'a>,
    format: Format,
    source: Arc<str>,
    plan: &'a Plan,
    any: bool,
}

impl<'a> Imports<'a> {
    pub(super) fn new(input: ReadBuffer<'a>, format: Format, source: Arc<str>, plan: &'a Plan) -> Self {
        Self { lines: Lines::new(input), format, source, plan, any: false }
    }

    fn reading(&self, line: usize, text: &str) -> Reading {
        let Import { puzzle, report, about } =
            self.format.read(text, &self.plan.policy).map_err(|error| {
                let fault = match error {
                    ImportError::Unreadable(error) => {
                        Fault::new((line + error.line - 1, error.column), error.found, error.expected)
                    }
                    ImportError::NotUnderstood(report) => misunderstood(line, &report),
                    other => Fault::new((line, 1), other.to_string(), "a puzzle"),
                };
                Box::<Rejected>::from(fault.in_file(&self.source))
            })?;
        let mut other: Fields = Fields::new();
        let mut pass = |name: &str, value: Value| other.push((name.into(), value));
        for (name, text) in [("author", &about.author), ("rules_in_words", &about.rules)] {
            if let Some(text) = text {
                pass(name, text.as_str().into());
            }
        }
        pass(IMPORT, described(self.format, &report));
        let input = PuzzleInput {
            name: about.title.clone(),
            solution: solution(&about, &puzzle),
            ..PuzzleInput::from(&puzzle)
        };
        let whole = (line, 1);
        let places = Places { puzzle: whole, solution: whole, ruleset: &|_, _| whole };
        self.plan.item(&self.source, input, &places, other)
    }
}

/// The fault of a puzzle of which some part is not understood.
fn misunderstood(line: usize, report: &Report) -> Fault {
    let words: Vec<String> = report
        .of(Standing::NotUnderstood)
        .take(3)
        .map(|part| format!("{} ({})", part.what, part.detail))
        .collect();
    let count = report.of(Standing::NotUnderstood).count();
    let more = if count > words.len() { format!(" and {} more", count - words.len()) } else { String::new() };
    let found = format!("parts that are not understood: {}{more}", words.join("; "));
    Fault::new((line, 1), found, "known rules, or --partial to do without these")
}

/// The solution as text, if it says the digit of every cell.
fn solution(about: &About, puzzle: &Puzzle) -> Option<String> {
    let shape = puzzle.shape();
    let values = about.solution.as_ref().filter(|values| values.len() == shape.cells())?;
    let digits: Vec<_> = values.iter().map(|value| shape.digit_of((*value)?)).collect();
    digits.iter().all(Option::is_some).then(|| grid_text(shape, &digits))
}

/// A report in JSON.
fn described(format: Format, report: &Report) -> Value {
    let rows = |standing: Standing| -> Vec<Value> {
        let row = |part: &Part| json!({"what": part.what, "detail": part.detail});
        report.of(standing).map(row).collect()
    };
    json!({
        "format": format.name(),
        "enforced": rows(Standing::Enforced),
        "decoration": rows(Standing::Decoration),
        "not_understood": rows(Standing::NotUnderstood),
    })
}

/// The report of an import in the fields of a puzzle, as lines for people: kinds of parts, and how many there are.
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
    [("enforced", "enforced"), ("decoration", "decoration"), ("not_understood", "not understood")]
        .into_iter()
        .map(|(name, title)| (title, kinds(name)))
        .filter(|(_, words)| !words.is_empty())
        .map(|(title, words)| format!("{title}: {words}"))
        .collect()
}

impl Iterator for Imports<'_> {
    type Item = Reading;

    fn next(&mut self) -> Option<Reading> {
        let mut text = String::new();
        let mut begin = 0;
        loop {
            let is_document = begin > 0;
            if !is_document {
                text.clear();
            }
            match self.lines.next(&mut text) {
                None if is_document => {}
                None if self.any => return None,
                None => {
                    self.any = true;
                    let fault = Fault::new((1, 1), "no puzzle", "at least one").in_file(&self.source);
                    return Some(Err(Rejected::whole(fault)));
                }
                Some(Err(fault)) => {
                    self.any = true;
                    return Some(Err(fault.in_file(&self.source).into()));
                }
                Some(Ok(_)) if text.trim().is_empty() || (!is_document && text.starts_with('#')) => continue,
                Some(Ok(line)) => {
                    // JSON may take any number of lines, and is alone.
                    let is_open = text.trim_start().starts_with('{') || self.format == Format::Ipuz;
                    if is_document || is_open {
                        begin = if is_document { begin } else { line };
                        continue;
                    }
                    begin = line;
                }
            }
            self.any = true;
            return Some(self.reading(begin, text.trim_end()));
        }
    }
}

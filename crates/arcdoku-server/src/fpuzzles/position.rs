//! The puzzle of a request.
//!
//! The importer of `arcdoku-exchange` reads the rules. This file decides beforehand which digits and marks of the cells
//! are part of the puzzle, because the script uses them differently for each command.

use arcdoku::grid::{Cell, DigitSet};
use arcdoku::puzzle::{ClueConflict, Puzzle};
use arcdoku_exchange::{Format, ImportError, Policy, fpuzzles};
use serde_json::{Map, Value, json};

/// The keys of a puzzle without a meaning for its solutions: words and drawings. The importer would otherwise report
/// rules that they suggest.
const DECORATIONS: [&str; 9] =
    ["title", "author", "ruleset", "msgcorrect", "solution", "line", "circle", "rectangle", "text"];

/// The number of counted solutions per candidate that old scripts expect.
const LEGACY_CAP: u64 = 8;

/// A puzzle, and the options that the script stores in it.
#[derive(Debug)]
pub(super) struct Position {
    pub(super) puzzle: Puzzle,
    /// The digit, or the marks, that the page shows in each cell.
    pub(super) shown: Vec<DigitSet>,
    pub(super) options: ScriptOptions,
}

/// The options of the script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ScriptOptions {
    /// The names of techniques that are turned off, in lower case.
    pub(super) disabled: Vec<String>,
    /// The number of solutions that are counted for each candidate.
    pub(super) cap: u64,
    /// Whether candidates that logic cannot exclude are reported, too.
    pub(super) has_logic: bool,
}

/// Reads a packed puzzle, with or without the digits and marks of the player. The error is a sentence.
pub(super) fn read(data: &str, has_entries: bool) -> Result<Position, String> {
    let packed = data.split_once("?load=").map_or(data, |(_, packed)| packed);
    let text = fpuzzles::unpack(packed).map_err(|_| "The data is not a puzzle packed by lz-string.")?;
    let document: Value =
        serde_json::from_str(&text).map_err(|error| format!("The puzzle is not JSON: {error}."))?;
    let Value::Object(mut document) = document else {
        return Err("The puzzle is not a JSON object.".to_owned());
    };
    let options = ScriptOptions::take(&mut document);
    for key in DECORATIONS {
        document.remove(key);
    }
    let Some(Value::Array(grid)) = document.get_mut("grid") else {
        return Err("The puzzle has no grid.".to_owned());
    };
    let size = grid.len();
    let mut shown = Vec::new();
    for row in grid {
        let Some(cells) = row.as_array_mut().filter(|cells| cells.len() == size) else {
            return Err(format!("The grid is not square: a row does not have {size} cells."));
        };
        for cell in cells {
            shown.push(shown_digits(cell));
            *cell = content(cell, has_entries);
        }
    }
    document.insert("size".to_owned(), size.into());
    complete_whispers(&mut document, size);
    let json = Value::Object(document).to_string();
    let import = Format::FPuzzles.read(&json, &Policy::default()).map_err(|error| sentence(&error))?;
    let puzzle = import.puzzle;
    let shape = puzzle.shape();
    let digits = |values: Vec<i64>| {
        let values = values.into_iter().filter_map(|value| i32::try_from(value).ok());
        values.filter_map(|value| shape.digit_of(value)).collect()
    };
    let shown = shown.into_iter().map(digits).collect();
    match puzzle.clue_conflict() {
        Some(conflict) => Err(conflict_sentence(&puzzle, &conflict)),
        None => Ok(Position { puzzle, shown, options }),
    }
}

impl ScriptOptions {
    /// Removes the options from a puzzle.
    fn take(document: &mut Map<String, Value>) -> Self {
        let mut names = |key: &str| match document.remove(key) {
            Some(Value::Array(names)) => {
                names.iter().filter_map(Value::as_str).map(str::to_ascii_lowercase).collect()
            }
            _ => Vec::new(),
        };
        let disabled = names("disabledlogic");
        let options = names("truecandidatesoptions");
        let number =
            |text: &String| text.strip_prefix("truecandidatesnumsolutions=")?.trim().parse::<u64>().ok();
        let has = |name: &str| options.iter().any(|option| option == name);
        let usual = if has("colored") { LEGACY_CAP } else { 1 };
        let cap = options.iter().find_map(number).filter(|&cap| cap > 0).unwrap_or(usual);
        Self { disabled, cap, has_logic: has("logical") }
    }
}

/// Adds the usual difference to whispers without one. For users of the script, it depends on the size of the grid.
fn complete_whispers(document: &mut Map<String, Value>, size: usize) {
    let lines = document.get_mut("whispers").and_then(Value::as_array_mut);
    for line in lines.into_iter().flatten().filter_map(Value::as_object_mut) {
        let value = line.entry("value").or_insert(Value::Null);
        if value.is_null() || value == "" {
            *value = size.div_ceil(2).into();
        }
    }
}

/// The digit of a cell; 0 if it is empty.
fn digit(cell: &Value) -> i64 {
    match &cell["value"] {
        Value::Number(number) => number.as_i64().unwrap_or(0),
        Value::String(text) => text.trim().parse().unwrap_or(0),
        _ => 0,
    }
}

/// What the page shows in a cell: its digit, or the marks in its center.
fn shown_digits(cell: &Value) -> Vec<i64> {
    let value = digit(cell);
    if value != 0 {
        return vec![value];
    }
    let marks = &cell["centerPencilMarks"];
    marks.as_array().into_iter().flatten().filter_map(Value::as_i64).collect()
}

/// A cell with its content as clue or given marks. Marks in the center replace given ones.
fn content(cell: &Value, has_entries: bool) -> Value {
    let mut content = Map::new();
    if let Some(region) = cell.get("region") {
        content.insert("region".to_owned(), region.clone());
    }
    let value = digit(cell);
    if value != 0 && (has_entries || cell["given"] == true) {
        content.insert("value".to_owned(), value.into());
        content.insert("given".to_owned(), true.into());
        return content.into();
    }
    let marks = |name: &str| cell[name].as_array().filter(|marks| !marks.is_empty()).cloned();
    let center = if has_entries { marks("centerPencilMarks") } else { None };
    if let Some(marks) = center.or_else(|| marks("givenPencilMarks")) {
        content.insert("givenPencilMarks".to_owned(), json!(marks));
    }
    content.into()
}

/// Why a puzzle cannot be read.
fn sentence(error: &ImportError) -> String {
    match error {
        ImportError::NotUnderstood(report) => format!("The puzzle has {}.", report.misunderstood()),
        ImportError::Unreadable(error) => {
            format!("The puzzle has {}, expected {}.", error.found, error.expected)
        }
        other => format!("The puzzle cannot be read: {other}."),
    }
}

/// Which clues exclude each other.
fn conflict_sentence(puzzle: &Puzzle, conflict: &ClueConflict) -> String {
    let shape = puzzle.shape();
    let name = |cell: Cell| shape.name(cell);
    match conflict {
        ClueConflict::Repeated { digit, first, second, constraint } => {
            let (first, second) = (name(*first), name(*second));
            format!("{first} and {second} both have the digit {}: {constraint}.", shape.value(*digit))
        }
        ClueConflict::Violated { last, constraint } => {
            format!("The digits up to {} break a rule: {constraint}.", name(*last))
        }
        ClueConflict::NoCandidate(cell) => format!("No digit is possible in {}.", name(*cell)),
        _ => "The digits of the puzzle break a rule.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_in_any_case() {
        let take = |options: Value| {
            let mut document = Map::new();
            document.insert("truecandidatesoptions".to_owned(), options);
            document.insert("disabledlogic".to_owned(), json!(["AIC", "tuples", 3]));
            let options = ScriptOptions::take(&mut document);
            assert!(document.is_empty());
            (options.cap, options.has_logic, options.disabled)
        };
        let disabled = vec!["aic".to_owned(), "tuples".to_owned()];
        for (options, cap, has_logic) in [
            (json!([]), 1, false),
            (json!(null), 1, false),
            (json!(["Logical"]), 1, true),
            (json!(["TrueCandidatesNumSolutions=12", "logical"]), 12, true),
            (json!(["truecandidatesnumsolutions=0"]), 1, false),
            (json!(["truecandidatesnumsolutions=-3"]), 1, false),
            (json!(["truecandidatesnumsolutions=many"]), 1, false),
            (json!(["colored"]), 8, false),
            (json!(["colored", "truecandidatesnumsolutions=3"]), 3, false),
        ] {
            assert_eq!(take(options.clone()), (cap, has_logic, disabled.clone()), "{options}");
        }
    }

    #[test]
    fn commands_determine_which_marks_count() {
        let cell = json!({ "value": 3, "c": "#fff", "region": null });
        assert_eq!(content(&cell, false), json!({ "region": null }));
        assert_eq!(content(&cell, true), json!({ "region": null, "value": 3, "given": true }));
        let cell = json!({ "value": "4", "given": true, "givenPencilMarks": [1] });
        assert_eq!(content(&cell, false), json!({ "value": 4, "given": true }));
        let cell =
            json!({ "value": 0, "centerPencilMarks": [1], "givenPencilMarks": [2], "candidates": [1, 2] });
        assert_eq!(content(&cell, false), json!({ "givenPencilMarks": [2] }));
        assert_eq!(content(&cell, true), json!({ "givenPencilMarks": [1] }));
        let cell = json!({ "centerPencilMarks": [], "givenPencilMarks": [2], "cornerPencilMarks": [5] });
        assert_eq!(content(&cell, true), json!({ "givenPencilMarks": [2] }));
        assert_eq!(content(&json!(7), true), json!({}));
    }
}

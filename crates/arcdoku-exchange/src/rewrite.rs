//! Writes a puzzle back into the document that it was read from. Only the parts that have changed are replaced.

use arcdoku::Puzzle;
use arcdoku::grid::Cell;
use serde_json::{Map, Value};

use crate::error::WriteError;
use crate::format::{Format, link};
use crate::fpuzzles::{self, is_off};
use crate::import::{About, Import, Policy, Standing};
use crate::{codec, sudokupad};

/// The content of a document.
enum Content {
    FPuzzles(String),
    SudokuPad(String),
}

impl Content {
    fn of(document: &str) -> Option<Self> {
        let document = document.trim();
        match Format::detect(document)? {
            Format::FPuzzles if document.starts_with('{') => Some(Self::FPuzzles(document.to_owned())),
            Format::FPuzzles => {
                let packed = codec::parameter(document, "load");
                fpuzzles::unpack(packed.as_deref().unwrap_or(document)).ok().map(Self::FPuzzles)
            }
            Format::SudokuPad => {
                let text = sudokupad::content(document)?;
                let is_grid = text.starts_with('{') && Format::detect(&text) == Some(Format::FPuzzles);
                Some(if is_grid { Self::FPuzzles(text) } else { Self::SudokuPad(text) })
            }
            _ => None,
        }
    }
}

impl Format {
    /// Writes a puzzle that was read from a document, or from an earlier form of it. The text has everything that the
    /// document has, such as drawings, except the parts of the puzzle that have changed. If the format has no place for
    /// it, only the puzzle is written.
    ///
    /// # Errors
    /// If the format cannot express the puzzle, or cannot be written.
    pub fn rewrite(self, document: &str, puzzle: &Puzzle, about: &About) -> Result<String, WriteError> {
        rewrite(self, document, puzzle, about).unwrap_or_else(|| self.write(puzzle, about))
    }
}

/// Writes a puzzle in a format, with everything else that its document has; `None` if the format has no place for it.
pub(crate) fn rewrite(
    to: Format,
    document: &str,
    puzzle: &Puzzle,
    about: &About,
) -> Option<Result<String, WriteError>> {
    let content = Content::of(document)?;
    let read = |guess| {
        let policy = Policy { partial: true, guess, ..Policy::default() };
        Format::detect(document)?.read(document, &policy).ok()
    };
    let (plain, guessed) = (read(false)?, read(true)?);
    let is_same = [&plain, &guessed].iter().any(|import| {
        import.puzzle == *puzzle && (about.title.is_none() || import.about.title == about.title)
    });
    match content {
        Content::FPuzzles(text) => {
            let text = if is_same {
                text
            } else {
                match changed(&text, &plain, puzzle, about) {
                    Ok(text) => text,
                    Err(error) => return Some(Err(error)),
                }
            };
            link(to, &text).map(Ok)
        }
        Content::SudokuPad(text) if to == Format::SudokuPad => {
            let text = if is_same { text } else { with_clues(&text, &[plain, guessed], puzzle)? };
            let packed = codec::escape(&codec::lz(&text));
            Some(Ok(format!("https://sudokupad.app/scl{packed}")))
        }
        Content::SudokuPad(_) => None,
    }
}

/// The document of f-puzzles with another puzzle.
fn changed(text: &str, old: &Import, puzzle: &Puzzle, about: &About) -> Result<String, WriteError> {
    let wrong = |error: serde_json::Error| WriteError::new(error.to_string());
    let mut source: Value = serde_json::from_str(text).map_err(wrong)?;
    let mut new: Value = serde_json::from_str(&fpuzzles::write(puzzle, about)?).map_err(wrong)?;
    let before = fpuzzles::write(&old.puzzle, &old.about).ok();
    let mut before: Value = before.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
    let was = before.get_mut("grid").map(Value::take).unwrap_or_default();
    let is = new.get_mut("grid").map(Value::take).unwrap_or_default();
    if before.is_null() {
        // The document has rules that are not written in the same form, so all rules are replaced.
        let is_rule = |key: &String| old.report.of(Standing::Enforced).any(|part| part.what == *key);
        let rules = source.as_object().into_iter().flatten().filter(|(key, _)| is_rule(key));
        before = Value::Object(rules.map(|(key, value)| (key.clone(), value.clone())).collect());
    }
    let fields = |value: &Value| value.as_object().cloned().unwrap_or_default();
    let mut names: Vec<String> = fields(&before).into_iter().map(|(key, _)| key).collect();
    names.extend(fields(&new).into_iter().map(|(key, _)| key));
    let Some(document) = source.as_object_mut() else { return Err(WriteError::new("no such document")) };
    for key in names.iter().filter(|key| *key != "grid") {
        // The names of a document stay if the puzzle has none.
        let stays = ["title", "author", "ruleset"].contains(&key.as_str()) && new.get(key).is_none();
        if before.get(key) != new.get(key) && !stays {
            replace(document, key, new.get(key));
        }
    }
    for (row, cells) in
        document.get_mut("grid").and_then(Value::as_array_mut).into_iter().flatten().enumerate()
    {
        for (column, cell) in cells.as_array_mut().into_iter().flatten().enumerate() {
            let (old, new) = (&was[row][column], &is[row][column]);
            for key in ["value", "given", "region", "givenPencilMarks"] {
                if let Some(cell) = cell.as_object_mut()
                    && (old.is_null() || old.get(key) != new.get(key))
                {
                    replace(cell, key, new.get(key));
                }
            }
        }
    }
    Ok(source.to_string())
}

/// Sets or removes a field.
fn replace(fields: &mut Map<String, Value>, key: &str, value: Option<&Value>) {
    match value {
        Some(value) => {
            fields.insert(key.to_owned(), value.clone());
        }
        None => {
            fields.shift_remove(key);
        }
    }
}

/// A drawing with other clues; `None` if the rules have changed.
fn with_clues(text: &str, old: &[Import; 2], puzzle: &Puzzle) -> Option<String> {
    let has_rules =
        |import: &&Import| import.puzzle.shape() == puzzle.shape() && import.puzzle.rules() == puzzle.rules();
    let before = old.iter().find(has_rules)?;
    let mut value = sudokupad::value(text).ok()?;
    let shape = puzzle.shape();
    let (top, left) = sudokupad::origin(&value)?;
    let rows = value.get_mut("cells")?.as_array_mut()?;
    for (index, (was, is)) in before.puzzle.givens().iter().zip(puzzle.givens()).enumerate() {
        if was == is {
            continue;
        }
        let cell = Cell::new(index);
        let (row, column) = (shape.row(cell), shape.col(cell));
        let cell = rows.get_mut(row + top)?.get_mut(column + left)?.as_object_mut()?;
        match is {
            Some(digit) => cell.insert("value".to_owned(), shape.value(*digit).into()),
            None => cell.shift_remove("value"),
        };
    }
    // The solution of the old puzzle may not be the solution of the new one.
    if let Some(metadata) = value.get_mut("metadata").filter(|it| !is_off(it)).and_then(Value::as_object_mut)
    {
        metadata.shift_remove("solution");
    }
    Some(value.to_string())
}

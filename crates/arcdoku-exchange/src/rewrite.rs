//! Writes a puzzle back into the document that it was read from. Only the parts that have changed are replaced.

use arcdoku::Puzzle;
use arcdoku::grid::Cell;
use serde_json::{Map, Value};

use crate::error::WriteError;
use crate::format::Format;
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
            fpuzzles::link(to, &text).map(Ok)
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
    let mut source: Map<String, Value> = serde_json::from_str(text).map_err(wrong)?;
    let new = fpuzzles::document(puzzle, about)?;
    // The document may have rules that are not written in the same form.
    let before = fpuzzles::document(&old.puzzle, &old.about).ok();
    let known = |key: &String| match &before {
        _ if key == "solution" => source.get(key).cloned(),
        Some(before) => before.keys.get(key).cloned(),
        None => {
            let is_rule = old.report.of(Standing::Enforced).any(|part| part.what == *key);
            source.get(key).filter(|_| is_rule).cloned()
        }
    };
    let mut keys: Vec<(String, Option<Value>)> = Vec::new();
    let names =
        before.iter().flat_map(|before| before.keys.keys()).chain(source.keys()).chain(new.keys.keys());
    let keeps = |key: &&String| *key != "solution" || about.solution.is_none();
    for key in names.filter(keeps) {
        let (was, is) = (known(key), new.keys.get(key));
        if was.as_ref() != is && !keys.iter().any(|(other, _)| other == key) {
            keys.push((key.clone(), is.cloned()));
        }
    }
    for (key, value) in keys {
        match value {
            Some(value) => {
                source.insert(key, value);
            }
            None => {
                source.remove(&key);
            }
        }
    }
    for (key, text) in [("title", &about.title), ("author", &about.author), ("ruleset", &about.rules)] {
        if let Some(text) = text {
            source.insert(key.to_owned(), text.as_str().into());
        }
    }
    let plain = |cell: &fpuzzles::GridCell| serde_json::to_value(cell).unwrap_or_default();
    let old_cells = before.iter().flat_map(|before| before.grid.iter().flatten().map(plain));
    let mut old_cells = old_cells.collect::<Vec<Value>>().into_iter();
    let mut new_cells = new.grid.iter().flatten().map(plain);
    for cell in source.get_mut("grid").and_then(Value::as_array_mut).into_iter().flatten() {
        for cell in cell.as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
            let (old, Some(new)) = (old_cells.next(), new_cells.next()) else { break };
            for key in ["value", "given", "region", "givenPencilMarks"] {
                if old.as_ref().map(|old| old.get(key)) == Some(new.get(key)) {
                    continue;
                }
                match new.get(key) {
                    Some(value) => cell.insert(key.to_owned(), value.clone()),
                    None => cell.shift_remove(key),
                };
            }
        }
    }
    serde_json::to_string(&source).map_err(wrong)
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
    serde_json::to_string(&value).ok()
}

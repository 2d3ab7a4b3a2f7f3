//! Sudoku in ipuz: JSON with rows of cells, boxes or not, cages.

use arcdoku::{Rule, Shape};
use serde_json::Value;

use crate::draft::Draft;
use crate::error::ReadError;
use crate::import::{Import, ImportError, Policy};
use crate::text;

/// Reads a document.
pub(crate) fn read(document: &str, policy: &Policy) -> Result<Import, ImportError> {
    // It may be wrapped in a call, as a script.
    let document = document.trim();
    let json = document.strip_prefix("ipuz(").and_then(|rest| rest.strip_suffix(')')).unwrap_or(document);
    let value: Value = serde_json::from_str(json).map_err(|error| ReadError {
        line: error.line().max(1),
        column: error.column().max(1),
        found: "a text that is not JSON".to_owned(),
        expected: "JSON of ipuz".to_owned(),
    })?;
    let kinds = value.get("kind").and_then(Value::as_array);
    let kind = kinds.into_iter().flatten().filter_map(Value::as_str).find(|kind| kind.contains("/sudoku"));
    let Some(kind) = kind else {
        return Err(ReadError::whole("another kind of puzzle", "the kind http://ipuz.org/sudoku").into());
    };
    let rows: Vec<&Vec<Value>> = value
        .get("puzzle")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_array)
        .collect();
    let n = rows.len();
    let has_boxes = value.get("boxes").and_then(Value::as_bool).unwrap_or(true);
    let shape = if has_boxes { Shape::usual(n) } else { Shape::latin(n) };
    let shape = shape.filter(|_| rows.iter().all(|row| row.len() == n));
    let shape =
        shape.ok_or_else(|| ReadError::whole(format!("{n} rows of other lengths"), "a square grid"))?;
    let charset = ["charset", "displaycharset"].iter().find_map(|key| value.get(*key)?.as_str());
    let symbols: Vec<char> = charset.unwrap_or_default().chars().collect();
    let mut reader = Reader { draft: Draft::new(shape), symbols, n };
    [Rule::Rows, Rule::Columns, Rule::Boxes].into_iter().for_each(|rule| reader.draft.base(rule));
    for (cell, content) in rows.iter().flat_map(|row| row.iter()).enumerate() {
        reader.cell(cell, content);
    }
    for cage in value.get("cages").and_then(Value::as_array).into_iter().flatten() {
        reader.cage(cage);
    }
    if kind.contains("/sudoku/") && kind.contains("calcudoku") {
        reader.draft.unknown("kind", kind.to_owned());
    }
    const KNOWN: &[&str] = &[
        "version",
        "kind",
        "puzzle",
        "boxes",
        "charset",
        "displaycharset",
        "cages",
        "solution",
        "title",
        "author",
        "copyright",
        "publisher",
        "publication",
        "url",
        "uniqueid",
        "intro",
        "explanation",
        "annotation",
        "notes",
        "difficulty",
        "origin",
        "date",
        "empty",
        "block",
        "dimensions",
        "styles",
        "checksum",
        "showoperators",
        "cageborder",
        "saved",
        "zones",
        "editor",
    ];
    for (key, value) in value.as_object().into_iter().flatten() {
        if !KNOWN.contains(&key.as_str()) && !value.is_null() {
            reader.draft.unknown(key, "no known key");
        }
    }
    let word = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    reader.draft.about.title = word("title");
    reader.draft.about.author = word("author");
    reader.draft.about.rules = word("intro");
    let solution = value.get("solution").and_then(Value::as_array).into_iter().flatten();
    let solution: Vec<Option<i32>> =
        solution.filter_map(Value::as_array).flatten().map(|cell| reader.value(cell)).collect();
    reader.draft.about.solution = (solution.len() == n * n).then_some(solution);
    reader.draft.finish(policy)
}

struct Reader {
    draft: Draft,
    symbols: Vec<char>,
    n: usize,
}

impl Reader {
    /// The value of a cell: a number, or a symbol of the set of characters.
    fn value(&self, content: &Value) -> Option<i32> {
        match content {
            Value::Number(number) => number.as_i64().map(|number| number as i32).filter(|number| *number > 0),
            Value::String(text) => {
                let mut symbols = text.chars();
                if let (Some(symbol), None) = (symbols.next(), symbols.next())
                    && let Some(place) = self.symbols.iter().position(|&other| other == symbol)
                {
                    return Some(place as i32 + 1);
                }
                text.trim().parse().ok().filter(|number| *number > 0)
            }
            _ => None,
        }
    }

    fn cell(&mut self, cell: usize, content: &Value) {
        // A styled cell is an object around its content.
        let content = content.get("value").or_else(|| content.get("cell")).unwrap_or(content);
        match (content, self.value(content)) {
            (_, Some(value)) => self.draft.clue("puzzle", cell, value),
            (Value::Null, _) => self.draft.unknown("puzzle", "a cell that is left out"),
            (Value::String(text), _) if text == "#" => self.draft.unknown("puzzle", "a block"),
            _ => {}
        }
    }

    fn cage(&mut self, cage: &Value) {
        let n = self.n;
        let place = |cell: &Value| {
            // Column and row, counted from 1.
            let (column, row) = (cell.get(0)?.as_u64()? as usize, cell.get(1)?.as_u64()? as usize);
            ((1..=n).contains(&column) && (1..=n).contains(&row)).then(|| (row - 1) * n + column - 1)
        };
        let cells: Option<Vec<usize>> =
            cage.get("cells").and_then(Value::as_array).into_iter().flatten().map(place).collect();
        let Some(cells) = cells.filter(|cells| !cells.is_empty()) else {
            return self.draft.unknown("cages", "cells outside of the grid");
        };
        let operator = cage.get("operator").and_then(Value::as_str).unwrap_or("+");
        if operator != "+" {
            return self.draft.unknown("cages", format!("the operator {operator}"));
        }
        let rules = match cage.get("value").and_then(Value::as_i64) {
            Some(sum) => text::cage(self.draft.shape(), sum, &cells),
            None => text::all_different(self.draft.shape(), &cells).into_iter().collect(),
        };
        for rule in rules {
            self.draft.rule("cages", &rule);
        }
    }
}

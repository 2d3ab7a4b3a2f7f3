//! Sudoku in ipuz: JSON with rows of cells, optional boxes, and cages.

use std::collections::BTreeSet;

use arcdoku::{Puzzle, Rule, Shape};
use serde_json::{Value, json};

use crate::draft::Draft;
use crate::error::{ReadError, WriteError, quoted};
use crate::import::{About, Import, ImportError, Kind, Policy};
use crate::spelled::Spelled;
use crate::text;

/// Reads a document.
pub(crate) fn read(document: &str, policy: &Policy) -> Result<Import, ImportError> {
    // The document may be wrapped in a call, like a script.
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
        shape.ok_or_else(|| ReadError::whole(format!("{n} rows of different lengths"), "a square grid"))?;
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
    for zone in value.get("zones").and_then(Value::as_array).into_iter().flatten() {
        reader.zone(zone);
    }
    // The rules that a kind adds to rows, columns and boxes. Cages and characters express the other kinds.
    let own = kind.split_once("/sudoku/").map_or("", |(_, own)| own.split('#').next().unwrap_or_default());
    match own {
        "" | "sumdoku" | "killer" | "latinsquare" | "wordoku" => {}
        "diagonalsudoku" => reader.draft.add("kind", Rule::Diagonals),
        _ => reader.draft.unknown("kind", kind.to_owned()),
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
            reader.draft.unknown(key, Kind::Unknown);
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
            Value::Number(number) => {
                number.as_i64().and_then(|number| i32::try_from(number).ok()).filter(|number| *number > 0)
            }
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
            (Value::String(text), _) if matches!(text.trim(), "" | "0" | "." | "-" | "_") => {}
            (Value::Number(number), _) if number.as_i64() == Some(0) => {}
            (Value::Object(fields), _) if fields.is_empty() => {}
            _ => self.draft.unknown("puzzle", format!("the cell {}", quoted(&content.to_string()))),
        }
    }

    /// The cells at `[column, row]`, counted from 1; `None` if there are no cells, or some are outside of the grid.
    fn places(&self, cells: &Value) -> Option<Vec<usize>> {
        let n = self.n;
        let place = |cell: &Value| {
            let (column, row) = (cell.get(0)?.as_u64()? as usize, cell.get(1)?.as_u64()? as usize);
            ((1..=n).contains(&column) && (1..=n).contains(&row)).then(|| (row - 1) * n + column - 1)
        };
        let cells: Option<Vec<usize>> = cells.as_array()?.iter().map(place).collect();
        cells.filter(|cells| !cells.is_empty())
    }

    /// Reads an irregular region.
    fn zone(&mut self, zone: &Value) {
        match zone.get("cells").and_then(|cells| self.places(cells)) {
            Some(cells) if cells.len() == self.n => self.draft.line("zones", "all-different", &cells),
            _ => self.draft.unknown("zones", "a zone that is not a region of cells"),
        }
    }

    fn cage(&mut self, cage: &Value) {
        let Some(cells) = cage.get("cells").and_then(|cells| self.places(cells)) else {
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

/// Writes a document of a square grid, with cages.
pub(crate) fn write(puzzle: &Puzzle, about: &About) -> Result<String, WriteError> {
    let shape = puzzle.shape();
    let n = shape.digits();
    let has_boxes = puzzle.rules().contains(&Rule::Boxes);
    let read = if has_boxes { Shape::usual(n) } else { Shape::latin(n) };
    let lines = [Rule::Rows, Rule::Columns];
    if read.is_none_or(|read| read.without_boxes() != shape.without_boxes() || has_boxes && read != shape)
        || lines.iter().any(|rule| !puzzle.rules().contains(rule))
    {
        return Err(WriteError::new(format!("a grid of {shape}, or one without rows and columns")));
    }
    let name = |cell: usize| json!([cell % n + 1, cell / n + 1]);
    let (mut cages, mut zones, mut kind) = (Vec::new(), Vec::new(), "");
    for rule in puzzle.rules() {
        let lacks = || WriteError::new(format!("rule '{rule}'"));
        match rule {
            Rule::Rows | Rule::Columns | Rule::Boxes => {}
            Rule::Diagonals => kind = "/diagonalsudoku",
            Rule::Cage(_) => {
                let spelled = Spelled::of(rule, shape).ok_or_else(lacks)?;
                let cells: Vec<Value> = spelled.cells().iter().map(|&cell| name(cell)).collect();
                cages.push(json!({"cells": cells, "value": spelled.word(0).parse::<u32>().ok()}));
            }
            Rule::AllDifferent(_) => {
                let spelled = Spelled::of(rule, shape).ok_or_else(lacks)?;
                let cells: Vec<Value> = spelled.cells().iter().map(|&cell| name(cell)).collect();
                if cells.len() == n {
                    zones.push(json!({"cells": cells}));
                } else {
                    cages.push(json!({"cells": cells}));
                }
            }
            Rule::Regions(regions) => {
                for region in regions.iter().copied().collect::<BTreeSet<_>>() {
                    let cells = regions.iter().enumerate().filter(|(_, of)| **of == region);
                    let cells: Vec<Value> = cells.map(|(cell, _)| name(cell)).collect();
                    zones.push(json!({"cells": cells}));
                }
            }
            _ => return Err(lacks()),
        }
    }
    let value = |digit: Option<i32>| digit.map_or(json!(0), Value::from);
    let grid = |values: Vec<Option<i32>>| -> Vec<Vec<Value>> {
        values.chunks(n).map(|row| row.iter().map(|&digit| value(digit)).collect()).collect()
    };
    let givens = puzzle.givens().iter().map(|given| given.map(|digit| i32::from(digit.get()))).collect();
    let mut document = json!({
        "version": "http://ipuz.org/v2",
        "kind": [format!("http://ipuz.org/sudoku{kind}#1")],
        "boxes": has_boxes,
        "puzzle": grid(givens),
    });
    for (key, list) in [("cages", cages), ("zones", zones)] {
        if !list.is_empty() {
            document[key] = Value::from(list);
        }
    }
    for (key, text) in [("title", &about.title), ("author", &about.author), ("intro", &about.rules)] {
        if let Some(text) = text {
            document[key] = Value::from(text.as_str());
        }
    }
    if let Some(solution) = &about.solution {
        document["solution"] = json!(grid(solution.clone()));
    }
    Ok(document.to_string())
}

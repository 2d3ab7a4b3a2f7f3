//! Links of Penpa: deflated lines of abbreviated JSON. Only square grids are supported, and drawings are ignored.

use std::collections::BTreeMap;

use arcdoku::{Rule, Shape};
use serde_json::{Map, Value};

use crate::draft::Draft;
use crate::error::{ReadError, quoted};
use crate::import::{Import, ImportError, Kind, Policy};
use crate::{codec, text};

/// The texts that two characters represent. The last row escapes the letter `z`.
const SHORT: &[(&str, &str)] = &[
    ("zO", "null"),
    ("z_", "\"__a\""),
    ("z7", "\"nobulbthermo\""),
    ("z6", "\"killercages\""),
    ("z4", "\"deletelineE\""),
    ("z5", "\"polygon\""),
    ("z0", "\"squareframe\""),
    ("zD", "\"direction\""),
    ("z3", "\"arrows\""),
    ("zT", "\"thermo\""),
    ("z2", "\"freelineE\""),
    ("zF", "\"freeline\""),
    ("z1", "\"numberS\""),
    ("z8", "\"command_replay\""),
    ("zU", "\"command_undo\""),
    ("zR", "\"command_redo\""),
    ("zB", "\"board\""),
    ("zP", "\"special\""),
    ("zY", "\"symbol\""),
    ("zN", "\"number\""),
    ("zC", "\"cage\""),
    ("zW", "\"wall\""),
    ("zE", "\"lineE\""),
    ("zL", "\"line\""),
    ("zS", "\"surface\""),
    ("zM", "\"edit_mode\""),
    ("zG", "\"grid\""),
    ("zA", "\"pu_a\""),
    ("zQ", "\"pu_q\""),
    ("z9", "\"qa\""),
    ("zZ", "z"),
];

/// Reads a link.
pub(crate) fn read(link: &str, policy: &Policy) -> Result<Import, ImportError> {
    let fault = || ReadError::whole(quoted(link), "a link with p= and a deflated grid");
    let packed = link.split(['#', '?', '&']).find_map(|part| part.strip_prefix("p=")).unwrap_or(link);
    let bytes = codec::bytes(&codec::unescape(packed).replace(' ', "+")).ok_or_else(fault)?;
    let plain = codec::inflate(&bytes).and_then(|text| in_full(&text)).ok_or_else(fault)?;
    let lines: Vec<&str> = plain.split('\n').collect();
    let head: Vec<&str> = lines[0].split(',').collect();
    let field = |index: usize| head.get(index).copied().unwrap_or_default();
    if !matches!(field(0), "square" | "sudoku") {
        return Err(
            ReadError::whole(format!("a grid of the kind {}", quoted(field(0))), "square or sudoku").into()
        );
    }
    let side = |index: usize| field(index).parse::<usize>().ok().filter(|side| (1..=100).contains(side));
    let (Some(width), Some(height)) = (side(1), side(2)) else { return Err(fault().into()) };
    let spaces: Vec<usize> =
        lines.get(1).and_then(|line| serde_json::from_str(line).ok()).unwrap_or_default();
    let space = |index: usize| spaces.get(index).copied().unwrap_or(0);
    let inner = (height.saturating_sub(space(0) + space(1)), width.saturating_sub(space(2) + space(3)));
    let question: Map<String, Value> =
        lines.get(3).and_then(|line| serde_json::from_str(line).ok()).ok_or_else(fault)?;
    let grid = Grid { row_length: width + 4, rows: height + 4, top: space(0), left: space(2), inner };
    let mut import = grid.import(&question, policy)?;
    let word = |index: usize, prefix: &str| {
        let text = field(index).replace("%2C", ",");
        let text = text.strip_prefix(prefix).unwrap_or(&text).trim().to_owned();
        (!text.is_empty()).then_some(text)
    };
    import.about.title = word(15, "Title:");
    import.about.author = word(16, "Author:");
    import.about.rules =
        word(18, "").map(|rules| rules.replace("%2D", "\n").replace("%2E", "&").replace("%2F", "="));
    Ok(import)
}

/// Replaces the abbreviations of a text by words; `None` if the result is too long.
fn in_full(text: &str) -> Option<String> {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('z').filter(|_| plain.len() <= codec::LONGEST) {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        let (short, full) = SHORT.iter().find(|(short, _)| rest.starts_with(short)).unwrap_or(&("z", "z"));
        plain.push_str(full);
        rest = &rest[short.len()..];
    }
    plain.push_str(rest);
    (plain.len() <= codec::LONGEST).then_some(plain)
}

/// The positions of the cells. Numbers count two more rows and columns on each side; the margins are inside of these.
struct Grid {
    row_length: usize,
    rows: usize,
    top: usize,
    left: usize,
    /// The number of rows and columns without the margins.
    inner: (usize, usize),
}

impl Grid {
    /// The cell with this number, if it is in the grid.
    fn cell(&self, number: usize) -> Option<usize> {
        let (row, column) = (number / self.row_length, number % self.row_length);
        let (row, column) = (row.checked_sub(2 + self.top)?, column.checked_sub(2 + self.left)?);
        (row < self.inner.0 && column < self.inner.1).then_some(row * self.inner.1 + column)
    }

    fn import(&self, question: &Map<String, Value>, policy: &Policy) -> Result<Import, ImportError> {
        let (rows, columns) = self.inner;
        let shape = (rows == columns).then(|| Shape::usual(rows)).flatten();
        let shape = shape
            .ok_or_else(|| ReadError::whole(format!("{rows} rows of {columns} cells"), "a square grid"))?;
        let mut draft = Draft::new(shape);
        [Rule::Rows, Rule::Columns, Rule::Boxes].into_iter().for_each(|rule| draft.base(rule));
        let entries = |key: &str| -> Vec<(usize, Value)> {
            let object = question.get(key).and_then(Value::as_object);
            object
                .into_iter()
                .flatten()
                .filter_map(|(key, value)| Some((key.parse().ok()?, value.clone())))
                .collect()
        };
        for (number, content) in entries("number") {
            let word = content.get(0).map_or_else(String::new, |word| match word {
                Value::String(text) => text.trim().to_owned(),
                other => other.to_string(),
            });
            match (self.cell(number), word.parse::<i32>()) {
                (_, Err(_)) if word.is_empty() => {}
                (Some(cell), Ok(value)) => draft.clue("number", cell, value),
                _ => draft.unknown("number", quoted(&word)),
            }
        }
        self.cages(question, &entries("numberS"), &mut draft);
        const CLUES: &[&str] = &["number", "numberS", "killercages"];
        const LAYOUT: &[&str] =
            &["surface", "deletelineE", "lineE", "cage", "command_redo", "command_undo", "command_replay"];
        for (key, value) in question {
            let is_empty = match value {
                Value::Object(object) => object.is_empty(),
                Value::Array(list) => list.iter().all(|part| part.as_array().is_none_or(Vec::is_empty)),
                _ => true,
            };
            match key.as_str() {
                _ if is_empty || CLUES.contains(&key.as_str()) => {}
                key if LAYOUT.contains(&key) => draft.decoration(key, Kind::Drawing),
                key => draft.unknown(key, Kind::DrawnRule),
            }
        }
        draft.finish(policy)
    }

    /// Reads cages, whose sums are small numbers in a corner of one of their cells.
    fn cages(&self, question: &Map<String, Value>, small: &[(usize, Value)], draft: &mut Draft) {
        // The numbers stand for the cells, their vertices, two edges per cell, and then four corners per cell.
        let cells = self.row_length * self.rows;
        let mut sums: BTreeMap<usize, i64> = BTreeMap::new();
        for (number, content) in small {
            let word = content.get(0).and_then(Value::as_str).unwrap_or_default().trim().to_owned();
            let cell = number.checked_sub(4 * cells).and_then(|corner| self.cell(corner / 4));
            match (cell, word.parse()) {
                (Some(cell), Ok(sum)) => drop(sums.insert(cell, sum)),
                _ if word.is_empty() => {}
                _ => draft.unknown("numberS", quoted(&word)),
            }
        }
        for cage in question.get("killercages").and_then(Value::as_array).into_iter().flatten() {
            let numbers = cage.as_array().into_iter().flatten().filter_map(Value::as_u64);
            let places: Option<Vec<usize>> = numbers.map(|number| self.cell(number as usize)).collect();
            let Some(places) = places else {
                draft.unknown("killercages", "cells outside of the grid");
                continue;
            };
            if places.is_empty() {
                continue;
            }
            match places.iter().find_map(|cell| sums.remove(cell)) {
                Some(sum) => {
                    for rule in text::cage(draft.shape(), sum, &places) {
                        draft.rule("killercages", &rule);
                    }
                }
                None => match text::all_different(draft.shape(), &places) {
                    Some(rule) => draft.rule("killercages", &rule),
                    None => draft.decoration("killercages", "a cage of one cell"),
                },
            }
        }
        for (cell, sum) in sums {
            draft.unknown("numberS", format!("{sum} in the corner of cell {}", cell + 1));
        }
    }
}

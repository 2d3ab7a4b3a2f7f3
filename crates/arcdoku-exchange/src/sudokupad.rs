//! Links of `SudokuPad`: drawings (`scl`, formerly `ctc`), puzzles of f-puzzles (`fpuz`), and classics (`scf`).

use std::collections::BTreeSet;

use arcdoku::{Cell, Rule, Shape};
use serde_json::{Map, Value};

use crate::draft::Draft;
use crate::drawing::{Canvas, outer_text, scl_cage, scl_line, scl_spot};
use crate::error::{ReadError, quoted};
use crate::fpuzzles::is_off;
use crate::guess::guess;
use crate::import::{Entered, Import, ImportError, Kind, Policy};
use crate::{codec, fpuzzles, text};

/// Reads a link, or its text after the host.
pub(crate) fn read(link: &str, policy: &Policy) -> Result<Import, ImportError> {
    let id = codec::unescape(&id(link));
    let id = id.trim();
    if id.starts_with('{') {
        return json(id, policy);
    }
    let Some((prefix, packed)) = prefixed(id) else { return Err(ImportError::Elsewhere(id.to_owned())) };
    match prefix {
        "scf" => crate::scf::read(packed, policy),
        "scl" | "ctc" => json(&codec::unlz(packed).unwrap_or_else(|| packed.to_owned()), policy),
        _ => fpuzzles::read(&fpuzzles::unpack(packed)?, policy),
    }
}

/// Splits a payload into its prefix and the rest. Longer prefixes come first.
pub(crate) fn prefixed(text: &str) -> Option<(&'static str, &str)> {
    ["fpuzzles", "fpuz", "scl", "ctc", "scf"].into_iter().find_map(|prefix| {
        let (name, packed) = text.split_at_checked(prefix.len())?;
        name.eq_ignore_ascii_case(prefix).then_some((prefix, packed))
    })
}

/// The payload or number of a puzzle in a link: a parameter, or the path after the host.
fn id(link: &str) -> String {
    let Some((_, rest)) = link.split_once("://") else { return link.to_owned() };
    let parameter = ["puzzleid", "load", "id"].into_iter().find_map(|name| codec::parameter(link, name));
    parameter.unwrap_or_else(|| {
        let path = rest.split_once('/').map_or("", |(_, path)| path);
        let path = path.strip_prefix("sudoku/").unwrap_or(path).trim_start_matches('?');
        path.split(['?', '#']).next().unwrap_or_default().to_owned()
    })
}

/// The JSON in a link, zipped or not; `None` for classics.
pub(crate) fn content(link: &str) -> Option<String> {
    let id = codec::unescape(&id(link));
    let id = id.trim();
    if id.starts_with('{') {
        return Some(id.to_owned());
    }
    match prefixed(id)? {
        ("scf", _) => None,
        (_, packed) => {
            codec::unlz(packed).or_else(|| Some(packed.to_owned()).filter(|text| text.starts_with('{')))
        }
    }
}

/// Reads JSON, zipped or not.
pub(crate) fn value(text: &str) -> Result<Value, ReadError> {
    let zipped = || crate::zipped::read(text);
    let value = serde_json::from_str::<Value>(text).ok().or_else(zipped);
    value.ok_or_else(|| ReadError::whole(quoted(text), "JSON, zipped or not"))
}

/// The row and column of the first cell of the grid in the cells of a drawing.
pub(crate) fn origin(value: &Value) -> Option<(usize, usize)> {
    let rows = list(value, "cells");
    let whole = Shape::rectangle(rows.len(), rows.first()?.as_array()?.len())?;
    Some(Frame::of(value, whole).origin)
}

/// Reads a drawing as JSON, zipped or not.
fn json(text: &str, policy: &Policy) -> Result<Import, ImportError> {
    let value = value(text)?;
    if value.get("grid").is_some() && value.get("size").is_some() {
        return fpuzzles::read(&value.to_string(), policy);
    }
    drawing(&value, policy)
}

fn number(value: &Value) -> Option<i32> {
    match value {
        Value::Number(number) => number.as_i64().and_then(|number| i32::try_from(number).ok()),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// Whether a cell or cage has nothing written in it.
fn is_blank(value: &Value) -> bool {
    value.is_null() || number(value) == Some(0) || matches!(value.as_str(), Some("" | "."))
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Reads a drawing. Clues, regions and cages have a meaning; other parts are drawn, and only explained in words.
fn drawing(value: &Value, policy: &Policy) -> Result<Import, ImportError> {
    let rows = list(value, "cells");
    let columns = rows.first().and_then(Value::as_array).map_or(0, Vec::len);
    let is_even = rows.iter().all(|row| row.as_array().is_some_and(|row| row.len() == columns));
    let whole = Shape::rectangle(rows.len(), columns).filter(|_| is_even);
    let whole =
        whole.ok_or_else(|| ReadError::whole("rows of cells of different lengths", "a grid of 1 to 64"))?;
    let frame = Frame::of(value, whole);
    let mut regions: Vec<Vec<usize>> =
        list(value, "regions").iter().filter_map(|cells| frame.places(cells)).collect();
    let unread = list(value, "regions").len() - regions.len();
    regions.retain(|cells| !cells.is_empty());
    // A drawing without a list of regions has the usual boxes.
    let shape = match value.get("regions") {
        None | Some(Value::Null) => Shape::usual(rows.len()).filter(|_| whole.is_plain()).unwrap_or(whole),
        Some(_) => boxed(frame.shape, &regions),
    };
    let mut draft = Draft::new(shape);
    draft.base(Rule::Rows);
    draft.base(Rule::Columns);
    (0..unread).for_each(|_| draft.unknown("region", "cells outside of the grid"));
    if shape.has_boxes() {
        draft.base(Rule::Boxes);
    } else {
        draft.regions(&regions);
    }
    let mut canvas = Canvas::default();
    for (cell, content) in rows.iter().flat_map(|row| row.as_array().into_iter().flatten()).enumerate() {
        frame.content(content, cell, &mut draft, &mut canvas, policy);
    }
    metadata(value, &mut draft);
    let houses = houses(shape, &regions);
    for cage in list(value, "cages") {
        self::cage(cage, &frame, &houses, &mut draft, &mut canvas);
    }
    for (key, value) in value.as_object().into_iter().flatten() {
        part(key, value, &frame, &mut draft, &mut canvas);
    }
    let words = draft.about.rules.clone().unwrap_or_default();
    guess(&mut draft, &mut canvas, &words, false, policy);
    draft.drawing = canvas.drawing;
    draft.finish(policy)
}

/// Reads a key of a drawing other than its cells, regions and cages.
fn part(key: &str, value: &Value, frame: &Frame, draft: &mut Draft, canvas: &mut Canvas) {
    const KNOWN: &[&str] = &[
        "cells",
        "regions",
        "metadata",
        "cages",
        "cellSize",
        "id",
        "settings",
        "title",
        "author",
        "rules",
        "solution",
        "duration",
        "d",
        "videos",
        "msgcorrect",
    ];
    match key {
        _ if is_off(value) => {}
        "lines" | "arrows" | "underlays" | "overlays" => {
            let one = [value.clone()];
            for item in value.as_array().map_or(&one[..], Vec::as_slice) {
                draft.unknown(key, Kind::DrawnRule);
                let part = draft.last_part();
                if matches!(key, "lines" | "arrows") {
                    scl_line(canvas, part, key, item, frame.origin);
                } else {
                    scl_spot(canvas, part, key, item, frame.origin);
                }
            }
        }
        "foglight" => {
            draft.decoration(key, Kind::Fog);
            canvas.drawing.lit = Some(frame.places(value).unwrap_or_default());
        }
        "triggereffect" => draft.decoration(key, Kind::Fog),
        key if !KNOWN.contains(&key) => draft.unknown(key, Kind::Unknown),
        _ => {}
    }
}

/// The grid in the cells of a drawing, which may have further rows and columns for clues.
struct Frame {
    /// The grid, without boxes.
    shape: Shape,
    /// The row and column of the first cell of the grid.
    origin: (usize, usize),
    /// The number of columns of the drawing.
    columns: usize,
}

impl Frame {
    /// The smallest rectangle with all regions, if they fill it; otherwise the whole drawing.
    fn of(value: &Value, whole: Shape) -> Self {
        let all = Self { shape: whole, origin: (0, 0), columns: whole.columns() };
        let mut cells: Vec<usize> =
            list(value, "regions").iter().filter_map(|cells| all.places(cells)).flatten().collect();
        cells.sort_unstable();
        cells.dedup();
        let rows = cells.iter().map(|cell| cell / all.columns);
        let columns = || cells.iter().map(|cell| cell % all.columns);
        let (Some(top), Some(bottom)) = (rows.clone().min(), rows.max()) else { return all };
        let (Some(left), Some(right)) = (columns().min(), columns().max()) else { return all };
        let (high, wide) = (bottom - top + 1, right - left + 1);
        match Shape::rectangle(high, wide).filter(|_| high * wide == cells.len()) {
            Some(shape) => Self { shape, origin: (top, left), ..all },
            None => all,
        }
    }

    /// The cell of the grid at a row and column of the drawing.
    fn place(&self, row: usize, column: usize) -> Option<usize> {
        let (row, column) = (row.checked_sub(self.origin.0)?, column.checked_sub(self.origin.1)?);
        let inside = row < self.shape.rows() && column < self.shape.columns();
        inside.then(|| self.shape.cell(row, column).index())
    }

    /// The cells of a list of `[row, column]`, counted from 0, or of a text of names such as `r1c1r1c2`.
    fn places(&self, cells: &Value) -> Option<Vec<usize>> {
        if let Some(names) = cells.as_str() {
            let names = names.to_lowercase();
            let name = |name: &str| -> Option<usize> {
                let (row, column) = name.split_once('c')?;
                let number =
                    |text: &str| text.trim_end_matches([' ', ',']).parse::<usize>().ok()?.checked_sub(1);
                self.place(number(row)?, number(column)?)
            };
            return names.trim().strip_prefix('r')?.split('r').map(name).collect();
        }
        let pair =
            |cell: &Value| self.place(cell.get(0)?.as_u64()? as usize, cell.get(1)?.as_u64()? as usize);
        cells.as_array()?.iter().map(pair).collect()
    }

    /// Reads the content of a cell of the drawing.
    fn content(
        &self,
        content: &Value,
        index: usize,
        draft: &mut Draft,
        canvas: &mut Canvas,
        policy: &Policy,
    ) {
        let (row, column) = (index / self.columns, index % self.columns);
        let cell = self.place(row, column);
        let written = content.get("value").filter(|value| !is_blank(value));
        match (cell, written) {
            (Some(cell), Some(value)) if number(value).is_some_and(|it| draft.is_value(it)) => {
                draft.clue("value", cell, number(value).unwrap_or_default());
            }
            (_, Some(value)) => {
                draft.unknown("value", value.to_string());
                let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                let at = (row as f64 - self.origin.0 as f64, column as f64 - self.origin.1 as f64);
                outer_text(canvas, draft.last_part(), &text, at);
            }
            (Some(cell), None) => marks(content, cell, draft, policy),
            (None, None) => {}
        }
        for (key, value) in content.as_object().into_iter().flatten() {
            if !is_off(value) && !["value", "given", "pencilMarks", "centremarks"].contains(&key.as_str()) {
                draft.decoration(key, Kind::Unread);
            }
        }
    }
}

/// The shape with boxes, if the regions are boxes.
fn boxed(shape: Shape, regions: &[Vec<usize>]) -> Shape {
    let Some(first) = regions.iter().find(|cells| cells.contains(&0)) else { return shape };
    let columns = shape.columns();
    let width = first.iter().filter(|&&cell| cell < columns).count();
    let Some(boxes) = shape.with_boxes(first.len() / width.max(1), width) else { return shape };
    let same = regions.len() == boxes.box_count()
        && regions.iter().all(|cells| {
            let index = cells.first().and_then(|&cell| boxes.box_of(Cell::new(cell)));
            let mut cells = cells.clone();
            cells.sort_unstable();
            index.is_some_and(|index| boxes.box_cells(index).map(Cell::index).eq(cells.iter().copied()))
        });
    if same { boxes } else { shape }
}

/// Reads title, author, rules and solution: in `metadata`, or in cages without cells.
fn metadata(value: &Value, draft: &mut Draft) {
    let mut found: Map<String, Value> =
        value.get("metadata").and_then(Value::as_object).cloned().unwrap_or_default();
    for key in ["title", "author", "rules", "solution", "msgcorrect"] {
        if let Some(text) = value.get(key).filter(|text| text.is_string()) {
            found.entry(key).or_insert_with(|| text.clone());
        }
    }
    for cage in list(value, "cages").iter().filter(|cage| cage.get("cells").is_none_or(is_off)) {
        if let Some((key, text)) =
            cage.get("value").and_then(Value::as_str).and_then(|text| text.split_once(':'))
        {
            found.entry(key.trim().to_lowercase()).or_insert_with(|| Value::String(text.trim().to_owned()));
        }
    }
    for key in ["foglight", "triggereffect"].into_iter().filter(|key| found.contains_key(*key)) {
        draft.decoration(key, Kind::Fog);
    }
    let text =
        |key: &str| found.get(key).and_then(Value::as_str).filter(|text| !text.is_empty()).map(str::to_owned);
    draft.about.title = text("title");
    draft.about.author = text("author");
    draft.about.message = text("msgcorrect");
    draft.about.rules = match found.get("rules") {
        Some(Value::Array(lines)) => {
            let lines: Vec<&str> = lines.iter().filter_map(Value::as_str).collect();
            Some(lines.join("\n")).filter(|text| !text.is_empty())
        }
        _ => text("rules"),
    };
    draft.words(draft.about.rules.clone());
    let cells = draft.shape().grid_cells();
    let solution = text("solution").map(|text| text.split_whitespace().collect::<String>());
    draft.about.solution = solution.filter(|text| text.chars().count() == cells).map(|text| {
        let value = |c: char| match c {
            'A'..='Z' => Some(c as i32 - 'A' as i32 + 10),
            'a'..='z' => Some(c as i32 - 'a' as i32 + 10),
            c => c.to_digit(10).map(|digit| digit as i32),
        };
        text.chars().map(value).collect()
    });
}

/// Reads the marks that a player made in a cell.
fn marks(content: &Value, cell: usize, draft: &mut Draft, policy: &Policy) {
    let values = |key: &str| -> Vec<i32> {
        match content.get(key) {
            Some(Value::String(text)) => {
                text.chars().filter_map(|c| Some(c.to_digit(36)? as i32)).filter(|value| *value > 0).collect()
            }
            _ => list(content, key).iter().filter_map(number).collect(),
        }
    };
    let (center, corner) = (values("centremarks"), values("pencilMarks"));
    if !center.is_empty() {
        if policy.marks {
            draft.candidates("centremarks", cell, center);
        } else {
            draft.entered("centremarks", cell, Entered { center, ..Entered::default() });
        }
    }
    if !corner.is_empty() {
        draft.entered("pencilMarks", cell, Entered { corner, ..Entered::default() });
    }
}

/// The rows, columns and regions, each in reading order, which drawings repeat as hidden cages.
fn houses(shape: Shape, regions: &[Vec<usize>]) -> BTreeSet<Vec<usize>> {
    let (rows, columns) = (shape.rows(), shape.columns());
    let row = (0..rows).map(|row| (0..columns).map(|column| row * columns + column).collect());
    let column = (0..columns).map(|column| (0..rows).map(|row| row * columns + column).collect());
    let boxes = (0..shape.box_count()).map(|index| shape.box_cells(index).map(Cell::index).collect());
    row.chain(column).chain(boxes).chain(regions.iter().map(|cells| sorted(cells))).collect()
}

fn sorted(cells: &[usize]) -> Vec<usize> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells
}

/// Reads a cage: its digits differ unless it is marked otherwise, and it may have a sum.
fn cage(cage: &Value, frame: &Frame, houses: &BTreeSet<Vec<usize>>, draft: &mut Draft, canvas: &mut Canvas) {
    let Some(cells) = cage.get("cells").filter(|cells| !is_off(cells)) else { return };
    let shape = draft.shape();
    let Some(cells) = frame.places(cells) else {
        return draft.unknown("cage", "cells outside of the grid");
    };
    let mut outlined = |draft: &mut Draft| scl_cage(canvas, draft.last_part(), cage, shape, &cells);
    let is_unique = cage.get("unique").and_then(Value::as_bool);
    let written = ["sum", "value"].into_iter().filter_map(|key| cage.get(key)).find(|text| !is_blank(text));
    match written {
        None if houses.contains(&sorted(&cells)) => draft.repeated("cage", "a row, column or region"),
        None if is_unique == Some(true) => match text::all_different(shape, &cells) {
            Some(rule) => draft.rule("cage", &rule),
            None => draft.decoration("cage", "a cage of one cell"),
        },
        None => {
            draft.unknown("cage", Kind::Outline);
            outlined(draft);
        }
        Some(text) => match number(text) {
            Some(sum) if is_unique == Some(false) => {
                draft.rule("cage", &text::sum(shape, i64::from(sum), &vec![1; cells.len()], &cells));
            }
            Some(sum) => {
                for rule in text::cage(shape, i64::from(sum), &cells) {
                    draft.rule("cage", &rule);
                }
            }
            None => {
                let text = text.as_str().map_or_else(|| text.to_string(), str::to_owned);
                draft.unknown("cage", format!("a cage with the text {}", quoted(&text)));
                outlined(draft);
            }
        },
    }
}

//! Links and JSON of f-puzzles.

mod write;

use std::collections::BTreeSet;

use arcdoku::puzzle::Regions as Partition;
use arcdoku::{Puzzle, Rule, Shape};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::codec;
use crate::draft::{Draft, Why};
use crate::drawing::{Canvas, fpuzzles_cosmetics, fpuzzles_tint};
use crate::error::{ReadError, WriteError, quoted};
use crate::guess::guess;
use crate::import::{About, Entered, Import, ImportError, Kind, Policy};
use crate::text;

/// A puzzle of f-puzzles: the grid, and one key per kind of constraint. The importer lists the known keys.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct Document {
    /// Rows, columns and digits.
    pub size: usize,
    /// The title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The author.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The rules in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruleset: Option<String>,
    /// Rows of cells.
    pub grid: Vec<Vec<GridCell>>,
    /// Everything else: constraints, cosmetics, settings, the solution.
    #[serde(flatten)]
    pub keys: Map<String, Value>,
}

/// A cell of the grid.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, rename_all = "camelCase")]
pub struct GridCell {
    /// The digit of the cell, given or entered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// Whether the digit is a clue.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub given: bool,
    /// The region of the cell: a number, null for none; absent if the region is the box.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub region: Option<Value>,
    /// The digits that the cell may have.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "list")]
    pub given_pencil_marks: Vec<Value>,
    /// The marks that a player has made.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "list")]
    pub center_pencil_marks: Vec<Value>,
    /// The marks at the border of the cell.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "list")]
    pub corner_pencil_marks: Vec<Value>,
    /// Everything else: colors.
    #[serde(flatten)]
    pub keys: Map<String, Value>,
}

/// Reads a field that is present, even if it is null.
fn present<'de, D: serde::Deserializer<'de>>(value: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(value).map(Some)
}

/// Reads a list, or null for an empty one.
fn list<'de, D: serde::Deserializer<'de>>(value: D) -> Result<Vec<Value>, D::Error> {
    Option::<Vec<Value>>::deserialize(value).map(Option::unwrap_or_default)
}

/// One constraint of a key. The key determines which of the fields are present.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Item {
    /// A cell, which may lie outside of the grid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<String>,
    /// Cells.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<String>,
    /// The cells of a clone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clone_cells: Vec<String>,
    /// Lines of cells.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Vec<String>>,
    /// The direction of a diagonal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<String>,
    /// A number or word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// Numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Value>,
}

impl Item {
    /// The value as text; empty if there is none.
    fn text(&self) -> String {
        match &self.value {
            Some(Value::String(text)) => text.trim().to_owned(),
            Some(Value::Null) | None => String::new(),
            Some(value) => value.to_string(),
        }
    }
}

fn number(value: &Value) -> Option<i32> {
    match value {
        Value::Number(number) => number.as_i64().and_then(|number| i32::try_from(number).ok()),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// Whether a value is absent: null, false or an empty list.
pub(crate) fn is_off(value: &Value) -> bool {
    matches!(value, Value::Null | Value::Bool(false)) || value.as_array().is_some_and(Vec::is_empty)
}

/// Unpacks the text of a link after `load=`.
///
/// # Errors
/// If the text was not packed by lz-string, or is too long.
pub fn unpack(text: &str) -> Result<String, ReadError> {
    let expected = "lz-string base64 of JSON";
    codec::unlz(&codec::unescape(text)).ok_or_else(|| ReadError::whole(quoted(text), expected))
}

/// The JSON of a puzzle. Links contain it packed by lz-string (`compressToBase64`): after `?load=` for f-puzzles, and
/// after `fpuz` for `SudokuPad`.
///
/// # Errors
/// If the format cannot express the puzzle.
pub fn write(puzzle: &Puzzle, about: &About) -> Result<String, WriteError> {
    serde_json::to_string(&document(puzzle, about)?).map_err(|error| WriteError::new(error.to_string()))
}

pub(crate) use write::document;

/// Reads the JSON of a puzzle.
pub(crate) fn read(json: &str, policy: &Policy) -> Result<Import, ImportError> {
    let document: Document = serde_json::from_str(json).map_err(|error| {
        let (line, column) = (error.line().max(1), error.column().max(1));
        let rest =
            || json.lines().nth(line - 1).unwrap_or_default().chars().skip(column - 1).collect::<String>();
        let found = if error.is_data() { quoted(json) } else { quoted(&rest()) };
        ReadError { line, column, found, expected: "JSON of f-puzzles".into() }
    })?;
    import(&document, &[], policy)
}

/// The shape of an empty document of this size.
pub(crate) fn shape(size: usize) -> Option<Shape> {
    let shape = Shape::latin(size)?;
    let side = size.isqrt();
    let (rows, columns) = match size {
        _ if side * side == size => (side, side),
        6 | 8 | 10 | 14 => (2, size / 2),
        12 | 15 => (3, size / 3),
        20 | 24 => (4, size / 4),
        _ => (1..=side).rev().find(|rows| size.is_multiple_of(*rows)).map(|rows| (rows, size / rows))?,
    };
    if rows == 1 { Some(shape) } else { Shape::boxes(rows, columns) }
}

/// A rule for which documents have no key: its name in the text, and the text of the rule, or the reason why there is
/// none.
pub(crate) type Extra = (String, Result<String, Why>);

/// Converts a document to a puzzle, with additional rules of formats that are converted to documents.
pub(crate) fn import(document: &Document, extra: &[Extra], policy: &Policy) -> Result<Import, ImportError> {
    let size = document.size;
    let plain = shape(size).filter(|_| size <= 64);
    let plain = plain.ok_or_else(|| ReadError::whole(format!("a size of {size}"), "a size of 1 to 64"))?;
    let is_square = document.grid.len() == size && document.grid.iter().all(|row| row.len() == size);
    if !is_square {
        return Err(ReadError::whole("a grid of another size", format!("{size} rows of {size} cells")).into());
    }
    let regions = Regions::of(document, plain)?;
    let shape = if regions.is_default { plain } else { plain.without_boxes() };
    let canvas = Canvas::default();
    let mut reader = Reader { draft: Draft::new(shape), document, regions, policy, canvas };
    reader.grid();
    for (key, value) in &document.keys {
        reader.key(key, value);
    }
    for (what, rule) in extra {
        match rule {
            Ok(text) => reader.draft.rule(what, text),
            Err(why) => reader.draft.unknown(what, why.clone()),
        }
    }
    reader.about();
    let Reader { mut draft, mut canvas, .. } = reader;
    let words = draft.about.rules.clone().unwrap_or_default();
    guess(&mut draft, &mut canvas, &words, true, policy);
    draft.drawing = canvas.drawing;
    draft.finish(policy)
}

/// The region of each cell.
pub(crate) struct Regions {
    pub(crate) of: Vec<Option<usize>>,
    is_default: bool,
}

impl Regions {
    fn of(document: &Document, plain: Shape) -> Result<Self, ReadError> {
        let cells = document.grid.iter().flatten();
        let mut of = Vec::with_capacity(plain.cells());
        let mut boxes = Vec::with_capacity(plain.cells());
        for (index, cell) in cells.enumerate() {
            // If a size has no boxes, its rows are the regions.
            let boxed = plain.box_of(arcdoku::grid::Cell::new(index)).or(Some(index / document.size));
            let region = match &cell.region {
                None => boxed,
                Some(Value::Null) => None,
                Some(value) => match number(value).and_then(|number| usize::try_from(number).ok()) {
                    Some(number) => Some(number),
                    None => {
                        return Err(ReadError::whole(format!("the region {value}"), "a number of 0 or more"));
                    }
                },
            };
            boxes.push(boxed);
            of.push(region);
        }
        // The regions may number the boxes in any order.
        let is_default =
            of.iter().all(Option::is_some) && Partition::from(&of[..]) == Partition::from(&boxes[..]);
        Ok(Self { of, is_default })
    }

    /// The cells of each region.
    pub(crate) fn lists(&self) -> Vec<Vec<usize>> {
        let numbers: BTreeSet<usize> = self.of.iter().flatten().copied().collect();
        numbers.into_iter().map(|number| self.cells(number).collect()).collect()
    }

    /// The cells of a region, in reading order.
    fn cells(&self, number: usize) -> impl Iterator<Item = usize> {
        (0..self.of.len()).filter(move |&cell| self.of[cell] == Some(number))
    }
}

struct Reader<'a> {
    draft: Draft,
    document: &'a Document,
    regions: Regions,
    policy: &'a Policy,
    canvas: Canvas,
}

impl Reader<'_> {
    fn size(&self) -> usize {
        self.document.size
    }

    /// Reads the rules of the grid, its clues and marks.
    fn grid(&mut self) {
        self.draft.base(Rule::Rows);
        self.draft.base(Rule::Columns);
        if self.regions.is_default {
            self.draft.base(Rule::Boxes);
        } else {
            self.draft.regions(&self.regions.lists());
        }
        for (index, cell) in self.document.grid.iter().flatten().enumerate() {
            self.cell_content(index, cell);
        }
    }

    fn cell_content(&mut self, index: usize, cell: &GridCell) {
        let numbers = |values: &[Value]| values.iter().filter_map(number).collect::<Vec<i32>>();
        for (key, values) in [
            ("givenPencilMarks", &cell.given_pencil_marks),
            ("centerPencilMarks", &cell.center_pencil_marks),
            ("cornerPencilMarks", &cell.corner_pencil_marks),
        ] {
            if let Some(value) = values.iter().find(|value| !value.is_null() && number(value).is_none()) {
                self.draft.unknown(key, format!("the value {value}"));
            }
        }
        let is_blank = |value: &Value| value.is_null() || value == "" || number(value) == Some(0);
        let value = cell.value.as_ref().filter(|value| !is_blank(value));
        let what = if cell.given { "given" } else { "value" };
        match value.map(|value| (value, number(value))) {
            Some((value, number)) if cell.given || self.policy.marks => match number {
                Some(number) => self.draft.clue(what, index, number),
                None => self.draft.unknown(what, value.to_string()),
            },
            Some((_, value)) => {
                self.draft.entered("value", index, Entered { value, ..Entered::default() });
            }
            None => {}
        }
        let given = numbers(&cell.given_pencil_marks);
        let has_clue = cell.given && value.is_some();
        if !given.is_empty() && !has_clue {
            self.draft.candidates("givenPencilMarks", index, given);
        }
        let center = numbers(&cell.center_pencil_marks);
        if !center.is_empty() && value.is_none() {
            if self.policy.marks {
                self.draft.candidates("centerPencilMarks", index, center);
            } else {
                self.draft.entered("centerPencilMarks", index, Entered { center, ..Entered::default() });
            }
        }
        let corner = numbers(&cell.corner_pencil_marks);
        if !corner.is_empty() && value.is_none() {
            self.draft.entered("cornerPencilMarks", index, Entered { corner, ..Entered::default() });
        }
        for (key, value) in &cell.keys {
            if key == "parity" && !is_off(value) {
                match value.as_str().map(str::to_ascii_lowercase).as_deref() {
                    Some(parity @ ("odd" | "even")) => self.draft.line(key, parity, &[index]),
                    _ => self.draft.unknown(key, format!("the value {value}")),
                }
            } else if matches!(key.as_str(), "c" | "cArray") && !is_off(value) {
                // Cells with several colors have a list, and one of the colors alone.
                if key == "cArray" || cell.keys.get("cArray").is_none_or(is_off) {
                    let (row, column) = (index / self.size(), index % self.size());
                    fpuzzles_tint(&mut self.canvas, usize::MAX, value, row, column);
                }
            } else if !is_off(value) && key != "highlight" {
                self.draft.unknown(key, Kind::Unknown);
            }
        }
    }

    fn about(&mut self) {
        let text = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
        self.draft.about.title = text(&self.document.title);
        self.draft.about.author = text(&self.document.author);
        self.draft.about.rules = text(&self.document.ruleset);
        let message = self.document.keys.get("msgcorrect").and_then(Value::as_str);
        self.draft.about.message = message.filter(|text| !text.is_empty()).map(str::to_owned);
        if let Some(Value::Array(cells)) = self.document.keys.get("solution") {
            let cells = cells.iter().map(|cell| number(cell).filter(|value| *value > 0)).collect();
            self.draft.about.solution = Some(cells);
        }
    }

    fn cell(&self, name: &str) -> Option<usize> {
        let side = 0..self.size() as isize;
        let (row, column) = place(name, self.size())?;
        (side.contains(&row) && side.contains(&column))
            .then_some(row as usize * self.size() + column as usize)
    }

    fn cells(&self, names: &[String]) -> Result<Vec<usize>, String> {
        names.iter().map(|name| self.cell(name).ok_or_else(|| format!("the cell {}", quoted(name)))).collect()
    }

    /// The cells of the row or column of a clue outside of the grid, starting at the clue.
    fn line_from(&self, name: &str) -> Result<Vec<usize>, String> {
        let size = self.size() as isize;
        let fault = || format!("a clue at {}", quoted(name));
        let (row, column) = place(name, self.size()).ok_or_else(fault)?;
        let (down, right) = match (row, column) {
            (-1, 0..) if column < size => (1, 0),
            (0.., -1) if row < size => (0, 1),
            (_, 0..) if row == size && column < size => (-1, 0),
            (0.., _) if column == size && row < size => (0, -1),
            _ => return Err(fault()),
        };
        Ok((1..=size).map(|step| ((row + down * step) * size + column + right * step) as usize).collect())
    }

    /// The cells of the diagonal of a clue outside of the grid, if the clue does not list them.
    fn diagonal(&self, item: &Item) -> Result<Vec<usize>, String> {
        let name = item.cell.as_deref().unwrap_or_default();
        let (row, column) = place(name, self.size()).ok_or_else(|| format!("a clue at {}", quoted(name)))?;
        let (down, right) = match item.direction.as_deref().unwrap_or_default() {
            "UL" => (-1, -1),
            "UR" => (-1, 1),
            "DL" => (1, -1),
            "DR" => (1, 1),
            other => return Err(format!("the direction {}", quoted(other))),
        };
        let size = self.size() as isize;
        let places = (1..).map(|step| (row + down * step, column + right * step));
        let places = places.take_while(|(row, column)| (0..size).contains(row) && (0..size).contains(column));
        Ok(places.map(|(row, column)| (row * size + column) as usize).collect())
    }

    /// Reads one key of the document.
    fn key(&mut self, key: &str, value: &Value) {
        const SETTINGS: &[&str] =
            &["solution", "highlightConflicts", "disabledlogic", "disabledLogic", "msgcorrect"];
        /// The prefix of the names of options of solvers.
        const OPTIONS: &str = "truecandidates";
        const COSMETICS: &[&str] = &["line", "rectangle", "circle", "text"];
        match key {
            _ if SETTINGS.contains(&key) || key.starts_with(OPTIONS) => {
                self.draft.decoration(key, Kind::Setting);
            }
            _ if is_off(value) => {}
            _ if COSMETICS.contains(&key) => {
                let one = [value.clone()];
                for item in value.as_array().map_or(&one[..], Vec::as_slice) {
                    self.draft.decoration(key, Kind::Drawing);
                    self.cosmetics(key, item);
                }
            }
            "foglight" => {
                self.draft.decoration(key, Kind::Fog);
                let names = value.as_array().into_iter().flatten();
                let lit = names.filter_map(|name| self.cell(name.as_str()?)).collect();
                self.canvas.drawing.lit = Some(lit);
            }
            "negative" => self.negative(value),
            "minimum" | "maximum" => self.extremes(key, value),
            _ if value == &Value::Bool(true) => self.flag(key),
            _ => match serde_json::from_value::<Vec<Item>>(value.clone()) {
                Ok(items) => {
                    for item in &items {
                        if let Err(why) = self.item(key, item) {
                            self.draft.unknown(key, why);
                        }
                    }
                }
                Err(_) => self.draft.unknown(key, Kind::Form),
            },
        }
    }

    /// Draws a part that is a decoration.
    fn cosmetics(&mut self, key: &str, value: &Value) {
        let (part, shape, size) = (self.draft.last_part(), self.draft.shape(), self.size());
        let place = |name: &str| place(name, size);
        fpuzzles_cosmetics(&mut self.canvas, part, key, value, shape, &place);
    }

    /// Adds cells that are smaller or larger than each neighbor without the same mark.
    fn extremes(&mut self, key: &str, value: &Value) {
        let items: Vec<Item> = serde_json::from_value(value.clone()).unwrap_or_default();
        let cells: Option<Vec<usize>> =
            items.iter().map(|item| self.cell(item.cell.as_deref().unwrap_or_default())).collect();
        match cells {
            Some(cells) => self.draft.line(key, key, &cells),
            None => self.draft.unknown(key, "a cell outside of the grid"),
        }
    }

    fn flag(&mut self, key: &str) {
        let size = self.size();
        let is_on = |key: &str| self.document.keys.get(key) == Some(&Value::Bool(true));
        match key {
            "diagonal+" if is_on("diagonal-") => self.draft.rule(key, "diagonals"),
            "diagonal-" if is_on("diagonal+") => self.draft.repeated(key, "diagonals"),
            "diagonal+" => {
                let cells: Vec<usize> = (0..size).map(|i| (size - 1 - i) * size + i).collect();
                self.draft.line(key, "all-different", &cells);
            }
            "diagonal-" => {
                let cells: Vec<usize> = (0..size).map(|i| i * size + i).collect();
                self.draft.line(key, "all-different", &cells);
            }
            "antiknight" => self.draft.rule(key, "anti-knight"),
            "antiking" => self.draft.rule(key, "anti-king"),
            "disjointgroups" => self.disjoint_groups(),
            "nonconsecutive" => {
                let exempt = self.marked(&["difference", "ratio"]);
                self.draft.except(key, "non-consecutive", &exempt);
            }
            _ => self.draft.unknown(key, Kind::Unknown),
        }
    }

    /// Adds the rule that cells at the same place of their regions have different digits.
    fn disjoint_groups(&mut self) {
        if self.regions.is_default && self.draft.shape().has_boxes() {
            return self.draft.rule("disjointgroups", "disjoint-groups");
        }
        let regions = self.regions.lists();
        for place in 0..self.size() {
            let cells: Vec<usize> = regions.iter().filter_map(|cells| cells.get(place).copied()).collect();
            if cells.len() > 1 {
                self.draft.line("disjointgroups", "all-different", &cells);
            }
        }
    }

    /// The pairs of cells that these keys mark.
    fn marked(&self, keys: &[&str]) -> Vec<(usize, usize)> {
        let items = keys.iter().filter_map(|key| self.document.keys.get(*key));
        let items =
            items.filter_map(|value| serde_json::from_value::<Vec<Item>>(value.clone()).ok()).flatten();
        items
            .filter_map(|item| match self.cells(&item.cells).ok()?[..] {
                [a, b] => Some((a, b)),
                _ => None,
            })
            .collect()
    }

    fn negative(&mut self, value: &Value) {
        let Some(names) = value.as_array() else { return self.draft.unknown("negative", Kind::Form) };
        let mut names: Vec<&Value> = names.iter().collect();
        // Repeated names are removed, because each name causes a search of all marks.
        let mut known = BTreeSet::new();
        names.retain(|name| known.insert(name.to_string()));
        for name in names {
            match name.as_str() {
                Some("ratio") => {
                    let exempt = self.marked(&["difference", "ratio"]);
                    let mut ratios: BTreeSet<i32> = BTreeSet::new();
                    let items = self.document.keys.get("ratio").cloned().unwrap_or_default();
                    for item in serde_json::from_value::<Vec<Item>>(items).unwrap_or_default() {
                        ratios.insert(item.value.as_ref().and_then(number).unwrap_or(2));
                    }
                    // No pair of cells can have a ratio greater than the size, so a rule against it would exclude
                    // nothing.
                    let size = self.size();
                    ratios.retain(|ratio| usize::try_from(*ratio).is_ok_and(|ratio| ratio <= size));
                    if ratios.is_empty() {
                        ratios.insert(2);
                    }
                    for ratio in ratios {
                        self.draft.except("negative ratio", &format!("strict-ratio {ratio}"), &exempt);
                    }
                }
                Some("xv") => {
                    let exempt = self.marked(&["xv"]);
                    self.draft.except("negative xv", "strict-xv", &exempt);
                }
                _ => self.draft.unknown("negative", name.to_string()),
            }
        }
    }

    /// Reads one constraint of a key that is a list. The error describes the part that is not understood.
    fn item(&mut self, key: &str, item: &Item) -> Result<(), Why> {
        let line = match key {
            "thermometer" => Some("thermo".to_owned()),
            "slowthermometer" => Some("slow-thermo".to_owned()),
            "palindrome" => Some("palindrome".to_owned()),
            "renban" => Some("renban".to_owned()),
            "whispers" => {
                let text = item.text();
                Some(format!("whisper {}", if text.is_empty() { "5" } else { &text }))
            }
            "betweenline" => Some("between".to_owned()),
            "lockout" => Some("lockout 4".to_owned()),
            "entropicline" => Some("entropic".to_owned()),
            "modularline" => Some("modular 3".to_owned()),
            "nabner" => Some("nabner".to_owned()),
            "doublearrow" => Some("double-arrow".to_owned()),
            "zipperline" => Some("zipper".to_owned()),
            _ => None,
        };
        // Only the field `lines` is supported.
        if (line.is_some() || key == "regionsumline") && item.lines.is_empty() {
            let is_empty = item.cell.is_none() && item.cells.is_empty();
            if !is_empty {
                return Err(Kind::Form.into());
            }
            self.draft.decoration(key, "a line without cells");
        }
        if let Some(rule) = line {
            for names in &item.lines {
                let cells = self.cells(names)?;
                self.draft.line(key, &rule, &cells);
            }
            return Ok(());
        }
        match key {
            "regionsumline" => {
                for names in &item.lines {
                    let cells = self.cells(names)?;
                    let parts = cells.chunk_by(|&a, &b| self.regions.of[a] == self.regions.of[b]);
                    let parts: Vec<&[usize]> = parts.collect();
                    self.draft.equal_sums(key, &parts);
                }
            }
            "arrow" => self.arrow(item)?,
            "killercage" | "extraregion" => {
                let cells = self.cells(&item.cells)?;
                match item.text().as_str() {
                    sum if key == "killercage" && !sum.is_empty() => match sum.parse::<u32>() {
                        Ok(0) => self.draft.line(key, "all-different", &cells),
                        Ok(sum) => self.draft.line(key, &format!("cage {sum}"), &cells),
                        Err(_) => return Err(format!("a cage with the text {}", quoted(sum)).into()),
                    },
                    _ => self.draft.line(key, "all-different", &cells),
                }
            }
            "cage" => {
                if let Some(Ok(root)) = item.text().strip_prefix("DR").map(str::parse::<u32>) {
                    let cells = self.cells(&item.cells)?;
                    self.draft.line(key, &format!("digital-root-cage {root}"), &cells);
                } else {
                    self.draft.decoration(key, Kind::Drawing);
                    let cells: Value = item.cells.iter().map(|name| Value::from(name.as_str())).collect();
                    let value = json!({"cells": cells, "value": item.text()});
                    self.cosmetics(key, &value);
                }
            }
            "difference" | "ratio" | "xv" => self.dot(key, item)?,
            "odd" | "even" => {
                let name = item.cell.clone().unwrap_or_default();
                let cell = self.cell(&name).ok_or_else(|| format!("the cell {}", quoted(&name)))?;
                self.draft.line(key, key, &[cell]);
            }
            "sandwichsum" | "xsum" | "skyscraper" => {
                let text = item.text();
                if text.is_empty() {
                    self.draft.decoration(key, "a clue without a number");
                    return Ok(());
                }
                let clue = text.parse::<u32>().map_err(|_| quoted(&text))?;
                let cells = self.line_from(item.cell.as_deref().unwrap_or_default())?;
                let rule = match key {
                    "sandwichsum" => "sandwich",
                    "xsum" => "x-sum",
                    _ => "skyscraper",
                };
                self.draft.line(key, &format!("{rule} {clue}"), &cells);
            }
            "littlekillersum" => match item.text().as_str() {
                "" | "0" => self.draft.decoration(key, "a clue without a number"),
                text => {
                    let sum = text.parse::<u32>().map_err(|_| quoted(text))?;
                    let cells = match item.cells[..] {
                        [] => self.diagonal(item)?,
                        _ => self.cells(&item.cells)?,
                    };
                    self.draft.line(key, &format!("little-killer {sum}"), &cells);
                }
            },
            "quadruple" => {
                let cells = self.cells(&item.cells)?;
                let value = |value: &Value| number(value).ok_or_else(|| format!("the value {value}"));
                let values = item.values.iter().map(value).collect::<Result<Vec<i32>, String>>()?;
                if values.is_empty() {
                    self.draft.decoration(key, "a clue without values");
                } else {
                    self.draft.line(key, &format!("quadruple {}", text::values(&values)), &cells);
                }
            }
            "clone" => {
                let (cells, clones) = (self.cells(&item.cells)?, self.cells(&item.clone_cells)?);
                let (cells, clones): (Vec<usize>, Vec<usize>) =
                    cells.into_iter().zip(clones).filter(|(a, b)| a != b).unzip();
                if cells.is_empty() {
                    self.draft.decoration(key, "cells that are their own clones");
                } else {
                    self.draft.lists(key, "clone", &[&cells, &clones]);
                }
            }
            "rowindexer" | "columnindexer" | "boxindexer" => {
                let cells = self.cells(&item.cells)?;
                if key == "boxindexer" && !self.regions.is_default {
                    cells.iter().try_for_each(|&cell| self.region_index(cell))?;
                } else {
                    self.draft.line(key, key_of_indexer(key), &cells);
                }
            }
            _ => return Err(Kind::Unknown.into()),
        }
        Ok(())
    }

    /// If the p-th cell of an irregular region has the value v, the v-th cell of the region has p. This is a
    /// condition on each other cell of the region.
    fn region_index(&mut self, cell: usize) -> Result<(), String> {
        let region = self.regions.of[cell].ok_or("a cell without a region")?;
        let cells: Vec<usize> = self.regions.cells(region).collect();
        let place = 1 + cells.iter().position(|other| *other == cell).unwrap_or_default();
        for (index, &other) in cells.iter().enumerate().filter(|(_, other)| **other != cell) {
            self.draft.line("boxindexer", &format!("pairs a!={} or b={place}", index + 1), &[cell, other]);
        }
        Ok(())
    }

    /// Reads a circle or pill with one sum per line. Without a line it is a drawing.
    fn arrow(&mut self, item: &Item) -> Result<(), String> {
        let mut circle = self.cells(&item.cells)?;
        if item.lines.is_empty() {
            self.draft.decoration("arrow", "a circle without a line");
        }
        for names in &item.lines {
            let line = self.cells(names)?;
            let shaft = line.get(1..).unwrap_or_default();
            if shaft.is_empty() {
                self.draft.decoration("arrow", "a circle without a line");
            } else if let [circle] = circle[..] {
                let cells: Vec<usize> = std::iter::once(circle).chain(shaft.iter().copied()).collect();
                self.draft.line("arrow", "arrow", &cells);
            } else {
                // A pill is read from left to right, or from top to bottom.
                circle.sort_unstable();
                let cells: Vec<usize> = circle.iter().chain(shaft).copied().collect();
                self.draft.line("arrow", &format!("pill-arrow {}", circle.len()), &cells);
            }
        }
        Ok(())
    }

    fn dot(&mut self, key: &str, item: &Item) -> Result<(), String> {
        let cells = self.cells(&item.cells)?;
        let [a, b] = cells[..] else { return Err(format!("{} cells", cells.len())) };
        let text = item.text();
        let value = if text.is_empty() { None } else { Some(text.parse::<u32>().map_err(|_| quoted(&text))) };
        let rule = match key {
            "difference" => match value.transpose()?.unwrap_or(1) {
                1 => "white-dot".to_owned(),
                value => format!("difference {value}"),
            },
            "ratio" => match value.transpose()?.unwrap_or(2) {
                2 => "black-dot".to_owned(),
                value => format!("ratio {value}"),
            },
            _ => match text.as_str() {
                "X" | "x" => "x".to_owned(),
                "V" | "v" => "v".to_owned(),
                "" => {
                    self.draft.decoration(key, "a mark without a letter");
                    return Ok(());
                }
                other => return Err(quoted(other)),
            },
        };
        self.draft.line(key, &rule, &[a, b]);
        Ok(())
    }
}

/// The place of `R1C9`, zero-based; rows and columns from -1 to `size`.
fn place(name: &str, size: usize) -> Option<(isize, isize)> {
    let (row, column) = name.trim().strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
    let index = |text: &str| text.parse::<isize>().ok().filter(|place| *place <= size as isize + 1);
    Some((index(row)? - 1, index(column)? - 1))
}

fn key_of_indexer(key: &str) -> &'static str {
    match key {
        "rowindexer" => "row-index",
        "columnindexer" => "column-index",
        _ => "box-index",
    }
}

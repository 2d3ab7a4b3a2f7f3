//! Links of `SudokuMaker`: lz-string of JSON, with one entry per element. Numbers distinguish the kinds of elements.

mod write;

use serde_json::{Map, Value, json};

use crate::codec;
use crate::draft::Why;
use crate::error::{ReadError, quoted};
use crate::fpuzzles::{self, Document, Extra, GridCell};
use crate::import::{Import, ImportError, Kind, Policy};

pub(crate) use write::write;

/// Reads a link, or its text after `puzzle=`.
pub(crate) fn read(link: &str, policy: &Policy) -> Result<Import, ImportError> {
    let packed = codec::parameter(link, "puzzle").unwrap_or_else(|| link.to_owned());
    let text = if packed.starts_with('{') { Some(packed) } else { codec::unlz(&codec::unescape(&packed)) };
    let value: Value = text
        .and_then(|text| serde_json::from_str(&text).ok())
        .ok_or_else(|| ReadError::whole(quoted(link), "a link with ?puzzle= and lz-string base64 of JSON"))?;
    let puzzle = value.get("puzzle").unwrap_or(&value);
    let mut reader = Reader::new(puzzle)?;
    let elements = ["constraints", "allConstraints"].iter().find_map(|key| puzzle.get(*key)?.as_array());
    for element in elements.into_iter().flatten() {
        reader.element(element);
    }
    fpuzzles::import(&reader.document, &reader.extra, policy)
}

struct Reader {
    document: Document,
    extra: Vec<Extra>,
    size: usize,
}

impl Reader {
    fn new(puzzle: &Value) -> Result<Self, ReadError> {
        let cells = puzzle.get("cells").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let spec = puzzle.get("spec").unwrap_or(puzzle);
        let side = |key: &str| {
            let size = spec.get("size").and_then(|size| size.get(key)).or_else(|| spec.get(key));
            size.and_then(Value::as_u64).map(|side| side as usize)
        };
        let plain = puzzle.get("size").and_then(Value::as_u64).map(|size| size as usize);
        let width = side("width").or(plain).unwrap_or(9);
        let height = side("height").or(plain).unwrap_or(cells.len() / width.max(1));
        let least = spec.get("minDigit").and_then(Value::as_i64).unwrap_or(1);
        let most = spec.get("maxDigit").and_then(Value::as_i64).unwrap_or(width as i64);
        if width > 64
            || width != height
            || width * height != cells.len()
            || (least, most) != (1, width as i64)
        {
            let found = format!("{height} rows of {width} cells for {least} to {most}");
            return Err(ReadError::whole(found, "a square grid of the digits from 1 to its side"));
        }
        let number = |cell: &Value, key: &str| cell.get(key).and_then(Value::as_i64);
        let cell = |cell: &Value| {
            let marks = number(cell, "candidates").unwrap_or(0);
            GridCell {
                value: cell.get("value").filter(|value| !value.is_null()).cloned(),
                given: cell.get("given").and_then(Value::as_bool).unwrap_or(false),
                region: Some(Value::Null),
                center_pencil_marks: (1..=most)
                    .filter(|digit| marks >> digit & 1 == 1)
                    .map(Value::from)
                    .collect(),
                ..GridCell::default()
            }
        };
        let text = |key: &str| puzzle.get(key).and_then(Value::as_str).map(str::to_owned);
        let document = Document {
            size: width,
            title: text("name"),
            author: text("author"),
            ruleset: text("comment"),
            grid: cells.chunks(width.max(1)).map(|row| row.iter().map(cell).collect()).collect(),
            keys: Map::new(),
        };
        Ok(Self { document, extra: Vec::new(), size: width })
    }

    fn name(&self, cell: &Value) -> Value {
        let cell = cell.as_u64().unwrap_or(u64::MAX) as usize;
        // A cell that does not exist is rejected later because of its name.
        json!(format!("R{}C{}", cell / self.size + 1, cell % self.size + 1))
    }

    fn names(&self, cells: &Value) -> Value {
        cells.as_array().into_iter().flatten().map(|cell| self.name(cell)).collect()
    }

    fn push(&mut self, key: &str, item: Value) {
        let list = self.document.keys.entry(key).or_insert_with(|| json!([]));
        if let Value::Array(list) = list {
            list.push(item);
        }
    }

    fn unknown(&mut self, what: String, why: impl Into<Why>) {
        self.extra.push((what, Err(why.into())));
    }

    /// The two cells at an edge. For each row, the inner vertical edges are numbered first, then the edges below its
    /// cells.
    fn edge(&self, edge: &Value) -> Option<Value> {
        let (block, n) = (2 * self.size, self.size);
        let edge = edge.as_u64()? as usize;
        let (row, place) = (edge / block, edge % block);
        let (first, second) = match place {
            0 => return None,
            _ if place < n => (row * n + place - 1, row * n + place),
            _ => (row * n + place - n, (row + 1) * n + place - n),
        };
        (second < n * n).then(|| self.names(&json!([first, second])))
    }

    fn element(&mut self, element: &Value) {
        let kind = element.get("type").and_then(Value::as_i64).unwrap_or(-1);
        let what = element
            .get("name")
            .and_then(Value::as_str)
            .map_or_else(|| format!("element {kind}"), str::to_owned);
        if element.get("disabled").and_then(Value::as_bool) == Some(true) {
            self.document.keys.insert("text".to_owned(), json!([{"value": "switched off"}]));
            return;
        }
        let get = |key: &str| element.get(key).cloned().unwrap_or_default();
        let items = |key: &str| get(key).as_array().cloned().unwrap_or_default();
        let flag = |key: &str| (key.to_owned(), Value::Bool(true));
        let line = |this: &Self, cells: &Value| json!({"lines": [this.names(cells)]});
        match kind {
            // The digits are in the cells; rows and columns are implied.
            0 | 2003 => {}
            1 => self.regions(&get("regions")),
            10 => self.document.keys.extend([flag("diagonal-")]),
            11 => self.document.keys.extend([flag("diagonal+")]),
            12 => self.document.keys.extend([flag("antiking")]),
            13 => self.document.keys.extend([flag("antiknight")]),
            14 => self.document.keys.extend([flag("disjointgroups")]),
            15 => self.extra.push((what, Ok("non-consecutive".to_owned()))),
            100..=103 => {
                let key = ["even", "odd", "maximum", "minimum"][kind as usize - 100];
                for cell in items("cells") {
                    let cell = self.name(&cell);
                    self.push(key, json!({"cell": cell}));
                }
            }
            200..=202 => {
                let key = ["difference", "ratio", "xv"][kind as usize - 200];
                for clue in items("clues") {
                    let Some(cells) = self.edge(&clue["edge"]) else {
                        self.unknown(what.clone(), "a mark on an edge that does not exist");
                        continue;
                    };
                    let value = match (kind, clue["value"].as_i64()) {
                        (202, Some(10)) => json!("X"),
                        (202, Some(5)) => json!("V"),
                        _ => clue["value"].clone(),
                    };
                    self.push(key, json!({"cells": cells, "value": value}));
                }
                if !items("negative").is_empty() {
                    self.unknown(what, "marks that forbid what they mark elsewhere");
                }
            }
            300 => {
                let key = if get("slow") == true { "slowthermometer" } else { "thermometer" };
                for cells in items("thermometers") {
                    let item = line(self, &cells);
                    self.push(key, item);
                }
            }
            301 => {
                for cage in items("cages") {
                    let cells = self.names(&cage["cells"]);
                    let sum = cage["value"].as_i64().filter(|sum| *sum > 0).map(|sum| sum.to_string());
                    self.push("killercage", json!({"cells": cells, "value": sum}));
                }
            }
            304 => {
                for cage in items("cages") {
                    let cells = self.names(&cage["cells"]);
                    let names = cells.as_array().into_iter().flatten().filter_map(Value::as_str);
                    let names: Vec<String> = names.map(str::to_lowercase).collect();
                    let clue = cage["value"].as_str().unwrap_or_default();
                    self.extra.push((what.clone(), Ok(format!("look-and-say {clue}: {}", names.join(" ")))));
                }
            }
            305 => {
                let cells = self.names(&get("cells"));
                self.push("extraregion", json!({"cells": cells}));
            }
            400 | 402..=404 | 407 | 409 => {
                let key = match kind {
                    400 => "renban",
                    402 => "palindrome",
                    403 => "betweenline",
                    404 => "regionsumline",
                    407 => "lockout",
                    _ => "doublearrow",
                };
                for cells in items("lines") {
                    let item = line(self, &cells);
                    self.push(key, item);
                }
            }
            401 => {
                for cells in items("lines") {
                    let lines = self.names(&cells);
                    self.push("whispers", json!({"lines": [lines], "value": get("minDifference")}));
                }
            }
            406 => self.groups(&what, element),
            408 => {
                for arrow in items("bulbsWithArrows") {
                    let cells = self.names(&arrow["bulbCells"]);
                    let lines: Vec<Value> = arrow["arrows"]
                        .as_array()
                        .into_iter()
                        .flatten()
                        .map(|cells| self.names(cells))
                        .collect();
                    self.push("arrow", json!({"cells": cells, "lines": lines}));
                }
            }
            600 | 601 => {
                let key = if kind == 600 { "rowindexer" } else { "columnindexer" };
                let cells = self.names(&get("cells"));
                self.push(key, json!({"cells": cells}));
            }
            2000..=2002 | 4000 | 4001 => {
                self.document.keys.insert("rectangle".to_owned(), json!([{"value": what}]));
            }
            _ => self.unknown(what, Kind::Unknown),
        }
    }

    /// Reads regions: a number for each cell, row by row; negative for no region.
    fn regions(&mut self, regions: &Value) {
        let numbers: Vec<Option<i64>> = match regions.as_array() {
            Some(rows) if rows.iter().any(Value::is_array) => {
                rows.iter().filter_map(Value::as_array).flatten().map(Value::as_i64).collect()
            }
            Some(numbers) => numbers.iter().map(Value::as_i64).collect(),
            None => return,
        };
        for (cell, number) in self.document.grid.iter_mut().flatten().zip(numbers) {
            cell.region = Some(number.filter(|number| *number >= 0).map_or(Value::Null, Value::from));
        }
    }

    /// Reads lines on which any few consecutive cells have one digit of each group: entropic and modular lines.
    fn groups(&mut self, what: &str, element: &Value) {
        let mut groups: Vec<u64> =
            element["groups"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
        groups.sort_unstable();
        let digits = 1..=self.size as u64;
        let by = |of: &dyn Fn(u64) -> u64| {
            let mut sets = vec![0_u64; 3];
            digits.clone().for_each(|digit| sets[of(digit) as usize] |= 1 << digit);
            sets.sort_unstable();
            sets
        };
        let key = if groups == by(&|digit| digit % 3) {
            "modularline"
        } else if self.size.is_multiple_of(3) && groups == by(&|digit| (digit - 1) / (self.size as u64 / 3)) {
            "entropicline"
        } else {
            return self.unknown(what.to_owned(), "lines of other groups of digits");
        };
        for cells in element["lines"].as_array().into_iter().flatten() {
            let lines = self.names(cells);
            self.push(key, json!({"lines": [lines]}));
        }
    }
}

//! The command line of rangsk's `SudokuSolver`: `-g GIVENS -c killer:10;r1c1r1c2`, or one constraint per word.

use std::cell::Cell;
use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::error::{ReadError, quoted};
use crate::fpuzzles::{self, Document, Extra, GridCell};
use crate::import::{Import, ImportError, Policy};
use crate::text;

/// Whether a word is an option that describes a puzzle.
pub(crate) fn is_option(word: &str) -> bool {
    let long = ["--blank", "--givens", "--candidates", "--fpuzzles", "--constraint"];
    ["-b", "-g", "-a", "-f", "-c"].contains(&word) || long.contains(&word)
}

/// Reads the options that follow the name of the program. A first word without a hyphen is a string of givens.
pub(crate) fn read(text: &str, policy: &Policy) -> Result<Import, ImportError> {
    let words = words(text);
    let mut size = 9;
    let (mut givens, mut candidates) = (None, None);
    let mut constraints = Vec::new();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let (option, inline) = match word.split_once('=') {
            Some((option, value)) if option.starts_with("--") => (option, Some(value.to_owned())),
            _ => (word.as_str(), None),
        };
        let mut value = || inline.clone().or_else(|| rest.next().cloned()).unwrap_or_default();
        match option {
            "-b" | "--blank" => {
                let text = value();
                size = text.parse().map_err(|_| ReadError::whole(quoted(&text), "a size"))?;
            }
            "-g" | "--givens" => givens = Some(value()),
            "-a" | "--candidates" => candidates = Some(value()),
            "-f" | "--fpuzzles" => return fpuzzles::read(&fpuzzles::unpack(&value())?, policy),
            "-c" | "--constraint" => constraints.push(value()),
            option if option.starts_with('-') => {}
            program if program.to_lowercase().contains("sudokusolver") => {}
            other if givens.is_none() && other.len() >= 16 && !other.contains(':') => {
                givens = Some(other.to_owned());
            }
            other => constraints.push(other.to_owned()),
        }
    }
    let mut reader = Reader::new(size, givens.as_deref(), candidates.as_deref())?;
    for constraint in &constraints {
        let (name, options) = constraint.split_once(':').unwrap_or((constraint, ""));
        if let Err(why) = reader.constraint(name.trim(), options.trim()) {
            reader.extra.push((name.trim().to_owned(), Err(why.into())));
        }
    }
    reader.negatives();
    fpuzzles::import(&reader.document, &reader.extra, policy)
}

/// Words separated by blanks; quotes keep blanks in a word.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quote, mut is_word) = (String::new(), None, false);
    for c in text.chars() {
        match (c, quote) {
            (c, Some(open)) if c == open => quote = None,
            ('"' | '\'', None) => (quote, is_word) = (Some(c), true),
            (c, None) if c.is_whitespace() => {
                if is_word || !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
                is_word = false;
            }
            (c, _) => word.push(c),
        }
    }
    if is_word || !word.is_empty() {
        words.push(word);
    }
    words
}

struct Reader {
    document: Document,
    extra: Vec<Extra>,
    size: usize,
    /// Pairs of cells with a mark of this name.
    marked: Vec<(String, String)>,
    /// The relations that pairs without a mark of this name must not have.
    negatives: BTreeSet<(String, u32)>,
    /// The number of cells that constraints may still name.
    left: Cell<usize>,
}

/// The largest number of cells that all constraints together may name. Ranges name many cells with a few characters.
const MOST_CELLS: usize = 1 << 16;
/// The largest number of negative constraints, each of which names all marks.
const MOST_NEGATIVES: usize = 64;

impl Reader {
    fn new(size: usize, givens: Option<&str>, candidates: Option<&str>) -> Result<Self, ReadError> {
        let mut size: usize = size;
        let mut values: Vec<i32> = Vec::new();
        if let Some(givens) = givens {
            // With up to nine digits a cell takes one character, otherwise two.
            let length = givens.chars().count();
            let side = length.isqrt();
            let (width, side) =
                if side * side == length && side <= 9 { (1, side) } else { (2, (length / 2).isqrt()) };
            if side * side * width != length {
                return Err(ReadError::whole(format!("{length} characters"), "givens of a square grid"));
            }
            size = side;
            let symbols: Vec<char> = givens.chars().collect();
            let value = |field: &[char]| field.iter().collect::<String>().trim().parse().unwrap_or(0);
            values = symbols.chunks(width).map(value).collect();
        }
        let mut marks: Vec<Vec<Value>> = Vec::new();
        if let Some(candidates) = candidates {
            let symbols: Vec<char> = candidates.chars().collect();
            let width = if symbols.len() <= 729 { 1 } else { 2 };
            let side = (1..=64).find(|side| side * side * side * width == symbols.len());
            size = side.ok_or_else(|| {
                ReadError::whole(format!("{} characters", symbols.len()), "N*N*N candidates")
            })?;
            let value = |field: &[char]| field.iter().collect::<String>().trim().parse::<i32>().ok();
            let cell = |field: &[char]| {
                field.chunks(width).filter_map(value).filter(|value| *value > 0).map(Value::from).collect()
            };
            marks = symbols.chunks(size * width).map(cell).collect();
        }
        if !(1..=64).contains(&size) {
            return Err(ReadError::whole(format!("a size of {size}"), "1 to 64"));
        }
        let cell = |index: usize| {
            let value = values.get(index).copied().filter(|value| *value > 0);
            let given_pencil_marks = marks.get(index).cloned().unwrap_or_default();
            GridCell {
                value: value.map(Value::from),
                given: value.is_some(),
                given_pencil_marks,
                ..GridCell::default()
            }
        };
        let grid = (0..size).map(|row| (0..size).map(|column| cell(row * size + column)).collect()).collect();
        let document = Document { size, grid, keys: Map::new(), ..Document::default() };
        let left = Cell::new(MOST_CELLS);
        Ok(Self { document, extra: Vec::new(), size, marked: Vec::new(), negatives: BTreeSet::new(), left })
    }

    /// Adds a rule for which documents of f-puzzles have no key.
    fn rule(&mut self, what: &str, text: String) {
        self.extra.push((what.to_owned(), Ok(text)));
    }

    fn push(&mut self, key: &str, item: Value) {
        let list = self.document.keys.entry(key).or_insert_with(|| json!([]));
        if let Value::Array(list) = list {
            list.push(item);
        }
    }

    /// Reads one constraint by its name on the console. The error describes the part that is not understood.
    fn constraint(&mut self, name: &str, options: &str) -> Result<(), String> {
        let lines = |options: &str| -> Result<Vec<Value>, String> {
            Ok(self.groups(options)?.into_iter().map(|cells| json!(cells)).collect())
        };
        let number = |options: &str| match options.split_once(';') {
            Some((number, rest)) if number.trim().parse::<u32>().is_ok() => {
                (Some(number.trim().to_owned()), rest.to_owned())
            }
            _ => (None, options.to_owned()),
        };
        match name {
            "dneg" | "dpos" | "djg" | "king" | "knight" => {
                let key = match name {
                    "dneg" => "diagonal-",
                    "dpos" => "diagonal+",
                    "djg" => "disjointgroups",
                    "king" => "antiking",
                    _ => "antiknight",
                };
                self.document.keys.insert(key.to_owned(), Value::Bool(true));
            }
            "selftaxi" => self.rule(name, "anti-taxicab".to_owned()),
            "taxi" => {
                let distance: u32 = options.parse().map_err(|_| quoted(options))?;
                self.rule(name, format!("taxicab {distance}"));
            }
            "dnc" => self.rule(name, "anti-diagonal-consecutive".to_owned()),
            "knightmare" if options.is_empty() => self.rule(name, "knightmare".to_owned()),
            "knightmare" => {
                let sums = values(options).ok_or_else(|| quoted(options))?;
                let conditions: Vec<String> = sums.iter().map(|sum| format!("a+b!={sum}")).collect();
                self.apart(name, &conditions.join(" and "), &[(1, 2)], &[])?;
            }
            "chess" => self.chess(options)?,
            "mskiller" => {
                let (sums, cells) = match options.split_once(';') {
                    Some((sums, cells)) if !sums.contains(['r', 'R']) => (sums, cells),
                    _ => ("", options),
                };
                let sums = values(sums).ok_or_else(|| quoted(sums))?;
                let cells = self.groups(cells)?.concat();
                if sums.is_empty() {
                    self.push("extraregion", json!({"cells": cells}));
                } else {
                    let cells = cells.join(" ").to_lowercase();
                    self.rule(name, format!("cage-sums {}: {cells}", text::values(&sums)));
                }
            }
            "disjointoffset" => {
                let place: usize = options.parse().map_err(|_| quoted(options))?;
                let shape = fpuzzles::shape(self.size).filter(|_| (1..=self.size).contains(&place));
                let shape = shape.filter(|shape| shape.has_boxes()).ok_or_else(|| quoted(options))?;
                let cells: Vec<usize> = (0..shape.box_count())
                    .filter_map(|index| shape.box_cells(index).nth(place - 1).map(arcdoku::Cell::index))
                    .collect();
                self.rule(name, text::line(shape, "all-different", &cells));
            }
            "thermo" | "slowthermo" | "palindrome" | "renban" | "rsl" | "betweenline" | "entrol" | "modl"
            | "nabner" | "doublearrow" | "zipper" => {
                let key = match name {
                    "thermo" => "thermometer",
                    "slowthermo" => "slowthermometer",
                    "rsl" => "regionsumline",
                    "entrol" => "entropicline",
                    "modl" => "modularline",
                    "zipper" => "zipperline",
                    name => name,
                };
                for cells in lines(options)? {
                    self.push(key, json!({"lines": [cells]}));
                }
            }
            "whispers" => {
                let (difference, rest) = number(options);
                let usual = self.size.div_ceil(2).to_string();
                for cells in lines(&rest)? {
                    self.push(
                        "whispers",
                        json!({"lines": [cells], "value": difference.as_ref().unwrap_or(&usual)}),
                    );
                }
            }
            "killer" => {
                let (sum, rest) = number(options);
                for cells in lines(&rest)? {
                    self.push("killercage", json!({"cells": cells, "value": sum}));
                }
            }
            "extraregion" | "rowindexer" | "colindexer" | "boxindexer" => {
                let key = if name == "colindexer" { "columnindexer" } else { name };
                for cells in lines(options)? {
                    self.push(key, json!({"cells": cells}));
                }
            }
            "even" | "odd" | "min" | "max" => {
                let key = match name {
                    "min" => "minimum",
                    "max" => "maximum",
                    name => name,
                };
                for cell in self.groups(options)?.concat() {
                    self.push(key, json!({"cell": cell}));
                }
            }
            "arrow" => {
                let groups = self.groups(options)?;
                let [circle, shafts @ ..] = &groups[..] else { return Err(quoted(options)) };
                let shafts: Vec<Vec<&String>> =
                    shafts.iter().map(|shaft| circle.first().into_iter().chain(shaft).collect()).collect();
                self.push("arrow", json!({"cells": circle, "lines": shafts}));
            }
            "clone" => match &self.groups(options)?[..] {
                [cells, clones] => self.push("clone", json!({"cells": cells, "cloneCells": clones})),
                _ => return Err(quoted(options)),
            },
            "quad" => {
                let (values, cells): (Vec<&str>, Vec<&str>) = options
                    .split(';')
                    .map(str::trim)
                    .filter(|part| !part.is_empty())
                    .partition(|part| part.parse::<u32>().is_ok());
                let values: Vec<i32> = values.iter().filter_map(|value| value.parse().ok()).collect();
                let cells = self.groups(&cells.join(";"))?.concat();
                self.push("quadruple", json!({"cells": cells, "values": values}));
            }
            "sandwich" | "skyscraper" | "xsum" => {
                let key = match name {
                    "sandwich" => "sandwichsum",
                    name => name,
                };
                let at = options.find(['r', 'R']).ok_or_else(|| quoted(options))?;
                let (clue, cell) = options.split_at(at);
                if clue.trim().parse::<u32>().is_err() {
                    return Err(quoted(options));
                }
                self.push(key, json!({"cell": cell.to_uppercase(), "value": clue.trim()}));
            }
            "lk" => {
                let parts: Vec<&str> = options.split(';').map(str::trim).collect();
                let [sum, cell, direction] = parts[..] else { return Err(quoted(options)) };
                let cells = self.diagonal(cell, direction).ok_or_else(|| quoted(options))?;
                self.push("littlekillersum", json!({"cells": cells, "value": sum}));
            }
            "difference" | "ratio" | "sum" => self.marks(name, options)?,
            _ => return Err("an unknown constraint".to_owned()),
        }
        Ok(())
    }

    /// Reads marks between cells, such as `2r1c1r1c2`, and `neg2` for all other pairs of neighbors.
    fn marks(&mut self, name: &str, options: &str) -> Result<(), String> {
        for part in options.to_lowercase().split(';').map(str::trim).filter(|part| !part.is_empty()) {
            if let Some(value) = part.strip_prefix("neg") {
                let usual = match name {
                    "difference" => 1,
                    "ratio" => 2,
                    _ => 5,
                };
                let value = if value.is_empty() { Ok(usual) } else { value.parse() };
                self.negatives.insert((name.to_owned(), value.map_err(|_| quoted(part))?));
                if self.negatives.len() > MOST_NEGATIVES {
                    return Err(format!("more than {MOST_NEGATIVES} negative constraints"));
                }
                continue;
            }
            let at = part.find('r').ok_or_else(|| quoted(part))?;
            let (value, cells) = part.split_at(at);
            let cells = self.groups(cells)?.concat();
            if let [a, b] = &cells[..] {
                self.marked.push((name.to_owned(), format!("{a} {b}").to_lowercase()));
            }
            match (name, value, &cells[..]) {
                ("sum", "5" | "", [_, _]) => self.push("xv", json!({"cells": cells, "value": "V"})),
                ("sum", "10", [_, _]) => self.push("xv", json!({"cells": cells, "value": "X"})),
                ("sum", sum, [a, b]) => {
                    self.rule(name, format!("pair-sum {sum}: {} {}", a.to_lowercase(), b.to_lowercase()));
                }
                (name, value, [_, _]) => self.push(name, json!({"cells": cells, "value": value})),
                _ => return Err(quoted(part)),
            }
        }
        Ok(())
    }

    /// Adds the rules that negative constraints mean for all pairs of neighbors without a mark. Dots of both kinds
    /// exempt a pair from both.
    fn negatives(&mut self) {
        for (name, value) in std::mem::take(&mut self.negatives) {
            let is_dot = |name: &str| name != "sum";
            let exempt: Vec<&str> = self
                .marked
                .iter()
                .filter(|(other, _)| is_dot(other) == is_dot(&name))
                .map(|(_, pair)| pair.as_str())
                .collect();
            let rule = match (name.as_str(), value) {
                ("difference", 1) => "non-consecutive".to_owned(),
                (name, value) => format!("strict-{name} {value}"),
            };
            let colon = if exempt.is_empty() { "" } else { ": " };
            let text = format!("{rule}{colon}{}", exempt.join(" / "));
            self.rule(&format!("{name}:neg"), text);
        }
    }

    /// Adds a condition for all pairs of cells that are these numbers of rows and columns apart, in any direction. If
    /// cells are given, only pairs with one of these cells are used.
    fn apart(
        &mut self,
        what: &str,
        condition: &str,
        offsets: &[(i64, i64)],
        cells: &[String],
    ) -> Result<(), String> {
        self.spend(offsets.len() * 4 * self.size * self.size)?;
        let cells: BTreeSet<&String> = cells.iter().collect();
        let side = 1..=self.size as i64;
        let mut pairs = BTreeSet::new();
        for (row, column) in side.clone().flat_map(|row| side.clone().map(move |column| (row, column))) {
            for &(down, right) in offsets {
                for (down, right) in [(down, right), (down, -right), (right, down), (right, -down)] {
                    let other = (row + down, column + right);
                    let is_listed = |(row, column)| cells.contains(&format!("R{row}C{column}"));
                    let is_pair =
                        side.contains(&other.0) && side.contains(&other.1) && other != (row, column);
                    if is_pair && (cells.is_empty() || is_listed((row, column)) || is_listed(other)) {
                        pairs.insert((other.min((row, column)), other.max((row, column))));
                    }
                }
            }
        }
        let pair = |((a, b), (c, d))| format!("r{a}c{b} r{c}c{d}");
        let pairs: Vec<String> = pairs.into_iter().map(pair).collect();
        if !pairs.is_empty() {
            self.rule(what, format!("pairs {condition}: {}", pairs.join(" / ")));
        }
        Ok(())
    }

    /// Reads the rule that cells some steps apart have different values, for all values or for the values of a list:
    /// `1,2;v1,3;r5c5`.
    fn chess(&mut self, options: &str) -> Result<(), String> {
        let (mut offsets, mut listed, mut cells) = (Vec::new(), Vec::new(), Vec::new());
        for part in options.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            match part.as_bytes()[0] {
                b'v' => listed.extend(values(&part[1..]).ok_or_else(|| quoted(part))?),
                b'r' | b'R' => cells.extend(self.groups(part)?.concat()),
                _ => match values(part).as_deref() {
                    Some(&[down, right]) => offsets.push((i64::from(down), i64::from(right))),
                    _ => return Err(quoted(part)),
                },
            }
        }
        if offsets.is_empty() {
            return Err(quoted(options));
        }
        let conditions: Vec<String> = listed.iter().map(|value| format!("a!={value}")).collect();
        let condition = match &conditions[..] {
            [] => "a!=b".to_owned(),
            conditions => format!("a!=b or ({})", conditions.join(" and ")),
        };
        self.apart("chess", &condition, &offsets, &cells)
    }

    /// The cells of a diagonal, starting at an outer or inner cell.
    fn diagonal(&self, cell: &str, direction: &str) -> Option<Vec<String>> {
        let (row, column) = cell.get(1..)?.split_once(['c', 'C'])?;
        let (mut row, mut column): (i64, i64) = (row.parse().ok()?, column.parse().ok()?);
        let (down, right) = match direction.to_uppercase().as_str() {
            "UR" => (-1, 1),
            "UL" => (-1, -1),
            "DR" => (1, 1),
            "DL" => (1, -1),
            _ => return None,
        };
        let side = 1..=self.size as i64;
        if !side.contains(&row) || !side.contains(&column) {
            (row, column) = (row + down, column + right);
        }
        let mut cells = Vec::new();
        while side.contains(&row) && side.contains(&column) {
            cells.push(format!("R{row}C{column}"));
            (row, column) = (row + down, column + right);
        }
        (!cells.is_empty()).then_some(cells)
    }

    /// Groups of cells separated by semicolons: `r1c1r2c2`, `r1-3c4`, `r1,3c2`, `r1c1d632` (directions of a keypad).
    fn groups(&self, text: &str) -> Result<Vec<Vec<String>>, String> {
        let groups = text.split(';').map(str::trim).filter(|group| !group.is_empty());
        groups
            .map(|group| {
                let cells = Self::group(group).ok_or_else(|| format!("the cells {}", quoted(group)))?;
                self.spend(cells.len())?;
                Ok(cells)
            })
            .collect()
    }

    /// Subtracts cells that a constraint names from the number that constraints may still name.
    fn spend(&self, cells: usize) -> Result<(), String> {
        let left = self.left.get().checked_sub(cells);
        self.left.set(left.ok_or_else(|| format!("more than {MOST_CELLS} cells in all constraints"))?);
        Ok(())
    }

    fn group(text: &str) -> Option<Vec<String>> {
        let text = text.to_lowercase();
        let mut cells: Vec<(i64, i64)> = Vec::new();
        for part in text.strip_prefix('r')?.split('r') {
            let (place, steps) = part.split_once('d').unwrap_or((part, ""));
            let (rows, columns) = place.split_once('c')?;
            let (rows, columns) = (numbers(rows)?, numbers(columns)?);
            if rows.len() * columns.len() > MOST_CELLS {
                return None;
            }
            for row in rows {
                cells.extend(columns.iter().map(|&column| (row, column)));
            }
            for step in steps.bytes() {
                let key = i64::from(step.checked_sub(b'1').filter(|key| *key < 9)?);
                let &(row, column) = cells.last()?;
                cells.push((row + 1 - key / 3, column - 1 + key % 3));
            }
        }
        Some(cells.into_iter().map(|(row, column)| format!("R{row}C{column}")).collect())
    }
}

/// Numbers separated by commas, without signs.
fn values(text: &str) -> Option<Vec<i32>> {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts.map(|part| part.parse::<u16>().ok().map(i32::from)).collect()
}

/// Parses `1`, `1-3` or `1,3`.
fn numbers(text: &str) -> Option<Vec<i64>> {
    let mut numbers = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let number = |text: &str| text.trim().parse::<i64>().ok().filter(|number| (0..=65).contains(number));
        let (first, last) = (number(first)?, number(last)?);
        numbers.extend(first.min(last)..=first.max(last));
    }
    Some(numbers)
}

//! Writes puzzles as documents of f-puzzles.

use arcdoku::grid::{Cell, Digit, DigitSet};
use arcdoku::{Puzzle, Rule, Shape};
use serde_json::{Map, Value, json};

use super::{Document, GridCell, shape};
use crate::error::WriteError;
use crate::import::About;
use crate::spelled::{Spelled, with_single_lists};

/// The document of a puzzle.
pub(crate) fn document(puzzle: &Puzzle, about: &About) -> Result<Document, WriteError> {
    let form = puzzle.shape();
    let size = form.rows();
    if form.columns() != size || form.digits() != size || form.least() != 1 || form.extra() != 0 {
        return Err(WriteError::new(format!("grids of {form}")));
    }
    let mut writer = Writer { puzzle, size, regions: vec![None; form.cells()], keys: Map::new() };
    let spelled = writer.base()?;
    for (rule, spelled) in &spelled {
        writer.rule(rule, spelled)?;
    }
    writer.negatives(&spelled)?;
    if let Some(solution) = &about.solution {
        writer.keys.insert("solution".to_owned(), json!(solution));
    }
    let grid = writer.grid(form);
    let text = |text: &Option<String>| text.clone();
    Ok(Document {
        size,
        title: text(&about.title),
        author: text(&about.author),
        ruleset: text(&about.rules),
        grid,
        keys: writer.keys,
    })
}

struct Writer<'a> {
    puzzle: &'a Puzzle,
    size: usize,
    /// The region of each cell.
    regions: Vec<Option<usize>>,
    keys: Map<String, Value>,
}

fn lacks(rule: &impl std::fmt::Display) -> WriteError {
    WriteError::new(format!("rule '{rule}'"))
}

impl Writer<'_> {
    /// Records rows, columns and regions, and returns the other rules.
    fn base(&mut self) -> Result<Vec<(Rule, Spelled)>, WriteError> {
        let form = self.puzzle.shape();
        let (mut has_rows, mut has_columns) = (false, false);
        let mut others = Vec::new();
        for rule in self.puzzle.rules() {
            match rule {
                Rule::Rows => has_rows = true,
                Rule::Columns => has_columns = true,
                Rule::Boxes => {
                    for (cell, region) in self.regions.iter_mut().enumerate() {
                        *region = form.box_of(Cell::new(cell));
                    }
                }
                Rule::Regions(regions) => {
                    for (region, &number) in self.regions.iter_mut().zip(regions.iter()) {
                        *region = Some(usize::from(number));
                    }
                }
                // In this format a cell has either a clue or marks, and a cell without marks is not restricted.
                Rule::Candidates(_) if self.lacks_candidates() => {
                    return Err(WriteError::new("a cell without a candidate"));
                }
                Rule::Candidates(_) => {}
                rule => {
                    for rule in with_single_lists(rule, form) {
                        let spelled = Spelled::of(&rule, form).ok_or_else(|| lacks(&rule))?;
                        others.push((rule, spelled));
                    }
                }
            }
        }
        if !has_rows || !has_columns {
            return Err(WriteError::new("grids without rows and columns of different digits"));
        }
        Ok(others)
    }

    /// Whether there is a cell without candidates, or a cell whose clue is not one of its candidates.
    fn lacks_candidates(&self) -> bool {
        let mut cells = (0..self.puzzle.shape().cells()).map(Cell::new);
        cells.any(|cell| self.puzzle.admissible(cell).is_empty())
    }

    fn grid(&self, form: Shape) -> Vec<Vec<GridCell>> {
        let usual = shape(self.size);
        let all = DigitSet::all(form.digits());
        let cell = |index: usize| {
            let at = Cell::new(index);
            let region = self.regions[index];
            let is_usual = region == usual.and_then(|usual| usual.box_of(at));
            let mut cell = GridCell {
                region: (!is_usual).then(|| region.map_or(Value::Null, Value::from)),
                ..GridCell::default()
            };
            let set = self.puzzle.admissible(at);
            match self.puzzle.givens()[index] {
                Some(digit) => (cell.value, cell.given) = (Some(digit.get().into()), true),
                None if set != all => {
                    cell.given_pencil_marks = set.iter().map(|digit: Digit| digit.get().into()).collect();
                }
                None => {}
            }
            cell
        };
        (0..self.size)
            .map(|row| (0..self.size).map(|column| cell(row * self.size + column)).collect())
            .collect()
    }

    fn name(&self, cell: usize) -> String {
        format!("R{}C{}", cell / self.size + 1, cell % self.size + 1)
    }

    fn names(&self, cells: &[usize]) -> Vec<String> {
        cells.iter().map(|&cell| self.name(cell)).collect()
    }

    fn push(&mut self, key: &str, item: Value) {
        let list = self.keys.entry(key).or_insert_with(|| json!([]));
        if let Value::Array(list) = list {
            list.push(item);
        }
    }

    fn flag(&mut self, key: &str) {
        self.keys.insert(key.to_owned(), Value::Bool(true));
    }

    fn rule(&mut self, rule: &Rule, spelled: &Spelled) -> Result<(), WriteError> {
        const TOGETHER: &[&str] = &["equal-sums", "clone", "non-consecutive", "strict-ratio", "strict-xv"];
        let lacking = || lacks(rule);
        if spelled.lists.len() > 1 && !TOGETHER.contains(&spelled.name.as_str()) {
            return Err(lacking());
        }
        let number = || spelled.word(0).parse::<u32>().ok();
        let line = match (spelled.name.as_str(), number()) {
            ("thermo", _) => Some("thermometer"),
            ("slow-thermo", _) => Some("slowthermometer"),
            ("palindrome", _) => Some("palindrome"),
            ("renban", _) => Some("renban"),
            ("between", _) => Some("betweenline"),
            ("lockout", Some(4) | None) => Some("lockout"),
            ("entropic", _) => Some("entropicline"),
            ("modular", Some(3) | None) => Some("modularline"),
            ("nabner", _) => Some("nabner"),
            ("double-arrow", _) => Some("doublearrow"),
            ("zipper", _) => Some("zipperline"),
            ("region-sum", _) => Some("regionsumline"),
            _ => None,
        };
        if let Some(key) = line {
            for cells in &spelled.lists {
                let names = self.names(cells);
                self.push(key, json!({"lines": [names]}));
            }
            return Ok(());
        }
        let cells = spelled.cells();
        match spelled.name.as_str() {
            "whisper" => {
                for cells in &spelled.lists {
                    let names = self.names(cells);
                    self.push(
                        "whispers",
                        json!({"lines": [names], "value": number().unwrap_or(5).to_string()}),
                    );
                }
            }
            "equal-sums" => {
                let whole = spelled.lists.concat();
                let parts = whole.chunk_by(|&a, &b| self.regions[a] == self.regions[b]);
                if !parts.eq(spelled.lists.iter().map(Vec::as_slice)) {
                    return Err(lacking());
                }
                let names = self.names(&whole);
                self.push("regionsumline", json!({"lines": [names]}));
            }
            "arrow" => {
                let names = self.names(cells);
                self.push("arrow", json!({"cells": [names[0]], "lines": [names]}));
            }
            "pill-arrow" => {
                let size = number().unwrap_or(2) as usize;
                // A pill is read in the order of the grid.
                let (pill, shaft) = cells.split_at_checked(size).ok_or_else(lacking)?;
                if !pill.is_sorted() {
                    return Err(lacking());
                }
                let lines: Vec<usize> = pill.last().into_iter().chain(shaft).copied().collect();
                let (pill, lines) = (self.names(pill), self.names(&lines));
                self.push("arrow", json!({"cells": pill, "lines": [lines]}));
            }
            "cage" => {
                let names = self.names(cells);
                self.push("killercage", json!({"cells": names, "value": spelled.word(0)}));
            }
            "all-different" => self.different(cells),
            "diagonals" => ["diagonal+", "diagonal-"].into_iter().for_each(|key| self.flag(key)),
            "windoku" => {
                for constraint in rule.constraints(self.puzzle.shape()) {
                    let cells: Vec<usize> = constraint.cells().iter().map(|cell| cell.index()).collect();
                    self.different(&cells);
                }
            }
            "anti-knight" => self.flag("antiknight"),
            "anti-king" => self.flag("antiking"),
            "disjoint-groups" => self.flag("disjointgroups"),
            "white-dot" | "difference" | "black-dot" | "ratio" | "x" | "v" => {
                let (key, value) = match spelled.name.as_str() {
                    "white-dot" => ("difference", None),
                    "difference" => ("difference", number().map(|value| value.to_string())),
                    "black-dot" => ("ratio", None),
                    "ratio" => ("ratio", number().map(|value| value.to_string())),
                    name => ("xv", Some(name.to_uppercase())),
                };
                for (a, b) in spelled.pairs() {
                    let mut item = json!({"cells": self.names(&[a, b])});
                    if let Some(value) = &value {
                        item["value"] = json!(value);
                    }
                    self.push(key, item);
                }
            }
            // In this format all cells with the same mark are one rule, in which neighbors with the mark are not
            // compared.
            "minimum" | "maximum" if self.keys.contains_key(&spelled.name) => return Err(lacking()),
            "minimum" | "maximum" | "odd" | "even" => {
                for cell in spelled.lists.concat() {
                    let name = self.name(cell);
                    self.push(&spelled.name, json!({"cell": name}));
                }
            }
            "sandwich" | "x-sum" | "skyscraper" => {
                let key = match spelled.name.as_str() {
                    "sandwich" => "sandwichsum",
                    "x-sum" => "xsum",
                    _ => "skyscraper",
                };
                let clue = self.outer(cells, self.size).ok_or_else(lacking)?;
                self.push(key, json!({"cell": clue.0, "value": spelled.word(0)}));
            }
            "little-killer" => {
                let (cell, direction) = self.outer(cells, 0).ok_or_else(lacking)?;
                let names = self.names(cells);
                let item =
                    json!({"cell": cell, "cells": names, "direction": direction, "value": spelled.word(0)});
                self.push("littlekillersum", item);
            }
            "quadruple" if cells.len() <= 4 => {
                let values: Option<Vec<i32>> = spelled.words.iter().map(|word| word.parse().ok()).collect();
                let names = self.names(cells);
                self.push("quadruple", json!({"cells": names, "values": values.ok_or_else(lacking)?}));
            }
            "clone" if spelled.lists.len() == 2 => {
                let (cells, clones) = (self.names(&spelled.lists[0]), self.names(&spelled.lists[1]));
                self.push("clone", json!({"cells": cells, "cloneCells": clones}));
            }
            "row-index" | "column-index" | "box-index" => {
                let key = spelled.name.replace("-index", "indexer");
                let names = self.names(cells);
                self.push(&key, json!({"cells": names}));
            }
            // The exempt pairs of these rules are compared with all marks at the end.
            "non-consecutive" | "strict-ratio" | "strict-xv" => {}
            _ => return Err(lacking()),
        }
        Ok(())
    }

    /// Adds cells with different digits: a diagonal, or an extra region.
    fn different(&mut self, cells: &[usize]) {
        let n = self.size;
        let mut sorted = cells.to_vec();
        sorted.sort_unstable();
        if sorted.iter().copied().eq((0..n).map(|i| i * n + i)) {
            self.flag("diagonal-");
        } else if sorted.iter().copied().eq((0..n).map(|i| i * n + n - 1 - i)) {
            self.flag("diagonal+");
        } else {
            let names = self.names(cells);
            self.push("extraregion", json!({"cells": names}));
        }
    }

    /// The cell outside of the grid that precedes a straight line, if the line ends at the edge; for a diagonal, also
    /// its direction. A row or column must have `length` cells, a diagonal at least one.
    fn outer(&self, cells: &[usize], length: usize) -> Option<(String, &'static str)> {
        let n = self.size as isize;
        let place = |cell: usize| (cell as isize / n, cell as isize % n);
        let &first = cells.first()?;
        let (row, column) = place(first);
        let candidates: &[((isize, isize), &'static str)] = if length == 0 {
            &[((1, 1), "DR"), ((1, -1), "DL"), ((-1, 1), "UR"), ((-1, -1), "UL")]
        } else {
            &[((1, 0), ""), ((-1, 0), ""), ((0, 1), ""), ((0, -1), "")]
        };
        for &((down, right), direction) in candidates {
            let before = (row - down, column - right);
            let inside = |(row, column): (isize, isize)| (0..n).contains(&row) && (0..n).contains(&column);
            let mut line = Vec::new();
            let mut at = (row, column);
            while inside(at) {
                line.push((at.0 * n + at.1) as usize);
                at = (at.0 + down, at.1 + right);
            }
            if !inside(before) && line == cells && (length == 0 || line.len() == length) {
                return Some((format!("R{}C{}", before.0 + 1, before.1 + 1), direction));
            }
        }
        None
    }

    /// Adds rules about all pairs except the marked ones. The exempt pairs must be the pairs that the marks exempt in
    /// this format.
    fn negatives(&mut self, rules: &[(Rule, Spelled)]) -> Result<(), WriteError> {
        let marked = |names: &[&str]| {
            let own = rules.iter().filter(|(_, spelled)| names.contains(&spelled.name.as_str()));
            let mut pairs: Vec<(usize, usize)> =
                own.flat_map(|(_, spelled)| spelled.pairs()).map(|(a, b)| (a.min(b), a.max(b))).collect();
            pairs.sort_unstable();
            pairs.dedup();
            pairs
        };
        let dots = marked(&["white-dot", "black-dot", "difference", "ratio"]);
        let letters = marked(&["x", "v"]);
        let mut negative: Vec<&str> = Vec::new();
        for (rule, spelled) in rules {
            let marks = match spelled.name.as_str() {
                "non-consecutive" => {
                    self.flag("nonconsecutive");
                    &dots
                }
                "strict-ratio" => {
                    negative.push("ratio");
                    &dots
                }
                "strict-xv" => {
                    negative.push("xv");
                    &letters
                }
                _ => continue,
            };
            let mut exempt: Vec<(usize, usize)> =
                spelled.pairs().into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
            exempt.sort_unstable();
            exempt.dedup();
            if exempt != *marks {
                return Err(lacks(rule));
            }
        }
        negative.dedup();
        if !negative.is_empty() {
            self.keys.insert("negative".to_owned(), json!(negative));
        }
        Ok(())
    }
}

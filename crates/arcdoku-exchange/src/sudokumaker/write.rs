//! Writes documents of f-puzzles as links of `SudokuMaker`.

use arcdoku::{Puzzle, Rule};
use serde_json::{Value, json};

use crate::codec;
use crate::error::WriteError;
use crate::fpuzzles::{self, Document};
use crate::import::About;

/// The link of a document.
fn link(document: &Document) -> Result<String, WriteError> {
    let size = document.size;
    let cell = |cell: &fpuzzles::GridCell| {
        if cell.given_pencil_marks.is_empty() {
            Ok(json!({"value": cell.value, "given": cell.given}))
        } else {
            Err(WriteError::new("a cell with restricted candidates"))
        }
    };
    let cells = document.grid.iter().flatten().map(cell).collect::<Result<Vec<Value>, _>>()?;
    let mut constraints = vec![json!({"type": 0}), json!({"type": 1, "regions": regions(document)})];
    for (key, value) in document.keys.iter().filter(|(key, _)| *key != "solution") {
        let lacks = || WriteError::new(format!("constraint {key} in this form"));
        // Marked neighbors are exempt in the document, but not in this format.
        let is_exempt = key == "nonconsecutive"
            && ["difference", "ratio"].iter().any(|key| document.keys.contains_key(*key));
        let elements = elements(key, value, size).filter(|_| !is_exempt);
        constraints.extend(elements.ok_or_else(lacks)?);
    }
    let puzzle = json!({
        "name": document.title, "author": document.author, "comment": document.ruleset,
        "spec": {"size": {"width": size, "height": size}, "minDigit": 1, "maxDigit": size},
        "cells": cells, "constraints": constraints,
    });
    let packed = codec::lz(&json!({"puzzle": puzzle}).to_string());
    Ok(format!("https://sudokumaker.app/?puzzle={}", codec::escape(&packed)))
}

/// The region of each cell; -1 for none. Documents leave out the usual boxes.
fn regions(document: &Document) -> Vec<Value> {
    let usual = fpuzzles::shape(document.size);
    let cells = document.grid.iter().flatten().enumerate();
    let region = |(index, cell): (usize, &fpuzzles::GridCell)| match &cell.region {
        Some(Value::Null) => json!(-1),
        Some(region) => region.clone(),
        None => json!(usual.and_then(|usual| usual.box_of(arcdoku::grid::Cell::new(index)))),
    };
    cells.map(region).collect()
}

/// The link of a puzzle. The error names a rule that the format lacks.
pub(crate) fn write(puzzle: &Puzzle, about: &About) -> Result<String, WriteError> {
    let linked = |puzzle: &Puzzle| link(&fpuzzles::document(puzzle, about)?);
    let is_lacking = |rule: &&Rule| {
        let alone = Puzzle::new(puzzle.shape()).try_with_rule((*rule).clone());
        alone.is_ok_and(|alone| linked(&alone).is_err())
    };
    linked(puzzle).map_err(|error| match puzzle.rules().iter().find(is_lacking) {
        Some(rule) => WriteError::new(format!("rule '{rule}'")),
        None => error,
    })
}

/// The elements of a constraint; `None` if there are none for it.
fn elements(key: &str, value: &Value, size: usize) -> Option<Vec<Value>> {
    let each = |element: &dyn Fn(&Value) -> Option<Value>| value.as_array()?.iter().map(element).collect();
    match key {
        "extraregion" => each(&|item| Some(json!({"type": 305, "cells": indexes(&item["cells"], size)?}))),
        "rowindexer" => each(&|item| Some(json!({"type": 600, "cells": indexes(&item["cells"], size)?}))),
        "columnindexer" => each(&|item| Some(json!({"type": 601, "cells": indexes(&item["cells"], size)?}))),
        _ => element(key, value, size).map(|element| vec![element]),
    }
}

/// The number of a cell.
fn index(name: &Value, size: usize) -> Option<usize> {
    let (row, column) = name.as_str()?.strip_prefix('R')?.split_once('C')?;
    let (row, column) = (row.parse::<usize>().ok()?, column.parse::<usize>().ok()?);
    let inside = (1..=size).contains(&row) && (1..=size).contains(&column);
    inside.then(|| (row - 1) * size + column - 1)
}

fn indexes(names: &Value, size: usize) -> Option<Vec<usize>> {
    names.as_array()?.iter().map(|name| index(name, size)).collect()
}

fn element(key: &str, value: &Value, size: usize) -> Option<Value> {
    let cell = |name: &Value| index(name, size);
    let cells = |names: &Value| indexes(names, size);
    let items = || value.as_array().map_or(&[][..], Vec::as_slice).iter();
    let number = |value: &Value| value.as_i64().or_else(|| value.as_str()?.parse().ok());
    let kind = |names: &[&str]| names.iter().position(|name| *name == key);
    if let Some(at) =
        kind(&["diagonal-", "diagonal+", "antiking", "antiknight", "disjointgroups", "nonconsecutive"])
    {
        return Some(json!({"type": 10 + at}));
    }
    if let Some(at) = kind(&["even", "odd", "maximum", "minimum"]) {
        let cells = items().map(|item| cell(&item["cell"])).collect::<Option<Vec<usize>>>()?;
        return Some(json!({"type": 100 + at, "cells": cells}));
    }
    if let Some(at) = kind(&["difference", "ratio", "xv"]) {
        let clue = |item: &Value| {
            let [a, b] = cells(&item["cells"])?.try_into().ok()?;
            let value = match item["value"].as_str() {
                Some("X") => json!(10),
                Some("V") => json!(5),
                _ => json!(number(&item["value"])),
            };
            Some(json!({"edge": edge(a.min(b), a.max(b), size)?, "value": value}))
        };
        return Some(json!({"type": 200 + at, "clues": items().map(clue).collect::<Option<Vec<Value>>>()?}));
    }
    let lines = || {
        let lines = items().flat_map(|item| item["lines"].as_array().into_iter().flatten());
        lines.map(cells).collect::<Option<Vec<Vec<usize>>>>()
    };
    const LINES: &[(&str, i64)] = &[
        ("renban", 400),
        ("palindrome", 402),
        ("betweenline", 403),
        ("regionsumline", 404),
        ("lockout", 407),
        ("doublearrow", 409),
    ];
    if let Some((_, kind)) = LINES.iter().find(|(name, _)| *name == key) {
        return Some(json!({"type": kind, "lines": lines()?}));
    }
    match key {
        "thermometer" | "slowthermometer" => {
            Some(json!({"type": 300, "thermometers": lines()?, "slow": key == "slowthermometer"}))
        }
        "whispers" => {
            let mut least = items().map(|item| number(&item["value"]));
            let first = least.next()?;
            least.all(|value| value == first).then_some(())?;
            Some(json!({"type": 401, "lines": lines()?, "minDifference": first}))
        }
        "killercage" => {
            let cage = |item: &Value| {
                Some(json!({"cells": cells(&item["cells"])?, "value": number(&item["value"])}))
            };
            Some(json!({"type": 301, "cages": items().map(cage).collect::<Option<Vec<Value>>>()?}))
        }
        "arrow" => {
            let arrow = |item: &Value| {
                let arms = item["lines"].as_array()?.iter().map(cells).collect::<Option<Vec<_>>>()?;
                Some(json!({"bulbCells": cells(&item["cells"])?, "arrows": arms}))
            };
            Some(json!({"type": 408, "bulbsWithArrows": items().map(arrow).collect::<Option<Vec<Value>>>()?}))
        }
        _ => None,
    }
}

/// The number of the edge between two cells: for each row, the inner vertical edges come first, then the edges below
/// its cells.
fn edge(first: usize, second: usize, size: usize) -> Option<usize> {
    let (row, column) = (first / size, first % size);
    if second == first + 1 && column + 1 < size {
        Some(2 * size * row + column + 1)
    } else if second == first + size {
        Some(2 * size * row + size + column)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use arcdoku::{Puzzle, Rule, Shape};

    use crate::Format;
    use crate::import::{About, Policy};

    #[test]
    fn puzzles_are_read_again() {
        let shape = Shape::usual(6).unwrap();
        let rules = [
            "cage 7: r1c1 r1c2",
            "thermo: r3c1 r3c2 r3c3",
            "white-dot: r1c5 r1c6",
            "black-dot: r5c6 r6c6",
            "difference 3: r1c1 r2c1",
            "x: r4c4 r4c5",
            "anti-king",
            "odd: r6c1",
            "whisper 3: r2c2 r2c3",
            "renban: r5c1 r5c2 r5c3",
            "arrow: r6c2 r6c3 r6c4",
            "all-different: r1c1 r2c2 r3c3 r4c4 r5c5 r6c6",
            "pill-arrow 2: r4c1 r4c2 r5c2 r6c1 r5c1",
        ];
        let puzzle = rules
            .iter()
            .fold(Puzzle::new(shape), |puzzle, rule| puzzle.with_rule(Rule::parse(rule, shape).unwrap()));
        let about = About { title: Some("Title".into()), author: Some("Author".into()), ..About::default() };
        let link = Format::SudokuMaker.write(&puzzle, &about).unwrap();
        assert_eq!(Format::detect(&link), Some(Format::SudokuMaker));
        let again = Format::SudokuMaker.read(&link, &Policy::default()).unwrap();
        let texts = |puzzle: &Puzzle| {
            let mut texts: Vec<String> = puzzle.rules().iter().map(ToString::to_string).collect();
            texts.sort_unstable();
            texts
        };
        assert_eq!((texts(&again.puzzle), again.about), (texts(&puzzle), about));
        let other =
            puzzle.with_rule(Rule::parse("sandwich 5: r1c1 r1c2 r1c3 r1c4 r1c5 r1c6", shape).unwrap());
        let error = Format::SudokuMaker.write(&other, &About::default()).unwrap_err();
        assert_eq!(error.what, "rule 'sandwich 5: r1c1 r1c2 r1c3 r1c4 r1c5 r1c6'");
    }
}

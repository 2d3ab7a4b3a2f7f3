//! Imports of the puzzles of the data.

use std::collections::BTreeMap;

use arcdoku::grid::Cell;
use arcdoku::{Digit, Puzzle};
use arcdoku_exchange::{Format, Import, ImportError, Policy, Standing};
use serde_json::Value;

use crate::data::{rows, text};

/// The sets of the data, the field with the text, and its format.
const SETS: [(&str, &str, Format); 3] = [
    ("iss.jsonl", "input", Format::Iss),
    ("ctc.jsonl", "iss", Format::Iss),
    ("fpuzzles.jsonl", "fpuzzles", Format::FPuzzles),
];

/// The solution in a row, for the cells that it covers: the cells of the grid, and of groups of variables in the
/// order of the layout.
fn solution(row: &Value, puzzle: &Puzzle, format: Format, input: &str) -> Option<Vec<Option<Digit>>> {
    let shape = puzzle.shape();
    let cells = ["solution_cells", "solution"].iter().find_map(|field| row[*field].as_array())?;
    let mut values: Vec<Option<i32>> =
        cells.iter().map(|cell| cell.as_i64().map(|value| value as i32)).collect();
    if let (Format::Iss, Some(groups)) = (format, row["solution_vars"].as_object()) {
        let tokens = arcdoku_exchange::iss::Tokens::read(input).unwrap();
        for group in &tokens.layout.groups {
            let known = groups.get(&group.prefix).and_then(Value::as_array);
            let value = |i: usize| known.and_then(|values| values[i].as_i64()).map(|value| value as i32);
            values.extend((0..group.count).map(value));
        }
    }
    values.resize(shape.cells(), None);
    Some(values.into_iter().map(|value| shape.digit_of(value?)).collect())
}

fn import(row: &Value, field: &str, format: Format) -> Option<Import> {
    format.read(text(row, field), &Policy::default()).ok()
}

#[test]
fn every_known_solution_obeys_every_rule() {
    for (file, field, format) in SETS {
        let (mut checked, mut wrong) = (0, Vec::new());
        for row in &rows(file) {
            let Some(Import { puzzle, .. }) = import(row, field, format) else { continue };
            let Some(grid) = solution(row, &puzzle, format, text(row, field)) else { continue };
            checked += 1;
            let clues = puzzle.givens().iter().zip(&grid);
            if !clues.into_iter().all(|(given, digit)| given.is_none() || digit.is_none() || given == digit) {
                wrong.push(format!("{}: a clue", text(row, "id")));
            }
            let broken = puzzle.rules().iter().find(|rule| !rule.holds(puzzle.shape(), &grid));
            wrong.extend(broken.map(|rule| format!("{}: {:.200}", text(row, "id"), rule.to_string())));
        }
        println!("{file}: {checked} solutions checked");
        assert_eq!(wrong, Vec::<String>::new(), "{file}");
    }
}

#[test]
fn strings_are_written_and_read_again() {
    for (file, field, format) in SETS {
        let (mut equal, mut kept, mut lacking) = (0, 0, BTreeMap::<String, usize>::new());
        for row in &rows(file) {
            let id = text(row, "id");
            let Some(Import { puzzle, about, .. }) = import(row, field, format) else { continue };
            let written = match Format::Iss.write(&puzzle, &about) {
                Ok(written) => written,
                Err(error) => {
                    *lacking.entry(format!("{:.60}", error.what)).or_default() += 1;
                    continue;
                }
            };
            let again = Format::Iss.read(&written, &Policy::default());
            let again = again.unwrap_or_else(|error| panic!("{id}: {error}: {written:.300}")).puzzle;
            assert_eq!(again.shape(), puzzle.shape(), "{id}");
            // A cell with one candidate is written as a clue, and an even cell as a cell with candidates.
            let mut cells = (0..puzzle.shape().cells()).map(Cell::new);
            assert!(cells.all(|cell| again.admissible(cell).is_subset(puzzle.admissible(cell))), "{id}");
            if again.rules() == puzzle.rules() {
                equal += 1;
            } else {
                kept += 1;
            }
            if let Some(grid) = solution(row, &puzzle, format, text(row, field)) {
                let broken = again.rules().iter().find(|rule| !rule.holds(again.shape(), &grid));
                assert!(broken.is_none(), "{id}: {broken:?}");
            }
        }
        println!(
            "{file} as strings: {equal} come back as they were, {kept} in other words; not written: {lacking:?}"
        );
    }
}

#[test]
fn links_of_f_puzzles_are_written_and_read_again() {
    for (file, field, format) in SETS {
        let (mut equal, mut lacking) = (0, BTreeMap::<String, usize>::new());
        for row in &rows(file) {
            let id = text(row, "id");
            let Some(Import { puzzle, about, .. }) = import(row, field, format) else { continue };
            for target in [Format::FPuzzles, Format::SudokuPad] {
                let link = match target.write(&puzzle, &about) {
                    Ok(link) => link,
                    Err(error) => {
                        *lacking.entry(format!("{:.24}", error.what)).or_default() += 1;
                        continue;
                    }
                };
                assert_eq!(Format::detect(&link), Some(target), "{id}");
                let again = target.read(&link, &Policy::default());
                let again = again.unwrap_or_else(|error| panic!("{id}: {error}")).puzzle;
                assert_eq!(again.givens(), puzzle.givens(), "{id}");
                let texts = |puzzle: &Puzzle| {
                    let mut texts: Vec<String> = puzzle.rules().iter().map(ToString::to_string).collect();
                    texts.sort();
                    texts
                };
                if format == Format::FPuzzles {
                    assert_eq!(texts(&again), texts(&puzzle), "{id}");
                }
                if let Some(grid) = solution(row, &puzzle, format, text(row, field)) {
                    assert!(again.rules().iter().all(|rule| rule.holds(again.shape(), &grid)), "{id}");
                }
                equal += 1;
            }
        }
        println!("{file} as links: {equal} come back; not written: {}", lacking.values().sum::<usize>());
        assert!(format != Format::FPuzzles || lacking.is_empty(), "{lacking:?}");
    }
}

#[test]
fn coverage_of_the_data() {
    for (file, field, format) in SETS {
        let rows = rows(file);
        let mut missing: BTreeMap<String, (usize, String)> = BTreeMap::new();
        let mut supported = 0;
        for row in &rows {
            let id = text(row, "id");
            match format.read(text(row, field), &Policy::default()) {
                Ok(_) => supported += 1,
                Err(ImportError::NotUnderstood(report)) => {
                    let mut kinds: Vec<&str> =
                        report.of(Standing::NotUnderstood).map(|part| part.what.as_str()).collect();
                    kinds.sort_unstable();
                    kinds.dedup();
                    for kind in kinds {
                        let detail =
                            report.of(Standing::NotUnderstood).find(|part| part.what == kind).unwrap();
                        let detail = format!("{id}: {:.160}", detail.detail);
                        missing.entry(kind.to_owned()).or_insert((0, detail)).0 += 1;
                    }
                }
                Err(error) => panic!("{id}: {error}"),
            }
        }
        println!("{file}: {supported} of {} rows are supported", rows.len());
        for (kind, (count, example)) in missing {
            println!("  {kind}: {count} rows, {example}");
        }
    }
}

/// A cell with the number 0 is in no cage, although a cage may have the number 0.
#[test]
fn cells_without_a_cage_in_killer_strings() {
    let mut numbers = vec!["0000"; 81];
    (numbers[0], numbers[1], numbers[9], numbers[10]) = ("2304", "2304", "2561", "2561");
    let text = format!("3x3::k:{}:", numbers.join(":"));
    let imported = Format::Iss.read(&text, &Policy::default()).expect("it is read");
    let rules: Vec<String> = imported.puzzle.rules().iter().map(ToString::to_string).collect();
    assert_eq!(rules[3..], ["cage 9: r1c1 r1c2", "cage 10: r2c1 r2c2"]);
}

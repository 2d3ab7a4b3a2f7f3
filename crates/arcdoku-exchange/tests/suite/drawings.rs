//! Documents with drawings: they open, and are written back unchanged.

use std::fmt::Write as _;

use arcdoku_exchange::{About, Format, Import, Policy, Standing};
use serde_json::{Value, json};

use crate::data::{rows, text};

const SHOWN: Policy = Policy { marks: false, partial: true, guess: false };
const GUESSED: Policy = Policy { guess: true, ..SHOWN };

/// A document of `SudokuPad` with 9 rows and columns, and these keys.
fn drawing(keys: &Value) -> String {
    let row = vec![json!({}); 9];
    let regions: Vec<Value> = (0..9)
        .map(|index| (0..9).map(|i| json!([index / 3 * 3 + i / 3, index % 3 * 3 + i % 3])).collect())
        .collect();
    let mut value = json!({"cells": vec![row; 9], "regions": regions});
    for (key, part) in keys.as_object().unwrap() {
        value[key] = part.clone();
    }
    value.to_string()
}

fn rules(import: &Import) -> Vec<String> {
    let texts = import.puzzle.rules().iter().map(ToString::to_string);
    texts.filter(|rule| !["rows", "columns", "boxes"].contains(&&**rule)).collect()
}

fn details(import: &Import, standing: Standing) -> Vec<&str> {
    import.report.of(standing).map(|part| &*part.detail).collect()
}

fn read(keys: &Value, policy: &Policy) -> Import {
    Format::SudokuPad.read(&drawing(keys), policy).unwrap()
}

fn circle(row: f64, column: f64, fill: &str) -> Value {
    json!({"center": [row, column], "width": 0.8, "height": 0.8, "rounded": true, "backgroundColor": fill})
}

fn line(color: &str, points: &[[f64; 2]]) -> Value {
    json!({"color": color, "thickness": 10, "wayPoints": points})
}

#[test]
fn rules_are_guessed_from_forms_and_words() {
    let label = |row: f64, column: f64, text: &str| json!({"center": [row, column], "width": 0.3, "height": 0.3, "text": text, "fontSize": 20});
    let dot = |row: f64, column: f64, fill: &str| json!({"center": [row, column], "width": 0.3, "height": 0.3, "rounded": true, "backgroundColor": fill});
    for (words, keys, expected) in [
        (
            "Digits along a thermometer increase from the bulb.",
            json!({
                "underlays": [circle(0.5, 0.5, "#cfcfcf")],
                "lines": [line("#CFCFCF", &[[0.5, 0.5], [0.5, 2.5], [1.5, 3.5]])],
            }),
            vec!["thermo: r1c1 r1c2 r1c3 r2c4"],
        ),
        (
            "Digits along an arrow sum to the digit in the circle.",
            json!({
                "underlays": [circle(4.5, 4.5, "#ffffff")],
                "arrows": [{"color": "#000", "thickness": 3, "headLength": 0.3, "wayPoints": [[4.2, 4.5], [2.5, 4.5]]}],
            }),
            vec!["arrow: r5c5 r4c5 r3c5"],
        ),
        (
            "Adjacent digits on green lines differ by at least 5. Purple lines contain consecutive digits in any order.",
            json!({"lines": [line("#67f067", &[[0.5, 0.5], [0.5, 1.5]]), line("#f067f0", &[[2.5, 0.5], [2.5, 2.5]])]}),
            vec!["whisper 5: r1c1 r1c2", "renban: r3c1 r3c2 r3c3"],
        ),
        (
            "Cells separated by a white dot are consecutive; cells separated by a black dot are in a 1:2 ratio.\n\
             Digits separated by an X sum to 10, by a V to 5.",
            json!({"overlays": [
                dot(0.5, 1.0, "#FFFFFF"), dot(1.0, 0.5, "#000000"), label(4.5, 5.0, "X"), label(5.0, 4.5, "V"),
            ]}),
            vec!["white-dot: r1c1 r1c2", "black-dot: r1c1 r2c1", "x: r5c5 r5c6", "v: r5c5 r6c5"],
        ),
        (
            "Digits in a circle must appear in the four surrounding cells.",
            json!({"overlays": [{"center": [3, 3], "width": 0.5, "height": 0.5, "rounded": true, "text": "1 9"}]}),
            vec!["quadruple 1 9: r3c3 r3c4 r4c3 r4c4"],
        ),
        (
            "Digits may not repeat on the marked diagonal. Anti-knight rules apply.",
            json!({"lines": [line("#34BBE6", &[[0.0, 9.0], [9.0, 0.0]])]}),
            vec!["all-different: r9c1 r8c2 r7c3 r6c4 r5c5 r4c6 r3c7 r2c8 r1c9", "anti-knight"],
        ),
        (
            "Sandwich clues give the sum of the digits between the 1 and the 9.",
            json!({"overlays": [label(-0.5, 2.5, "17")]}),
            vec!["sandwich 17: r1c3 r2c3 r3c3 r4c3 r5c3 r6c3 r7c3 r8c3 r9c3"],
        ),
        (
            "Cages: digits cannot repeat in a cage.",
            json!({"cages": [{"cells": [[0, 0], [0, 1]]}]}),
            vec!["all-different: r1c1 r1c2"],
        ),
    ] {
        let mut keys = keys;
        keys["metadata"] = json!({"rules": words});
        let shown = read(&keys, &SHOWN);
        assert_eq!(rules(&shown), Vec::<String>::new(), "{words}");
        assert_eq!(details(&shown, Standing::NotUnderstood), Vec::<&str>::new(), "{words}");
        let mut found = details(&shown, Standing::Guessed);
        found.dedup();
        found.sort_unstable();
        found.dedup();
        let mut sorted = expected.clone();
        sorted.sort_unstable();
        assert_eq!(found, sorted, "{words}");
        assert!(Format::SudokuPad.read(&drawing(&keys), &Policy::default()).is_err(), "{words}");
        let guessed = read(&keys, &GUESSED);
        let mut found = rules(&guessed);
        found.sort_unstable();
        assert_eq!(found, sorted, "{words}");
        assert!(guessed.report.is_complete(), "{words}: {}", guessed.report);
    }
}

#[test]
fn a_drawing_without_its_meaning_is_not_understood() {
    let keys = json!({
        "lines": [line("#ff0000", &[[0.5, 0.5], [0.5, 2.5]])],
        "metadata": {"rules": "Normal sudoku rules apply. Red lines are mysterious!", "title": "T", "author": "A"},
    });
    let import = read(&keys, &GUESSED);
    assert_eq!(
        details(&import, Standing::NotUnderstood),
        ["a drawing whose meaning is in the rules in words", "Red lines are mysterious",]
    );
    let [shape] = &import.drawing.shapes[..] else { panic!("{:?}", import.drawing) };
    assert_eq!((&*shape.color, shape.width, &*shape.path), ("#ff0000", Some(156), "M500 500L2500 500"));
    assert_eq!(import.about.author.as_deref(), Some("A"));
}

#[test]
fn rows_and_columns_for_clues_are_not_part_of_the_grid() {
    let mut cells = vec![vec![json!({}); 5]; 5];
    cells[0][2] = json!({"value": 7});
    cells[1][1] = json!({"value": 4});
    let regions: Vec<Value> = (0..4)
        .map(|index| (0..4).map(|i| json!([1 + index / 2 * 2 + i / 2, 1 + index % 2 * 2 + i % 2])).collect())
        .collect();
    let text = json!({"cells": cells, "regions": regions, "foglight": [[1, 2]]}).to_string();
    let import = Format::SudokuPad.read(&text, &SHOWN).unwrap();
    assert_eq!(
        (import.puzzle.shape().to_string(), import.puzzle.clues()),
        ("4x4 in boxes of 2x2".to_owned(), 1)
    );
    assert_eq!(import.drawing.lit.as_deref(), Some(&[1][..]));
    let clue = import.drawing.shapes[0].text.as_ref().unwrap();
    assert_eq!((&*clue.text, clue.x, clue.y), ("7", 1500, -500));
    assert_eq!(import.drawing.margin, 800);
}

#[test]
fn edits_replace_only_what_has_changed() {
    let document = json!({
        "size": 4, "title": "T", "grid": vec![vec![json!({"c": "#FFFF00"}); 4]; 4],
        "thermometer": [{"lines": [["R1C1", "R1C2"]], "unknown": 1}], "text": [{"cells": ["R1C1"], "value": "x"}],
        "truecandidatesoptions": ["colored"],
    });
    let source = document.to_string();
    let import = Format::FPuzzles.read(&source, &Policy::default()).unwrap();
    let link = |puzzle| Format::FPuzzles.rewrite(&source, puzzle, &About::default()).unwrap();
    let json_of = |link: &str| -> Value {
        let packed = link.split_once("load=").unwrap().1;
        serde_json::from_str(&lz_str_text(packed)).unwrap()
    };
    assert_eq!(json_of(&link(&import.puzzle)), document);
    let rule = arcdoku::Rule::parse("cage 5: r3c3 r3c4", import.puzzle.shape()).unwrap();
    let mut edited = import.puzzle.clone().with_rule(rule);
    edited.set(arcdoku::grid::Cell::new(2), arcdoku::Digit::new(3));
    let mut expected = document;
    expected["killercage"] = json!([{"cells": ["R3C3", "R3C4"], "value": "5"}]);
    expected["grid"][0][2] = json!({"c": "#FFFF00", "value": 3, "given": true});
    assert_eq!(json_of(&link(&edited)), expected);

    let drawn = drawing(&json!({"lines": [line("#f00", &[[0.5, 0.5], [1.5, 1.5]])], "x": {"y": 1}}));
    let import = Format::SudokuPad.read(&drawn, &SHOWN).unwrap();
    let mut edited = import.puzzle.clone();
    edited.set(arcdoku::grid::Cell::new(0), arcdoku::Digit::new(3));
    let link = Format::SudokuPad.rewrite(&drawn, &edited, &About::default()).unwrap();
    let mut expected: Value = serde_json::from_str(&drawn).unwrap();
    expected["cells"][0][0] = json!({"value": 3});
    assert_eq!(content(&link), expected);
}

/// The JSON in a link.
fn content(link: &str) -> Value {
    let packed = ["load=", "/fpuz", "/scl"].iter().find_map(|part| Some(link.split_once(part)?.1)).unwrap();
    serde_json::from_str(&lz_str_text(packed)).unwrap()
}

fn lz_str_text(packed: &str) -> String {
    let mut plain = String::new();
    let mut symbols = packed.chars();
    while let Some(c) = symbols.next() {
        match c {
            '%' => {
                let code: String = symbols.by_ref().take(2).collect();
                plain.push(char::from(u8::from_str_radix(&code, 16).unwrap()));
            }
            c => plain.push(c),
        }
    }
    String::from_utf16(&lz_str::decompress_from_base64(&plain).unwrap()).unwrap()
}

/// A document of `SudokuPad` as setters publish them: the rules of a puzzle of f-puzzles as drawings and words.
fn published(puzzle: &Value) -> Option<Value> {
    let size = puzzle["size"].as_u64()? as usize;
    let cells: Vec<Vec<Value>> = puzzle["grid"]
        .as_array()?
        .iter()
        .map(|row| {
            let cell = |cell: &Value| {
                if cell["given"] == true { json!({"value": cell["value"]}) } else { json!({}) }
            };
            row.as_array().into_iter().flatten().map(cell).collect()
        })
        .collect();
    let place = |name: &Value| -> Option<[f64; 2]> {
        let (row, column) = name.as_str()?.strip_prefix('R')?.split_once('C')?;
        Some([row.parse::<f64>().ok()? - 0.5, column.parse::<f64>().ok()? - 0.5])
    };
    let places = |names: &Value| -> Vec<[f64; 2]> {
        names.as_array().into_iter().flatten().filter_map(place).collect()
    };
    let middle = |names: &Value| {
        let all = places(names);
        let count = all.len().max(1) as f64;
        [all.iter().map(|at| at[0]).sum::<f64>() / count, all.iter().map(|at| at[1]).sum::<f64>() / count]
    };
    let (mut lines, mut arrows, mut overlays, mut cages) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut words = String::from("Normal sudoku rules apply.");
    for (key, value) in puzzle.as_object()? {
        let items = value.as_array().map_or(&[][..], Vec::as_slice);
        if items.is_empty() && value != &Value::Bool(true) || key == "grid" {
            continue;
        }
        let _ = write!(words, "\nThe rule {key} applies.");
        for item in items {
            for names in item["lines"].as_array().into_iter().flatten() {
                let points = places(names);
                if key == "arrow" {
                    arrows.push(
                        json!({"color": "#000000", "thickness": 3, "headLength": 0.3, "wayPoints": points}),
                    );
                } else {
                    lines.push(
                        json!({"color": "#CFCFCF", "thickness": 10, "wayPoints": points, "target": "x"}),
                    );
                }
            }
            if key.ends_with("cage") {
                let pairs: Vec<[f64; 2]> =
                    places(&item["cells"]).iter().map(|at| [at[0] - 0.5, at[1] - 0.5]).collect();
                let pairs: Vec<[u64; 2]> = pairs.iter().map(|at| at.map(|place| place as u64)).collect();
                cages.push(
                    json!({"cells": pairs, "value": item["value"], "unique": true, "outlineC": "#00f"}),
                );
            } else if item["cells"].is_array() {
                overlays.push(json!({
                    "center": middle(&item["cells"]), "width": 0.4, "height": 0.4, "rounded": true,
                    "backgroundColor": "#FFFFFF", "borderColor": "#000000", "text": item["value"], "fontSize": 12,
                }));
            }
        }
    }
    let regions: Vec<Value> = Vec::new();
    Some(json!({
        "id": "test", "cellSize": 50, "cells": cells, "regions": if size == 9 { Value::Null } else { json!(regions) },
        "lines": lines, "arrows": arrows, "overlays": overlays, "underlays": [], "cages": cages,
        "metadata": {"title": "A title", "author": "An author", "rules": words, "extra": {"a": [1, null, "z"]}},
        "settings": {"dark": false}, "other": 1.5,
    }))
}

/// Opens a document with everything that it has, and checks that it is written back unchanged.
fn round_trip(name: &str, format: Format, document: &str) -> bool {
    let import = format.read(document, &SHOWN).unwrap_or_else(|error| panic!("{name}: {error}"));
    let expected: Value = match document.strip_prefix('{') {
        Some(_) => serde_json::from_str(document).unwrap(),
        None => content(&format!("load={document}")),
    };
    for puzzle in [&import.puzzle, &format.read(document, &GUESSED).unwrap().puzzle] {
        let link = Format::SudokuPad.rewrite(document, puzzle, &import.about).unwrap();
        assert_eq!(content(&link), expected, "{name}");
        assert_eq!(Format::detect(&link), Some(Format::SudokuPad));
        let again = Format::SudokuPad.read(&link, &SHOWN).unwrap();
        assert_eq!((again.puzzle, again.report), (import.puzzle.clone(), import.report.clone()), "{name}");
    }
    import.report.is_complete()
}

#[test]
fn two_hundred_published_puzzles_open_and_come_back_unchanged() {
    let (mut ruled, mut drawn) = (0, 0);
    let mut count = |is_complete: bool| *(if is_complete { &mut ruled } else { &mut drawn }) += 1;
    let data = rows("fpuzzles.jsonl");
    for row in &data {
        let name = text(row, "id");
        count(round_trip(name, Format::FPuzzles, text(row, "fpuzzles")));
        let document = published(&row["decoded"]).unwrap().to_string();
        count(round_trip(name, Format::SudokuPad, &document));
    }
    // Puzzles of another program, with their rules drawn.
    for (file, field) in [("ctc.jsonl", "iss"), ("iss.jsonl", "input")] {
        let documents = rows(file).into_iter().filter_map(|row| {
            let import = Format::Iss.read(text(&row, field), &Policy::default()).ok()?;
            let json = arcdoku_exchange::fpuzzles::write(&import.puzzle, &import.about).ok()?;
            let document = published(&serde_json::from_str(&json).ok()?)?;
            Some((text(&row, "id").to_owned(), document.to_string()))
        });
        for (name, document) in documents.take(15) {
            count(round_trip(&name, Format::SudokuPad, &document));
        }
    }
    println!("{} puzzles: {ruled} with rules, {drawn} as drawings", ruled + drawn);
    assert!(data.is_empty() || ruled + drawn >= 200);
}

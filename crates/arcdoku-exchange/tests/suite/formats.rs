//! Formats other than strings and f-puzzles.

use crate::fuzz::base64;
use arcdoku::{Puzzle, Rule, Shape};
use arcdoku_exchange::{About, Entered, Format, Import, ImportError, Kind, Policy, Standing};

fn read(format: Format, text: &str) -> Import {
    format.read(text, &Policy::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn rules(import: &Import) -> Vec<String> {
    import.puzzle.rules().iter().skip(3).map(ToString::to_string).collect()
}

#[test]
fn sudokupad_classics_and_drawings() {
    // One character is a digit and up to five empty cells after it: 5, 3, 77 empty cells, 2, one more. Diagonals and
    // a title.
    let classic = format!("https://sudokupad.app/scf5r{}C*xtA **star**", "o".repeat(12));
    let import = read(Format::SudokuPad, &classic);
    assert_eq!((import.puzzle.clues(), rules(&import)), (3, vec!["diagonals".to_owned()]));
    assert_eq!(import.about.title.as_deref(), Some("A *star*"));

    let drawing = "{ce:[[{v:1},,,],[,,,],[,,,],[,,,{v:4}]],re:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],\
        [[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],ca:[{v:'title: Four'},{ce:[[0,1],[0,2]],sum:5,unique:t}]}";
    let packed = lz_str::compress_to_base64(drawing);
    for link in
        [format!("https://sudokupad.app/scl{packed}"), format!("https://sudokupad.app/sudoku/ctc{packed}")]
    {
        assert_eq!(Format::detect(&link), Some(Format::SudokuPad));
        let import = read(Format::SudokuPad, &link);
        assert_eq!((import.puzzle.clues(), rules(&import)), (2, vec!["cage 5: r1c2 r1c3".to_owned()]));
        assert_eq!(import.about.title.as_deref(), Some("Four"));
    }
    // The meaning of lines is only in words.
    let lines = drawing.replace("ca:[", "l:[{wp:[[0.5,0.5],[1.5,0.5]],c:#0}],ca:[");
    let link = format!("scl{}", lz_str::compress_to_base64(&lines));
    let Err(ImportError::NotUnderstood(report)) = Format::SudokuPad.read(&link, &Policy::default()) else {
        panic!("a line is a rule in words");
    };
    assert_eq!(report.of(Standing::NotUnderstood).count(), 1);
    let partial = Policy { partial: true, ..Policy::default() };
    assert!(Format::SudokuPad.read(&link, &partial).is_ok());
    assert!(Format::SudokuPad.read("https://sudokupad.app/abc123", &Policy::default()).is_err());
}

#[test]
fn sudokumaker_elements() {
    let cells = "{},".repeat(15) + "{\"given\":true,\"value\":3}";
    let json = format!(
        "{{\"formatVersion\":\"1.5.0\",\"puzzle\":{{\"size\":4,\"name\":\"Small\",\"cells\":[{cells}],\"constraints\":[{{\"type\":0}},\
         {{\"type\":1,\"regions\":[0,0,1,1,0,0,1,1,2,2,3,3,2,2,3,3]}},{{\"type\":300,\"thermometers\":[[0,1,2]]}},\
         {{\"type\":202,\"clues\":[{{\"value\":5,\"edge\":1}},{{\"value\":5,\"edge\":4}}]}}]}}}}"
    );
    let packed = lz_str::compress_to_encoded_uri_component(json.as_str());
    let import = read(Format::SudokuMaker, &format!("https://sudokumaker.app/?puzzle={packed}"));
    assert_eq!((import.puzzle.clues(), import.about.title.as_deref()), (1, Some("Small")));
    assert_eq!(rules(&import), ["thermo: r1c1 r1c2 r1c3", "v: r1c1 r1c2", "v: r1c1 r2c1"]);
}

#[test]
fn penpa_grids() {
    // With the margins, a row has ten columns. The cell in row 1 and column 2 has the number 2 * 10 + 3.
    let lines = [
        "square,6,6,38,0,1,1,380,380,40,40,0,0,0,0,Title: Six,Author: A,,",
        "[0,0,0,0]",
        "[]",
        "{zN:{\"23\":[\"5\",1,\"1\"]},z6:[[22,32]],z1:{\"488\":[\"7\",1]}}",
    ];
    let bytes = miniz_oxide::deflate::compress_to_vec(lines.join("\n").as_bytes(), 6);
    let link = format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={}", base64(&bytes));
    assert_eq!(Format::detect(&link), Some(Format::Penpa));
    let import = read(Format::Penpa, &link);
    assert_eq!((import.puzzle.clues(), import.about.title.as_deref()), (1, Some("Six")));
    assert_eq!(rules(&import), ["cage 7: r1c1 r2c1"]);
}

#[test]
fn sudokuwiki_ipuz_and_rangsk() {
    let link = format!("https://www.sudokuwiki.org/sudoku.htm?bd=53{}", "0".repeat(79));
    assert_eq!(Format::detect(&link), Some(Format::SudokuWiki));
    assert_eq!(read(Format::SudokuWiki, &link).puzzle.clues(), 2);
    let packed = format!("X9B05{}", "00".repeat(80));
    assert_eq!(rules(&read(Format::SudokuWiki, &packed)), ["diagonals"]);

    let ipuz = r#"{"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku#1"], "charset": "1234",
        "puzzle": [[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, "4"]],
        "cages": [{"cells": [[2, 1], [3, 1]], "value": 5}]}"#;
    let import = read(Format::Ipuz, ipuz);
    assert_eq!((import.puzzle.clues(), rules(&import)), (2, vec!["cage 5: r1c2 r1c3".to_owned()]));

    let options = "-b 9 -c killer:10;r1c1r1c2 -c king -c 'thermo:r1c1d63' -c difference:neg1;2r5c5r5c6";
    let import = read(Format::Rangsk, options);
    let mut found = rules(&import);
    found.sort();
    let expected = [
        "anti-king",
        "cage 10: r1c1 r1c2",
        "difference 2: r5c5 r5c6",
        "non-consecutive: r5c5 r5c6",
        "thermo: r1c1 r1c2 r2c3",
    ];
    assert_eq!(found, expected);
    assert!(Format::Rangsk.read("-c chess:v1,2", &Policy::default()).is_err());
}

#[test]
fn every_constraint_of_rangsk_is_read() {
    let size4 = |constraint: &str| {
        let import = read(Format::Rangsk, &format!("SudokuSolverConsole -b 4 -c {constraint}"));
        rules(&import)
    };
    for (constraint, rule) in [
        ("taxi:2", "taxicab 2"),
        ("dnc", "anti-diagonal-consecutive"),
        ("knightmare", "knightmare"),
        ("mskiller:4,5;r1c12", "cage-sums 4 5: r1c1 r1c2"),
        ("disjointoffset:2", "all-different: r1c2 r1c4 r3c2 r3c4"),
        ("difference:neg2;1r1c1r1c2", "white-dot: r1c1 r1c2"),
        ("sum:neg3;4r1c1r1c2", "pair-sum 4: r1c1 r1c2"),
        ("skyscraper:3r0c1", "skyscraper 3: r1c1 r2c1 r3c1 r4c1"),
    ] {
        let constraint = constraint.replace("r1c12", "r1c1r1c2");
        let found = size4(&constraint);
        assert_eq!(found.first().map(String::as_str), Some(rule), "{found:?}");
    }
    assert_eq!(size4("difference:neg2;1r1c1r1c2")[1], "strict-difference 2: r1c1 r1c2");
    assert_eq!(size4("sum:neg3;4r1c1r1c2")[1], "strict-sum 3: r1c1 r1c2");
    assert_eq!(size4("ratio:neg3")[0], "strict-ratio 3");
    let knights = size4("knightmare:4,6")[0].clone();
    assert!(knights.starts_with("pairs a+b!=4 and a+b!=6: r1c1 r2c3 / r1c1 r3c2 / "), "{knights}");
    assert_eq!(knights.matches('/').count(), 23);
    // A camel's move for two values, from a single cell.
    let camels = size4("chess:1,3;v1,2;r1c1")[0].clone();
    assert_eq!(camels, "pairs a!=b or (a!=1 and a!=2): r1c1 r2c4 / r1c1 r4c2");
}

/// Each part is enforced or named, never left out.
#[test]
fn parts_that_are_not_understood_are_named() {
    let cells = |size: usize| format!("{:?}", vec![vec!["{}"; size]; size]).replace('"', "");
    let puzzle = |keys: &str| format!(r#"{{"size": 4, "grid": {}, {keys}}}"#, cells(4));
    let drawing = |keys: &str| format!(r#"scl{{"cells": {}, {keys}}}"#, cells(4));
    for (format, text, what) in [
        (
            Format::FPuzzles,
            puzzle(r#""killercage": [{"cells": ["R1C1", "R1C2"], "value": "<4"}]"#),
            "killercage",
        ),
        (Format::FPuzzles, puzzle(r#""quadruple": [{"cells": ["R1C1"], "values": ["A"]}]"#), "quadruple"),
        (Format::SudokuPad, drawing(r#""regions": [[[0, 0], [9, 9]]]"#), "region"),
        (
            Format::SudokuWiki,
            format!("https://www.sudokuwiki.org/killersudoku.htm?bd={}", "0".repeat(81)),
            "page",
        ),
        (Format::Iss, ".Cage~10~R1C1~R1C2.Cube~1".to_owned(), "Cube"),
        (Format::Rangsk, "-c skyscraper:3;r0c1".to_owned(), "skyscraper"),
        (Format::Rangsk, "-c cube:1".to_owned(), "cube"),
    ] {
        let Err(ImportError::NotUnderstood(report)) = format.read(&text, &Policy::default()) else {
            panic!("{text} is understood");
        };
        let parts: Vec<&str> = report.of(Standing::NotUnderstood).map(|part| part.what.as_str()).collect();
        assert_eq!(parts, [what], "{text}");
        let partial = Policy { partial: true, ..Policy::default() };
        assert!(format.read(&text, &partial).is_ok(), "{text}");
    }
    let fog = read(Format::SudokuPad, &drawing(r#""foglight": [[0, 0]]"#));
    assert_eq!(fog.report.of(Standing::Decoration).count(), 1);
    let root = puzzle(r#""cage": [{"cells": ["R1C1", "R1C2"], "value": "DR5"}]"#);
    assert_eq!(rules(&read(Format::FPuzzles, &root)), ["digital-root-cage 5: r1c1 r1c2"]);
}

/// Clues outside of the grid whose value cannot be read are not decoration, because the puzzle is different without
/// them.
#[test]
fn unreadable_values_are_not_understood() {
    let row = "[{}, {}, {}, {}]";
    let report = |keys: &str| {
        let text = format!(r#"{{"size": 4, "grid": [{row}, {row}, {row}, {row}], {keys}}}"#);
        match Format::FPuzzles.read(&text, &Policy::default()) {
            Ok(import) => import.report,
            Err(ImportError::NotUnderstood(report)) => *report,
            Err(error) => panic!("{text}: {error}"),
        }
    };
    for key in ["sandwichsum", "xsum", "skyscraper", "littlekillersum"] {
        let clue = |value: &str| {
            let place = r#""cell": "R0C1", "cells": ["R1C2", "R2C3"], "direction": "DR""#;
            report(&format!(r#""{key}": [{{{place}, "value": {value}}}]"#))
        };
        for value in ["\"?\"", "\"5+\"", "3.5", "-1", "true", "[5]", "{}", "\"99999999999\""] {
            let parts = clue(value).parts;
            let [part] = &parts[..] else { panic!("{key} {value}: {parts:?}") };
            assert_eq!((&*part.what, part.standing), (key, Standing::NotUnderstood), "{value}");
        }
        for value in ["\"\"", "null"] {
            assert_eq!(clue(value).of(Standing::Decoration).count(), 1, "{key} {value}");
        }
    }
    for keys in [
        r#""negative": "xv""#,
        r#""negative": [5]"#,
        r#""whispers": [{"cells": ["R1C1", "R1C2"]}]"#,
        r#""regionsumline": [{"cell": "R1C1"}]"#,
        r#""killercage": [{"cells": ["R1C1"], "value": {}}]"#,
        r#""difference": [{"cells": ["R1C1", "R1C2"], "value": "?"}]"#,
    ] {
        assert!(!report(keys).is_complete(), "{keys}");
    }
    let cells = |cell: &str| {
        let text = format!(r#"{{"size": 2, "grid": [[{cell}, {{}}], [{{}}, {{}}]]}}"#);
        Format::FPuzzles.read(&text, &Policy::default())
    };
    for cell in [r#"{"givenPencilMarks": ["x"]}"#, r#"{"parity": "Prime"}"#, r#"{"parity": 2}"#] {
        assert!(matches!(cells(cell), Err(ImportError::NotUnderstood(_))), "{cell}");
    }
    let even = cells(r#"{"parity": "Even"}"#).unwrap().puzzle;
    assert_eq!(even.rules().last().map(ToString::to_string).as_deref(), Some("even: r1c1"));
}

/// The parity of cells, as in "Orbit", is preserved by the formats that have it, and named by the writers of the
/// others.
#[test]
fn parities_are_written_or_named() {
    let rules = ["odd: r1c1", "even: r2c2 r3c3"].map(|text| text.parse::<Rule>().unwrap());
    let puzzle = Puzzle::new(Shape::CLASSIC).try_with_rules(rules).unwrap();
    for format in Format::ALL {
        match format.write(&puzzle, &About::default()) {
            Ok(text) => {
                let again = read(*format, &text).puzzle;
                for cell in [0, 10, 20] {
                    let grid = |value: u8| {
                        let mut grid = vec![None; 81];
                        grid[cell] = arcdoku::Digit::new(value);
                        grid
                    };
                    let is_odd = cell == 0;
                    for value in 1..=9 {
                        let holds = again.rules().iter().all(|rule| rule.holds(again.shape(), &grid(value)));
                        let is_candidate = again
                            .admissible(arcdoku::Cell::new(cell))
                            .contains(arcdoku::Digit::new(value).unwrap());
                        assert_eq!(
                            holds && is_candidate,
                            (value % 2 == 1) == is_odd,
                            "{text} {cell} {value}"
                        );
                    }
                }
            }
            Err(error) if format.is_written() => assert!(error.what.contains("odd: r1c1"), "{error}"),
            Err(_) => {}
        }
    }
}

#[test]
fn box_indexers_support_irregular_regions() {
    let row = |regions: [u8; 4]| {
        let cells: Vec<String> = regions.iter().map(|region| format!(r#"{{"region": {region}}}"#)).collect();
        format!("[{}]", cells.join(","))
    };
    let grid: Vec<String> = [[0, 0, 0, 1], [0, 1, 1, 2], [2, 2, 1, 3], [3, 2, 3, 3]].map(row).into();
    let grid = grid.join(",");
    let json = format!(r#"{{"size": 4, "grid": [{grid}], "boxindexer": [{{"cells": ["R1C2"]}}]}}"#);
    let import = read(Format::FPuzzles, &json);
    let found: Vec<String> = import.puzzle.rules().iter().map(ToString::to_string).collect();
    let expected =
        ["pairs a!=1 or b=2: r1c2 r1c1", "pairs a!=3 or b=2: r1c2 r1c3", "pairs a!=4 or b=2: r1c2 r2c1"];
    assert_eq!(found[found.len() - 3..], expected);
}

#[test]
fn entered_digits_are_clues_only_by_policy() {
    let json = r#"{"size": 2, "grid": [[{"value": 1}, {}], [{}, {"value": 1, "given": true}]]}"#;
    assert_eq!(read(Format::FPuzzles, json).puzzle.clues(), 1);
    let marks = Policy { marks: true, ..Policy::default() };
    assert_eq!(Format::FPuzzles.read(json, &marks).unwrap().puzzle.clues(), 2);
}

#[test]
fn entries_of_a_player_are_separate_from_the_puzzle() {
    let value = |value: i32| Entered { value: Some(value), ..Entered::default() };
    let center = |center: &[i32]| Entered { center: center.to_vec(), ..Entered::default() };
    let row = r#"[{"value": "2"}, {"value": 1, "given": true}, {"value": ""}, {}]"#;
    let marks = r#"[{"centerPencilMarks": [3, 4], "cornerPencilMarks": [1]}, {}, {}, {}]"#;
    let json = format!(
        r#"{{"size": 4, "grid": [{row}, {marks}, [{{}}, {{}}, {{}}, {{}}], [{{}}, {{}}, {{}}, {{}}]]}}"#
    );
    let both = Entered { corner: vec![1], ..center(&[3, 4]) };
    assert_eq!(read(Format::FPuzzles, &json).entered, [(0, value(2)), (4, both.clone())]);

    let cells = "[[{}, {\"centremarks\": [3, \"4\"], \"pencilMarks\": \"1\", \"color\": \"red\"}], [{}, {}]]";
    let drawing = read(Format::SudokuPad, &format!("{{\"cells\": {cells}}}"));
    assert_eq!(drawing.entered, [(1, both)]);
    assert_eq!(drawing.report.to_string(), "decoration: centremarks, pencilMarks, color");

    // Two characters of base 36 or 32 per cell, or nine digits.
    for (board, clues) in [
        (format!("S9B05ep0c5y{}", "ep".repeat(77)), 1),
        (format!("01vu08hg{}", "vu".repeat(77)), 0),
        (format!("{}{}{}{}", "123456789".repeat(2), "003000000", "003000780", "123456789".repeat(77)), 0),
    ] {
        let import = read(Format::SudokuWiki, &format!("https://www.sudokuwiki.org/sudoku.htm?bd={board}"));
        assert_eq!(import.puzzle.clues(), clues, "{board}");
        assert_eq!(import.entered.first(), Some(&(2, value(3))), "{board}");
    }
    // Pages of other kinds of puzzles, and one page that shows classics.
    let digits = format!("53{}", "0".repeat(79));
    for (page, board, is_read) in [
        ("Daily_Sudoku.htm", digits.clone(), true),
        ("Jigsaw.htm", digits.clone(), false),
        ("killersudoku.asp", format!("S9B{}", "01".repeat(81)), false),
        ("sudokux.htm", format!("X9B{}", "00".repeat(81)), true),
    ] {
        let link = format!("https://www.sudokuwiki.org/{page}?bd={board}");
        assert_eq!(Format::SudokuWiki.read(&link, &Policy::default()).is_ok(), is_read, "{link}");
    }
    for board in ["zz".repeat(81), format!("S9B{}", "zz".repeat(81)), "x".repeat(729)] {
        let link = format!("https://www.sudokuwiki.org/sudoku.htm?bd={board}");
        assert!(Format::SudokuWiki.read(&link, &Policy::default()).is_err(), "{board}");
    }
}

#[test]
fn cages_of_drawings() {
    let cells = "[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]]";
    let read_cages = |cages: &str| {
        let text = format!("{{\"cells\": {cells}, \"cages\": [{cages}]}}");
        Format::SudokuPad.read(&text, &Policy::default()).map(|import| {
            let rules = import.puzzle.rules().iter().skip(3);
            rules.map(ToString::to_string).collect::<Vec<_>>()
        })
    };
    for (cage, rule) in [
        ("\"value\": 5", "cage 5: r1c1 r1c2"),
        ("\"value\": \"5\", \"sum\": null", "cage 5: r1c1 r1c2"),
        ("\"sum\": 5, \"unique\": true", "cage 5: r1c1 r1c2"),
        ("\"sum\": 5, \"unique\": false", "sum 5: r1c1 r1c2"),
        ("\"unique\": true", "all-different: r1c1 r1c2"),
    ] {
        let rules = read_cages(&format!("{{\"cells\": [[0, 0], [0, 1]], {cage}}}")).unwrap();
        assert_eq!(rules.len(), 1, "{cage}: {rules:?}");
        assert!(rules[0].contains(rule.rsplit(' ').next().unwrap()), "{cage}: {rules:?}");
        assert!(rule.starts_with("sum") || rules[0] == rule, "{cage}: {rules:?}");
    }
    // A repeated row and box, and names of cells.
    assert_eq!(read_cages("{\"cells\": [[0, 3], [0, 0], [0, 1], [0, 2]], \"unique\": true}"), Ok(Vec::new()));
    assert_eq!(read_cages("{\"cells\": \"r1c1r1c2r2c1r2c2\"}"), Ok(Vec::new()));
    assert_eq!(read_cages("{\"cells\": \"r1c1, R1C2\", \"value\": 3}").unwrap(), ["cage 3: r1c1 r1c2"]);
    let Err(ImportError::NotUnderstood(report)) = read_cages("{\"cells\": [[0, 0], [0, 1]], \"value\": 99}")
    else {
        panic!("two cells have no such sum");
    };
    let part = report.of(Standing::NotUnderstood).next().unwrap();
    let (found, expected) = part.misfit.as_ref().unwrap();
    assert!(found.contains("99") && !expected.is_empty() && part.detail.contains(found.as_str()), "{part:?}");
    let Err(ImportError::NotUnderstood(report)) = read_cages("{\"cells\": [[0, 0], [0, 1]]}") else {
        panic!("an outline may be a rule");
    };
    assert!(
        report.of(Standing::NotUnderstood).all(|part| part.kind == Kind::Outline && part.misfit.is_none())
    );
    for cage in ["", ", \"value\": \">3\"", ", \"value\": \">3\", \"unique\": true"] {
        assert!(read_cages(&format!("{{\"cells\": [[0, 0], [0, 1]]{cage}}}")).is_err(), "{cage}");
    }
    for cells in ["[[0, 4]]", "\"r1c1r0c1\"", "\"r1\"", "\"A1\""] {
        assert!(read_cages(&format!("{{\"cells\": {cells}, \"value\": 3}}")).is_err(), "{cells}");
    }
}

#[test]
fn drawings_without_regions_have_the_usual_boxes() {
    let row = "[{\"value\": 0}, {\"value\": \".\", \"pencilMarks\": [1]}, null, {\"value\": \"4\"}]";
    let shape = |regions: &str| {
        let text = format!(
            "{{\"cells\": [{row}, [{{}},{{}},{{}},{{}}], {row}, {row}]{regions}, \"d\": 1, \"x\": false}}"
        );
        let import = read(Format::SudokuPad, &text);
        assert_eq!((import.puzzle.clues(), import.entered.len()), (3, 3));
        import.puzzle.shape()
    };
    let boxes = "[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],\"r3c1r3c2r4c1r4c2\",[[2,2],[2,3],[3,2],[3,3]],[]";
    for regions in ["", ", \"regions\": null", &format!(", \"regions\": [{boxes}]")] {
        assert_eq!(Some(shape(regions)), Shape::usual(4), "{regions}");
    }
    assert_eq!(Some(shape(", \"regions\": []")), Shape::latin(4));
}

#[test]
fn even_regions_are_one_rule() {
    let grid = |regions: [&str; 4]| {
        let row = |row: &str| {
            let cell =
                |c: char| if c == '-' { "{\"region\": null}".into() } else { format!("{{\"region\": {c}}}") };
            format!("[{}]", row.chars().map(cell).collect::<Vec<_>>().join(","))
        };
        let rows = regions.map(row).join(",");
        let import =
            Format::FPuzzles.read(&format!("{{\"size\": 4, \"grid\": [{rows}]}}"), &Policy::default());
        import.map(|import| import.puzzle.rules()[2..].iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    assert_eq!(grid(["7755", "7755", "3311", "3311"]).unwrap(), ["boxes"]);
    assert_eq!(grid(["0001", "0211", "2213", "2333"]).unwrap(), ["regions 1112132233243444"]);
    let uneven = grid(["-011", "0011", "2233", "2233"]).unwrap();
    assert_eq!(uneven[0], "all-different: r1c2 r2c1 r2c2");
    assert_eq!(uneven.len(), 4);
    assert!(grid(["0001", "0011", "2233", "2233"]).is_err());
}

#[test]
fn texts_are_recognized() {
    let four = "[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]]";
    let packed = lz_str::compress_to_base64(format!("{{\"size\":4,\"grid\":{four}}}").as_str());
    for (text, format) in [
        (format!("{{\"size\": 4, \"grid\" : {four}}}"), Some(Format::FPuzzles)),
        (format!("{{\"cells\": {four}}}"), Some(Format::SudokuPad)),
        (format!("{{cs:50,ce:{four}}}"), Some(Format::SudokuPad)),
        ("{\"version\": \"http://ipuz.org/v2\", \"kind\": [], \"puzzle\": []}".into(), Some(Format::Ipuz)),
        (packed.clone(), Some(Format::FPuzzles)),
        (format!("fpuz{packed}"), Some(Format::SudokuPad)),
        (format!("scl{packed}"), Some(Format::SudokuPad)),
        ("{\"puzzle\": \"1...\", \"grid\": []}".into(), None),
        (format!("{{\"title\": \"puzzle\", \"size\": 4, \"grid\": {four}}}"), Some(Format::FPuzzles)),
        ("{\"grid\": 1}".into(), None),
        ("scl".into(), None),
        ("sclerosis".into(), None),
        ("https://example.org/".into(), None),
    ] {
        assert_eq!(Format::detect(&text), format, "{text}");
        if let Some(format) = format.filter(|format| *format != Format::Ipuz) {
            assert!(format.read(&text, &Policy::default()).is_ok(), "{text}");
        }
    }
    for link in [
        format!("https://sudokupad.app/?load=fpuz{packed}"),
        format!("https://sudokupad.app/?puzzleid=FPUZ{packed}&x=1"),
        format!("HTTPS://app.crackingthecryptic.com/sudoku/?fpuzzles{packed}"),
        format!("https://f-puzzles.com?load={packed}"),
    ] {
        let import = Format::detect(&link).map(|format| format.read(&link, &Policy::default()));
        assert!(import.is_some_and(|import| import.is_ok()), "{link}");
    }
    let id = |format: Format, link: &str| format.read(link, &Policy::default()).err();
    let elsewhere = |id: &str| Some(ImportError::Elsewhere(id.into()));
    assert_eq!(id(Format::SudokuPad, "https://sudokupad.app/sudoku/abc"), elsewhere("abc"));
    assert_eq!(id(Format::FPuzzles, "https://f-puzzles.com/?id=abc"), elsewhere("abc"));
    assert_eq!(id(Format::SudokuWiki, "https://www.sudokuwiki.org/sudoku.htm"), elsewhere("sudoku.htm"));
    // A payload of more than 32,768 characters.
    let long = (0..40_000).map(|i| char::from(b'a' + (i * i % 23) as u8)).collect::<String>();
    let packed =
        lz_str::compress_to_base64(format!("{{\"size\":4,\"grid\":{four},\"title\":\"{long}\"}}").as_str());
    assert_eq!(read(Format::FPuzzles, &packed).about.title, Some(long));
    assert!(Format::FPuzzles.read(&"A".repeat(40_000), &Policy::default()).is_err());
}

#[test]
fn no_text_causes_a_panic() {
    let pieces = [
        "", "{", "[]", "{}", "N4Ig", "scl", "scf", "fpuz", "bd=1", "p=AAAA", ".Cage", ".~R1C1_", "-c",
        "-g 12", "é", "%%%",
    ];
    for format in Format::ALL {
        for a in pieces {
            for b in pieces {
                for text in [format!("{a}{b}"), format!("https://x.app/?load={a}{b}&puzzle={b}")] {
                    if let Err(error) = format.read(&text, &Policy::default()) {
                        is_message(&error.to_string(), &text);
                    }
                }
            }
        }
    }
}

/// Messages are one line with a place, what was found and what was expected, and without an unfilled placeholder.
fn is_message(message: &str, text: &str) {
    let (place, words) = message.split_once(": found ").unwrap_or_else(|| panic!("{text}: {message}"));
    let numbers: Vec<Option<usize>> = place.split(':').map(|number| number.parse().ok()).collect();
    assert!(matches!(numbers[..], [Some(1..), Some(1..)]), "{text}: {message}");
    assert!(words.contains(", expected "), "{text}: {message}");
    assert!(message.lines().count() == 1 && message.chars().count() < 500, "{text}: {message}");
    let holes = ["{}", "{0}", "{n}", "{p}", "{:?}", "undefined", "None", "Some("];
    assert!(!holes.iter().any(|hole| message.contains(hole) && !text.contains(hole)), "{text}: {message}");
}

#[test]
fn messages_are_complete() {
    let json = |keys: &str| {
        format!(
            r#"{{"size": 4, "grid": [[{{}},{{}},{{}},{{}}],[{{}},{{}},{{}},{{}}],[{{}},{{}},{{}},{{}}],[{{}},{{}},{{}},{{}}]]{keys}}}"#
        )
    };
    for (format, text) in [
        (Format::FPuzzles, "https://www.f-puzzles.com/?load=N4Ig".to_owned()),
        (Format::FPuzzles, "https://www.f-puzzles.com/?id=abc".to_owned()),
        (Format::FPuzzles, json(r#", "thermometer": [{"lines": [["R1C9"]]}]"#)),
        (Format::FPuzzles, json(r#", "killercage": [{"cells": ["R1C1"], "value": "99"}]"#)),
        (Format::FPuzzles, json(r#", "a": 1, "b": 2, "c": 3, "d": 4, "e": {"f": "\n"}"#)),
        (Format::FPuzzles, json(r#", "size": 5"#)),
        (Format::FPuzzles, r#"{"size": 99, "grid": []}"#.to_owned()),
        (Format::FPuzzles, "{\n\"size\": x}".to_owned()),
        (Format::SudokuPad, "sclN4Ig".to_owned()),
        (Format::SudokuPad, "https://sudokupad.app/abc".to_owned()),
        (Format::SudokuPad, r#"{"cells": [[{}], [{}, {}]]}"#.to_owned()),
        (Format::SudokuMaker, "https://sudokumaker.app/?puzzle=N4Ig".to_owned()),
        (Format::SudokuMaker, r#"{"puzzle": {"size": 70, "cells": []}}"#.to_owned()),
        (Format::Penpa, "https://swaroopg92.github.io/penpa-edit/#m=edit&p=AAAA".to_owned()),
        (Format::SudokuWiki, "https://www.sudokuwiki.org/sudoku.htm?bd=S9Bzz".to_owned()),
        (Format::Ipuz, r#"{"kind": ["x"]}"#.to_owned()),
        (Format::Ipuz, r#"{"kind": ["http://ipuz.org/sudoku"], "puzzle": [[{"a": 1}]]}"#.to_owned()),
        (Format::Iss, ".Cage~x~R1C1".to_owned()),
        (Format::Iss, ".NFA~****~_~R1C1".to_owned()),
        (Format::Iss, ".NFA~Qjf8fgfg~_~-~R1C1".to_owned()),
        (Format::Iss, ".Sum~1_=_1_2~R1C1".to_owned()),
        (Format::Rangsk, "-c killer:99;r1c1 -c lk:5".to_owned()),
    ] {
        let error = format.read(&text, &Policy::default()).expect_err(&text);
        is_message(&error.to_string(), &text);
    }
}

/// A written puzzle is read as the same puzzle.
#[test]
fn other_formats_are_written_and_read_again() {
    let rule = |text: &str| text.parse::<Rule>().unwrap();
    let classic = Format::Iss.read(".~R1C1_5.~R9C9_1", &Policy::default()).unwrap().puzzle;
    let windoku = classic.clone().with_rule(Rule::Windoku);
    let diagonals = classic.clone().with_rule(Rule::Diagonals);
    let killer = classic.clone().with_rule(rule("cage 10: r1c2 r1c3"));
    let thermo = classic.clone().with_rule(rule("thermo: r1c2 r1c3"));
    let latin = Puzzle::new(Shape::latin(4).unwrap());
    let jigsaw = latin.with_rule(rule("regions 1112 1322 3324 3444"));
    let solution = (0..81).map(|cell| Some((cell % 9 + cell / 9 * 3 + cell / 27) % 9 + 1)).collect();
    let about = About { title: Some("A title".into()), solution: Some(solution), ..About::default() };
    for (format, puzzle) in [
        (Format::SudokuWiki, &classic),
        (Format::SudokuWiki, &windoku),
        (Format::SudokuWiki, &diagonals),
        (Format::Ipuz, &classic),
        (Format::Ipuz, &diagonals),
        (Format::Ipuz, &killer),
        (Format::Rangsk, &killer),
        (Format::Rangsk, &thermo),
    ] {
        let text = format.write(puzzle, &about).unwrap_or_else(|error| panic!("{puzzle:?}: {error:?}"));
        let import = read(format, &text);
        assert_eq!(
            (import.puzzle.rules(), import.puzzle.givens()),
            (puzzle.rules(), puzzle.givens()),
            "{text}"
        );
        if format != Format::SudokuWiki {
            assert_eq!(
                (import.about.title, import.about.solution),
                (about.title.clone(), about.solution.clone())
            );
        }
    }
    let text = Format::Ipuz.write(&jigsaw, &About::default()).unwrap();
    assert_eq!(read(Format::Ipuz, &text).puzzle.rules().len(), 2 + 4);
    assert!(Format::SudokuWiki.write(&killer, &about).is_err());
    assert!(Format::Ipuz.write(&thermo, &about).is_err());
    assert!(Format::Penpa.write(&classic, &about).is_err());
}

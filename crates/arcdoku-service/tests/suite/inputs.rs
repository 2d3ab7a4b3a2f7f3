//! Inputs with malformed records. All other records are answered, and every line without an answer is named.

use std::collections::BTreeSet;

use arcdoku::{Puzzle, Rule, Shape};
use arcdoku_service::ask::convert;
use arcdoku_service::ask::solve::{self, SolveFormat, SolveStyle};
use arcdoku_service::cancel::{Bounds, Cancel};
use arcdoku_service::input::{Input, Medium, Plan, read_one};
use arcdoku_service::output::Transcript;
use arcdoku_wire::question::{Convert, Goal, Solve};
use arcdoku_wire::{PuzzleInput, Ruleset};
use serde_json::Value;

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const ISS: &str = ".~R1C1_5.~R9C9_9.Cage~8~R1C2~R1C3";
const F_PUZZLES: &str = "https://www.f-puzzles.com/?load=N4IgzglgXgpiBcA2ANCA5gJwgEwQbT2AF9ljSSzKiBdZQih8p42+5xq1q99rj/8nx7cWtEADsYaAIYAXCADc48PCAxyIAexBj187SupEgA==";
const JSON: &str =
    r#"{"puzzle": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"}"#;
const IPUZ: &str = r#"{"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku#1"], "puzzle": [[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 4]]}"#;

/// The puzzles that are read, as rows of JSON, and the errors.
fn read(text: &str, plan: Plan) -> (Vec<Value>, Vec<String>) {
    let (text, errors) = converted(text, plan, Medium::Json);
    (text.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), errors)
}

/// The input converted to another medium, and the errors.
fn converted(text: &str, plan: Plan, to: Medium) -> (String, Vec<String>) {
    let mut out = Transcript::default();
    let question = Convert { to: Goal::Medium(to) };
    convert::run(&question, Input::text(text, plan), &Cancel::default(), &mut out).unwrap();
    (out.text, out.errors)
}

/// The line number in an error.
fn line(error: &str) -> usize {
    error.split(':').nth(1).and_then(|line| line.parse().ok()).unwrap_or_else(|| panic!("{error}"))
}

#[test]
fn bad_lines_do_not_affect_others() {
    let bad = [
        "[State]",
        "[Puzzle]",
        "[1, 2]",
        "Grid 01",
        "{",
        "{\"puzzle\": \"1",
        "{\"puzzle\": [",
        "\"",
        "https://www.f-puzzles.com/?load=abc",
        "https://sudokupad.app/abc",
        "https://example.org/",
        ".Cage~x",
        ".Cage~5~R1C1~",
        "N4Ig",
        "53..7....6..195",
        ":0300:",
        "x,\"y",
        "-1",
    ];
    for bad in bad {
        for good in [PUZZLE, ISS, F_PUZZLES, JSON, IPUZ] {
            let text = format!("{}{bad}\n{}", format!("{good}\n").repeat(3), format!("{good}\n").repeat(5));
            let (answers, errors) = read(&text, Plan::default());
            assert_eq!(answers.len(), 8, "{bad} among {good}: {errors:?}");
            // An error for missing rows names the line where they were expected.
            let lines: Vec<usize> = errors.iter().map(|error| line(error)).collect();
            let lacks_rows = errors.iter().all(|error| error.contains("another record"));
            assert!(lines == [4] || lacks_rows && lines == [5], "{bad} among {good}: {errors:?}");
        }
    }
}

#[test]
fn notations_formats_and_containers_follow_each_other() {
    let pretty = serde_json::to_string_pretty(&serde_json::from_str::<Value>(IPUZ).unwrap()).unwrap();
    let grid =
        "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79";
    let kinds = [PUZZLE, ISS, F_PUZZLES, JSON, IPUZ, &pretty, grid];
    for (i, first) in kinds.iter().enumerate() {
        for (j, second) in kinds.iter().enumerate() {
            let text = format!("{first}\n{second}\n{first}\n{second}\n");
            let (answers, errors) = read(&text, Plan::default());
            assert_eq!((answers.len(), errors), (4, vec![]), "{i} {j}");
        }
    }
    let all = kinds.join("\n");
    for end in ["\n", "\r\n", "\r"] {
        let text = all.replace('\n', end);
        assert_eq!(read(&text, Plan::default()).0.len(), kinds.len(), "{end:?}");
    }
    // Documents in a given medium, one or several.
    let ipuz = || Plan::new(Some(Medium::from_name("ipuz").unwrap()), Ruleset::default()).unwrap();
    for text in [format!("{IPUZ}\n{IPUZ}\n{pretty}"), format!("ipuz({IPUZ})\nipuz(\n{pretty}\n)")] {
        let (answers, errors) = read(&text, ipuz());
        assert_eq!((answers.len(), errors.len()), (text.matches("kind").count(), 0), "{text}");
    }
    assert!(read_one(&pretty, &Plan::default()).is_ok());
}

#[test]
fn stray_quotes_affect_only_their_line() {
    let row = |id: usize| format!("{PUZZLE},{id}\n");
    let table = |bad: &[(usize, String)]| {
        let mut text = "puzzle,id\n".to_owned();
        for id in 2..2000 {
            let line = bad.iter().find(|(line, _)| *line == id).map(|(_, line)| line.clone());
            text += &line.unwrap_or_else(|| row(id));
        }
        text
    };
    let quoted = |id: usize| format!("{PUZZLE},\"{id}\n");
    let broken = |id: usize| format!("\"{PUZZLE},{id}\n");
    for bad in [
        vec![(1000, quoted(1000))],
        vec![(10, quoted(10)), (1000, quoted(1000))],
        vec![(10, broken(10)), (11, broken(11)), (1999, quoted(1999))],
    ] {
        let (answers, errors) = read(&table(&bad), Plan::default());
        assert_eq!(answers.len(), 1998 - bad.len(), "{errors:?}");
        let lines: Vec<usize> = errors.iter().map(|error| line(error)).collect();
        let expected: Vec<usize> = bad.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, expected);
    }
    // Fields with several lines are read completely, even after an unclosed quote.
    let text = format!("puzzle,note\n{PUZZLE},\"a\nb, c\n\"\n{PUZZLE},\"d\ne\n{PUZZLE},f\n");
    let (answers, errors) = read(&text, Plan::default());
    let lines: BTreeSet<usize> = errors.iter().map(|error| line(error)).collect();
    assert_eq!((answers.len(), lines), (2, BTreeSet::from([5, 6])), "{errors:?}");
}

/// The rows of a quoted 16x16 grid are 4x4 puzzles, too.
#[test]
fn quoted_grids_are_one_puzzle() {
    let grid = "1..............G\n................\n..............2.\n".to_owned()
        + &"................\n".repeat(13);
    for header in ["puzzle", "puzzle,id"] {
        let id = if header == "puzzle" { "" } else { ",7" };
        let row = format!("\"{grid}\"{id}\n");
        let (answers, errors) = read(&format!("{header}\n{row}{row}\"{PUZZLE}{id}\n{row}"), Plan::default());
        assert_eq!((answers.len(), errors.len()), (3, 1), "{errors:?}");
    }
}

#[test]
fn the_end_of_unclosed_brackets_is_searched_once() {
    // Each line could be the beginning of a document of a megabyte.
    let text = "{\"a\": [\n".repeat(100_000);
    let (answers, errors) = read(&text, Plan::default());
    assert_eq!((answers.len(), errors.len()), (0, 100_000));
    let text = format!("puzzle,note\n{}", format!("{},\"\"\"x\n", &PUZZLE[1..]).repeat(10_000));
    let (answers, errors) = read(&text, Plan::default());
    assert_eq!((answers.len(), errors.len()), (0, 10_000));
}

/// Tables have a column of rules when they are read and written, even if the rules contain commas.
#[test]
fn tables_have_rules() {
    let rules = [
        "diagonals",
        "cage 8: r1c3 r1c4",
        "automaton ^1-2>0,3-9>1 *1-9>1: r1c1 r1c2 r1c3",
        "pairs |a-b|>=5: r1c1 r1c2",
        "all-different: r1c1 r9c9",
    ];
    let row =
        |rules: &[&str]| serde_json::json!({"puzzle": PUZZLE, "rules": rules, "level": "a,b"}).to_string();
    for (medium, separator) in [(Medium::Csv, ','), (Medium::Tsv, '\t')] {
        let text = format!("{}\n{}\n", row(&rules), row(&[]));
        let (table, errors) = converted(&text, Plan::default(), medium);
        assert_eq!(errors, Vec::<String>::new());
        assert_eq!(table.lines().next(), Some(&*["puzzle", "rule", "level"].join(&separator.to_string())));
        let (again, errors) = read(&table, Plan::default());
        assert_eq!(errors, Vec::<String>::new());
        assert_eq!((again.len(), &again[1]["rules"], &again[0]["level"]), (2, &Value::Null, &"a,b".into()));
        let texts = again[0]["rules"].as_array().unwrap().iter().map(|text| text.as_str().unwrap());
        assert_eq!(texts.collect::<Vec<_>>(), rules[..4]);
        assert_eq!(again[0]["extra"], serde_json::json!([["r1c1", "r9c9"]]));
        // Converting the table gives the same table.
        assert_eq!(converted(&table, Plan::default(), medium).0, table);
    }
    // The error names the part that a table cannot hold.
    let plan = || Plan::new(None, Ruleset { shape: Some("latin".into()), ..Ruleset::default() }).unwrap();
    let (table, errors) = converted(PUZZLE, plan(), Medium::Csv);
    assert!(table.is_empty() && errors[0].contains("a grid of 9x9 without boxes"), "{errors:?}");
    let (_, errors) = converted(&format!("{}\n{}\n", row(&[]), row(&rules)), Plan::default(), Medium::Csv);
    assert!(errors[0].contains("rules, for which the first puzzle has no column"), "{errors:?}");
}

/// Tables and JSON lines have different names for rules, and both read both.
#[test]
fn rules_have_two_names() {
    let texts = ["rule", "rules"].map(|name| {
        let json = format!("{{\"puzzle\": \"................\", \"{name}\": [\"cage 3: r1c1 r1c2\"]}}\n");
        [format!("puzzle,{name}\n................,cage 3: r1c1 r1c2\n"), json]
    });
    for text in texts.as_flattened() {
        let (answers, errors) = read(text, Plan::default());
        assert_eq!(errors, Vec::<String>::new());
        assert_eq!(answers[0]["rules"], serde_json::json!(["cage 3: r1c1 r1c2"]), "{text}");
    }
}

/// A table of answers contains the rules for which they are valid.
#[test]
fn answers_have_their_rules() {
    let solved = |text: &str| {
        let mut out = Transcript::default();
        let input = || Input::text(text, Plan::default());
        let style = SolveStyle { format: SolveFormat::Csv, ..SolveStyle::of(&input(), false) };
        solve::run(&Solve::default(), Bounds::default(), style, input(), 1, &mut out).unwrap();
        out.text
    };
    let empty = ".".repeat(16);
    let rule = "diagonals; cage 3: r1c1 r1c2; thermo: r2c1 r2c2; pairs a<b: r3c1 r3c2";
    let table = solved(&format!("puzzle,rule\n1...............,\n{empty},{rule}\n"));
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "puzzle,solution,outcome,rule");
    assert!(lines[1].ends_with("multiple,") && lines[2].ends_with(&format!(",{rule}")), "{table}");
    let json = format!(r#"{{"puzzle": "{empty}", "rules": ["diagonals"]}}"#);
    assert!(solved(&json).lines().all(|line| line.ends_with("rule") || line.ends_with(",diagonals")));
    // If the first puzzle of a table has no rules, the outcomes of later puzzles contain their rules.
    let late = solved(&format!("{PUZZLE}\n{json}\n"));
    assert!(late.ends_with("multiple under diagonals\n"), "{late}");
}

/// Each kind of rule can be read back from a row of JSON, in any shape that it fits.
#[test]
fn puzzles_with_any_rule_are_read_back() {
    let small = Shape::boxes(2, 2).unwrap();
    let plain = [
        Shape::CLASSIC,
        Shape::latin(9).unwrap(),
        Shape::boxes(4, 4).unwrap(),
        small,
        Shape::latin(4).unwrap(),
        Shape::latin(5).unwrap(),
        Shape::boxes(2, 3).unwrap(),
        small.with_values(0, 5).unwrap(),
        Shape::rectangle(6, 9).unwrap().with_values(0, 9).unwrap(),
    ];
    let texts = |puzzle: &Puzzle| {
        let mut texts: Vec<String> = puzzle.rules().iter().map(ToString::to_string).collect();
        texts.sort();
        texts
    };
    for kind in Rule::kinds() {
        let mut fits = 0;
        for shape in plain.iter().flat_map(|shape| [0, 16, 32].map(|extra| shape.with_extra(extra))).flatten()
        {
            let Ok(rule) = Rule::parse(kind.example, shape) else { continue };
            for puzzle in [Puzzle::new(shape), Puzzle::bare(shape)] {
                let puzzle = puzzle.try_with_rules([rule.clone()]).unwrap();
                let row = serde_json::to_string(&PuzzleInput::from(&puzzle)).unwrap();
                let item =
                    read_one(&row, &Plan::default()).unwrap_or_else(|fault| panic!("{row}: {fault:?}"));
                assert_eq!(item.record.puzzle.shape(), shape, "{row}");
                assert_eq!(texts(&item.record.puzzle), texts(&puzzle), "{row}");
                fits += 1;
            }
        }
        assert!(fits > 0, "{}", kind.example);
    }
}

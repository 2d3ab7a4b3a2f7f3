//! Jobs with rows that take long: rows have limits, and parts have equal work.

use std::fs;
use std::process::Command;

use crate::{Home, PROGRAM, run};

/// A minimal puzzle that takes several guesses.
const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// The data card of a job.
fn card(arguments: &[&str]) -> String {
    let output = run(Command::new(PROGRAM).arg("job").args(arguments));
    String::from_utf8(output.stdout).unwrap()
}

/// The rows of a query as CSV, without names.
fn rows(sql: &str, table: &str) -> Vec<String> {
    let output = run(Command::new(PROGRAM).args(["query", sql, "--format", "csv", "--table", table]));
    String::from_utf8(output.stdout).unwrap().lines().skip(1).map(str::to_owned).collect()
}

/// Without limits, these rows would take years.
#[test]
fn unsolved_rows_are_counted() {
    let home = Home::new("monsters");
    let (sixteen, twenty_five) = (".".repeat(256), ".".repeat(625));
    fs::write(
        home.path("a.txt"),
        format!("{HARD}\n{sixteen}\nno puzzle\n{twenty_five}\n{}\n", ".".repeat(81)),
    )
    .unwrap();
    let table = format!("input={}", home.text("a.txt"));
    let rate = ["rate", "nodes=3", "milliseconds=1000", "--out"];
    let text = card(&[&rate[..], &[&home.text("rate"), "--table", &table]].concat());
    assert!(text.contains("| stopped by the limit: nodes | 4 |"), "{text}");
    let census = ["census", "nodes=3", "milliseconds=1000", "--out"];
    let text = card(&[&census[..], &[&home.text("census"), "--table", &table]].concat());
    assert!(
        text.contains("| unknown | 4 |") && text.contains("| stopped by the limit: nodes | 4 |"),
        "{text}"
    );
    // Malformed rows, and rows with an unknown outcome, have no class and are not counted as improper.
    let (train, test) = (format!("train={}", home.text("a.txt")), format!("test={}", home.text("a.txt")));
    let audit = ["audit", "nodes=3", "milliseconds=1000", "--out"];
    let text = card(&[&audit[..], &[&home.text("audit"), "--table", &train, "--table", &test]].concat());
    let names =
        "| split | rows | duplicates | classes | rows of known classes | not proper | malformed | unknown |";
    assert!(text.contains(names), "{text}");
    let line = text.lines().find(|line| line.starts_with("| test | 5 | 0 | ")).unwrap_or_default();
    assert!(line.ends_with(" | 0 | 0 | 1 | 4 |"), "{text}");
    fs::write(home.path("a.txt"), format!("{HARD}\n")).unwrap();
    let vicinity = ["vicinity", "minus=3", "plus=3", "nodes=1000", "--out"];
    let text = card(&[&vicinity[..], &[&home.text("near"), "--table", &table]].concat());
    assert!(text.contains("reached its limit\n\n| puzzles |\n|---|\n| 1 |"), "{text}");
    let text = card(&["dataset", "count=20", "request=clues 17", "tries=2", "--out", &home.text("made")]);
    assert!(
        text.contains("| made | given up | without key | classes |\n|---|---|---|---|\n| 20 | 20 | 0 | 0 |"),
        "{text}"
    );
}

/// Hard puzzles at one place of a file are distributed over all parts.
#[test]
fn parts_have_equal_work() {
    let home = Home::new("skew");
    let easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    fs::write(home.path("a.txt"), easy.repeat(95) + &format!("{HARD}\n").repeat(10)).unwrap();
    let table = format!("input={}", home.text("a.txt"));
    for recipe in ["rate", "census"] {
        let out = home.text(recipe);
        card(&[recipe, "part=20", "--out", &out, "--table", &table]);
        let step = if recipe == "rate" { "rated" } else { "known" };
        let mut all = 0;
        for part in 0..6 {
            let path = format!("part={out}/{step}/round-000/part-{part:05}.parquet");
            let found =
                rows("SELECT count(*), sum(CASE WHEN guesses > 0 THEN 1 ELSE 0 END) FROM part", &path);
            let (rows, hard) = found[0].split_once(',').unwrap();
            assert!(["17", "18"].contains(&rows) && ["1", "2"].contains(&hard), "{recipe} {part}: {found:?}");
            all += rows.parse::<usize>().unwrap();
        }
        assert_eq!(all, 105);
    }
}

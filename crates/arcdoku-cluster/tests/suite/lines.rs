//! Input and output: files of lines, names of files and folders, statements.

use std::fs;
use std::process::Command;

use crate::{Home, PROGRAM, failure, input, run};

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The output of a query as CSV.
fn rows(sql: &str, arguments: &[&str]) -> String {
    let output = run(Command::new(PROGRAM).args(["query", sql, "--format", "csv"]).args(arguments));
    String::from_utf8(output.stdout).unwrap()
}

/// A quotation mark has no special meaning, so it does not hide the lines after it.
#[test]
fn malformed_lines_are_rows() {
    let home = Home::new("bad-lines");
    let sql = "SELECT count(*) AS rows, count(sudoku_solve(puzzle)) AS solved, \
               count(*) FILTER (WHERE puzzle = '\"abc') AS bad FROM a";
    for name in ["a.txt", "a.sdm"] {
        fs::write(home.path(name), format!("{PUZZLE}\n\"abc\n\n# comment\n{PUZZLE}\n")).unwrap();
        let table = format!("a={}", home.text(name));
        for threads in ["1", "4"] {
            let found = rows(sql, &["--table", &table, "--threads", threads]);
            assert_eq!(found, "rows,solved,bad\n3,2,1\n", "{name}, {threads} threads");
        }
    }
}

/// Names are not patterns, and the name of a folder may have a dot.
#[test]
fn names_of_files_and_folders_are_literal() {
    let home = Home::new("literal");
    let made = input(&home);
    for name in ["set[1].v2", "set *?", "set%20{a}#b"] {
        fs::create_dir(home.path(name)).unwrap();
        fs::copy(&made, home.path(name).join("a[1].parquet")).unwrap();
        for path in [home.text(name), home.text(&format!("{name}/a[1].parquet"))] {
            let found = rows("SELECT count(*) AS rows FROM a", &["--table", &format!("a={path}")]);
            assert_eq!(found, "rows\n300\n", "{path}");
        }
    }
    fs::write(home.path("a.xls"), "").unwrap();
    let table = format!("a={}", home.text("a.xls"));
    let error = failure(Command::new(PROGRAM).args(["query", "SELECT 1", "--table", &table]));
    assert!(error.contains("found .xls, expected .parquet, .csv, .jsonl or .txt"), "{error}");
}

#[test]
fn semicolons_in_comments_and_texts_do_not_end_statements() {
    let sql = "CREATE VIEW a AS SELECT ';' AS t; /* one; two */ SELECT t FROM a; -- three; four";
    assert_eq!(rows(sql, &[]), "t\n;\n");
    for (sql, expected) in [("-- nothing;", "the query is empty"), ("SELECT 1 SELECT 2", "end of statement")]
    {
        let error = failure(Command::new(PROGRAM).args(["query", "--", sql]));
        assert!(error.contains(expected) && error.lines().count() == 1, "{error}");
    }
}

/// Existing files with the names of temporary files are neither used nor overwritten.
#[cfg(unix)]
#[test]
fn links_at_temporary_names_are_not_followed() {
    let home = Home::new("links");
    fs::write(home.path("other"), "unchanged").unwrap();
    // The name contains the process number, which is the number of the shell.
    let script = "ln -s other .a.csv.$$-0.unfinished && mkdir arcdoku-sql-$$-0 && exec \"$0\" \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", script, PROGRAM, "query", "SELECT 1 AS a", "--memory", "100"]);
    run(command.args(["--out", "a.csv"]).current_dir(&home.0).env("TMPDIR", &home.0));
    assert_eq!(fs::read_to_string(home.path("other")).unwrap(), "unchanged");
    assert_eq!(fs::read_to_string(home.path("a.csv")).unwrap(), "a\n1\n");
    // The output, the other file, the link to it and the existing folder.
    assert_eq!(fs::read_dir(&home.0).unwrap().count(), 4);
}

#[test]
fn too_much_memory_is_an_error() {
    let most = usize::MAX.to_string();
    let error = failure(Command::new(PROGRAM).args(["query", "SELECT 1", "--memory", &most]));
    assert_eq!(error, format!("arcdoku-sql: --memory {most}: too large\n"));
}

#[test]
fn texts_are_written_as_lines() {
    let home = Home::new("texts");
    let query = |sql: &str, name: &str| {
        let mut command = Command::new(PROGRAM);
        command.args(["query", sql, "--out", &home.text(name)]);
        command
    };
    run(&mut query("SELECT t FROM (VALUES (1, 'a'), (2, NULL), (3, 'c d')) AS v(i, t) ORDER BY i", "a.txt"));
    assert_eq!(fs::read_to_string(home.path("a.txt")).unwrap(), "a\n\nc d\n");
    for (sql, expected) in [
        ("SELECT 'a', 'b'", "the format lines requires a single column of text"),
        ("SELECT 1", "the format lines requires a single column of text"),
        ("SELECT E'a\\nb'", "found several lines, expected one"),
    ] {
        let error = failure(&mut query(sql, "b.txt"));
        assert!(error.contains(expected) && !home.path("b.txt").exists(), "{error}");
    }
}

//! In one process.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::{Home, PROGRAM, QUERIES, checksum, failure, input, run, steps};

fn program() -> Command {
    Command::new(PROGRAM)
}

#[test]
fn checksums_do_not_depend_on_threads_and_formats() {
    let home = Home::new("formats");
    let table = format!("input={}", input(&home));
    for sql in QUERIES {
        let query = |threads: &str| {
            checksum(&run(program().args([
                "query",
                sql,
                "--checksum",
                "--table",
                &table,
                "--threads",
                threads,
            ])))
        };
        assert_eq!(query("1"), query("3"), "{sql}");
    }
    let made = home.text("made.csv");
    let sql = QUERIES[0];
    let found = checksum(&run(program().args(["query", sql, "--checksum", "--out", &made])));
    for name in ["made.csv", "made.jsonl", "made.parquet"] {
        let path = home.text(name);
        if name != "made.csv" {
            run(program().args(["query", sql, "--out", &path]));
        }
        let table = format!("made={path}");
        let again = run(program().args(["query", "SELECT i, p FROM made", "--checksum", "--table", &table]));
        assert_eq!(checksum(&again), found, "{name}");
    }
    let direct = format!("SELECT i, p FROM '{made}'");
    assert_eq!(checksum(&run(program().args(["query", &direct, "--checksum"]))), found);
}

#[test]
fn lines_are_a_table() {
    let home = Home::new("lines");
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    fs::write(home.path("a.txt"), format!("# two\n{puzzle}\n12??\n")).unwrap();
    let table = format!("a={}", home.text("a.txt"));
    let sql = "SELECT sudoku_clues(puzzle) AS clues, sudoku_fault(puzzle) AS fault FROM a ORDER BY clues";
    let output = run(program().args(["query", sql, "--format", "csv", "--table", &table]));
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        text,
        "clues,fault\n30,\n,\"row 1, column 3: found '?', expected 1 to 9 or . for an empty cell\"\n"
    );
}

#[test]
fn errors_are_sentences() {
    let home = Home::new("errors");
    let error = failure(program().args(["query", "SELECT sudoku_solve(1)"]));
    assert!(error.contains("sudoku_solve: argument 1 is Int64, expected text"), "{error}");
    let error = failure(program().args(["query", "SELECT 1", "--out", &home.text("a.xls")]));
    assert!(error.contains("expected .parquet, .csv or .jsonl"), "{error}");
    let error = failure(program().args(["query", "SELECT 1", "--table", "a=none.csv"]));
    assert!(error.starts_with("arcdoku-sql: a=none.csv: "), "{error}");
    let error = failure(program().args(["job", "dataset", "number=3", "--out", &home.text("a")]));
    assert!(error.contains("parameter number: expected one of run, count"), "{error}");
    let error = failure(program().args(["job", "rate", "--out", &home.text("a")]));
    assert!(error.contains("--table input=PATH is missing: a column `puzzle`"), "{error}");
    // A query that fails leaves no file.
    let late = "SELECT sudoku_solve('1', p) FROM (VALUES ('diagonals'), ('wrong')) AS t(p)";
    failure(program().args(["query", late, "--out", &home.text("late.csv")]));
    assert_eq!(fs::read_dir(home.path("")).unwrap().count(), 0);
}

/// The arguments of a small data set.
pub(crate) fn dataset(out: &str) -> Vec<String> {
    let fixed = ["job", "dataset", "count=600", "part=100", "test=0.2", "wish=clues ..26", "--out", out];
    fixed.iter().map(|&text| text.to_owned()).collect()
}

#[test]
fn a_data_set_is_split_by_class() {
    let home = Home::new("dataset");
    let out = home.text("set");
    run(program().args(dataset(&out)));
    assert!(home.path("set/README.md").exists() && home.path("set/manifest.jsonl").exists());
    assert!(!home.path("set/made").exists() && !home.path("set.unfinished").exists());
    let (train, test) = (format!("train={out}/train"), format!("test={out}/test"));
    let sql = "SELECT (SELECT count(*) FROM train) + (SELECT count(*) FROM test) = 600 AND \
               (SELECT count(*) FROM test) > 60 AND \
               (SELECT count(*) FROM train JOIN test ON train.key = test.key) = 0 AS fits";
    let output = run(program().args(["query", sql, "--format", "csv", "--table", &train, "--table", &test]));
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "fits\ntrue\n");
    let audit = home.text("audit");
    let output = run(program().args(["job", "audit", "--out", &audit, "--table", &train, "--table", &test]));
    let card = String::from_utf8(output.stdout).unwrap();
    assert!(card.contains("| rows | classes |\n|---|---|\n| 0 | 0 |"), "{card}");
    let error = failure(program().args(dataset(&out)));
    assert!(error.contains("it is there already"), "{error}");
}

#[test]
fn a_job_that_was_killed_continues() {
    let home = Home::new("resume");
    let (whole, torn) = (home.text("whole"), home.text("torn"));
    run(program().args(dataset(&whole)));
    let mut job = program().args(dataset(&torn)).stderr(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
    let manifest = home.path("torn.unfinished/manifest.jsonl");
    let lines = || fs::read_to_string(&manifest).map_or(0, |text| text.lines().count());
    while lines() < 4 && job.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(5));
    }
    job.kill().unwrap();
    job.wait().unwrap();
    assert!(!home.path("torn").exists());
    let error = failure(program().args(dataset(&torn)));
    assert!(error.contains("continue it with --resume"), "{error}");
    let mut other = dataset(&torn);
    other[2] = "count=700".to_owned();
    let error = failure(program().args(other).arg("--resume"));
    assert!(error.contains("another recipe, parameters or tables"), "{error}");
    // A part that is gone, and a torn line.
    let first = home.path("torn.unfinished/made/round-000/part-00000.parquet");
    let _ = fs::remove_file(first);
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, format!("{text}{{\"step\":\"ra")).unwrap();
    run(program().args(dataset(&torn)).arg("--resume"));
    assert_eq!(steps(&home.path("torn")), steps(&home.path("whole")));
}

#[test]
fn bad_rows_are_counted() {
    let home = Home::new("rate");
    let table = format!("input={}", input(&home));
    let out = home.text("rated");
    let output = run(program().args(["job", "rate", "part=50", "--out", &out, "--table", &table]));
    let card = String::from_utf8(output.stdout).unwrap();
    assert!(
        card.contains("| row 1, column 1: found 'n', expected 1 to 9 or . for an empty cell | 6 |"),
        "{card}"
    );
    assert!(card.contains("| null | 6 |"), "{card}");
    let out = home.text("census");
    let output = run(program().args(["job", "census", "--out", &out, "--table", &table]));
    let card = String::from_utf8(output.stdout).unwrap();
    assert!(card.contains("| rows | texts | different | classes | minimal |\n|---|---|---|---|---|\n| 300 | 294 | 289 | 288 | 288 |"), "{card}");
}

#[test]
fn a_vicinity_is_closed() {
    let home = Home::new("vicinity");
    // 17 clues: few puzzles are near, and they are found by rounds until there are no new ones.
    let seventeen = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
    fs::write(home.path("a.txt"), format!("{seventeen}\n")).unwrap();
    let table = format!("input={}", home.text("a.txt"));
    let out = home.text("near");
    run(program().args(["job", "vicinity", "most=17", "--out", &out, "--table", &table]));
    let found = format!("found={out}/found");
    let sql = "SELECT count(*) >= 1 AND count(*) = count(DISTINCT form) AND max(sudoku_clues(form)) = 17 AS fits FROM found";
    let output = run(program().args(["query", sql, "--format", "csv", "--table", &found]));
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "fits\ntrue\n");
}

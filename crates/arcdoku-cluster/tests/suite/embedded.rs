//! Tests in one process.

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
    assert!(error.contains("expected .parquet, .csv, .jsonl or .txt"), "{error}");
    let error = failure(program().args(["query", "SELECT 1", "--table", "a=none.csv"]));
    assert!(error.starts_with("arcdoku-sql: a=none.csv: "), "{error}");
    let error = failure(program().args(["job", "dataset", "number=3", "--out", &home.text("a")]));
    assert!(error.contains("parameter number: expected one of run, count"), "{error}");
    let error = failure(program().args(["job", "rate", "--out", &home.text("a")]));
    assert!(error.contains("--table input=PATH is missing: a column `puzzle`"), "{error}");
    // A failed query leaves no file.
    let late = "SELECT sudoku_solve('1', p) FROM (VALUES ('diagonals'), ('wrong')) AS t(p)";
    failure(program().args(["query", late, "--out", &home.text("late.csv")]));
    assert_eq!(fs::read_dir(home.path("")).unwrap().count(), 0);
}

/// The arguments of a small data set.
pub(crate) fn dataset(out: &str) -> Vec<String> {
    let fixed = ["job", "dataset", "count=600", "part=100", "test=0.2", "request=clues ..26", "--out", out];
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
    let test = card.lines().find(|line| line.starts_with("| test |")).unwrap_or_default();
    assert!(test.ends_with(" | 0 | 0 | 0 | 0 |"), "{card}");
    let error = failure(program().args(dataset(&out)));
    assert!(error.contains("already exists"), "{error}");
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
    let held = fs::File::open(&manifest).unwrap();
    held.lock().unwrap();
    let error = failure(program().args(dataset(&torn)).arg("--resume"));
    assert!(error.contains("another run is writing it"), "{error}");
    drop(held);
    // Removes a part, and appends an incomplete line.
    let first = home.path("torn.unfinished/made/round-000/part-00000.parquet");
    let _ = fs::remove_file(first);
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, format!("{text}{{\"step\":\"ra")).unwrap();
    run(program().args(dataset(&torn)).arg("--resume"));
    assert_eq!(steps(&home.path("torn")), steps(&home.path("whole")));
}

/// Parameters that would spoil a data set are rejected before the job begins.
#[test]
fn wrong_parameters_are_rejected() {
    let home = Home::new("parameters");
    let out = home.text("set");
    for (given, expected) in [
        ("request=shape 2x2", "request=shape 2x2: found shape, expected none of shape, rule, draw, cages"),
        ("request=clues 20..24; rule diagonals", "found rule, expected none of"),
        ("count=-5", "step made: {count} = -5: expected a whole number"),
        ("count=nan", "count=nan: expected a number such as 100000"),
        ("count=1e15", "step made: 100000000000 parts, expected at most 1000000"),
    ] {
        let error = failure(program().args(["job", "dataset", given, "--out", &out]));
        assert!(error.lines().count() == 1 && error.contains(expected), "{error}");
    }
    let table = format!("input={}", home.text("a.txt"));
    fs::write(home.path("a.txt"), format!("1{}\n", ".".repeat(80))).unwrap();
    let vicinity = ["job", "vicinity", "rounds=1.5", "--out", &out, "--table", &table];
    let error = failure(program().args(vicinity));
    assert!(error.contains("{rounds} = 1.5: expected a whole number"), "{error}");
    assert_eq!(fs::read_dir(home.path("")).unwrap().count(), 1);
    // This folder was not made by a run.
    fs::create_dir(home.path("set.unfinished")).unwrap();
    for resume in [None, Some("--resume")] {
        let error = failure(program().args(["job", "dataset", "count=1", "--out", &out]).args(resume));
        assert!(error.contains("remove ") && error.contains("set.unfinished"), "{error}");
    }
}

/// A table has changed if one of its files has, even if the size is the same.
#[test]
fn changed_tables_are_found() {
    let home = Home::new("changed");
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    fs::write(home.path("a.txt"), puzzle).unwrap();
    let table = format!("input={}", home.text("a.txt"));
    let out = home.text("set");
    // The second step fails.
    let recipe = "-- Two.\n-- table input: rows\n-- step a\nSELECT puzzle FROM input\n\
                  -- step b\nSELECT no FROM a\n";
    fs::write(home.path("two.sql"), recipe).unwrap();
    let recipe = home.text("two.sql");
    let job = ["job", &recipe, "--out", &out, "--table", &table];
    failure(program().args(job));
    let error = failure(program().args(job).arg("--resume"));
    assert!(error.contains("b, round 0, part 0"), "{error}");
    fs::write(home.path("a.txt"), puzzle.replacen('5', "6", 1)).unwrap();
    let error = failure(program().args(job).arg("--resume"));
    assert!(error.contains("another recipe, parameters or tables"), "{error}");
}

/// If a part is computed again, so are the parts that depend on it.
#[test]
fn later_steps_are_computed_again() {
    let home = Home::new("later");
    let out = home.text("set");
    let recipe = "-- Three.\n-- step a\nSELECT random() AS x\n-- step b\nSELECT x FROM a\n\
                  -- step c\nSELECT no FROM b\n";
    fs::write(home.path("two.sql"), recipe).unwrap();
    let recipe = home.text("two.sql");
    let job = ["job", &recipe, "--out", &out];
    failure(program().args(job));
    let file = |step: &str| home.text(&format!("set.unfinished/{step}/round-000/part-00000.parquet"));
    let rows = |step: &str| {
        checksum(&run(program().args(["query", &format!("SELECT x FROM '{}'", file(step)), "--checksum"])))
    };
    let before = rows("b");
    assert_eq!(rows("a"), before);
    fs::remove_file(file("a")).unwrap();
    // The file of an incomplete attempt.
    let left = home.path("set.unfinished/a/round-000/.part-00000.parquet.1-0.unfinished");
    fs::write(&left, "P").unwrap();
    failure(program().args(job).arg("--resume"));
    assert!(!left.exists());
    assert_eq!(rows("a"), rows("b"));
    assert_ne!(rows("b"), before);
}

#[test]
fn a_vicinity_may_have_no_puzzles() {
    let home = Home::new("none");
    fs::write(home.path("a.txt"), format!("1{}\n", ".".repeat(80))).unwrap();
    let table = format!("input={}", home.text("a.txt"));
    let out = home.text("near");
    run(program().args(["job", "vicinity", "rounds=0", "--out", &out, "--table", &table]));
    let steps = steps(&home.path("near"));
    assert!(steps.contains(&"| found | 0 | 0000000000000000 |".to_owned()), "{steps:?}");
    assert!(home.path("near/found").exists() && !home.path("near/around").exists());
}

#[test]
fn malformed_rows_are_counted() {
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
    // A puzzle of 17 clues has few neighbors. Rounds find them until there are no new ones.
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

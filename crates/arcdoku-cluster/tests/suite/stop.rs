//! Signals and memory limits.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::embedded::dataset;
use crate::{Home, PROGRAM, run, steps};

fn program() -> Command {
    Command::new(PROGRAM)
}

/// Starts a command, sends it a signal when `is_ready`, and returns its standard error.
#[cfg(unix)]
fn stopped(command: &mut Command, signal: &str, is_ready: impl Fn() -> bool) -> String {
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    while !is_ready() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(2));
    }
    run(Command::new("kill").args([signal, &child.id().to_string()]));
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{error}");
    error
}

#[cfg(unix)]
#[test]
fn a_stopped_query_leaves_nothing() {
    let home = Home::new("stopped-query");
    fs::create_dir(home.path("temporary")).unwrap();
    // One batch of this query takes longer than the test.
    let sql = "SELECT sudoku_generate(i, 'clues 19') FROM (SELECT unnest(range(0, 100000)) AS i)";
    let out = home.text("a.csv");
    for signal in ["-INT", "-TERM"] {
        let mut query = program();
        query.args(["query", sql, "--memory", "100", "--out", &out]).env("TMPDIR", home.path("temporary"));
        let is_ready = || fs::read_dir(home.path("")).unwrap().count() > 1;
        assert_eq!(stopped(&mut query, signal, is_ready), "arcdoku-sql: stopped\n");
        assert_eq!(fs::read_dir(home.path("temporary")).unwrap().count(), 0);
        assert_eq!(fs::read_dir(home.path("")).unwrap().count(), 1);
    }
}

#[cfg(unix)]
#[test]
fn a_stopped_job_can_be_continued() {
    let home = Home::new("stopped-job");
    let (whole, torn) = (home.text("whole"), home.text("torn"));
    run(program().args(dataset(&whole)));
    let manifest = home.path("torn.unfinished/manifest.jsonl");
    let is_ready = || fs::read_to_string(&manifest).map_or(0, |text| text.lines().count()) > 2;
    let error = stopped(program().args(dataset(&torn)), "-INT", is_ready);
    assert!(error.ends_with("arcdoku-sql: stopped; continue with --resume\n"), "{error}");
    assert!(!home.path("torn").exists());
    let parts = fs::read_dir(home.path("torn.unfinished/made/round-000")).unwrap();
    let names: Vec<_> = parts.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert!(names.iter().all(|name| name.starts_with("part-")), "{names:?}");
    run(program().args(dataset(&torn)).arg("--resume"));
    assert_eq!(steps(&home.path("torn")), steps(&home.path("whole")));
}

/// The time limit of a part also applies while its rows are computed, and the job does not wait for a canceled
/// attempt.
#[test]
fn a_part_that_takes_too_long_is_an_error() {
    let home = Home::new("slow-part");
    let recipe = home.text("slow.sql");
    let sql = "-- Slow.\n-- step a\nSELECT sudoku_generate(i, 'clues 18') AS p FROM (SELECT unnest(range(0, 1000)) AS i)\n";
    fs::write(&recipe, sql).unwrap();
    let out = home.text("out");
    let error =
        crate::failure(program().args(["job", &recipe, "--timeout", "1", "--attempts", "1", "--out", &out]));
    assert!(error.contains("a, round 0, part 0: no answer within 1 s (attempt 1;"), "{error}");
}

/// Groups that do not fit into memory are written to disk, and the result is the same.
#[test]
fn memory_is_bounded() {
    let home = Home::new("memory");
    let sql = "SELECT count(*), sum(number) FROM (SELECT rpad(CAST(value % 40000 AS VARCHAR), 100, 'x') AS key, \
               min(value) AS number FROM range(0, 50000) GROUP BY key)";
    let mut query = program();
    query.args(["query", sql, "--memory", "16", "--threads", "2", "--format", "csv"]).env("TMPDIR", &home.0);
    let output = run(&mut query);
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().last(), Some("40000,799980000"));
    let explained = format!("EXPLAIN ANALYZE {sql}");
    let arguments = ["query", &explained, "--memory", "16", "--threads", "2"];
    let output = run(program().args(arguments).env("TMPDIR", &home.0));
    let text = String::from_utf8(output.stdout).unwrap();
    let spills = |text: &str| text.split(',').next().and_then(|count| count.parse::<u64>().ok());
    assert!(text.split("spill_count=").skip(1).filter_map(spills).any(|count| count > 0), "{text}");
    assert_eq!(fs::read_dir(&home.0).unwrap().count(), 0);
}

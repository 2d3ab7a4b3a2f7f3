//! Runs the test programs of the shared build, and reports slow tests.
//!
//! The programs report their tests as JSON lines with times. This format is unstable, so `RUSTC_BOOTSTRAP` is set for
//! the programs. Only the test harness reads it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::artifact::at;
use crate::verdict::{Outcome, passed};
use crate::{build, tiers};

use super::SHARED;

/// Tests that found no third-party data, as JSON.
const UNSHARED: &str = "target/suite/without-shared-data.json";
/// The standard error of the last test program.
const ERRORS: &str = "target/suite/stderr.log";
/// The minimum time in seconds of a test that is reported as slow.
const SLOW: f64 = 5.0;
/// Prefix of lines that report skipped work.
const SKIPPED: &str = "skipped: ";
/// Prefix of the line with the tested tiers of the 9x9 engines.
const TIERS: &str = "tiers tested: ";

/// A test program.
struct Program {
    /// Its crate and target.
    name: String,
    path: PathBuf,
    /// The folder of its crate, in which Cargo runs tests.
    folder: PathBuf,
}

/// The reports of the programs.
#[derive(Default)]
struct Report {
    passed: usize,
    failed: usize,
    ignored: usize,
    /// The tested tiers of the 9x9 engines.
    tiers: BTreeSet<String>,
    /// Tests that found no third-party data.
    unshared: Unshared,
}

/// Tests that found no third-party data, by program.
type Unshared = BTreeMap<String, Vec<String>>;

/// Runs all test programs without third-party data. Fails if the processor has a tier whose tests did not run.
pub(super) fn run(root: &Path) -> Outcome {
    // In a run of the suite, the build is up to date.
    build::run(root)?;
    let (outcome, report) = run_all(root, |_, _| ())?;
    let list = serde_json::to_string(&report.unshared).unwrap_or_default();
    fs::write(root.join(UNSHARED), list).map_err(at(&root.join(UNSHARED)))?;
    passed(tiers::check(&report.tiers)).and(outcome)
}

/// Runs the unit tests of a quick run.
pub(super) fn run_quick(root: &Path) -> Outcome {
    run_all(root, |_, _| ())?.0
}

/// Repeats the tests that found no third-party data, with the data in a folder.
pub(super) fn run_shared(root: &Path, shared: &Path) -> Outcome {
    let text = fs::read_to_string(root.join(UNSHARED)).unwrap_or_default();
    let unshared: Unshared = serde_json::from_str(&text).unwrap_or_default();
    let (outcome, report) = run_all(root, |program, command| {
        command.env(SHARED, shared);
        match unshared.get(program) {
            Some(names) => command.arg("--exact").args(names),
            // No test is named `-`, so no test of this program runs.
            None => command.args(["--exact", "-"]),
        };
    })?;
    for (program, names) in &report.unshared {
        println!("{program}: {} does not have all data of {}", shared.display(), names.join(", "));
    }
    outcome
}

/// Runs every program. `set` completes the command of a program, given its name. Returns whether all tests passed.
fn run_all(root: &Path, set: impl Fn(&str, &mut Command)) -> Outcome<(Outcome, Report)> {
    let (mut report, mut all) = (Report::default(), true);
    for program in &programs(root)? {
        let mut command = Command::new(&program.path);
        command.current_dir(&program.folder).env("CARGO_MANIFEST_DIR", &program.folder);
        command.env("RUSTC_BOOTSTRAP", "1").env_remove(SHARED);
        command.args(["-Zunstable-options", "--format=json", "--report-time", "--show-output"]);
        set(&program.name, &mut command);
        all &= run_program(root, program, &mut command, &mut report);
    }
    println!("{} passed, {} failed, {} skipped", report.passed, report.failed, report.ignored);
    Ok((passed(all && report.failed == 0 && report.passed > 0), report))
}

/// Runs a program, and prints the output of its failed tests. Returns whether it succeeded.
fn run_program(root: &Path, program: &Program, command: &mut Command, report: &mut Report) -> bool {
    // Some tests write directly to standard error: trycmd writes a line per command. It is a file, because a process
    // that a test leaves running would keep a pipe open.
    let errors = root.join(ERRORS);
    let started = File::create(&errors).and_then(|file| command.stdout(Stdio::piped()).stderr(file).spawn());
    let mut child = match started {
        Ok(child) => child,
        Err(error) => {
            println!("{}: {error}", program.path.display());
            return false;
        }
    };
    let before = report.count();
    let lines = child.stdout.take().map(BufReader::new).into_iter().flat_map(BufReader::lines);
    for line in lines.map_while(Result::ok) {
        match serde_json::from_str::<Value>(&line) {
            Ok(event) if event["type"] == "test" => report.note(&program.name, &event),
            Ok(_) => {}
            // A line that is not JSON was not written by the harness.
            Err(_) => println!("{line}"),
        }
    }
    let succeeded = child.wait().is_ok_and(|status| status.success());
    if !succeeded {
        print!("{}", String::from_utf8_lossy(&fs::read(&errors).unwrap_or_default()));
    }
    let tests = report.count() - before;
    if tests > 0 || !succeeded {
        println!("{}: {tests} tests{}", program.name, if succeeded { "" } else { ", FAILED" });
    }
    succeeded
}

impl Report {
    /// The number of completed tests.
    fn count(&self) -> usize {
        self.passed + self.failed + self.ignored
    }

    /// Counts a completed test. Prints the output of a failed test, and the time of a slow one.
    fn note(&mut self, program: &str, event: &Value) {
        let (name, output) = (text(&event["name"]), text(&event["stdout"]));
        match text(&event["event"]) {
            "ok" => self.passed += 1,
            "ignored" => self.ignored += 1,
            "failed" => {
                self.failed += 1;
                println!("FAILED: {program} {name}\n{output}");
            }
            _ => return,
        }
        let seconds = event["exec_time"].as_f64().unwrap_or_default();
        if seconds >= SLOW {
            println!("{seconds:8.1} s  {program} {name}");
        }
        for line in output.lines() {
            if let Some(tiers) = line.strip_prefix(TIERS) {
                self.tiers.extend(tiers.split(", ").map(str::to_owned));
            } else if line.starts_with(SKIPPED) && line.contains(SHARED) {
                let names = self.unshared.entry(program.to_owned()).or_default();
                if !names.iter().any(|known| known == name) {
                    names.push(name.to_owned());
                }
            } else if line.starts_with(SKIPPED) {
                println!("{program} {name}: {line}");
            }
        }
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The test programs of the build.
fn programs(root: &Path) -> Outcome<Vec<Program>> {
    let path = root.join(build::MESSAGES);
    let build = fs::read_to_string(&path).map_err(at(&path))?;
    let messages = build.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let programs = messages.filter(|message| message["profile"]["test"] == true).filter_map(|message| {
        let folder = Path::new(text(&message["manifest_path"])).parent()?.to_owned();
        let (kind, target) = (text(&message["target"]["kind"][0]), text(&message["target"]["name"]));
        let name = format!("{} {kind} {target}", folder.file_name()?.display());
        Some(Program { name, path: message["executable"].as_str()?.into(), folder })
    });
    let programs: Vec<Program> = programs.collect();
    if programs.is_empty() { Err(at(&path)("no test programs")) } else { Ok(programs) }
}

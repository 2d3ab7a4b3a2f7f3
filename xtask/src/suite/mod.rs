//! `cargo xtask test`: all checks that a change must pass.
//!
//! A step starts when the steps that it needs have passed, and two steps run at a time, because most steps keep only one
//! core busy for long. Each step is a process of this program (`cargo xtask step NAME`) whose output is printed when it
//! ends. A step that takes longer than `LIMIT` is killed. The first failure ends the run, unless `--keep-going` is given.
//!
//! Lints, tests, documentation and the programs that other steps run share one build (see [`crate::build`]).
//!
//! Tests on third-party data run in the last step (`shared data`), if `ARCDOKU_SHARED` or `../shared` contains the
//! data. All other steps run without this variable, so they do not depend on the place of the checkout.

mod rust_tests;

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::artifact::{at, empty, failed};
use crate::tools::{has, install};
use crate::verdict::{Outcome, SKIPPED_CODE, Stop, passed};
use crate::{
    aarch64, book, build, clients, licenses, miri, package, page, python, readme, spelling, tidy, vectors,
};

/// The folder of the output of steps, and of files for later steps.
const FOLDER: &str = "target/suite";

/// Third-party data for tests.
const SHARED: &str = "ARCDOKU_SHARED";

/// The number of steps that run at a time.
const SLOTS: usize = 2;

/// The time limit of a step. The longest steps take six minutes on two busy cores.
const LIMIT: Duration = Duration::from_mins(45);

/// A part of the suite.
struct Step {
    name: &'static str,
    /// The steps that must have passed.
    needs: &'static [&'static str],
    /// The steps that must have ended, if they are part of the run.
    after: &'static [&'static str],
    run: fn(&Path) -> Outcome,
}

/// The steps. When several can start, the first in this list does.
const STEPS: &[Step] = &[
    Step { name: "format", needs: &[], after: &[], run: build::format },
    Step { name: "tidy", needs: &["format"], after: &[], run: tidy::report },
    Step { name: "build and lints", needs: &["tidy"], after: &[], run: build::run },
    Step { name: "webassembly", needs: &["tidy"], after: &[], run: page::wasm },
    Step { name: "licenses", needs: &["tidy"], after: &[], run: licenses::run },
    Step { name: "page", needs: &["webassembly", "build and lints"], after: &[], run: page::site },
    Step { name: "vectors", needs: &["tidy"], after: &[], run: vectors::run },
    // Runs after the page, because some tests read its files.
    Step { name: "tests", needs: &["build and lints"], after: &["page"], run: rust_tests::run },
    // Runs after the page, because its element is in the package.
    Step { name: "python", needs: &["build and lints"], after: &["page"], run: python::test },
    Step {
        name: "clients",
        needs: &["build and lints"],
        after: &["python"],
        run: |root| clients::test(root, clients::FEW),
    },
    // Runs after the book, because it opens some of its pages.
    Step { name: "browser", needs: &["page"], after: &["book"], run: page::browser },
    Step { name: "documentation", needs: &["tests"], after: &[], run: build::documentation },
    Step { name: "readme", needs: &["build and lints"], after: &[], run: |root| readme::run(root, false) },
    Step { name: "book", needs: &["build and lints"], after: &[], run: book::run_with },
    Step { name: "spelling", needs: &["tidy"], after: &[], run: spelling::check },
    Step { name: "packages", needs: &["tidy"], after: &[], run: package::check_lists },
    Step { name: "aarch64", needs: &["tidy"], after: &[], run: aarch64::run },
    Step { name: "miri", needs: &["tidy"], after: &[], run: miri::run },
    Step { name: "shared data", needs: &["tests"], after: &["python", "browser"], run: shared },
];

/// The steps of a quick run.
const QUICK: &[Step] = &[
    Step { name: "format", needs: &[], after: &[], run: build::format },
    Step { name: "tidy", needs: &["format"], after: &[], run: tidy::report },
    Step { name: "unit tests and lints", needs: &["tidy"], after: &[], run: unit_tests },
];

/// Options of a run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Options {
    /// Continue after a failure.
    pub(crate) keep_going: bool,
    /// Only the steps that are fast after an edit.
    pub(crate) quick: bool,
}

/// A step that was started.
struct Running {
    step: &'static Step,
    child: Child,
    log: PathBuf,
    start: Instant,
}

impl Running {
    /// Whether the process has ended. After the time limit, kills it and its descendants.
    fn has_ended(&mut self) -> bool {
        let has_ended = !matches!(self.child.try_wait(), Ok(None));
        if has_ended || self.start.elapsed() < LIMIT {
            return has_ended;
        }
        println!(
            "[{}]: longer than {} minutes; these processes are killed:",
            self.step.name,
            LIMIT.as_secs() / 60
        );
        kill(&mut self.child);
        let _ = self.child.wait();
        true
    }
}

/// Prints and kills a process and its descendants. Without the program `ps`, kills only the process.
fn kill(child: &mut Child) {
    let list = Command::new("ps").args(["-A", "-ww", "-o", "pid=", "-o", "ppid=", "-o", "args="]).output();
    let list = list.map(|list| String::from_utf8_lossy(&list.stdout).into_owned()).unwrap_or_default();
    let mut tree = vec![child.id().to_string()];
    let mut index = 0;
    while let Some(parent) = tree.get(index).cloned() {
        for line in list.lines().filter(|line| line.split_whitespace().nth(1) == Some(&parent)) {
            println!("{line}");
            tree.extend(line.split_whitespace().next().map(str::to_owned));
        }
        index += 1;
    }
    let _ = Command::new("kill").arg("-KILL").args(&tree).status();
    let _ = child.kill();
}

/// Runs the steps and prints the summary. Passes if none failed.
pub(crate) fn run(root: &Path, options: Options) -> Outcome {
    let begin = Instant::now();
    build::tools(root)?;
    // The tests of printed pages read PDF documents with it, and report that they are skipped without it.
    if !has("pdftotext") {
        let _ = install(&["poppler-utils"]);
    }
    empty(&root.join(FOLDER))?;
    // Steps are started from a copy, because the build replaces this program while it runs.
    let program = root.join(FOLDER).join(format!("xtask{}", env::consts::EXE_SUFFIX));
    env::current_exe().and_then(|own| fs::copy(own, &program)).map_err(at(&program))?;
    let (steps, slots) = if options.quick { (QUICK, 1) } else { (STEPS, SLOTS) };
    let mut waiting: Vec<&Step> = steps.iter().collect();
    let mut running: Vec<Running> = Vec::new();
    let mut ended: Vec<(&Step, Outcome, Duration)> = Vec::new();
    let mut not_run: Vec<&str> = Vec::new();
    loop {
        let has_failed = ended.iter().any(|(_, outcome, _)| *outcome == Err(Stop::Failed));
        if has_failed && !options.keep_going {
            // Running steps are not killed, so their output is complete.
            not_run.extend(waiting.drain(..).map(|step| step.name));
        }
        let has_passed =
            |name: &&str| ended.iter().any(|(step, outcome, _)| step.name == *name && outcome.is_ok());
        let has_ended = |name: &&str| ended.iter().any(|(step, _, _)| step.name == *name);
        // A step never starts if a step that it needs did not pass.
        waiting.retain(|step| {
            let is_lost = step.needs.iter().any(|name| {
                let is_waiting = steps.iter().any(|other| other.name == *name && !not_run.contains(name));
                !is_waiting || has_ended(name) && !has_passed(name)
            });
            if is_lost {
                not_run.push(step.name);
            }
            !is_lost
        });
        let can_start = |step: &&Step| {
            let has_settled = |name: &&str| has_ended(name) || not_run.contains(name);
            step.needs.iter().all(has_passed) && step.after.iter().all(has_settled)
        };
        let next = waiting.iter().position(can_start);
        match next {
            Some(next) if running.len() < slots => match start(root, &program, waiting.remove(next)) {
                Ok(started) => running.push(started),
                Err(_) => break,
            },
            _ if running.is_empty() => break,
            _ => match running.iter_mut().position(Running::has_ended) {
                Some(index) => ended.push(finish(running.remove(index))),
                None => thread::sleep(Duration::from_millis(50)),
            },
        }
    }
    ended.extend(running.into_iter().map(finish));
    not_run.extend(waiting.iter().map(|step| step.name));
    summary(&ended, &not_run, begin.elapsed());
    if options.quick {
        println!("a quick run skips most steps; `cargo xtask test` runs all");
    }
    passed(ended.iter().all(|(_, outcome, _)| *outcome != Err(Stop::Failed)))
}

/// Runs one step in this process. It must be a step that `run` can start.
pub(crate) fn step(root: &Path, name: &str) -> Outcome {
    match STEPS.iter().chain(QUICK).find(|step| step.name == name) {
        Some(step) => (step.run)(root),
        None => Err(failed(format_args!("there is no step `{name}`"))),
    }
}

fn start(root: &Path, program: &Path, step: &'static Step) -> Outcome<Running> {
    let log = root.join(FOLDER).join(format!("{}.log", step.name.replace(' ', "-")));
    let file = File::create(&log).map_err(at(&log))?;
    let mut command = Command::new(program);
    command.current_dir(root).args(["step", step.name]).stdin(Stdio::null());
    if step.name != "shared data" {
        command.env_remove(SHARED);
    }
    let child =
        command.stdout(file.try_clone().map_err(at(&log))?).stderr(file).spawn().map_err(at(program))?;
    println!("[{}]: started", step.name);
    Ok(Running { step, child, log, start: Instant::now() })
}

/// Prints the output of a step that has ended.
fn finish(mut running: Running) -> (&'static Step, Outcome, Duration) {
    let time = running.start.elapsed();
    let outcome = match running.child.wait().map(|status| status.code()) {
        Ok(Some(0)) => Ok(()),
        Ok(Some(code)) if code == i32::from(SKIPPED_CODE) => Err(Stop::Skipped),
        _ => Err(Stop::Failed),
    };
    println!("\n[{}]: output", running.step.name);
    print!("{}", String::from_utf8_lossy(&fs::read(&running.log).unwrap_or_default()));
    println!("[{}]: {} in {:.1} s", running.step.name, word(outcome), time.as_secs_f64());
    (running.step, outcome, time)
}

/// An outcome in the summary.
fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Ok(()) => "ok",
        Err(Stop::Failed) => "FAILED",
        Err(Stop::Skipped) => "skipped",
    }
}

fn summary(ended: &[(&Step, Outcome, Duration)], not_run: &[&str], time: Duration) {
    println!("\nsteps:");
    for (step, outcome, time) in ended {
        println!("{:8.1} s  {}: {}", time.as_secs_f64(), step.name, word(*outcome));
    }
    if !not_run.is_empty() {
        println!("not run, because a step that they need did not pass: {}", not_run.join(", "));
    }
    let count = |wanted: Outcome| ended.iter().filter(|(_, outcome, _)| *outcome == wanted).count();
    println!("in {:.0} s", time.as_secs_f64());
    println!(
        "steps: {} passed, {} failed, {} skipped",
        count(Ok(())),
        count(Err(Stop::Failed)),
        count(Err(Stop::Skipped)) + not_run.len()
    );
}

/// Compiles, lints and runs the unit tests.
fn unit_tests(root: &Path) -> Outcome {
    build::unit_tests(root)?;
    rust_tests::run_quick(root)
}

/// Repeats the tests that found no third-party data, with the data.
fn shared(root: &Path) -> Outcome {
    let folder = env::var_os(SHARED).map_or_else(|| root.join("../shared"), Into::into);
    if !folder.join("data").is_dir() {
        println!(
            "skipped: tests on third-party data, because neither {SHARED} nor ../shared has a folder `data`"
        );
        return Err(Stop::Skipped);
    }
    let folder = folder.canonicalize().map_err(at(&folder))?;
    // All of them run, even after a failure.
    let outcomes =
        [rust_tests::run_shared, page::test_shared, python::test_shared].map(|run| run(root, &folder));
    let worst = [Stop::Failed, Stop::Skipped].into_iter().find(|worst| outcomes.contains(&Err(*worst)));
    worst.map_or(Ok(()), Err)
}

//! `cargo xtask test`: all checks that a change must pass, in an order that fails fast.
//!
//! Each step prints its command, and its time at the end. The first failure ends the run,
//! unless `--keep-going` is given. `--quick` runs the steps that take at most a minute and a half after
//! an edit. A step that does not run is named as skipped, with the reason, there and in the summary.
//!
//! The release build starts together with the tests, as linking it keeps only one core busy for a minute.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::verdict::Verdict;
use crate::{aarch64, cargo, miri, package, page, python, readme, tidy, tiers, vectors};

/// What a step runs.
enum Action {
    /// Cargo with these arguments.
    Cargo(&'static [&'static str]),
    /// Cargo with these arguments; warnings of rustdoc are errors.
    Docs(&'static [&'static str]),
    /// A check in this program.
    Here(&'static str, fn(&Path) -> Verdict),
    /// The release build, which runs beside the steps from [`BESIDE`] on.
    Release,
}

/// A part of the suite.
struct Step {
    name: &'static str,
    action: Action,
    /// The action in a quick run; `None` skips the step.
    quick: Option<Action>,
}

const fn always(name: &'static str, action: Action, same: Action) -> Step {
    Step { name, action, quick: Some(same) }
}

const fn full(name: &'static str, action: Action) -> Step {
    Step { name, action, quick: None }
}

/// The steps, cheapest first: format before lints, lints before tests.
///
/// Lints and tests share one profile and all features, so that no crate is compiled twice in the same way.
const STEPS: &[Step] = &[
    always("format", FORMAT, FORMAT),
    always("tidy", TIDY, TIDY),
    always("lints", LINTS, LINTS),
    // Only unit tests in a quick run, as the others link every program again.
    always(
        "tests",
        Action::Cargo(&["test", "--workspace", "--all-features", "--tests"]),
        Action::Cargo(&["test", "--workspace", "--all-features", "--lib"]),
    ),
    full("tiers", Action::Here("the vector instructions that were tested", |_| tiers::report())),
    full("doc tests", Action::Cargo(&["test", "--workspace", "--all-features", "--doc"])),
    // Libraries only: the program has the library's name, and both would write the same page.
    full("docs", Action::Docs(&["doc", "--workspace", "--all-features", "--no-deps", "--lib"])),
    full("release build", Action::Release),
    full("vectors", Action::Here("cargo xtask vectors", |root| vectors::check(root).into())),
    full("readme", Action::Here("cargo xtask readme", |root| readme::run(root, false).into())),
    full("package", Action::Here("cargo xtask package", package::run)),
    full("aarch64", Action::Here("cargo xtask aarch64", aarch64::run)),
    full("page", Action::Here("cargo xtask page, and its tests in a browser", page::test)),
    // After the page, whose element is in the wheel.
    full("python", Action::Here("cargo xtask python", python::test)),
    // Last, because it is slow and rarely installed.
    full("miri", Action::Here("cargo xtask miri", miri::run)),
];

const FORMAT: Action = Action::Cargo(&["fmt", "--all", "--check"]);
const TIDY: Action = Action::Here("cargo xtask tidy", |root| tidy::report(root).into());
const LINTS: Action =
    Action::Cargo(&["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"]);
const RELEASE: &[&str] = &["build", "--release", "--package", "arcdoku-cli"];

/// The step with which the release build starts.
const BESIDE: &str = "tests";

/// Options of a run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Options {
    /// Continue after a failure.
    pub(crate) keep_going: bool,
    /// Only the steps that are fast after an edit.
    pub(crate) quick: bool,
}

/// Runs the steps and prints the summary. True if none failed.
pub(crate) fn run(root: &Path, options: Options) -> bool {
    let begin = Instant::now();
    if !tools(root) {
        return false;
    }
    let shared = std::env::var_os("ARCDOKU_SHARED").map_or_else(|| root.join("../shared"), Into::into);
    let has_shared = shared.join("data").is_dir();
    note_shared(has_shared);
    let (mut passed, mut failed, mut skipped, mut not_run) = (0, Vec::new(), Vec::new(), Vec::new());
    let mut release = None;
    for (number, step) in STEPS.iter().enumerate() {
        let place = format!("[{}/{}] {}", number + 1, STEPS.len(), step.name);
        if !failed.is_empty() && !options.keep_going {
            not_run.push(step.name);
            continue;
        }
        let action = match &step.quick {
            None if options.quick => {
                println!("{place}: skipped in a quick run");
                skipped.push(step.name);
                continue;
            }
            Some(quick) if options.quick => quick,
            _ => &step.action,
        };
        println!("\n{place}: {}", action.command());
        if step.name == BESIDE && !options.quick {
            release = ReleaseBuild::start(root).ok();
        }
        let start = Instant::now();
        let verdict = match (action, release.take()) {
            (Action::Release, Some(build)) => build.finish(),
            (_, build) => {
                release = build;
                action.run(root)
            }
        };
        let word = match verdict {
            Verdict::Passed => "ok",
            Verdict::Failed => "FAILED",
            Verdict::Skipped => "skipped",
        };
        println!("{place}: {word} in {}", seconds(start.elapsed()));
        match verdict {
            Verdict::Passed => passed += 1,
            Verdict::Skipped => skipped.push(step.name),
            Verdict::Failed => failed.push(step.name),
        }
    }
    println!();
    note_shared(has_shared);
    for (what, names) in [("skipped", &skipped), ("FAILED", &failed), ("not run", &not_run)] {
        if !names.is_empty() {
            println!("{what}: {}", names.join(", "));
        }
    }
    if options.quick {
        println!("skipped: integration tests and the steps above; `cargo xtask test` runs all");
    }
    println!(
        "{passed} steps passed, {} failed, {} skipped, {}",
        failed.len(),
        skipped.len(),
        seconds(begin.elapsed())
    );
    failed.is_empty()
}

/// Builds the program in release, as the README check needs it.
pub(crate) fn build_release(root: &Path) -> bool {
    Action::Release.run(root) == Verdict::Passed
}

/// A release build that runs beside other steps. Dropping it ends it.
struct ReleaseBuild {
    child: Child,
    /// What it prints.
    log: PathBuf,
}

impl ReleaseBuild {
    /// Starts the build on half of the cores, without output.
    fn start(root: &Path) -> io::Result<Self> {
        let folder = root.join("target");
        fs::create_dir_all(&folder)?;
        let log = folder.join("release-build.log");
        let file = File::create(&log)?;
        let jobs = thread::available_parallelism().map_or(1, |cores| (cores.get() / 2).max(1));
        let mut command = cargo(root);
        command.args(RELEASE).args(["--jobs", &jobs.to_string()]).stdin(Stdio::null());
        let child = command.stdout(file.try_clone()?).stderr(file).spawn()?;
        Ok(Self { child, log })
    }

    /// Waits for the end, and prints the output if it failed.
    fn finish(mut self) -> Verdict {
        let passed = self.child.wait().is_ok_and(|status| status.success());
        if !passed {
            println!("{}", fs::read_to_string(&self.log).unwrap_or_default());
        }
        passed.into()
    }
}

impl Drop for ReleaseBuild {
    fn drop(&mut self) {
        // Both fail if it has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn note_shared(present: bool) {
    if !present {
        println!("skipped: tests that read ../shared/data (or ARCDOKU_SHARED), which is absent");
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// Tools that the suite needs beside the compiler: rustfmt and clippy, added through rustup where missing.
fn tools(root: &Path) -> bool {
    ["fmt", "clippy"].into_iter().all(|tool| {
        let is_there = |cargo: &mut Command| {
            let quiet = cargo.args([tool, "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
            quiet.status().is_ok_and(|status| status.success())
        };
        if is_there(&mut cargo(root)) {
            return true;
        }
        let component = if tool == "fmt" { "rustfmt" } else { tool };
        println!("installing {component}: rustup component add {component}");
        let added = Command::new("rustup").args(["component", "add", component]).current_dir(root).status();
        let ok = added.is_ok_and(|status| status.success());
        if !ok {
            println!("{component} is missing and could not be installed");
        }
        ok
    })
}

impl Action {
    /// The step as a shell command.
    fn command(&self) -> String {
        match self {
            Self::Cargo(arguments) => format!("cargo {}", arguments.join(" ")),
            Self::Docs(arguments) => format!("RUSTDOCFLAGS='-D warnings' cargo {}", arguments.join(" ")),
            Self::Here(command, _) => (*command).to_owned(),
            Self::Release => format!("cargo {}", RELEASE.join(" ")),
        }
    }

    fn run(&self, root: &Path) -> Verdict {
        let mut command = cargo(root);
        match self {
            Self::Here(_, check) => return check(root),
            Self::Cargo(arguments) => command.args(*arguments),
            Self::Release => command.args(RELEASE),
            Self::Docs(arguments) => command.args(*arguments).env("RUSTDOCFLAGS", "-D warnings"),
        };
        match command.status() {
            Ok(status) => status.success().into(),
            Err(error) => {
                println!("cargo cannot be started: {error}");
                Verdict::Failed
            }
        }
    }
}

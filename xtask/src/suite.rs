//! `cargo xtask test`: everything a change must pass, in an order that fails fast.
//!
//! Each step is announced with its command and closed with its time. The first failure ends the run,
//! unless `--keep-going` asks for the rest as well.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::verdict::Verdict;
use crate::{aarch64, cargo, miri, readme, tidy, vectors};

/// What a step runs.
enum Action {
    /// Cargo with these arguments; the flag asks that rustdoc's warnings be errors.
    Cargo(&'static [&'static str], bool),
    /// A check in this program.
    Here(&'static str, fn(&Path) -> Verdict),
}

/// The steps, cheapest first: format before lints, lints before tests, tests before the release build.
const STEPS: &[(&str, Action)] = &[
    ("format", Action::Cargo(&["fmt", "--all", "--check"], false)),
    ("tidy", Action::Here("cargo xtask tidy", |root| tidy::report(root).into())),
    (
        "lints",
        Action::Cargo(
            &["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"],
            false,
        ),
    ),
    // The test profile in the root manifest is optimized: the suite enumerates solutions.
    ("tests", Action::Cargo(&["test", "--workspace", "--all-features", "--tests"], false)),
    ("doc tests", Action::Cargo(&["test", "--workspace", "--all-features", "--doc"], false)),
    // Libraries only: the program has the library's name, and both would write the same page.
    ("docs", Action::Cargo(&["doc", "--workspace", "--all-features", "--no-deps", "--lib"], true)),
    ("release build", Action::Cargo(RELEASE, false)),
    ("vectors", Action::Here("cargo xtask vectors", |root| vectors::check(root).into())),
    ("readme", Action::Here("cargo xtask readme", |root| readme::run(root, false).into())),
    ("aarch64", Action::Here("cargo xtask aarch64", aarch64::run)),
    // Last, because it is slow and not everybody has it.
    ("miri", Action::Here("cargo xtask miri", miri::run)),
];

const RELEASE: &[&str] = &["build", "--release", "--package", "arcdoku-cli"];

/// Runs all steps and prints the summary. True if none failed.
pub(crate) fn run(root: &Path, keep_going: bool) -> bool {
    let begin = Instant::now();
    if !tools(root) {
        return false;
    }
    let shared = root.join("../shared/data").is_dir();
    note_shared(shared);
    let (mut passed, mut failed, mut skipped) = (0, Vec::new(), Vec::new());
    for (number, (name, action)) in STEPS.iter().enumerate() {
        println!("\n[{}/{}] {name}: {}", number + 1, STEPS.len(), action.command());
        let start = Instant::now();
        let verdict = action.run(root);
        let word = match verdict {
            Verdict::Passed => "ok",
            Verdict::Failed => "FAILED",
            Verdict::Skipped => "skipped",
        };
        println!("[{}/{}] {name}: {word} in {}", number + 1, STEPS.len(), seconds(start.elapsed()));
        match verdict {
            Verdict::Passed => passed += 1,
            Verdict::Skipped => skipped.push(*name),
            Verdict::Failed => {
                failed.push(*name);
                if !keep_going {
                    break;
                }
            }
        }
    }
    println!();
    note_shared(shared);
    let not_run = STEPS.len() - passed - failed.len() - skipped.len();
    if !skipped.is_empty() {
        println!("skipped: {}", skipped.join(", "));
    }
    let detail = if failed.is_empty() {
        String::new()
    } else {
        format!(" ({}), {not_run} not run", failed.join(", "))
    };
    println!("{passed} steps passed, {} failed{detail}, {}", failed.len(), seconds(begin.elapsed()));
    failed.is_empty()
}

/// Builds the program in release, as the README check needs it.
pub(crate) fn build_release(root: &Path) -> bool {
    Action::Cargo(RELEASE, false).run(root) == Verdict::Passed
}

fn note_shared(present: bool) {
    if !present {
        println!("note: ../shared/data is not here, so the tests that read it skip themselves");
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// What the suite needs beside the compiler: rustfmt and clippy, added through rustup where missing.
fn tools(root: &Path) -> bool {
    ["fmt", "clippy"].into_iter().all(|tool| {
        let there = |cargo: &mut Command| {
            let quiet = cargo.args([tool, "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
            quiet.status().is_ok_and(|status| status.success())
        };
        if there(&mut cargo(root)) {
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
    /// The step as a line that can be pasted into a shell.
    fn command(&self) -> String {
        match self {
            Action::Cargo(arguments, strict_docs) => {
                let prefix = if *strict_docs { "RUSTDOCFLAGS='-D warnings' " } else { "" };
                format!("{prefix}cargo {}", arguments.join(" "))
            }
            Action::Here(command, _) => (*command).to_owned(),
        }
    }

    fn run(&self, root: &Path) -> Verdict {
        match self {
            Action::Cargo(arguments, strict_docs) => {
                let mut command = cargo(root);
                command.args(*arguments);
                if *strict_docs {
                    command.env("RUSTDOCFLAGS", "-D warnings");
                }
                match command.status() {
                    Ok(status) => status.success().into(),
                    Err(error) => {
                        println!("cargo cannot be started: {error}");
                        Verdict::Failed
                    }
                }
            }
            Action::Here(_, check) => check(root),
        }
    }
}

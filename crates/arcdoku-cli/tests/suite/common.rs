//! Runs the real program.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A puzzle that singles solve, and its solution.
pub(crate) const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
pub(crate) const EASY_SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// A puzzle with 17 clues that most strategies search for, and its solution.
pub(crate) const HARD: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
pub(crate) const HARD_SOLVED: &str =
    "417369825632158947958724316825437169791586432346912758289643571573291684164875293";

/// A puzzle with several solutions.
pub(crate) const SEVERAL: &str =
    ".....6....59.....82....8....45........3........6..3.54...325..6..................";

/// A puzzle that no engine of the project solves without guesses.
pub(crate) const GUESSES: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).expect("the output is UTF-8"),
            err: String::from_utf8(output.stderr).expect("messages are UTF-8"),
        }
    }
}

/// The program, without the color settings of the environment.
pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arcdoku"));
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").stdin(Stdio::null());
    command
}

/// Runs the program.
pub(crate) fn run(arguments: &[&str]) -> Ran {
    program().args(arguments).output().expect("the program starts").into()
}

/// Runs the program with this text on standard input.
pub(crate) fn run_with(arguments: &[&str], input: &[u8]) -> Ran {
    let mut child = program()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // The output shows whether all of it was read.
    let writer = std::thread::spawn(move || drop(pipe.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    output.into()
}

/// Whether `ARCDOKU_CASES=full` requests every case of tests that otherwise run a sample.
pub(crate) fn runs_all_cases() -> bool {
    std::env::var_os("ARCDOKU_CASES").is_some_and(|value| value == "full")
}

/// Waits for an event in a running process. Returns false if the process ends first.
pub(crate) fn runs_until(child: &mut Child, mut has_happened: impl FnMut() -> bool) -> bool {
    let limit = Instant::now() + Duration::from_mins(5);
    loop {
        if child.try_wait().expect("a child").is_some() {
            return false;
        }
        if has_happened() {
            return true;
        }
        assert!(Instant::now() < limit, "the event did not happen");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Sends a signal.
#[cfg(unix)]
pub(crate) fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
}

/// The path of a file in `testdata/cli`.
pub(crate) fn data(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/cli").join(name);
    path.to_str().expect("a path in UTF-8").to_owned()
}

/// An empty directory for one test.
pub(crate) fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a directory for the test");
    path
}

/// A file in a directory, as an argument.
pub(crate) fn file(directory: &Path, name: &str, text: impl AsRef<[u8]>) -> String {
    let path = directory.join(name);
    std::fs::write(&path, text).expect("a file for the test");
    path.to_str().expect("a path in UTF-8").to_owned()
}

/// The JSON documents of an output, one per line.
pub(crate) fn json(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

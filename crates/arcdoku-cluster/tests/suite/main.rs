//! The program in one process and on a cluster, with and without faults, returns the same rows.
//!
//! The processes of a cluster have separate network namespaces with different addresses if this process can make them
//! (as root, with `ip netns`). Otherwise, they use ports of the loopback address.

#![expect(clippy::disallowed_methods, reason = "tests of processes wait")]
#![expect(clippy::print_stdout, reason = "tests report when they skip something")]

mod cluster;
mod embedded;
mod faults;
mod limits;
mod lines;
mod local;
mod net;
mod stop;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_arcdoku-sql");

/// A folder that is removed at the end.
struct Home(PathBuf);

impl Home {
    fn new(name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("sql-{name}"));
        // A test program that was killed may have left a disk.
        for entry in std::fs::read_dir(&path).into_iter().flatten().flatten() {
            let _ = Command::new("umount").arg("-lq").arg(entry.path()).stderr(Stdio::null()).status();
        }
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn text(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
}

fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{command:?}\n{error}");
    output
}

/// The standard error of a program that fails.
fn failure(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(!output.status.success(), "{command:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// The last line of standard error of a query with `--checksum`.
fn checksum(output: &Output) -> String {
    let error = String::from_utf8_lossy(&output.stderr);
    error.lines().rev().find(|line| line.contains("checksum")).unwrap_or_else(|| panic!("{error}")).to_owned()
}

/// The lines of the data card of a folder that list the steps with their rows and checksums.
fn steps(folder: &Path) -> Vec<String> {
    let card = std::fs::read_to_string(folder.join("README.md")).unwrap();
    let lines = card.lines().skip_while(|line| !line.starts_with("| step")).skip(2);
    lines.take_while(|line| line.starts_with('|')).map(str::to_owned).collect()
}

/// Queries that together call every function; some of them shuffle rows between executors.
const QUERIES: &[&str] = &[
    "SELECT i, sudoku_generate(sudoku_seed(5, i)) AS p FROM (SELECT unnest(range(0, 200)) AS i)",
    "SELECT puzzle, sudoku_solve(puzzle), sudoku_outcome(puzzle), sudoku_fault(puzzle), sudoku_clues(puzzle), \
     sudoku_guesses(puzzle), sudoku_is_minimal(puzzle), sudoku_canon(puzzle), sudoku_key(puzzle), \
     sudoku_rate(puzzle, 'se'), sudoku_convert(puzzle, 'sdm'), sudoku_augment(puzzle, 3), \
     sudoku_share(sudoku_key(puzzle)), sudoku_backdoor_size(puzzle), sudoku_solutions(puzzle, 5) FROM input",
    "SELECT clues, count(*), avg(hardness) FROM (SELECT sudoku_clues(puzzle) AS clues, \
     sudoku_rate(puzzle)['hardness'] AS hardness FROM input) GROUP BY clues",
    "SELECT a.puzzle FROM input AS a JOIN input AS b ON sudoku_key(a.puzzle) = sudoku_key(sudoku_augment(b.puzzle, 9))",
    "SELECT DISTINCT sudoku_key(sudoku_minimize(sudoku_grid(i), i)) FROM (SELECT unnest(range(0, 50)) AS i)",
    "SELECT unnest(sudoku_vicinity(puzzle, 1, 1)) FROM (SELECT puzzle FROM input ORDER BY puzzle LIMIT 3)",
];

/// A file of puzzles with some malformed rows.
fn input(home: &Home) -> String {
    let path = home.text("input.parquet");
    let sql = "SELECT CASE WHEN i % 50 = 7 THEN 'no puzzle' WHEN i % 50 = 8 THEN NULL ELSE sudoku_generate(i) END AS \
               puzzle FROM (SELECT unnest(range(0, 300)) AS i)";
    run(Command::new(PROGRAM).args(["query", sql, "--out", &path]));
    path
}

//! `minimize`, `backdoors` and `unavoidable`: properties of puzzles and grids.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::Stdio;

use crate::common::{EASY, EASY_SOLVED, GUESSES, HARD, json, program, run, run_with};

/// A puzzle with several solutions, and a puzzle whose clues conflict.
const LOOSE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5.........";
const CLASH: &str = "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[test]
fn one_minimal_puzzle_per_line() {
    let input = format!("{EASY}\n{HARD}\n");
    let ran = run_with(&["minimize"], input.as_bytes());
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert!(lines.len() == 2 && lines[1] == HARD && lines[0] != EASY, "{}", ran.out);
    let check = run_with(&["check", "--minimal", "--quiet"], ran.out.as_bytes());
    assert_eq!(check.code, Some(0), "{}", check.err);
    // A seed gives one puzzle for any number of threads.
    let many = format!("{EASY}\n").repeat(40);
    let seeded = |jobs| run_with(&["minimize", "--seed", "5", "-j", jobs], many.as_bytes()).out;
    assert_eq!(seeded("1"), seeded("3"));
    assert!(seeded("1").lines().collect::<BTreeSet<_>>().len() > 10);
    assert_ne!(seeded("1"), run_with(&["minimize", "--seed", "6"], many.as_bytes()).out);
}

#[test]
fn all_minimal_puzzles_are_listed_once() {
    let ran = run(&["minimize", "--all", EASY]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let all: BTreeSet<&str> = ran.out.lines().collect();
    assert_eq!(all.len(), ran.out.lines().count());
    assert!(all.contains(run(&["minimize", EASY]).out.trim_end()));
    assert_eq!(run_with(&["check", "--minimal", "-q"], ran.out.as_bytes()).code, Some(0));
}

/// A full grid has too many minimal puzzles to wait for all of them. The reader ends the run by closing the pipe.
#[test]
fn minimal_puzzles_are_printed_as_they_are_found() {
    for more in [&[][..], &["--limit", "100000000"]] {
        let arguments = [&["minimize", "--all", EASY_SOLVED][..], more].concat();
        let mut child = program().args(arguments).stdout(Stdio::piped()).spawn().expect("it starts");
        let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let first: BTreeSet<String> = lines.take(3).map(|line| line.expect("a line")).collect();
        assert_eq!(child.try_wait().expect("a child"), None, "it is still running");
        child.kill().expect("killed");
        child.wait().expect("ended");
        assert_eq!(first.len(), 3);
        let text = first.into_iter().collect::<Vec<_>>().join("\n") + "\n";
        assert_eq!(run_with(&["check", "--minimal", "-q"], text.as_bytes()).code, Some(0));
    }
    let ran = run(&["minimize", "--all", "--time", "300ms", EASY_SOLVED]);
    assert_eq!(ran.code, Some(4), "{}", ran.err);
    assert_eq!(ran.err, "error: <argument>:1: given up (time)\n");
    assert!(ran.out.lines().count() > 3);
}

#[test]
fn unavoidable_sets_of_a_grid_and_of_its_puzzle() {
    let grid = run(&["unavoidable", "--format", "tsv", EASY_SOLVED]);
    assert_eq!(grid.code, Some(0), "{}", grid.err);
    assert_eq!(run(&["unavoidable", "--format", "tsv", EASY]).out, grid.out);
    let rows: Vec<Vec<&str>> = grid.out.lines().map(|line| line.split('\t').collect()).collect();
    assert!(rows.iter().all(|row| row[0] == "1" && row[1] == row[2].split(' ').count().to_string()));
    assert!(rows.windows(2).all(|pair| pair[0][2].len() <= pair[1][2].len()));
    for (kind, size) in [("two-digits", "12"), ("two-lines", "6"), ("two-bands", "9")] {
        let some = run(&["unavoidable", "--format", "tsv", "--kind", kind, "--largest", size, EASY]);
        assert!(some.out.lines().all(|line| grid.out.contains(line)) && !some.out.is_empty());
        assert!(some.out.len() < grid.out.len());
    }
    let ran = run(&["unavoidable", "--bound", "--time", "1ms", EASY]);
    if ran.code == Some(4) && !ran.out.is_empty() {
        assert_eq!(ran.err, "error: <argument>:1: given up (time)\n");
        assert!(ran.out.ends_with(" (given up)\n"), "{}", ran.out);
    }
}

#[test]
fn puzzles_without_an_answer_are_reported_and_skipped() {
    for command in ["minimize", "backdoors", "unavoidable"] {
        let input = format!("{EASY}\n{LOOSE}\n{CLASH}\n{}\n{EASY}\n", &EASY[..80]);
        let ran = run_with(&[command], input.as_bytes());
        assert_eq!(ran.code, Some(3), "{}", ran.err);
        assert_eq!(ran.out.lines().count(), 2, "{}", ran.out);
        let errors: Vec<&str> = ran.err.lines().collect();
        assert_eq!(errors.len(), 3, "{}", ran.err);
        assert!(errors[0].contains(":2: there are several solutions"), "{}", ran.err);
        assert!(errors[1].contains(":3:2: ") && errors[2].contains(":4:"), "{}", ran.err);
        // In JSON, each puzzle has its own line.
        let replies = json(&run_with(&[command, "--format", "json"], input.as_bytes()).out);
        let outcomes: Vec<_> = replies.iter().map(|reply| reply["outcome"].as_str()).collect();
        let expected = [None, Some("multiple"), Some("unsatisfiable"), Some("malformed"), None];
        assert_eq!(outcomes, expected, "{command}");
        assert!(replies.iter().map(|reply| reply["number"].as_u64()).eq((1..=5).map(Some)));
        let ran = run(&[command, "no such file"]);
        assert_eq!((ran.code, ran.out.as_str()), (Some(3), ""), "{}", ran.err);
    }
}

/// The results of the commands when they were written: lines of `testdata/explore`.
#[test]
fn answers_have_not_changed() {
    let puzzle = "...9...18..5.......7..1.9..2...573........5....3.4....8...24.9..2.8.9..4..9..3...";
    let cases: [(&str, &[&str]); 4] = [
        ("vicinity.txt", &["vicinity", "--minus", "2", "--plus", "1", puzzle]),
        ("unavoidable.tsv", &["unavoidable", "--format", "tsv", puzzle]),
        ("backdoors.tsv", &["backdoors", "--format", "tsv", GUESSES, puzzle]),
        ("minimize.txt", &["minimize", "--all", EASY]),
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/explore");
    for (name, arguments) in cases {
        let expected = fs::read_to_string(folder.join(name)).expect("a file");
        // The order of all minimal puzzles may change.
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<_>>();
        assert_eq!(lines(&run(arguments).out), lines(&expected), "{name}");
    }
}

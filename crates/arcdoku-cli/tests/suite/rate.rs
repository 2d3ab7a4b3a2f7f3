//! `rate`: the scale of the Explainer, options, and files that a run continues.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{self, EASY, HARD, Ran, SEVERAL, directory, file, run, run_with};

/// Puzzles made here.
fn made(count: usize) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/human/rated.tsv");
    let text = fs::read_to_string(path).expect("the file");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line[..81].to_owned()).take(count).collect()
}

#[test]
fn ratings_of_the_explainer() {
    let input = format!("{HARD}\n{EASY}\n").repeat(50);
    let one = run_with(&["rate", "--scale", "se", "--format", "tsv", "-j", "1"], input.as_bytes());
    assert_eq!(one.out, format!("{HARD}\t2.6/1.2/1.2\n{EASY}\t1.2/1.2/1.2\n").repeat(50));
    let many = run_with(&["rate", "--scale", "se", "--format", "tsv", "-j", "4"], input.as_bytes());
    assert_eq!(many.out, one.out);
}

#[test]
fn options_that_do_not_apply_are_refused() {
    for (arguments, says) in [
        (&["--ep", EASY][..], "--ep: the ratings of the scale hodoku have no such part"),
        (&["--pearl", EASY], "--pearl: the ratings of the scale hodoku"),
        (&["--scale", "se", "--no-uniqueness", EASY], "--no-uniqueness: the scale se has no options"),
        (&["--scale", "se", "--set", "fish_size=3", EASY], "--set: the scale se has no options"),
        (&["--scale", "se", "--min", "7.15", EASY], "--min: found '7.15', expected an ER such as 7.1"),
        (&["--max", "7.1", EASY], "--max: found '7.1', expected a score such as 696"),
        (&["--min", "9", "--max", "8", EASY], "--min: is above max"),
        (&["--resume", EASY], "--out <FILE>"),
        (&["--out", "x", "--format", "text", EASY], "--out: the format text does not contain the puzzles"),
        (&["--out", "x", "-q", EASY], "cannot be used with"),
        (&["--set", "fish_size", EASY], "expected NAME=VALUE"),
        (&["--set", "fish_size=99", EASY], "expected a value from 2 to 7"),
        (&["--set", "fish_size=x", EASY], "found 'fish_size=x', expected a value from 2 to 7"),
        (&["--set", "color=1", EASY], "expected one of fish_size, "),
    ] {
        let ran = run(&[&["rate"], arguments].concat());
        assert!(ran.code == Some(2) && ran.err.contains(says), "{arguments:?}: {}", ran.err);
    }
}

/// An output file, and what goes with it.
struct Outcome {
    place: PathBuf,
    input: String,
    out: String,
}

impl Outcome {
    fn new(name: &str, input: &str) -> Self {
        let place = directory(name);
        let input = file(&place, "input.txt", input);
        let out = place.join("out").to_str().expect("UTF-8").to_owned();
        Self { place, input, out }
    }

    fn rate(&self, arguments: &[&str]) -> Ran {
        run(&[&["rate", "--out", &self.out, &self.input], arguments].concat())
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.out).expect("the output")
    }

    fn mark(&self) -> PathBuf {
        self.place.join("out.progress")
    }

    /// What the file beside says of puzzles and bytes.
    fn known(&self) -> (u64, u64) {
        let text = fs::read_to_string(self.mark()).expect("a file beside");
        let number = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            line.and_then(|number| number.parse().ok()).expect(&text)
        };
        (number("puzzles"), number("bytes"))
    }
}

#[test]
fn a_partial_last_line_is_dropped() {
    let mut lines = made(3);
    lines.insert(0, "x".to_owned());
    lines.insert(3, SEVERAL.to_owned());
    lines.insert(4, "55".to_owned());
    // A puzzle may come twice.
    lines.push(lines[1].clone());
    lines.push("1".to_owned());
    let input = lines.join("\n") + "\n";
    for (number, (name, step, arguments)) in (0..).zip([
        ("all", 4, &["--scale", "se"][..]),
        ("range", 7, &["--scale", "se", "--max", "2.3"]),
        ("scores", 16, &["--min", "390"]),
        ("lines", 41, &["--scale", "se", "--format", "json"]),
        ("few", 41, &["--scale", "se", "--format", "json", "--min", "1.5"]),
    ]) {
        let outcome = Outcome::new(&format!("torn-{name}"), &input);
        let ran = outcome.rate(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (Some(3), ""), "{}", ran.err);
        let whole = outcome.text();
        let json = arguments.contains(&"json");
        let plain = if json { vec![] } else { vec!["--format", "tsv"] };
        let printed = run(&[&["rate", &outcome.input], arguments, &plain].concat());
        assert_eq!(whole, printed.out);
        assert!(whole.lines().count() > 1, "{whole}");
        let mark = fs::read_to_string(outcome.mark()).expect("a file beside");
        assert_eq!(outcome.known(), (lines.len() as u64, whole.len() as u64));
        let begin: String = mark
            .lines()
            .map(|line| match line.split_once(' ') {
                Some((name @ ("puzzles" | "bytes" | "hash"), _)) => format!("{name} 0\n"),
                _ => format!("{line}\n"),
            })
            .collect();
        assert_ne!(begin, mark);
        let first = whole.find('\n').expect("a line");
        // Places, and what the file beside says then: all, nothing, or it is not there.
        let marks = [Some(&mark), Some(&begin), None];
        let cuts: Vec<usize> = if common::runs_all_cases() {
            (0..=whole.len()).step_by(step).collect()
        } else {
            let last = whole[..whole.len() - 1].rfind('\n').expect("lines");
            let places = [0, first / 2, first, first + 1, first + 40, last, last + 1, last + 9];
            places.into_iter().chain([whole.len() - 1, whole.len()]).map(|cut| cut.min(whole.len())).collect()
        };
        // Each output begins with another mark, so each kind of place meets all of them.
        for (cut, mark) in cuts.into_iter().zip(marks.into_iter().cycle().skip(number)) {
            if mark.is_none() && (1..=first).contains(&cut) {
                continue;
            }
            fs::write(&outcome.out, &whole[..cut]).expect("a torn file");
            match mark {
                Some(mark) => fs::write(outcome.mark(), mark).expect("the file beside"),
                None => drop(fs::remove_file(outcome.mark())),
            }
            let ran = outcome.rate(&[arguments, &["--resume"]].concat());
            assert!(matches!(ran.code, Some(0 | 1 | 3)), "{name}, {cut} bytes: {}", ran.err);
            assert_eq!(outcome.text(), whole, "{name}, {cut} bytes");
            assert_eq!(outcome.known(), (lines.len() as u64, whole.len() as u64));
        }
    }
}

/// What the file beside knows is not done again, though it left no line.
#[test]
fn a_run_continues_the_last_one() {
    let lines = made(12);
    let outcome = Outcome::new("growing", &(lines[..8].join("\n") + "\n"));
    let arguments = ["--scale", "se", "--max", "1.2", "--stats"];
    let ran = outcome.rate(&arguments);
    assert!(ran.code == Some(0) && ran.err.contains("8 puzzles in "), "{}", ran.err);
    let before = outcome.text();
    fs::write(&outcome.input, lines.join("\n") + "\n").expect("a longer input");
    let resume = [&arguments[..], &["--resume", "-j", "3"]].concat();
    let ran = outcome.rate(&resume);
    assert!(ran.code == Some(0) && ran.err.contains("4 puzzles in "), "{}", ran.err);
    assert!(outcome.text().starts_with(&before));
    assert_eq!(outcome.known().0, 12);
    let ran = outcome.rate(&resume);
    assert!(ran.code == Some(0) && ran.err.contains("0 puzzles in "), "{}", ran.err);
    // A torn line may be long.
    let whole = outcome.text();
    fs::write(&outcome.out, whole.clone() + &"x".repeat(200_000)).expect("the output");
    assert_eq!(outcome.rate(&resume).code, Some(0));
    assert_eq!(outcome.text(), whole);
    // Where there is nothing to go on with, it begins.
    fs::remove_file(&outcome.out).expect("the output");
    let ran = outcome.rate(&resume);
    assert!(ran.code == Some(0) && ran.err.contains("12 puzzles in "), "{}", ran.err);
    let all = run(&["rate", "--scale", "se", "--max", "1.2", "--format", "tsv", &outcome.input]);
    assert_eq!(outcome.text(), all.out);
}

#[test]
fn a_file_of_another_run_is_left_unchanged() {
    let lines = made(4);
    let outcome = Outcome::new("foreign", &(lines.join("\n") + "\n"));
    assert_eq!(outcome.rate(&["--scale", "se"]).code, Some(0));
    let (whole, mark) = (outcome.text(), fs::read_to_string(outcome.mark()).expect("a file beside"));
    let refused = |ran: &Ran, says: &str| {
        assert!(ran.code == Some(2) && ran.err.contains(says), "{says}: {}", ran.err);
    };
    refused(&outcome.rate(&["--scale", "se"]), "already exists: --resume continues it");
    refused(&outcome.rate(&["--resume"]), "was written with --scale se --format tsv, and this run is with");
    refused(&outcome.rate(&["--scale", "se", "--resume", "--pearl"]), "--pearl");
    assert_eq!(outcome.text(), whole);
    // Lines of other puzzles, of the same ones in another order, and fewer puzzles than lines.
    let swapped = [&lines[1], &lines[0], &lines[2], &lines[3]].map(String::as_str).join("\n");
    for (input, says) in [
        (format!("{HARD}\n"), ":1: found "),
        (swapped, ":1: found "),
        (format!("{}\n{}\n{HARD}\n{}\n", lines[0], lines[1], lines[3]), ":3: found "),
        (lines[..3].join("\n") + "\n", "which the input does not have after those before it"),
    ] {
        fs::write(&outcome.input, input).expect("an input");
        for mark in [Some(&mark), None] {
            match mark {
                Some(mark) => fs::write(outcome.mark(), mark).expect("the file beside"),
                None => fs::remove_file(outcome.mark()).expect("no file beside"),
            }
            let torn = whole.clone() + "12";
            fs::write(&outcome.out, &torn).expect("the output");
            let ran = outcome.rate(&["--scale", "se", "--resume"]);
            refused(&ran, says);
            assert!(ran.err.contains("it was left unchanged, and nothing was rated"), "{}", ran.err);
            assert_eq!(outcome.text(), torn);
        }
    }
    // A filter leaves puzzles out, but adds none.
    let range = ["--scale", "se", "--max", "9", "--resume"];
    fs::write(&outcome.out, format!("{EASY}\t1.2/1.2/1.2\n")).expect("the output");
    refused(&outcome.rate(&range), "which the input does not have");
    for text in ["a note of mine\n", &format!("{}\tEasy\t12\n", lines[0])] {
        fs::write(&outcome.out, text).expect("the output");
        refused(&outcome.rate(&range), "which no such run writes");
        assert_eq!(outcome.text(), text);
    }
    fs::write(&outcome.out, "a note of mine").expect("the output");
    refused(&outcome.rate(&range), "has no whole line: remove it to start over");
    fs::write(outcome.mark(), "something else\n").expect("a file beside");
    refused(&outcome.rate(&range), "is not what `rate --out` writes");
    assert_eq!(outcome.text(), "a note of mine");
    assert_eq!(run(&["rate", "--out", env!("CARGO_MANIFEST_DIR"), EASY]).code, Some(5));
}

/// A scale that is a file, and rules that the lines do not have.
#[test]
fn a_run_with_another_scale_or_other_rules_is_left_unchanged() {
    let refused = |ran: &Ran, says: &str| {
        assert!(ran.code == Some(2) && ran.err.contains(says), "{says}: {}", ran.err);
    };
    let outcome = Outcome::new("rate-scale", &(made(3).join("\n") + "\n"));
    let table = include_str!("../../../arcdoku/src/rate/hodoku.tsv");
    let scale = file(&outcome.place, "mine.tsv", table);
    assert_eq!(outcome.rate(&["--scale", &scale]).code, Some(0));
    let whole = outcome.text();
    assert_eq!(outcome.rate(&["--scale", &scale, "--resume"]).code, Some(0));
    fs::write(&scale, table.to_owned() + "# another table\n").expect("another scale");
    refused(&outcome.rate(&["--scale", &scale, "--resume"]), "was written with --scale ");
    assert_eq!(outcome.text(), whole);
    // Other rules of the same clues, of one puzzle and of all.
    let puzzle = |rule: &str| format!("{{\"puzzle\":\"1..............4\",\"rules\":[\"{rule}\"]}}\n");
    let lines = |rule: &str| puzzle("diagonals") + &puzzle(rule);
    let outcome = Outcome::new("rate-rules", &lines("diagonals"));
    let ran = outcome.rate(&["--format", "json"]);
    // They have several solutions.
    assert!(ran.code == Some(1) && outcome.text().lines().count() == 2, "{}", ran.err);
    let whole = outcome.text();
    for input in
        [lines("anti-king"), "1..............4\n".repeat(2), puzzle("diagonals") + "1..............4\n"]
    {
        for more in ["", &puzzle("diagonals")] {
            fs::write(&outcome.input, input.clone() + more).expect("another input");
            let ran = outcome.rate(&["--format", "json", "--resume"]);
            refused(&ran, "the first 2 puzzles of the input, or their rules, are not those that were rated");
            assert_eq!(outcome.text(), whole);
        }
    }
    fs::write(&outcome.input, lines("diagonals") + &puzzle("diagonals")).expect("a longer input");
    assert_eq!(outcome.rate(&["--format", "json", "--resume"]).code, Some(1));
    assert_eq!(outcome.text().lines().count(), 3);
}

/// However often a run is killed or interrupted, the file is that of one that was not.
#[cfg(unix)]
#[test]
fn killed_runs_are_resumed() {
    use std::process::Stdio;

    let most = if common::runs_all_cases() { 20 } else { 6 };
    let outcome = Outcome::new("killed", &(made(125).join("\n") + "\n").repeat(4));
    let plain = ["rate", "--scale", "se", "--min", "1.5", "--max", "7", "--format", "tsv", &outcome.input];
    let whole = run(&plain).out;
    let arguments = ["rate", "--scale", "se", "--min", "1.5", "--max", "7", "--resume", "-j", "2"];
    let mut kills = 0_u64;
    loop {
        let mut child = common::program()
            .args(arguments)
            .args(["--out", &outcome.out, &outcome.input])
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        // Each run is ended a bit later in the output, the last at its end.
        let size = whole.len() as u64 * kills / most;
        let has_grown = || fs::metadata(&outcome.out).is_ok_and(|file| file.len() > size);
        if kills == most || !common::runs_until(&mut child, has_grown) {
            assert_eq!(child.wait().expect("a child").code(), Some(0));
            break;
        }
        if kills.is_multiple_of(2) {
            child.kill().expect("it is ours");
        } else {
            common::signal(&child, "INT");
        }
        kills += 1;
        child.wait().expect("a child");
    }
    assert!(kills > 0, "no run was killed");
    assert_eq!(outcome.text(), whole);
}

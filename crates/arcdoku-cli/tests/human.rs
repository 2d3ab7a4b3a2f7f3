//! `rate`, `regress`: what a person could do.

mod common;

use arcdoku_wire::RateReply;
use common::{EASY, HARD, data, directory, file, json, run, run_with};

const SEVERAL: &str = ".....6....59.....82....8....45........3........6..3.54...325..6..................";

#[test]
fn ratings_in_the_order_of_the_input() {
    let input = format!("{HARD}\n{EASY}\n").repeat(40);
    let one = run_with(&["rate", "--format", "tsv", "-j", "1"], input.as_bytes());
    assert_eq!((one.code, one.err.as_str()), (Some(0), ""));
    let lines: Vec<Vec<&str>> = one.out.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(lines.len(), 80);
    assert_eq!(lines[0], [HARD, "Medium", "696"]);
    assert_eq!(lines[1], [EASY, "Easy", "204"]);
    let many = run_with(&["rate", "--format", "tsv", "-j", "4"], input.as_bytes());
    assert_eq!(many.out, one.out);
    let ran = run(&["rate", EASY]);
    assert_eq!(ran.out, "<argument>:1  Easy       204  51 steps, hardest: Naked Single\n");
    assert!(run(&["rate", "-q", "--stats", EASY]).err.contains("1 Easy"));
}

#[test]
fn what_is_not_rated_is_said() {
    let ran = run(&["rate", "--format", "tsv", &data("mixed.txt")]);
    assert_eq!(ran.code, Some(3));
    let words: Vec<&str> = ran.out.lines().filter_map(|line| line.split('\t').nth(1)).collect();
    assert_eq!(words, ["Easy", "multiple", "unsatisfiable", "unsatisfiable", "Medium"]);
    assert!(ran.err.contains("mixed.txt:5:81: found 80 characters, expected 81 for a 9x9 grid\n"));
    assert!(ran.err.contains("mixed.txt:6:2: found second 5 in row 1"), "{}", ran.err);
    assert_eq!(ran.err.lines().count(), 2);
    let ran = run(&["rate", SEVERAL]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("multiple solutions"), "{}", ran.out);
    for puzzle in [&[&*data("sixteen.txt")][..], &[EASY, "--rules", "diagonals"]] {
        let ran = run(&[&["rate", "--format", "tsv"], puzzle].concat());
        assert_eq!(ran.code, Some(1), "{}", ran.err);
        assert!(ran.out.ends_with("\tunfit\t\n") && ran.err.contains("expected a plain 9x9 puzzle"));
    }
}

#[test]
fn ratings_for_programs() {
    let input = format!("{{\"puzzle\":\"{HARD}\",\"id\":7,\"level\":3}}\n{{\"puzzle\":\"12\"}}\n");
    let ran = run_with(&["rate", "--format", "json"], input.as_bytes());
    assert_eq!(ran.code, Some(3));
    let rows: Vec<RateReply> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("a rating")).collect();
    let [rated, malformed] = &rows[..] else { panic!("{}", ran.out) };
    assert_eq!((rated.outcome.as_str(), rated.score), ("rated", Some(696)));
    assert_eq!(rated.techniques.values().copied().sum::<u32>(), rated.steps.expect("steps"));
    assert_eq!((&rated.other["id"], &rated.other["input_level"]), (&7.into(), &3.into()));
    assert!(malformed.outcome == "malformed" && malformed.fault.is_some());
    assert_eq!(json(&ran.out)[0]["scale"], "hodoku");
}

#[test]
fn scales_and_options_can_be_chosen() {
    let place = directory("scales");
    let scale = file(&place, "singles.tsv", "step\teasy\t1\tyes\tyes\tnaked-single\n");
    let ran = run(&["rate", "--scale", &scale, "--format", "tsv", EASY, HARD]);
    assert_eq!((ran.code, ran.out), (Some(1), format!("{EASY}\tEasy\t51\n{HARD}\tunsolved\t\n")));
    let broken = file(&place, "broken.tsv", "limit\teasy\t800\nstep\teasy\t1\tmaybe\tyes\tnaked-single\n");
    let ran = run(&["rate", "--scale", &broken, EASY]);
    assert_eq!(ran.code, Some(3));
    assert!(
        ran.err.contains("broken.tsv: line 2, field 4: found \"maybe\", expected yes or no"),
        "{}",
        ran.err
    );
    assert_eq!(run(&["rate", "--scale", "no-such-scale", EASY]).code, Some(3));
    assert_eq!(run(&["rate", "--set", "fish_size=3", "--set", "siamese=yes", EASY]).code, Some(0));
    for (wrong, says) in [
        ("fish_size", "expected NAME=VALUE"),
        ("fish_size=99", "expected a value from 2 to 7"),
        ("fish_size=x", "expected a number"),
        ("color=1", "expected one of fish_size "),
    ] {
        let ran = run(&["rate", "--set", wrong, EASY]);
        assert!(ran.code == Some(2) && ran.err.contains(says), "{wrong}: {}", ran.err);
    }
    assert!(run(&["rate", "--help"]).out.contains("  fish_size=4 (2 to 7)\n"));
}

/// A case that passes.
const CASE: &str =
    ":0003:5:+4+3...729.8....6....69..3.1.1....8.6..2....9.8....6..3..9.....4.....4.6..71.....25:113::513:";

#[test]
fn regression_libraries() {
    let ran = run_with(&["regress"], format!("# a remark\n{CASE}\n").as_bytes());
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "1 passed, 0 failed\n"));
    let wrong = CASE.replace("::513:", "::514:");
    let none = CASE.replace(":0003:5:", ":0003-x:5:");
    let unknown = CASE.replace(":0003:", ":9999:");
    let input = format!("{CASE}\n{wrong}\n:0003:5:12:\n{none}\n{unknown}\n");
    let ran = run_with(&["regress"], input.as_bytes());
    assert_eq!(ran.code, Some(3));
    assert_eq!(ran.err, "error: <stdin>:3:11: found 2 cells, expected 81 for a 9x9 grid\n");
    let expected = "\
<stdin>:2: 0003 Naked Single: failed
  expected digits 5: r1c4=5
  found    digits 5: r1c3=5
<stdin>:4: 0003-x Naked Single: failed
  expected nothing
  found    digits 5: r1c3=5
<stdin>:5: 9999 no technique has this code: failed
  expected digits 5: r1c3=5
1 passed, 3 failed
";
    assert_eq!(ran.out, expected);
    let ran = run_with(&["regress", "--codes", "01,0003-x", "-q"], input.as_bytes());
    assert_eq!(ran.out, "0 passed, 1 failed\n");
    assert_eq!(run_with(&["regress", "-q"], format!("{wrong}\n").as_bytes()).code, Some(1));
    let ran = run(&["regress", "no-such-file.txt"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(3), "0 passed, 0 failed\n"));
}

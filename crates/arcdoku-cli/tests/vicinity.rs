//! `arcdoku vicinity`: canonical forms of the minimal puzzles around.

mod common;

use std::collections::BTreeSet;

use common::{run, run_with};

/// A minimal puzzle made here, and the same under a symmetry.
const PUZZLE: &str = "...9...18..5.......7..1.9..2...573........5....3.4....8...24.9..2.8.9..4..9..3...";
const TURNED: &str = "...3..9..4..9.8.2..9.42...8....4.3....5........375...2..9.1..7.......5..81...9...";

#[test]
fn classes_around_a_puzzle() {
    let ran = run(&["vicinity", "--stats", PUZZLE]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let found: Vec<&str> = ran.out.lines().collect();
    assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), found.len());
    assert_eq!(ran.err, format!("{} classes\n", found.len()));
    // All are canonical and minimal.
    let canon = run_with(&["canon"], ran.out.as_bytes());
    assert_eq!(canon.out, ran.out);
    let check = run_with(&["check", "--minimal", "--quiet"], ran.out.as_bytes());
    assert_eq!(check.code, Some(0), "{}", check.err);
    // A puzzle that is essentially the same adds nothing.
    assert_eq!(run(&["vicinity", PUZZLE, TURNED]).out, ran.out);
}

#[test]
fn what_is_no_puzzle_is_said_and_passed_over() {
    let input = format!("123\n{PUZZLE}\n");
    let ran = run_with(&["vicinity", "--minus", "1", "--plus", "0"], input.as_bytes());
    assert_eq!((ran.code, ran.out.as_str()), (Some(3), ""));
    assert!(ran.err.contains(":1:"), "{}", ran.err);
    let ran = run(&["vicinity", "1..............."]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""));
    assert!(ran.err.contains("expected a plain 9x9 puzzle"), "{}", ran.err);
}

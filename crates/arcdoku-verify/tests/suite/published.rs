//! Comparison with the published checker of the format, `veripb`. The variable `VERIPB` is its path; without the
//! variable, these tests are skipped.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::accept::{HALL, HARD, PAIR, PUZZLES};
use crate::prover::Case;
use crate::{refuse, variants};

/// Whether the published checker accepts a proof; `None` if there is no such program.
fn accepts(case: &Case) -> Option<bool> {
    let program = std::env::var_os("VERIPB")?;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (formula, proof) = (folder.join("case.opb"), folder.join("case.pbp"));
    fs::write(&formula, &case.formula).expect("a file of the formula");
    fs::write(&proof, &case.proof).expect("a file of the proof");
    let status =
        Command::new(program).arg(formula).arg(proof).stdout(Stdio::null()).stderr(Stdio::null()).status();
    Some(status.expect("the program in VERIPB").success())
}

#[test]
fn both_checkers_agree() {
    if std::env::var_os("VERIPB").is_none() {
        return println!("skipped: VERIPB is not set to a program");
    }
    let mut good: Vec<Case> = PUZZLES.iter().map(|&(puzzle, _)| Case::prove(puzzle, 30)).collect();
    good.extend(variants::cases().map(|(_, case)| case));
    good.extend([Case::prove(HARD, 1), Case::steps(PAIR, HALL, "conclusion NONE ;")]);
    for case in &good {
        assert_eq!(accepts(case), Some(true), "{}", case.puzzle);
    }
    let corrupted = refuse::corrupted().filter(|(_, case, both)| accepts(case) != Some(!both));
    let other: Vec<String> = corrupted.map(|(name, ..)| name).collect();
    assert!(other.is_empty(), "{other:#?}");
}

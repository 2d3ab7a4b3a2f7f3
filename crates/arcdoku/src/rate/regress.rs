//! Regression libraries: checks whether a technique finds exactly the steps that a case expects.

use std::collections::BTreeSet;

use super::search::{RateScratch, Search};
use crate::deduction::{
    Candidate, Candidates, CandidatesError, Options, Pattern, Step, Technique, Techniques,
};
use crate::grid::{Cell, Digit};
use crate::puzzle::format::{LibraryCase, Record};
use crate::puzzle::{Limit, Limits};

/// The result of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CaseOutcome {
    /// At least one instance was found, and each matches the expectation exactly; or none was found, and none is
    /// expected.
    Passed,
    /// Other instances were found: the instances with the digits of the case are listed.
    Failed(Vec<Step>),
    /// The line has no such fields, or no technique has the code.
    Unknown,
    /// A limit was reached.
    Stopped(Limit),
}

/// Searches the state of a case for all instances of its technique with its digits.
///
/// # Errors
/// If the grid of the case is not a classic grid, or a digit contradicts it.
pub fn check(
    record: &Record,
    scratch: &mut RateScratch,
    limits: &Limits<'_>,
) -> Result<CaseOutcome, CandidatesError> {
    let Some(case) = record.library.as_deref() else { return Ok(CaseOutcome::Unknown) };
    let code = case.technique();
    let (code, siamese) = match code.split_at_checked(4) {
        Some((code, rest)) => (code, rest == "1"),
        None => (code, false),
    };
    let Some(technique) = Technique::by_code(code) else { return Ok(CaseOutcome::Unknown) };
    let state = Candidates::with_filled(&record.puzzle, &record.placed)?;
    let options = options_of(case);
    let mut found = match Search::new(&state, &options, scratch, limits).all(Techniques::only(technique)) {
        Ok(found) => found,
        Err(limit) => return Ok(CaseOutcome::Stopped(limit)),
    };
    found.retain(|step| step.technique == technique && step.digits == case.digit_set());
    found.retain(|step| is_siamese(step) == siamese);
    let passed = if case.variant() == Some("x") {
        found.is_empty()
    } else {
        !found.is_empty() && found.iter().all(|step| gives(step, case))
    };
    Ok(if passed { CaseOutcome::Passed } else { CaseOutcome::Failed(found) })
}

fn is_siamese(step: &Step) -> bool {
    matches!(&step.pattern, Pattern::Fish(fish) if !fish.twin.is_empty())
}

fn gives(step: &Step, case: &LibraryCase) -> bool {
    let found = |list: &[Candidate]| list.iter().copied().collect::<BTreeSet<_>>();
    let expected = |list: &[(Cell, Digit)]| {
        list.iter().map(|&(cell, digit)| Candidate { cell, digit }).collect::<BTreeSet<_>>()
    };
    found(&step.placements) == expected(&case.placements)
        && found(&step.eliminations) == expected(&case.eliminations)
}

/// The options that the code and variant of a case require (B. Hobiger's tester).
fn options_of(case: &LibraryCase) -> Options {
    let (code, variant) = (case.technique(), case.variant());
    let fish_of = |sizes: &str| code.starts_with("03") && sizes.contains(&code[3..4]);
    Options {
        fish_size: 7,
        siamese: code.len() >= 4 && fish_of("12"),
        dual: matches!(code, "0404" | "0405"),
        thin_rectangles: matches!((code, variant), ("0402", Some("1")) | ("0405", _)),
        missing_candidates: !(code.starts_with("06") && variant == Some("1")),
        als_in_chains: matches!((code, variant), ("0709", Some("2")) | ("0710" | "0711", Some("3" | "4"))),
        als_overlap: matches!((code, variant), ("0902" | "0904", Some("2"))),
        ..Options::proven()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deduction::library::links;
    use crate::puzzle::format::{ReadOptions, Reader, parse_one};
    use crate::rate::{Profile, solve};
    use crate::testing::neutral;

    /// The cases of the shared regression library; `ARCDOKU_CODES` selects by prefixes of the code.
    #[test]
    fn library() {
        let Some(text) = neutral::shared("hodoku/reglib_dev.txt") else { return };
        let codes = std::env::var("ARCDOKU_CODES").unwrap_or_default();
        let mut scratch = RateScratch::default();
        let (mut passed, mut failed) = (0, 0);
        for (number, line) in text.lines().enumerate().filter(|(_, line)| line.starts_with(':')) {
            if !codes.is_empty() && !codes.split(',').any(|code| line[1..].starts_with(code)) {
                continue;
            }
            let record = Reader::new(line.as_bytes()).next().unwrap().unwrap();
            match check(&record, &mut scratch, &Limits::NONE) {
                Ok(CaseOutcome::Passed) => passed += 1,
                Ok(CaseOutcome::Failed(found)) => {
                    failed += 1;
                    println!("line {}: {line}", number + 1);
                    for step in found {
                        println!(
                            "    found {:?} {:?} {:?}",
                            step.placements, step.eliminations, step.pattern
                        );
                    }
                }
                other => panic!("line {}: {other:?}", number + 1),
            }
        }
        println!("{passed} passed, {failed} failed");
        assert_eq!(failed, 0);
    }

    /// Every state of a path, with its step, round-trips through text.
    #[test]
    fn lines_are_parsed_as_they_were_written() {
        for text in [
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        ] {
            let start = Candidates::of(&text.parse().unwrap()).unwrap();
            let path = solve(&start, &Profile::hodoku(), &Options::proven(), None, &Limits::NONE);
            assert!(path.steps.len() > 5);
            for (state, step) in path.states(&start) {
                let line = state.library_line(Some(&step.step));
                let record = parse_one(&line, &ReadOptions::default()).unwrap();
                let back = Candidates::with_filled(&record.puzzle, &record.placed).unwrap();
                assert_eq!(
                    (back.values, back.cells, back.givens()),
                    (state.values, state.cells, state.givens()),
                    "{line}"
                );
                let case = record.library.as_deref().unwrap();
                let pairs =
                    |list: &[Candidate]| list.iter().map(|at| (at.cell, at.digit)).collect::<Vec<_>>();
                assert_eq!(case.eliminations, pairs(&step.step.eliminations));
                assert_eq!(case.placements, pairs(&step.step.placements));
                assert_eq!(case.digit_set(), step.step.digits);
                assert_eq!(back.library_line(Some(&step.step)), line);
            }
        }
    }

    /// Steps found in the cases of the shared library are written like the cases, including links.
    #[test]
    fn links_are_counted_as_in_the_library() {
        let Some(text) = neutral::shared("hodoku/reglib_dev.txt") else { return };
        let mut scratch = RateScratch::default();
        let (mut same, mut other) = (0, 0);
        for line in text.lines().filter(|line| line.starts_with(":07")) {
            let mut record = parse_one(line, &ReadOptions::default()).unwrap();
            let case = record.library.as_mut().unwrap();
            // No instance matches the expectation, so all are reported.
            case.eliminations.clear();
            let wanted = case.extra.clone();
            let Ok(CaseOutcome::Failed(found)) = check(&record, &mut scratch, &Limits::NONE) else {
                continue;
            };
            for step in found {
                let links = links(&step).unwrap().to_string();
                if links == wanted {
                    same += 1;
                } else {
                    other += 1;
                    println!("{line}\n    {links} links: {:?}", step.pattern);
                }
            }
        }
        println!("{same} with the same number of links, {other} with another number");
        assert!(same >= other);
    }
}

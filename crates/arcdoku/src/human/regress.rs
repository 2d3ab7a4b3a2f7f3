//! Regression libraries: whether a technique finds exactly what a case expects.

use std::collections::BTreeSet;

use super::candidates::{Candidate, Candidates, Unfit};
use super::options::Options;
use super::registry::{Technique, Techniques};
use super::search::{Scratch, Search};
use super::step::{Pattern, Step};
use crate::grid::{Cell, Digit};
use crate::puzzle::format::{LibraryCase, Record};

/// What became of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// At least one instance, and each gives exactly what is expected; or none, and none is expected.
    Passed,
    /// Something else: the instances with the digits of the case.
    Failed(Vec<Step>),
    /// The line has no such fields, or no technique has the code.
    Unknown,
}

/// Searches the state of a case for all instances of its technique with its digits.
///
/// # Errors
/// If the grid of the case is not a classic one, or a digit cannot stand.
pub fn check(record: &Record, scratch: &mut Scratch) -> Result<Verdict, Unfit> {
    let Some(case) = record.library.as_deref() else { return Ok(Verdict::Unknown) };
    let code = case.technique();
    let (code, siamese) = match code.split_at_checked(4) {
        Some((code, rest)) => (code, rest == "1"),
        None => (code, false),
    };
    let Some(technique) = Technique::by_code(code) else { return Ok(Verdict::Unknown) };
    let state = Candidates::with_filled(&record.puzzle, &record.placed)?;
    let options = options_of(case);
    let mut found = Search::new(&state, &options, scratch).all(Techniques::only(technique));
    found.retain(|step| step.technique == technique && step.digits == case.digit_set());
    found.retain(|step| is_siamese(step) == siamese);
    let passed = if case.variant() == Some("x") {
        found.is_empty()
    } else {
        !found.is_empty() && found.iter().all(|step| gives(step, case))
    };
    Ok(if passed { Verdict::Passed } else { Verdict::Failed(found) })
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

/// The options that the code and variant of a case ask for (B. Hobiger's tester).
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
        ..Options::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::format::Reader;
    use crate::testing::neutral;

    /// The cases of the shared regression library; `ARCDOKU_CODES` selects by prefixes of the code.
    #[test]
    fn library() {
        let Some(text) = neutral::shared("hodoku/reglib_dev.txt") else { return };
        let codes = std::env::var("ARCDOKU_CODES").unwrap_or_default();
        let mut scratch = Scratch::default();
        let (mut passed, mut failed) = (0, 0);
        for (number, line) in text.lines().enumerate().filter(|(_, line)| line.starts_with(':')) {
            if !codes.is_empty() && !codes.split(',').any(|code| line[1..].starts_with(code)) {
                continue;
            }
            let record = Reader::new(line.as_bytes()).next().unwrap().unwrap();
            match check(&record, &mut scratch) {
                Ok(Verdict::Passed) => passed += 1,
                Ok(Verdict::Failed(found)) => {
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
}

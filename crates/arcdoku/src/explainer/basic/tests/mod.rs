//! Compares every technique separately, and all techniques in order, with the original program.

mod literal;
mod small;

use std::collections::BTreeMap;

use super::super::oracle::{self, OracleHint, OracleState};
use super::samples::found;
use super::*;
use crate::deduction::{Candidates, Family, Options, Techniques};
use crate::explainer::ExplainerScratch;
use crate::testing::{self, neutral};

const PROPER: Proper = Proper::proven();

/// A random state.
fn state(seed: u64) -> Candidates {
    samples::state(seed, &testing::classic_grid)
}

fn hint((tenths, step): &RatedStep) -> OracleHint {
    OracleHint::of(*tenths, &step.placements, &step.eliminations)
}

/// Compares the findings of techniques in states with the expected ones.
fn compare(states: &[OracleState]) {
    let mut calls: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for state in states {
        for call in &state.calls {
            let Some(found) = found(&state.board, &call.technique) else { continue };
            let mut hints: Vec<OracleHint> = found.iter().map(hint).collect();
            if !call.all {
                hints.truncate(1);
            }
            let name = format!("{}{}", call.technique, if call.all { "*" } else { "" });
            let counts = calls.entry(name).or_default();
            counts.0 += 1;
            if hints != call.hints {
                println!("{}: {}: {hints:?}, expected {:?}", state.place, call.technique, call.hints);
                counts.1 += 1;
            }
        }
    }
    println!("calls and differences: {calls:?}");
    assert!(calls.values().all(|(_, wrong)| *wrong == 0));
}

#[test]
fn single_techniques_agree_with_the_original() {
    compare(&oracle::states());
}

/// Compares techniques in generated states of all kinds that are rare on paths.
#[test]
fn single_techniques_find_the_recorded_hints() {
    let text = std::fs::read_to_string(neutral::workspace().join("testdata/human/se_basic.txt")).unwrap();
    let states = oracle::read_states(&text);
    assert!(states.len() > 20);
    compare(&states);
}

#[test]
fn paths_agree_with_the_original() {
    let [mut steps, mut wrong] = [0; 2];
    for trace in oracle::traces() {
        let puzzle = trace.puzzle.parse().unwrap();
        let mut board = Board::of(&Candidates::of(&puzzle).unwrap());
        for (step, number) in trace.steps.iter().zip(1..) {
            let expected = Some(&step.hint);
            let simple = before_chains(&board, Some(PROPER)).as_ref().map(hint);
            let agrees = if step.hint.tenths <= 62 {
                simple.as_ref() == expected
            } else if step.text.starts_with("Aligned") {
                simple.is_none() && aligned_triple(&board).as_ref().map(hint).as_ref() == expected
            } else {
                simple.is_none()
            };
            steps += 1;
            if !agrees {
                println!("{} step {number}: {simple:?}, expected {} {expected:?}", trace.puzzle, step.text);
                wrong += 1;
            }
            step.hint.apply(&mut board);
        }
        assert!(board.is_full(), "{}", trace.puzzle);
    }
    println!("{steps} steps");
    assert_eq!(wrong, 0);
}

#[test]
fn families_of_the_registry_find_the_same() {
    let options = Options { proper: Some(PROPER), ..Options::default() };
    for seed in 0..150 {
        let state = state(seed);
        let board = &Board::of(&state);
        let of = |names: &[&str]| -> Vec<Step> {
            let found = names.iter().filter_map(|name| found(board, name)).flatten();
            found.map(|(_, step)| step).collect()
        };
        let mut scratch = ExplainerScratch::default();
        let mut search = Search::new(&state, &options, &mut scratch, &crate::puzzle::Budget::NONE);
        for (family, names) in [
            (Family::Direct, ["dl", "dh2", "dh3"].as_slice()),
            (Family::UniqueLoop, &["ul"]),
            (Family::Grave, &["bug"]),
            (Family::Aligned, &["ape", "ate"]),
        ] {
            let wanted = Techniques::family(family);
            let (expected, all) = (of(names), search.all(wanted).unwrap());
            assert_eq!(search.first(family, wanted).as_ref(), expected.first(), "seed {seed}, {family:?}");
            assert!(expected.iter().all(|step| all.contains(step)), "seed {seed}, {family:?}");
            for technique in wanted.iter() {
                let only: Vec<Step> =
                    all.iter().filter(|step| step.technique == technique).cloned().collect();
                assert_eq!(
                    search.all(Techniques::from_iter([technique])).unwrap(),
                    only,
                    "seed {seed}, {technique}"
                );
                assert!(only.iter().all(|step| step.is_effective(&state)), "seed {seed}, {technique}");
            }
        }
    }
}

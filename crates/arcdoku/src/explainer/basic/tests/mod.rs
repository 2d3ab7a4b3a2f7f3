//! Every technique alone, and all in order, compared with the original.

mod literal;
mod random;
mod small;

use std::collections::BTreeMap;

use super::super::oracle::{self, OracleHint, OracleState};
use super::*;
use crate::deduction::{Candidates, Family, Options, Techniques};
use crate::explainer::ExplainerScratch;

const PROPER: Proper = Proper::proven();

/// All steps that a search pushes.
fn all(search: impl FnOnce(RatedSink<'_>) -> ControlFlow<()>) -> Vec<RatedStep> {
    let mut found = Vec::new();
    let _ = search(&mut |tenths, step| {
        found.push((tenths, step));
        ControlFlow::Continue(())
    });
    found
}

/// The steps of the technique with this name in the file: all of them for loops and graves, otherwise the first.
fn found(board: &Board, technique: &str) -> Option<Vec<RatedStep>> {
    let sizes = &CellsBySize::of(board);
    let size = technique.bytes().last().map_or(0, |digit| digit.wrapping_sub(b'0'));
    let first = match technique {
        "hs" => single::hidden(board),
        "dl" => first(|out| locked::direct(board, out)),
        "dh2" | "dh3" => first(|out| set::direct(board, size, out)),
        "ns" => single::naked(board, sizes),
        "lk" => locked::indirect(board),
        "n2" | "n3" | "n4" => set::naked(board, sizes, size),
        "h2" | "h3" | "h4" => set::hidden(board, size),
        "f2" | "f3" | "f4" => fish::basic(board, size),
        "xy" => wing::xy(board, sizes),
        "xyz" => wing::xyz(board, sizes),
        "ul" => return Some(unique_loop::sorted(board, sizes, PROPER)),
        "bug" => return Some(all(|out| grave::all(board, sizes, PROPER, out))),
        "ape" => first(|out| aligned::pairs(board, sizes, out)),
        "ate" => first(|out| aligned::triples(board, sizes, out)),
        _ => return None,
    };
    Some(first.into_iter().collect())
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

/// The same with generated states of all kinds that are rare on paths.
#[test]
fn single_techniques_find_the_recorded_hints() {
    let text = std::fs::read_to_string(random::file()).unwrap();
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
        let state = random::state(seed);
        let board = &Board::of(&state);
        let of = |names: &[&str]| -> Vec<Step> {
            let found = names.iter().filter_map(|name| found(board, name)).flatten();
            found.map(|(_, step)| step).collect()
        };
        let mut scratch = ExplainerScratch::default();
        let mut search = Search::new(&state, &options, &mut scratch);
        for (family, names) in [
            (Family::Direct, ["dl", "dh2", "dh3"].as_slice()),
            (Family::UniqueLoop, &["ul"]),
            (Family::Grave, &["bug"]),
            (Family::Aligned, &["ape", "ate"]),
        ] {
            let wanted = Techniques::family(family);
            let (expected, all) = (of(names), search.all(wanted));
            assert_eq!(search.first(family, wanted).as_ref(), expected.first(), "seed {seed}, {family:?}");
            assert!(expected.iter().all(|step| all.contains(step)), "seed {seed}, {family:?}");
            for technique in wanted.iter() {
                let only: Vec<Step> =
                    all.iter().filter(|step| step.technique == technique).cloned().collect();
                assert_eq!(search.all(Techniques::from_iter([technique])), only, "seed {seed}, {technique}");
                assert!(only.iter().all(|step| step.is_effective(&state)), "seed {seed}, {technique}");
            }
        }
    }
}

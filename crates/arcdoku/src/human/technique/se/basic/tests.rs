//! Every technique alone, and all in order, against what the original says.

use std::collections::BTreeMap;

use super::super::oracle::{self, Hint};
use super::*;
use crate::human::Candidates;

const PROPER: Proper = Proper::assumed();

/// All that a search pushes.
fn all(search: impl FnOnce(Out<'_>) -> ControlFlow<()>) -> Vec<Rated> {
    let mut found = Vec::new();
    let _ = search(&mut |tenths, step| {
        found.push((tenths, step));
        ControlFlow::Continue(())
    });
    found
}

/// What the technique with this name in the file finds: everything for loops and graves, else the first.
fn found(board: &Board, technique: &str) -> Option<Vec<Rated>> {
    let sizes = &Sizes::of(board);
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

fn hint((tenths, step): &Rated) -> Hint {
    Hint::of(*tenths, &step.placements, &step.eliminations)
}

#[test]
fn techniques_alone_agree_with_the_original() {
    let mut calls: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for state in oracle::states() {
        for call in &state.calls {
            let Some(found) = found(&state.board, &call.technique) else { continue };
            let mut hints: Vec<Hint> = found.iter().map(hint).collect();
            if !call.all {
                hints.truncate(1);
            }
            let counts =
                calls.entry(format!("{}{}", call.technique, if call.all { "*" } else { "" })).or_default();
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

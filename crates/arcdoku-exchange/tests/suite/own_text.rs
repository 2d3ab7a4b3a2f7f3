//! Imported rules as texts of this project: each rule is written and read back as an equal rule.

use arcdoku::{Puzzle, Rule};
use arcdoku_exchange::iss::Automaton;
use arcdoku_exchange::{Format, Import, ImportError, Policy, Standing};
use fastrand::Rng;

use crate::data::{rows, text};

/// Checks that all rules of a puzzle are equal to the rules that are read from their texts.
fn check(puzzle: &Puzzle, what: &str) {
    for rule in puzzle.rules() {
        let text = rule.to_string();
        assert!(!text.contains('\n'), "{what}: {text}");
        assert_eq!(Rule::parse(&text, puzzle.shape()).as_ref(), Ok(rule), "{what}: {text:.200}");
    }
}

#[test]
fn rules_of_the_data_survive_their_text() {
    for (file, field, format) in [
        ("iss.jsonl", "input", Format::Iss),
        ("ctc.jsonl", "iss", Format::Iss),
        ("fpuzzles.jsonl", "fpuzzles", Format::FPuzzles),
    ] {
        for row in &rows(file) {
            if let Ok(Import { puzzle, .. }) = format.read(text(row, field), &Policy::default()) {
                check(&puzzle, text(row, "id"));
            }
        }
    }
}

/// An automaton with random transitions, in which each state can be reached from the previous one.
fn random_automaton(states: usize, symbols: usize, random: &mut Rng) -> Automaton {
    let mut transitions: Vec<(usize, usize, usize)> =
        (1..states).map(|to| (to - 1, random.usize(..symbols), to)).collect();
    for _ in 0..random.usize(..3 * states) {
        transitions.push((random.usize(..states), random.usize(..symbols), random.usize(..states)));
    }
    transitions.sort_unstable();
    transitions.dedup();
    let some = |random: &mut Rng| (0..states).filter(|_| random.usize(..4) == 0).take(32).collect::<Vec<_>>();
    let (mut start, accept) = (some(random), some(random));
    if start.is_empty() {
        start.push(random.usize(..states));
    }
    Automaton { states, symbols, start, accept, transitions }
}

#[test]
fn automata_of_any_size_survive_their_text() {
    let mut random = Rng::with_seed(35);
    let (mut read, mut slashes) = (0, 0);
    for case in 0..600 {
        let (shape, digits) =
            [("9x9", 9), ("4x4", 4), ("9x9~0-8", 9), ("6x6~15", 15), ("4x4~16", 16)][case % 5];
        let states = [1, 2, 3, 31, 32, 33, 63, 64, 65, 127, 128, 129, 200, 300][random.usize(..14)];
        let lists = if digits == 16 { 1 } else { random.usize(1..4) };
        let symbols = if lists > 1 { digits + 1 } else { digits };
        let automaton = random_automaton(states, symbols, &mut random);
        let Some(code) = automaton.encode() else { continue };
        // Both alphabets of base64.
        let code = if case % 2 == 0 { code } else { code.replace('-', "+").replace('_', "/") };
        slashes += usize::from(code.contains('/'));
        let cells = |random: &mut Rng| -> String {
            (0..random.usize(usize::from(lists == 1)..5))
                .map(|_| format!("~R{}C{}", random.u8(1..=4), random.u8(1..=4)))
                .collect()
        };
        // An empty list is written as two consecutive breaks.
        let mut parts: Vec<String> = (0..lists).map(|_| cells(&mut random)).collect();
        if parts.concat().is_empty() {
            parts[0] = "~R1C1".to_owned();
        }
        let input = format!(".Shape~{shape}.NFA~{code}~_{}", parts.join("~-"));
        match Format::Iss.read(&input, &Policy::default()) {
            Ok(import) => {
                read += 1;
                check(&import.puzzle, &input);
                let written = Format::Iss.write(&import.puzzle, &import.about).expect(&input);
                let again = Format::Iss.read(&written, &Policy::default()).expect(&written);
                assert_eq!(again.puzzle.shape(), import.puzzle.shape(), "{input}");
            }
            Err(ImportError::NotUnderstood(report)) => {
                for part in report.of(Standing::NotUnderstood) {
                    assert!(part.detail.contains("accepts no"), "{input}: {part:?}");
                }
            }
            Err(error) => panic!("{input}: {error}"),
        }
    }
    assert!(read > 200 && slashes > 20, "{read} were read, {slashes} with a slash");
}

//! The fuzz target for proofs, which takes any bytes.

use arcdoku::proof::{prove, write_puzzle, write_solutions};
use arcdoku::solve::fastest;
use arcdoku::testing::fuzz::small_puzzle;
use arcdoku::testing::reference;
use arcdoku::{Limits, Puzzle};
use arcdoku_verify::{Files, Proven, verify};

/// Checks files with any content, or a proof about a small puzzle with changed lines and words.
///
/// # Panics
/// If a proof of a wrong statement is accepted, or an unchanged proof is refused.
pub(crate) fn proofs_hold(bytes: &[u8]) {
    let Some((&kind, bytes)) = bytes.split_first() else { return };
    if kind.is_multiple_of(8) {
        let mut parts = bytes.splitn(4, |&byte| byte == 0xff).map(std::str::from_utf8);
        let mut part = || parts.next().and_then(Result::ok).unwrap_or_default();
        let _ = verify(Files { puzzle: part(), formula: part(), proof: part(), solutions: part() });
        return;
    }
    let mut bytes = bytes.iter().copied();
    let mut next = move || bytes.next().map(usize::from);
    let puzzle = small_puzzle(&mut || next().unwrap_or(0));
    let found = prove(&puzzle, &fastest(&puzzle), 20, &Limits::NONE.with_nodes(300));
    let Ok(found) = found else { return };
    let (mut text, mut formula, mut proof, mut solutions) =
        (String::new(), String::new(), String::new(), String::new());
    write_puzzle(&puzzle, &mut text).expect("text");
    found.formula.write(&mut formula).expect("text");
    found.write(&mut proof).expect("text");
    write_solutions(&found.formula, &found.solutions, &mut solutions).expect("text");
    let files = Files { puzzle: &text, formula: &formula, proof: &proof, solutions: &solutions };
    match verify(files) {
        Ok(proven) => is_true(&puzzle, proven),
        Err(defect) => {
            assert!(defect.reason.contains("unknown"), "{defect}\n{text}");
            return;
        }
    }
    let mut next = || next().unwrap_or(0) << 8 | next().unwrap_or(0);
    let mut proof = proof.clone();
    for _ in 0..=next() % 4 {
        proof = changed(&proof, &mut next);
    }
    let mut solutions = solutions.clone();
    if next().is_multiple_of(8) {
        solutions = changed(&solutions, &mut next);
    }
    if let Ok(proven) = verify(Files { proof: &proof, solutions: &solutions, ..files }) {
        is_true(&puzzle, proven);
    }
}

/// Compares the proven statement with the reference solver.
fn is_true(puzzle: &Puzzle, proven: Proven) {
    let count = match proven {
        Proven::NoSolution => 0,
        Proven::Unique => 1,
        Proven::Exactly(count) => count,
        Proven::StepsOnly => return,
    };
    assert_eq!(reference::solutions(puzzle, count + 1).len(), count, "{puzzle:?}");
}

/// A text with one changed line or word.
fn changed(text: &str, next: &mut impl FnMut() -> usize) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if lines.is_empty() {
        return String::new();
    }
    let (line, other) = (next() % lines.len(), next() % lines.len());
    match next() % 8 {
        0 => drop(lines.remove(line)),
        1 => lines.swap(line, other),
        2 => lines.insert(line, lines[other].clone()),
        kind => {
            let words = |line: usize| lines[line].split(' ').map(str::to_owned).collect::<Vec<_>>();
            let (mut changed, others) = (words(line), words(other));
            let (word, other) = (next() % changed.len(), next() % others.len());
            match kind {
                3 => drop(changed.remove(word)),
                4 => changed.insert(word, others[other].clone()),
                5 => changed[word].clone_from(&others[other]),
                6 => changed[word] = (next() % 40).to_string(),
                _ if changed[word].starts_with('~') => drop(changed[word].remove(0)),
                _ => changed[word].insert(0, '~'),
            }
            lines[line] = changed.join(" ");
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn inputs() {
    arcdoku::testing::fuzz::each_input("proofs_hold", 300, proofs_hold);
}

//! Chains against the traces and states of a reference, where they are there.

use super::super::super::super::candidates::Candidates;
use super::super::board::{Board, bits};
use super::nested::Nest;
use super::{Hint, Scratch, forcing, unary};
use crate::puzzle::Limits;
use std::collections::BTreeMap;

fn ratings(file: &str) -> Option<String> {
    let path =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/ratings").join(file);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        println!("skipped: {} is not there", path.display());
    }
    text
}

pub(super) type Changes = (Option<(usize, usize)>, BTreeMap<usize, u16>);

/// `+r1c2=3 -r4c5:67`
pub(super) fn changes(text: &str) -> Changes {
    let (mut set, mut gone) = (None, BTreeMap::new());
    for word in text.split_ascii_whitespace() {
        let word = word.as_bytes();
        let digit = |at: usize| usize::from(word[at] - b'1');
        let cell = 9 * digit(2) + digit(4);
        if word[0] == b'+' {
            set = Some((cell, digit(6)));
        } else {
            gone.insert(cell, (6..word.len()).fold(0, |mask, at| mask | 1 << digit(at)));
        }
    }
    (set, gone)
}

pub(super) fn of(hint: &Hint) -> Changes {
    let mut gone = BTreeMap::new();
    for at in hint.eliminations() {
        *gone.entry(at.cell.index()).or_insert(0) |= 1 << at.digit.index();
    }
    (hint.placement().map(|at| (at.cell.index(), at.digit.index())), gone)
}

#[test]
fn chains_of_traces() {
    let Some(text) = ratings("se121_traces.txt") else { return };
    let mut scratch = Scratch::default();
    let budget = Limits::NONE.start();
    let mut board = Board::default();
    let (mut count, mut wrong) = (0, 0);
    let mut puzzle = "";
    for line in text.lines() {
        if let Some(text) = line.strip_prefix("P ") {
            puzzle = text;
            let parsed = text.parse::<crate::puzzle::Puzzle>().expect("a puzzle");
            board = Board::of(&Candidates::of(&parsed).expect("classic"));
        }
        let Some(step) = line.strip_prefix("S ") else { continue };
        let (number, step) = step.split_once(' ').expect("a number");
        let mut fields = step.split('|');
        let (rating, name, what) =
            (fields.next().expect("rating"), fields.next().expect("name"), fields.next().expect("changes"));
        let tenths: u8 = rating.replace('.', "").parse().expect("tenths");
        let expected = changes(what);
        if tenths >= 65 && !name.starts_with("Aligned") {
            count += 1;
            let found = unary(&board, &mut scratch)
                .or_else(|| forcing(&board, &mut scratch, &budget).expect("no limit"));
            let found = found.map(|hint| (hint.tenths(), of(&hint), hint));
            // A placement's other candidates are not listed.
            let same = found.as_ref().is_some_and(|(t, (set, gone), _)| {
                *t == tenths && *set == expected.0 && (set.is_some() || *gone == expected.1)
            });
            if !same {
                wrong += 1;
                if wrong < 10 {
                    println!("{puzzle} step {number} {tenths} {name} {expected:?}: {found:?}");
                }
            }
        }
        for (cell, mask) in &expected.1 {
            for digit in bits(*mask & board.cells[*cell]) {
                board.eliminate(*cell, digit);
            }
        }
        if let Some((cell, digit)) = expected.0 {
            board.place(cell, digit);
        }
    }
    println!("{count} steps, {wrong} wrong");
    assert_eq!(wrong, 0);
}

#[test]
fn chains_of_states() {
    let Some(text) = ratings("se121_states.txt") else { return };
    let mut scratch = Scratch::default();
    let budget = Limits::NONE.start();
    let mut board = Board::default();
    let (mut count, mut wrong) = (0, 0);
    for line in text.lines() {
        if let Some(text) = line.strip_prefix("M ") {
            let (values, candidates) = text.split_once(' ').expect("two");
            let (values, candidates) = (values.as_bytes(), candidates.as_bytes());
            let mut state = Candidates::new();
            for cell in 0..81 {
                state.values[cell] = if values[cell] == b'.' { 0 } else { values[cell] - b'0' };
                state.cells[cell] = (0..9).fold(0, |mask, digit| {
                    mask | u16::from(values[cell] == b'.' && candidates[9 * cell + digit] != b'.') << digit
                });
            }
            board = Board::of(&state);
        }
        let Some(task) = line.strip_prefix("T ") else { continue };
        let (name, answer) = task.split_once(' ').expect("name and answer");
        let technique = match name {
            "fc" => None,
            "nishio" => Some(Nest::Nishio),
            "mult" => Some(Nest::Static),
            "dyn" => Some(Nest::Dynamic),
            "dyn1" => Some(Nest::Plus),
            "dyn2" => Some(Nest::Unary),
            "dyn3" => Some(Nest::Multiple),
            "dyn40" => Some(Nest::Deep(0)),
            _ => continue,
        };
        count += 1;
        let found = match technique {
            None => unary(&board, &mut scratch),
            Some(technique) => scratch.alone(&board, technique, &budget).expect("no limit"),
        };
        let found = found.map_or("-".to_owned(), |hint| {
            let (set, gone) = of(&hint);
            let mut text = format!("{}.{} c={}", hint.tenths() / 10, hint.tenths() % 10, hint.complexity);
            if let Some((cell, digit)) = set {
                text += &format!(" set={cell}/{}", digit + 1);
            }
            let cells: Vec<String> = gone
                .iter()
                .map(|(cell, mask)| {
                    let digits: Vec<String> = bits(*mask).map(|digit| (digit + 1).to_string()).collect();
                    format!("{cell}={{{}}}", digits.join(","))
                })
                .collect();
            text + &format!(" rem={{{}}}", cells.join(","))
        });
        if found != answer {
            wrong += 1;
            if wrong < 20 {
                println!("{name}: expected {answer}, found {found}");
            }
        }
    }
    println!("{count} calls, {wrong} wrong");
    assert_eq!(wrong, 0);
}

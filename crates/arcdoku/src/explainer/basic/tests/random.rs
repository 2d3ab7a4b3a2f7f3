//! Random states, and the ones kept as samples.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use fastrand::Rng;

use super::super::super::board::{Board, bits};
use super::*;
use crate::deduction::houses::CELLS;
use crate::grid::{Cell, Shape};
use crate::puzzle::Puzzle;
use crate::testing::{instances, neutral};

/// The file of samples.
pub(super) fn file() -> PathBuf {
    neutral::workspace().join("testdata/human/se_basic.txt")
}

/// A state of one of three kinds: some filled cells with the remaining candidates, some of them removed; two
/// digits alone in many cells; nearly a grave.
pub(super) fn state(seed: u64) -> Candidates {
    let rng = &mut Rng::with_seed(seed);
    let solution = instances::full_grid_of(&Puzzle::new(Shape::CLASSIC), rng).unwrap();
    let full: [usize; 81] = std::array::from_fn(|cell| solution.at(Cell::new(cell)).index());
    match seed % 3 {
        0 => reduced(&full, rng, 0),
        1 => {
            let digits = 1 << rng.usize(0..9) | 1 << rng.usize(0..9);
            reduced(&full, rng, digits)
        }
        _ => nearly_grave(&full, rng),
    }
}

/// No digit of `pair` is filled in, and its cells have few other candidates.
fn reduced(full: &[usize; 81], rng: &mut Rng, pair: u16) -> Candidates {
    let [filled, kept, plain] = [0.2 + 0.4 * rng.f64(), 0.2 + 0.6 * rng.f64(), 0.6 + 0.4 * rng.f64()];
    let mut state = Candidates::new();
    for (cell, &digit) in full.iter().enumerate() {
        if pair >> digit & 1 == 0 && rng.f64() < filled {
            state.fill(cell, digit);
        }
    }
    for cell in (0..81).filter(|&cell| state.values[cell] == 0) {
        let open = state.cells[cell];
        let own = 1 << full[cell];
        let of_pair = pair & own != 0;
        let chosen: u16 =
            bits(open & !own & !pair).filter(|_| rng.f64() < kept).fold(0, |set, digit| set | 1 << digit);
        state.cells[cell] = match (of_pair, rng.f64() < plain) {
            (true, true) => pair,
            (true, false) => pair | chosen & chosen.wrapping_neg(),
            (false, _) => own | chosen,
        };
        if of_pair && rng.f64() < 0.05 {
            state.cells[cell] |= chosen;
        }
    }
    state
}

/// Some digits rotate in a cycle, so that their cells have two candidates; then a few more are added.
fn nearly_grave(full: &[usize; 81], rng: &mut Rng) -> Candidates {
    let mut order: Vec<usize> = (0..9).collect();
    rng.shuffle(&mut order);
    let circle = &order[..rng.usize(2..10)];
    let mut state = Candidates::new();
    for (cell, &own) in full.iter().enumerate() {
        (state.values[cell], state.cells[cell]) = (own as u8 + 1, 0);
        if let Some(at) = circle.iter().position(|&digit| digit == own) {
            state.values[cell] = 0;
            state.cells[cell] = 1 << own | 1 << circle[(at + 1) % circle.len()];
        }
    }
    let house = rng.usize(0..27);
    for _ in 0..rng.usize(1..4) {
        let cell = match rng.usize(0..3) {
            0 => rng.usize(0..81),
            _ => usize::from(CELLS[house][rng.usize(0..9)]),
        };
        if state.values[cell] == 0 {
            state.cells[cell] |= 1 << circle[rng.usize(..circle.len())];
        }
    }
    state
}

const NAMES: [&str; 23] = [
    "hs", "dl", "dh2", "ns", "dh3", "lk", "n2", "f2", "h2", "n3", "f3", "h3", "xy", "xyz", "ul", "n4", "f4",
    "h4", "bug", "ape", "ate", "ul*", "bug*",
];

fn told(hint: &OracleHint) -> String {
    let mut text = format!("{}.{}", hint.tenths / 10, hint.tenths % 10);
    if let Some(at) = hint.placement {
        write!(text, " set={}/{}", at.cell.index(), at.digit).unwrap();
    }
    let mut cells: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for at in &hint.eliminations {
        cells.entry(at.cell.index()).or_default().push(at.digit.to_string());
    }
    let cells: Vec<String> =
        cells.iter().map(|(cell, digits)| format!("{cell}={{{}}}", digits.join(","))).collect();
    write!(text, " rem={{{}}}", cells.join(",")).unwrap();
    text
}

/// The lines of a state, and its features that are worth keeping.
fn sample(state: &Candidates) -> (String, Vec<String>) {
    let board = &Board::of(state);
    let (mut text, mut kinds) = (String::from("M "), Vec::new());
    text.extend(state.values.map(|value| if value == 0 { '.' } else { char::from(b'0' + value) }));
    text.push(' ');
    for (&value, &candidates) in state.values.iter().zip(&state.cells) {
        let shown = |digit: u8| {
            let held = value == digit || candidates >> (digit - 1) & 1 == 1;
            if held { char::from(b'0' + digit) } else { '.' }
        };
        text.extend((1..=9).map(shown));
    }
    text.push('\n');
    for name in NAMES {
        let all = name.strip_suffix('*');
        let found = found(board, all.unwrap_or(name)).unwrap();
        let hints: Vec<String> = found.iter().map(|rated| told(&hint(rated))).collect();
        let line = match (all, hints.first()) {
            (Some(_), _) if hints.is_empty() => format!("T {name} 0"),
            (Some(_), _) => format!("T {name} {} {}", hints.len(), hints.join(" | ")),
            (None, None) => format!("T {name} -"),
            (None, Some(first)) => format!("T {name} {first}"),
        };
        text += &line;
        text.push('\n');
        if let Some((tenths, step)) = found.first() {
            kinds.push(format!("{name} {tenths} {}", step.technique.slug()));
        }
    }
    (text, kinds)
}

#[test]
#[ignore = "writes the samples"]
fn samples_are_written() {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut out = String::from(
        "# States made here at random, and what techniques of the Sudoku Explainer scale find in each, called alone.\n\
         # Form: M values candidates; T technique rating [set=cell/digit] [rem={cell={digits},...}]; `*` for all hints.\n\
         # Written by `cargo test -p arcdoku --lib samples_are_written -- --ignored`.\n",
    );
    for seed in 0..60_000 {
        let (text, kinds) = sample(&state(seed));
        if kinds.iter().any(|kind| !seen.contains_key(kind)) {
            out += &text;
        }
        for kind in kinds {
            *seen.entry(kind).or_default() += 1;
        }
    }
    println!("{seen:#?}");
    std::fs::write(file(), out).unwrap();
}

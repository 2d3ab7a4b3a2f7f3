//! Random states, and the states that are kept as samples in `testdata/human/se_basic.txt`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::ControlFlow;

use fastrand::Rng;

use super::super::board::{Board, bits};
use super::{
    CellsBySize, Proper, RatedSink, RatedStep, aligned, first, fish, grave, locked, set, single, unique_loop,
    wing,
};
use crate::deduction::Candidates;
use crate::deduction::houses::CELLS;
use crate::grid::Cell;
use crate::puzzle::Solution;

const PROPER: Proper = Proper::proven();

/// Returns a random full grid.
type Fill<'a> = &'a dyn Fn(&mut Rng) -> Solution;

/// A state of one of three kinds: some cells are filled, and some of the remaining candidates are missing; or many
/// cells have only the same two digits; or the state is nearly a grave.
pub(super) fn state(seed: u64, grid: Fill<'_>) -> Candidates {
    let rng = &mut Rng::with_seed(seed);
    let solution = grid(rng);
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

/// A state in which no digit of `pair` is filled in, and the cells of these digits have few other candidates.
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

/// A state in which each of some digits is paired with the next in a cycle, so their cells have two candidates; a few
/// candidates are added.
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
pub(super) fn found(board: &Board, technique: &str) -> Option<Vec<RatedStep>> {
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

const NAMES: [&str; 23] = [
    "hs", "dl", "dh2", "ns", "dh3", "lk", "n2", "f2", "h2", "n3", "f3", "h3", "xy", "xyz", "ul", "n4", "f4",
    "h4", "bug", "ape", "ate", "ul*", "bug*",
];

/// The rating and the effect of a step.
fn hint_text((tenths, step): &RatedStep) -> String {
    let mut text = format!("{}.{}", tenths / 10, tenths % 10);
    if let Some(at) = step.placements.first() {
        let _ = write!(text, " set={}/{}", at.cell.index(), at.digit);
    }
    let mut eliminations = step.eliminations.clone();
    eliminations.sort_unstable();
    let mut cells: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for at in eliminations {
        cells.entry(at.cell.index()).or_default().push(at.digit.to_string());
    }
    let cells: Vec<String> =
        cells.iter().map(|(cell, digits)| format!("{cell}={{{}}}", digits.join(","))).collect();
    let _ = write!(text, " rem={{{}}}", cells.join(","));
    text
}

/// The lines of a state, and its features for the choice of samples.
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
        let found = found(board, all.unwrap_or(name)).unwrap_or_default();
        let hints: Vec<String> = found.iter().map(hint_text).collect();
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

/// The text of the file of samples. From many states, it keeps each state that has a step with a technique and a rating
/// that no earlier state has.
pub(crate) fn text(grid: Fill<'_>) -> String {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut out = String::from(
        "# Random states, and the steps that each technique of the Sudoku Explainer scale finds in them separately.\n\
         # Form: M values candidates; T technique rating [set=cell/digit] [rem={cell={digits},...}]; `*` for all hints.\n\
         # Written by `cargo xtask data se-basic`.\n",
    );
    for seed in 0..60_000 {
        let (text, kinds) = sample(&state(seed, grid));
        if kinds.iter().any(|kind| !seen.contains(kind)) {
            out += &text;
        }
        seen.extend(kinds);
    }
    out
}

//! The work of the fuzz targets in `fuzz/`, for any bytes. Tests run it on bytes from a seed, without a fuzzer.

use std::ops::ControlFlow;

use crate::grid::{Cell, Digit, DigitSet, Shape};
use crate::puzzle::format::{Notation, ReadOptions, Reader, parse_one, write};
use crate::puzzle::{Limits, Outcome, Puzzle, Rule};
use crate::search::{PARTS, SearchEnd, Strategy};
use crate::solve::Solver;
use crate::testing::reference;
use crate::testing::tiers::Tiers;

/// Reads `bytes` in the detected notation and in every other.
///
/// # Panics
/// If a puzzle that is written as a line is not read back as the same puzzle.
pub fn read_any(bytes: &[u8]) {
    for record in Reader::new(bytes).flatten() {
        let puzzle = record.puzzle;
        let _ = puzzle.clue_conflict();
        if puzzle.is_plain() && Notation::Line.fits(puzzle.shape()) && puzzle.shape().digits() < 10 {
            let mut text = String::new();
            write(Notation::Line, &puzzle, &mut text).expect("it fits");
            let back = parse_one(&text, &ReadOptions::default()).expect("written above");
            assert_eq!(back.puzzle.givens(), puzzle.givens(), "{text}");
        }
    }
    for notation in Notation::ALL {
        let options = ReadOptions { notation: Some(notation), ..ReadOptions::default() };
        let _ = Reader::with_options(bytes, options).count();
    }
}

/// Makes a small puzzle and a strategy from `bytes`, and compares the solutions with the reference solver.
///
/// # Panics
/// If they differ.
pub fn strategies_agree(bytes: &[u8]) {
    let mut bytes = bytes.iter().copied();
    let mut next = move || bytes.next().map_or(0, usize::from);
    let shapes =
        [Shape::boxes(2, 2), Shape::latin(3), Shape::latin(4), Shape::boxes(1, 4), Shape::boxes(2, 3)];
    let Some(shape) = shapes[next() % shapes.len()] else { return };
    let mut parts = Vec::new();
    for part in PARTS {
        let choice = match part.key {
            "restarts" => (next() % 4).to_string(),
            "seed" => next().to_string(),
            _ => part.choices[next() % part.choices.len()].0.to_owned(),
        };
        parts.push(format!("{}={choice}", part.key));
    }
    let strategy: Strategy = parts.join(",").parse().expect("made from the table");
    let mut puzzle = Puzzle::new(shape);
    let rules = next();
    if rules & 1 != 0 {
        puzzle = puzzle.with_rule(Rule::Diagonals);
    }
    let square = [Rule::windoku(shape), Rule::disjoint_groups(shape)];
    for (i, rule) in square.into_iter().enumerate() {
        if let Some(rule) = rule.ok().filter(|_| rules >> (i + 1) & 1 != 0) {
            puzzle = puzzle.with_rule(rule);
        }
    }
    if rules & 8 != 0 {
        let cells: Vec<Cell> = (0..next() % 5).map(|_| Cell::new(next() % shape.cells())).collect();
        if let Ok(rule) = Rule::all_different(shape, &cells) {
            puzzle = puzzle.with_rule(rule);
        }
    }
    if rules & 16 != 0 {
        let all = DigitSet::all(shape.digits());
        let sets: Vec<DigitSet> = (0..shape.cells())
            .map(|_| all.minus(DigitSet::from_bits(next() as u64 & next() as u64)))
            .collect();
        puzzle = puzzle.with_rule(Rule::candidates(shape, &sets).expect("digits of the shape"));
    }
    for cell in (0..shape.cells()).map(Cell::new) {
        // A missing byte leaves its cell empty.
        let digit = next() % (2 * shape.digits());
        puzzle.set(cell, Digit::new(digit as u8).filter(|digit| digit.index() < shape.digits()));
    }
    // The reference solver takes too long for an empty 6x6 grid.
    if shape.cells() - puzzle.clues() > 20 {
        return;
    }
    let limits = Limits::NONE.with_nodes(5_000);
    let mut found = Vec::new();
    let mut solver = Solver::with_strategy(strategy);
    let (end, _) = solver.solutions(&puzzle, &limits, |solution| {
        found.push(solution);
        ControlFlow::Continue(())
    });
    found.sort_unstable();
    if end == SearchEnd::Complete {
        let expected = reference::solutions(&puzzle, 10_000);
        assert_eq!(found, expected, "{strategy} on {puzzle:?}");
        let outcome = solver.solve(&puzzle, &Limits::NONE).outcome;
        let agrees = match expected.len() {
            0 => matches!(outcome, Outcome::Unsatisfiable(_)),
            1 => matches!(outcome, Outcome::Unique(_)),
            _ => matches!(outcome, Outcome::Multiple(..)),
        };
        assert!(agrees, "{strategy} says {outcome:?} of {puzzle:?}");
    }
}

/// Makes a 9x9 puzzle from `bytes`, and compares the fast engines of all tiers with each other and with the search.
///
/// The first byte tells whether cells or candidate sets follow, one byte per cell or two. Cells without a byte are
/// empty.
///
/// # Panics
/// If they differ.
pub fn fast9_agrees(bytes: &[u8]) {
    let Some((&kind, bytes)) = bytes.split_first() else { return };
    let mut puzzle = Puzzle::new(Shape::CLASSIC);
    if kind & 1 != 0 {
        // Each bit of a set is there twice, so that random bytes take one digit of four.
        let mut next = bytes.iter().skip(81).copied();
        let mut sets = Vec::with_capacity(81);
        for _ in 0..81 {
            let mut byte = || u64::from(next.next().unwrap_or(0));
            let (first, second) = (byte(), byte());
            let ninth = if first >> 4 == 15 { 1 << 8 } else { 0 };
            sets.push(DigitSet::all(9).minus(DigitSet::from_bits(first & second | ninth)));
        }
        puzzle = puzzle.with_rule(Rule::candidates(Shape::CLASSIC, &sets).expect("digits of the shape"));
    }
    for (cell, &byte) in bytes.iter().take(81).enumerate() {
        // Digits as bytes and as text; two of three other bytes leave the cell empty.
        let digit = match byte {
            b'1'..=b'9' => byte - b'0',
            b'.' | b'0' => 0,
            _ if byte % 3 == 0 || kind & 2 != 0 => byte % 10,
            _ => 0,
        };
        if kind & 4 == 0 || cell % 3 == 0 {
            puzzle.set(Cell::new(cell), Digit::new(digit));
        }
    }
    let most = 300;
    let nodes = Some(5_000);
    let mut tiers = Tiers::available();
    let unique = tiers.solve(&puzzle, 2, nodes);
    let (mut found, all) = tiers.solutions(&puzzle, most, nodes);
    let count = tiers.count(&puzzle, most as u64, nodes);
    if all.limit.is_none() {
        assert_eq!((unique.solutions, unique.limit), (all.solutions.min(2), None), "{puzzle:?}");
    }
    let csp: Strategy = Strategy::named("singles-mrv-md").expect("in the table");
    let mut expected = Vec::new();
    let limits = Limits::NONE.with_nodes(nodes);
    let (end, _) = Solver::with_strategy(csp).solutions(&puzzle, &limits, |solution| {
        expected.push(solution);
        if expected.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    if matches!(end, SearchEnd::Limit(_)) {
        return;
    }
    if all.limit.is_none() {
        assert_eq!(found.len(), expected.len(), "{puzzle:?}");
    }
    if count.limit.is_none() {
        assert_eq!(count.solutions, expected.len() as u64, "{puzzle:?}");
    }
    if all.limit.is_none() && end == SearchEnd::Complete {
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{puzzle:?}");
    }
}

#[cfg(test)]
mod tests {
    fn bytes(seed: u64, length: usize) -> Vec<u8> {
        let mut random = fastrand::Rng::with_seed(seed);
        std::iter::repeat_with(|| random.u8(..)).take(length).collect()
    }

    #[test]
    fn strategies_on_seeded_bytes() {
        for seed in 0..500 {
            super::strategies_agree(&bytes(seed, 100));
        }
    }

    #[test]
    fn fast9_on_seeded_bytes() {
        for seed in 0..250_u64 {
            let mut raw = bytes(seed, 244);
            super::fast9_agrees(&raw);
            // Random digits contradict each other soon; a part of a full grid does not.
            let grid = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
            for (cell, digit) in grid.bytes().enumerate() {
                raw[cell + 1] = if raw[cell + 1] < seed as u8 { digit } else { b'.' };
            }
            raw[0] &= 1;
            super::fast9_agrees(&raw);
        }
    }

    #[test]
    fn readers_on_seeded_bytes() {
        // Bytes alone are refused early; symbols of the notations get further.
        let symbols = b"123456789.0*_xX|-+ \n\r\t,:;#[]GridPuzleStatAZ\xff\xc3\xa9";
        for seed in 0..500 {
            let raw = bytes(seed, 400);
            super::read_any(&raw);
            let text: Vec<u8> = raw.iter().map(|&byte| symbols[byte as usize % symbols.len()]).collect();
            super::read_any(&text);
            let digits: Vec<u8> = raw[..81].iter().map(|&byte| b"123456789.."[byte as usize % 11]).collect();
            super::read_any(&digits);
        }
    }
}

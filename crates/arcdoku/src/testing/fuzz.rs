//! The fuzz targets of `fuzz/`, which take any bytes. Tests run them on bytes from a seed, without a fuzzer.

use std::ops::ControlFlow;

use fastrand::Rng;

use crate::canon::{Canonizer, Clues, Order};
use crate::compact::CompactEngine;
use crate::grid::{Cell, Digit, DigitSet, Shape, Symmetry};
use crate::puzzle::format::{Notation, ReadOptions, Reader, parse_one, write};
use crate::puzzle::{Limits, Outcome, Puzzle, Rule, Solution};
use crate::search::{PARTS, SearchEnd, Strategy};
use crate::solve::{Solver, TrueCandidates};
use crate::testing::instances::full_grid_of;
use crate::testing::neutral::workspace;
use crate::testing::reference;
use crate::testing::tiers::Tiers;

/// Runs a fuzz target on each file of `fuzz/seeds/TARGET` and on `random` texts of 150 bytes. The files are inputs
/// that once failed, and some others.
///
/// # Panics
/// If there are no files, or the target panics.
pub fn each_input(target: &str, random: u64, run: impl Fn(&[u8])) {
    let folder = workspace().join("fuzz/seeds").join(target);
    let files = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut names: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    names.sort();
    assert!(!names.is_empty(), "{}", folder.display());
    for name in names {
        run(&std::fs::read(&name).expect("a file"));
    }
    for seed in 0..random {
        let mut rng = Rng::with_seed(seed);
        run(&std::iter::repeat_with(|| rng.u8(..)).take(150).collect::<Vec<u8>>());
    }
}

/// Reads `bytes` in the detected notation and in every other notation.
///
/// # Panics
/// If a puzzle that was written as a line is read back as another puzzle.
pub fn read_any(bytes: &[u8]) {
    for record in Reader::new(bytes).flatten() {
        let puzzle = record.puzzle;
        let _ = puzzle.clue_conflict();
        for rule in puzzle.rules() {
            let text = rule.to_string();
            let back = Rule::parse(&text, puzzle.shape()).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(back, *rule, "{text}");
        }
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

/// Creates a small puzzle and a strategy from `bytes`, and compares the solutions with the reference solver.
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
        assert!(agrees, "{strategy} finds {outcome:?} of {puzzle:?}");
    }
}

/// Creates a small puzzle with rules of any kind from `bytes`, and compares the solutions with the reference solver.
///
/// # Panics
/// If they differ.
pub fn rules_agree(bytes: &[u8]) {
    let mut bytes = bytes.iter().copied();
    let puzzle = small_puzzle(&mut move || bytes.next().map_or(0, usize::from));
    let expected = reference::solutions(&puzzle, 2_000);
    if expected.len() == 2_000 {
        return;
    }
    let limits = Limits::NONE.with_nodes(20_000);
    for name in ["singles-mrv", "gac-mrv", "learning"] {
        let mut found = Vec::new();
        let mut solver = Solver::with_strategy(Strategy::named(name).expect("in the table"));
        let (end, _) = solver.solutions(&puzzle, &limits, |solution| {
            found.push(solution);
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        if end == SearchEnd::Complete {
            assert_eq!(found, expected, "{name} on {puzzle:?}");
        } else {
            let is_right = found.iter().all(|solution| expected.binary_search(solution).is_ok());
            assert!(is_right, "{name} on {puzzle:?}");
        }
    }
    let report = CompactEngine::default().solve(&puzzle, expected.len() + 1, &limits.start());
    if let Some(report) = report {
        let mut found = report.solutions;
        found.sort_unstable();
        let is_right = found.iter().all(|solution| expected.binary_search(solution).is_ok());
        assert!(is_right, "the compact engine on {puzzle:?}");
        assert!(report.limit.is_some() || found == expected, "the compact engine on {puzzle:?}");
    }
    let outcome = Solver::new().solve(&puzzle, &limits).outcome;
    let is_one = |solution: &Solution| expected.binary_search(solution).is_ok();
    let agrees = match &outcome {
        Outcome::Unsatisfiable(_) => expected.is_empty(),
        Outcome::Unique(solution) => expected.len() == 1 && is_one(solution),
        Outcome::Multiple(first, second) => first != second && is_one(first) && is_one(second),
        Outcome::Solved(solution) => is_one(solution),
        Outcome::Unknown { .. } => true,
    };
    assert!(agrees, "{outcome:?} of {puzzle:?}, which has {} solutions", expected.len());
    others_agree(&puzzle, &expected, &limits);
}

/// Compares counts, true candidates, and the solutions after adding a clue with all solutions of a puzzle.
fn others_agree(puzzle: &Puzzle, expected: &[Solution], limits: &Limits<'_>) {
    let count = Solver::new().count(puzzle, None, limits);
    if count.limit.is_none() {
        assert_eq!(count.solutions, expected.len() as u128, "the count of {puzzle:?}");
    }
    let candidates = TrueCandidates::new().ask(puzzle, 1, limits);
    for cell in (0..puzzle.shape().cells()).map(Cell::new) {
        let digits: DigitSet = expected.iter().map(|solution| solution.at(cell)).collect();
        let found = candidates.digits(cell);
        let is_right = if candidates.limit.is_none() { found == digits } else { found.is_subset(digits) };
        assert!(is_right, "true candidates of {cell:?} in {puzzle:?}");
    }
    // After adding a digit of a solution as a clue, the solutions with this digit remain.
    let empty = puzzle.givens().iter().position(Option::is_none).map(Cell::new);
    if let (Some(cell), Some(digit)) = (empty, expected.last().zip(empty).map(|(last, cell)| last.at(cell))) {
        let mut clued = puzzle.clone();
        clued.set(cell, Some(digit));
        let left = expected.iter().filter(|solution| solution.at(cell) == digit).count();
        let count = Solver::new().count(&clued, None, limits);
        assert!(
            count.limit.is_some() || count.solutions == left as u128,
            "{clued:?}: {} of {left}",
            count.solutions
        );
    }
}

/// A small puzzle with up to three random rules and up to two negations, from random numbers from 0 to 255. The
/// reference solver can solve it.
///
/// # Panics
/// If the text of a rule is parsed as another rule.
pub fn small_puzzle(next: &mut impl FnMut() -> usize) -> Puzzle {
    let shape = SMALL[next() % SMALL.len()].parse::<Shape>().expect("written above");
    let mut rng = Rng::with_seed(next() as u64);
    let grid = full_grid_of(&Puzzle::new(shape), &mut rng).expect("a grid of the shape");
    let filled: Vec<Option<Digit>> = grid.digits().iter().copied().map(Some).collect();
    let mut puzzle = Puzzle::new(shape);
    for _ in 0..=next() % 3 {
        add_rule(&mut puzzle, &filled, next, |text| text);
    }
    let most = if shape.digits() > 4 { 12 } else { 16 };
    let mut empty = 0;
    for cell in (0..shape.cells()).map(Cell::new) {
        let choice = next();
        if !choice.is_multiple_of(4) && empty < most {
            empty += 1;
        } else if choice < 252 {
            puzzle.set(cell, Some(grid.at(cell)));
        } else {
            puzzle.set(cell, Some(Digit::from_index(choice % shape.digits())));
        }
    }
    for _ in 0..next() % 3 {
        add_rule(&mut puzzle, &filled, next, |text| format!("not [{text}]"));
    }
    puzzle
}

/// Adds a random rule if it can be parsed. In most cases, adds it only if a full grid obeys it, because random rules
/// exclude each other.
fn add_rule(
    puzzle: &mut Puzzle,
    filled: &[Option<Digit>],
    next: &mut impl FnMut() -> usize,
    wrap: impl Fn(String) -> String,
) {
    let (shape, kinds) = (puzzle.shape(), Rule::kinds());
    let text = wrap(varied(kinds[next() % kinds.len()].example, shape, next));
    let Ok(rule) = Rule::parse(&text, shape) else { return };
    let written = rule.to_string();
    match Rule::parse(&written, shape) {
        Ok(read) => assert_eq!(read, rule, "{text}"),
        Err(error) => panic!("'{text}' is written as '{written}': {error}"),
    }
    if next().is_multiple_of(4) || rule.holds(shape, filled) {
        *puzzle = std::mem::replace(puzzle, Puzzle::new(shape)).with_rule(rule);
    }
}

/// Shapes of small puzzles.
const SMALL: [&str; 8] = [
    "grid 4x4 boxes 2x2",
    "grid 4x4",
    "grid 4x4 boxes 2x2 digits 0-3",
    "grid 6x6 boxes 2x3",
    "grid 3x3",
    "grid 3x4 digits 1-5",
    "grid 4x4 boxes 2x2 extra 2",
    "grid 5x5 digits 0-4",
];

/// The example of a rule with other cells and numbers, and sometimes with additional cells.
fn varied(example: &str, shape: Shape, next: &mut impl FnMut() -> usize) -> String {
    let cell = |choice: usize| {
        let (row, col) = (choice / 16 % shape.rows(), choice % 16 % shape.columns());
        format!("r{}c{}", row + 1, col + 1)
    };
    let mut text = String::new();
    let mut rest = example;
    while !rest.is_empty() {
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let row = rest.strip_prefix('r').map_or(0, digits);
        let column = rest[1..]
            .get(row + 1..)
            .filter(|_| row > 0 && rest[row + 1..].starts_with('c'))
            .map_or(0, digits);
        let number = digits(rest);
        let taken = if column > 0 {
            text.push_str(&cell(next()));
            row + column + 2
        } else if number > 0 {
            match next() {
                choice @ 0..=127 => text.push_str(&(choice % 12).to_string()),
                choice @ 128..=159 => text.push_str(&choice.to_string()),
                160..=163 => text.push_str("18446744073709551615"),
                _ => text.push_str(&rest[..number]),
            }
            number
        } else {
            let length = rest.chars().next().map_or(1, char::len_utf8);
            text.push_str(&rest[..length]);
            length
        };
        rest = &rest[taken..];
    }
    if text.contains(": ") && !text.ends_with(']') {
        for _ in 0..(next() % 8).saturating_sub(4) {
            text.push(' ');
            text.push_str(&cell(next()));
        }
    }
    text
}

/// Creates a 9x9 puzzle from `bytes`, and compares the fast engines of all tiers with each other and with the search.
///
/// The first byte determines whether cells (one byte each) or candidate sets (two bytes each) follow. Cells without a
/// byte are empty.
///
/// # Panics
/// If they differ.
pub fn fast9_agrees(bytes: &[u8]) {
    let Some((&kind, bytes)) = bytes.split_first() else { return };
    let mut puzzle = Puzzle::new(Shape::CLASSIC);
    if kind & 1 != 0 {
        // Each bit of a set occurs twice, so random bytes contain one digit of four.
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
        // Digits as bytes and as text. Of the other bytes, two of three leave the cell empty.
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
    if let Ok(clues) = Clues::of(&puzzle) {
        same_form(&clues, bytes.len() as u64);
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

/// Compares the canonical form of clues with the form of the same clues under a random symmetry.
fn same_form(clues: &Clues, seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let other = Symmetry::random(Shape::CLASSIC, |below| rng.usize(..below)).apply(&clues.cells());
    let other = Clues::from_cells(&other).expect("clues of 9x9");
    for order in [Order::Counts, Order::Text] {
        let mut canonizer = Canonizer::with_order(order);
        let (one, other) = (canonizer.canonize(clues), canonizer.canonize(&other));
        assert_eq!(one.symmetry().apply(&clues.cells()), one.form.cells(), "{clues}");
        assert!(one.form == other.form && one.automorphisms == other.automorphisms, "{clues}");
    }
}

#[cfg(test)]
mod tests {
    fn bytes(seed: u64, length: usize) -> Vec<u8> {
        let mut random = fastrand::Rng::with_seed(seed);
        std::iter::repeat_with(|| random.u8(..)).take(length).collect()
    }

    #[test]
    fn strategies_on_inputs() {
        super::each_input("strategies_agree", 500, super::strategies_agree);
    }

    #[test]
    fn rules_on_inputs() {
        super::each_input("rules_agree", super::super::cases(2_000) as u64, super::rules_agree);
    }

    #[test]
    fn fast9_on_inputs() {
        super::each_input("fast9_agrees", 0, super::fast9_agrees);
        for seed in 0..250_u64 {
            let mut raw = bytes(seed, 244);
            super::fast9_agrees(&raw);
            // Random digits soon contradict each other, but a part of a full grid does not.
            let grid = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
            for (cell, digit) in grid.bytes().enumerate() {
                raw[cell + 1] = if raw[cell + 1] < seed as u8 { digit } else { b'.' };
            }
            raw[0] &= 1;
            super::fast9_agrees(&raw);
        }
    }

    #[test]
    fn readers_on_inputs() {
        super::each_input("read_any", 0, super::read_any);
        // Random bytes are rejected early, unlike random symbols of the notations.
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

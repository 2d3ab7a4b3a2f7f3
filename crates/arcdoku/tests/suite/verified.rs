//! The independent checker, `arcdoku-verify`: it writes the formula of a puzzle independently, and accepts the
//! proofs.

use std::collections::BTreeSet;

use arcdoku::proof::{Formula, prove, write_end, write_head, write_puzzle, write_solutions};
use arcdoku::solve::fastest;
use arcdoku::{DigitSet, Limits, Puzzle, Rule, Shape, Solver};
use arcdoku_verify::{Files, Proven, verify};

fn text_of(puzzle: &Puzzle) -> String {
    let mut text = String::new();
    write_puzzle(puzzle, &mut text).unwrap();
    text
}

/// Asserts that the checker writes the same formula; `None` if the checker or the library does not support the rules.
fn has_same_formula(puzzle: &Puzzle) -> Option<()> {
    let formula = Formula::new(puzzle).ok()?;
    let (mut rows, mut proof) = (String::new(), String::new());
    formula.write(&mut rows).unwrap();
    write_head(&formula, &mut proof).unwrap();
    write_end(None, &mut proof).unwrap();
    let text = text_of(puzzle);
    match verify(Files { puzzle: &text, formula: &rows, proof: &proof, solutions: "" }) {
        Ok(proven) => assert_eq!(proven, Proven::StepsOnly, "{text}"),
        Err(defect) if defect.reason.contains("unknown") => return None,
        Err(defect) => panic!("{defect} in the puzzle\n{text}"),
    }
    Some(())
}

#[test]
fn both_write_the_same_formula_of_every_rule() {
    let shapes = [
        "grid 4x4 boxes 2x2 extra 48",
        "grid 9x9 boxes 3x3",
        "grid 4x4 boxes 2x2 digits 0-3",
        "grid 6x6 boxes 2x3",
        "grid 4x4",
        "grid 4x5 digits 1-7",
        "grid 5x4 digits 0-11 extra 9",
        "grid 4x4 boxes 2x2 digits 0-4 extra 32",
    ];
    let mut known = BTreeSet::new();
    for shape in shapes {
        let shape: Shape = shape.parse().unwrap();
        assert!(has_same_formula(&Puzzle::new(shape)).is_some());
        for kind in Rule::kinds() {
            let puzzle = Rule::parse(kind.example, shape).ok().map(|rule| Puzzle::new(shape).with_rule(rule));
            if puzzle.is_some_and(|puzzle| has_same_formula(&puzzle).is_some()) {
                known.insert(kind.name);
            }
        }
    }
    let unknown: Vec<&str> =
        Rule::kinds().iter().map(|kind| kind.name).filter(|name| !known.contains(name)).collect();
    assert_eq!(unknown, ["void"]);
}

/// Asserts that the checker accepts the proof of all solutions of a puzzle, and refuses it for another puzzle.
fn accepts(puzzle: &Puzzle) {
    let expected = match Solver::new().count(puzzle, None, &Limits::NONE).solutions {
        0 => Proven::NoSolution,
        1 => Proven::Unique,
        count => Proven::Exactly(count as usize),
    };
    let found = prove(puzzle, &fastest(puzzle), 100, &Limits::NONE).unwrap();
    let (mut formula, mut proof, mut solutions) = (String::new(), String::new(), String::new());
    found.formula.write(&mut formula).unwrap();
    found.write(&mut proof).unwrap();
    write_solutions(&found.formula, &found.solutions, &mut solutions).unwrap();
    let (puzzle, formula) = (&text_of(puzzle), &formula);
    let files = Files { puzzle, formula, proof: &proof, solutions: &solutions };
    assert_eq!(verify(files), Ok(expected), "{puzzle}");
    let other = "grid 4x4 boxes 2x2\nrule rows\nrule columns\nclues . . . . . . . . . . . . . . . .\n";
    assert!(verify(Files { puzzle: other, ..files }).is_err(), "of another puzzle");
}

#[test]
fn it_accepts_proofs() {
    let all = "r1c1 r1c2 r1c3 r1c4 r2c1 r2c2 r2c3 r2c4 r3c1 r3c2 r3c3 r3c4 r4c1 r4c2 r4c3 r4c4";
    let connected = format!("connected 1 2: {all}");
    let cases: [(&str, &[&str]); 11] = [
        ("1.....3..4.....2", &[]),
        ("1.....3..4.1...2", &[]),
        ("1234............", &[]),
        ("................", &["cage 5: r1c2 r2c2", "thermo: r4c3 r3c3 r2c3", "anti-knight"]),
        ("...4............", &["or [cage 3: r1c1 r1c2] [renban: r2c2 r2c3]", "diagonals"]),
        ("1...............", &[&connected, "skyscraper 2: r2c4 r2c3 r2c2 r2c1"]),
        ("1...............", &["full-rank 6: r2c1 r2c2 r2c3 r2c4", "full-rank 11 any: r4c4 r3c4 r2c4 r1c4"]),
        ("1...............", &["not [sum = 5: r2c2 r2c3]", "sum-loop 5: r1c2 r1c3 r2c3 r2c2", "anti-knight"]),
        (
            "1...............",
            &["regex .*(23|14).*: r2c1 r2c2 r2c3 r2c4", "distinct = 2: r1c2 r2c3 r3c3 r4c4"],
        ),
        ("1...............", &["counting-circles: r1c2 r2c3 r3c3 r4c4", "sandwich 2: r3c1 r3c2 r3c3 r3c4"]),
        ("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", &[]),
    ];
    for (clues, rules) in cases {
        let puzzle: Puzzle = clues.parse().unwrap();
        let puzzle =
            rules.iter().fold(puzzle, |puzzle, rule| puzzle.with_rule(rule.parse::<Rule>().unwrap()));
        accepts(&puzzle);
    }
}

#[test]
fn it_accepts_proofs_of_sums_whose_cells_have_few_digits_of_the_grid() {
    let shape: Shape = "grid 4x4 digits 1-12".parse().unwrap();
    let rules = [
        "sum = 6: r1c1 r1c2 r1c3",
        "sum = 8: r1c1 r2c1 r3c1",
        "sum = 11: r4c2 r4c3 r2c4 r3c4",
        "sum = 17: r1c4 2*r2c2 2*r2c3 r3c3",
        "sum <= 5: r2c2 r3c2",
    ];
    let candidates = Rule::candidates(shape, &[DigitSet::all(4); 16]).unwrap();
    let puzzle = rules.iter().fold(Puzzle::new(shape).with_rule(candidates), |puzzle, rule| {
        puzzle.with_rule(rule.parse::<Rule>().unwrap())
    });
    accepts(&puzzle);
}

//! Grids that are not plain (rectangles, digits other than 1 to N, extra cells): their texts, and their solutions.

use arcdoku::grid::{Cell, Digit, DigitSet, Shape};
use arcdoku::puzzle::format::{Notation, ReadOptions, Reader, Writer, parse_one, write, write_board};
use arcdoku::search::NAMED;
use arcdoku::testing::harness::{check, check_every_assignment};
use arcdoku::testing::instances::{full_grid_of, solutions_by, with_holes};
use arcdoku::testing::reference;
use arcdoku::{Limits, Outcome, Puzzle, Rule, Solver};
use fastrand::Rng;

fn shape(text: &str) -> Shape {
    text.parse().expect(text)
}

fn options(shape: Shape) -> ReadOptions {
    ReadOptions { notation: None, shape: Some(shape) }
}

/// A puzzle of a shape with these rules.
fn puzzle(text: &str, rules: &[&str]) -> Puzzle {
    let shape = shape(text);
    rules
        .iter()
        .fold(Puzzle::new(shape), |puzzle, rule| puzzle.with_rule(Rule::parse(rule, shape).expect(rule)))
}

/// The puzzle with some clues of one of its solutions.
fn clued(puzzle: &Puzzle, holes: usize, seed: u64) -> Puzzle {
    let mut rng = Rng::with_seed(seed);
    let solution = full_grid_of(puzzle, &mut rng).expect("the rules can be kept");
    with_holes(puzzle, &solution, holes, &mut rng)
}

/// A random shape that is not plain.
fn random(rng: &mut Rng, most: usize) -> Shape {
    loop {
        let (rows, columns) = (rng.usize(1..=most), rng.usize(1..=most));
        let shape = Shape::rectangle(rows, columns).unwrap();
        let shape = shape.with_values(rng.usize(..2), rng.usize(1..=if most > 9 { 64 } else { 12 })).unwrap();
        let shape = shape.with_extra(if rng.bool() { 0 } else { rng.usize(..2 * columns + 2) }).unwrap();
        let shape = shape.with_boxes(rng.usize(1..=rows), rng.usize(1..=columns)).unwrap_or(shape);
        if !shape.is_plain() {
            return shape;
        }
    }
}

#[test]
fn texts_come_back() {
    let mut rng = Rng::with_seed(5);
    for round in 0..400 {
        let shape = random(&mut rng, if round % 4 == 0 { 20 } else { 7 });
        let mut puzzle = Puzzle::bare(shape);
        let chance = rng.f64();
        for cell in (0..shape.cells()).map(Cell::new) {
            let digit = Digit::from_index(rng.usize(..shape.digits()));
            puzzle.set(cell, Some(digit).filter(|_| rng.f64() < chance));
        }
        for notation in Notation::ALL.into_iter().filter(|notation| notation.fits(shape)) {
            let mut text = String::new();
            write(notation, &puzzle, &mut text).unwrap();
            let read =
                parse_one(&text, &options(shape)).unwrap_or_else(|error| panic!("{shape} {error}\n{text}"));
            if read.puzzle.givens() != puzzle.givens() {
                assert_eq!(notation, Notation::Pencilmarks, "{shape}\n{text}");
                // If there is only one digit, a cell with all candidates has a single candidate.
                assert_eq!(shape.digits(), 1, "{shape}\n{text}");
            }
            for cell in (0..shape.grid_cells()).map(Cell::new) {
                let (line, column) = read.position(cell);
                let c = text.lines().nth(line - 1).and_then(|line| line.chars().nth(column - 1));
                assert!(c.is_some_and(|c| !c.is_whitespace()), "{shape} {cell:?} {line}:{column}\n{text}");
            }
        }
    }
}

#[test]
fn candidates_come_back() {
    let mut rng = Rng::with_seed(6);
    for _ in 0..200 {
        let shape = random(&mut rng, 6);
        let mut set = || -> DigitSet {
            let set: DigitSet =
                (0..shape.digits()).map(Digit::from_index).filter(|_| rng.u8(..3) > 0).collect();
            set
        };
        let sets: Vec<DigitSet> = (0..shape.cells()).map(|_| set()).collect();
        let rule = Rule::candidates(shape, &sets).unwrap();
        assert_eq!(Rule::parse(&rule.to_string(), shape).as_ref(), Ok(&rule), "{shape}");
        let whole = Puzzle::bare(shape).with_rule(rule);
        let mut text = String::new();
        write(Notation::Pencilmarks, &whole, &mut text).unwrap();
        let read =
            parse_one(&text, &options(shape)).unwrap_or_else(|error| panic!("{shape} {error}\n{text}"));
        for cell in (0..shape.cells()).map(Cell::new) {
            assert_eq!(read.puzzle.admissible(cell), whole.admissible(cell), "{shape} {cell:?}\n{text}");
        }
    }
}

#[test]
fn grids_as_people_write_them() {
    let six = shape("grid 2x3 digits 0-5 extra 4");
    let read = |text: &str| parse_one(text, &options(six)).map(|record| record.puzzle.to_string());
    for text in [
        "0.25.1",
        "0.25.1....",
        "0 . 2 5 . 1",
        "0,.,2,5,.,1",
        "0 . 2\n5 . 1",
        "0.2\n5.1\n",
        "+---+\n|0.2|\n|5.1|\n+---+\nv1: . .\nv3: . .\n",
        "# a note\n0 012345 2 # a remark\n5 . 1\n",
    ] {
        assert_eq!(read(text).as_deref(), Ok("0.25.1...."), "{text}");
    }
    assert_eq!(read("0.2\n5.1\nv1: 3 . 4").as_deref(), Ok("0.25.13.4."));
    for (text, error) in [
        ("0.25.", "1:6: found 5 cells in a row, expected 3 in a row of a grid of"),
        ("0.6\n5.1", "1:3: found '6', expected a digit from 0 to 5 or a blank (. * _)"),
        ("0.2\n\n5.1", "2:1: found a blank line after 1 row, expected 2 rows"),
        ("0.2", "1:1: found the end of the file after 1 row, expected 2 rows"),
        ("0.2\n5.1\nv2: 3", "3:1: found 'v2: 3', expected a line that begins with 'v1:'"),
        ("0.2\n5.1\nv1: 3 3 3 3 3", "3:13: found 5 extra cells, expected at most 4"),
    ] {
        let found = read(text).unwrap_err().to_string();
        assert!(found.starts_with(error), "{found}");
    }
    // The text has one broken puzzle among several.
    let text = "0.25.1\n0.25.\n0.29.1\n0.25.2\n\n0.2\n5\n\n5.2\n0.1\n";
    let results: Vec<bool> =
        Reader::with_options(text.as_bytes(), options(six)).map(|record| record.is_ok()).collect();
    assert_eq!(results, [true, false, false, true, false, true]);
}

#[test]
fn boards_have_the_extra_cells_below() {
    let shape = shape("grid 2x4 boxes 2x2 digits 0-9 extra 5");
    let mut text = String::new();
    write_board(
        shape,
        |cell| Some(Digit::from_index(cell.index() % 10)).filter(|_| cell.index() != 9),
        &mut text,
    )
    .unwrap();
    assert_eq!(text, "+-----+-----+\n| 0 1 | 2 3 |\n| 4 5 | 6 7 |\n+-----+-----+\nv1: 8 . 0 1\nv5: 2\n");
    let mut writer = Writer::new(Notation::Library);
    let error = writer.puzzle(&Puzzle::new(shape), &mut text).unwrap_err().to_string();
    assert_eq!(
        error,
        "found a grid of 2x4 in boxes of 2x2, digits 0 to 9, 5 extra cells, expected one that the notation library has"
    );
}

#[test]
fn rules_fit_as_far_as_there_are_digits() {
    let refused = |text: &str, rule: &str| Rule::parse(rule, shape(text)).unwrap_err().to_string();
    assert_eq!(
        refused("grid 4x6 digits 1-5", "rows"),
        "1:1: found rows of 6 cells in a grid of 4x6 without boxes, digits 1 to 5, \
         expected at most 5 cells that hold different digits"
    );
    assert!(Rule::parse("columns", shape("grid 4x6 digits 1-5")).is_ok());
    assert!(refused("grid 6x6 boxes 2x3 digits 1-5", "boxes").contains("boxes of 6 cells"));
    assert!(refused("grid 4x6", "diagonals").contains("a square grid"));
    assert!(refused("grid 4x6 boxes 2x2", "windoku").contains("a grid with square boxes"));
    assert!(refused("grid 4x4 digits 0-3", "cage 0: r1c1 r1c2").contains("a sum from 1 to 5"));
    assert!(refused("grid 4x4 extra 2", "cage 5: v1 v3").contains("v3 in a grid of"));
    assert!(
        refused("grid 4x4 digits 0-3", "candidates 1 2 3 4 . . . . . . . . . . . .")
            .contains("digits from 0-3")
    );
    let rules = |text: &str| Puzzle::new(shape(text)).rules().len();
    assert_eq!(
        (rules("grid 21x21 digits 1-9"), rules("grid 4x6 digits 1-5"), rules("grid 4x6 boxes 2x3")),
        (0, 1, 3)
    );
}

#[test]
fn every_strategy_finds_the_solutions_of_the_reference() {
    let cases = [
        clued(&puzzle("grid 2x4 boxes 2x2", &["thermo: r1c1 r2c2 r1c3"]), 8, 1),
        clued(&puzzle("grid 4x2 digits 0-4", &["cage 4: r1c1 r2c2 r3c1", "anti-knight"]), 7, 2),
        clued(&puzzle("grid 3x4 boxes 3x2 digits 1-7", &["all-different: r1c1 r2c2 r3c3"]), 5, 3),
        clued(&puzzle("grid 3x3 digits 0-2 extra 2", &["cage 3: r1c1 v1 v2", "thermo: v2 r3c3"]), 9, 4),
        clued(&puzzle("grid 4x4 boxes 2x2 digits 0-5", &["diagonals", "disjoint-groups"]), 7, 5),
        clued(
            &puzzle(
                "grid 2x6 digits 1-6",
                &["regions 111222 111222", "cage 21: r1c1 r1c2 r1c3 r1c4 r1c5 r1c6"],
            ),
            8,
            6,
        ),
        clued(&puzzle("grid 1x5 digits 0-6", &["thermo: r1c1 r1c2 r1c3"]), 4, 7),
        puzzle("grid 1x1 digits 0-0 extra 3", &["all-different: v1"]),
    ];
    for case in cases {
        let expected = reference::solutions(&case, 100_000);
        for named in NAMED {
            let mut found = solutions_by(named.strategy, &case, 100_000);
            found.sort_unstable();
            assert!(
                found == expected,
                "{} finds {} of {}: {case:?}",
                named.name,
                found.len(),
                expected.len()
            );
        }
        let outcome = Solver::new().solve(&case, &Limits::NONE).outcome;
        match (outcome, &expected[..]) {
            (Outcome::Unique(found), [only]) => assert_eq!(found, *only),
            (Outcome::Multiple(..), [_, _, ..]) | (Outcome::Unsatisfiable(_), []) => {}
            (outcome, _) => panic!("{outcome:?}"),
        }
        assert!(expected.iter().all(|solution| case.is_solved_by(solution)));
    }
}

#[test]
fn every_level_enforces_the_rules_of_every_shape() {
    check_every_assignment(&puzzle(
        "grid 1x2 digits 0-2 extra 2",
        &["cage 3: r1c1 r1c2 v1", "thermo: v2 r1c1"],
    ));
    check_every_assignment(&puzzle("grid 2x3 boxes 1x3 digits 0-3", &["cage 3: r1c1 r2c2"]));
    check(&clued(&puzzle("grid 3x4 digits 0-4", &["cage 6: r1c1 r2c2 r3c3"]), 9, 1));
    check(&clued(&puzzle("grid 4x6 boxes 2x3", &["thermo: r1c1 r2c1 r3c2"]), 12, 2));
    check(&clued(
        &puzzle("grid 3x3 digits 1-5 extra 3", &["all-different: v1 v2 v3", "cage 9: v1 v2 r2c2"]),
        9,
        3,
    ));
}

#[test]
fn engines_for_plain_grids_refuse_others() {
    let puzzle = puzzle("grid 9x9 boxes 3x3 digits 0-8", &[]);
    assert!(!puzzle.is_plain());
    assert!(arcdoku::canon::Clues::of(&puzzle).is_err());
    assert!(arcdoku::deduction::Candidates::of(&puzzle).is_err());
    assert!(arcdoku::generate::Grids::of(puzzle.shape()).is_none());
    assert_ne!(Solver::new().method_for(&puzzle), arcdoku::solve::Method::Fast9);
    assert!(matches!(Solver::new().solve(&puzzle, &Limits::NONE).outcome, Outcome::Multiple(..)));
}

/// The rules of a Samurai: five 9x9 grids, the middle one of which shares a box with each other grid.
fn samurai() -> Puzzle {
    let corners = [(1, 1), (1, 13), (7, 7), (13, 1), (13, 13)];
    let grids = corners.map(|(row, col)| format!("grid at r{row}c{col} 9x9 boxes 3x3"));
    let void = "void: r1-6c10-12 r10-12c1-6 r10-12c16-21 r16-21c10-12".to_owned();
    let shape = shape("grid 21x21 digits 1-9");
    grids.iter().chain([&void]).fold(Puzzle::bare(shape), |puzzle, rule| {
        puzzle.with_rule(Rule::parse(rule, shape).unwrap_or_else(|error| panic!("{rule}: {error}")))
    })
}

#[test]
fn a_samurai_is_solved() {
    let empty = samurai();
    let mut rng = Rng::with_seed(2);
    let solution = full_grid_of(&empty, &mut rng).expect("the grids can be filled");
    assert!(empty.is_solved_by(&solution));
    let voids = (0..441).filter(|&index| empty.is_void(Cell::new(index))).count();
    assert_eq!(voids, 72);
    // Every cell is in a row, a column and a box of a grid; shared cells are in two of each.
    assert_eq!(empty.constraints().len(), 5 * 27);
    let clue = |cell: Cell| !empty.is_void(cell) && (cell.index() * 7).is_multiple_of(3);
    let puzzle = arcdoku::testing::instances::with_clues(&empty, &solution, clue);
    let mut solver = Solver::new();
    let found = match solver.solve(&puzzle, &Limits::NONE).outcome {
        Outcome::Unique(found) | Outcome::Multiple(found, _) => found,
        outcome => panic!("{outcome:?}"),
    };
    assert!(puzzle.is_solved_by(&found));
    // If the shared boxes are given, the grids are solved one by one.
    let most = with_holes(&empty, &solution, 100, &mut rng);
    assert!(matches!(solver.solve(&most, &Limits::NONE).outcome, Outcome::Unique(same) if same == solution));
    let mut text = String::new();
    arcdoku::puzzle::format::write_puzzle_board(&puzzle, |cell| puzzle.givens()[cell.index()], &mut text)
        .unwrap();
    let read = parse_one(&text, &options(puzzle.shape())).unwrap().puzzle;
    assert_eq!(read.givens(), puzzle.givens(), "{text}");
}

#[test]
fn grids_and_voids_in_words() {
    let shape = shape("grid 6x6 digits 1-4");
    let canonical = |text: &str| Rule::parse(text, shape).map(|rule| rule.to_string());
    for (text, expected) in [
        ("grid at R1C1 4x4 boxes 2x2", "grid at r1c1 4x4 boxes 2x2"),
        ("grid  at r3c2 4X4", "grid at r3c2 4x4"),
        ("void: r1c5 r1c6 r2c5-6", "void: r1-2c5-6"),
        ("void: r5-6c1, r6c2, r5c2-3", "void: r5c1-3 r6c1-2"),
        ("void: r2-1c1", "void: r1-2c1"),
    ] {
        assert_eq!(canonical(text).as_deref(), Ok(expected));
    }
    for (text, error) in [
        ("grid r1c1 4x4", "1:6: found 'r1c1', expected 'at' and a cell such as r1c1"),
        ("grid at r1c1", "1:13: found nothing, expected rows x columns, such as 9x9"),
        ("grid at r1c1 4x4 boxes 3x3", "1:24: found '3x3', expected boxes that tile the grid, such as 3x3"),
        (
            "grid at r4c1 4x4",
            "1:9: found a grid of 4x4 at r4c1 in a grid of 6x6 without boxes, digits 1 to 4",
        ),
        ("grid at r1c1 5x4", "1:1: found columns of 5 cells in a grid of"),
        ("void r1c1", "1:6: found 'r1c1', expected a colon and a cell"),
        ("void: r1c1 r1-2c1", "1:12: found 'r1-2c1', expected each cell once, not r1c1 again"),
        ("void: r7c1", "1:1: found r7c1 in a grid of"),
    ] {
        let found = canonical(text).unwrap_err().to_string();
        assert!(found.starts_with(error), "{found}");
    }
}

#[test]
fn two_grids_that_overlap() {
    let shape = shape("grid 6x6 digits 1-4");
    let rules = ["grid at r1c1 4x4 boxes 2x2", "grid at r3c3 4x4 boxes 2x2", "void: r1-2c5-6 r5-6c1-2"];
    let empty = rules
        .iter()
        .fold(Puzzle::bare(shape), |puzzle, rule| puzzle.with_rule(Rule::parse(rule, shape).expect(rule)));
    // There are 24 ways to fill the shared box. By renaming and permuting, each of them leads to the same number of
    // grids: 288 / 24 = 12.
    assert_eq!(Solver::new().count(&empty, None, &Limits::NONE).solutions, 24 * 12 * 12);
    let puzzle = clued(&empty, 20, 9);
    let expected = reference::solutions(&puzzle, 100_000);
    for named in NAMED {
        let mut found = solutions_by(named.strategy, &puzzle, 100_000);
        found.sort_unstable();
        assert!(found == expected, "{}", named.name);
    }
    check(&clued(&empty, 14, 3));
    let mut text = String::new();
    arcdoku::puzzle::format::write_puzzle_board(&empty, |_| None, &mut text).unwrap();
    assert_eq!(
        text,
        "\
+-------+-------+
| .   . | .   . | /   /
| .   . | .   . | /   /
+-------+-------+-------+
| .   . | .   . | .   . |
| .   . | .   . | .   . |
+-------+-------+-------+
  /   / | .   . | .   . |
  /   / | .   . | .   . |
        +-------+-------+
"
    );
}

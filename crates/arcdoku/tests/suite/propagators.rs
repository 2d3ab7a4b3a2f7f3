//! Every rule at every inference level, through the harness: one call per rule.

use arcdoku::Choice as _;
use arcdoku::csp::Level;
use arcdoku::grid::{Cell, Shape};
use arcdoku::testing::harness::{check, check_every_assignment, walk};
use arcdoku::testing::instances::{
    candidates_around, contradictory_row, full_grid, full_grid_of, groups, proper, regions, regions_around,
    windoku, with_clue_conflict, with_holes,
};
use arcdoku::testing::reference;
use arcdoku::{Puzzle, Rule, Solution};
use fastrand::Rng;

fn boxes(rows: usize, cols: usize) -> Puzzle {
    Puzzle::new(Shape::boxes(rows, cols).expect("a shape"))
}

fn latin(n: usize) -> Puzzle {
    Puzzle::new(Shape::latin(n).expect("a shape"))
}

fn differ(puzzle: &Puzzle, cells: &[usize]) -> Rule {
    let cells: Vec<Cell> = cells.iter().copied().map(Cell::new).collect();
    Rule::all_different(puzzle.shape(), &cells).expect("a set of the grid")
}

/// The puzzle with some clues of one of its solutions.
fn clued(puzzle: &Puzzle, holes: usize, seed: u64) -> Puzzle {
    let mut rng = Rng::with_seed(seed);
    let solution = full_grid_of(puzzle, &mut rng).expect("the rules can be kept");
    with_holes(puzzle, &solution, holes, &mut rng)
}

#[test]
fn every_assignment_of_tiny_grids() {
    let (two, three) = (latin(2), latin(3));
    for puzzle in [
        boxes(1, 1),
        latin(1).with_rule(Rule::Diagonals),
        boxes(1, 2),
        boxes(2, 1),
        two.clone().with_rule(Rule::Diagonals),
        two.clone().with_rule(differ(&two, &[0, 3])),
        three.clone(),
        three.clone().with_rule(Rule::Diagonals),
        regions(three.clone(), "aabbacbcc"),
        three.clone().with_rule(differ(&three, &[0, 8])),
    ] {
        check_every_assignment(&puzzle);
        check(&puzzle);
    }
}

#[test]
fn rows_columns_boxes() {
    check(&boxes(2, 2));
    check(&latin(4));
    check(&boxes(1, 4));
    check(&clued(&latin(5), 17, 1));
    check(&clued(&boxes(2, 3), 24, 2));
    check(&clued(&boxes(3, 2), 24, 3));
}

#[test]
fn jigsaw() {
    check(&regions(latin(4), "aaabacbbccbdcddd"));
    check(&clued(&regions(latin(5), "aaabbaabbbcccddccdddeeeee"), 16, 4));
}

#[test]
fn diagonals() {
    check(&boxes(2, 2).with_rule(Rule::Diagonals));
    // The two diagonals of an odd grid share a cell.
    check(&clued(&latin(5).with_rule(Rule::Diagonals), 19, 5));
    check(&clued(&boxes(2, 3).with_rule(Rule::Diagonals), 24, 6));
}

#[test]
fn windows() {
    check(&windoku(boxes(2, 2)));
    check(&windoku(boxes(2, 2)).with_rule(Rule::Diagonals));
}

#[test]
fn disjoint_groups() {
    check(&groups(boxes(2, 2)));
    check(&clued(&groups(boxes(2, 3)), 24, 7));
    check(&clued(&groups(boxes(3, 2)), 24, 8));
}

#[test]
fn extra_sets() {
    let four = boxes(2, 2);
    for cells in [&[5][..], &[0, 15], &[0, 5, 10], &[1, 6, 11, 12], &[0, 1, 2]] {
        check(&four.clone().with_rule(differ(&four, cells)));
    }
    let many = four.clone().with_rule(differ(&four, &[0, 7, 10])).with_rule(differ(&four, &[3, 6, 9]));
    check(&groups(windoku(many)));
    let six = boxes(2, 3);
    check(&clued(&six.clone().with_rule(differ(&six, &[0, 7, 14, 21])), 23, 9));
}

#[test]
fn candidates() {
    let mut rng = Rng::with_seed(10);
    for puzzle in [boxes(2, 2), latin(4), boxes(2, 2).with_rule(Rule::Diagonals), boxes(2, 3), boxes(3, 2)] {
        let solution = full_grid_of(&puzzle, &mut rng).expect("the rules can be kept");
        let chance = if puzzle.shape().digits() == 4 { 0.7 } else { 0.45 };
        let rule = candidates_around(puzzle.shape(), &solution, chance, &mut rng);
        let restricted = puzzle.with_rule(rule);
        check(&restricted);
        check(&with_holes(&restricted, &solution, restricted.shape().cells() / 2, &mut rng));
    }
}

#[test]
fn unsatisfiable_puzzles() {
    let mut rng = Rng::with_seed(11);
    check(&with_clue_conflict(&boxes(2, 2), &mut rng).expect("houses of four"));
    check(&contradictory_row(boxes(2, 2).shape()).expect("room"));
    check(&contradictory_row(boxes(2, 3).shape()).expect("room"));
    // Three cells of the first row and one cell of the second take four digits, so the last cell of the first row
    // must have the digit of the cell below it.
    let impossible = latin(4).with_rule(differ(&latin(4), &[0, 1, 2, 7]));
    assert_eq!(reference::count(&impossible), 0);
    check(&impossible);
}

/// Random walks on a puzzle that is too large to compute all of its solutions.
fn walks(name: &str, puzzle: &Puzzle, solution: &Solution, steps: usize) {
    assert!(puzzle.is_solved_by(solution), "{name}");
    for level in Level::all() {
        for seed in 0..2 {
            walk(puzzle, Some(solution), level, steps, seed);
            // Unguided walks fail frequently, which reveals memory that is not restored.
            walk(puzzle, None, level, steps, seed);
        }
    }
}

#[test]
fn long_walks_6x6() {
    for (seed, base) in [boxes(2, 3), boxes(3, 2), latin(6), groups(boxes(2, 3))].into_iter().enumerate() {
        let mut rng = Rng::with_seed(seed as u64);
        let solution = full_grid_of(&base, &mut rng).expect("the rules can be kept");
        walks("6x6", &base, &solution, 600);
        walks("6x6 with clues", &with_holes(&base, &solution, 24, &mut rng), &solution, 600);
    }
}

#[test]
fn long_walks_9x9() {
    let mut rng = Rng::with_seed(20);
    let base = boxes(3, 3);
    let mut rules: Vec<Puzzle> = vec![
        base.clone(),
        base.clone().with_rule(Rule::Diagonals),
        windoku(base.clone()),
        groups(base.clone()),
        base.clone().with_rule(differ(&base, &[0, 10, 20, 30, 40])),
    ];
    let square = full_grid(latin(9).shape(), &mut rng);
    rules.push(latin(9).with_rule(regions_around(latin(9).shape(), &square, &mut rng)));
    let classic = full_grid(base.shape(), &mut rng);
    rules.push(base.clone().with_rule(candidates_around(base.shape(), &classic, 0.5, &mut rng)));
    for puzzle in rules {
        let solution = full_grid_of(&puzzle, &mut rng).expect("the rules can be kept");
        walks("9x9", &puzzle, &solution, 250);
        walks("9x9 with clues", &with_holes(&puzzle, &solution, 45, &mut rng), &solution, 250);
    }
}

#[test]
fn long_walks_on_proper_puzzles() {
    let mut rng = Rng::with_seed(21);
    let base = boxes(3, 3);
    for _ in 0..3 {
        let solution = full_grid(base.shape(), &mut rng);
        let puzzle = proper(&base, &solution, 81, &mut rng, arcdoku::testing::instances::is_unique);
        walks("minimal 9x9", &puzzle, &solution, 400);
    }
}

#[test]
fn long_walks_16x16() {
    let mut rng = Rng::with_seed(22);
    let base = boxes(4, 4);
    let solution = full_grid(base.shape(), &mut rng);
    walks("16x16", &base, &solution, 120);
    walks("16x16 with clues", &with_holes(&base, &solution, 150, &mut rng), &solution, 200);
    let rule = candidates_around(base.shape(), &solution, 0.3, &mut rng);
    let restricted = base.with_rule(rule);
    walks("16x16 of candidates", &restricted, &solution, 120);
    let grouped = groups(boxes(3, 4));
    let solution = full_grid_of(&grouped, &mut rng).expect("the rules can be kept");
    walks("12x12", &with_holes(&grouped, &solution, 90, &mut rng), &solution, 200);
}

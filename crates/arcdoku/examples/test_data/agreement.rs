//! Lines of neutral data, with the answers of the reference solver.

use std::fmt::Write as _;

use arcdoku::grid::{Cell, Shape};
use arcdoku::search::Strategy;
use arcdoku::testing::instances::{
    candidates_around, contradictory_row, full_grid, full_grid_of, groups, is_unique, proper, regions,
    regions_around, windoku, with_clue_conflict, with_holes, with_wrong_clue,
};
use arcdoku::testing::neutral::line;
use arcdoku::testing::reference;
use arcdoku::{Limits, Puzzle, Rule, Solver};
use fastrand::Rng;

/// A number that is greater than the number of solutions of any line.
const MOST: usize = 100_000;

/// The files of shapes and of rules.
pub(crate) fn plain() -> [String; 2] {
    let mut rng = Rng::with_seed(2026);
    let mut text =
        "# Every shape, with only the rules of the shape. See `testing::neutral` for the columns.\n"
            .to_owned();
    for puzzle in [boxes(1, 1), latin(2), latin(3), latin(4), boxes(2, 2), boxes(1, 3), boxes(4, 1)] {
        add(&mut text, &puzzle);
    }
    let small = [boxes(2, 2), latin(4), latin(5), boxes(2, 3), boxes(3, 2), latin(6), latin(7)];
    for puzzle in small.into_iter().chain([boxes(2, 4), boxes(4, 2), boxes(3, 3)]) {
        family(&mut text, &puzzle, holes(&puzzle), &mut rng);
    }
    for (puzzle, holes) in [
        (boxes(2, 5), 42),
        (boxes(3, 4), 60),
        (boxes(4, 3), 55),
        (boxes(2, 6), 55),
        (latin(11), 40),
        (boxes(4, 4), 80),
    ] {
        let solution = full_grid(puzzle.shape(), &mut rng);
        add(&mut text, &proper(&puzzle, &solution, holes, &mut rng, is_unique));
        add(&mut text, &with_holes(&puzzle, &solution, holes * 9 / 10, &mut rng));
    }
    let shapes = text;

    let mut text = "# Every rule, alone and with others.\n".to_owned();
    for puzzle in [
        boxes(2, 2).with_rule(Rule::Diagonals),
        windoku(boxes(2, 2)),
        groups(boxes(2, 2)),
        regions(latin(4), "aaabacbbccbdcddd"),
        windoku(groups(boxes(2, 2))).with_rule(Rule::Diagonals),
        regions(latin(4), "aaabacbbccbdcddd").with_rule(Rule::Diagonals),
        differ(boxes(2, 2), &[0, 5, 10]),
        differ(differ(boxes(2, 2), &[0, 15]), &[3, 6, 9, 5]),
    ] {
        add(&mut text, &puzzle);
        if reference::count(&puzzle) > 0 {
            family(&mut text, &puzzle, 12, &mut rng);
        }
    }
    for puzzle in [
        latin(5).with_rule(Rule::Diagonals),
        regions(latin(5), "aaabbaabbbcccddccdddeeeee"),
        boxes(2, 3).with_rule(Rule::Diagonals),
        groups(boxes(2, 3)),
        differ(differ(boxes(3, 2), &[0, 7, 14]), &[35, 28, 21, 17, 10]),
        latin(7).with_rule(Rule::Diagonals),
        boxes(3, 3).with_rule(Rule::Diagonals),
        windoku(boxes(3, 3)),
        groups(boxes(3, 3)),
        differ(differ(boxes(3, 3), &[0, 10, 20, 30, 40, 50, 60, 70, 80]), &[4, 12, 44]),
        windoku(boxes(3, 3)).with_rule(Rule::Diagonals),
    ] {
        family(&mut text, &puzzle, holes(&puzzle), &mut rng);
    }
    for n in [6, 7, 9] {
        let solution = full_grid(latin(n).shape(), &mut rng);
        let puzzle = latin(n).with_rule(regions_around(latin(n).shape(), &solution, &mut rng));
        family(&mut text, &puzzle, holes(&puzzle), &mut rng);
    }
    for (puzzle, chance) in
        [(boxes(2, 2), 0.5), (latin(5), 0.4), (boxes(2, 3), 0.4), (boxes(3, 3), 0.25), (boxes(4, 4), 0.12)]
    {
        let solution = full_grid(puzzle.shape(), &mut rng);
        let rule = candidates_around(puzzle.shape(), &solution, chance, &mut rng);
        let puzzle = puzzle.with_rule(rule);
        add(&mut text, &puzzle);
        let mut clued = puzzle.clone();
        for cell in (0..puzzle.shape().cells()).step_by(5).map(Cell::new) {
            clued.set(cell, Some(solution.at(cell)));
        }
        add(&mut text, &clued);
    }
    for (puzzle, holes) in [(windoku(boxes(4, 4)), 70), (groups(boxes(3, 4)), 50)] {
        let solution = full_grid_of(&puzzle, &mut rng).expect("the rules can be kept");
        add(&mut text, &proper(&puzzle, &solution, holes, &mut rng, is_unique));
    }
    [shapes, text]
}

/// The file of the rules that are not made of houses. Add a row here for a new rule.
pub(crate) fn variants() -> String {
    let rows: &[(Puzzle, &[&str])] = &[
        (boxes(2, 2), &["cage 5: r1c1 r1c2", "cage 6: r2c2 r2c3 r3c3"]),
        (latin(4), &["cage 10: r1c1 r2c2 r3c3 r4c4"]),
        (boxes(2, 3), &["cage 9: r1c1 r2c1 r2c2", "cage 14: r4c4 r5c4 r5c5 r6c5", "diagonals"]),
        (boxes(3, 3), &["cage 15: r1c1 r1c2 r2c1", "cage 20: r5c5 r5c6 r6c5 r6c6", "cage 3: r9c9 r8c9"]),
        (boxes(2, 2), &["thermo: r1c1 r1c2 r2c2"]),
        (latin(4), &["thermo: r1c1 r2c2 r3c3 r4c4", "thermo: r4c1 r3c1"]),
        (boxes(3, 2), &["thermo: r1c1 r2c2 r3c3", "thermo: r6c6 r5c6 r4c6 r4c5"]),
        (boxes(3, 3), &["thermo: r9c9 r8c8 r7c7 r7c6 r6c6", "cage 12: r1c1 r1c2 r1c3"]),
        (boxes(2, 2), &["thermo: r1c1 r1c2", "thermo: r1c2 r1c1"]),
        (boxes(2, 2), &["anti-knight"]),
        (latin(4), &["anti-knight"]),
        (boxes(3, 2), &["anti-knight"]),
        (boxes(3, 3), &["anti-knight", "diagonals"]),
    ];
    let mut rng = Rng::with_seed(13);
    let mut text =
        "# Rules that are not made of houses. See `testing::neutral` for the columns.\n".to_owned();
    for (puzzle, rules) in rows {
        let shape = puzzle.shape();
        let puzzle = rules.iter().fold(puzzle.clone(), |puzzle, rule| {
            puzzle.with_rule(Rule::parse(rule, shape).unwrap_or_else(|error| panic!("{rule}: {error}")))
        });
        add(&mut text, &puzzle);
        family(&mut text, &puzzle, holes(&puzzle), &mut rng);
    }
    text
}

/// The number of holes for which the reference solver is fast enough.
fn holes(puzzle: &Puzzle) -> usize {
    if puzzle.shape().digits() < 7 {
        puzzle.shape().cells() * 2 / 3
    } else {
        puzzle.shape().cells() * 11 / 20
    }
}

/// Appends a proper puzzle, a puzzle with more solutions, and contradictory puzzles.
fn family(text: &mut String, puzzle: &Puzzle, holes: usize, rng: &mut Rng) {
    let Some(solution) = full_grid_of(puzzle, rng) else { return };
    let made = proper(puzzle, &solution, holes, rng, is_unique);
    add(text, &made);
    let mut more = made.clone();
    for clue in 0.. {
        let cell = Cell::new((clue * 7 + rng.usize(..7)) % puzzle.shape().cells());
        more.set(cell, None);
        if Solver::new().count(&more, Some(2), &Limits::NONE).solutions == 2 || clue > puzzle.shape().cells()
        {
            break;
        }
    }
    add(text, &more);
    if let Some(wrong) = with_wrong_clue(&made, &solution, rng) {
        add(text, &wrong);
    }
    if let Some(clash) = with_clue_conflict(&made, rng) {
        add(text, &clash);
    }
    if let Some(row) = contradictory_row(puzzle.shape()).filter(|_| puzzle.shape().digits() < 7) {
        add(text, &row);
    }
}

fn add(text: &mut String, puzzle: &Puzzle) {
    // Plain backtracking walks the same tree as the reference solver, and can be stopped.
    let plain = Strategy::named("backtracking").expect("in the table");
    let limits = Limits::NONE.with_nodes(20_000);
    if Solver::with_strategy(plain).count(puzzle, None, &limits).limit.is_some() {
        return println!("left out, too large for the reference solver: {}", puzzle.shape());
    }
    let found = reference::solutions(puzzle, MOST);
    let only = if let [only] = &*found { Some(only) } else { None };
    let _ = writeln!(text, "{}", line(puzzle, found.len() as u128, only));
}

fn differ(puzzle: Puzzle, cells: &[usize]) -> Puzzle {
    let cells: Vec<Cell> = cells.iter().copied().map(Cell::new).collect();
    let rule = Rule::all_different(puzzle.shape(), &cells).expect("a set of the grid");
    puzzle.with_rule(rule)
}

fn boxes(rows: usize, cols: usize) -> Puzzle {
    Puzzle::new(Shape::boxes(rows, cols).expect("a shape"))
}

fn latin(n: usize) -> Puzzle {
    Puzzle::new(Shape::latin(n).expect("a shape"))
}

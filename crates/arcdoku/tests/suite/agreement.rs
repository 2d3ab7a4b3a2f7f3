//! The neutral data of `testdata/agreement` solved by every strategy, compared with the reference solver: solution
//! sets and counts, not only first answers.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use arcdoku::grid::{Cell, Shape};
use arcdoku::search::{Branching, NAMED, Strategy, TieKind, ValueKind, VariableKind};
use arcdoku::solve::fastest;
use arcdoku::testing::instances::{
    candidates_around, contradictory_row, full_grid, full_grid_of, groups, is_unique, proper, regions,
    regions_around, solutions_by, strategies, windoku, with_clue_conflict, with_holes, with_wrong_clue,
};
use arcdoku::testing::neutral::{Case, line, read, workspace};
use arcdoku::testing::reference;
use arcdoku::{Limits, Outcome, Puzzle, Rule, Solution, Solver};
use fastrand::Rng;

const FILES: &[&str] = &["agreement/shapes.txt", "agreement/rules.txt", "agreement/variants.txt"];

/// More solutions than any case has.
const MOST: usize = 100_000;

/// Whether the strategy finds solutions in lexicographic order, as the reference solver does.
fn is_lexicographic(strategy: &Strategy) -> bool {
    strategy.variable == VariableKind::First
        && strategy.tie == TieKind::First
        && strategy.value == ValueKind::Ascending
        && strategy.restarts.is_none()
        && strategy.branching != Branching::Learn
}

/// Compares one strategy with the solutions that the reference solver found.
fn agree(case: &Case, name: &str, strategy: Strategy, expected: &[Solution]) {
    let mut found = solutions_by(strategy, &case.puzzle, MOST);
    let number = found.len();
    if !is_lexicographic(&strategy) {
        found.sort_unstable();
    }
    found.dedup();
    assert_eq!(found.len(), number, "{}: {name} finds a solution twice", case.place);
    assert!(found == expected, "{}: {name} finds {number}, the reference {}", case.place, expected.len());
}

#[test]
fn every_named_strategy_agrees() {
    for case in FILES.iter().flat_map(|file| read(file)) {
        let expected = reference::solutions(&case.puzzle, MOST);
        assert_eq!(expected.len() as u128, case.count, "{}: the reference solver", case.place);
        if let Some(solution) = &case.solution {
            assert_eq!(expected, std::slice::from_ref(solution), "{}", case.place);
        }
        for (name, why) in &case.excluded {
            assert!(Strategy::named(name).is_some() && !why.is_empty(), "{}: {name}", case.place);
        }
        for named in NAMED.iter().filter(|named| !case.excludes(named.name)) {
            agree(&case, named.name, named.strategy, &expected);
            outcomes(&case, named.name, named.strategy, &expected);
        }
    }
}

/// The solver's answers to all questions.
fn outcomes(case: &Case, name: &str, strategy: Strategy, expected: &[Solution]) {
    let place = &case.place;
    let mut solver = Solver::with_strategy(strategy);
    let unique = solver.solve(&case.puzzle, &Limits::NONE);
    match (&unique.outcome, expected) {
        (Outcome::Unsatisfiable(_), []) => {}
        (Outcome::Unique(found), [only]) => assert_eq!(found, only, "{place}: {name}"),
        (Outcome::Multiple(one, other), [_, _, ..]) => {
            assert_ne!(one, other, "{place}: {name}");
            assert!(expected.contains(one) && expected.contains(other), "{place}: {name}");
        }
        (outcome, _) => panic!("{place}: {name} says {outcome:?}"),
    }
    let first = solver.first(&case.puzzle, &Limits::NONE);
    match (&first.outcome, expected) {
        (Outcome::Unsatisfiable(_), []) => {}
        (Outcome::Solved(found), _) => assert!(expected.contains(found), "{place}: {name}"),
        (outcome, _) => panic!("{place}: {name} says {outcome:?}"),
    }
    assert!(first.stats.nodes <= unique.stats.nodes, "{place}: {name}");
    let all = solver.count(&case.puzzle, None, &Limits::NONE);
    assert!(all.solutions == case.count && all.exact && all.limit.is_none(), "{place}: {name} {all:?}");
    let some = solver.count(&case.puzzle, Some(2), &Limits::NONE);
    assert_eq!((some.solutions, some.exact), (case.count.min(2), case.count < 2), "{place}: {name}");
}

/// All combinations of parts on puzzles so small that even the weakest strategy finishes.
#[test]
fn every_combination_of_parts_agrees() {
    let all = strategies(|_| true);
    assert_eq!(all.len(), 6 * 3 * 4 * 7 * 8 * 3 * 2);
    let mut chosen = 0;
    for case in FILES.iter().flat_map(|file| read(file)) {
        // The weakest ones try all assignments of the empty cells.
        let empty = case.puzzle.shape().cells() - case.puzzle.clues();
        if case.puzzle.shape().digits() > 4 || empty > 11 || case.count > 12 {
            continue;
        }
        chosen += 1;
        let expected = reference::solutions(&case.puzzle, MOST);
        for strategy in &all {
            agree(&case, &strategy.to_string(), *strategy, &expected);
        }
    }
    assert!(chosen >= 8, "only {chosen} cases are small enough");
}

/// Random combinations of parts on all cases, each within a node limit.
#[test]
fn sampled_combinations_of_parts_agree() {
    let mut rng = Rng::with_seed(1);
    let all = strategies(|_| true);
    let limits = Limits::NONE.with_nodes(2_000);
    let (mut done, mut stopped) = (0, 0);
    for case in FILES.iter().flat_map(|file| read(file)).filter(|case| case.count <= 200) {
        let expected = reference::solutions(&case.puzzle, MOST);
        for _ in 0..40 {
            let strategy = all[rng.usize(..all.len())];
            let count = Solver::with_strategy(strategy).count(&case.puzzle, None, &limits);
            if count.limit.is_some() {
                assert!(count.solutions <= case.count, "{}: {strategy}", case.place);
                stopped += 1;
            } else {
                agree(&case, &strategy.to_string(), strategy, &expected);
                done += 1;
            }
        }
    }
    println!("{done} searches ended, {stopped} were stopped");
    assert!(done > 3 * stopped);
}

#[test]
fn strategy_texts_round_trip() {
    for strategy in strategies(|_| true) {
        assert_eq!(strategy.to_string().parse::<Strategy>().as_ref(), Ok(&strategy));
        assert_eq!(strategy.branching == Branching::Refute, strategy.to_string().contains("refute"));
    }
}

/// Every line of the data round-trips through its puzzle.
#[test]
fn lines_round_trip() {
    for file in FILES {
        let text = std::fs::read_to_string(workspace().join("testdata").join(file)).expect("the data");
        let written = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        for (case, written) in read(file).iter().zip(written) {
            let own = line(&case.puzzle, case.count, case.solution.as_ref());
            assert!(written.starts_with(&own), "{}: {own}", case.place);
        }
    }
}

/// Writes the files anew, with the answers of the reference solver. Exclusions are added by hand.
#[test]
#[ignore = "rewrites testdata/agreement; for a change of what is in it"]
fn write_the_data() {
    let mut rng = Rng::with_seed(2026);
    let mut text =
        "# Every shape, by the rules of the shape alone. The columns are those of `testing::neutral`.\n"
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
    std::fs::write(workspace().join("testdata").join(FILES[0]), text).expect("written");

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
    std::fs::write(workspace().join("testdata").join(FILES[1]), text).expect("written");
}

/// Writes the file of the rules that are not made of houses anew. A new rule is a row here.
#[test]
#[ignore = "rewrites testdata/agreement/variants.txt; for a new rule"]
fn write_the_variants() {
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
    std::fs::write(workspace().join("testdata/agreement/variants.txt"), text).expect("written");
}

/// Holes that leave a puzzle within reach of the reference solver.
fn holes(puzzle: &Puzzle) -> usize {
    if puzzle.shape().digits() < 7 {
        puzzle.shape().cells() * 2 / 3
    } else {
        puzzle.shape().cells() * 11 / 20
    }
}

/// A proper puzzle, one with more solutions, and contradictory ones.
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
    // Plain backtracking walks the tree of the reference solver, and can be stopped.
    let plain = Strategy::named("backtracking").expect("in the table");
    let limits = Limits::NONE.with_nodes(20_000);
    if Solver::with_strategy(plain).count(puzzle, None, &limits).limit.is_some() {
        return println!("left out, too large for the reference solver: {}", puzzle.shape());
    }
    let found = reference::solutions(puzzle, MOST);
    let only = if let [only] = &*found { Some(only) } else { None };
    let _ = writeln!(text, "{}", line(puzzle, found.len() as u128, only));
}

fn boxes(rows: usize, cols: usize) -> Puzzle {
    Puzzle::new(Shape::boxes(rows, cols).expect("a shape"))
}

fn latin(n: usize) -> Puzzle {
    Puzzle::new(Shape::latin(n).expect("a shape"))
}

fn differ(puzzle: Puzzle, cells: &[usize]) -> Puzzle {
    let cells: Vec<Cell> = cells.iter().copied().map(Cell::new).collect();
    let rule = Rule::all_different(puzzle.shape(), &cells).expect("a set of the grid");
    puzzle.with_rule(rule)
}

/// The solver's own count of well-known numbers.
#[test]
fn published_counts() {
    let counts = [
        (boxes(1, 1), 1),
        (latin(2), 2),
        (latin(3), 12),
        (latin(4), 576),
        (boxes(2, 2), 288),
        (latin(5), 161_280),
    ];
    let names = ["singles-mrv", "gac-mrv", "ac3-mrv", "csp-mrv-frequent", "backtracking", "naked-first"];
    for (puzzle, expected) in counts {
        for name in names {
            let strategy = Strategy::named(name).expect("a name of the table");
            let count = Solver::with_strategy(strategy).count(&puzzle, None, &Limits::NONE);
            assert_eq!((count.solutions, count.exact), (expected, true), "{name} {}", puzzle.shape());
        }
    }
    // The 6x6 grids of 2x3 boxes with a fixed first row: 28,200,960 / 6!.
    let mut six = boxes(2, 3);
    for col in 0..6 {
        six.set(Cell::new(col), Some(arcdoku::Digit::from_index(col)));
    }
    let count = Solver::new().count(&six, None, &Limits::NONE);
    assert_eq!((count.solutions, count.exact), (28_200_960 / 720, true));
    let sets: BTreeSet<Solution> = solutions_by(fastest(&six), &six, MOST).into_iter().collect();
    assert_eq!(sets.len(), 28_200_960 / 720);
}

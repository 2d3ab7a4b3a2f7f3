//! Rules that do not consist of houses: through the harness, and on real puzzles.

use std::ops::ControlFlow;

use arcdoku::Choice as _;
use arcdoku::csp::{Level, Model, Space, Strength, Var};
use arcdoku::grid::{Digit, Shape};
use arcdoku::search::{
    Heuristics, SearchScratch, Strategy, VariableOrder, search_with, tie, value, variable,
};
use arcdoku::testing::harness::{check, check_every_assignment, walk};
use arcdoku::testing::instances::{full_grid_of, with_holes};
use arcdoku::testing::reference;
use arcdoku::{Limits, Outcome, Puzzle, Rule, Solver};
use fastrand::Rng;

fn boxes(rows: usize, cols: usize) -> Puzzle {
    Puzzle::new(Shape::boxes(rows, cols).expect("a shape"))
}

fn latin(n: usize) -> Puzzle {
    Puzzle::new(Shape::latin(n).expect("a shape"))
}

/// The puzzle with these additional rules.
fn with(puzzle: Puzzle, rules: &[&str]) -> Puzzle {
    let shape = puzzle.shape();
    rules.iter().fold(puzzle, |puzzle, rule| puzzle.with_rule(Rule::parse(rule, shape).expect(rule)))
}

/// The puzzle with some clues of one of its solutions.
fn clued(puzzle: &Puzzle, holes: usize, seed: u64) -> Puzzle {
    let mut rng = Rng::with_seed(seed);
    let solution = full_grid_of(puzzle, &mut rng).expect("the rules can be kept");
    with_holes(puzzle, &solution, holes, &mut rng)
}

#[test]
fn cages() {
    check_every_assignment(&with(latin(3), &["cage 3: r1c1 r2c2"]));
    check(&with(boxes(2, 2), &["cage 5: r1c1 r1c2", "cage 6: r2c2 r2c3 r3c3"]));
    check(&with(latin(4), &["cage 10: r1c1 r2c2 r3c3 r4c4", "cage 4: r1c4 r2c3"]));
    check(&with(boxes(2, 2), &["cage 3: r4c4", "cage 6: r1c1 r1c2 r2c3"]));
    check(&clued(&with(boxes(2, 3), &["cage 9: r1c1 r2c1 r2c2", "cage 14: r4c4 r5c4 r5c5 r6c5"]), 24, 1));
    // These cages leave too few cells for the ones and twos.
    let impossible = with(boxes(2, 2), &["cage 3: r1c1 r2c3", "cage 3: r1c1 r4c2", "cage 3: r2c3 r4c2"]);
    assert_eq!(reference::count(&impossible), 0);
    check(&impossible);
}

#[test]
fn thermometers() {
    check_every_assignment(&with(latin(3), &["thermo: r1c1 r2c1"]));
    check(&with(boxes(2, 2), &["thermo: r1c1 r1c2 r2c2"]));
    check(&with(latin(4), &["thermo: r1c1 r2c2 r3c3 r4c4", "thermo: r4c1 r3c1"]));
    check(&clued(&with(boxes(3, 2), &["thermo: r1c1 r2c2 r3c3", "thermo: r6c6 r5c6 r4c6 r4c5"]), 24, 2));
    check(&with(boxes(2, 2), &["thermo: r1c1 r1c2", "thermo: r1c2 r1c1"]));
}

#[test]
fn anti_knight() {
    check_every_assignment(&with(latin(3), &["anti-knight"]));
    // The solutions were counted by a separate program.
    for (puzzle, solutions) in
        [(latin(1), 1), (latin(2), 2), (latin(3), 0), (latin(4), 96), (boxes(2, 2), 24), (latin(5), 240)]
    {
        let puzzle = with(puzzle, &["anti-knight"]);
        assert_eq!(reference::count(&puzzle), solutions, "{}", puzzle.shape());
    }
    check(&with(boxes(2, 2), &["anti-knight"]));
    check(&with(latin(4), &["anti-knight"]));
    check(&clued(&with(boxes(2, 3), &["anti-knight"]), 26, 6));
    check(&clued(&with(boxes(3, 2), &["anti-knight", "thermo: r1c1 r2c2"]), 26, 7));
}

#[test]
fn together() {
    let rules = ["cage 5: r1c1 r2c2", "thermo: r1c1 r2c1 r3c2", "diagonals"];
    check(&with(latin(4), &rules));
    let rules = ["cage 12: r1c1 r1c2 r1c3", "thermo: r1c3 r2c4 r3c4", "all-different: r1c1 r6c6 r4c3"];
    check(&clued(&with(boxes(2, 3), &rules), 23, 3));
}

#[test]
fn strengths_are_declared() {
    let puzzle =
        with(boxes(3, 3), &["cage 45: r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9", "thermo: r2c1 r3c1"]);
    for level in Level::all() {
        let model: Model<()> = Model::compile(&puzzle, level);
        for (number, constraint) in model.constraints().iter().enumerate() {
            let claimed = match (constraint.part(), level) {
                (Some(_), Level::Gac) => Strength::Domain,
                (Some(_), _) | (None, Level::Check | Level::Filter) => Strength::Check,
                // A cage that also narrows the variables around it does not guarantee a level of consistency.
                (None, Level::Singles | Level::Gac) if constraint.vars().len() == 9 => Strength::Check,
                (None, _) => Strength::Domain,
            };
            assert_eq!(model.strength(number), claimed, "{} {constraint}", level.name());
        }
    }
}

/// A cage with too many combinations to list propagates less, but correctly.
#[test]
fn a_large_cage() {
    let mut rng = Rng::with_seed(4);
    let base = boxes(5, 5);
    let solution = arcdoku::testing::instances::full_grid(base.shape(), &mut rng);
    let sum: usize = (0..12).map(|col| usize::from(solution.digits()[col].get())).sum();
    let cells: Vec<String> = (1..=12).map(|col| format!("r1c{col}")).collect();
    let puzzle = with(base, &[&format!("cage {sum}: {}", cells.join(" "))]);
    let model: Model<()> = Model::compile(&puzzle, Level::Singles);
    let cage = model.constraints().iter().position(|it| it.part().is_none()).expect("the cage");
    assert_eq!(model.strength(cage), Strength::Check);
    let clued = with_holes(&puzzle, &solution, 250, &mut rng);
    for level in [Level::Check, Level::Forward, Level::Singles, Level::Gac] {
        walk(&clued, Some(&solution), level, 20, 1);
        walk(&clued, None, level, 20, 2);
    }
}

#[test]
fn long_walks() {
    let mut rng = Rng::with_seed(5);
    let rules =
        ["cage 15: r1c1 r1c2 r2c1", "cage 20: r5c5 r5c6 r6c5 r6c6", "thermo: r9c9 r8c8 r7c7 r7c6 r6c6"];
    let puzzle = with(boxes(3, 3), &rules);
    let solution = full_grid_of(&puzzle, &mut rng).expect("the rules can be kept");
    for level in Level::all() {
        walk(&puzzle, Some(&solution), level, 120, 1);
        walk(&with_holes(&puzzle, &solution, 45, &mut rng), None, level, 120, 2);
    }
}

/// A killer puzzle without clues, whose cages cover the grid.
#[test]
fn a_killer_is_solved() {
    let killer = [
        "3: r1c1 r1c2",
        "15: r1c3 r1c4 r1c5",
        "22: r1c6 r2c5 r2c6 r3c5",
        "4: r1c7 r2c7",
        "16: r1c8 r2c8",
        "15: r1c9 r2c9 r3c9 r4c9",
        "25: r2c1 r2c2 r3c1 r3c2",
        "17: r2c3 r2c4",
        "9: r3c3 r3c4 r4c4",
        "8: r3c6 r4c6 r5c6",
        "20: r3c7 r3c8 r4c7",
        "6: r4c1 r5c1",
        "14: r4c2 r4c3",
        "17: r4c5 r5c5 r6c5",
        "17: r4c8 r5c7 r5c8",
        "13: r5c2 r5c3 r6c2",
        "20: r5c4 r6c4 r7c4",
        "12: r5c9 r6c9",
        "27: r6c1 r7c1 r8c1 r9c1",
        "6: r6c3 r7c2 r7c3",
        "20: r6c6 r7c6 r7c7",
        "6: r6c7 r6c8",
        "10: r7c5 r8c4 r8c5 r9c4",
        "14: r7c8 r7c9 r8c8 r8c9",
        "8: r8c2 r9c2",
        "16: r8c3 r9c3",
        "15: r8c6 r8c7",
        "13: r9c5 r9c6 r9c7",
        "17: r9c8 r9c9",
    ];
    let cages: Vec<String> = killer.iter().map(|cage| format!("cage {cage}")).collect();
    let puzzle = with(boxes(3, 3), &cages.iter().map(String::as_str).collect::<Vec<_>>());
    let limits = Limits::NONE.with_nodes(20_000);
    // The example of Wikipedia's article on killer sudoku, with its solution.
    let solution = "215647398368952174794381652586274931142593867973816425821739546659428713437165289";
    let solution: Vec<u8> = solution.bytes().map(|b| b - b'0').collect();
    for name in ["singles-mrv", "gac-mrv"] {
        let answer = Solver::with_strategy(Strategy::named(name).expect("a name")).solve(&puzzle, &limits);
        let Outcome::Unique(found) = answer.outcome else { panic!("{name}: {:?}", answer.outcome) };
        assert!(found.digits().iter().map(|digit| digit.get()).eq(solution.iter().copied()), "{name}");
    }
}

#[test]
fn clues_that_break_a_cage_are_a_conflict() {
    let mut puzzle = with(boxes(2, 2), &["cage 5: r1c1 r3c2"]);
    let shape = puzzle.shape();
    puzzle.set(shape.cell(0, 0), Digit::new(1));
    assert_eq!(puzzle.clue_conflict(), None);
    puzzle.set(shape.cell(2, 1), Digit::new(3));
    let conflict = puzzle.clue_conflict().expect("1 + 3 is not 5");
    let arcdoku::puzzle::ClueConflict::Violated { last, constraint } = conflict else {
        panic!("{conflict:?}")
    };
    assert_eq!((last, constraint.to_string()), (shape.cell(2, 1), "cage 5: r1c1 r3c2".to_owned()));
    puzzle.set(shape.cell(2, 1), Digit::new(1));
    assert!(puzzle.clue_conflict().is_some());
}

/// `LastConflict`, with a check of every place that it chooses.
#[derive(Default)]
struct CheckedPlaces {
    order: variable::LastConflict,
    pairs: usize,
    longer: usize,
}

impl VariableOrder for CheckedPlaces {
    fn score(&mut self, space: &Space, var: Var, bound: u64) -> u64 {
        self.order.score(space, var, bound)
    }

    fn place(&mut self, space: &Space, chosen: Var) -> Option<(Var, Digit)> {
        let (var, digit) = self.order.place(space, chosen)?;
        assert!(!space.is_decided(var) && space.domain(var).contains(digit));
        let houses = space.constraints().iter().filter(|house| house.part().is_some());
        let places = houses
            .filter(|house| house.vars().contains(&var))
            .map(|house| house.vars().iter().filter(|&&other| space.domain(other).contains(digit)).count());
        let least = places.min().unwrap();
        *(if least == 2 { &mut self.pairs } else { &mut self.longer }) += 1;
        Some((var, digit))
    }

    fn failed(&mut self, constraint: usize) {
        self.order.failed(constraint);
    }

    fn tried(&mut self, var: Var, consistent: bool) {
        self.order.tried(var, consistent);
    }
}

#[test]
fn places_of_digits_are_chosen() {
    let of = |puzzle: &Puzzle, branch: &str| {
        let strategy: Strategy = format!("last-conflict,branch={branch}").parse().unwrap();
        let mut heuristics =
            Heuristics { variable: CheckedPlaces::default(), tie: tie::First, value: value::Ascending };
        let mut found = Vec::new();
        let mut sink = |space: &Space| {
            found.push(space.shown().filter_map(|var| space.domain(var).first()).collect::<Vec<Digit>>());
            ControlFlow::Continue(())
        };
        let scratch = &mut SearchScratch::default();
        search_with(puzzle, &strategy, &mut heuristics, &Limits::NONE, scratch, &mut (), &mut sink);
        found.sort_unstable();
        (found, heuristics.variable)
    };
    let cages = ["cage 9: r1c1 r2c1 r2c2", "cage 14: r4c4 r5c4 r5c5 r6c5"];
    let ranks = ["full-rank 7: r1c1 r1c2 r1c3 r1c4 r1c5", "full-rank 14: r5c3 r4c3 r3c3 r2c3 r1c3"];
    let cages = with(boxes(2, 3), &cages);
    let ranks = with(latin(5), &ranks);
    for (puzzle, holes, has_longer) in [(&cages, 30, false), (&ranks, 23, true)] {
        let (mut pairs, mut longer) = (0, 0);
        for seed in 0..20 {
            let puzzle = clued(puzzle, holes, seed);
            let expected = reference::count(&puzzle);
            for branch in ["refute", "d-way"] {
                let (found, order) = of(&puzzle, branch);
                assert_eq!(found.len() as u128, expected);
                (pairs, longer) = (pairs + order.pairs, longer + order.longer);
            }
        }
        assert!(pairs > 0 && (longer > 0) == has_longer, "{pairs} {longer}");
    }
    let (found, order) = of(&boxes(2, 2), "refute");
    assert_eq!((found.len(), order.pairs + order.longer), (288, 0), "houses only");
}

//! Solves the neutral data of `testdata/agreement` with every strategy, and compares with the reference solver:
//! solution sets and counts, not only first answers.

use std::collections::BTreeSet;

use arcdoku::grid::{Cell, Shape};
use arcdoku::search::{Branching, NAMED, PARTS, Strategy, TieKind, ValueKind, VariableKind};
use arcdoku::solve::fastest;
use arcdoku::testing::instances::{pairwise_strategies, solutions_by, strategies};
use arcdoku::testing::neutral::{Case, line, read, workspace};
use arcdoku::testing::{self, reference};
use arcdoku::{Limits, Outcome, Puzzle, Solution, Solver};
use fastrand::Rng;

const FILES: &[&str] = &["agreement/shapes.txt", "agreement/rules.txt", "agreement/variants.txt"];

/// A number that is greater than the number of solutions of any case.
const MOST: usize = 100_000;

/// Whether the strategy finds solutions in lexicographic order, like the reference solver.
fn is_lexicographic(strategy: &Strategy) -> bool {
    strategy.variable == VariableKind::First
        && strategy.tie == TieKind::First
        && strategy.value == ValueKind::Ascending
        && strategy.restarts.is_none()
        && strategy.branching != Branching::Learn
}

/// Compares the solutions of a strategy with the solutions of the reference solver.
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

/// Compares the solver's answers to all questions.
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
        (outcome, _) => panic!("{place}: {name} finds {outcome:?}"),
    }
    let first = solver.first(&case.puzzle, &Limits::NONE);
    match (&first.outcome, expected) {
        (Outcome::Unsatisfiable(_), []) => {}
        (Outcome::Solved(found), _) => assert!(expected.contains(found), "{place}: {name}"),
        (outcome, _) => panic!("{place}: {name} finds {outcome:?}"),
    }
    assert!(first.stats.nodes <= unique.stats.nodes, "{place}: {name}");
    let all = solver.count(&case.puzzle, None, &Limits::NONE);
    assert!(all.solutions == case.count && all.exact && all.limit.is_none(), "{place}: {name} {all:?}");
    let some = solver.count(&case.puzzle, Some(2), &Limits::NONE);
    assert_eq!((some.solutions, some.exact), (case.count.min(2), case.count < 2), "{place}: {name}");
}

/// Tests all combinations of parts, or a subset that contains all pairs of parts, on puzzles so small that even the
/// weakest strategy finishes.
#[test]
fn every_combination_of_parts_agrees() {
    let all = strategies(|_| true);
    let named = PARTS.iter().filter(|part| !part.choices.is_empty());
    let combinations: usize =
        named.map(|part| part.choices.len() + usize::from(part.key == "scan")).product();
    assert_eq!(all.len(), 2 * combinations, "with restarts and without");
    let all = if testing::runs_all_cases() { all } else { pairwise_strategies() };
    let mut chosen = 0;
    for case in FILES.iter().flat_map(|file| read(file)) {
        // The weakest strategies try all assignments of the empty cells.
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

/// Tests random combinations of parts on all cases, each within a node limit.
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

fn boxes(rows: usize, cols: usize) -> Puzzle {
    Puzzle::new(Shape::boxes(rows, cols).expect("a shape"))
}

fn latin(n: usize) -> Puzzle {
    Puzzle::new(Shape::latin(n).expect("a shape"))
}

/// Compares the solver's counts with published results.
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
    // There are 28,200,960 / 6! grids of 6x6 with 2x3 boxes and a fixed first row.
    let mut six = boxes(2, 3);
    for col in 0..6 {
        six.set(Cell::new(col), Some(arcdoku::Digit::from_index(col)));
    }
    let count = Solver::new().count(&six, None, &Limits::NONE);
    assert_eq!((count.solutions, count.exact), (28_200_960 / 720, true));
    let sets: BTreeSet<Solution> = solutions_by(fastest(&six), &six, MOST).into_iter().collect();
    assert_eq!(sets.len(), 28_200_960 / 720);
}

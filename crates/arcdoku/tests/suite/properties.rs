//! Properties of random puzzles. Failures are kept in `proptest-regressions`.

use arcdoku::grid::{Cell, Digit, DigitSet, Shape, Symmetry};
use arcdoku::search::{self, NAMED};
use arcdoku::testing::instances::{full_grid, solutions_by, with_holes};
use arcdoku::testing::{self, reference};
use arcdoku::{Limits, Outcome, Puzzle, Rule, Solver};
use fastrand::Rng;
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

/// The default place of saved failures is next to a `lib.rs`, which a folder of tests does not have.
fn config(cases: u32) -> ProptestConfig {
    let saved = FileFailurePersistence::Direct("proptest-regressions/properties.txt");
    let cases = testing::cases(cases as usize) as u32;
    ProptestConfig { cases, failure_persistence: Some(Box::new(saved)), ..ProptestConfig::default() }
}

fn shapes() -> impl Strategy<Value = Shape> {
    prop::sample::select(vec![
        Shape::boxes(2, 2),
        Shape::latin(3),
        Shape::latin(4),
        Shape::latin(5),
        Shape::boxes(2, 3),
        Shape::boxes(3, 2),
        Shape::boxes(1, 4),
    ])
    .prop_map(|shape| shape.expect("a shape"))
}

/// A puzzle with a solution and with holes that the reference solver can fill. It may have a wrong clue, an extra set
/// of any cells, and candidate restrictions.
fn puzzles() -> impl Strategy<Value = Puzzle> {
    let extras = prop::collection::vec(prop::collection::vec(0_usize..36, 2..5), 0..3);
    (shapes(), any::<u64>(), 0_usize..20, any::<bool>(), extras, prop::option::of(0.8..1.0_f64)).prop_map(
        |(shape, seed, holes, wrong, extras, restricted)| {
            let mut rng = Rng::with_seed(seed);
            let solution = full_grid(shape, &mut rng);
            let mut puzzle = with_holes(&Puzzle::new(shape), &solution, holes, &mut rng);
            for cells in extras {
                let mut cells: Vec<Cell> = cells.into_iter().map(|i| Cell::new(i % shape.cells())).collect();
                cells.sort_unstable();
                cells.dedup();
                if let Ok(rule) = Rule::all_different(shape, &cells) {
                    puzzle = puzzle.with_rule(rule);
                }
            }
            if wrong {
                let digit = Digit::from_index(rng.usize(..shape.digits()));
                puzzle.set(Cell::new(rng.usize(..shape.cells())), Some(digit));
            }
            if let Some(chance) = restricted {
                let all = DigitSet::all(shape.digits());
                let sets: Vec<DigitSet> =
                    (0..shape.cells()).map(|_| all.iter().filter(|_| rng.f64() < chance).collect()).collect();
                puzzle = puzzle.with_rule(Rule::candidates(shape, &sets).expect("digits of the shape"));
            }
            puzzle
        },
    )
}

/// Any choice of parts, as the text that a user types.
fn parts() -> impl Strategy<Value = search::Strategy> {
    let pick = |key: &'static str| {
        let part = search::PARTS.iter().find(|part| part.key == key).expect("a part");
        prop::sample::select(part.choices.iter().map(|(name, _)| *name).collect::<Vec<_>>())
    };
    let all =
        (pick("var"), pick("tie"), pick("value"), pick("inference"), pick("branch"), 0_u64..4, any::<u64>());
    all.prop_map(|(var, tie, value, inference, branch, restarts, seed)| {
        format!(
            "var={var},tie={tie},value={value},inference={inference},branch={branch},restarts={restarts},seed={seed}"
        )
        .parse()
        .expect("made from the table")
    })
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn named_strategies_find_the_reference_solutions(puzzle in puzzles()) {
        let expected = reference::solutions(&puzzle, 100_000);
        for named in NAMED {
            let mut found = solutions_by(named.strategy, &puzzle, 100_000);
            found.sort_unstable();
            prop_assert_eq!(&found, &expected, "{}", named.name);
        }
    }

    #[test]
    fn any_parts_find_the_reference_solutions(puzzle in puzzles(), strategy in parts()) {
        // Restarts repeat earlier work, so a limit keeps the searches of weak strategies short.
        let limits = Limits::NONE.with_nodes(20_000);
        let mut found = Vec::new();
        let (end, _) = Solver::with_strategy(strategy).solutions(&puzzle, &limits, |solution| {
            found.push(solution);
            std::ops::ControlFlow::Continue(())
        });
        let number = found.len();
        found.sort_unstable();
        found.dedup();
        prop_assert_eq!(found.len(), number, "a solution is found twice");
        let expected = reference::solutions(&puzzle, 100_000);
        if end == search::SearchEnd::Complete {
            prop_assert_eq!(found, expected);
        } else {
            prop_assert!(found.iter().all(|solution| expected.contains(solution)));
        }
    }

    #[test]
    fn clue_conflicts_follow_the_rules(puzzle in puzzles()) {
        let holds = puzzle.rules().iter().all(|rule| rule.holds(puzzle.shape(), puzzle.givens()));
        let possible = (0..puzzle.shape().cells()).all(|i| !puzzle.admissible(Cell::new(i)).is_empty());
        prop_assert_eq!(puzzle.clue_conflict().is_none(), holds && possible);
        let outcome = Solver::new().solve(&puzzle, &Limits::NONE).outcome;
        if let Outcome::Unsatisfiable(refutation) = outcome {
            prop_assert_eq!(refutation == arcdoku::puzzle::Refutation::Clues, puzzle.clue_conflict().is_some());
        }
    }

    #[test]
    fn symmetries_keep_outcome_and_count(shape in shapes(), seed in any::<u64>(), holes in 0_usize..25) {
        let mut rng = Rng::with_seed(seed);
        let solution = full_grid(shape, &mut rng);
        let puzzle = with_holes(&Puzzle::new(shape), &solution, holes, &mut rng);
        let symmetry = Symmetry::random(shape, |below| rng.usize(..below));
        let moved = Puzzle::with_givens(shape, &symmetry.apply(puzzle.givens()));
        let mut solver = Solver::new();
        let count = |solver: &mut Solver, puzzle: &Puzzle| {
            let count = solver.count(puzzle, Some(5_000), &Limits::NONE);
            (count.solutions, count.exact)
        };
        prop_assert_eq!(count(&mut solver, &puzzle), count(&mut solver, &moved));
        let names = [&puzzle, &moved].map(|puzzle| solver.solve(puzzle, &Limits::NONE).outcome.name());
        prop_assert_eq!(names[0], names[1]);
        let grid: Vec<Option<Digit>> = solution.digits().iter().copied().map(Some).collect();
        let digits: Vec<Digit> = symmetry.apply(&grid).into_iter().flatten().collect();
        prop_assert!(moved.is_solved_by(&arcdoku::Solution::new(digits)), "the solution is transformed");
    }
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn symmetries_of_9x9(seed in any::<u64>(), holes in 30_usize..60) {
        let mut rng = Rng::with_seed(seed);
        let solution = full_grid(Shape::CLASSIC, &mut rng);
        let puzzle = with_holes(&Puzzle::new(Shape::CLASSIC), &solution, holes, &mut rng);
        let symmetry = Symmetry::random(Shape::CLASSIC, |below| rng.usize(..below));
        let moved = Puzzle::with_givens(Shape::CLASSIC, &symmetry.apply(puzzle.givens()));
        let answers = [&puzzle, &moved].map(|puzzle| {
            let mut solver = Solver::new();
            let count = solver.count(puzzle, Some(1_000), &Limits::NONE);
            (solver.solve(puzzle, &Limits::NONE).outcome.name(), count.solutions, count.exact)
        });
        prop_assert_eq!(answers[0], answers[1]);
        if let Outcome::Unique(found) = Solver::new().solve(&puzzle, &Limits::NONE).outcome {
            prop_assert_eq!(found, solution);
        }
    }
}

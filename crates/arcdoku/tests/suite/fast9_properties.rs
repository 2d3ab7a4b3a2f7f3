//! Random puzzles whose answers are known by construction, solved by the fast engines of every
//! tier. Failures are kept in `proptest-regressions`.
// Miri would take hours.
#![cfg(not(miri))]

use arcdoku::fast9::Engine;
use arcdoku::grid::{Cell, Digit, DigitSet, Shape, Symmetry};
use arcdoku::testing;
use arcdoku::testing::instances::{
    full_grid, is_unique, proper, with_clue_conflict, with_holes, with_wrong_clue,
};
use arcdoku::testing::tiers::{Tiers, same};
use arcdoku::{Limits, Puzzle, Rule, Solution, Solver, Strategy as Search};
use fastrand::Rng;
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

/// The place of saved failures is set for the same reason as in `properties.rs`.
fn config(cases: u32) -> ProptestConfig {
    let saved = FileFailurePersistence::Direct("proptest-regressions/fast9_properties.txt");
    let cases = testing::cases(cases as usize) as u32;
    ProptestConfig { cases, failure_persistence: Some(Box::new(saved)), ..ProptestConfig::default() }
}

fn empty() -> Puzzle {
    Puzzle::new(Shape::CLASSIC)
}

/// Transforms a full grid.
fn moved(symmetry: &Symmetry, solution: &Solution) -> Solution {
    let grid: Vec<Option<Digit>> = solution.digits().iter().copied().map(Some).collect();
    Solution::new(symmetry.apply(&grid).into_iter().flatten().collect::<Vec<Digit>>())
}

/// Transforms candidate sets: each cell gets the restrictions of its source, with the digits renamed.
fn moved_sets(symmetry: &Symmetry, sets: &[DigitSet]) -> Vec<DigitSet> {
    let source = |cell| sets[symmetry.source(Cell::new(cell)).index()];
    (0..81).map(|cell| source(cell).iter().map(|digit| symmetry.digit(digit)).collect()).collect()
}

/// The solution and random other digits for each cell, from a byte per digit and a probability.
fn around(solution: &Solution, rng: &mut Rng, chance: f64) -> Vec<DigitSet> {
    let cell = |cell: usize, rng: &mut Rng| {
        let own = solution.at(Cell::new(cell));
        (0..9).map(Digit::from_index).filter(|&digit| digit == own || rng.f64() < chance).collect()
    };
    (0..81).map(|index| cell(index, rng)).collect()
}

fn restricted(sets: &[DigitSet]) -> Puzzle {
    empty().with_rule(Rule::candidates(Shape::CLASSIC, sets).expect("digits of the shape"))
}

proptest! {
    #![proptest_config(config(300))]

    /// For a full grid with holes, all solutions are valid, the grid is one of them, and csp finds the same number.
    #[test]
    fn holes(seed in any::<u64>(), holes in 0_usize..=64) {
        let mut rng = Rng::with_seed(seed);
        let solution = full_grid(Shape::CLASSIC, &mut rng);
        let puzzle = with_holes(&empty(), &solution, holes, &mut rng);
        let mut tiers = Tiers::available();
        prop_assert!(tiers.solve(&puzzle, 2, None).solutions > 0);
        let (found, all) = tiers.solutions(&puzzle, 2_000, None);
        prop_assert!(all.solutions == 2_000 || found.contains(&solution));
        let csp = Search::named("singles-mrv-md").expect("in the table");
        let count = Solver::with_strategy(csp).count(&puzzle, Some(2_000), &Limits::NONE);
        prop_assert_eq!(count.solutions, u128::from(all.solutions));
        prop_assert_eq!(tiers.count(&puzzle, 2_000, None).solutions, all.solutions);
    }

    /// Renaming digits, permuting rows, columns, bands and stacks, and transposing transforms the solution in the
    /// same way.
    #[test]
    fn symmetries_of_proper_puzzles(seed in any::<u64>()) {
        let mut rng = Rng::with_seed(seed);
        let solution = full_grid(Shape::CLASSIC, &mut rng);
        let puzzle = proper(&empty(), &solution, 81, &mut rng, is_unique);
        let symmetry = Symmetry::random(Shape::CLASSIC, |below| rng.usize(..below));
        let other = Puzzle::with_givens(Shape::CLASSIC, &symmetry.apply(puzzle.givens()));
        let mut tiers = Tiers::available();
        for (puzzle, solution) in [(puzzle, solution.clone()), (other, moved(&symmetry, &solution))] {
            let found = tiers.solve(&puzzle, 2, None);
            prop_assert_eq!(found.solutions, 1);
            prop_assert_eq!(found.first(), Some(solution));
        }
    }

    /// With a wrong clue or with equal clues, there is no solution. Equal clues need no guess.
    #[test]
    fn wrong_clues(seed in any::<u64>(), holes in 0_usize..=81) {
        let mut rng = Rng::with_seed(seed);
        let solution = full_grid(Shape::CLASSIC, &mut rng);
        let puzzle = proper(&empty(), &solution, holes, &mut rng, is_unique);
        let mut tiers = Tiers::available();
        if let Some(wrong) = with_wrong_clue(&puzzle, &solution, &mut rng) {
            prop_assert_eq!(tiers.solve(&wrong, 2, None).solutions, 0);
            prop_assert_eq!(tiers.count(&wrong, 2, None).solutions, 0);
        }
        let loose = with_holes(&empty(), &solution, holes, &mut rng);
        let clash = with_clue_conflict(&loose, &mut rng).expect("houses");
        let found = tiers.solve(&clash, 2, Some(0));
        prop_assert_eq!((found.solutions, found.limit), (0, None));
        let found = tiers.count(&clash, 2, Some(0));
        prop_assert_eq!((found.solutions, found.limit), (0, None));
    }

    /// Tests few or many restrictions that the solution satisfies, and their images under symmetries.
    #[test]
    fn candidates_around_a_solution(seed in any::<u64>(), chance in 0.0..0.5_f64) {
        let mut rng = Rng::with_seed(seed);
        let solution = full_grid(Shape::CLASSIC, &mut rng);
        let sets = around(&solution, &mut rng, chance);
        let puzzle = restricted(&sets);
        let symmetry = Symmetry::random(Shape::CLASSIC, |below| rng.usize(..below));
        let other = restricted(&moved_sets(&symmetry, &sets));
        let mut tiers = Tiers::available();
        let (found, all) = tiers.solutions(&puzzle, 500, None);
        prop_assert!(all.solutions == 500 || found.contains(&solution));
        prop_assert_eq!(tiers.count(&puzzle, 500, None).solutions, all.solutions);
        let (there, same) = tiers.solutions(&other, 500, None);
        prop_assert_eq!(same.solutions, all.solutions);
        if all.solutions < 500 {
            prop_assert!(found.iter().all(|solution| there.contains(&moved(&symmetry, solution))));
        }
        // Excluding the solution reduces the count by one.
        let cell = rng.usize(..81);
        let mut less = sets;
        less[cell].remove(solution.at(Cell::new(cell)));
        let left = found.iter().filter(|other| other.at(Cell::new(cell)) != solution.at(Cell::new(cell)));
        if all.solutions < 500 {
            prop_assert_eq!(tiers.count(&restricted(&less), 500, None).solutions, left.count() as u64);
        }
    }

    /// Clues and restrictions to one candidate give the same puzzle.
    #[test]
    fn clues_are_single_candidates(seed in any::<u64>(), holes in 0_usize..=60) {
        let mut rng = Rng::with_seed(seed);
        let solution = full_grid(Shape::CLASSIC, &mut rng);
        let puzzle = with_holes(&empty(), &solution, holes, &mut rng);
        let sets: Vec<DigitSet> = (0..81).map(|cell| puzzle.admissible(Cell::new(cell))).collect();
        let mut tiers = Tiers::available();
        let plain = tiers.solutions(&puzzle, 300, None);
        prop_assert_eq!(&tiers.solutions(&restricted(&sets), 300, None), &plain);
        let both = puzzle.with_rule(Rule::candidates(Shape::CLASSIC, &sets).expect("digits of the shape"));
        prop_assert_eq!(&tiers.solutions(&both, 300, None), &plain);
    }

    /// Puzzles in the same batch do not affect each other.
    #[test]
    fn batches_of_any_puzzles(seed in any::<u64>(), number in 0_usize..70, wanted in 0_u64..4) {
        let mut rng = Rng::with_seed(seed);
        let puzzles: Vec<Puzzle> = (0..number).map(|_| {
            let solution = full_grid(Shape::CLASSIC, &mut rng);
            match rng.u8(..4) {
                0 => restricted(&around(&solution, &mut rng, 0.4)),
                1 => with_clue_conflict(&with_holes(&empty(), &solution, 50, &mut rng), &mut rng).expect("houses"),
                _ => with_holes(&empty(), &solution, rng.usize(40..64), &mut rng),
            }
        }).collect();
        let mut tiers = Tiers::available();
        for engine in tiers.engines() {
            let mut many = Vec::new();
            engine.batch(&puzzles, wanted, &Limits::NONE, |found| many.push(found.cloned()));
            let one_by_one: Vec<_> =
                puzzles.iter().map(|puzzle| engine.solve(puzzle, wanted, &Limits::NONE)).collect();
            prop_assert_eq!(many.len(), one_by_one.len());
            for (many, one) in many.iter().flatten().zip(one_by_one.iter().flatten()) {
                prop_assert!(same(many, one, wanted));
            }
        }
        prop_assert!(puzzles.iter().all(Engine::takes));
    }
}

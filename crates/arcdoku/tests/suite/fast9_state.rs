//! Questions about a [`Board`] have the same answers as a puzzle with the same candidates, on every tier.
// Miri would take hours.
#![cfg(not(miri))]

use arcdoku::fast9::{Board, Engine, EngineReport, Tier};
use arcdoku::generate::Grids;
use arcdoku::grid::{Cell, Digit, DigitSet, Shape};
use arcdoku::solve::Prober;
use arcdoku::testing::instances;
use arcdoku::testing::tiers::same;
use arcdoku::{Limits, Puzzle, Rule, Solution, Solver};
use fastrand::Rng;

/// A state, and the candidates of its cells.
#[derive(Clone)]
struct StateQuestion {
    state: Board,
    sets: Vec<DigitSet>,
}

impl StateQuestion {
    /// The grid with some clues. Any number that is not a digit stands for an empty cell.
    fn new(solution: &Solution, clues: usize, rng: &mut Rng) -> Self {
        let mut numbers = [0; 81];
        let mut sets = vec![DigitSet::all(9); 81];
        for (cell, number) in numbers.iter_mut().enumerate() {
            if rng.usize(..81) < clues {
                let digit = solution.at(Cell::new(cell));
                (*number, sets[cell]) = (digit.get(), DigitSet::single(digit));
            } else {
                *number = *rng.choice(&[0, 10, 255]).unwrap();
            }
        }
        Self { state: Board::new(&numbers), sets }
    }

    fn set(&mut self, cell: usize, set: DigitSet) {
        self.state.set(Cell::new(cell), set);
        self.sets[cell] = set;
    }

    fn puzzle(&self) -> Puzzle {
        let rule = Rule::candidates(Shape::CLASSIC, &self.sets).expect("digits of the shape");
        Puzzle::new(Shape::CLASSIC).with_rule(rule)
    }
}

/// Grids with clues, and the same grids after cells were reopened, closed, restricted and emptied.
fn states() -> Vec<StateQuestion> {
    let mut rng = Rng::with_seed(11);
    let mut all = vec![StateQuestion { state: Board::OPEN, sets: vec![DigitSet::all(9); 81] }];
    for round in 0..40 {
        let solution = instances::full_grid(Shape::CLASSIC, &mut rng);
        let mut question = StateQuestion::new(&solution, 25 + round, &mut rng);
        all.push(question.clone());
        for _ in 0..12 {
            let cell = rng.usize(..81);
            let own = DigitSet::single(solution.at(Cell::new(cell)));
            let some: DigitSet = (0..9).map(Digit::from_index).filter(|_| rng.bool()).collect();
            let set = match rng.usize(..5) {
                0 => own,
                1 => DigitSet::all(9),
                2 => DigitSet::all(9).minus(own),
                _ => some | own,
            };
            question.set(cell, set);
            all.push(question.clone());
        }
        // One cell gets no candidate, and another cell gets its digit back.
        let cell = rng.usize(..81);
        question.set(cell, DigitSet::EMPTY);
        all.push(question.clone());
        question.set(cell, DigitSet::single(solution.at(Cell::new(cell))));
        all.push(question);
    }
    all
}

#[test]
fn a_state_has_the_answers_of_the_puzzle_with_its_candidates() {
    let states = states();
    for tier in Tier::available() {
        let mut engine = Engine::with_tier(tier).expect("an available tier");
        for wanted in [0, 1, 2] {
            let solved = |question: &StateQuestion| engine.solve(&question.puzzle(), wanted, &Limits::NONE);
            let expected: Vec<EngineReport> = states.iter().map(solved).map(Option::unwrap).collect();
            let counts = |many: u64| expected.iter().filter(|found| found.solutions == many).count();
            assert!((0..=wanted).all(|many| counts(many) > 20), "{tier}: every kind occurs");
            for (question, expected) in states.iter().zip(&expected) {
                assert_eq!(
                    &engine.answer(&question.state, wanted, &Limits::NONE),
                    expected,
                    "{tier}, {wanted}"
                );
                let no_candidate = question.sets.iter().any(|set| set.is_empty());
                assert!(!no_candidate || expected.solutions == 0, "{tier}, {wanted}");
            }
            let mut many = Vec::new();
            engine.answer_all(
                states.iter().map(|question| &question.state),
                wanted,
                &Limits::NONE,
                |found| {
                    many.push(found.clone());
                },
            );
            assert_eq!(many.len(), expected.len());
            let equal = many.iter().zip(&expected).all(|(many, one)| same(many, one, wanted));
            assert!(equal, "{tier}, {wanted}: in one batch");
        }
    }
}

/// On every tier and shape, a prober finds the same as a solver, and all results are valid.
#[test]
fn a_prober_answers_as_a_solver() {
    let mut solver = Solver::new();
    let shapes = [Shape::CLASSIC, Shape::boxes(2, 3).unwrap(), Shape::latin(5).unwrap()];
    for (shape, tier) in shapes.into_iter().flat_map(|shape| Tier::available().map(move |tier| (shape, tier)))
    {
        let mut rng = Rng::with_seed(13);
        let mut prober = Prober::with_engine(Engine::with_tier(tier).expect("an available tier"));
        let mut grid = prober.grid(&Puzzle::new(shape));
        assert_eq!(grid.is_fast(), shape == Shape::CLASSIC);
        let mut found = [0; 3];
        for round in 0..60 {
            let solution = Grids::of(shape).unwrap().grid(round);
            let mut puzzle = Puzzle::new(shape);
            let numbers: Vec<u8> = solution.digits().iter().map(|digit| digit.get()).collect();
            grid.set_clues(&numbers);
            for cell in (0..shape.cells()).map(Cell::new) {
                match rng.u8(..20) {
                    0..12 => grid.open(cell),
                    12 => {
                        grid.open(cell);
                        grid.give(cell, solution.at(cell));
                        puzzle.set(cell, Some(solution.at(cell)));
                    }
                    _ => puzzle.set(cell, Some(solution.at(cell))),
                }
            }
            let excluded = Cell::new(rng.usize(..shape.cells()));
            let mut sets = vec![DigitSet::all(shape.digits()); shape.cells()];
            if round % 2 == 0 {
                grid.exclude(excluded, solution.at(excluded));
                puzzle.set(excluded, None);
                sets[excluded.index()].remove(solution.at(excluded));
            }
            let restricted = puzzle.with_rule(Rule::candidates(shape, &sets).unwrap());
            for wanted in [1, 2] {
                let answer = prober.probe(&mut grid, wanted, &Limits::NONE);
                let count = solver.count(&restricted, Some(wanted.into()), &Limits::NONE).solutions;
                assert_eq!(answer.grids().count() as u128, count, "{shape}, {tier}, {restricted:?}");
                assert_eq!(answer.limit(), None);
                for numbers in answer.grids() {
                    let digits: Vec<Digit> = numbers.iter().filter_map(|&digit| Digit::new(digit)).collect();
                    assert!(
                        restricted.is_solved_by(&Solution::new(digits)),
                        "{shape}, {tier}, {restricted:?}"
                    );
                }
                found[count as usize] += 1;
                let mut all = Vec::new();
                prober
                    .probe_all([&mut grid], wanted, &Limits::NONE, |answer| all.push(answer.grids().count()));
                assert_eq!(all, [count as usize]);
            }
        }
        assert!(found.iter().all(|&times| times > 3), "every kind occurs: {found:?}");
    }
}

/// Setting a cell replaces its earlier candidates.
#[test]
fn setting_a_cell_replaces_its_candidates() {
    let mut rng = Rng::with_seed(12);
    let solution = instances::full_grid(Shape::CLASSIC, &mut rng);
    let numbers: [u8; 81] = std::array::from_fn(|cell| solution.at(Cell::new(cell)).get());
    let mut state = Board::OPEN;
    for cell in (0..81).map(Cell::new) {
        state.set(cell, DigitSet::all(9).minus(DigitSet::single(solution.at(cell))));
        state.set(cell, DigitSet::single(solution.at(cell)));
    }
    assert_eq!(state, Board::new(&numbers));
    for cell in (0..81).map(Cell::new) {
        state.set(cell, DigitSet::EMPTY);
        state.set(cell, DigitSet::all(9));
    }
    assert_eq!(state, Board::OPEN);
    assert_eq!(state, Board::new(&[0; 81]));
}

/// Every tier loads the same board that is created without a tier.
#[test]
fn boards_are_loaded_as_they_are_made() {
    let mut rng = Rng::with_seed(13);
    for _ in 0..200 {
        let numbers: [u8; 81] = std::array::from_fn(|_| *rng.choice(&[0, 0, 0, 1, 4, 9, 10, 255]).unwrap());
        for tier in Tier::available() {
            let engine = Engine::with_tier(tier).expect("an available tier");
            assert_eq!(engine.load(&numbers), Board::new(&numbers), "{tier}");
        }
    }
}

//! Questions from a [`State`] are answered as those of a puzzle with the same candidates, on every tier.
// Miri would take hours for them.
#![cfg(not(miri))]

use arcdoku::fast9::{Engine, Found, State, Tier};
use arcdoku::grid::{Cell, Digit, DigitSet, Shape};
use arcdoku::solve::Prober;
use arcdoku::testing::instances;
use arcdoku::{Limits, Puzzle, Rule, Solution};
use fastrand::Rng;

/// A state, and the candidates of its cells.
#[derive(Clone)]
struct Asked {
    state: State,
    sets: Vec<DigitSet>,
}

impl Asked {
    /// The grid with some clues; whatever is no digit stands for an empty cell.
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
        Self { state: State::new(&numbers), sets }
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

/// Grids with clues, and what becomes of them as cells are reopened, closed, restricted and emptied.
fn states() -> Vec<Asked> {
    let mut rng = Rng::with_seed(11);
    let mut all = vec![Asked { state: State::OPEN, sets: vec![DigitSet::all(9); 81] }];
    for round in 0..40 {
        let solution = instances::full_grid(Shape::CLASSIC, &mut rng);
        let mut asked = Asked::new(&solution, 25 + round, &mut rng);
        all.push(asked.clone());
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
            asked.set(cell, set);
            all.push(asked.clone());
        }
        // A cell without a candidate, and one that gets its digit back.
        let cell = rng.usize(..81);
        asked.set(cell, DigitSet::EMPTY);
        all.push(asked.clone());
        asked.set(cell, DigitSet::single(solution.at(Cell::new(cell))));
        all.push(asked);
    }
    all
}

#[test]
fn a_state_is_answered_as_the_puzzle_with_its_candidates() {
    let states = states();
    for tier in Tier::available() {
        let mut engine = Engine::with_tier(tier).expect("an available tier");
        let mut prober = Prober::with_engine(Engine::with_tier(tier).expect("an available tier"));
        for wanted in [0, 1, 2] {
            let solved = |asked: &Asked| engine.solve(&asked.puzzle(), wanted, &Limits::NONE);
            let expected: Vec<Found> = states.iter().map(solved).map(Option::unwrap).collect();
            let counts = |many: u64| expected.iter().filter(|found| found.solutions == many).count();
            assert!((0..=wanted).all(|many| counts(many) > 20), "{tier}: of every kind");
            for (asked, expected) in states.iter().zip(&expected) {
                assert_eq!(&engine.answer(&asked.state, wanted, &Limits::NONE), expected, "{tier}, {wanted}");
                assert_eq!(&prober.probe(&asked.state, wanted), expected, "{tier}, {wanted}");
                let no_candidate = asked.sets.iter().any(|set| set.is_empty());
                assert!(!no_candidate || expected.solutions == 0, "{tier}, {wanted}");
            }
            let mut many = Vec::new();
            engine.answer_all(states.iter().map(|asked| &asked.state), wanted, &Limits::NONE, |found| {
                many.push(found.clone());
            });
            assert!(many == expected, "{tier}, {wanted}: side by side");
            many.clear();
            prober
                .probe_all(states.iter().map(|asked| &asked.state), wanted, |found| many.push(found.clone()));
            assert!(many == expected, "{tier}, {wanted}: side by side");
        }
    }
}

/// Setting a cell leaves nothing of what it was before.
#[test]
fn a_state_is_what_was_set() {
    let mut rng = Rng::with_seed(12);
    let solution = instances::full_grid(Shape::CLASSIC, &mut rng);
    let numbers: [u8; 81] = std::array::from_fn(|cell| solution.at(Cell::new(cell)).get());
    let mut state = State::OPEN;
    for cell in (0..81).map(Cell::new) {
        state.set(cell, DigitSet::all(9).minus(DigitSet::single(solution.at(cell))));
        state.set(cell, DigitSet::single(solution.at(cell)));
    }
    assert_eq!(state, State::new(&numbers));
    for cell in (0..81).map(Cell::new) {
        state.set(cell, DigitSet::EMPTY);
        state.set(cell, DigitSet::all(9));
    }
    assert_eq!(state, State::OPEN);
    assert_eq!(state, State::new(&[0; 81]));
}

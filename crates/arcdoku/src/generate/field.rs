//! Puzzles of any shape but 9x9: clues are taken away from a grid as long as its solution stays the only one.
//!
//! ```text
//!  a group of clues ──> untouched set? ──yes──> stays
//!                           │ no
//!                           └──> may a cell of it be another digit? ──yes──> stays, and what differs is a set
//!                                        │ too many nodes: stays, undecided
//!                                        └──no──> goes
//! ```
//!
//! As with 9x9 (`dig`), what another solution changes is an unavoidable set, which speaks for its last clue
//! later on. Each question is one for [`Solver`]: a digit is put where another is wanted, and a solution asked for. In
//! large grids some take for ever. Such a clue stays after [`NODES`]: the number is part of which puzzle a seed gives.

use fastrand::Rng;

use super::grids::Grids;
use super::maker::{GaveUp, Made};
use super::seed;
use super::wish::{Minimality, Wish};
use crate::grid::{Cell, Digit, Shape};
use crate::puzzle::{Budget, Limit, Limits, Outcome, Puzzle, Solution};
use crate::solve::Solver;

/// The most nodes of a question.
const NODES: u64 = 500;

/// How many fresh puzzles are tried before the nearest of them is changed.
const FRESH: u64 = 20;

/// After so many changes that lead no nearer a puzzle begins afresh.
const PATIENCE: u32 = 200;

/// The most orbits that a change drops.
const DROPPED: usize = 4;

/// Makes the puzzles of a wish that is not one for 9x9.
pub(super) struct Field {
    wish: Wish,
    /// The cells that may have clues, orbit by orbit.
    orbits: Vec<Vec<Cell>>,
    solver: Solver,
}

/// A grid whose clues are being taken away.
struct Dig<'d> {
    solver: &'d mut Solver,
    budget: &'d Budget<'d>,
    limits: &'d Limits<'d>,
    grid: &'d Solution,
    /// The clues that are left.
    puzzle: Puzzle,
    /// Unavoidable sets as places in the order, ascending, each in the bucket of its last.
    sets: Vec<Vec<Vec<u32>>>,
    /// The place of each cell in the order: none for cells that have no clue from the beginning.
    places: Vec<Option<u32>>,
    kept: Vec<bool>,
    undecided: usize,
}

/// A puzzle that is not what is wished.
struct Near {
    grid: Solution,
    puzzle: Puzzle,
    distance: usize,
    stale: u32,
}

/// What a question was answered.
enum Told {
    /// The solution stays the only one.
    Goes,
    /// There is another.
    Other(Solution),
    /// Nobody knows.
    Undecided,
}

impl Field {
    pub(super) fn new(wish: Wish) -> Self {
        Self { orbits: wish.orbits(), wish, solver: Solver::new() }
    }

    /// The puzzle of a seed.
    pub(super) fn make(
        &mut self,
        seed: u64,
        limits: &Limits<'_>,
        budget: &Budget<'_>,
    ) -> Result<Made, GaveUp> {
        let Self { wish, orbits, solver } = self;
        let (mut rng, mut fresh, mut nearest) = (seed::rng(seed), FRESH, None::<Near>);
        let mut tries = 0;
        loop {
            let gave_up = |limit| GaveUp { seed, tries, limit };
            budget.check(tries).map_err(gave_up)?;
            tries += 1;
            let gave_up = |limit| GaveUp { seed, tries, limit };
            let mut order: Vec<&[Cell]> = orbits.iter().map(Vec::as_slice).collect();
            seed::shuffle(&mut rng, &mut order);
            let grid = match &nearest {
                Some(near) if fresh == 0 => {
                    change(&mut order, &near.puzzle, &mut rng);
                    near.grid.clone()
                }
                _ => {
                    fresh = fresh.saturating_sub(1);
                    wish.grid.clone().unwrap_or_else(|| Grids::of(wish.shape).draw(&mut rng))
                }
            };
            let (least, most) = (*wish.clues.start(), (*wish.clues.end()).min(wish.shape.cells()));
            let floor = if wish.minimality == Minimality::Any {
                least + seed::below(&mut rng, most - least + 1)
            } else {
                0
            };
            let mut dig = Dig::new(solver, (wish.shape, &grid), &order, limits, budget);
            if !dig.is_proper().map_err(gave_up)? {
                continue;
            }
            dig.run(&order, floor).map_err(gave_up)?;
            let (puzzle, mut undecided) = (dig.puzzle, dig.undecided);
            let clues = puzzle.clues();
            let mut distance = least.saturating_sub(clues) + clues.saturating_sub(most);
            if distance == 0 && wish.minimality == Minimality::Clues {
                let cells: Vec<Cell> = given(&puzzle).collect();
                let singles: Vec<&[Cell]> = cells.chunks(1).collect();
                let mut dig = Dig::new(solver, (wish.shape, &grid), &singles, limits, budget);
                dig.run(&singles, 0).map_err(gave_up)?;
                undecided = dig.undecided;
                distance = clues - dig.puzzle.clues();
            }
            if distance == 0 {
                return Ok(Made { puzzle, solution: grid, seed, tries, weight: 1.0, rated: None, undecided });
            }
            let new = Near { grid, puzzle, distance, stale: 0 };
            nearest = match nearest {
                Some(old) if new.distance > old.distance => Some(Near { stale: old.stale + 1, ..old }),
                Some(old) if new.distance == old.distance => Some(Near { stale: old.stale + 1, ..new }),
                _ => Some(new),
            };
            if nearest.as_ref().is_some_and(|near| fresh == 0 && near.stale > PATIENCE) {
                (nearest, fresh) = (None, FRESH);
            }
        }
    }
}

/// First the orbits that the puzzle loses, in the middle those that it may get, last those it has.
fn change(order: &mut [&[Cell]], puzzle: &Puzzle, rng: &mut Rng) {
    let has = |orbit: &[Cell]| puzzle.givens()[orbit[0].index()].is_some();
    order.sort_by_key(|orbit| has(orbit));
    let there = order.iter().filter(|orbit| has(orbit)).count();
    order.rotate_right((1 + seed::below(rng, DROPPED)).min(there));
}

/// The cells that have clues.
fn given(puzzle: &Puzzle) -> impl Iterator<Item = Cell> {
    puzzle.givens().iter().enumerate().filter(|(_, given)| given.is_some()).map(|(cell, _)| Cell::new(cell))
}

impl<'d> Dig<'d> {
    /// The clues of all groups of an order.
    fn new(
        solver: &'d mut Solver,
        (shape, grid): (Shape, &'d Solution),
        order: &[&[Cell]],
        limits: &'d Limits<'d>,
        budget: &'d Budget<'d>,
    ) -> Self {
        let mut puzzle = Puzzle::new(shape);
        let mut places = vec![None; shape.cells()];
        for (place, group) in order.iter().enumerate() {
            for &cell in *group {
                puzzle.set(cell, Some(grid.at(cell)));
                places[cell.index()] = Some(place as u32);
            }
        }
        let sets = vec![Vec::new(); order.len()];
        Self {
            solver,
            budget,
            limits,
            grid,
            puzzle,
            sets,
            places,
            kept: vec![false; order.len()],
            undecided: 0,
        }
    }

    /// Whether the solution of all clues is the only one, as far as that is found out.
    fn is_proper(&mut self) -> Result<bool, Limit> {
        if self.puzzle.givens().iter().all(Option::is_some) {
            return Ok(true);
        }
        let answer = self.solver.solve(&self.puzzle, &self.question());
        match answer.outcome {
            Outcome::Unknown { limit, .. } if limit != Limit::Nodes => Err(limit),
            outcome => Ok(matches!(outcome, Outcome::Unique(_))),
        }
    }

    /// Takes away what can go, group by group, as long as so many clues are left.
    fn run(&mut self, order: &[&[Cell]], floor: usize) -> Result<(), Limit> {
        let mut clues = self.puzzle.clues();
        for (place, group) in order.iter().enumerate() {
            if clues < floor + group.len() || self.stays(place) {
                self.kept[place] = true;
                continue;
            }
            for &cell in *group {
                self.puzzle.set(cell, None);
            }
            let told = self.ask(group)?;
            if matches!(told, Told::Goes) {
                clues -= group.len();
                continue;
            }
            self.kept[place] = true;
            for &cell in *group {
                self.puzzle.set(cell, Some(self.grid.at(cell)));
            }
            match told {
                Told::Other(other) => self.learn(&other),
                _ => self.undecided += 1,
            }
        }
        Ok(())
    }

    /// Whether a set has no clue but this group's.
    fn stays(&self, place: usize) -> bool {
        self.sets[place].iter().any(|set| set.iter().all(|&other| !self.kept[other as usize]))
    }

    /// Keeps what another solution changes.
    fn learn(&mut self, other: &Solution) {
        let both = self.grid.digits().iter().zip(other.digits()).zip(&self.places);
        let mut set: Vec<u32> =
            both.filter(|((one, two), _)| one != two).filter_map(|(_, &place)| place).collect();
        set.sort_unstable();
        set.dedup();
        if let Some(&last) = set.last() {
            self.sets[last as usize].push(set);
        }
    }

    /// Whether a cell of a group, which is empty now, may be another digit. Cells that were asked about are given
    /// while the next is; all are empty in the end.
    fn ask(&mut self, group: &[Cell]) -> Result<Told, Limit> {
        let mut told = Told::Goes;
        for &cell in group {
            let own = self.grid.at(cell);
            for index in 0..self.puzzle.shape().digits() {
                let digit = Digit::from_index(index);
                if digit == own || self.is_seen(cell, digit) {
                    continue;
                }
                self.puzzle.set(cell, Some(digit));
                let outcome = self.solver.first(&self.puzzle, &self.question()).outcome;
                match outcome {
                    Outcome::Unsatisfiable(_) => {}
                    Outcome::Unknown { limit: Limit::Nodes, .. } => told = Told::Undecided,
                    Outcome::Unknown { limit, .. } => return Err(limit),
                    Outcome::Unique(other) | Outcome::Solved(other) | Outcome::Multiple(other, _) => {
                        return Ok(Told::Other(other));
                    }
                }
            }
            self.puzzle.set(cell, Some(own));
        }
        for &cell in group {
            self.puzzle.set(cell, None);
        }
        Ok(told)
    }

    /// Whether a clue that the cell sees has the digit.
    fn is_seen(&self, cell: Cell, digit: Digit) -> bool {
        let shape = self.puzzle.shape();
        let n = shape.digits();
        let has = |at: Cell| at != cell && self.puzzle.givens()[at.index()] == Some(digit);
        let (row, col) = (shape.row(cell), shape.col(cell));
        (0..n).any(|at| has(shape.cell(row, at)) || has(shape.cell(at, col)))
            || shape.box_of(cell).is_some_and(|index| shape.box_cells(index).any(has))
    }

    /// The limits of a question.
    fn question(&self) -> Limits<'d> {
        let time = self.limits.time.map(|time| time.saturating_sub(self.budget.elapsed()));
        Limits { nodes: Some(NODES), time, ..*self.limits }
    }
}

//! Minimal puzzles inside a puzzle: one of them, or all.
//!
//! ```text
//!  redundant clues    a b c d e f ...      the others are in every minimal sub-puzzle
//!  an unavoidable set . x . . x .          redundant clues that another solution changes, which keeps all others
//!  a sub-puzzle       x . . x x .          proper if it hits every such set, minimal if each clue is needed for a
//!  set
//! ```
//!
//! The minimal sub-puzzles are therefore the minimal hitting sets of the unavoidable sets. These are not
//! known in advance: whenever a sub-puzzle is not proper, the other solution that the solver finds gives one.

use std::ops::ControlFlow;

use super::dig::{Dig, DigEnd, DigPlan};
use super::seed;
use crate::grid::{BitSet, Cell, Digit, DigitSet};
use crate::puzzle::{Budget, CandidateSets, Limit, Limits, Outcome, Puzzle, Solution, WorkProgress};
use crate::solve::{ProbeGrid, Prober, Question, Solver};

/// Returns the redundant clues of a proper puzzle, in reading order: a clue is redundant if the puzzle still has one
/// solution without it. It may not be possible to remove all of them together. The limits apply to each question;
/// there is one question per clue.
///
/// # Errors
/// The limit that was reached.
pub fn redundant_clues(
    solver: &mut Solver,
    puzzle: &Puzzle,
    limits: &Limits<'_>,
) -> Result<Vec<Cell>, Limit> {
    let mut less = puzzle.clone();
    let mut cells = Vec::new();
    let clues = puzzle.givens().iter().enumerate().filter(|(_, clue)| clue.is_some());
    for (done, (i, &clue)) in clues.enumerate() {
        let cell = Cell::new(i);
        limits.report(WorkProgress::Parts { done, all: puzzle.clues() });
        // Questions that propagation answers do not check the clock.
        limits.with_nodes(None).start().check(0)?;
        less.set(cell, None);
        match solver.solve(&less, limits).outcome {
            Outcome::Unique(_) => cells.push(cell),
            Outcome::Unknown { limit, found: _ } => return Err(limit),
            _ => {}
        }
        less.set(cell, clue);
    }
    Ok(cells)
}

/// Removes clues from puzzles of any shape and rules. A minimizer reuses its memory: keep one per thread for many
/// puzzles.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use arcdoku::generate::Minimizer;
/// use arcdoku::{Limits, Puzzle, Solver};
///
/// let puzzle: Puzzle =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let outcome = Solver::new().solve(&puzzle, &Limits::NONE).outcome;
/// let solution = outcome.solution().expect("a proper puzzle");
/// let mut minimizer = Minimizer::new();
/// let first = minimizer.one(&puzzle, solution, None, &Limits::NONE).unwrap();
/// assert_eq!((puzzle.clues(), first.clues()), (30, 23));
/// let mut all = Vec::new();
/// let each = &mut |puzzle: &Puzzle| {
///     all.push(puzzle.clone());
///     ControlFlow::Continue(())
/// };
/// minimizer.all(&puzzle, solution, &Limits::NONE, each).unwrap();
/// assert!(all.contains(&first));
/// # Ok::<(), arcdoku::ParseError>(())
/// ```
#[derive(Default)]
pub struct Minimizer {
    solver: Solver,
    prober: Prober,
    /// Memory for digging in plain 9x9 grids.
    dig: Option<Box<Dig<2>>>,
}

impl Minimizer {
    /// Creates a minimizer with the fastest engines.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns a minimal sub-puzzle. Each clue is tried once, in a random order that depends on the seed, or in
    /// reading order without a seed, and is removed if possible. A seed always gives the same puzzle; a minimal
    /// puzzle is returned unchanged.
    ///
    /// `solution` must be the only solution of the puzzle; if there are others, the result is not proper either. The
    /// node limit applies to the number of questions.
    ///
    /// # Errors
    /// The limit that was reached.
    ///
    /// # Panics
    /// If the solution does not solve the puzzle.
    pub fn one(
        &mut self,
        puzzle: &Puzzle,
        solution: &Solution,
        seed: Option<u64>,
        limits: &Limits<'_>,
    ) -> Result<Puzzle, Limit> {
        let mut order = clues(puzzle);
        if let Some(seed) = seed {
            seed::rng(seed).shuffle(&mut order);
        }
        let (budget, mut questions) = (limits.start(), 0);
        if let Some(left) = self.dig(puzzle, solution, &order, &budget, &mut questions)? {
            return Ok(left);
        }
        let mut others = OtherSolutions::new(self, puzzle, solution, budget, questions);
        let mut left = puzzle.clone();
        // Sets of clues that another solution changes: the last clue of a set stays.
        let mut sets: Vec<Vec<Cell>> = Vec::new();
        for cell in order {
            let last = |set: &Vec<Cell>| {
                set.contains(&cell) && !set.iter().any(|&c| c != cell && left.givens()[c.index()].is_some())
            };
            if sets.iter().any(last) {
                continue;
            }
            let clue = left.givens()[cell.index()];
            left.set(cell, None);
            if let Some(changed) = others.ask(&left, Some(cell))? {
                left.set(cell, clue);
                sets.push(changed.into_iter().filter(|c| puzzle.givens()[c.index()].is_some()).collect());
            }
        }
        Ok(left)
    }

    /// Like [`one`](Self::one), for a plain 9x9 puzzle, with the method of the generator. Both give the same puzzle,
    /// because the order alone determines which clues are needed. Adds the number of questions to `questions`. `None`
    /// for other puzzles, and for puzzles with several solutions.
    fn dig(
        &mut self,
        puzzle: &Puzzle,
        solution: &Solution,
        order: &[Cell],
        budget: &Budget<'_>,
        questions: &mut u64,
    ) -> Result<Option<Puzzle>, Limit> {
        let Self { prober, dig, .. } = self;
        if !Prober::is_fast(puzzle) {
            return Ok(None);
        }
        check(puzzle, solution);
        let dig = dig.get_or_insert_with(|| Box::new(Dig::new(prober.grid(puzzle), puzzle.givens().len())));
        let grid: Vec<u8> = solution.digits().iter().map(|digit| digit.get()).collect();
        dig.begin(&grid, order.chunks(1), &DigPlan { floor: 0, proper: true });
        while let Some((grid, wanted)) = dig.question() {
            budget.check(*questions)?;
            *questions += 1;
            let answer = prober.probe(grid, wanted, &Limits::NONE);
            dig.receive_answer(&answer)?;
        }
        if dig.end() != Some(DigEnd::Dug) {
            return Ok(None);
        }
        let mut left = puzzle.clone();
        left.set_givens(&dig.clues().into_iter().map(Digit::new).collect::<Vec<_>>());
        Ok(Some(left))
    }

    /// Passes all minimal sub-puzzles to `each`, each once, in an order that depends only on the puzzle, until `each`
    /// breaks. There may be very many: a puzzle with twenty redundant clues has thousands. The first one is passed
    /// immediately, and memory grows only with the number of unavoidable sets found.
    ///
    /// `solution` must be the only solution of the puzzle. The node limit applies to the number of choices and
    /// questions.
    ///
    /// The search is depth first, and enumerates minimal hitting sets like K. Murakami and T. Uno
    /// ("Efficient algorithms for dualizing large-scale hypergraphs", 2014). It takes an unavoidable set that is not
    /// hit yet, and chooses its clues one after another; the clues after the chosen one are excluded. A branch ends if
    /// a chosen clue is no longer needed for any set, or if a set has no clue left to choose. The solver finds the sets
    /// when they are needed. If a chosen clue seems superfluous, the solver searches for a solution that changes this
    /// clue and no other chosen clue. If all known sets are hit, it searches for any other solution. Each set is made
    /// smaller before it is kept, by searching for solutions that change fewer clues.
    ///
    /// # Errors
    /// The limit that was reached; the puzzles that were passed before remain valid.
    ///
    /// # Panics
    /// If the solution does not solve the puzzle.
    pub fn all(
        &mut self,
        puzzle: &Puzzle,
        solution: &Solution,
        limits: &Limits<'_>,
        each: &mut dyn FnMut(&Puzzle) -> ControlFlow<()>,
    ) -> Result<(), Limit> {
        let mut others = OtherSolutions::new(self, puzzle, solution, limits.start(), 0);
        let mut redundant = Vec::new();
        let mut left = puzzle.clone();
        for cell in clues(puzzle) {
            left.set(cell, None);
            if others.ask(&left, Some(cell))?.is_none() {
                redundant.push(cell);
            }
            left.set(cell, puzzle.givens()[cell.index()]);
        }
        // A grid has at most 4096 cells.
        if redundant.len() <= 128 {
            SubPuzzleSearch::<2>::new(others, redundant).all(each)
        } else {
            SubPuzzleSearch::<64>::new(others, redundant).all(each)
        }
    }
}

impl std::fmt::Debug for Minimizer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Minimizer")
    }
}

/// Panics unless the grid solves the puzzle. Otherwise the search for the clues that another solution changes would
/// never end.
fn check(puzzle: &Puzzle, solution: &Solution) {
    assert!(puzzle.is_solved_by(solution), "the solution solves the puzzle");
}

fn clues(puzzle: &Puzzle) -> Vec<Cell> {
    let cells = (0..puzzle.givens().len()).map(Cell::new);
    cells.filter(|cell| puzzle.givens()[cell.index()].is_some()).collect()
}

/// Finds other solutions of a puzzle with some of its clues.
struct OtherSolutions<'a> {
    solver: &'a mut Solver,
    prober: &'a mut Prober,
    grid: ProbeGrid,
    puzzle: &'a Puzzle,
    solution: &'a Solution,
    budget: Budget<'a>,
    questions: u64,
}

impl<'a> OtherSolutions<'a> {
    fn new(
        minimizer: &'a mut Minimizer,
        puzzle: &'a Puzzle,
        solution: &'a Solution,
        budget: Budget<'a>,
        questions: u64,
    ) -> Self {
        check(puzzle, solution);
        let Minimizer { solver, prober, .. } = minimizer;
        let grid = prober.grid(puzzle);
        Self { solver, prober, grid, puzzle, solution, budget, questions }
    }

    /// Counts a choice or a question.
    fn count(&mut self) -> Result<(), Limit> {
        self.budget.check(self.questions)?;
        self.questions += 1;
        Ok(())
    }

    /// The cells in which another solution of these clues differs, if there is one. If a cell is given, the other
    /// solution must change it; the cell must have no clue.
    fn ask(&mut self, left: &Puzzle, changes: Option<Cell>) -> Result<Option<Vec<Cell>>, Limit> {
        self.count()?;
        if self.grid.is_fast() {
            return Ok(self.probe(left, changes));
        }
        let limits = self.budget.rest();
        let outcome = match changes {
            None => self.solver.solve(left, &limits).outcome,
            Some(cell) => {
                let digits = left.shape().digits();
                let mut sets = vec![DigitSet::all(digits); left.shape().cells()];
                sets[cell.index()].remove(self.solution.at(cell));
                let restricted = left.clone().with_rule(CandidateSets::new(left.shape(), sets));
                self.solver.ask(Question::First, &restricted, &limits).outcome
            }
        };
        let other = |found: &Solution| found != self.solution;
        Ok(match outcome {
            Outcome::Multiple(one, two) => [one, two].into_iter().find(other),
            Outcome::Unique(found) | Outcome::Solved(found) => Some(found).filter(other),
            Outcome::Unsatisfiable(_) => None,
            Outcome::Unknown { limit, .. } => return Err(limit),
        }
        .map(|found| self.changed(|cell| found.at(cell))))
    }

    /// Like [`ask`](Self::ask), for a fast grid.
    fn probe(&mut self, left: &Puzzle, changes: Option<Cell>) -> Option<Vec<Cell>> {
        let clues: Vec<u8> = left.givens().iter().map(|clue| clue.map_or(0, Digit::get)).collect();
        self.grid.set_clues(&clues);
        let mut wanted = 2;
        if let Some(cell) = changes {
            self.grid.exclude(cell, self.solution.at(cell));
            wanted = 1;
        }
        let answer = self.prober.probe(&mut self.grid, wanted, &Limits::NONE);
        let is_other = |grid: &&[u8]| {
            grid.iter().zip(self.solution.digits()).any(|(&number, digit)| number != digit.get())
        };
        let other = answer.grids().find(is_other)?;
        Some(self.changed(|cell| Digit::from_index(usize::from(other[cell.index()]) - 1)))
    }

    /// The cells in which another solution differs.
    fn changed(&self, other: impl Fn(Cell) -> Digit) -> Vec<Cell> {
        let cells = (0..self.solution.digits().len()).map(Cell::new);
        cells.filter(|&cell| other(cell) != self.solution.at(cell)).collect()
    }
}

/// A search for all minimal sub-puzzles.
struct SubPuzzleSearch<'a, const W: usize> {
    others: OtherSolutions<'a>,
    redundant: Vec<Cell>,
    /// For each cell, its place among the redundant clues.
    place: Vec<Option<usize>>,
    /// Unavoidable sets, all within the redundant clues.
    sets: Vec<BitSet<W>>,
}

/// A node of the search: the chosen clues, and the open clues, from which further clues are chosen.
struct SubPuzzleNode<const W: usize> {
    chosen: BitSet<W>,
    open: BitSet<W>,
    choices: BitSet<W>,
}

/// The result of examining chosen and open clues.
enum SubPuzzleBranch<const W: usize> {
    Dead,
    Found,
    /// One of these clues has to be chosen.
    Choose(BitSet<W>),
}

impl<'a, const W: usize> SubPuzzleSearch<'a, W> {
    fn new(others: OtherSolutions<'a>, redundant: Vec<Cell>) -> Self {
        let mut place = vec![None; others.puzzle.shape().cells()];
        redundant.iter().enumerate().for_each(|(at, cell)| place[cell.index()] = Some(at));
        Self { others, redundant, place, sets: Vec::new() }
    }

    fn all(mut self, each: &mut dyn FnMut(&Puzzle) -> ControlFlow<()>) -> Result<(), Limit> {
        let mut path: Vec<SubPuzzleNode<W>> = Vec::new();
        let mut next = Some((BitSet::EMPTY, BitSet::below(self.redundant.len())));
        loop {
            if let Some((chosen, open)) = next.take() {
                match self.turn(&chosen, &open)? {
                    SubPuzzleBranch::Dead => {}
                    SubPuzzleBranch::Found => {
                        if each(&self.left(&chosen)).is_break() {
                            return Ok(());
                        }
                    }
                    SubPuzzleBranch::Choose(choices) => {
                        path.push(SubPuzzleNode { chosen, open: open.minus(&choices), choices });
                    }
                }
            }
            let Some(node) = path.last_mut() else { return Ok(()) };
            match node.choices.first() {
                Some(place) => {
                    next = Some((node.chosen.with(place), node.open));
                    node.choices = node.choices.without(place);
                    node.open = node.open.with(place);
                }
                None => drop(path.pop()),
            }
        }
    }

    /// Examines chosen clues, to which only open clues may be added.
    fn turn(&mut self, chosen: &BitSet<W>, open: &BitSet<W>) -> Result<SubPuzzleBranch<W>, Limit> {
        loop {
            self.others.count()?;
            // The chosen clues that are needed for some set, and the unhit set with the fewest open clues.
            let (mut needed, mut best, mut fewest) = (BitSet::EMPTY, None, u32::MAX);
            for set in &self.sets {
                let hit = set.and(chosen);
                match hit.first() {
                    None => {
                        let choices = set.common(open);
                        if choices < fewest {
                            (fewest, best) = (choices, Some(set.and(open)));
                        }
                    }
                    Some(place) if hit.without(place).is_empty() => needed = needed.with(place),
                    Some(_) => {}
                }
            }
            if fewest == 0 {
                return Ok(SubPuzzleBranch::Dead);
            }
            let changed = if let Some(place) = chosen.minus(&needed).first() {
                match self.other(&chosen.without(place), Some(place))? {
                    None => return Ok(SubPuzzleBranch::Dead),
                    Some(set) => self.smaller(set, place)?,
                }
            } else if let Some(choices) = best {
                return Ok(SubPuzzleBranch::Choose(choices));
            } else {
                match self.other(chosen, None)? {
                    None => return Ok(SubPuzzleBranch::Found),
                    // A set without a redundant clue would mean that the puzzle is not proper.
                    Some(set) => match set.and(open).first().or(set.first()) {
                        None => return Ok(SubPuzzleBranch::Dead),
                        Some(place) => self.smaller(set, place)?,
                    },
                }
            };
            self.sets.push(changed);
        }
    }

    /// The puzzle with only these of its redundant clues.
    fn left(&self, kept: &BitSet<W>) -> Puzzle {
        let mut left = self.others.puzzle.clone();
        for (place, &cell) in self.redundant.iter().enumerate() {
            if !kept.contains(place) {
                left.set(cell, None);
            }
        }
        left
    }

    /// The redundant clues that another solution changes. The solution changes none of the kept clues, and it changes
    /// the clue `changes`, if given.
    fn other(&mut self, kept: &BitSet<W>, changes: Option<usize>) -> Result<Option<BitSet<W>>, Limit> {
        let left = self.left(kept);
        let cell = changes.map(|place| self.redundant[place]);
        let changed = self.others.ask(&left, cell)?;
        let set = |cells: Vec<Cell>| {
            cells.iter().filter_map(|cell| self.place[cell.index()]).fold(BitSet::EMPTY, BitSet::with)
        };
        Ok(changed.map(set))
    }

    /// A subset of an unavoidable set that is also unavoidable and contains this clue.
    fn smaller(&mut self, mut set: BitSet<W>, place: usize) -> Result<BitSet<W>, Limit> {
        let all = BitSet::below(self.redundant.len());
        let mut left = set.without(place);
        while let Some(least) = left.first() {
            left = left.without(least);
            if let Some(smaller) = self.other(&all.minus(&set).with(least), Some(place))? {
                set = smaller;
                left = left.and(&set);
            }
        }
        Ok(set)
    }
}

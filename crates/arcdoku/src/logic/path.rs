//! The simplest step of a board, and whole paths.

use std::ops::ControlFlow;

use super::board::Board;
use super::contradiction::Prober;
use super::find::{self, Halt, Hunt};
use super::scale::Rating;
use super::system::System;
use crate::deduction::rules::{Link, Pattern, Reason, Scope};
use crate::deduction::{self, Candidate, GridState as _, Next, PathEnd, Step, Technique, Techniques, Tenths};
use crate::grid::{Cell, Digit, DigitSet};
use crate::puzzle::relation::Relation;
use crate::puzzle::{Budget, Constraint, Limit, Limits, Puzzle};

/// Finds the steps of one puzzle.
///
/// ```
/// use arcdoku::deduction::Next;
/// use arcdoku::logic::{Logic, TECHNIQUES};
/// use arcdoku::{Limits, Puzzle, Rule, Shape};
///
/// let shape = Shape::boxes(2, 2).unwrap();
/// let rules = ["cage 3: r1c1 r1c2", "cage 6: r1c4 r2c4", "thermo: r3c1 r3c2 r3c3 r3c4"];
/// let rules = rules.map(|text| Rule::parse(text, shape).unwrap());
/// let puzzle = rules.into_iter().fold(Puzzle::new(shape), |puzzle, rule| puzzle.with_rule(rule));
/// let mut logic = Logic::new(&puzzle);
/// let board = logic.start(&[]).unwrap();
/// let next = logic.next(&board, TECHNIQUES, &Limits::NONE).unwrap();
/// let Next::Step((step, _)) = next else { panic!("there is a step") };
/// assert_eq!(step.technique.slug(), "combination");
/// ```
#[derive(Debug)]
pub struct Logic {
    puzzle: Puzzle,
    system: System,
    prober: Prober,
}

impl Logic {
    /// The finders for a puzzle.
    pub fn new(puzzle: &Puzzle) -> Self {
        Self { puzzle: puzzle.clone(), system: System::new(puzzle), prober: Prober::new(puzzle) }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The board at the start: clues, and additional cells that a person has filled. Filled cells remove their digits
    /// from the cells that are in a set of different digits with them.
    ///
    /// # Errors
    /// The first cell whose digit is not among its candidates, or is the digit of a filled cell that it sees.
    pub fn start(&self, filled: &[(Cell, Digit)]) -> Result<Board, Cell> {
        let mut board = Board::new(&self.puzzle, filled)?;
        let cells = (0..self.system.shape.cells()).map(Cell::new);
        for cell in cells.filter(|&cell| !self.puzzle.is_void(cell)) {
            if board.is_filled(cell) {
                // If an earlier cell that this cell sees has the same digit, it has removed the digit from this cell.
                let digit = board.value(cell).ok_or(cell)?;
                self.fill(&mut board, Candidate { cell, digit });
            }
        }
        Ok(board)
    }

    /// Fills a cell, and removes its digit from the cells that see it.
    fn fill(&self, board: &mut Board, at: Candidate) {
        board.fill(at);
        for cell in self.system.common(&[at.cell]) {
            board.eliminate(Candidate { cell, digit: at.digit });
        }
    }

    /// Applies a step.
    pub fn apply(&self, step: &Step, board: &mut Board) {
        for &at in &step.placements {
            self.fill(board, at);
        }
        for &at in &step.eliminations {
            board.eliminate(at);
        }
    }

    /// The simplest step of a board, with its rating.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn next(
        &mut self,
        board: &Board,
        wanted: Techniques,
        limits: &Limits<'_>,
    ) -> Result<Next<(Step, Tenths)>, Limit> {
        self.prober.forget();
        self.find(board, wanted, &limits.start())
    }

    fn find(
        &mut self,
        board: &Board,
        wanted: Techniques,
        budget: &Budget<'_>,
    ) -> Result<Next<(Step, Tenths)>, Limit> {
        budget.check(0)?;
        if board.is_broken() {
            return Ok(Next::Broken);
        }
        if let Some(solution) = board.solution() {
            let holds = self.puzzle.is_solved_by(&solution);
            return Ok(if holds { Next::Solved } else { Next::Broken });
        }
        match self.simplest(board, wanted, budget) {
            Ok(step) => Ok(step.map_or(Next::Stuck, Next::Step)),
            Err(Halt::Broken) => Ok(Next::Broken),
            Err(Halt::Reached(limit)) => Err(limit),
        }
    }

    fn simplest(
        &mut self,
        board: &Board,
        wanted: Techniques,
        budget: &Budget<'_>,
    ) -> Result<Option<(Step, Tenths)>, Halt> {
        let mut hunt = Hunt { board, wanted, all: false, found: Vec::new(), budget };
        self.hunt(&mut hunt)?;
        let mut found = hunt.found.pop();
        if found.is_none() && wanted.contains(Technique::Propagation) {
            found = self.prober.propagation(board)?;
        }
        if found.is_none() && wanted.contains(Technique::Contradiction) {
            found = self.prober.contradiction(board, budget)?;
        }
        if found.is_none() && wanted.contains(Technique::DeepContradiction) {
            found = self.prober.nested(board, budget)?;
        }
        Ok(found)
    }

    /// Why a digit in an empty cell of a board is wrong, as a step that removes it: a filled cell has the digit, or the
    /// digit leads to a contradiction by singles, or else with Hall sets. Returns the number of deductions, too; 0 if
    /// a filled cell has the digit. `None` if none of this refutes the digit.
    ///
    /// ```
    /// use arcdoku::deduction::Candidate;
    /// use arcdoku::explain::{Coordinates, Language, explain};
    /// use arcdoku::grid::{Cell, Digit};
    /// use arcdoku::logic::Logic;
    /// use arcdoku::Puzzle;
    ///
    /// let puzzle: Puzzle = "1...............".parse()?;
    /// let logic = Logic::new(&puzzle);
    /// let board = logic.start(&[]).unwrap();
    /// let wrong = Candidate { cell: Cell::new(3), digit: Digit::new(1).unwrap() };
    /// let (step, length) = logic.refutation(&board, wrong).unwrap();
    /// assert_eq!(length, 0);
    /// let words = explain(&step, &board, Language::English, Coordinates::RowColumn);
    /// assert_eq!(words.why, "r1c4 is not 1: row 1 already has 1 in r1c1.");
    /// # Ok::<(), arcdoku::ParseError>(())
    /// ```
    pub fn refutation(&self, board: &Board, wrong: Candidate) -> Option<(Step, usize)> {
        if board.contains(wrong) {
            return self.prober.refutation(board, wrong);
        }
        let Candidate { cell, digit } = wrong;
        let holder = |cells: &[Cell]| cells.iter().copied().find(|&other| board.value(other) == Some(digit));
        let differ = |constraint: &Constraint| {
            let relation = constraint.relation();
            matches!(relation, Relation::AllDifferent | Relation::Cage { .. } | Relation::Combinations(_))
        };
        let constraints = self.puzzle.constraints();
        let constraints = constraints.iter().map(|(_, constraint)| constraint);
        let (scope, other) = constraints
            .filter(|constraint| constraint.cells().contains(&cell) && differ(constraint))
            .find_map(|constraint| Some((Scope::of(constraint), holder(constraint.cells())?)))?;
        // The candidates that the cell really has would give the solution away.
        let (removed, left) = (DigitSet::single(digit), !DigitSet::single(digit));
        let (constraint, scope, because) = (Some(scope.name), scope.cells.to_vec(), vec![other]);
        let link =
            Link { cell: Some(cell), removed, left, constraint, scope, reason: Reason::Taken, because };
        let conclusion = [Vec::new(), vec![wrong]];
        let pattern = Pattern::Propagation(link);
        Some((Step::of_rules(board.shape(), Technique::Propagation, conclusion, pattern), 0))
    }

    /// Searches for steps that need no assumption.
    fn hunt(&mut self, hunt: &mut Hunt<'_>) -> Result<(), Halt> {
        find::singles(&self.system, hunt)?;
        if !hunt.all && !hunt.found.is_empty() {
            return Ok(());
        }
        find::rules(&mut self.system, hunt)?;
        find::locked(&self.system, hunt)?;
        find::subsets(&self.system, hunt)?;
        find::fish(&self.system, hunt)
    }

    /// All steps of a board that need no assumption, with their ratings, simplest first.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn steps(
        &mut self,
        board: &Board,
        wanted: Techniques,
        limits: &Limits<'_>,
    ) -> Result<Vec<(Step, Tenths)>, Limit> {
        let mut hunt = Hunt { board, wanted, all: true, found: Vec::new(), budget: &limits.start() };
        // Even if the board has no solution, the steps that were found are returned.
        if let Err(Halt::Reached(limit)) = self.hunt(&mut hunt) {
            return Err(limit);
        }
        let mut steps = hunt.found;
        steps.sort_by_key(|(_, tenths)| *tenths);
        Ok(steps)
    }

    /// Applies the simplest step until the puzzle is solved or no technique finds a step. `each` receives every step
    /// with the board before it, its rating and the rating so far, and may end the path.
    pub fn walk(
        &mut self,
        mut board: Board,
        wanted: Techniques,
        limits: &Limits<'_>,
        each: &mut dyn FnMut(&Board, &Step, Tenths, Rating) -> ControlFlow<()>,
    ) -> (Board, Rating, PathEnd) {
        self.prober.forget();
        let mut rating = Rating::default();
        let end = deduction::walk(
            self,
            &mut board,
            limits,
            |board| board.empty().count(),
            |logic, board, budget, _| logic.find(board, wanted, budget),
            |logic, board, (step, tenths)| {
                rating = rating.with(tenths);
                each(board, &step, tenths, rating)?;
                logic.apply(&step, board);
                ControlFlow::Continue(())
            },
        );
        (board, rating, end)
    }
}

//! The grid as a person sees it, in any shape: filled cells, and the candidates of the others.

use crate::deduction::{Candidate, GridState};
use crate::grid::{Cell, Digit, DigitSet, Shape};
use crate::puzzle::relation::Relation;
use crate::puzzle::{Puzzle, Solution};

/// A state of a puzzle: a set of digits per cell; a filled cell has only its digit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    shape: Shape,
    pub(super) sets: Box<[DigitSet]>,
    is_filled: Box<[bool]>,
    is_given: Box<[bool]>,
}

impl Board {
    /// The clues of a puzzle, with additional cells that a person has filled, and the candidates that each cell has
    /// by its own restrictions. [`Logic::start`](super::Logic::start) removes the candidates that filled cells
    /// exclude from other cells.
    ///
    /// # Errors
    /// If a cell has a digit that is not among its candidates: the first such cell.
    pub(super) fn new(puzzle: &Puzzle, filled: &[(Cell, Digit)]) -> Result<Self, Cell> {
        let shape = puzzle.shape();
        let cells = || (0..shape.cells()).map(Cell::new);
        let mut sets: Box<[DigitSet]> = cells().map(|cell| puzzle.admissible(cell)).collect();
        for (_, constraint) in puzzle.constraints() {
            if let Relation::Among(among) = constraint.relation() {
                constraint.cells().iter().for_each(|cell| sets[cell.index()] &= *among);
            }
        }
        let is_void: Vec<bool> = cells().map(|cell| puzzle.is_void(cell)).collect();
        let is_given = puzzle.givens().iter().map(Option::is_some).collect();
        let mut board = Self { shape, sets, is_filled: is_void.into(), is_given };
        let givens = puzzle.givens().iter().enumerate();
        let givens = givens.filter_map(|(index, given)| Some((Cell::new(index), (*given)?)));
        for (cell, digit) in givens.chain(filled.iter().copied()) {
            let set = board.sets.get_mut(cell.index()).filter(|set| set.contains(digit)).ok_or(cell)?;
            *set = DigitSet::single(digit);
            board.is_filled[cell.index()] = true;
        }
        Ok(board)
    }

    /// The candidates of all cells, by index.
    pub fn sets(&self) -> &[DigitSet] {
        &self.sets
    }

    /// Whether the digit of a cell is a clue.
    pub fn is_given(&self, cell: Cell) -> bool {
        self.is_given[cell.index()]
    }

    /// The cells that are not filled.
    pub fn empty(&self) -> impl Iterator<Item = Cell> {
        let cells = self.is_filled.iter().enumerate().filter(|(_, filled)| !**filled);
        cells.map(|(index, _)| Cell::new(index))
    }

    /// Whether all cells are filled.
    pub fn is_full(&self) -> bool {
        self.is_filled.iter().all(|&filled| filled)
    }

    /// Whether a cell has no candidate left. There is then no solution.
    pub fn is_broken(&self) -> bool {
        self.sets.iter().any(|set| set.is_empty())
    }

    /// The full grid, once all cells are filled.
    pub fn solution(&self) -> Option<Solution> {
        let digits: Option<Vec<Digit>> = self.sets.iter().map(|set| set.only()).collect();
        digits.filter(|_| self.is_full()).map(Solution::new)
    }

    /// Removes a candidate.
    pub(super) fn eliminate(&mut self, at: Candidate) {
        self.sets[at.cell.index()].remove(at.digit);
    }

    /// Fills a cell.
    pub(super) fn fill(&mut self, at: Candidate) {
        self.sets[at.cell.index()] &= DigitSet::single(at.digit);
        self.is_filled[at.cell.index()] = true;
    }
}

impl GridState for Board {
    fn shape(&self) -> Shape {
        self.shape
    }

    fn value(&self, cell: Cell) -> Option<Digit> {
        self.sets[cell.index()].first().filter(|_| self.is_filled[cell.index()])
    }

    fn left(&self, cell: Cell) -> DigitSet {
        self.sets[cell.index()]
    }

    fn is_filled(&self, cell: Cell) -> bool {
        self.is_filled[cell.index()]
    }

    fn boxed(&self) -> Box<dyn GridState> {
        Box::new(self.clone())
    }
}

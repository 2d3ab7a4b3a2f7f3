//! The grid as a person sees it: filled cells, and the candidates of the others.

use super::houses::{CELLS, HOUSES_OF, NEIGHBORS};
use crate::grid::{Cell, CellSet, Digit, DigitSet, Shape};
use crate::puzzle::{Puzzle, Rule, Solution};

/// A digit in a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
}

impl Candidate {
    /// The candidate of a cell index (0 to 80) and a digit index (0 to 8).
    #[inline]
    pub(crate) fn at(cell: usize, digit: usize) -> Self {
        Self { cell: Cell::new(cell), digit: Digit::from_index(digit) }
    }
}

impl std::fmt::Debug for Candidate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let cell = self.cell.index();
        write!(f, "r{}c{}={}", cell / 9 + 1, cell % 9 + 1, self.digit)
    }
}

/// The reason why these techniques do not apply to a puzzle, or why it is contradictory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CandidatesError {
    /// The puzzle is not a 9x9 grid with 3x3 boxes.
    Shape,
    /// The puzzle has a rule other than rows, columns, boxes and restricted candidates.
    Rule,
    /// A cell has a digit that a neighbor also has, or that is not among its candidates.
    Clue(Cell),
}

impl std::fmt::Display for CandidatesError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Shape => write!(f, "human techniques are for 9x9 grids with 3x3 boxes"),
            Self::Rule => {
                write!(f, "human techniques support only rows, columns, boxes and restricted candidates")
            }
            Self::Clue(cell) => {
                write!(
                    f,
                    "the digit at row {}, column {} is not possible there",
                    cell.index() / 9 + 1,
                    cell.index() % 9 + 1
                )
            }
        }
    }
}

impl std::error::Error for CandidatesError {}

/// Singles in the order in which they arose: a cell index and a digit index each.
///
/// Singles are processed first in, first out (B. Hobiger's order). The order determines how many singles of each kind a
/// path has, so it affects the rating.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SinglesQueue {
    singles: Vec<(u8, u8)>,
    /// The number of processed singles.
    taken: usize,
}

impl SinglesQueue {
    #[inline]
    fn push(&mut self, cell: usize, digit: usize) {
        self.singles.push((cell as u8, digit as u8));
    }

    /// The unprocessed singles, oldest first.
    #[inline]
    pub(crate) fn waiting(&self) -> impl Iterator<Item = (usize, usize)> {
        self.singles[self.taken..].iter().map(|&(cell, digit)| (cell.into(), digit.into()))
    }

    /// Drops the oldest singles that `done` reports as processed.
    fn settle(&mut self, done: impl Fn(usize) -> bool) {
        while let Some(&(cell, _)) = self.singles.get(self.taken)
            && done(cell.into())
        {
            self.taken += 1;
        }
    }
}

/// A state of a classic puzzle as a person sees it: filled cells, and candidates in the others.
///
/// ```text
///  values   digit of a filled cell, 0 when empty     81 bytes, row-major
///  cells    candidates of an empty cell, bit = digit 81 words, 0 when filled
///  places   empty cells where a digit is possible    9 sets of cells
///  counts   how many places a digit has in a house   27 x 9 bytes
/// ```
///
/// Filling a cell removes its digit from the candidates of its neighbors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidates {
    pub(crate) values: [u8; 81],
    pub(crate) cells: [u16; 81],
    pub(crate) places: [CellSet; 9],
    pub(crate) counts: [[u8; 9]; 27],
    pub(crate) empty: CellSet,
    pub(crate) givens: CellSet,
    pub(crate) naked: SinglesQueue,
    pub(crate) hidden: SinglesQueue,
}

impl Default for Candidates {
    fn default() -> Self {
        Self::new()
    }
}

impl Candidates {
    /// An empty grid with all candidates.
    pub fn new() -> Self {
        Self {
            values: [0; 81],
            cells: [0x1ff; 81],
            places: [CellSet::all(81); 9],
            counts: [[9; 9]; 27],
            empty: CellSet::all(81),
            givens: CellSet::EMPTY,
            naked: SinglesQueue::default(),
            hidden: SinglesQueue::default(),
        }
    }

    /// The clues and candidates of a puzzle.
    ///
    /// # Errors
    /// If the puzzle is not a classic puzzle, or a clue contradicts its rules.
    pub fn of(puzzle: &Puzzle) -> Result<Self, CandidatesError> {
        Self::with_filled(puzzle, &[])
    }

    /// The clues and candidates of a puzzle, with additional cells that a person has filled.
    ///
    /// # Errors
    /// If the puzzle is not a classic puzzle, or a digit contradicts its rules.
    pub fn with_filled(puzzle: &Puzzle, filled: &[(Cell, Digit)]) -> Result<Self, CandidatesError> {
        if puzzle.shape() != Shape::CLASSIC {
            return Err(CandidatesError::Shape);
        }
        let mut houses = 0;
        for rule in puzzle.rules() {
            match rule {
                Rule::Rows | Rule::Columns | Rule::Boxes => houses += 1,
                Rule::Candidates(_) => {}
                _ => return Err(CandidatesError::Rule),
            }
        }
        if houses != 3 {
            return Err(CandidatesError::Rule);
        }
        let mut state = Self::new();
        let mut cells = *puzzle.givens().first_chunk::<81>().ok_or(CandidatesError::Shape)?;
        for &(cell, digit) in filled {
            cells[cell.index()] = Some(digit);
        }
        for (cell, digit) in cells.into_iter().enumerate() {
            let Some(digit) = digit else { continue };
            if state.cells[cell] >> digit.index() & 1 == 0 {
                return Err(CandidatesError::Clue(Cell::new(cell)));
            }
            state.fill(cell, digit.index());
            if puzzle.givens()[cell].is_some() {
                state.givens.insert(Cell::new(cell));
            }
        }
        for rule in puzzle.rules() {
            let Rule::Candidates(sets) = rule else { continue };
            for (cell, set) in sets.iter().enumerate() {
                if state.values[cell] != 0 {
                    if set.bits() >> (state.values[cell] - 1) & 1 == 0 {
                        return Err(CandidatesError::Clue(Cell::new(cell)));
                    }
                    continue;
                }
                let gone = u64::from(state.cells[cell]) & !set.bits();
                for digit in DigitSet::from_bits(gone) {
                    state.remove(cell, digit.index());
                }
            }
        }
        Ok(state)
    }

    /// The digit of a filled cell.
    pub fn value(&self, cell: Cell) -> Option<Digit> {
        Digit::new(self.values[cell.index()])
    }

    /// The candidates of an empty cell; a filled cell has none.
    pub fn candidates(&self, cell: Cell) -> DigitSet {
        DigitSet::from_bits(self.cells[cell.index()].into())
    }

    /// The empty cells where a digit (1 to 9) is possible.
    pub fn places(&self, digit: Digit) -> CellSet {
        self.places[digit.index()]
    }

    /// The cells that are not filled.
    pub fn empty(&self) -> CellSet {
        self.empty
    }

    /// The given cells.
    pub fn givens(&self) -> CellSet {
        self.givens
    }

    /// Whether all cells are filled.
    pub fn is_full(&self) -> bool {
        self.empty.is_empty()
    }

    /// Whether an empty cell has no candidate left, or a digit has no place in a house. There is then no solution.
    pub fn is_broken(&self) -> bool {
        self.empty.iter().any(|cell| self.cells[cell.index()] == 0)
            || (0..27).any(|house| {
                let here: u16 = CELLS[house].iter().fold(0, |here, &cell| {
                    let value = self.values[cell as usize];
                    here | self.cells[cell as usize] | if value == 0 { 0 } else { 1 << (value - 1) }
                });
                here != 0x1ff
            })
    }

    /// The number of candidates of all empty cells.
    pub fn total(&self) -> usize {
        self.places.iter().map(|places| places.len()).sum()
    }

    /// Whether the candidate exists.
    pub fn contains(&self, candidate: Candidate) -> bool {
        self.cells[candidate.cell.index()] >> candidate.digit.index() & 1 == 1
    }

    /// Fills an empty cell, and removes the digit from its neighbors. Does nothing to a filled cell.
    pub fn place(&mut self, candidate: Candidate) {
        if self.empty.contains(candidate.cell) {
            self.fill(candidate.cell.index(), candidate.digit.index());
        }
    }

    /// Removes a candidate, if it exists.
    pub fn eliminate(&mut self, candidate: Candidate) {
        self.remove(candidate.cell.index(), candidate.digit.index());
    }

    /// The full grid, once all cells are filled.
    pub fn solution(&self) -> Option<Solution> {
        let digits: Option<Vec<Digit>> = self.values.iter().map(|&value| Digit::new(value)).collect();
        digits.map(Solution::new)
    }

    /// Singles arise in the order in which neighbors lose the digit and houses are examined; see [`SinglesQueue`].
    pub(crate) fn fill(&mut self, cell: usize, digit: usize) {
        let own = self.cells[cell];
        self.values[cell] = digit as u8 + 1;
        self.cells[cell] = 0;
        self.empty.remove(Cell::new(cell));
        for other in DigitSet::from_bits(own.into()) {
            self.places[other.index()].remove(Cell::new(cell));
        }
        for neighbor in NEIGHBORS[cell] & self.places[digit] {
            self.remove(neighbor.index(), digit);
        }
        for other in DigitSet::from_bits(own.into()) {
            let other = other.index();
            for house in HOUSES_OF[cell] {
                let count = &mut self.counts[usize::from(house)][other];
                *count -= 1;
                if *count == 1 && other != digit {
                    self.hidden_arises(house.into(), other);
                }
            }
        }
        let empty = self.empty;
        self.naked.settle(|cell| !empty.contains(Cell::new(cell)));
        self.hidden.settle(|cell| !empty.contains(Cell::new(cell)));
    }

    pub(crate) fn remove(&mut self, cell: usize, digit: usize) {
        let bit = 1 << digit;
        if self.cells[cell] & bit == 0 {
            return;
        }
        self.cells[cell] &= !bit;
        self.places[digit].remove(Cell::new(cell));
        if self.cells[cell].is_power_of_two() {
            self.naked.push(cell, self.cells[cell].trailing_zeros() as usize);
        }
        for house in HOUSES_OF[cell] {
            let count = &mut self.counts[usize::from(house)][digit];
            *count -= 1;
            if *count == 1 {
                self.hidden_arises(house.into(), digit);
            }
        }
    }

    #[inline]
    fn hidden_arises(&mut self, house: usize, digit: usize) {
        if let Some(cell) = (self.places[digit] & super::houses::HOUSES[house]).first() {
            self.hidden.push(cell.index(), digit);
        }
    }
}

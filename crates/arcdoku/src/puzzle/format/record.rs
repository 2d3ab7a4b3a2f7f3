//! Records: puzzles of an input with all data of their notation.

use super::Notation;
use super::case::LibraryCase;
use super::symbol::CellSymbol;
use crate::grid::{Cell, Digit, DigitSet, Shape};
use crate::puzzle::error::{ParseError, ParseErrorKind};
use crate::puzzle::{CandidateSets, ClueConflict, Puzzle, Rule};

/// A puzzle of an input with all data of its notation.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Record {
    /// The puzzle: its clues, the rules of its shape, and candidate restrictions if the notation has them. The caller
    /// may add rules.
    pub puzzle: Puzzle,
    /// The notation it was read from.
    pub notation: Notation,
    /// The number of its first line, from 1.
    pub line: usize,
    /// The name: the header of an Euler block.
    pub name: Option<String>,
    /// The text after the cells on the line; for grids, the `#` lines before them, without the `#`.
    pub comment: Option<String>,
    /// Digits that are not clues but were placed later: after a `+` in a library line, or in the
    /// `[State]` section.
    pub placed: Vec<(Cell, Digit)>,
    /// The other fields of a library line.
    pub library: Option<Box<LibraryCase>>,
    pub(super) positions: Positions,
}

/// Positions of the cells in the text.
#[derive(Clone, Debug)]
pub(super) enum Positions {
    /// On one line, `stride` characters per cell.
    Run { column: usize, stride: usize },
    /// A line and a column for each cell.
    Each(Box<[(u32, u32)]>),
}

impl Record {
    pub(super) fn new(puzzle: Puzzle, notation: Notation, line: usize, positions: Positions) -> Self {
        Self {
            puzzle,
            notation,
            line,
            name: None,
            comment: None,
            placed: Vec::new(),
            library: None,
            positions,
        }
    }

    /// The position of a cell in the source: line and column, both from 1. The column counts characters.
    pub fn position(&self, cell: Cell) -> (usize, usize) {
        match &self.positions {
            Positions::Run { column, stride } => (self.line, column + cell.index() * stride),
            Positions::Each(each) => each
                .get(cell.index())
                .map_or((self.line, 1), |&(line, column)| (line as usize, column as usize)),
        }
    }

    /// The error of clues that break a rule of the puzzle, with the position of the offending cell; `None` if no
    /// clues do. Call this method after all rules have been added.
    pub fn clue_conflict(&self) -> Option<ParseError> {
        if plainly_sound(&self.puzzle) {
            return None;
        }
        let name = |cell| self.puzzle.shape().name(cell);
        let (cell, found, expected) = match self.puzzle.clue_conflict()? {
            ClueConflict::Repeated { digit, first, second, constraint } => {
                let digit = self.puzzle.shape().value(digit);
                let found = format!("second {digit} in {constraint} (first at {})", name(first));
                (second, found, "each digit at most once")
            }
            ClueConflict::Violated { last, constraint } => {
                (last, format!("clues that break the rule '{constraint}'"), "clues that obey the rules")
            }
            ClueConflict::NoCandidate(cell) => {
                (cell, format!("no candidate for {}", name(cell)), "at least one candidate per cell")
            }
        };
        Some(ParseError::new(ParseErrorKind::ClueConflict, self.position(cell), found, expected))
    }
}

/// Whether a puzzle has only the rules of its shape, and no conflict. The general check builds all constraints, which
/// is too slow for batches of millions of puzzles.
fn plainly_sound(puzzle: &Puzzle) -> bool {
    let shape = puzzle.shape();
    if !shape.is_plain() {
        return false;
    }
    if !puzzle.rules().iter().all(|rule| matches!(rule, Rule::Rows | Rule::Columns | Rule::Boxes)) {
        return false;
    }
    let n = shape.digits();
    let (box_rows, box_cols) = shape.box_size().unwrap_or((1, n));
    let mut columns = [0u64; 64];
    let mut boxes = [0u64; 64];
    let mut repeated = 0;
    for (r, row) in puzzle.givens().chunks_exact(n).enumerate() {
        if r % box_rows == 0 {
            boxes = [0; 64];
        }
        let mut seen = 0u64;
        let stacks = row.chunks_exact(box_cols).zip(columns.chunks_exact_mut(box_cols)).zip(&mut boxes);
        for ((cells, columns), in_box) in stacks {
            let mut around = *in_box;
            for (digit, column) in cells.iter().zip(columns) {
                // There is no branch here, because it is unpredictable which cells are empty.
                let value = digit.map_or(0, Digit::get);
                let bit = u64::from(value != 0).rotate_left(u32::from(value) + 63);
                repeated |= (seen | *column | around) & bit;
                seen |= bit;
                around |= bit;
                *column |= bit;
            }
            *in_box = around;
        }
    }
    repeated == 0
}

/// The puzzle of these marks, one per cell. A single candidate is a clue.
pub(super) fn puzzle_of(shape: Shape, marks: &[CellSymbol]) -> Puzzle {
    let all = DigitSet::all(shape.digits());
    let mut puzzle = Puzzle::new(shape);
    let mut restricted = false;
    for (i, &mark) in marks.iter().enumerate() {
        match mark {
            CellSymbol::Blank => {}
            CellSymbol::Given(digit) => puzzle.set(Cell::new(i), Some(digit)),
            CellSymbol::Set(set) => {
                puzzle.set(Cell::new(i), set.only());
                restricted |= !set.is_single() && set != all;
            }
        }
    }
    if !restricted {
        return puzzle;
    }
    let sets = marks.iter().map(|mark| match *mark {
        CellSymbol::Blank => all,
        CellSymbol::Given(digit) => DigitSet::single(digit),
        CellSymbol::Set(set) => set,
    });
    puzzle.with_rule(CandidateSets::new(shape, sets.collect::<Vec<_>>()))
}

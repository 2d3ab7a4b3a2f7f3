//! Pictures of puzzles.

use arcdoku::grid::{Cell, Digit, DigitSet};
use arcdoku::puzzle::Puzzle;
use arcdoku_wire::Fault;
use arcdoku_wire::question::Draw;

use crate::draw::{Overlay, puzzle_svg};
use crate::input::Board;

/// A picture of the puzzle of a text, as SVG.
///
/// # Errors
/// If the puzzle or the digits cannot be read.
pub fn svg(question: &Draw, puzzle: &str) -> Result<String, Fault> {
    let read = |digits| {
        let board = Board { puzzle: puzzle.to_owned(), digits, marks: Vec::new() };
        board.as_clues().map_err(|rejected| rejected.fault)
    };
    let item = read(None)?;
    let puzzle = &item.record.puzzle;
    let digits = match &question.digits {
        Some(digits) => read(Some(digits.0.clone()))?.record.puzzle.givens().to_vec(),
        None => puzzle.givens().to_vec(),
    };
    let candidates = if question.candidates { candidates(puzzle, &digits) } else { Vec::new() };
    let (legend, side) = (!question.no_legend, question.side as f32);
    let overlay = Overlay { digits: &digits, candidates: &candidates, legend, side, ..Overlay::default() };
    Ok(puzzle_svg(puzzle, &overlay))
}

/// The candidates of each cell that are not excluded by clues, and by digits in houses and other sets of different
/// cells. `digits` has the digits of cells, by index.
pub fn candidates(puzzle: &Puzzle, digits: &[Option<Digit>]) -> Vec<DigitSet> {
    let cells = 0..puzzle.shape().cells();
    let mut candidates: Vec<_> = cells.map(|index| puzzle.admissible(Cell::new(index))).collect();
    for constraint in puzzle.all_different() {
        let placed: Vec<_> = constraint.cells().iter().filter_map(|cell| digits[cell.index()]).collect();
        for cell in constraint.cells() {
            for &digit in &placed {
                candidates[cell.index()].remove(digit);
            }
        }
    }
    candidates
}

//! Grids as one string.

use arcdoku::grid::{Digit, Shape};
use arcdoku::puzzle::format::{Notation, write};
use arcdoku::puzzle::{Puzzle, Rule, Solution};

/// A grid as one string: one character per cell if every digit has a character, otherwise numbers separated by
/// spaces.
pub fn grid_text(shape: Shape, digits: &[Option<Digit>]) -> String {
    text_of(shape, digits.iter().copied())
}

/// A solution as one string, as by [`grid_text`].
pub fn solution_text(shape: Shape, solution: &Solution) -> String {
    text_of(shape, solution.digits().iter().copied().map(Some))
}

fn text_of(shape: Shape, digits: impl Iterator<Item = Option<Digit>>) -> String {
    if shape.is_plain() && shape.digits() <= 9 {
        // Most grids, without the writer of all notations, which takes as long as to solve an easy puzzle.
        let symbol = |digit: Option<Digit>| digit.map_or(b'.', |digit| b'1' + digit.index() as u8);
        return String::from_utf8(digits.map(symbol).collect()).unwrap_or_default();
    }
    let notation = if Notation::Line.fits(shape) { Notation::Line } else { Notation::Integers };
    written(notation, &Puzzle::with_givens(shape, &digits.collect::<Vec<_>>()))
}

/// A puzzle as one string with all of its candidates: clues as by [`grid_text`], a puzzle with candidate restrictions
/// as one line of candidates (a drawn grid above 36 digits). In grids that are not plain, the restrictions are a rule
/// of the [`Ruleset`](crate::Ruleset).
pub fn puzzle_text(puzzle: &Puzzle) -> String {
    let is_restricted = puzzle.rules().iter().any(|rule| matches!(rule, Rule::Candidates(_)));
    if !is_restricted || !puzzle.shape().is_plain() {
        return grid_text(puzzle.shape(), puzzle.givens());
    }
    let fits = Notation::Candidates.fits(puzzle.shape());
    written(if fits { Notation::Candidates } else { Notation::Pencilmarks }, puzzle)
}

fn written(notation: Notation, puzzle: &Puzzle) -> String {
    let mut text = String::with_capacity(puzzle.shape().cells() + 1);
    // Every notation used here fits the puzzle, and writing to a string cannot fail.
    let _ = write(notation, puzzle, &mut text);
    text.truncate(text.trim_end().len());
    text
}

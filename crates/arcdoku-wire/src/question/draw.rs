//! Pictures of puzzles.

use super::{PuzzleText, question};

question! {
    /// Draw a puzzle with its rules
    Draw = "draw" -> String, fails "" in "Picture" {
        /// Digits to draw: a line in the form of a puzzle
        digits: Option<PuzzleText>,
        /// Draw the candidates of empty cells: the digits that the houses do not exclude
        candidates: bool,
        /// Leave out the descriptions of rules below the board
        no_legend: bool,
        /// Width of a cell in pixels
        side: u64 [8..=200] = 48,
    }
}

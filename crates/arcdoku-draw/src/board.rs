//! Boards as text, and the colors of terminals.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use arcdoku::grid::{Cell, Digit, DigitSet};
use arcdoku::puzzle::Puzzle;
use arcdoku::puzzle::format::{write_puzzle_board, write_puzzle_pencilmarks};

/// The style of digits that are not clues.
pub const FOUND: Style = AnsiColor::Green.on_default().bold();
/// The style of failures.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// The style of guesses.
pub const GUESS: Style = AnsiColor::Yellow.on_default().bold();
/// The style of headings.
pub const HEAD: Style = Style::new().bold();
/// The style of secondary text.
pub const FAINT: Style = Style::new().dimmed();

/// The text in a style, if `colored`.
pub fn paint(colored: bool, style: Style, text: &str) -> String {
    if colored { format!("{style}{text}{style:#}") } else { text.to_owned() }
}

/// Draws a board of a puzzle, with the styles of its cells.
pub fn board(
    puzzle: &Puzzle,
    digit: impl Fn(Cell) -> Option<Digit>,
    style: impl Fn(Cell) -> Option<Style>,
    out: &mut String,
) {
    let mut plain = String::new();
    // Writing to a string cannot fail.
    let _ = write_puzzle_board(puzzle, digit, &mut plain);
    styled(&plain, style, out);
}

/// Draws all candidates.
pub fn pencilmarks(
    puzzle: &Puzzle,
    sets: &[DigitSet],
    style: impl Fn(Cell) -> Option<Style>,
    out: &mut String,
) {
    let mut plain = String::new();
    let _ = write_puzzle_pencilmarks(puzzle, sets, &mut plain);
    styled(&plain, style, out);
}

/// Copies a drawn board and styles its words, which are the cells in reading order.
fn styled(plain: &str, style: impl Fn(Cell) -> Option<Style>, out: &mut String) {
    let is_border = |c: char| matches!(c, ' ' | '|' | '+' | '-' | '\n');
    let mut cell = 0;
    let mut rest = plain;
    while !rest.is_empty() {
        let (border, after) = rest.split_at(rest.find(|c| !is_border(c)).unwrap_or(rest.len()));
        let (word, after) = after.split_at(after.find(is_border).unwrap_or(after.len()));
        out.push_str(border);
        if word.ends_with(':') {
            // This word is the name of the first extra cell of a line, not a cell.
            out.push_str(word);
        } else if !word.is_empty() {
            match style(Cell::new(cell)) {
                Some(style) => {
                    let _ = write!(out, "{style}{word}{style:#}");
                }
                None => out.push_str(word),
            }
            cell += 1;
        }
        rest = after;
    }
}

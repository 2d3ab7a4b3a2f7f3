//! Answers to puzzles.

use arcdoku::grid::{Digit, Shape};
use arcdoku::puzzle::Solution;
use arcdoku_wire::grid_text;

/// The digits of a solution as one string.
pub(crate) fn solution_text(shape: Shape, solution: &Solution) -> String {
    let digits: Vec<Option<Digit>> = solution.digits().iter().copied().map(Some).collect();
    grid_text(shape, &digits)
}

/// Appends the digits of a solution.
pub(crate) fn push_solution(shape: Shape, solution: &Solution, out: &mut String) {
    let digits = solution.digits();
    let mut text = [0; 81];
    if shape.digits() > 9 || digits.len() > text.len() {
        return out.push_str(&solution_text(shape, solution));
    }
    // The common sizes without the detour over a puzzle and its notation.
    for (byte, digit) in text.iter_mut().zip(digits) {
        *byte = b'0' + digit.get();
    }
    out.push_str(std::str::from_utf8(&text[..digits.len()]).unwrap_or_default());
}

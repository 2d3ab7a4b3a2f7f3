//! The texts of a proof: puzzle, formula, proof and solutions.

use std::fmt::{self, Write};

use super::formula::Formula;
use crate::grid::Cell;
use crate::puzzle::{Puzzle, Solution};

/// Writes a puzzle in the form that a checker reads: its shape, one line per rule, and the clues as values.
///
/// ```
/// use arcdoku::Puzzle;
/// use arcdoku::proof::write_puzzle;
///
/// let puzzle: Puzzle = "1.....3..4.....2".parse()?;
/// let mut text = String::new();
/// write_puzzle(&puzzle, &mut text).unwrap();
/// assert_eq!(text, "grid 4x4 boxes 2x2\nrule rows\nrule columns\nrule boxes\nclues 1 . . . . . 3 . . 4 . . . . . 2\n");
/// # Ok::<(), arcdoku::ParseError>(())
/// ```
///
/// # Errors
/// The errors of the sink.
pub fn write_puzzle(puzzle: &Puzzle, out: &mut impl Write) -> fmt::Result {
    let shape = puzzle.shape();
    writeln!(out, "{}", shape.text())?;
    for rule in puzzle.rules() {
        writeln!(out, "rule {rule}")?;
    }
    out.write_str("clues")?;
    for given in puzzle.givens() {
        match given {
            Some(digit) => write!(out, " {}", shape.value(*digit))?,
            None => out.write_str(" .")?,
        }
    }
    out.write_char('\n')
}

/// Writes solutions, one per line: the values of the cells, with `.` for void cells.
///
/// # Errors
/// The errors of the sink.
pub fn write_solutions(formula: &Formula, solutions: &[Solution], out: &mut impl Write) -> fmt::Result {
    for solution in solutions {
        for (index, &digit) in solution.digits().iter().enumerate() {
            if index > 0 {
                out.write_char(' ')?;
            }
            if formula.is_void(Cell::new(index)) {
                out.write_char('.')?;
            } else {
                write!(out, "{}", formula.shape().value(digit))?;
            }
        }
        out.write_char('\n')?;
    }
    Ok(())
}

/// Writes the first lines of a proof about a formula.
///
/// # Errors
/// The errors of the sink.
pub fn write_head(formula: &Formula, out: &mut impl Write) -> fmt::Result {
    writeln!(out, "pseudo-Boolean proof version 3.0\nf {} ;", formula.rows().len())
}

/// Writes the last lines of a proof: the contradiction, if it was derived.
///
/// # Errors
/// The errors of the sink.
pub fn write_end(contradiction: Option<super::LineLabel>, out: &mut impl Write) -> fmt::Result {
    out.write_str("output NONE ;\nconclusion ")?;
    match contradiction {
        Some(label) => write!(out, "UNSAT : {label}")?,
        None => out.write_str("NONE")?,
    }
    out.write_str(" ;\nend pseudo-Boolean proof ;\n")
}

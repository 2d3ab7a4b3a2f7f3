//! An independent checker of proofs about Sudoku puzzles.
//!
//! It reads the *puzzle*, writes its pseudo-Boolean formula, and compares this with the formula of the proof, row by
//! row. The labels, their order and the rows must be equal; only the order of terms in a row is free. The encoder of
//! arcdoku therefore does not need to be trusted. Known solutions are checked against the meaning of the rules,
//! without the formula. Then it checks every statement of the proof. Proofs are a subset of the format of `VeriPB`
//! 3.0, so the published checkers of that format can also check them. It has no dependencies.
//!
//! ```
//! use arcdoku_verify::{Files, Proven, formula, verify};
//!
//! // Two equal clues in a row.
//! let puzzle = "11..............";
//! let formula = formula(puzzle, "").unwrap();
//! let steps = "@end rup >= 1 ;\noutput NONE ;\nconclusion UNSAT : @end ;\nend pseudo-Boolean proof ;\n";
//! let count = formula.lines().count() - 1;
//! let proof = format!("pseudo-Boolean proof version 3.0\nf {count} ;\n{steps}");
//! let files = Files { puzzle, formula: &formula, proof: &proof, solutions: "" };
//! assert_eq!(verify(files), Ok(Proven::NoSolution));
//! ```

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod area;
mod compose;
mod constraint;
mod counts;
mod database;
mod encode;
mod expression;
mod proof;
mod puzzle;
mod reading;
mod regex;
mod relation;
mod rule;
mod shape;

use std::fmt;

use constraint::{ensure, short};
use encode::Formula;
use puzzle::Puzzle;

/// The contents of the files that belong to a proof.
#[derive(Clone, Copy, Debug)]
pub struct Files<'a> {
    /// The puzzle: `NAME.sudoku`.
    pub puzzle: &'a str,
    /// The formula: `NAME.opb`.
    pub formula: &'a str,
    /// The proof: `NAME.pbp`.
    pub proof: &'a str,
    /// The known solutions: `NAME.sol`, one per line; empty if there are none.
    pub solutions: &'a str,
}

/// The result that a proof establishes for a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proven {
    /// There is no solution.
    NoSolution,
    /// The known solution is the only one.
    Unique,
    /// The known solutions are all. The field is their number.
    Exactly(usize),
    /// Every step follows; the proof claims nothing more.
    StepsOnly,
}

impl fmt::Display for Proven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSolution => f.write_str("no solution"),
            Self::Unique => f.write_str("unique"),
            Self::Exactly(count) => write!(f, "exactly {count} solutions"),
            Self::StepsOnly => f.write_str("steps only"),
        }
    }
}

/// The first defect of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defect {
    /// The extension of the file: `sudoku`, `opb`, `pbp` or `sol`.
    pub file: &'static str,
    /// The line, from 1.
    pub line: usize,
    /// The reason.
    pub reason: String,
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, ".{}:{}: {}", self.file, self.line, self.reason)
    }
}

impl std::error::Error for Defect {}

/// Converts a line and a reason to a defect of a file.
fn within(file: &'static str) -> impl Fn((usize, String)) -> Defect {
    move |(line, reason)| Defect { file, line, reason }
}

/// Checks a proof with its puzzle, formula and known solutions.
///
/// # Errors
/// The first defect.
pub fn verify(files: Files<'_>) -> Result<Proven, Defect> {
    let (formula, known) = read(files.puzzle, files.solutions)?;
    compare(&formula, files.formula).map_err(within("opb"))?;
    let unsatisfiable = proof::check(formula, files.proof).map_err(within("pbp"))?;
    Ok(match (unsatisfiable, known) {
        (false, _) => Proven::StepsOnly,
        (true, 0) => Proven::NoSolution,
        (true, 1) => Proven::Unique,
        (true, _) => Proven::Exactly(known),
    })
}

/// The text of the formula for a proof: the formula of a puzzle in which the known solutions are blocked.
///
/// # Errors
/// The first defect of the texts, such as a line that is not a solution.
pub fn formula(puzzle: &str, solutions: &str) -> Result<String, Defect> {
    let (formula, _) = read(puzzle, solutions)?;
    let rows = formula.rows.iter().map(|(label, row)| format!("@{label} {} ;\n", formula.names.text(row)));
    Ok(formula.header() + "\n" + &rows.collect::<String>())
}

/// The formula of a puzzle, and the number of its known solutions.
fn read(puzzle: &str, solutions: &str) -> Result<(Formula, usize), Defect> {
    let puzzle = Puzzle::read(puzzle).map_err(within("sudoku"))?;
    let mut known: Vec<Vec<usize>> = Vec::new();
    for (number, line) in (1..).zip(solutions.lines()) {
        let solution = puzzle.solution(line).map_err(|reason| within("sol")((number, reason)))?;
        if let Some(first) = known.iter().position(|other| *other == solution) {
            return Err(within("sol")((number, format!("the solution of line {} again", first + 1))));
        }
        known.push(solution);
    }
    let formula = Formula::new(&puzzle, &known).map_err(|reason| within("sudoku")((1, reason)))?;
    Ok((formula, known.len()))
}

/// Compares a formula with its text, one labeled row after the other. The order of terms in a row is free.
fn compare(formula: &Formula, text: &str) -> Result<(), (usize, String)> {
    let mut lines = (1..).zip(text.lines());
    let mut next = || lines.next().unwrap_or_else(|| (text.lines().count().max(1), "the end of the file"));
    let differs = |number: usize, found: &str, expected: &str| {
        let reason = || format!("found '{}', expected '{}'", short(found), short(expected));
        ensure(found == expected, reason).map_err(|reason| (number, reason))
    };
    let (number, line) = next();
    differs(number, line, &formula.header())?;
    for (label, own) in &formula.rows {
        let (number, line) = next();
        let mut words = line.split_ascii_whitespace();
        let found = words.next().filter(|word| word.starts_with('@')).unwrap_or(line);
        differs(number, found, &format!("@{label}"))?;
        let row = formula.names.read(&mut words).map_err(|reason| (number, reason))?;
        let rest: String = words.collect();
        if row != *own || rest != ";" {
            differs(number, &(formula.names.text(&row) + " " + &rest), &(formula.names.text(own) + " ;"))?;
        }
    }
    let (number, line) = next();
    differs(number, line, "the end of the file")
}

//! What the commands about human techniques have in common: the state a person is in, and what is known of
//! its solutions.

use arcdoku::human::{Candidates, Options, Unfit};
use arcdoku::puzzle::format::{Notation, Record, Writer};
use arcdoku::puzzle::{Limit, Limits, Outcome, Puzzle, Refutation, Rule, Solution};
use arcdoku::solve::Solver;
use arcdoku_wire::{Fault, puzzle_text};

use crate::input::Item;

/// What is known of the solutions of a state.
#[derive(Clone, Debug)]
pub(crate) enum Standing {
    /// There is one.
    One {
        /// It.
        solution: Solution,
        /// Whether the clues alone have no other, so that techniques may assume so.
        proper: bool,
    },
    /// There are several.
    Several,
    /// There is none, and what showed that; nothing where what was filled in is to blame.
    None(Option<Refutation>),
    /// A limit came first.
    Unknown(Limit),
}

impl Standing {
    /// Of the puzzle with its candidates and what was filled in.
    pub(crate) fn of(solver: &mut Solver, record: &Record, limits: &Limits<'_>) -> Self {
        match solver.solve(&record.puzzle, limits).outcome {
            Outcome::Unique(solution) | Outcome::Solved(solution) => {
                if record.placed.iter().any(|&(cell, digit)| solution.at(cell) != digit) {
                    return Self::None(None);
                }
                // Fewer candidates may be what leaves a single solution.
                let proper = !is_restricted(&record.puzzle)
                    || matches!(solver.solve(&clues(&record.puzzle), limits).outcome, Outcome::Unique(_));
                Self::One { solution, proper }
            }
            Outcome::Multiple(..) => Self::Several,
            Outcome::Unsatisfiable(refutation) => Self::None(Some(refutation)),
            Outcome::Unknown { limit, .. } => Self::Unknown(limit),
        }
    }

    /// The solution, if it is the only one.
    pub(crate) fn solution(&self) -> Option<&Solution> {
        if let Self::One { solution, .. } = self { Some(solution) } else { None }
    }

    /// The options that may be used: without techniques that assume a single solution where there may be
    /// others.
    pub(crate) fn options(&self, options: &Options) -> Options {
        let mut options = *options;
        if !matches!(self, Self::One { proper: true, .. }) {
            options.proper = None;
        }
        options
    }
}

/// The state that a record describes.
pub(crate) fn state(record: &Record) -> Result<Candidates, Unfit> {
    Candidates::with_filled(&record.puzzle, &record.placed)
}

fn is_restricted(puzzle: &Puzzle) -> bool {
    puzzle.rules().iter().any(|rule| matches!(rule, Rule::Candidates(_)))
}

/// The puzzle without its candidate restrictions.
pub(crate) fn clues(puzzle: &Puzzle) -> Puzzle {
    Puzzle::with_givens(puzzle.shape(), puzzle.givens())
}

/// The state as one string: the puzzle, or a library line where digits were filled in.
pub(crate) fn state_text(record: &Record) -> String {
    if record.placed.is_empty() {
        return puzzle_text(&record.puzzle);
    }
    let mut text = String::new();
    // Who can fill digits in is 9x9 or smaller, or comes from a notation that has no one-line form.
    if Writer::new(Notation::Library).record(record, &mut text).is_err() {
        return puzzle_text(&record.puzzle);
    }
    text.truncate(text.trim_end().len());
    text
}

/// Why techniques cannot be applied, with its place; true if the puzzle is of another kind, false if a digit
/// cannot stand where it is.
pub(crate) fn misfit(item: &Item, unfit: Unfit) -> (Fault, bool) {
    let (at, expected) = match unfit {
        Unfit::Clue(cell) => (item.position(cell), "a digit that no neighbor has"),
        _ => ((item.line(), 1), "a plain 9x9 puzzle"),
    };
    let found = match unfit {
        Unfit::Shape => "another grid than 9x9 with 3x3 boxes".to_owned(),
        Unfit::Rule => "rules beyond rows, columns and boxes".to_owned(),
        Unfit::Clue(cell) => {
            format!("a digit in {} that cannot stand there", item.record.puzzle.shape().name(cell))
        }
        other => other.to_string(),
    };
    (Fault::new(at, found, expected).in_file(&item.source), !matches!(unfit, Unfit::Clue(_)))
}

//! Outcomes: the answers to questions about a puzzle.

use crate::grid::{Cell, Digit, PerCell};
use crate::puzzle::limits::Limit;

/// A full grid: one digit per cell, row-major.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Solution(PerCell<Digit>);

impl Solution {
    /// The solution with these digits, one per cell in row-major order.
    pub fn new(digits: impl Into<Box<[Digit]>>) -> Self {
        Self(PerCell::new(&digits.into()))
    }

    /// The solution of a 9x9 grid, without an allocation.
    #[inline]
    pub(crate) fn classic(digits: [Digit; 81]) -> Self {
        Self(PerCell::full(digits))
    }

    /// The digits, row-major.
    pub fn digits(&self) -> &[Digit] {
        &self.0
    }

    /// The digit of a cell.
    ///
    /// # Panics
    /// If the cell is outside of the grid.
    pub fn at(&self, cell: Cell) -> Digit {
        self.0[cell.index()]
    }
}

/// The answer to a question about the solutions of a puzzle. No solution, several solutions and a reached limit are
/// outcomes, not errors.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// There is exactly one solution.
    Unique(Solution),
    /// There are at least two solutions, including these.
    Multiple(Solution, Solution),
    /// There is a solution. Whether there are others was not checked.
    Solved(Solution),
    /// There is no solution.
    Unsatisfiable(Refutation),
    /// A limit was reached before the question was answered.
    Unknown {
        /// The limit.
        limit: Limit,
        /// A solution, if one was found before the limit was reached.
        found: Option<Solution>,
    },
}

impl Outcome {
    /// A solution, if one is known.
    pub fn solution(&self) -> Option<&Solution> {
        match self {
            Self::Unique(solution) | Self::Multiple(solution, _) | Self::Solved(solution) => Some(solution),
            Self::Unknown { found, .. } => found.as_ref(),
            Self::Unsatisfiable(_) => None,
        }
    }

    /// The outcome as one word for tables and JSON:
    /// `unique`, `multiple`, `solved`, `unsatisfiable` or `unknown`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Unique(_) => "unique",
            Self::Multiple(..) => "multiple",
            Self::Solved(_) => "solved",
            Self::Unsatisfiable(_) => "unsatisfiable",
            Self::Unknown { .. } => "unknown",
        }
    }
}

/// How it was proven that there is no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Refutation {
    /// The clues break a rule.
    Clues,
    /// A contradiction follows from the clues without any choice.
    Propagation,
    /// Every choice led to a contradiction.
    Search,
}

impl Refutation {
    /// One word for tables and JSON: `clues`, `propagation` or `search`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Clues => "clues",
            Self::Propagation => "propagation",
            Self::Search => "search",
        }
    }

    /// The refutation as a clause of a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Clues => "the clues already contradict each other",
            Self::Propagation => "a contradiction follows from the clues without any choice",
            Self::Search => "every choice leads to a contradiction",
        }
    }
}

/// Evidence that a puzzle has exactly one solution.
///
/// Techniques that assume a unique solution take this evidence as an argument and are not applied without it. Only a
/// solver creates it, with `Answer::proper`, after it has proven that the puzzle is proper. The type does not record
/// the puzzle, so pass the evidence on only with the puzzle that was solved.
///
/// ```
/// use arcdoku::deduction::Options;
/// use arcdoku::{Limits, Puzzle, Solver};
///
/// let puzzle: Puzzle =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let answer = Solver::new().solve(&puzzle, &Limits::NONE);
/// let options = Options::default().with_proper(answer.proper());
/// assert!(options.proper.is_some() && Options::default().proper.is_none());
/// # Ok::<(), arcdoku::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proper(());

impl Proper {
    /// Evidence created by code of this crate that has proven uniqueness, or by a test.
    pub(crate) const fn proven() -> Self {
        Self(())
    }
}

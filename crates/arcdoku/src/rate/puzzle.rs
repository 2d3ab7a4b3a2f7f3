//! The rating of a puzzle in one call, which proves its uniqueness first.

use std::fmt;
use std::ops::ControlFlow;

use super::scale::{Rating, Scale};
use crate::deduction::{Candidates, CandidatesError, Options, PathEnd};
use crate::puzzle::{Limit, Limits, Outcome, Puzzle};
use crate::solve::Solver;

/// Error of [`Scale::rate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RateError {
    /// The techniques do not apply to such a puzzle.
    Unfit(CandidatesError),
    /// The puzzle has no solution.
    Unsatisfiable,
    /// The puzzle has several solutions.
    Multiple,
    /// A limit was reached.
    Stopped(Limit),
}

impl fmt::Display for RateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unfit(unfit) => unfit.fmt(f),
            Self::Unsatisfiable => f.write_str("the puzzle has no solution"),
            Self::Multiple => f.write_str("the puzzle has several solutions"),
            Self::Stopped(limit) => write!(f, "stopped by the limit: {}", limit.name()),
        }
    }
}

impl std::error::Error for RateError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Unfit(unfit) => Some(unfit),
            _ => None,
        }
    }
}

impl Scale {
    /// Rates a classic 9x9 puzzle with the default options, within `limits` for its solution and for its path.
    ///
    /// # Errors
    /// If the puzzle is not a classic puzzle, does not have exactly one solution, or a limit was reached.
    ///
    /// ```
    /// use arcdoku::rate::Scale;
    /// use arcdoku::{Limits, Puzzle};
    ///
    /// let puzzle: Puzzle =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let rating = Scale::default().rate(&puzzle, &Limits::NONE).unwrap();
    /// assert_eq!(rating.to_string(), "Easy 204");
    /// # Ok::<(), arcdoku::ParseError>(())
    /// ```
    pub fn rate(&self, puzzle: &Puzzle, limits: &Limits<'_>) -> Result<Rating, RateError> {
        let state = Candidates::of(puzzle).map_err(RateError::Unfit)?;
        let answer = Solver::new().solve(puzzle, limits);
        let solution = match &answer.outcome {
            Outcome::Unique(solution) => solution,
            Outcome::Unsatisfiable(_) => return Err(RateError::Unsatisfiable),
            Outcome::Unknown { limit, .. } => return Err(RateError::Stopped(*limit)),
            _ => return Err(RateError::Multiple),
        };
        let options = Options::default().with_proper(answer.proper());
        let go_on = &mut |_, _, _: &Rating| ControlFlow::Continue(());
        match self.rater().rate(&state, &options, Some(solution), limits, go_on) {
            (_, PathEnd::Stopped(limit)) => Err(RateError::Stopped(limit)),
            (rating, _) => Ok(rating),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HARD: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

    #[test]
    fn uniqueness_is_proven_first() {
        let rated = |text: &str| Scale::default().rate(&text.parse().unwrap(), &Limits::NONE);
        assert!(rated(HARD).is_ok());
        assert_eq!(rated(&HARD.replacen('4', ".", 1)), Err(RateError::Multiple));
        assert_eq!(
            rated(&HARD.replacen(".5", "55", 1)),
            Err(RateError::Unfit(CandidatesError::Clue(crate::grid::Cell::new(8))))
        );
        assert_eq!(rated(&"1".repeat(16).replace('1', ".")), Err(RateError::Unfit(CandidatesError::Shape)));
        let limits = Limits::NONE.with_nodes(0);
        let stopped = Scale::default().rate(&HARD.parse().unwrap(), &limits);
        assert!(matches!(stopped, Err(RateError::Stopped(_))), "{stopped:?}");
    }

    /// Raters, with all their memory, can be sent to other threads.
    #[test]
    fn raters_are_send() {
        fn send<T: Send + fmt::Debug>() {}
        send::<crate::rate::Rater>();
        send::<crate::rate::RateScratch>();
        send::<crate::rate::hint::Guide<'_>>();
        send::<crate::explainer::ExplainerScratch>();
        send::<Scale>();
        send::<crate::deduction::Step>();
    }
}

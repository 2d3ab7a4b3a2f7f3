//! Floor 4: the facade that answers questions about puzzles.
//!
//! [`Solver`] picks the engine from the puzzle and the question. Today that is always csp and
//! search, with the strategy that [`fastest`] names; a specialized 9x9 engine will stand behind the
//! same door.

mod batch;

use std::ops::ControlFlow;

use crate::csp::Space;
use crate::grid::Digit;
use crate::puzzle::{Limit, Limits, Outcome, Puzzle, Refutation, Solution};
use crate::search::{End, Observer, Scratch, Stats, Strategy, search};

pub use batch::batch;

/// The fastest strategy for grids of fewer than 16 digits, as measured in `bench/record`.
pub const FASTEST: &str = "singles-mrv-md";

/// The fastest strategy for grids of 16 digits and more. They have long tails, which learning where
/// the conflicts are cuts: with 100,000 nodes each it solved 25 of 25 puzzles of 25x25, and
/// `singles-mrv-md` 19 (`bench/record/2026-11-21-large.md`).
pub const FASTEST_LARGE: &str = "dom-wdeg,value=lcv";

/// The fastest strategy known for a puzzle.
///
/// # Panics
/// Never: a test reads both constants.
pub fn fastest(puzzle: &Puzzle) -> Strategy {
    *Solver::new().strategy_for(puzzle)
}

/// What is asked of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// A solution, if there is one.
    First,
    /// Whether there is exactly one solution, and which.
    Unique,
}

/// An answer and what it took.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What is known now.
    pub outcome: Outcome,
    /// The counters of the search.
    pub stats: Stats,
}

/// The number of solutions, as far as it is known, and what it took.
#[derive(Clone, Debug)]
pub struct Count {
    /// How many solutions were found.
    pub solutions: u128,
    /// Whether there are no more.
    pub exact: bool,
    /// The limit that ended the count, if one did. A count that ended because as many solutions
    /// were found as were wanted is not exact and has no limit here.
    pub limit: Option<Limit>,
    /// The counters of the search.
    pub stats: Stats,
}

/// Answers questions about puzzles, one after the other. It keeps compiled models, so use one for
/// many puzzles; it is cheap to make one a thread.
pub struct Solver {
    /// For grids of fewer than 16 digits, and for the others.
    strategies: [Strategy; 2],
    scratch: Scratch<()>,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// A solver that answers as fast as it can.
    ///
    /// # Panics
    /// Never: [`FASTEST`] and [`FASTEST_LARGE`] can be read.
    pub fn new() -> Self {
        let read = |text: &str| text.parse().expect("a strategy");
        Self { strategies: [FASTEST, FASTEST_LARGE].map(read), scratch: Scratch::default() }
    }

    /// A solver that uses this strategy for everything.
    pub fn with_strategy(strategy: Strategy) -> Self {
        Self { strategies: [strategy; 2], scratch: Scratch::default() }
    }

    /// The strategy that is used for a puzzle.
    pub fn strategy_for(&self, puzzle: &Puzzle) -> &Strategy {
        &self.strategies[usize::from(puzzle.shape().digits() >= 16)]
    }

    /// Whether the puzzle has exactly one solution, and which.
    ///
    /// ```
    /// use arcdoku::{Limits, Outcome, Puzzle, Solver};
    ///
    /// let puzzle: Puzzle =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let answer = Solver::new().solve(&puzzle, &Limits::NONE);
    /// assert!(matches!(answer.outcome, Outcome::Unique(_)));
    /// assert_eq!(answer.stats.nodes, 0, "singles alone solve it");
    /// # Ok::<(), arcdoku::ParseError>(())
    /// ```
    pub fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Answer {
        self.ask(Question::Unique, puzzle, limits)
    }

    /// A solution, if there is one. Whether it is the only one is not asked.
    pub fn first(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Answer {
        self.ask(Question::First, puzzle, limits)
    }

    /// The answer to `question`.
    pub fn ask(&mut self, question: Question, puzzle: &Puzzle, limits: &Limits<'_>) -> Answer {
        let strategy = *self.strategy_for(puzzle);
        answer(question, puzzle, &strategy, limits, &mut self.scratch, &mut ())
    }

    /// How many solutions the puzzle has, counted one by one, at most up to `up_to` of them.
    pub fn count(&mut self, puzzle: &Puzzle, up_to: Option<u128>, limits: &Limits<'_>) -> Count {
        let mut left = up_to.unwrap_or(u128::MAX);
        let mut sink = |_: &Space| {
            left = left.saturating_sub(1);
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        if up_to == Some(0) {
            return Count { solutions: 0, exact: false, limit: None, stats: Stats::default() };
        }
        let strategy = *self.strategy_for(puzzle);
        let (end, stats) = search(puzzle, &strategy, limits, &mut self.scratch, &mut (), &mut sink);
        let limit = if let End::Limit(limit) = end { Some(limit) } else { None };
        Count { solutions: stats.solutions, exact: end == End::Complete, limit, stats }
    }

    /// Hands every solution to `each`, until it breaks, the last is found, or a limit is reached.
    pub fn solutions(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits<'_>,
        mut each: impl FnMut(Solution) -> ControlFlow<()>,
    ) -> (End, Stats) {
        let mut sink = |space: &Space| each(solution(space));
        let strategy = *self.strategy_for(puzzle);
        search(puzzle, &strategy, limits, &mut self.scratch, &mut (), &mut sink)
    }
}

/// The answer to `question` by `strategy`, watched by `observer`.
pub fn observe<T: Observer>(
    question: Question,
    puzzle: &Puzzle,
    strategy: &Strategy,
    limits: &Limits<'_>,
    observer: &mut T,
) -> Answer {
    answer(question, puzzle, strategy, limits, &mut Scratch::default(), observer)
}

fn answer<T: Observer>(
    question: Question,
    puzzle: &Puzzle,
    strategy: &Strategy,
    limits: &Limits<'_>,
    scratch: &mut Scratch<T>,
    observer: &mut T,
) -> Answer {
    let wanted = if question == Question::First { 1 } else { 2 };
    let mut found = Vec::new();
    let mut sink = |space: &Space| {
        found.push(solution(space));
        if found.len() == wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let (end, stats) = search(puzzle, strategy, limits, scratch, observer, &mut sink);
    let mut found = found.into_iter();
    let outcome = match (found.next(), found.next(), end) {
        (Some(first), Some(second), _) => Outcome::Multiple(first, second),
        (found, None, End::Limit(limit)) => Outcome::Unknown { limit, found },
        (Some(only), None, End::Complete) => Outcome::Unique(only),
        (Some(first), None, _) => Outcome::Solved(first),
        (None, ..) => Outcome::Unsatisfiable(refutation(puzzle, &stats)),
    };
    Answer { outcome, stats }
}

/// What showed that there is no solution.
fn refutation(puzzle: &Puzzle, stats: &Stats) -> Refutation {
    if puzzle.clue_conflict().is_some() {
        Refutation::Clues
    } else if stats.nodes == 0 {
        Refutation::Propagation
    } else {
        Refutation::Search
    }
}

fn solution(space: &Space) -> Solution {
    let digits: Vec<Digit> = space.domains().iter().filter_map(|set| set.first()).collect();
    Solution::new(digits)
}

//! Answers questions about puzzles with the fastest method.
//!
//! [`Solver`] chooses the engine from the puzzle and the question: [`fast9`](crate::fast9) for 9x9 grids with houses
//! and pairs of cells that differ, `compact` for puzzles with sums, otherwise `csp` and `search` with the strategy that
//! [`fastest`] returns.
//! [`Method`] names the chosen engine. [`Prober`] answers many questions about almost the same grid.
//!
//! Further questions: [`TrueCandidates`], the digits of solutions, while a puzzle is edited; [`equal_cells`];
//! [`estimate`], the number of solutions; [`necessities`] of clues and rules; [`contradiction`], the parts of a
//! puzzle that exclude each other; [`restricts`], which compares two puzzles.

mod areas;
mod batch;
mod candidates;
mod equal;
mod estimate;
mod parts;
mod probe;
mod session;

use std::borrow::Borrow;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;

use crate::compact::{CompactEngine, CompactReport};
use crate::csp::{LEARNS, Space, Var};
use crate::fast9::{Engine, EngineReport};
use crate::grid::{Digit, Shape};
use crate::puzzle::relation::Relation;
use crate::puzzle::{Budget, Limit, Limits, Outcome, Proper, Puzzle, Refutation, Rule, Solution};
use crate::search::{Branching, Observer, SearchEnd, SearchScratch, Stats, Strategy, named, search, watched};

use areas::Renumbered;
pub use batch::batch;
pub use candidates::{CandidateCounts, TrueCandidates};
pub use equal::{EqualCells, equal_cells};
pub use estimate::{Estimate, estimate};
pub use parts::{Contradiction, Necessity, Part, Restriction, contradiction, necessities, restricts};
pub use probe::{ProbeAnswer, ProbeGrid, Prober};

/// The fastest strategy for grids of fewer than 16 digits, as measured in `bench/record`.
pub const FASTEST: &str = "singles-mrv-md";

/// The fastest strategy for houses of 16 digits and more (`docs/learning.md`).
pub const FASTEST_LARGE: &str = "learning";

/// The fastest strategy for rules that are not houses. On the sets `iss` and `ctc` of variants, this strategy, which
/// stays at the choice that failed last, takes 0.86 and 0.80 times as many nodes as `dom-wdeg` (geometric means).
/// For 25 digits, it takes more nodes than `dom-wdeg`.
pub const FASTEST_RULES: &str = "last-conflict";

/// The number of solutions that a search with learning finds before a search without learning continues.
const FEW: usize = 1000;

/// The number of nodes after which a search is replaced by a search with learning, if the rules profit from it.
const NODES_BEFORE_LEARNING: u64 = 4_000;

/// The number of nodes after which learning begins if the puzzle has unknown regions.
const NODES_WITH_AREAS: u64 = 60_000;

/// The fastest strategy of each kind of puzzle, in the order of [`kind`].
const FASTEST_OF: [Strategy; 3] = [named(FASTEST), named(FASTEST_LARGE), named(FASTEST_RULES)];

/// The fastest strategy known for a puzzle.
pub fn fastest(puzzle: &Puzzle) -> Strategy {
    FASTEST_OF[kind(puzzle)]
}

/// The fastest known strategy for a puzzle that undoes decisions one by one. Its search tree can be shown, and it can
/// start from any state of a model.
pub fn fastest_chronological(puzzle: &Puzzle) -> Strategy {
    fastest(puzzle).chronological()
}

/// The kind of a puzzle: houses of fewer than 16 digits, houses of more digits, or other rules.
fn kind(puzzle: &Puzzle) -> usize {
    // Some relations fail far more often than others. Learning which ones fail helps more than choosing variables by
    // their houses.
    let relates = |rule: &Rule| matches!(rule, Rule::Listed(_) | Rule::Cage(_) | Rule::Thermometer(_));
    if puzzle.rules().iter().any(relates) { 2 } else { usize::from(puzzle.shape().digits() >= 16) }
}

/// The number of nodes after which learning is faster on most puzzles with these rules (`docs/learning.md`). `None` if
/// learning is not faster.
fn patience(puzzle: &Puzzle) -> Option<u64> {
    let has = |condition: fn(&Relation) -> bool| {
        puzzle.rules().iter().any(|rule| rule.has_relation(puzzle.shape(), condition))
    };
    let profits = |relation: &Relation| {
        matches!(
            relation,
            Relation::Automaton(_) | Relation::Any(_) | Relation::Connected(_) | Relation::Occurrences(_)
        )
    };
    if has(|relation| matches!(relation, Relation::Areas(_))) {
        Some(NODES_WITH_AREAS)
    } else {
        has(profits).then_some(NODES_BEFORE_LEARNING)
    }
}

/// The method that solves a puzzle.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Method {
    /// By the specialized engines.
    Fast9,
    /// By the engine for sums and sets of digits. It answers [`Question`]s; solutions are counted and listed by search.
    Compact,
    /// By search with this strategy. For some rules, a search with learning takes over after a while.
    Search(Strategy),
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fast9 => f.write_str("fast9"),
            Self::Compact => f.write_str("compact"),
            Self::Search(strategy) => strategy.fmt(f),
        }
    }
}

/// A question about a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Question {
    /// Is there a solution?
    First,
    /// Is there exactly one solution?
    Unique,
}

impl Question {
    /// The number of solutions that answer the question.
    fn wanted(self) -> u64 {
        match self {
            Self::First => 1,
            Self::Unique => 2,
        }
    }
}

/// An answer, with the counters of the search.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The outcome.
    pub outcome: Outcome,
    /// The counters of the search.
    pub stats: Stats,
    proper: Option<Proper>,
}

impl Answer {
    /// Creates an answer. `Unique` proves that the puzzle is proper because only solvers create answers.
    fn new(outcome: Outcome, stats: Stats) -> Self {
        let proper = matches!(outcome, Outcome::Unique(_)).then(Proper::proven);
        Self { outcome, stats, proper }
    }

    /// The answer of a search that found these solutions.
    fn of_search(puzzle: &Puzzle, found: Vec<Solution>, end: SearchEnd, stats: Stats) -> Self {
        let mut found = found.into_iter();
        let outcome = match (found.next(), found.next(), end) {
            (Some(first), Some(second), _) => Outcome::Multiple(first, second),
            (found, None, SearchEnd::Limit(limit)) => Outcome::Unknown { limit, found },
            (Some(only), None, SearchEnd::Complete) => Outcome::Unique(only),
            (Some(first), None, _) => Outcome::Solved(first),
            (None, ..) => Outcome::Unsatisfiable(refutation(puzzle, &stats)),
        };
        Self::new(outcome, stats)
    }

    /// Evidence that the puzzle has exactly one solution, if the solver has proven this.
    pub fn proper(&self) -> Option<Proper> {
        self.proper
    }
}

/// The answer for one of many plain 9x9 puzzles.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum PlainAnswer<'a> {
    /// The solution: digits 1 to 9, row-major. It is the only one if the question was [`Question::Unique`].
    Solved(&'a [u8; 81]),
    /// Anything else.
    Other(Box<Answer>),
}

/// The number of solutions that were found, with the counters of the search.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Count {
    /// The number of solutions that were found.
    pub solutions: u128,
    /// Whether there are no more solutions.
    pub exact: bool,
    /// The limit that ended the count, if any. A count that ended because enough solutions were found is not exact
    /// and has no limit.
    pub limit: Option<Limit>,
    /// The counters of the search.
    pub stats: Stats,
}

impl Count {
    /// Creates the count of a search that ended with `end`.
    pub fn of(end: SearchEnd, stats: Stats) -> Self {
        let limit = if let SearchEnd::Limit(limit) = end { Some(limit) } else { None };
        Self { solutions: stats.solutions, exact: end == SearchEnd::Complete, limit, stats }
    }
}

/// Answers questions about puzzles. A solver keeps compiled models and memory: use one for many puzzles, and one per
/// thread.
pub struct Solver {
    /// The strategy of each [kind].
    strategies: [Strategy; 3],
    /// `None` if one strategy is used for all puzzles.
    engine: Option<Engine>,
    compact: CompactEngine,
    scratch: SearchScratch<()>,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("strategies", &self.strategies).finish_non_exhaustive()
    }
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// Creates a solver that answers as fast as possible.
    pub fn new() -> Self {
        Self { engine: Some(Engine::new()), ..Self::with_strategies(FASTEST_OF) }
    }

    /// Creates a solver that always searches with this strategy.
    pub fn with_strategy(strategy: Strategy) -> Self {
        Self::with_strategies([strategy; 3])
    }

    fn with_strategies(strategies: [Strategy; 3]) -> Self {
        Self {
            strategies,
            engine: None,
            compact: CompactEngine::default(),
            scratch: SearchScratch::default(),
        }
    }

    /// The method that solves a puzzle.
    pub fn method_for(&self, puzzle: &Puzzle) -> Method {
        if self.engine.is_some() && Engine::takes(puzzle) {
            Method::Fast9
        } else if self.engine.is_some() && CompactEngine::takes(puzzle) {
            Method::Compact
        } else {
            Method::Search(self.strategies[kind(puzzle)])
        }
    }

    /// Determines whether the puzzle has exactly one solution, and returns it.
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

    /// Returns a solution, if there is one, without checking whether it is the only one.
    pub fn first(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Answer {
        self.ask(Question::First, puzzle, limits)
    }

    /// Answers a question about a puzzle.
    pub fn ask(&mut self, question: Question, puzzle: &Puzzle, limits: &Limits<'_>) -> Answer {
        let budget = limits.start();
        let found = self.engine.as_mut().and_then(|engine| engine.solve(puzzle, question.wanted(), limits));
        let Some(found) = found else {
            let Self { strategies, compact, scratch, .. } = self;
            return if self.engine.is_none() {
                answer(question, puzzle, &strategies[0], limits, scratch, &mut ())
            } else if let Some(answer) = compact_answer(question, puzzle, &budget, compact) {
                answer
            } else {
                answer_by_search(question, puzzle, strategies, limits, scratch)
            };
        };
        engine_answer(question, puzzle, &found, budget.elapsed())
    }

    /// The same as [`ask`](Self::ask) for many puzzles, in order; the specialized engines work on many puzzles at a
    /// time. The outcomes are the same, except that the [first](Question::First) solution of a puzzle with several
    /// solutions may differ. Numbers of nodes differ, too. The node limit applies to each puzzle, and the time limit
    /// to all puzzles together. The time of each puzzle is not measured.
    pub fn ask_all<P: Borrow<Puzzle>>(
        &mut self,
        question: Question,
        puzzles: &[P],
        limits: &Limits<'_>,
        mut each: impl FnMut(Answer),
    ) {
        let Self { engine: Some(engine), strategies, compact, scratch } = self else {
            for puzzle in puzzles {
                each(self.ask(question, puzzle.borrow(), limits));
            }
            return;
        };
        let mut unanswered = puzzles.iter().map(Borrow::borrow);
        engine.batch(puzzles.iter().map(Borrow::borrow), question.wanted(), limits, |found| {
            let Some(puzzle) = unanswered.next() else { return };
            // Each answer is created in place because it is larger than the puzzle.
            if let Some(found) = found {
                each(engine_answer(question, puzzle, found, None));
            } else if let Some(answer) = compact_answer(question, puzzle, &limits.start(), compact) {
                each(answer);
            } else {
                each(answer_by_search(question, puzzle, strategies, limits, scratch));
            }
        });
    }

    /// The same as [`ask_all`](Self::ask_all) for plain 9x9 puzzles, given by their clues. It is meant for programs
    /// that read and write millions of puzzles: a solution is passed without conversion.
    ///
    /// ```
    /// use arcdoku::solve::PlainAnswer;
    /// use arcdoku::{Limits, Puzzle, Question, Solver};
    ///
    /// let puzzle: Puzzle =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let lines = [puzzle.givens().try_into().unwrap(), [None; 81]];
    /// let mut solved = Vec::new();
    /// Solver::new().ask_plain(Question::Unique, &lines, &Limits::NONE, |answer| {
    ///     solved.push(matches!(answer, PlainAnswer::Solved(grid) if grid[..3] == [5, 3, 4]));
    /// });
    /// assert_eq!(solved, [true, false]);
    /// # Ok::<(), arcdoku::ParseError>(())
    /// ```
    ///
    /// # Panics
    /// If a digit is above 9.
    pub fn ask_plain<'p, I>(
        &mut self,
        question: Question,
        puzzles: I,
        limits: &Limits<'_>,
        mut each: impl FnMut(PlainAnswer<'_>),
    ) where
        I: IntoIterator<Item = &'p [Option<Digit>; 81], IntoIter: Clone>,
    {
        let mut unanswered = puzzles.into_iter();
        let puzzle = |clues: &[Option<Digit>; 81]| Puzzle::with_givens(Shape::CLASSIC, clues);
        let Some(engine) = &mut self.engine else {
            unanswered.for_each(|clues| {
                each(PlainAnswer::Other(Box::new(self.ask(question, &puzzle(clues), limits))));
            });
            return;
        };
        engine.batch_clues(unanswered.clone(), question.wanted(), limits, |found| {
            let Some(clues) = unanswered.next() else { return };
            if found.solutions == 1 && found.limit.is_none() {
                return each(PlainAnswer::Solved(&found.grids[0]));
            }
            each(PlainAnswer::Other(Box::new(engine_answer(question, &puzzle(clues), found, None))));
        });
    }

    /// Counts the solutions of a puzzle, up to `up_to` of them, by finding each of them.
    pub fn count(&mut self, puzzle: &Puzzle, up_to: Option<u128>, limits: &Limits<'_>) -> Count {
        if up_to == Some(0) {
            return Count { solutions: 0, exact: false, limit: None, stats: Stats::default() };
        }
        let budget = limits.start();
        let wanted = up_to.map_or(u64::MAX, |most| u64::try_from(most).unwrap_or(u64::MAX));
        if let Some(found) = self.engine.as_mut().and_then(|engine| engine.count(puzzle, wanted, limits)) {
            let stats = Stats { time: budget.elapsed(), ..stats(&found) };
            let exact = found.limit.is_none() && found.solutions < wanted;
            return Count { solutions: found.solutions.into(), exact, limit: found.limit, stats };
        }
        let mut left = up_to.unwrap_or(u128::MAX);
        let (end, stats) = self.enumerate(puzzle, limits, |_| {
            left = left.saturating_sub(1);
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        Count::of(end, stats)
    }

    /// Passes every solution to `each`, found by search. A search with learning keeps a clause for each solution, so
    /// a chronological search continues if there are many solutions.
    fn enumerate(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits<'_>,
        mut each: impl FnMut(&Space) -> ControlFlow<()>,
    ) -> (SearchEnd, Stats) {
        let Self { strategies, scratch, engine, .. } = self;
        let strategy = &strategies[kind(puzzle)];
        if !LEARNS || engine.is_none() || strategy.branching != Branching::Learn {
            return search(puzzle, strategy, limits, scratch, &mut (), &mut each);
        }
        let budget = limits.start();
        let (mut known, mut is_enough) = (BTreeSet::new(), false);
        let mut first = |space: &Space| {
            known.insert(solution(space));
            is_enough = each(space).is_break();
            if is_enough || known.len() == FEW { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let (end, early) = search(puzzle, strategy, limits, scratch, &mut (), &mut first);
        if is_enough || end != SearchEnd::Stopped {
            return (end, early);
        }
        let mut others = |space: &Space| {
            if known.remove(&solution(space)) { ControlFlow::Continue(()) } else { each(space) }
        };
        let (end, mut stats) = rest_of(early, &budget, limits.nodes(), |limits| {
            search(puzzle, &fastest_chronological(puzzle), limits, scratch, &mut (), &mut others)
        });
        // The solutions that the chronological search did not find again are added to the count.
        stats.solutions += known.len() as u128;
        (end, stats)
    }

    /// Passes every solution to `each`, until `each` returns `Break`, there are no more, or a limit is reached. The
    /// order of solutions may depend on the machine, unless the limits include a node limit.
    pub fn solutions(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits<'_>,
        mut each: impl FnMut(Solution) -> ControlFlow<()>,
    ) -> (SearchEnd, Stats) {
        let budget = limits.start();
        let mut end = SearchEnd::Complete;
        let visit = |grid: &[u8; 81]| {
            let step = each(crate::fast9::solution(grid));
            if step.is_break() {
                end = SearchEnd::Stopped;
            }
            step
        };
        if let Some(found) = self.engine.as_mut().and_then(|engine| engine.solutions(puzzle, limits, visit)) {
            let end = found.limit.map_or(end, SearchEnd::Limit);
            return (end, Stats { time: budget.elapsed(), ..stats(&found) });
        }
        self.enumerate(puzzle, limits, |space| each(solution(space)))
    }
}

/// Converts the report of an engine. `time` is the measured time, if any.
#[inline]
fn engine_answer(
    question: Question,
    puzzle: &Puzzle,
    found: &EngineReport,
    time: Option<Duration>,
) -> Answer {
    let stats = Stats { time, ..stats(found) };
    let first = || crate::fast9::solution(&found.grids[0]);
    // Only the solutions that the answer contains are converted.
    let outcome = match (found.solutions, found.limit) {
        (0, Some(limit)) => Outcome::Unknown { limit, found: None },
        (0, None) => Outcome::Unsatisfiable(refutation(puzzle, &stats)),
        (1, Some(limit)) => Outcome::Unknown { limit, found: Some(first()) },
        (1, None) if question == Question::Unique => Outcome::Unique(first()),
        (1, None) => Outcome::Solved(first()),
        _ => Outcome::Multiple(first(), crate::fast9::solution(&found.grids[1])),
    };
    Answer::new(outcome, stats)
}

/// Answers a question with the compact engine; `None` if it does not support the puzzle.
fn compact_answer(
    question: Question,
    puzzle: &Puzzle,
    budget: &Budget<'_>,
    engine: &mut CompactEngine,
) -> Option<Answer> {
    let report = engine.solve(puzzle, question.wanted() as usize, budget)?;
    let CompactReport { solutions, limit, nodes, backtracks, propagations, max_depth } = report;
    let end = match limit {
        Some(limit) => SearchEnd::Limit(limit),
        None if solutions.len() as u64 == question.wanted() => SearchEnd::Stopped,
        None => SearchEnd::Complete,
    };
    let (count, time) = (solutions.len() as u128, budget.elapsed());
    let stats =
        Stats { nodes, backtracks, propagations, max_depth, solutions: count, time, ..Stats::default() };
    Some(Answer::of_search(puzzle, solutions, end, stats))
}

/// Converts the counters of an engine.
fn stats(found: &EngineReport) -> Stats {
    let EngineReport { solutions, guesses, backtracks, .. } = *found;
    Stats { nodes: guesses, backtracks, solutions: solutions.into(), ..Stats::default() }
}

/// Answers `question` by a search with `strategy`, observed by `observer`. Reasons are computed even if it does not
/// [watch](crate::csp::Trace::WATCHES) propagation.
pub fn observe<T: Observer>(
    question: Question,
    puzzle: &Puzzle,
    strategy: &Strategy,
    limits: &Limits<'_>,
    observer: &mut T,
) -> Answer {
    answer(question, puzzle, strategy, limits, &mut SearchScratch::default(), &mut watched(observer))
}

fn answer<T: Observer>(
    question: Question,
    puzzle: &Puzzle,
    strategy: &Strategy,
    limits: &Limits<'_>,
    scratch: &mut SearchScratch<T>,
    observer: &mut T,
) -> Answer {
    let mut found = Vec::new();
    let mut sink = |space: &Space| {
        found.push(solution(space));
        if found.len() as u64 == question.wanted() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let (end, stats) = search(puzzle, strategy, limits, scratch, observer, &mut sink);
    Answer::of_search(puzzle, found, end, stats)
}

/// Answers a question by search, with other numbers of unknown regions if only their shapes matter.
fn answer_by_search(
    question: Question,
    puzzle: &Puzzle,
    strategies: &[Strategy; 3],
    limits: &Limits<'_>,
    scratch: &mut SearchScratch<()>,
) -> Answer {
    let mut answer_of =
        |puzzle| answer_then_learn(question, puzzle, strategies, limits, patience(puzzle), scratch);
    let Some(other) = Renumbered::of(puzzle) else { return answer_of(puzzle) };
    let mut answer = answer_of(&other.puzzle);
    other.restore(&mut answer.outcome);
    answer
}

/// Answers a question by the search of the [kind]. If the rules are faster with learning, a search with learning
/// replaces it after `patience` nodes, if this is given.
fn answer_then_learn(
    question: Question,
    puzzle: &Puzzle,
    strategies: &[Strategy; 3],
    limits: &Limits<'_>,
    patience: Option<u64>,
    scratch: &mut SearchScratch<()>,
) -> Answer {
    let strategy = &strategies[kind(puzzle)];
    let leaves_nodes = |nodes: &u64| LEARNS && limits.nodes().is_none_or(|most| most > *nodes);
    let Some(patience) = patience.filter(leaves_nodes) else {
        return answer(question, puzzle, strategy, limits, scratch, &mut ());
    };
    let budget = limits.start();
    let early = answer(question, puzzle, strategy, &limits.with_nodes(patience), scratch, &mut ());
    let Outcome::Unknown { limit: Limit::Nodes, found: known } = early.outcome else { return early };
    let rest = budget.rest().with_nodes(limits.nodes().map(|most| most - patience));
    let learning = FASTEST_LARGE.parse().expect("a strategy");
    let mut late = answer(question, puzzle, &learning, &rest, scratch, &mut ());
    if let Outcome::Unknown { found, .. } = &mut late.outcome {
        *found = found.take().or(known);
    }
    late.stats.follow(&early.stats);
    late.stats.time = budget.elapsed();
    late
}

/// Runs `rest` with the remaining limits of a search with learning, and adds the counters `early` of that search.
fn rest_of(
    early: Stats,
    budget: &Budget<'_>,
    nodes: Option<u64>,
    rest: impl FnOnce(&Limits<'_>) -> (SearchEnd, Stats),
) -> (SearchEnd, Stats) {
    let limits = budget.rest().with_nodes(nodes.map(|most| most.saturating_sub(early.nodes)));
    let (end, mut stats) = rest(&limits);
    stats.follow(&early);
    stats.time = budget.elapsed();
    (end, stats)
}

/// How it was proven that there is no solution.
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
    let mut digits: Vec<Digit> = Vec::with_capacity(space.domains().len());
    let shown = space.domains().iter().enumerate().filter(|&(i, _)| !space.is_auxiliary(Var::new(i)));
    digits.extend(shown.filter_map(|(_, domain)| domain.first()));
    Solution::new(digits)
}

#[cfg(test)]
mod tests {
    use super::{FASTEST_OF, Question, answer, answer_then_learn, kind, patience};
    use crate::grid::Shape;
    use crate::puzzle::{Limit, Limits, Outcome, Puzzle, Rule};
    use crate::search::SearchScratch;

    #[test]
    fn patience_depends_on_relations() {
        let empty: Puzzle = ".".repeat(81).parse().unwrap();
        let rules = [
            ("cage 5: r1c1 r1c2", None),
            ("sum = 9: r1c1 r2c2", None),
            ("skyscraper 3: r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9", Some(4_000)),
            ("look-and-say 21: r1c1 r1c2 r2c1", Some(4_000)),
            ("or [sum = 11: r1c1 r1c2] [sum = 4: r1c1 r1c2]", Some(4_000)),
        ];
        for (rule, expected) in rules {
            let puzzle = empty.clone().with_rule(rule.parse::<Rule>().unwrap());
            assert_eq!(patience(&puzzle), expected, "{rule}");
        }
        let labels: String = (1..=16).map(|label| format!(" v{label}")).collect();
        let shape = Shape::latin(4).and_then(|shape| shape.with_extra(16)).unwrap();
        let chaos = Puzzle::bare(shape).with_rule(format!("chaos 4:{labels}").parse::<Rule>().unwrap());
        assert_eq!(patience(&chaos), Some(60_000));
    }

    #[test]
    fn learning_takes_over_if_rules_profit() {
        let strategies = FASTEST_OF;
        let rules = [
            "or [sum = 11: r1c1 r1c2] [sum = 4: r1c1 r1c2]",
            "or [thermo: r2c1 r3c2 r4c3] [sum = 3: r6c1 r6c2]",
        ];
        let empty: Puzzle = ".".repeat(36).parse().unwrap();
        let puzzle = rules.iter().fold(empty, |puzzle, rule| puzzle.with_rule(rule.parse::<Rule>().unwrap()));
        let scratch = &mut SearchScratch::default();
        for question in [Question::First, Question::Unique] {
            let plain = &strategies[kind(&puzzle)];
            let expected = answer(question, &puzzle, plain, &Limits::NONE, scratch, &mut ());
            let found = answer_then_learn(question, &puzzle, &strategies, &Limits::NONE, Some(3), scratch);
            assert_eq!(found.outcome.solution().is_some(), expected.outcome.solution().is_some());
            assert_eq!(matches!(found.outcome, Outcome::Multiple(..)), question == Question::Unique);
            assert!(found.stats.nodes > 3 && puzzle.is_solved_by(found.outcome.solution().unwrap()));
            let few = Limits::NONE.with_nodes(5);
            let found = answer_then_learn(question, &puzzle, &strategies, &few, Some(3), scratch);
            assert_eq!(found.stats.nodes, 5);
            assert!(matches!(found.outcome, Outcome::Unknown { limit: Limit::Nodes, .. }));
        }
    }
}

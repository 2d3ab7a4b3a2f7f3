//! True candidates: the digits that a cell has in some solution, and the number of these solutions, while a puzzle is
//! edited.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::fast9::Engine;
use crate::grid::{Cell, Digit, DigitSet};
use crate::puzzle::{Limit, Limits, Puzzle, Rule, Solution, WorkProgress};
use crate::search::SearchEnd;
use crate::solve::Solver;
use crate::solve::session::Session;

/// The number of solutions that are searched together before digits are tried one by one. Most digits occur in one of
/// these solutions.
const SAMPLE: u64 = 64;

/// The largest number of solutions that are kept for the next question.
const KEPT: usize = 20_000;

/// For each digit of each cell, the number of solutions with it, up to a maximum.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CandidateCounts {
    /// The counts: one row per cell, one entry per digit.
    pub counts: Vec<Vec<u64>>,
    /// The digits of each cell that may be in more solutions than were counted because a limit was reached.
    pub unknown: Vec<DigitSet>,
    /// The number of distinct solutions that were found.
    pub solutions: u64,
    /// Whether these are all solutions.
    pub complete: bool,
    /// The limit that ended the counting, if any.
    pub limit: Option<Limit>,
    /// The number of searches.
    pub searches: u64,
    /// The number of these solutions that were found for earlier questions.
    pub reused: u64,
}

impl CandidateCounts {
    /// The true candidates of a cell: the digits that it has in a known solution. Empty for a cell outside of the
    /// grid.
    pub fn digits(&self, cell: Cell) -> DigitSet {
        let counts = self.counts.get(cell.index()).into_iter().flatten().enumerate();
        counts.filter(|(_, count)| **count > 0).map(|(index, _)| Digit::from_index(index)).collect()
    }
}

/// Counts true candidates of any puzzle, and keeps solutions for the next question.
///
/// Adding a clue or rule can only remove solutions, so a digit without a solution still has none. Removing a clue or
/// rule can only add solutions, so the known solutions remain valid. If a puzzle is edited step by step, later
/// questions are therefore answered faster than the first one.
///
/// ```
/// use arcdoku::grid::{Cell, Digit};
/// use arcdoku::solve::TrueCandidates;
/// use arcdoku::{Limits, Puzzle};
///
/// let mut candidates = TrueCandidates::new();
/// let mut puzzle: Puzzle = "1.....3..4......".parse()?;
/// let first = candidates.ask(&puzzle, 1, &Limits::NONE);
/// assert!(first.complete && first.solutions > 1);
/// // All solutions are known, so the next answer needs no search.
/// puzzle.set(Cell::new(15), Digit::new(2));
/// let second = candidates.ask(&puzzle, 1, &Limits::NONE);
/// assert!(second.complete && second.solutions < first.solutions && second.searches == 0);
/// # Ok::<(), arcdoku::ParseError>(())
/// ```
#[derive(Debug, Default)]
pub struct TrueCandidates {
    solver: Solver,
    /// For puzzles that the engines do not support.
    session: Option<Session>,
    known: Option<Known>,
}

/// The known facts about a puzzle.
#[derive(Debug)]
struct Known {
    puzzle: Puzzle,
    solutions: BTreeSet<Solution>,
    /// For each cell, the digits for which all solutions are known, even if there are none.
    closed: Vec<DigitSet>,
    /// Whether these are all solutions.
    complete: bool,
}

/// The counts in progress.
struct Tally {
    most: u64,
    counts: Vec<Vec<u64>>,
    /// The digits of each cell whose counts are final.
    settled: Vec<DigitSet>,
    limit: Option<Limit>,
    searches: u64,
}

/// The source of solutions.
enum Source<'a> {
    /// The fast engines. With them, the order of solutions does not affect the speed noticeably.
    Engine(&'a mut Solver, Puzzle),
    Session(&'a mut Session),
}

impl TrueCandidates {
    /// Creates counts without known solutions.
    pub fn new() -> Self {
        Self::default()
    }

    /// Counts the solutions with each digit in each cell, up to `most` (at least 1). The node limit applies to each
    /// search, and there is at most one search per digit of a cell. The time limit applies to all searches together.
    /// The number of completed digits is reported as progress.
    pub fn ask(&mut self, puzzle: &Puzzle, most: u64, limits: &Limits<'_>) -> CandidateCounts {
        let Self { solver, session, known } = self;
        let mut facts = match known.take() {
            Some(facts) if facts.puzzle.shape() == puzzle.shape() => facts.edited(puzzle),
            _ => Known::of(puzzle),
        };
        let reused = facts.solutions.len() as u64;
        let mut tally = Tally::new(&facts, most.max(1));
        if !facts.complete {
            let mut source = if Engine::takes(puzzle) {
                Source::Engine(solver, puzzle.clone())
            } else {
                Source::Session(match session {
                    Some(session) => {
                        session.load(puzzle, &facts.without_solutions());
                        session
                    }
                    empty => empty.insert(Session::new(puzzle)),
                })
            };
            tally.answer(&mut facts, &mut source, limits);
        }
        let counts = tally.finish(&mut facts, reused);
        *known = Some(facts);
        counts
    }

    /// The known solutions of the last puzzle.
    pub(super) fn solutions(&self) -> impl Iterator<Item = &Solution> {
        self.known.iter().flat_map(|known| &known.solutions)
    }

    /// Adds a solution of the last puzzle to the known ones.
    pub(super) fn remember(&mut self, solution: Solution) {
        if let Some(known) = &mut self.known {
            known.solutions.insert(solution);
        }
    }
}

impl Known {
    fn of(puzzle: &Puzzle) -> Self {
        let closed = vec![DigitSet::EMPTY; puzzle.shape().cells()];
        Self { puzzle: puzzle.clone(), solutions: BTreeSet::new(), closed, complete: false }
    }

    /// The facts that are still true for another puzzle of the same shape.
    fn edited(mut self, puzzle: &Puzzle) -> Self {
        let added: Vec<&Rule> =
            puzzle.rules().iter().filter(|rule| !self.puzzle.rules().contains(rule)).collect();
        let clues = || self.puzzle.givens().iter().zip(puzzle.givens()).filter(|(old, new)| old != new);
        let restricts = !added.is_empty() || clues().any(|(_, new)| new.is_some());
        let relaxes = self.puzzle.rules().iter().any(|rule| !puzzle.rules().contains(rule))
            || clues().any(|(old, _)| old.is_some());
        if restricts {
            let keeps = keeps(puzzle, &added);
            self.solutions.retain(keeps);
        }
        if relaxes {
            self.closed.fill(DigitSet::EMPTY);
            self.complete = false;
        }
        self.puzzle = puzzle.clone();
        self
    }

    /// The digits of each cell that are in no solution.
    fn without_solutions(&self) -> Vec<DigitSet> {
        let mut sets = self.closed.clone();
        for solution in &self.solutions {
            sets.iter_mut().zip(solution.digits()).for_each(|(set, &digit)| set.remove(digit));
        }
        sets
    }

    /// Adds a solution. Returns whether it is new; `None` if there is no room for it.
    fn insert(&mut self, solution: Solution) -> Option<bool> {
        if self.solutions.contains(&solution) {
            return Some(false);
        }
        (self.solutions.len() < KEPT).then(|| self.solutions.insert(solution))
    }
}

/// Whether a grid contains the clues of a puzzle and obeys these rules.
fn keeps(puzzle: &Puzzle, rules: &[&Rule]) -> impl Fn(&Solution) -> bool {
    let shape = puzzle.shape();
    // A rule is reduced to its constraints once, not for every solution.
    let reduced: Vec<_> = rules.iter().map(|&rule| (rule.clone(), rule.constraints(shape))).collect();
    let givens = puzzle.givens().to_vec();
    move |solution| {
        let grid: Vec<Option<Digit>> = solution.digits().iter().copied().map(Some).collect();
        givens.iter().zip(&grid).all(|(given, digit)| given.is_none() || given == digit)
            && reduced.iter().all(|(rule, constraints)| match &**constraints {
                [] => rule.holds(shape, &grid),
                constraints => constraints.iter().all(|constraint| constraint.holds(shape.digits(), &grid)),
            })
    }
}

impl Source<'_> {
    /// The digits of a cell that may be in a solution.
    fn domain(&self, cell: Cell) -> DigitSet {
        match self {
            Self::Engine(_, puzzle) => puzzle.admissible(cell),
            Self::Session(session) => session.domain(cell),
        }
    }

    /// Passes the solutions, only those with a digit of a cell if it is given, to `each`.
    fn solutions(
        &mut self,
        with: Option<(Cell, Digit)>,
        limits: &Limits<'_>,
        each: impl FnMut(Solution) -> ControlFlow<()>,
    ) -> SearchEnd {
        match self {
            Self::Session(session) => session.search(with, None, limits, each).0,
            Self::Engine(solver, puzzle) => {
                let Some((cell, digit)) = with else { return solver.solutions(puzzle, limits, each).0 };
                let given = puzzle.givens()[cell.index()];
                puzzle.set(cell, Some(digit));
                let (end, _) = solver.solutions(puzzle, limits, each);
                puzzle.set(cell, given);
                end
            }
        }
    }
}

impl Tally {
    fn new(known: &Known, most: u64) -> Self {
        let shape = known.puzzle.shape();
        let counts = vec![vec![0; shape.digits()]; shape.cells()];
        let mut tally = Self { most, counts, settled: known.closed.clone(), limit: None, searches: 0 };
        for solution in &known.solutions {
            for (counts, digit) in tally.counts.iter_mut().zip(solution.digits()) {
                counts[digit.index()] += 1;
            }
        }
        tally
    }

    /// Counts a new solution.
    fn add(&mut self, solution: &Solution) {
        for ((counts, settled), &digit) in self.counts.iter_mut().zip(&self.settled).zip(solution.digits()) {
            if !settled.contains(digit) {
                counts[digit.index()] += 1;
            }
        }
    }

    /// The digits of each cell that are not in enough solutions yet.
    fn wanted(&self) -> Vec<DigitSet> {
        let wanted = |(counts, settled): (&Vec<u64>, &DigitSet)| {
            let few = counts.iter().enumerate().filter(|(_, count)| **count < self.most);
            few.map(|(index, _)| Digit::from_index(index)).collect::<DigitSet>().minus(*settled)
        };
        self.counts.iter().zip(&self.settled).map(wanted).collect()
    }

    /// Searches until every count is known, or a limit is reached.
    fn answer(&mut self, known: &mut Known, source: &mut Source<'_>, limits: &Limits<'_>) {
        let budget = limits.start();
        let cells: Vec<Cell> = (0..self.counts.len()).map(Cell::new).collect();
        let all_digits = DigitSet::all(known.puzzle.shape().digits());
        for &cell in &cells {
            let impossible = all_digits.minus(source.domain(cell));
            known.closed[cell.index()] |= impossible;
            self.settled[cell.index()] |= impossible;
        }
        if known.solutions.len() < 2 {
            let rest = budget.rest().with_nodes(limits.nodes());
            self.search(known, source, None, self.most.max(SAMPLE), &rest);
            if known.complete {
                return;
            }
        }
        let open: Vec<(Cell, DigitSet)> = cells.iter().map(|&cell| (cell, source.domain(cell))).collect();
        let all = open.iter().map(|(_, digits)| digits.len()).sum();
        let mut done = 0;
        for (cell, digits) in open {
            for digit in digits {
                done += 1;
                if !source.domain(cell).contains(digit) {
                    // After an earlier digit was tried, propagation has excluded this one.
                    known.closed[cell.index()].insert(digit);
                    self.settled[cell.index()].insert(digit);
                    continue;
                }
                let known_enough = self.counts[cell.index()][digit.index()] >= self.most;
                if known_enough || self.settled[cell.index()].contains(digit) {
                    continue;
                }
                limits.report(WorkProgress::Parts { done: done - 1, all });
                if let Err(reached) = budget.check(0) {
                    self.limit = Some(reached);
                    return;
                }
                let rest = budget.rest().with_nodes(limits.nodes());
                self.search(known, source, Some((cell, digit)), self.most, &rest);
            }
        }
    }

    /// Searches for up to `most` solutions, with a digit of a cell if it is given.
    fn search(
        &mut self,
        known: &mut Known,
        source: &mut Source<'_>,
        with: Option<(Cell, Digit)>,
        most: u64,
        limits: &Limits<'_>,
    ) {
        if let Source::Session(session) = source {
            session.prefer(&self.wanted());
        }
        self.searches += 1;
        let (mut found, mut all_kept) = (0, true);
        let end = source.solutions(with, limits, |solution| {
            found += 1;
            match known.insert(solution.clone()) {
                Some(true) => self.add(&solution),
                Some(false) => {}
                None => all_kept = false,
            }
            if found >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if let SearchEnd::Limit(limit) = end {
            self.limit = self.limit.or(Some(limit));
        }
        let is_all = end == SearchEnd::Complete;
        let Some((cell, digit)) = with else {
            known.complete |= is_all && all_kept;
            return;
        };
        let count = &mut self.counts[cell.index()][digit.index()];
        *count = found.max(*count);
        if is_all {
            *count = found;
            self.settled[cell.index()].insert(digit);
            if all_kept {
                known.closed[cell.index()].insert(digit);
            }
            if let Source::Session(session) = source
                && found == 0
            {
                session.exclude(cell, digit);
            }
        }
    }

    fn finish(self, known: &mut Known, reused: u64) -> CandidateCounts {
        let all = DigitSet::all(known.puzzle.shape().digits());
        // If all digits of a cell are closed, all solutions are known.
        known.complete |= known.closed.contains(&all);
        if known.complete {
            known.closed.fill(all);
        }
        let unknown = if known.complete { vec![DigitSet::EMPTY; self.counts.len()] } else { self.wanted() };
        let most = self.most;
        let counts =
            self.counts.into_iter().map(|row| row.into_iter().map(|count| count.min(most)).collect());
        CandidateCounts {
            counts: counts.collect(),
            unknown,
            solutions: known.solutions.len() as u64,
            complete: known.complete,
            limit: self.limit.filter(|_| !known.complete),
            searches: self.searches,
            reused,
        }
    }
}

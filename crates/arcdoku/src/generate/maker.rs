//! Generates puzzles from a request and a seed.

use std::collections::VecDeque;
use std::fmt;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use super::difficulty::DifficultyRater;
use super::dig::NODES;
use super::error::RequestError;
use super::generated::{GaveUp, GeneratedPuzzle};
use super::request::PuzzleRequest;
use super::seed::seed_of;
use super::trial::{RequestPlan, Trial};
use crate::puzzle::{Budget, Limit, Limits, Outcome, WorkProgress};
use crate::solve::{Prober, Solver};

/// Number of puzzles generated in parallel on fast grids: enough for all lanes, and few enough for the cache.
const ABREAST: usize = 64;

/// The node limit for deciding whether a mask determines a given grid.
const MASKED: u64 = 100_000;

/// The number of puzzles that may be finished before an earlier one.
const AHEAD: usize = 1024;

/// Generates puzzles for a request. A maker reuses its memory: keep one per thread for many puzzles.
///
/// ```
/// use arcdoku::generate::{ClueSymmetry, Maker, PuzzleRequest};
/// use arcdoku::{Limits, Outcome, Solver};
///
/// let request = PuzzleRequest::default().with_symmetry(ClueSymmetry::HalfTurn).with_clues(22..=26);
/// let made = Maker::new(request)?.make(7, &Limits::NONE).expect("no limit");
/// assert!((22..=26).contains(&made.puzzle.clues()));
/// assert_eq!(Solver::new().solve(&made.puzzle, &Limits::NONE).outcome, Outcome::Unique(made.solution));
/// # Ok::<(), arcdoku::generate::RequestError>(())
/// ```
pub struct Maker {
    plan: Arc<RequestPlan>,
    prober: Prober,
    judge: Option<DifficultyRater>,
    trials: Trials,
}

/// Trials whose sets of cells have as many words as the grid needs. A grid has at most 4096 cells.
enum Trials {
    Small(Vec<Trial<2>>),
    Large(Vec<Trial<64>>),
}

impl fmt::Debug for Maker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Maker").field("prober", &self.prober).finish_non_exhaustive()
    }
}

impl Maker {
    /// Creates a maker for a request.
    ///
    /// # Errors
    /// If the request cannot be met, as far as that can be decided without generating puzzles.
    pub fn new(request: PuzzleRequest) -> Result<Self, RequestError> {
        Self::within(request, Prober::new(), &Limits::NONE)
    }

    /// Like [`new`](Self::new), with a given prober. The puzzles are the same with every prober.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_prober(request: PuzzleRequest, prober: Prober) -> Result<Self, RequestError> {
        Self::within(request, prober, &Limits::NONE)
    }

    /// Like [`with_prober`](Self::with_prober), within limits of time and cancellation. A check that a limit
    /// interrupts is not an error. The node limit is not used.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn within(request: PuzzleRequest, prober: Prober, limits: &Limits<'_>) -> Result<Self, RequestError> {
        request.check()?;
        let budget = limits.start();
        if let (Some(grid), Some(_)) = (&request.grid, &request.cells) {
            let mut whole = request.empty();
            request.orbits().into_iter().flatten().for_each(|cell| whole.set(cell, Some(grid.at(cell))));
            let limits = budget.rest().with_nodes(MASKED);
            if matches!(Solver::new().solve(&whole, &limits).outcome, Outcome::Multiple(..)) {
                return Err(RequestError::Loose);
            }
        }
        // If the rules contradict each other, drawing a grid would never end.
        if !request.rules.is_empty() {
            let limits = budget.rest().with_nodes(MASKED);
            if matches!(Solver::new().first(&request.empty(), &limits).outcome, Outcome::Unsatisfiable(_)) {
                return Err(RequestError::Contradiction);
            }
        }
        Ok(Self::of(Arc::new(RequestPlan::new(request, &prober)), prober))
    }

    /// Returns a maker for the same request, for another thread. It generates the same puzzles and has its own
    /// memory. The request is not checked again.
    pub fn fork(&self) -> Self {
        Self::of(Arc::clone(&self.plan), Prober::new())
    }

    fn of(plan: Arc<RequestPlan>, prober: Prober) -> Self {
        let judge = plan.difficulty.as_ref().map(DifficultyRater::new);
        let trials = if plan.cells() <= 128 { Trials::Small(Vec::new()) } else { Trials::Large(Vec::new()) };
        Self { plan, prober, judge, trials }
    }

    /// Generates the puzzle of a seed. The node limit applies to the number of tries, that is, of drawn puzzles.
    /// Without limits, a request that no puzzle meets runs forever.
    ///
    /// # Errors
    /// The limit that was reached before a puzzle was generated.
    pub fn make(&mut self, seed: u64, limits: &Limits<'_>) -> Result<GeneratedPuzzle, GaveUp> {
        let Self { plan, prober, judge, trials } = self;
        let run = MakerRun { plan, prober, judge: judge.as_mut(), budget: limits.start() };
        match trials {
            Trials::Small(trials) => run.one(trials, seed),
            Trials::Large(trials) => run.one(trials, seed),
        }
    }

    /// Generates the puzzles with these numbers of a run (see [`seed_of`]). `each` receives, in order, a number and
    /// its puzzle, or the limit that was reached for it. A limit on tries ends the work on one puzzle; any other limit
    /// ends the run. Generating many puzzles together is faster than one by one, and gives the same puzzles.
    pub fn make_all(
        &mut self,
        run: u64,
        numbers: Range<u64>,
        limits: &Limits<'_>,
        each: impl FnMut(u64, Result<GeneratedPuzzle, GaveUp>) -> ControlFlow<()>,
    ) {
        self.make_many(&|number| seed_of(run, number), numbers, limits, each);
    }

    /// Generates the puzzles of these seeds, several at a time, like [`make_all`](Self::make_all). `each` receives
    /// the index of a seed.
    pub fn make_each(
        &mut self,
        seeds: &[u64],
        limits: &Limits<'_>,
        mut each: impl FnMut(usize, Result<GeneratedPuzzle, GaveUp>) -> ControlFlow<()>,
    ) {
        let numbers = 0..seeds.len() as u64;
        self.make_many(&|number| seeds[number as usize], numbers, limits, |number, made| {
            each(number as usize, made)
        });
    }

    fn make_many(
        &mut self,
        seed: &dyn Fn(u64) -> u64,
        numbers: Range<u64>,
        limits: &Limits<'_>,
        each: impl FnMut(u64, Result<GeneratedPuzzle, GaveUp>) -> ControlFlow<()>,
    ) {
        let Self { plan, prober, judge, trials } = self;
        let run = MakerRun { plan, prober, judge: judge.as_mut(), budget: limits.start() };
        match trials {
            Trials::Small(trials) => run.many(trials, seed, numbers, each),
            Trials::Large(trials) => run.many(trials, seed, numbers, each),
        }
    }
}

/// The state that the trials of a call share.
struct MakerRun<'m> {
    plan: &'m RequestPlan,
    prober: &'m mut Prober,
    judge: Option<&'m mut DifficultyRater>,
    budget: Budget<'m>,
}

impl<'m> MakerRun<'m> {
    /// Generates one puzzle.
    fn one<const W: usize>(
        mut self,
        trials: &mut Vec<Trial<W>>,
        seed: u64,
    ) -> Result<GeneratedPuzzle, GaveUp> {
        if trials.is_empty() {
            trials.push(Trial::new(self.plan));
        }
        let trial = &mut trials[0];
        if let Err(limit) = trial.begin(self.plan, self.prober, seed, &self.budget.rest()) {
            return Err(gave_up(trial, trial.tries, limit));
        }
        loop {
            while let Some((grid, wanted)) = trial.dig.question() {
                let answer = self.prober.probe(grid, wanted, &self.question());
                if let Err(limit) = trial.dig.receive_answer(&answer) {
                    return Err(gave_up(trial, trial.tries, limit));
                }
            }
            if let Some(result) = self.step(trial) {
                return result;
            }
        }
    }

    /// Generates the puzzles of a run, several at a time.
    fn many<const W: usize>(
        mut self,
        trials: &mut Vec<Trial<W>>,
        seed: &dyn Fn(u64) -> u64,
        numbers: Range<u64>,
        mut each: impl FnMut(u64, Result<GeneratedPuzzle, GaveUp>) -> ControlFlow<()>,
    ) {
        let count = usize::try_from(numbers.end.saturating_sub(numbers.start)).unwrap_or(ABREAST);
        let abreast = if self.plan.probe.is_fast() { ABREAST } else { 1 }.min(count);
        trials.resize_with(abreast.max(trials.len()), || Trial::new(self.plan));
        let mut queue = NumberQueue { numbers, open: VecDeque::new() };
        // The number that each trial works on.
        let mut works: Vec<Option<u64>> = vec![None; abreast];
        let mut asking = Vec::with_capacity(abreast);
        let mut answers = Vec::with_capacity(abreast);
        loop {
            for (work, trial) in works.iter_mut().zip(trials.iter_mut()) {
                while work.is_none()
                    && let Some(number) = queue.begin()
                {
                    let begun = trial.begin(self.plan, self.prober, seed(number), &self.budget.rest());
                    let result = match begun {
                        Ok(()) => self.settle(trial),
                        Err(limit) => Some(Err(gave_up(trial, trial.tries, limit))),
                    };
                    match result {
                        Some(result) => queue.end(Some(number), result),
                        None => *work = Some(number),
                    }
                }
            }
            for wanted in [2, 1] {
                asking.clear();
                answers.clear();
                let asks = works.iter().zip(trials.iter_mut()).enumerate();
                let grids =
                    asks.filter(|(_, (work, trial))| work.is_some() && trial.dig.wanted() == Some(wanted));
                let grids = grids.filter_map(|(at, (_, trial))| {
                    asking.push(at);
                    trial.dig.question().map(|(grid, _)| grid)
                });
                let limits = self.question();
                self.prober.probe_all(grids, wanted, &limits, |answer| answers.push(answer));
                for (&at, answer) in asking.iter().zip(&answers) {
                    let trial = &mut trials[at];
                    let result = match trial.dig.receive_answer(answer) {
                        Ok(()) => self.settle(trial),
                        Err(limit) => Some(Err(gave_up(trial, trial.tries, limit))),
                    };
                    if let Some(result) = result {
                        queue.end(works[at].take(), result);
                    }
                }
            }
            while let Some((number, result)) = queue.next() {
                let over = matches!(&result, Err(gave_up) if gave_up.limit != Limit::Nodes);
                if each(number, result).is_break() || over {
                    return;
                }
            }
            if queue.is_over() {
                return;
            }
        }
    }

    /// Continues a trial until it has a question, and returns its result if it ends first. Some puzzles are known to
    /// have several solutions as soon as they are drawn.
    fn settle<const W: usize>(&mut self, trial: &mut Trial<W>) -> Option<Result<GeneratedPuzzle, GaveUp>> {
        while trial.dig.wanted().is_none() {
            if let Some(result) = self.step(trial) {
                return Some(result);
            }
        }
        None
    }

    /// Judges a fully dug puzzle, and continues the trial. Returns the result of the trial if it is over.
    fn step<const W: usize>(&mut self, trial: &mut Trial<W>) -> Option<Result<GeneratedPuzzle, GaveUp>> {
        let Self { plan, prober, judge, budget } = self;
        match trial.judge(plan, prober, judge.as_deref_mut(), || budget.rest()) {
            Ok(Some(fitting)) => Some(Ok(trial.made(plan, &fitting))),
            // The puzzle that was drawn last is not fully dug.
            Ok(None) => {
                budget.report(WorkProgress::Drawn);
                let tries = trial.tries - 1;
                let limit = budget.check(tries).err()?;
                Some(Err(gave_up(trial, tries, limit)))
            }
            Err(limit) => Some(Err(gave_up(trial, trial.tries, limit))),
        }
    }

    /// The limits of a question.
    fn question(&self) -> Limits<'m> {
        if self.plan.probe.is_fast() { Limits::NONE } else { self.budget.rest().with_nodes(NODES) }
    }
}

fn gave_up<const W: usize>(trial: &Trial<W>, tries: u64, limit: Limit) -> GaveUp {
    GaveUp { seed: trial.seed, tries, limit }
}

/// The numbers of a run. Their puzzles finish out of order.
struct NumberQueue {
    /// Numbers that are not started.
    numbers: Range<u64>,
    /// Numbers that are started, in order, with their results.
    open: VecDeque<(u64, Option<Result<GeneratedPuzzle, GaveUp>>)>,
}

impl NumberQueue {
    /// Returns the next number to work on, unless [`AHEAD`] later puzzles are already waiting for an earlier one.
    fn begin(&mut self) -> Option<u64> {
        if self.open.len() >= AHEAD {
            return None;
        }
        let number = self.numbers.next()?;
        self.open.push_back((number, None));
        Some(number)
    }

    fn end(&mut self, number: Option<u64>, result: Result<GeneratedPuzzle, GaveUp>) {
        if let Some((_, place)) = self.open.iter_mut().find(|(open, _)| Some(*open) == number) {
            *place = Some(result);
        }
    }

    /// Whether everything is done and returned.
    fn is_over(&self) -> bool {
        self.open.is_empty() && self.numbers.is_empty()
    }

    /// Removes the next number in order, if it is done.
    fn next(&mut self) -> Option<(u64, Result<GeneratedPuzzle, GaveUp>)> {
        self.open.front()?.1.as_ref()?;
        let (number, result) = self.open.pop_front()?;
        Some((number, result?))
    }
}

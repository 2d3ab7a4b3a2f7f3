//! From a wish and a seed to a puzzle.

use std::collections::VecDeque;
use std::ops::{ControlFlow, Range};

use super::difficulty::{Judge, Rated};
use super::field::Field;
use super::seed::seed_of;
use super::trial::{Ready, Trial};
use super::wish::{Wish, WishError};
use crate::grid::Shape;
use crate::puzzle::{Budget, Limit, Limits, Outcome, Puzzle, Solution};
use crate::solve::{Prober, Solver};

/// How many puzzles are made side by side: enough for all lanes, few enough for the cache.
const ABREAST: usize = 64;

/// The most nodes of the question whether a mask decides a given grid.
const MASKED: u64 = 100_000;

/// How many puzzles may be done before one that takes longer.
const AHEAD: usize = 1024;

/// A puzzle that was made.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its only solution.
    pub solution: Solution,
    /// The seed that gives it again, with the same wish.
    pub seed: u64,
    /// How many puzzles were drawn for it, itself included.
    pub tries: u64,
    /// What it counts in averages over all minimal puzzles, relative to one of 26 clues; 1 where the method knows
    /// none.
    pub weight: f64,
    /// How hard it is, where a difficulty was wished.
    pub rated: Option<Rated>,
    /// Clues that stayed because it took too long to find out whether they can go: some of them may not be needed.
    /// Always 0 on 9x9, and hardly ever more in smaller grids.
    pub undecided: usize,
}

/// A puzzle that was not made before a limit was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GaveUp {
    /// Its seed.
    pub seed: u64,
    /// How many puzzles were drawn for it.
    pub tries: u64,
    /// The limit.
    pub limit: Limit,
}

/// Makes puzzles for a wish. It keeps its memory from puzzle to puzzle: use one for many, one a thread.
///
/// ```
/// use arcdoku::generate::{ClueSymmetry, Maker, Wish};
/// use arcdoku::{Limits, Outcome, Solver};
///
/// let wish = Wish { symmetry: ClueSymmetry::HalfTurn, clues: 22..=26, ..Wish::default() };
/// let made = Maker::new(wish)?.make(7, &Limits::NONE).expect("no limit");
/// assert!((22..=26).contains(&made.puzzle.clues()));
/// assert_eq!(Solver::new().solve(&made.puzzle, &Limits::NONE).outcome, Outcome::Unique(made.solution));
/// # Ok::<(), arcdoku::generate::WishError>(())
/// ```
pub struct Maker {
    /// For all shapes but 9x9.
    field: Option<Field>,
    prober: Prober,
    ready: Ready,
    judge: Option<Judge>,
    trials: Vec<Trial>,
}

impl Maker {
    /// Somebody who makes puzzles for this wish.
    ///
    /// # Errors
    /// If it cannot be granted, as far as that is seen without trying.
    pub fn new(wish: Wish) -> Result<Self, WishError> {
        Self::with_prober(wish, Prober::new())
    }

    /// The same with a prober of somebody's choice, which changes nothing but the time it takes.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_prober(wish: Wish, prober: Prober) -> Result<Self, WishError> {
        wish.check()?;
        if let (Some(grid), Some(_)) = (&wish.grid, &wish.cells) {
            let mut whole = Puzzle::new(wish.shape);
            wish.orbits().into_iter().flatten().for_each(|cell| whole.set(cell, Some(grid.at(cell))));
            let limits = Limits { nodes: Some(MASKED), ..Limits::NONE };
            if matches!(Solver::new().solve(&whole, &limits).outcome, Outcome::Multiple(..)) {
                return Err(WishError::Loose);
            }
        }
        let judge = wish.difficulty.as_ref().map(Judge::new);
        let (ready, field) = if wish.shape == Shape::CLASSIC {
            (Ready::new(&wish), None)
        } else {
            (Ready::new(&Wish::default()), Some(Field::new(wish)))
        };
        Ok(Self { field, prober, ready, judge, trials: Vec::new() })
    }

    /// The puzzle of a seed. The limit of nodes is one of tries: of puzzles drawn. The limits are all that a wish
    /// which nothing can grant ends by.
    ///
    /// # Errors
    /// The limit that was reached before there was a puzzle.
    pub fn make(&mut self, seed: u64, limits: &Limits<'_>) -> Result<Made, GaveUp> {
        let Self { field, prober, ready, judge, trials } = self;
        if let Some(field) = field {
            return field.make(seed, limits, &limits.start());
        }
        let mut bench = Bench { ready, judge: judge.as_mut(), budget: limits.start(), limits };
        if trials.is_empty() {
            trials.push(Trial::new());
        }
        let trial = &mut trials[0];
        trial.begin(bench.ready, seed);
        loop {
            while let Some((state, wanted)) = trial.dig.question() {
                let found = prober.probe(state, wanted);
                trial.dig.tell(&found);
            }
            if let Some(result) = bench.step(trial) {
                return result;
            }
        }
    }

    /// The puzzles of these numbers of a run (see [`seed_of`]), in their order: `each` gets a number and its puzzle,
    /// or the limit that it reached. Those of tries end the one puzzle, others all. Many at a time are made faster
    /// than one by one, and are the same.
    pub fn make_all(
        &mut self,
        run: u64,
        numbers: Range<u64>,
        limits: &Limits<'_>,
        mut each: impl FnMut(u64, Result<Made, GaveUp>) -> ControlFlow<()>,
    ) {
        let Self { field, prober, ready, judge, trials } = self;
        if let Some(field) = field {
            let budget = limits.start();
            for number in numbers {
                let result = field.make(seed_of(run, number), limits, &budget);
                let over = matches!(&result, Err(gave_up) if gave_up.limit != Limit::Nodes);
                if each(number, result).is_break() || over {
                    return;
                }
            }
            return;
        }
        let mut bench = Bench { ready, judge: judge.as_mut(), budget: limits.start(), limits };
        let abreast =
            ABREAST.min(usize::try_from(numbers.end.saturating_sub(numbers.start)).unwrap_or(ABREAST));
        trials.resize_with(abreast.max(trials.len()), Trial::new);
        let mut line = Line { numbers: numbers.clone(), open: VecDeque::new() };
        // Which number a trial works on.
        let mut works: Vec<Option<u64>> = vec![None; abreast];
        let mut answers = Vec::with_capacity(abreast);
        loop {
            for (work, trial) in works.iter_mut().zip(trials.iter_mut()) {
                while work.is_none()
                    && let Some(number) = line.begin()
                {
                    trial.begin(bench.ready, seed_of(run, number));
                    match bench.settle(trial) {
                        Some(result) => line.end(Some(number), result),
                        None => *work = Some(number),
                    }
                }
            }
            for wanted in [2, 1] {
                let asks = |(work, trial): (&Option<u64>, &Trial)| {
                    work.is_some() && trial.dig.question().is_some_and(|(_, other)| other == wanted)
                };
                let asking: Vec<usize> = works
                    .iter()
                    .zip(trials.iter())
                    .enumerate()
                    .filter(|(_, pair)| asks(*pair))
                    .map(|(at, _)| at)
                    .collect();
                answers.clear();
                let states =
                    asking.iter().filter_map(|&at| trials[at].dig.question()).map(|(state, _)| state);
                prober.probe_all(states, wanted, |found| answers.push(found.clone()));
                for (&at, found) in asking.iter().zip(&answers) {
                    let trial = &mut trials[at];
                    trial.dig.tell(found);
                    if let Some(result) = bench.settle(trial) {
                        line.end(works[at].take(), result);
                    }
                }
            }
            while let Some((number, result)) = line.next() {
                let over = matches!(&result, Err(gave_up) if gave_up.limit != Limit::Nodes);
                if each(number, result).is_break() || over {
                    return;
                }
            }
            if line.is_over() {
                return;
            }
        }
    }
}

/// What judges the puzzles of a call.
struct Bench<'m> {
    ready: &'m Ready,
    judge: Option<&'m mut Judge>,
    budget: Budget<'m>,
    limits: &'m Limits<'m>,
}

impl Bench<'_> {
    /// Goes on with a trial until it asks something; what comes of it, if it is over before. A puzzle may be known
    /// to be loose as soon as it is drawn.
    fn settle(&mut self, trial: &mut Trial) -> Option<Result<Made, GaveUp>> {
        while trial.dig.question().is_none() {
            if let Some(result) = self.step(trial) {
                return Some(result);
            }
        }
        None
    }

    /// Judges a puzzle that is dug, and goes on with the trial: what comes of it, if it is over.
    fn step(&mut self, trial: &mut Trial) -> Option<Result<Made, GaveUp>> {
        let Self { ready, judge, budget, limits } = self;
        let left = || Limits {
            nodes: None,
            time: limits.time.map(|time| time.saturating_sub(budget.elapsed())),
            ..**limits
        };
        let (tries, limit) = match trial.judge(ready, judge.as_deref_mut(), left) {
            Ok(Some(good)) => return Some(Ok(trial.made(good))),
            // The puzzle that was drawn last is not dug.
            Ok(None) => (trial.tries - 1, budget.check(trial.tries - 1).err()?),
            Err(limit) => (trial.tries, limit),
        };
        Some(Err(GaveUp { seed: trial.seed, tries, limit }))
    }
}

/// Numbers whose puzzles are made out of order.
struct Line {
    /// Those that nobody works on yet.
    numbers: Range<u64>,
    /// Those that were begun, in their order, and what came of them.
    open: VecDeque<(u64, Option<Result<Made, GaveUp>>)>,
}

impl Line {
    /// The next number to work on, unless one is far behind.
    fn begin(&mut self) -> Option<u64> {
        if self.open.len() >= AHEAD {
            return None;
        }
        let number = self.numbers.next()?;
        self.open.push_back((number, None));
        Some(number)
    }

    fn end(&mut self, number: Option<u64>, result: Result<Made, GaveUp>) {
        if let Some((_, place)) = self.open.iter_mut().find(|(open, _)| Some(*open) == number) {
            *place = Some(result);
        }
    }

    /// Whether all is done and handed out.
    fn is_over(&self) -> bool {
        self.open.is_empty() && self.numbers.is_empty()
    }

    /// The next number in order, if it is done.
    fn next(&mut self) -> Option<(u64, Result<Made, GaveUp>)> {
        self.open.front()?.1.as_ref()?;
        let (number, result) = self.open.pop_front()?;
        Some((number, result?))
    }
}

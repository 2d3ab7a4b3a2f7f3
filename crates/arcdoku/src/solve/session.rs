//! Many searches from one state of one model.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use fastrand::Rng;

use crate::csp::{LEARNS, Literal, Mark, Model, Space, Var};
use crate::grid::{Cell, Digit, DigitSet};
use crate::puzzle::{Limits, Puzzle, Solution};
use crate::search::value::Ascending;
use crate::search::{
    Branching, Heuristics, LearningSession, SearchEnd, Stats, Strategy, Tie, Value, ValueOrder, Variable,
    search_model, search_model_with,
};
use crate::solve::{FEW, fastest, fastest_chronological, rest_of, solution};

/// The largest number of solutions that a search with learning keeps, each with a clause.
const REMEMBERED: usize = 20_000;

/// A puzzle after propagation: the initial state of each search.
///
/// The variable order keeps what it learns from one search to the next.
#[derive(Debug)]
pub(super) struct Session {
    model: Model<()>,
    strategy: Strategy,
    heuristics: Heuristics<Variable, Tie, PreferredValues>,
    /// The fixpoint before all decisions; `None` if propagation found a contradiction.
    root: Option<Mark>,
    /// For puzzles for which learning is fastest.
    learning: Option<Learning>,
}

/// The preferred digits of each variable, which come first, lowest first. Without preferred digits, the order is the
/// order of the strategy.
#[derive(Debug)]
struct PreferredValues {
    preferred: Option<Box<[DigitSet]>>,
    order: Value,
}

impl ValueOrder for PreferredValues {
    fn pick(&mut self, space: &Space, var: Var, rest: DigitSet) -> Digit {
        let Some(sets) = &self.preferred else { return self.order.pick(space, var, rest) };
        let preferred = sets.get(var.index()).and_then(|&set| (rest & set).first());
        preferred.unwrap_or_else(|| Ascending.pick(space, var, rest))
    }
}

fn heuristics(strategy: &Strategy) -> Heuristics<Variable, Tie, PreferredValues> {
    let Heuristics { variable, tie, value: order } = strategy.heuristics();
    Heuristics { variable, tie, value: PreferredValues { preferred: None, order } }
}

/// A search with learning.
#[derive(Debug)]
struct Learning {
    session: LearningSession,
    /// The solutions that it has found. It does not find them again.
    found: BTreeSet<Solution>,
}

impl Session {
    /// Compiles a puzzle and propagates.
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let strategy = fastest_chronological(puzzle);
        let model = Model::compile(puzzle, strategy.inference);
        let mut session =
            Self { model, strategy, heuristics: heuristics(&strategy), root: None, learning: None };
        session.load(puzzle, &[]);
        session
    }

    /// Starts with the clues of a puzzle, which is compiled unless it has the same rules as before. `excluded` has
    /// one set per cell, of digits that no solution has there.
    pub(super) fn load(&mut self, puzzle: &Puzzle, excluded: &[DigitSet]) {
        if !self.model.fits(puzzle) {
            self.strategy = fastest_chronological(puzzle);
            self.heuristics = heuristics(&self.strategy);
            self.model = Model::compile(puzzle, self.strategy.inference);
        }
        let cells = (0..puzzle.shape().cells()).map(|index| {
            let excluded = excluded.get(index).copied().unwrap_or(DigitSet::EMPTY);
            puzzle.admissible(Cell::new(index)).minus(excluded)
        });
        let domains: Vec<DigitSet> = cells.collect();
        self.root = None;
        if domains.iter().all(|domain| !domain.is_empty()) {
            self.model.load_domains(&domains);
            self.settle();
        }
        let strategy = fastest(puzzle);
        let learns = LEARNS && self.is_open() && strategy.branching == Branching::Learn;
        self.learning = learns.then(|| Learning {
            session: LearningSession::new(puzzle, &domains, &strategy),
            found: BTreeSet::new(),
        });
    }

    /// Propagates, and makes the current state the initial state of searches.
    fn settle(&mut self) {
        self.root = self.model.propagate(&mut ()).is_ok().then(|| self.model.mark());
    }

    /// Whether propagation found no contradiction.
    pub(super) fn is_open(&self) -> bool {
        self.root.is_some()
    }

    /// The digits of a cell that remain after propagation; empty after a contradiction.
    pub(super) fn domain(&self, cell: Cell) -> DigitSet {
        if self.is_open() { self.model.space().domain(cell.into()) } else { DigitSet::EMPTY }
    }

    /// Sets the digits that searches try first, one set per cell.
    pub(super) fn prefer(&mut self, wanted: &[DigitSet]) {
        if let Some(learning) = self.learning.as_mut().filter(|_| LEARNS) {
            learning.session.prefer(wanted);
        }
        self.heuristics.value.preferred = Some(wanted.into());
    }

    /// Excludes a digit of a cell from all further searches because it is in no solution.
    pub(super) fn exclude(&mut self, cell: Cell, digit: Digit) {
        if !self.domain(cell).contains(digit) {
            return;
        }
        match self.model.forbid(cell.into(), digit, &mut ()) {
            Ok(()) => self.settle(),
            Err(_) => self.root = None,
        }
    }

    /// Searches for solutions with a digit in one cell, if it is given, and without a digit in another cell. Passes
    /// each to `each`, until `each` returns `Break`.
    pub(super) fn search(
        &mut self,
        with: Option<(Cell, Digit)>,
        without: Option<(Cell, Digit)>,
        limits: &Limits<'_>,
        mut each: impl FnMut(Solution) -> ControlFlow<()>,
    ) -> (SearchEnd, Stats) {
        if !self.is_open() {
            return (SearchEnd::Complete, Stats::default());
        }
        let Some(mut learning) = self.learning.take().filter(|_| LEARNS) else {
            return self.walk(with, without, limits, each);
        };
        let budget = limits.start();
        let (end, early) = learning.search(with, without, limits, &mut each);
        let found = match end {
            Some(end) => (end, early),
            None => rest_of(early, &budget, limits.nodes(), |limits| {
                self.walk(with, without, limits, |solution| {
                    if learning.found.contains(&solution) {
                        ControlFlow::Continue(())
                    } else {
                        each(solution)
                    }
                })
            }),
        };
        // A puzzle with at least `REMEMBERED` solutions does not need learning to find more.
        self.learning = (learning.found.len() < REMEMBERED).then_some(learning);
        found
    }

    /// The same as [`search`](Self::search), without learning.
    fn walk(
        &mut self,
        with: Option<(Cell, Digit)>,
        without: Option<(Cell, Digit)>,
        limits: &Limits<'_>,
        mut each: impl FnMut(Solution) -> ControlFlow<()>,
    ) -> (SearchEnd, Stats) {
        let Some(root) = self.root else { return (SearchEnd::Complete, Stats::default()) };
        let mut consistent = true;
        if let Some((cell, digit)) = with {
            let var: Var = cell.into();
            consistent = self.domain(cell).contains(digit);
            if consistent && !self.model.space().is_decided(var) {
                self.model.decide(var, digit, &mut ());
                consistent = self.model.propagate(&mut ()).is_ok();
            }
        }
        if let Some((cell, digit)) = without.filter(|_| consistent)
            && self.model.space().domain(cell.into()).contains(digit)
        {
            consistent = self.model.forbid(cell.into(), digit, &mut ()).is_ok();
        }
        let mut sink = |space: &Space| each(solution(space));
        let (strategy, heuristics) = (&self.strategy, &mut self.heuristics);
        let found = if consistent {
            search_model_with(&mut self.model, strategy, heuristics, limits, &mut (), &mut sink)
        } else {
            (SearchEnd::Complete, Stats::default())
        };
        self.model.undo(root);
        found
    }

    /// Follows one random branch of the search tree: the undecided cell with the fewest digits gets one of them, all
    /// equally likely, until every cell is decided or a contradiction is found. Returns the natural logarithm of the
    /// product of the numbers of digits; `None` if the branch ends without a solution.
    pub(super) fn random_branch(&mut self, rng: &mut Rng, limits: &Limits<'_>) -> Option<f64> {
        let root = self.root?;
        let mut weight = 0.0;
        let found = loop {
            let space = self.model.space();
            let open = space.shown().filter(|&var| !space.is_decided(var));
            let Some(var) = open.min_by_key(|&var| space.domain(var).len()) else {
                break self.has_rest(limits);
            };
            let domain = space.domain(var);
            weight += (domain.len() as f64).ln();
            let Some(digit) = domain.iter().nth(rng.usize(..domain.len().max(1))) else { break false };
            self.model.decide(var, digit, &mut ());
            if self.model.propagate(&mut ()).is_err() {
                break false;
            }
        };
        self.model.undo(root);
        found.then_some(weight)
    }

    /// Whether the auxiliary variables have values, too, after all cells are decided.
    fn has_rest(&mut self, limits: &Limits<'_>) -> bool {
        let mut sink = |_: &Space| ControlFlow::Break(());
        let (end, _) = search_model(&mut self.model, &self.strategy, limits, &mut (), &mut sink);
        end == SearchEnd::Stopped
    }
}

impl Learning {
    /// Passes the known solutions, and up to [`FEW`] others, to `each`. If no end is returned, there may be more.
    fn search(
        &mut self,
        with: Option<(Cell, Digit)>,
        without: Option<(Cell, Digit)>,
        limits: &Limits<'_>,
        each: &mut impl FnMut(Solution) -> ControlFlow<()>,
    ) -> (Option<SearchEnd>, Stats) {
        let Self { session, found } = self;
        let literal = |holds| move |(cell, digit): (Cell, Digit)| Literal { var: cell.into(), digit, holds };
        let assumptions: Vec<Literal> =
            with.map(literal(true)).into_iter().chain(without.map(literal(false))).collect();
        let fits = |solution: &Solution| {
            let is_true = |literal: &Literal| {
                (solution.digits()[literal.var.index()] == literal.digit) == literal.holds
            };
            assumptions.iter().all(is_true)
        };
        let mut known = found.iter().filter(|solution| fits(solution));
        if known.try_for_each(|solution| each(solution.clone())).is_break() {
            return (Some(SearchEnd::Stopped), Stats::default());
        }
        let (mut left, mut is_enough) = (FEW, false);
        let mut sink = |space: &Space| {
            let solution = solution(space);
            debug_assert!(fits(&solution));
            found.insert(solution.clone());
            left -= 1;
            is_enough = each(solution).is_break();
            if is_enough || left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let (end, stats) = session.search(&assumptions, limits, &mut sink);
        let has_more = end == SearchEnd::Stopped && !is_enough;
        (if has_more { None } else { Some(end) }, stats)
    }
}

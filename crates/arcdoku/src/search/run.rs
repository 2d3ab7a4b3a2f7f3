//! A single search, from a puzzle or a model and a strategy to its end.

use std::fmt;

use crate::csp::{Level, Model, learns};
use crate::puzzle::{Limits, Puzzle};
use crate::search::dfs::{self, Branching, Frame, Parts, SearchEnd, Sink};
use crate::search::learn::learn;
use crate::search::observe::{Observer, watched};
use crate::search::select::{Heuristics, TieBreak, ValueOrder, Variable, VariableOrder};
use crate::search::stats::Stats;
use crate::search::strategy::Strategy;

/// Memory that searches share: compiled models and the stack. Puzzles of the same shape and rules can reuse the
/// compiled models.
pub struct SearchScratch<T: Observer> {
    models: Vec<Model<T>>,
    stack: Vec<Frame>,
    /// The model of conflict-driven searches, and the number of its houses.
    relations: Option<(Model<T>, usize)>,
}

impl<T: Observer> fmt::Debug for SearchScratch<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchScratch").field("models", &self.models.len()).finish_non_exhaustive()
    }
}

impl<T: Observer> Default for SearchScratch<T> {
    fn default() -> Self {
        Self { models: Vec::new(), stack: Vec::new(), relations: None }
    }
}

impl<T: Observer> SearchScratch<T> {
    /// Returns the index of the model for `puzzle` at `level`, after compiling it if necessary.
    fn model(&mut self, puzzle: &Puzzle, level: Level) -> usize {
        // A strategy needs at most two models. A few more are kept for callers that alternate between kinds of puzzles.
        const KEPT: usize = 4;
        if let Some(place) = self.models.iter().position(|model| model.level() == level && model.fits(puzzle))
        {
            return place;
        }
        if self.models.len() >= KEPT {
            self.models.remove(0);
        }
        self.models.push(Model::compile(puzzle, level));
        self.models.len() - 1
    }
}

/// Searches for solutions of `puzzle` with `strategy` and pushes each into `sink`, until the sink breaks, the tree is
/// exhausted, or a limit is reached.
///
/// The random parts of the strategy are seeded by each call, so equal calls give equal searches.
pub fn search<T: Observer>(
    puzzle: &Puzzle,
    strategy: &Strategy,
    limits: &Limits<'_>,
    scratch: &mut SearchScratch<T>,
    observer: &mut T,
    sink: &mut dyn Sink,
) -> (SearchEnd, Stats) {
    let strategy = if learns::<T>() { strategy } else { &strategy.chronological() };
    match strategy.heuristics() {
        // The variable order of the fastest strategies gets a separate loop, compiled for it.
        Heuristics { variable: Variable::Mrv(variable), tie, value } => {
            let mut heuristics = Heuristics { variable, tie, value };
            search_with(puzzle, strategy, &mut heuristics, limits, scratch, observer, sink)
        }
        mut heuristics => search_with(puzzle, strategy, &mut heuristics, limits, scratch, observer, sink),
    }
}

/// The same as [`search`], but compiled once for all types of observers.
pub fn search_watched<T: Observer>(
    puzzle: &Puzzle,
    strategy: &Strategy,
    limits: &Limits<'_>,
    observer: &mut T,
    sink: &mut dyn Sink,
) -> (SearchEnd, Stats) {
    search(puzzle, strategy, limits, &mut SearchScratch::default(), &mut watched(observer), sink)
}

/// The conflict-driven version of [`search`].
fn search_learning<T: Observer>(
    puzzle: &Puzzle,
    strategy: &Strategy,
    limits: &Limits<'_>,
    scratch: &mut SearchScratch<T>,
    observer: &mut T,
    sink: &mut dyn Sink,
) -> (SearchEnd, Stats) {
    let budget = limits.start();
    let mut stats = Stats::default();
    let known = scratch.relations.take().filter(|(model, _)| model.fits(puzzle));
    let (mut model, houses) = known.unwrap_or_else(|| Model::compile_relations(puzzle));
    model.load(puzzle);
    let end = learn(&mut model, houses, strategy, &budget, observer, sink, &mut stats);
    stats.propagations += model.space().runs();
    scratch.relations = Some((model, houses));
    stats.time = budget.elapsed();
    (end, stats)
}

/// The same as [`search`], but with `heuristics` instead of the strategy's heuristics. The heuristics keep what they
/// learn, so the caller may use them again. A conflict-driven search ignores them.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use arcdoku::csp::{Space, Var};
/// use arcdoku::search::{Heuristics, SearchScratch, VariableOrder, search_with, tie, value};
/// use arcdoku::{Limits, Puzzle, Strategy};
///
/// /// The undecided cell nearest to the center of the grid.
/// struct Central;
///
/// impl VariableOrder for Central {
///     fn score(&mut self, space: &Space, var: Var, _bound: u64) -> u64 {
///         (space.domains().len() / 2).abs_diff(var.index()) as u64
///     }
/// }
///
/// let puzzle: Puzzle = "1.....3..4.....2".parse()?;
/// let mut mine = Heuristics { variable: Central, tie: tie::First, value: value::Ascending };
/// let strategy = Strategy::named("fc-mrv").unwrap();
/// let mut sink = |_: &Space| ControlFlow::Continue(());
/// let (_, stats) =
///     search_with(&puzzle, &strategy, &mut mine, &Limits::NONE, &mut SearchScratch::default(), &mut (), &mut sink);
/// assert_eq!(stats.solutions, 1);
/// # Ok::<(), arcdoku::ParseError>(())
/// ```
pub fn search_with<T: Observer, V: VariableOrder, K: TieBreak, W: ValueOrder>(
    puzzle: &Puzzle,
    strategy: &Strategy,
    heuristics: &mut Heuristics<V, K, W>,
    limits: &Limits<'_>,
    scratch: &mut SearchScratch<T>,
    observer: &mut T,
    sink: &mut dyn Sink,
) -> (SearchEnd, Stats) {
    if learns::<T>() && strategy.branching == Branching::Learn {
        return search_learning(puzzle, strategy, limits, scratch, observer, sink);
    }
    let budget = limits.start();
    let mut stats = Stats::default();
    let mut end = SearchEnd::Complete;
    if let Some(place) = prepare(puzzle, strategy, scratch, observer, &mut stats) {
        let SearchScratch { models, stack, .. } = scratch;
        let mut parts = parts(strategy, heuristics);
        end = dfs::run(&mut models[place], stack, &mut parts, &budget, observer, sink, &mut stats);
        add_counters(&models[place], &mut stats);
    }
    stats.time = budget.elapsed();
    (end, stats)
}

/// The same as [`search`], from the current state of a model, such as a model built by a
/// [`Builder`](crate::csp::Builder). The strategy's `inference` and `scan` are not used because the model already has
/// its propagators.
///
/// The model is left in the state in which the search ended. Load or [start](Model::start) it before the next search.
pub fn search_model<T: Observer>(
    model: &mut Model<T>,
    strategy: &Strategy,
    limits: &Limits<'_>,
    observer: &mut T,
    sink: &mut dyn Sink,
) -> (SearchEnd, Stats) {
    search_model_with(model, strategy, &mut strategy.heuristics(), limits, observer, sink)
}

/// The same as [`search_model`], but with `heuristics` instead of the strategy's heuristics. The heuristics keep what
/// they learn. A conflict-driven search ignores them.
pub fn search_model_with<T: Observer, V: VariableOrder, K: TieBreak, W: ValueOrder>(
    model: &mut Model<T>,
    strategy: &Strategy,
    heuristics: &mut Heuristics<V, K, W>,
    limits: &Limits<'_>,
    observer: &mut T,
    sink: &mut dyn Sink,
) -> (SearchEnd, Stats) {
    let budget = limits.start();
    let mut stats = Stats::default();
    let end = if learns::<T>() && strategy.branching == Branching::Learn {
        let end = learn(model, 0, strategy, &budget, observer, sink, &mut stats);
        // In a conflict-driven search, the loop counts eliminations, not the model.
        stats.propagations += model.space().runs();
        stats.revisions += model.space().revisions();
        end
    } else {
        let mut parts = parts(strategy, heuristics);
        let end = dfs::run(model, &mut Vec::new(), &mut parts, &budget, observer, sink, &mut stats);
        add_counters(model, &mut stats);
        end
    };
    stats.time = budget.elapsed();
    (end, stats)
}

/// Loads the puzzle into a model at the strategy's level, starting from the fixpoint of the scan if the strategy has
/// one. Returns the index of the model, or `None` if the scan found a contradiction.
fn prepare<T: Observer>(
    puzzle: &Puzzle,
    strategy: &Strategy,
    scratch: &mut SearchScratch<T>,
    observer: &mut T,
    stats: &mut Stats,
) -> Option<usize> {
    let Some(scan) = strategy.scan else {
        let place = scratch.model(puzzle, strategy.inference);
        scratch.models[place].load(puzzle);
        return Some(place);
    };
    let place = scratch.model(puzzle, scan);
    let model = &mut scratch.models[place];
    model.load(puzzle);
    let consistent = model.propagate(observer).is_ok();
    add_counters(model, stats);
    if !consistent {
        return None;
    }
    let domains = model.space().domains().to_vec();
    let place = scratch.model(puzzle, strategy.inference);
    scratch.models[place].load_domains(&domains);
    Some(place)
}

fn add_counters<T: Observer>(model: &Model<T>, stats: &mut Stats) {
    stats.propagations += model.space().runs();
    stats.eliminations += model.space().eliminations();
    stats.revisions += model.space().revisions();
}

fn parts<'a, V, K, W>(strategy: &Strategy, heuristics: &'a mut Heuristics<V, K, W>) -> Parts<'a, V, K, W> {
    Parts { heuristics, branching: strategy.branching, restart_unit: strategy.restarts }
}

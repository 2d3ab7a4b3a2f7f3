//! The second search loop: conflict-driven, with clauses that are learned from contradictions.
//!
//! ```text
//!  state     candidates, masks of variables and houses, trail with reasons
//!  clauses   arena with two watches       analyze   reasons of a conflict -> a clause
//!  houses    locked candidates, Hall sets order     activities, remembered signs
//!  run       the loop, restarts and modes
//! ```
//!
//! Houses are built in: no clauses are needed for their variables to differ. All other constraints keep the propagators
//! of their [`Model`], which run on its domains. The search passes its deductions to the model, takes over the
//! deductions of the propagators, and requests their reasons only when a conflict is analyzed
//! ([`Propagator::explain`](crate::csp::Propagator::explain); T. Feydy and P. Stuckey, "Lazy clause generation
//! reengineered", 2009).

mod analyze;
mod clauses;
mod houses;
mod order;
mod run;
mod state;

use crate::csp::{Level, Literal, Model};
use crate::grid::DigitSet;
use crate::puzzle::{Budget, Limits, Puzzle};
use crate::search::dfs::{SearchEnd, Sink};
use crate::search::observe::Observer;
use crate::search::stats::Stats;
use crate::search::strategy::Strategy;

/// Searches a loaded model, whose first `houses` constraints are sets of different variables that have no propagators.
pub(super) fn learn<T: Observer>(
    model: &mut Model<T>,
    houses: usize,
    strategy: &Strategy,
    budget: &Budget<'_>,
    observer: &mut T,
    sink: &mut dyn Sink,
    stats: &mut Stats,
) -> SearchEnd {
    let end = match run::Learner::new(model, houses, strategy.inference >= Level::Gac, strategy.seed) {
        Some(mut learner) => {
            let end = learner.run(budget, observer, sink, stats);
            stats.eliminations += learner.eliminations();
            end
        }
        None => SearchEnd::Complete,
    };
    if end == SearchEnd::Complete {
        observer.learned(&[]);
    }
    end
}

/// A series of searches of one puzzle under different assumptions. Learned clauses are kept from one search to the
/// next. No solution is found twice.
#[derive(Debug)]
pub(crate) struct LearningSession {
    /// `None` once all solutions were found.
    learner: Option<run::Learner<Box<Model<()>>>>,
}

impl LearningSession {
    /// A session for a puzzle in which each cell is restricted to these digits.
    pub(crate) fn new(puzzle: &Puzzle, domains: &[DigitSet], strategy: &Strategy) -> Self {
        let (mut model, houses) = Model::compile_relations(puzzle);
        model.load_domains(domains);
        let finds_halls = strategy.inference >= Level::Gac;
        Self { learner: run::Learner::new(Box::new(model), houses, finds_halls, strategy.seed) }
    }

    /// Searches for solutions with these literals that were not found before.
    pub(crate) fn search(
        &mut self,
        assumptions: &[Literal],
        limits: &Limits<'_>,
        sink: &mut dyn Sink,
    ) -> (SearchEnd, Stats) {
        let mut stats = Stats::default();
        let Some(learner) = &mut self.learner else { return (SearchEnd::Complete, stats) };
        let budget = limits.start();
        if !learner.set_assumptions(assumptions) {
            return (SearchEnd::Complete, stats);
        }
        let before = learner.eliminations();
        let end = learner.run(&budget, &mut (), sink, &mut stats);
        stats.eliminations = learner.eliminations() - before;
        stats.time = budget.elapsed();
        let goes_on = match end {
            SearchEnd::Complete => learner.refutes(),
            SearchEnd::Stopped => learner.block(&mut ()),
            SearchEnd::Limit(_) => true,
        };
        if goes_on {
            learner.undo(0);
        } else {
            self.learner = None;
        }
        (end, stats)
    }

    /// The digits that searches try first, one set per cell.
    pub(crate) fn prefer(&mut self, wanted: &[DigitSet]) {
        let Some(learner) = &mut self.learner else { return };
        for (cell, digits) in wanted.iter().enumerate() {
            for digit in *digits {
                learner.prefer(cell as u32, digit.index());
            }
        }
    }
}

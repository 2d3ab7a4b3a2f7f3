//! The second search loop: conflict-driven, with clauses that are learned from contradictions.
//!
//! ```text
//!  state     candidates, masks of variables and houses, trail with reasons
//!  clauses   arena with two watches       analyze   reasons of a conflict -> a clause
//!  houses    locked candidates, Hall sets order     activities, remembered signs
//!  run       the loop, restarts and modes
//! ```
//!
//! Houses are native: that their variables differ needs no clauses. All other constraints keep the propagators of their
//! [`Model`], which run on its domains; the search tells the model what it derived, takes over what the propagators
//! derive, and asks them for reasons only when a conflict is analyzed
//! ([`Propagator::explain`](crate::csp::Propagator::explain); T. Feydy and P. Stuckey, "Lazy clause generation
//! reengineered", 2009).

mod analyze;
mod clauses;
mod houses;
mod order;
mod run;
mod state;

use crate::csp::{Level, Model};
use crate::puzzle::Budget;
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
    sink: &mut impl Sink,
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

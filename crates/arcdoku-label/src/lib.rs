//! The labelling problem: assign a label to each object such that all functions of labels allow it.
//!
//! ```text
//!  semiring     what "and" and "or" mean       weight     costs: integers or numbers
//!  model        objects, labels, functions
//!  values       what sums share: the values of functions
//!  sweep        one object after the other: sums over the states of the frontier
//!  eliminate    one object after the other: tables; exact for any semiring, bounds
//!  decompose    depth-first search over a tree of objects, with a cache: exact for any semiring
//!  consistency  why there is no labelling: the labels that arc consistency removes, round by round
//!  contradict   why there is no labelling: functions that contradict each other
//!  relax        lower bounds by moving costs; by function: arcs, wide, fold, prices, assignment
//!  minimize     the cheapest labellings: branch and bound
//!  transform    equivalent models; diffuse, virtual_arcs: better bounds of tables, in rounds
//!  belief       approximate sums and marginals by messages
//!  sample       approximate marginals by a Markov chain over labellings
//!  importance   an approximate sum of all weights, and marginals, by random labellings
//!  labelled     sums of the weights of labellings that are added one by one
//!  formats      models in the formats of other programs, read and written
//! ```
//!
//! Over the semiring ({0, 1}, or, and), the problem is whether a Sudoku has a solution (M. I. Schlesinger and V.
//! Hlavac, "Ten lectures on statistical and structural pattern recognition", 2002). Over other semirings, the same
//! problem is how many solutions there are, which one is cheapest, and how probable each label is: see [`semiring`].

#![deny(missing_debug_implementations)]

mod agenda;
mod arcs;
mod assignment;
mod belief;
mod build;
mod clock;
mod consistency;
mod contradict;
mod decompose;
mod diffuse;
mod eliminate;
mod fold;
pub mod formats;
mod importance;
mod labelled;
mod minimize;
mod model;
mod prices;
mod relax;
mod sample;
pub mod semiring;
mod strengthen;
mod sweep;
mod tables;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod transform;
mod values;
mod virtual_arcs;
mod weight;
mod wide;

use std::fmt;

pub use belief::{BeliefOptions, Beliefs, beliefs};
pub use consistency::{Consistency, RemovedLabel, consistency};
pub use contradict::{ContradictingFunctions, contradiction};
pub use decompose::{CachedSum, Decomposition};
pub use eliminate::{Elimination, mini_buckets};
pub use importance::{SampledSum, sample_sum};
pub use labelled::LabelWeights;
pub use minimize::{BoundPoint, Cheapest, Labelling, cheapest};
pub use model::{LabelCosts, LabelFunction, LabelModel, ModelError, RuleCosts};
pub use sample::{SampleOptions, SampledMarginals, sample_marginals};
pub use semiring::Semiring;
pub use sweep::Sweep;
pub use transform::{TransformMethod, Transformed, transform, transform_with};
pub use weight::Weight;

use arcdoku::puzzle::Limit;
use semiring::Divisible;

/// The sum over all labellings, and parts of it.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Marginals<V> {
    /// The sum over all labellings.
    pub sum: V,
    /// For each object and label, the sum over the labellings in which the object has the label.
    pub of_labels: Vec<Vec<V>>,
}

impl<V> Marginals<V> {
    /// For each object and label, the part of the sum with the label. Over [`LogSum`](semiring::LogSum) this is the
    /// logarithm of the label's probability. Over [`MinSum`](semiring::MinSum) it is the additional cost of the
    /// cheapest labelling with the label, compared with the cheapest of all. `None` if the sum is zero.
    ///
    /// # Errors
    /// If the type of the semiring cannot hold a part.
    pub fn parts<S: Divisible<Value = V>>(&self, semiring: &S) -> Result<Option<Vec<Vec<V>>>, LabelError> {
        if semiring.is_zero(&self.sum) {
            return Ok(None);
        }
        let part = |value: &V| {
            if semiring.is_zero(value) { Ok(semiring.zero()) } else { semiring.div(value, &self.sum) }
        };
        let of_labels = |values: &Vec<V>| values.iter().map(part).collect::<Result<_, _>>();
        Ok(Some(self.of_labels.iter().map(of_labels).collect::<Result<_, _>>()?))
    }
}

/// The reason why a question about a model has no answer.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum LabelError {
    /// The model is too wide for the method: too many objects depend on each other.
    TooWide {
        /// The number of objects of the largest table.
        width: usize,
        /// The number of bytes of all tables, or infinity.
        bytes: f64,
    },
    /// A number is too large for its type.
    Overflow,
    /// The initial labelling does not have one label per object, has a label that does not exist, or is forbidden.
    Start,
    /// A limit was reached.
    Limit(Limit),
}

impl fmt::Display for LabelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooWide { width, bytes } => {
                write!(f, "tables of {width} objects would take {bytes:.3e} bytes")
            }
            Self::Overflow => f.write_str("a number is too large for its type"),
            Self::Start => f.write_str("the first labelling does not fit the model, or is forbidden"),
            Self::Limit(limit) => write!(f, "given up ({})", limit.name()),
        }
    }
}

impl std::error::Error for LabelError {}

impl From<semiring::Overflow> for LabelError {
    fn from(_: semiring::Overflow) -> Self {
        Self::Overflow
    }
}

#[cfg(test)]
mod tests;

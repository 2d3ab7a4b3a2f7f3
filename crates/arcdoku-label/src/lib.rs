//! The labelling problem: give each object a label, so that all functions of labels agree.
//!
//! ```text
//!  semiring     what "and" and "or" mean       weight     costs: integers or numbers
//!  model        objects, labels, functions
//!  values       what sums share: the values of functions
//!  sweep        one object after the other: sums over the states of the frontier
//!  eliminate    one object after the other: tables; exact for any semiring, bounds
//!  decompose    depth-first search over a tree of objects, with a cache: exact for any semiring
//!  consistency  why there is no labelling: what arc consistency removes, round by round
//!  contradict   why there is no labelling: functions that cannot hold together
//!  relax        lower bounds by moving costs; arcs, wide, fold, prices, assignment: between which functions
//!  minimize     the cheapest labellings: branch and bound
//!  transform    equivalent models; diffuse, virtual_arcs: better bounds of tables, by rounds
//!  belief       approximate sums and marginals by messages
//!  sample       approximate marginals by a Markov chain over labellings
//!  importance   an approximate sum of all weights, and marginals, by random labellings
//!  labelled     sums of weights of labellings that come one after the other
//!  formats      models in the formats of other programs, both ways
//! ```
//!
//! Over the semiring ({0, 1}, or, and) it asks whether a Sudoku has a solution (M. I. Schlesinger and V. Hlavac, "Ten
//! lectures on statistical and structural pattern recognition", 2002). Over others the same problem asks how many there
//! are, which one is cheapest, and how probable each label is: see [`semiring`].

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
    /// For each object and label the sum over the labellings in which the object has the label.
    pub of_labels: Vec<Vec<V>>,
}

impl<V> Marginals<V> {
    /// For each object and label the part of the sum that it has: over [`LogSum`](semiring::LogSum) the logarithm of the
    /// label's probability, over [`MinSum`](semiring::MinSum) how much more the cheapest labelling with the label costs than the
    /// cheapest of all. `None` if the sum is zero.
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

/// Why a question about a model has no answer.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum LabelError {
    /// The model is too wide for the method: so many objects depend on each other at once, which would take so many bytes.
    TooWide {
        /// The number of objects of the largest table.
        width: usize,
        /// The bytes of all tables, or infinity.
        bytes: f64,
    },
    /// A number is too large for its type.
    Overflow,
    /// The labelling to start from has another number of labels than the model has objects, has a label that there is not, or
    /// is forbidden.
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

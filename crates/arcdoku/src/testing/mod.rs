//! Tools for tests: the reference solver, the propagator harness, generators with known answers.
//!
//! | Module | Contents |
//! |---|---|
//! | [`mod@reference`] | all solutions of a small or tightly constrained puzzle, by the simplest search |
//! | [`fuzz`] | the work of the fuzz targets, for any bytes |
//! | [`harness`] | one call that compares every inference level on a rule with the meaning of the rule |
//! | [`instances`] | grids and puzzles whose answers are known by construction |
//! | `labels` | small random models of the labelling problem |
//! | [`neutral`] | lines of `puzzle:count:solution` that every engine and strategy must agree with |
//! | [`posted`] | the same for models that are posted by hand, with auxiliary variables or without |
//! | `states` | states on the paths of hard puzzles, for tests of techniques |
//! | [`tiers`] | the fast engines of all tiers, compared with each other |
//! | [`watch`] | observers that check what a search reports |
//! | [`witness`] | solutions that a conflict-driven search must not exclude |
//!
//! A new rule is tested by [`harness::check`] on puzzles of a small shape, and by lines in
//! `testdata/agreement`.

use crate::deduction::{Options, Proper};

pub mod fuzz;
pub mod harness;
pub mod instances;
#[cfg(feature = "labelling")]
pub mod labels;
pub mod neutral;
pub mod posted;
pub mod reasons;
pub mod reference;
#[cfg(test)]
pub(crate) mod states;
pub mod tiers;
pub mod watch;
pub mod witness;

/// Evidence of uniqueness for tests that know it without a solver, or do not need it.
pub const fn proper() -> Proper {
    Proper::proven()
}

/// The default options, with [`proper`].
pub fn proper_options() -> Options {
    Options::proven()
}

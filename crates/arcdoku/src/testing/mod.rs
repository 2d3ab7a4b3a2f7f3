//! For tests: the reference solver, the propagator harness, generators with known answers.
//!
//! | Module | What it gives |
//! |---|---|
//! | [`mod@reference`] | all solutions of a small or well constrained puzzle, by the plainest search there is |
//! | [`harness`] | one call that checks every inference level on a rule, against the rule's meaning |
//! | [`instances`] | grids and puzzles whose answer is known because of how they were made |
//! | [`neutral`] | lines of `puzzle:count:solution` that every engine and strategy must agree with |
//! | `states` | states on the paths of hard puzzles, for tests of techniques |
//! | [`tiers`] | the fast engines of every tier, asked side by side |
//! | [`watch`] | observers that check what a search reports while it runs |
//!
//! To test a new rule: one puzzle that has it on a small shape, one call of [`harness::check`], one
//! line in `testdata/agreement`.

use crate::deduction::{Options, Proper};

pub mod harness;
pub mod instances;
pub mod neutral;
pub mod reference;
#[cfg(test)]
pub(crate) mod states;
pub mod tiers;
pub mod watch;

/// Evidence of uniqueness for tests that know of it without a solver, or do without.
pub const fn proper() -> Proper {
    Proper::proven()
}

/// The default options, with [`proper`].
pub fn proper_options() -> Options {
    Options::proven()
}

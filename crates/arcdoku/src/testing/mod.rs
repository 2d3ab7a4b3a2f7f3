//! Tools for tests: the reference solver, the propagator harness, generators with known answers.
//!
//! | Module | Contents |
//! |---|---|
//! | [`canon`] | lines of clues with their canonical forms |
//! | [`mod@reference`] | all solutions of a small or tightly constrained puzzle, by the simplest search |
//! | [`fuzz`] | the fuzz targets, for any bytes |
//! | [`harness`] | one call that compares every inference level for a rule with the meaning of the rule |
//! | [`instances`] | grids and puzzles whose answers are known by construction |
//! | [`neutral`] | lines of `puzzle:count:solution` that every engine and strategy must agree with |
//! | [`posted`] | the harness for models that are posted by hand, with or without auxiliary variables |
//! | `states` | states on the paths of hard puzzles, for tests of techniques |
//! | [`techniques`] | the example of each technique |
//! | [`tiers`] | the fast engines of all tiers, compared with each other |
//! | [`watch`] | observers that check what a search reports |
//! | [`witness`] | solutions that a conflict-driven search must not exclude |
//!
//! New rules are tested by [`harness::check`] on puzzles of a small shape, and by lines in `testdata/agreement`.

use fastrand::Rng;

use crate::deduction::{Options, Proper};
use crate::grid::Shape;
use crate::puzzle::Puzzle;

pub mod canon;
pub mod fuzz;
pub mod harness;
pub mod instances;
pub mod neutral;
pub mod posted;
pub mod reasons;
pub mod reference;
#[cfg(test)]
pub(crate) mod states;
pub mod techniques;
pub mod tiers;
pub mod watch;
pub mod witness;

/// Whether tests run all of their cases: the environment variable `ARCDOKU_CASES` is `full`.
pub fn runs_all_cases() -> bool {
    std::env::var_os("ARCDOKU_CASES").is_some_and(|value| value == "full")
}

/// The number of cases that a test with `full` cases runs: an eighth, rounded up, unless [all run](runs_all_cases).
pub fn cases(full: usize) -> usize {
    if runs_all_cases() { full } else { full.div_ceil(8) }
}

/// The text of `testdata/human/se_basic.txt`: random states, and the steps that techniques of the Sudoku Explainer
/// find in each.
///
/// # Panics
/// Never: every search for a full grid finds one.
pub fn explainer_samples() -> String {
    crate::explainer::samples::text(&classic_grid)
}

/// A random full grid of 9x9, found by a search.
pub(crate) fn classic_grid(rng: &mut Rng) -> crate::puzzle::Solution {
    instances::full_grid_of(&Puzzle::new(Shape::CLASSIC), rng).expect("a 9x9 grid")
}

/// Evidence of uniqueness for tests in which it is known without a solver, or not needed.
pub const fn proper() -> Proper {
    Proper::proven()
}

/// The default options, with [`proper`].
pub fn proper_options() -> Options {
    Options::proven()
}

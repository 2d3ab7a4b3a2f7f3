//! Puzzles, their rules, and outcomes.
//!
//! A [`Puzzle`] is a [`Shape`](crate::grid::Shape), clues, and [`Rule`]s as data. Each rule has a definition that
//! checks a grid. Solvers return an [`Outcome`] within [`Limits`]. [`mod@format`] reads and writes text.

mod error;
pub mod format;
mod givens;
mod limits;
mod outcome;
pub mod relation;
mod rule;

pub use givens::{ClueConflict, GivensError, Puzzle, Violation};
pub use limits::{Budget, Clock, Limit, Limits, WorkProgress};
pub use outcome::{Outcome, Proper, Refutation, Solution};
pub use rule::{
    AllDifferent, Cage, CandidateSets, Constraint, Grid, House, HouseKind, Listed, Regions, Rule, RuleError,
    RuleKind, RulePieces, RuleTerm, Thermometer, Void,
};

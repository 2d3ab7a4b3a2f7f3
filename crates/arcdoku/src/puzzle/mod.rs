//! Floor 1: the question, and the shape of the answer.
//!
//! A [`Puzzle`] is a [`Shape`](crate::grid::Shape), clues and [`Rule`]s as data, each rule with its
//! meaning. A reader of a puzzle answers with an [`Outcome`]. Text comes in and goes out through
//! [`mod@format`].

mod error;
pub mod format;
mod givens;
mod limits;
mod outcome;
mod rule;

pub use givens::{ClueConflict, Puzzle};
pub use limits::{Budget, Clock, Limit, Limits};
pub use outcome::{Outcome, Refutation, Solution};
pub use rule::{
    AllDifferent, Cage, CandidateSets, Constraint, House, HouseKind, Regions, Rule, RuleError, RuleKind,
    Thermometer,
};

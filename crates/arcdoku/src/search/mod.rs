//! Searches the tree of decisions.
//!
//! [`search`] runs a [`Strategy`] on a puzzle: it compiles the puzzle at the strategy's inference level, runs the
//! search loop (`dfs.rs`), and pushes every solution into a [`Sink`]. [`search_model`] does the same for any
//! [`Model`](crate::csp::Model). Strategies differ only in their parts: how a variable is chosen, how ties are
//! broken, in which order values are tried, how strong the inference is, and how the search continues after a value
//! failed.
//!
//! An [`Observer`] sees every node, choice, backtrack and elimination; the observer `()` costs
//! nothing. [`Stats`] are returned by value.

mod dfs;
mod learn;
mod observe;
mod run;
mod sampled;
mod select;
mod stats;
mod strategy;

pub use dfs::{Branching, SearchEnd, Sink};
pub(crate) use learn::LearningSession;
pub(crate) use observe::watched;
pub use observe::{Node, Observer};
pub use run::{SearchScratch, search, search_model, search_model_with, search_watched, search_with};
pub use sampled::LogMean;
pub use select::{
    Heuristics, Tie, TieBreak, TieKind, Value, ValueKind, ValueOrder, Variable, VariableKind, VariableOrder,
    tie, value, variable,
};
pub use stats::Stats;
pub(crate) use strategy::named;
pub use strategy::{NAMED, Named, PARTS, Part, Strategy, StrategyError};

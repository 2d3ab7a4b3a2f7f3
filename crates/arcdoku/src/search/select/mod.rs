//! Heuristics: the choice of a variable, of ties, and of a value.
//!
//! Each is a small trait with one required method, and an enum of the built-in ones. The search loop
//! knows only the traits, so that a new heuristic needs no change there.

mod tie;
mod value;
mod variable;

pub use tie::{Tie, TieBreak};
pub use value::{Value, ValueOrder};
pub(super) use variable::choose;
pub use variable::{LastConflict, Mrv, Variable, VariableOrder};

/// How variables and values are chosen: the parts of a search that a caller may implement.
#[derive(Clone, Debug)]
pub struct Heuristics<V, K, W> {
    /// The choice of a variable.
    pub variable: V,
    /// The choice among variables of equal score.
    pub tie: K,
    /// The order of values.
    pub value: W,
}

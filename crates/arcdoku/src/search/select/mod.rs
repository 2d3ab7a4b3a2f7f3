//! Heuristics: which variable, which of equals, which value.
//!
//! Each is a small trait with one required method, and one enum of the built-in ones. The search
//! loop knows only the traits, so that a heuristic of your own needs no change there.

mod tie;
mod value;
mod variable;

pub use tie::{Tie, TieBreak};
pub use value::{Value, ValueOrder};
pub(super) use variable::choose;
pub use variable::{Mrv, Variable, VariableOrder};

/// How variables and values are chosen: the parts of a search that can be of a caller's own making.
#[derive(Clone, Debug)]
pub struct Heuristics<V, K, W> {
    /// Which variable.
    pub variable: V,
    /// Which of equals.
    pub tie: K,
    /// Which value first.
    pub value: W,
}

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

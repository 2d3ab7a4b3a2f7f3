//! Observers of a search.

use crate::csp::{Space, Trace, Var};
use crate::grid::{Digit, DigitSet};

/// A node of the search tree at the moment it is expanded.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Node<'a> {
    /// The number of open decisions above it.
    pub depth: usize,
    /// The chosen variable.
    pub var: Var,
    /// Its candidates.
    pub candidates: DigitSet,
    /// The state of the model.
    pub space: &'a Space,
}

/// Observes a search, and its propagation through [`Trace`]. Every method has an empty default.
pub trait Observer: Trace {
    /// A variable was chosen.
    fn node(&mut self, _node: &Node<'_>) {}

    /// A value is about to be tried; `depth` decisions are open above it.
    fn trying(&mut self, _depth: usize, _var: Var, _digit: Digit) {}

    /// A tried value was undone; `space` is as it was before the trial.
    fn backtrack(&mut self, _depth: usize, _var: Var, _digit: Digit, _space: &Space) {}

    /// Propagation reached a fixpoint without a contradiction.
    fn fixpoint(&mut self, _depth: usize, _space: &Space) {}

    /// Every variable of the solution is decided.
    fn solution(&mut self, _depth: usize, _space: &Space) {}

    /// The search starts again from the root.
    fn restart(&mut self) {}
}

impl Observer for () {}

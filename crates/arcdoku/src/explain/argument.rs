//! The lines of an explanation, and the argument of a pattern: visible premises, and why the conclusion follows.

use std::fmt;

/// A line of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Indentation: 0 for premises; more for the nodes of a long net, one per line, and for the steps within it.
    pub depth: u8,
    /// A sentence or two.
    pub text: String,
}

impl From<String> for Line {
    fn from(text: String) -> Self {
        Self { depth: 0, text }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// Premises, and why the conclusion follows.
#[derive(Default)]
pub(super) struct Argument {
    pub(super) premises: Vec<Line>,
    pub(super) why: String,
}

impl Argument {
    pub(super) fn of(premises: Vec<String>, why: String) -> Self {
        Self { premises: premises.into_iter().map(Line::from).collect(), why }
    }
}

//! Errors of reading a text and of writing a model.

use std::fmt;

/// The error of a text that is not a model of a format: what was found, what was expected, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The line in the text, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// What was found.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

impl ReadError {
    /// An error at a byte of a text.
    pub(super) fn at(text: &str, byte: usize, found: impl Into<String>, expected: impl Into<String>) -> Self {
        let before = &text[..text.floor_char_boundary(byte)];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        Self { line, column, found: found.into(), expected: expected.into() }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: found {}, expected {}", self.line, self.column, self.found, self.expected)
    }
}

impl std::error::Error for ReadError {}

/// A text in quotes, cut if it is long.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    if text.is_empty() {
        return "nothing".to_owned();
    }
    let cut: String = text.chars().take(LONGEST).collect();
    let more = if cut.len() < text.len() { "..." } else { "" };
    format!("\"{}{more}\"", cut.escape_debug())
}

/// The error of a model that cannot be written in a format: the part of it that the format lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteError(pub(super) String);

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the format has no {}", self.0)
    }
}

impl std::error::Error for WriteError {}

//! Errors of reading and writing texts.

use std::fmt;

/// A text is not a puzzle of the expected format. The error gives what was found, what was expected, and the place.
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
    pub(crate) fn at(text: &str, byte: usize, found: impl Into<String>, expected: impl Into<String>) -> Self {
        let before = &text[..text.floor_char_boundary(byte)];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        Self { line, column, found: found.into(), expected: expected.into() }
    }

    /// An error of a text as a whole, or of its packed content.
    pub(crate) fn whole(found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self { line: 1, column: 1, found: found.into(), expected: expected.into() }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: found {}, expected {}", self.line, self.column, self.found, self.expected)
    }
}

impl std::error::Error for ReadError {}

/// A text in quotes, cut if it is long.
pub(crate) fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    if text.is_empty() {
        return "nothing".to_owned();
    }
    let cut: String = text.chars().take(LONGEST).collect();
    let more = if cut.len() < text.len() { "..." } else { "" };
    format!("\"{}{more}\"", cut.escape_debug())
}

/// The error of a puzzle that cannot be written in a format: the part of it that the format lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteError {
    /// What the format cannot express, such as the text of a rule.
    pub what: String,
}

impl WriteError {
    pub(crate) fn new(what: impl Into<String>) -> Self {
        Self { what: what.into() }
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the format has no {}", self.what)
    }
}

impl std::error::Error for WriteError {}

//! Parse errors.

use std::fmt;
use std::fmt::Write as _;

/// The error of a text that cannot be read: what was found, what was expected, and where.
///
/// Its display is always one line: `file:line:column: found X, expected Y`.
// The content is boxed, so a result is not larger than a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError(Box<ParseErrorData>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct ParseErrorData {
    kind: ParseErrorKind,
    file: Option<String>,
    line: usize,
    column: usize,
    found: String,
    expected: String,
}

/// Kind of a parse error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// Too few or too many cells.
    Length,
    /// A symbol or number that no cell of this grid can have.
    Symbol,
    /// Clues that break a rule, or a cell without candidates.
    ClueConflict,
    /// A jigsaw region does not have N cells.
    RegionSize,
    /// A layout or text for a different shape.
    Shape,
    /// The text ends in the middle of a grid.
    Truncated,
    /// The text is not UTF-8.
    Utf8,
    /// There is no puzzle.
    Empty,
    /// There is text after the only puzzle that was expected.
    Trailing,
    /// A rule that cannot be read, or does not fit the shape.
    Rule,
    /// A rule that no digits of the grid obey, such as a cage with a sum that is too large.
    Impossible,
    /// A library line or a block lacks its fields or its header.
    Structure,
    /// A line that is in no notation: JSON, a link, or a string of constraints of another program.
    Foreign,
    /// A line is longer than any puzzle.
    LineTooLong,
    /// The input could not be read.
    Io,
}

impl ParseError {
    pub(super) fn new(
        kind: ParseErrorKind,
        (line, column): (usize, usize),
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        Self(Box::new(ParseErrorData {
            kind,
            file: None,
            line,
            column,
            found: found.into(),
            expected: expected.into(),
        }))
    }

    /// The same error with the name of its file or other source.
    pub fn in_file(mut self, name: impl Into<String>) -> Self {
        self.0.file = Some(name.into());
        self
    }

    /// The kind of error.
    pub fn kind(&self) -> ParseErrorKind {
        self.0.kind
    }

    /// The source, if its name was set with [`in_file`](Self::in_file).
    pub fn file(&self) -> Option<&str> {
        self.0.file.as_deref()
    }

    /// The line, counted from 1.
    pub fn line(&self) -> usize {
        self.0.line
    }

    /// The column in characters, counted from 1.
    pub fn column(&self) -> usize {
        self.0.column
    }

    /// What was found, as display text.
    pub fn found(&self) -> &str {
        &self.0.found
    }

    /// What was expected, as display text.
    pub fn expected(&self) -> &str {
        &self.0.expected
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParseErrorData { file, line, column, found, expected, .. } = &*self.0;
        if let Some(file) = file {
            // A file name may contain any character, even a line break, so it is escaped.
            file.chars().try_for_each(|c| escaped(c, f))?;
            f.write_char(':')?;
        }
        write!(f, "{line}:{column}: found {found}, expected {expected}")
    }
}

impl std::error::Error for ParseError {}

/// Text from outside, made safe for one line of a message: quoted and truncated, with control characters and
/// characters that reorder text escaped.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 32;
    let mut out = String::from("'");
    for (i, c) in text.chars().enumerate() {
        if i == LONGEST {
            out.push_str("...");
            break;
        }
        // Writing to a string does not fail.
        let _ = escaped(c, &mut out);
    }
    out.push('\'');
    out
}

/// A count with a noun, in the plural unless the count is one.
pub(super) fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// The digits up to `n`, for messages.
pub(super) fn up_to(n: usize) -> String {
    if n == 1 { "1".into() } else { format!("1 to {n}") }
}

fn escaped(c: char, out: &mut impl fmt::Write) -> fmt::Result {
    let invisible =
        matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    if c.is_control() || invisible { write!(out, "{}", c.escape_default()) } else { out.write_char(c) }
}

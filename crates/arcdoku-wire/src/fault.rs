//! Faults of an input, with their positions.

use std::fmt;

use arcdoku::puzzle::format::ParseError;
use serde::{Deserialize, Serialize};

use crate::outcome::FaultCode;

/// A fault of an input. It is displayed as one line, `file:line:column: found X, expected Y`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fault {
    /// The file or other source, if it has a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// What kind of fault it is, for programs.
    pub code: FaultCode,
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// What was found.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

impl Fault {
    /// A fault at `(line, column)` of an unnamed source.
    pub fn new(
        code: FaultCode,
        (line, column): (usize, usize),
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        Self { file: None, code, line, column, found: found.into(), expected: expected.into() }
    }

    /// The same fault, moved from a text to the larger text that contains it at `(line, column)`, such as the row of
    /// a field. If the text is embedded in a larger one, every fault moves down, and a fault in the first line also
    /// moves to the right.
    #[must_use]
    pub fn within(mut self, at: (usize, usize)) -> Self {
        (self.line, self.column) = Self::moved((self.line, self.column), at);
        self
    }

    /// The position in a larger text of a position in a text that begins at `at` of the larger one.
    pub fn moved((line, column): (usize, usize), at: (usize, usize)) -> (usize, usize) {
        (line + at.0 - 1, if line == 1 { column + at.1 - 1 } else { column })
    }

    /// The same fault with the name of its source.
    #[must_use]
    pub fn in_file(mut self, name: &str) -> Self {
        self.file = Some(name.to_owned());
        self
    }

    /// Input text for one line of a message: in quotes, truncated if long, with control characters escaped.
    pub fn quoted(text: &str) -> String {
        const LONGEST: usize = 32;
        let cut: String = text.chars().take(LONGEST).collect();
        let dots = if cut.len() < text.len() { "..." } else { "" };
        format!("'{}{dots}'", escaped(&cut))
    }
}

/// Escapes all characters that would break or disguise a line: control characters, escape sequences of terminals, and
/// characters that are invisible or change the direction of text.
pub fn escaped(text: &str) -> String {
    let hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    text.chars().fold(String::with_capacity(text.len()), |mut out, c| {
        if hidden(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
        out
    })
}

impl From<ParseError> for Fault {
    fn from(error: ParseError) -> Self {
        Self {
            file: error.file().map(str::to_owned),
            code: error.kind().into(),
            line: error.line(),
            column: error.column(),
            found: error.found().to_owned(),
            expected: error.expected().to_owned(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{}:", escaped(file))?;
        }
        let [found, expected] = [&self.found, &self.expected].map(|text| escaped(text));
        write!(f, "{}:{}: found {found}, expected {expected}", self.line, self.column)
    }
}

impl std::error::Error for Fault {}

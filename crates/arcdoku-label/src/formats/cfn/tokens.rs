//! Words and brackets of the CFN format, which is JSON with liberties: quotes, commas and colons can be left out, any
//! opening bracket is closed by any closing bracket, and comments end lines.

use std::borrow::Cow;
use std::fmt;

use super::super::error::{ReadError, quoted};

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TokenKind {
    Open,
    Close,
    Word,
    End,
}

/// A word without its quotes, or a bracket.
#[derive(Clone, Debug)]
pub(super) struct Token<'a> {
    pub(super) kind: TokenKind,
    /// The byte where it starts.
    pub(super) at: usize,
    pub(super) text: Cow<'a, str>,
}

/// The unread tokens.
pub(super) struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

/// Whether a text starts like a model: with a bracket and the name of the first field. Lines of JSON start with a
/// different field.
pub(in crate::formats) fn opens(text: &str) -> bool {
    let mut tokens = Tokens::new(text);
    tokens.next().is_ok_and(|token| token.kind == TokenKind::Open)
        && tokens.next().is_ok_and(|token| token.text == "problem")
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text: text.trim_ascii_end(), at: 0 }
    }

    /// The error that a token is not what was expected.
    pub(super) fn error(&self, token: &Token<'_>, expected: fmt::Arguments<'_>) -> ReadError {
        ReadError::at(self.text, token.at, quoted(&token.text), expected.to_string())
    }

    /// The next token.
    pub(super) fn next(&mut self) -> Result<Token<'a>, ReadError> {
        self.skip();
        let (at, rest) = (self.at, &self.text[self.at..]);
        let (kind, length) = match rest.bytes().next() {
            None => (TokenKind::End, 0),
            Some(b'{' | b'[') => (TokenKind::Open, 1),
            Some(b'}' | b']') => (TokenKind::Close, 1),
            Some(b'"') => return self.quoted(),
            Some(_) => {
                let ends = |c: char| c.is_ascii_whitespace() || "{}[]\",:".contains(c);
                (TokenKind::Word, rest.find(ends).unwrap_or(rest.len()))
            }
        };
        self.at += length;
        Ok(Token { kind, at, text: Cow::Borrowed(&rest[..length]) })
    }

    /// A word in quotes.
    fn quoted(&mut self) -> Result<Token<'a>, ReadError> {
        let (at, rest) = (self.at, &self.text[self.at + 1..]);
        let mut is_escaped = false;
        let end = rest.bytes().position(|byte| {
            let ends = byte == b'"' && !is_escaped;
            is_escaped = byte == b'\\' && !is_escaped;
            ends
        });
        let Some(end) = end else {
            return Err(ReadError::at(self.text, at, "a quote", "a closing quote"));
        };
        self.at += end + 2;
        let inner = &rest[..end];
        if !inner.contains('\\') {
            return Ok(Token { kind: TokenKind::Word, at, text: Cow::Borrowed(inner) });
        }
        match serde_json::from_str(&self.text[at..self.at]) {
            Ok(text) => Ok(Token { kind: TokenKind::Word, at, text: Cow::Owned(text) }),
            Err(_) => Err(ReadError::at(self.text, at, quoted(inner), "a text with valid JSON escapes")),
        }
    }

    /// Skips white space, commas, colons and comments.
    fn skip(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let Some(first) = rest.chars().next() else { return };
            let begins_line = self.at == 0 || self.text[..self.at].ends_with('\n');
            if (first == '#' && begins_line) || rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if first.is_ascii_whitespace() || first == ',' || first == ':' {
                self.at += 1;
            } else {
                return;
            }
        }
    }

    /// Reads an opening bracket.
    pub(super) fn open(&mut self) -> Result<Token<'a>, ReadError> {
        let token = self.next()?;
        if token.kind == TokenKind::Open {
            Ok(token)
        } else {
            Err(self.error(&token, format_args!("an opening bracket")))
        }
    }

    /// Reads a closing bracket.
    pub(super) fn close(&mut self) -> Result<(), ReadError> {
        let token = self.next()?;
        if token.kind == TokenKind::Close {
            Ok(())
        } else {
            Err(self.error(&token, format_args!("a closing bracket")))
        }
    }

    /// Reads a word, which is not empty.
    pub(super) fn word(&mut self, what: &str) -> Result<Token<'a>, ReadError> {
        let token = self.next()?;
        let is_word = token.kind == TokenKind::Word && !token.text.is_empty();
        if is_word { Ok(token) } else { Err(self.error(&token, format_args!("{what}"))) }
    }

    /// Reads the name of this field.
    pub(super) fn field(&mut self, name: &str) -> Result<(), ReadError> {
        let token = self.next()?;
        if token.is_field(name) {
            Ok(())
        } else {
            Err(self.error(&token, format_args!("the field \"{name}\"")))
        }
    }

    /// The next token of a list; `None` if the list ends.
    pub(super) fn item(&mut self, what: &str) -> Result<Option<Token<'a>>, ReadError> {
        let token = self.next()?;
        match token.kind {
            TokenKind::Close => Ok(None),
            TokenKind::End => Err(self.error(&token, format_args!("{what}, or a closing bracket"))),
            _ => Ok(Some(token)),
        }
    }
}

impl Token<'_> {
    /// Whether the token is the name of this field. Some texts have the colon within the quotes.
    pub(super) fn is_field(&self, name: &str) -> bool {
        self.kind == TokenKind::Word && self.text.trim_end_matches(':') == name
    }

    /// Whether the token starts like a number. Names never do.
    pub(super) fn is_number(&self) -> bool {
        self.kind == TokenKind::Word
            && self.text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c))
    }
}

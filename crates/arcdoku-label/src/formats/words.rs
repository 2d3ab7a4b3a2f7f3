//! Words between white space, each with its place.

use std::fmt;
use std::str::FromStr;

use super::error::{ReadError, quoted};

/// The value of a word that is a decimal number: with at most a sign, a point and an exponent. It may be infinite.
pub(super) fn decimal(word: &str) -> Option<f64> {
    // The parser of the standard library also accepts names of infinity.
    let is_decimal = word.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    word.parse().ok().filter(|_| is_decimal)
}

/// A word of a text; it is empty at the end of the text.
#[derive(Clone, Copy)]
pub(super) struct Word<'a> {
    /// The byte where it starts.
    pub(super) at: usize,
    pub(super) text: &'a str,
}

/// The unread words.
pub(super) struct Words<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Words<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        // Trailing white space is dropped, so the end of the text is at the end of the last word.
        Self { text: text.trim_ascii_end(), at: 0 }
    }

    /// The next word, which remains unread.
    pub(super) fn peek(&self) -> Word<'a> {
        let rest = self.text[self.at..].trim_ascii_start();
        let at = self.text.len() - rest.len();
        let length = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
        Word { at, text: &rest[..length] }
    }

    /// The next word.
    pub(super) fn next(&mut self) -> Word<'a> {
        let word = self.peek();
        self.at = word.at + word.text.len();
        word
    }

    /// The error that a word is not what was expected.
    pub(super) fn error(&self, word: Word<'_>, expected: fmt::Arguments<'_>) -> ReadError {
        ReadError::at(self.text, word.at, quoted(word.text), expected.to_string())
    }

    /// Reads a number that satisfies a condition.
    pub(super) fn number<N: FromStr>(
        &mut self,
        fits: impl Fn(&N) -> bool,
        expected: fmt::Arguments<'_>,
    ) -> Result<N, ReadError> {
        let word = self.next();
        word.text.parse().ok().filter(fits).ok_or_else(|| self.error(word, expected))
    }

    /// Reads a number that is at least `least`.
    pub(super) fn count(&mut self, least: usize, what: &str) -> Result<usize, ReadError> {
        self.number(|&number| number >= least, format_args!("{what} ({least} or more)"))
    }

    /// Reads the number of one of `count` items.
    pub(super) fn index(&mut self, count: usize, what: &str) -> Result<usize, ReadError> {
        match count.checked_sub(1) {
            Some(last) => self.number(|&number| number <= last, format_args!("{what} (0 to {last})")),
            None => self.number(|_| false, format_args!("{what}, but there are none")),
        }
    }

    /// Reads the numbers of `arity` different objects.
    pub(super) fn scope(&mut self, arity: usize, objects: usize) -> Result<Vec<usize>, ReadError> {
        let mut scope = Vec::new();
        for _ in 0..arity {
            let word = self.peek();
            let object = self.index(objects, "the number of an object")?;
            if scope.contains(&object) {
                return Err(self.error(word, format_args!("an object that is not in the scope yet")));
            }
            scope.push(object);
        }
        Ok(scope)
    }

    /// Checks that the text ends.
    pub(super) fn end(&mut self) -> Result<(), ReadError> {
        let word = self.next();
        if word.text.is_empty() { Ok(()) } else { Err(self.error(word, format_args!("the end of the text"))) }
    }
}

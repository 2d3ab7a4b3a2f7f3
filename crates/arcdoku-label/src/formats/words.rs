//! Words between white space, each with its place.

use std::fmt;

use super::error::{ReadError, quoted};

/// A word of a text; it is empty at the end of the text.
#[derive(Clone, Copy)]
pub(super) struct Word<'a> {
    /// The byte where it begins.
    pub(super) at: usize,
    pub(super) text: &'a str,
}

/// The words that are not read yet.
pub(super) struct Words<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Words<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        // What follows the last word is at its end.
        Self { text: text.trim_ascii_end(), at: 0 }
    }

    /// The next word, which stays the next one.
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

    /// The error that a word is something else than expected.
    pub(super) fn error(&self, word: Word<'_>, expected: fmt::Arguments<'_>) -> ReadError {
        ReadError::at(self.text, word.at, quoted(word.text), expected.to_string())
    }

    /// A number of things, at least so many.
    pub(super) fn count(&mut self, least: usize, what: &str) -> Result<usize, ReadError> {
        let word = self.next();
        let number = word.text.parse().ok().filter(|&number| number >= least);
        number.ok_or_else(|| self.error(word, format_args!("{what} ({least} or more)")))
    }

    /// The number of one of so many things.
    pub(super) fn index(&mut self, count: usize, what: &str) -> Result<usize, ReadError> {
        let word = self.next();
        let number = word.text.parse().ok().filter(|&number| number < count);
        number.ok_or_else(|| match count.checked_sub(1) {
            Some(last) => self.error(word, format_args!("{what} (0 to {last})")),
            None => self.error(word, format_args!("{what}, of which there are none")),
        })
    }

    /// So many objects, each once.
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

    /// The end of the text.
    pub(super) fn end(&mut self) -> Result<(), ReadError> {
        let word = self.next();
        if word.text.is_empty() { Ok(()) } else { Err(self.error(word, format_args!("the end of the text"))) }
    }
}

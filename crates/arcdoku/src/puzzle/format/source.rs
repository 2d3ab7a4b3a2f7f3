//! The lines of an input, with their numbers, in constant memory.

use std::collections::VecDeque;
use std::io::{BufRead, Read};

use crate::puzzle::error::{ParseError, ParseErrorKind};

/// Length limit of a line in bytes: four times the longest notation of the largest grid. Longer lines
/// are skipped without being stored.
const LONGEST: usize = 1 << 20;

/// A line of text without its end.
pub(super) struct Line {
    /// Counted from 1.
    pub(super) number: usize,
    pub(super) text: String,
}

pub(super) struct Source<R> {
    input: R,
    /// Lines read so far.
    number: usize,
    /// Lines that were put back after looking ahead.
    ahead: VecDeque<Result<Line, ParseError>>,
    /// The buffer for the next line.
    spare: Vec<u8>,
    failed: bool,
}

impl<R: BufRead> Source<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, number: 0, ahead: VecDeque::new(), spare: Vec::new(), failed: false }
    }

    /// The number of the last line read.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// Puts a line back; it becomes the next line again.
    pub(super) fn give_back(&mut self, line: Result<Line, ParseError>) {
        self.ahead.push_front(line);
    }

    /// Keeps the buffer of a line for later lines.
    pub(super) fn recycle(&mut self, line: Line) {
        self.spare = line.text.into_bytes();
    }

    /// Takes the next lines directly from the buffer of the input. `take` receives the buffer. It returns its result
    /// with the number of bytes and lines that it used, including line ends, or `None` to take nothing.
    pub(super) fn take_buffered<T>(
        &mut self,
        take: impl FnOnce(&[u8]) -> Option<(T, usize, usize)>,
    ) -> Option<T> {
        if !self.ahead.is_empty() || self.failed {
            return None;
        }
        // An input error occurs again in `next`, which reports it.
        let (value, used, lines) = take(self.input.fill_buf().ok()?)?;
        self.input.consume(used);
        self.number += lines;
        Some(value)
    }

    pub(super) fn next(&mut self) -> Option<Result<Line, ParseError>> {
        if let Some(line) = self.ahead.pop_front() {
            return Some(line);
        }
        if self.failed {
            return None;
        }
        let mut bytes = std::mem::take(&mut self.spare);
        bytes.clear();
        let at = (self.number + 1, 1);
        match self.input.by_ref().take(LONGEST as u64 + 1).read_until(b'\n', &mut bytes) {
            Err(error) => return Some(Err(self.fail(at, &error))),
            Ok(0) => return None,
            Ok(_) => self.number += 1,
        }
        if bytes.last() != Some(&b'\n') && bytes.len() > LONGEST {
            return Some(Err(self.skip_line(bytes)));
        }
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
            if bytes.last() == Some(&b'\r') {
                bytes.pop();
            }
        }
        if self.number == 1 && bytes.starts_with(b"\xef\xbb\xbf") {
            bytes.drain(..3);
        }
        match String::from_utf8(bytes) {
            Ok(text) => Some(Ok(Line { number: self.number, text })),
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let bytes = error.into_bytes();
                let column = String::from_utf8_lossy(&bytes[..valid]).chars().count() + 1;
                let found = format!("byte 0x{:02X}", bytes[valid]);
                let at = (self.number, column);
                self.spare = bytes;
                Some(Err(ParseError::new(ParseErrorKind::Utf8, at, found, "UTF-8 text")))
            }
        }
    }

    fn skip_line(&mut self, mut bytes: Vec<u8>) -> ParseError {
        let at = (self.number, LONGEST + 1);
        while bytes.last() != Some(&b'\n') {
            bytes.clear();
            match self.input.by_ref().take(LONGEST as u64).read_until(b'\n', &mut bytes) {
                Err(error) => return self.fail(at, &error),
                Ok(0) => break,
                Ok(_) => {}
            }
        }
        self.spare = bytes;
        let found = format!("a line of more than {LONGEST} bytes");
        ParseError::new(ParseErrorKind::LineTooLong, at, found, "a shorter line")
    }

    /// Ends the source after an input error, because the next read would probably fail as well.
    fn fail(&mut self, at: (usize, usize), error: &std::io::Error) -> ParseError {
        self.failed = true;
        let found = format!("an input error {}", crate::puzzle::error::quoted(&error.to_string()));
        ParseError::new(ParseErrorKind::Io, at, found, "readable input")
    }
}

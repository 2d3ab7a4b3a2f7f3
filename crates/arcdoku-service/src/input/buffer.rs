//! A read buffer that calls back before it waits, counts the used bytes, and supports the line endings of old
//! systems.

use std::cell::Cell;
use std::io::{self, BufRead, Read};
use std::rc::Rc;

/// A buffered input that calls back before each read, so earlier puzzles can be answered: a pipe that delivers a
/// puzzle per minute gets an answer per minute. A lone carriage return ends a line and is read as a line feed.
pub(crate) struct ReadBuffer<'a> {
    input: Box<dyn Read>,
    /// Empty before the first read.
    buffer: Box<[u8]>,
    capacity: usize,
    begin: usize,
    end: usize,
    /// Whether the last byte read is a carriage return whose next byte is not known yet.
    has_return: bool,
    /// Counts the used bytes.
    used: Rc<Cell<u64>>,
    before_read: Box<dyn FnMut() + 'a>,
}

/// Large enough for few reads, small enough for a fast cache.
const CAPACITY: usize = 1 << 16;

impl<'a> ReadBuffer<'a> {
    pub(crate) fn new(input: Box<dyn Read>, used: Rc<Cell<u64>>, before_read: Box<dyn FnMut() + 'a>) -> Self {
        Self {
            input,
            buffer: Box::default(),
            capacity: CAPACITY,
            begin: 0,
            end: 0,
            has_return: false,
            used,
            before_read,
        }
    }

    /// The same buffer for an input of at most this many bytes. Clearing a large buffer takes longer than to solve a
    /// puzzle.
    pub(crate) fn of_size(self, bytes: usize) -> Self {
        // One byte is for a carriage return that was read before.
        Self { capacity: bytes.saturating_add(2).min(CAPACITY), ..self }
    }
}

impl BufRead for ReadBuffer<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.begin == self.end {
            (self.before_read)();
            (self.begin, self.end) = (0, 0);
            if self.buffer.is_empty() {
                self.buffer = vec![0; self.capacity].into();
            }
            while self.end == 0 {
                let held = usize::from(self.has_return);
                let count = match self.input.read(&mut self.buffer[held..]) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    result => result?,
                };
                if held + count == 0 {
                    break;
                }
                if self.has_return {
                    self.buffer[0] = b'\r';
                }
                let known = &mut self.buffer[..held + count];
                self.has_return = count > 0 && known.last() == Some(&b'\r');
                end_lines(known);
                self.end = held + count - usize::from(self.has_return);
            }
        }
        Ok(&self.buffer[self.begin..self.end])
    }

    fn consume(&mut self, count: usize) {
        let count = count.min(self.end - self.begin);
        self.begin += count;
        self.used.set(self.used.get() + count as u64);
    }
}

impl Read for ReadBuffer<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(out)?;
        self.consume(count);
        Ok(count)
    }
}

/// Replaces carriage returns that end a line. A carriage return before a line feed is kept.
fn end_lines(bytes: &mut [u8]) {
    let mut from = 0;
    while let Some(at) = memchr::memchr(b'\r', &bytes[from..]).map(|at| from + at) {
        if bytes.get(at + 1) != Some(&b'\n') {
            bytes[at] = b'\n';
        }
        from = at + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carriage_returns_end_lines() {
        /// Returns at most this many bytes per read.
        struct Pieces(Vec<u8>, usize);
        impl Read for Pieces {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let count = self.1.min(self.0.len()).min(buffer.len());
                buffer[..count].copy_from_slice(&self.0[..count]);
                self.0.drain(..count);
                Ok(count)
            }
        }
        for (text, expected) in [
            ("a\rb\r\nc\nd\r\r\re\r", "a\nb\r\nc\nd\n\n\ne\n"),
            ("\r", "\n"),
            ("\r\r\n", "\n\r\n"),
            ("\n\r", "\n\n"),
            ("", ""),
        ] {
            for size in 1..5 {
                let pieces = Box::new(Pieces(text.into(), size));
                let used = Rc::new(Cell::new(0));
                let mut buffer = ReadBuffer::new(pieces, Rc::clone(&used), Box::new(|| ()));
                let mut found = String::new();
                buffer.read_to_string(&mut found).unwrap();
                assert_eq!((found.as_str(), used.get()), (expected, text.len() as u64), "{text:?} {size}");
            }
        }
    }
}

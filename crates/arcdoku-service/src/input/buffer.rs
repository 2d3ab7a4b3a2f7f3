//! A read buffer that calls back before it waits, and counts the bytes that were used.

use std::cell::Cell;
use std::io::{self, BufRead, Read};
use std::rc::Rc;

/// A buffered input that calls back before each read, so that earlier puzzles can be answered: a pipe that
/// delivers a puzzle per minute is answered every minute.
pub(crate) struct ReadBuffer<'a> {
    input: Box<dyn Read>,
    buffer: Box<[u8]>,
    begin: usize,
    end: usize,
    /// Counts the bytes that were used.
    used: Rc<Cell<u64>>,
    before_read: Box<dyn FnMut() + 'a>,
}

/// Large enough for few reads, small enough for a fast cache.
const CAPACITY: usize = 1 << 16;

impl<'a> ReadBuffer<'a> {
    pub(crate) fn new(input: Box<dyn Read>, used: Rc<Cell<u64>>, before_read: Box<dyn FnMut() + 'a>) -> Self {
        Self { input, buffer: vec![0; CAPACITY].into(), begin: 0, end: 0, used, before_read }
    }
}

impl BufRead for ReadBuffer<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.begin == self.end {
            (self.before_read)();
            (self.begin, self.end) = (0, 0);
            self.end = loop {
                match self.input.read(&mut self.buffer) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    result => break result?,
                }
            };
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

//! A buffer that says when it is about to wait.

use std::io::{self, BufRead, Read};

/// A buffered input that calls back before each read, so that what was read so far can go on its
/// way: a pipe that brings a puzzle a minute is answered every minute.
pub(crate) struct Tap {
    input: Box<dyn Read>,
    buffer: Box<[u8]>,
    begin: usize,
    end: usize,
    /// Told how many bytes were used up since the last call.
    before_read: Box<dyn FnMut(u64)>,
}

/// Large enough that a read is rare, small enough that it fits a fast cache.
const CAPACITY: usize = 1 << 16;

impl Tap {
    pub(crate) fn new(input: Box<dyn Read>, before_read: Box<dyn FnMut(u64)>) -> Self {
        Self { input, buffer: vec![0; CAPACITY].into(), begin: 0, end: 0, before_read }
    }
}

impl BufRead for Tap {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.begin == self.end {
            (self.before_read)(self.end as u64);
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
        self.begin = self.end.min(self.begin + count);
    }
}

impl Read for Tap {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(out)?;
        self.consume(count);
        Ok(count)
    }
}

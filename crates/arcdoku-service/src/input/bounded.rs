//! The lines of a table, read with bounded memory.

use std::collections::VecDeque;
use std::io::{BufRead as _, Read as _};

use arcdoku_wire::{Fault, FaultCode};

use super::buffer::ReadBuffer;

/// The maximum length of a row in memory. Longer rows are skipped.
pub(super) const LONGEST: usize = 1 << 20;

/// The maximum distance to look ahead for the end of a record. In total, at most eight times as many bytes are read
/// again as are read, plus a constant.
#[derive(Debug, Default)]
pub(super) struct Lookahead {
    read: usize,
    wasted: usize,
}

impl Lookahead {
    /// Adds bytes of a record.
    pub(super) fn read(&mut self, bytes: usize) {
        self.read += bytes;
    }

    /// Adds bytes that are read again.
    pub(super) fn waste(&mut self, bytes: usize) {
        self.wasted += bytes;
    }

    /// The maximum number of bytes of the next record.
    pub(super) fn most(&self) -> usize {
        (LONGEST + 8 * self.read).saturating_sub(self.wasted).min(LONGEST)
    }
}

/// A line with its number and its end.
pub(super) type TableLine = Result<(usize, String), Fault>;

/// The lines of an input, each up to a length of [`LONGEST`].
pub(super) struct TableLines<'a> {
    input: ReadBuffer<'a>,
    number: usize,
    failed: bool,
    /// Lines that were given back after looking ahead.
    ahead: VecDeque<TableLine>,
}

impl<'a> TableLines<'a> {
    pub(super) fn new(input: ReadBuffer<'a>) -> Self {
        Self { input, number: 0, failed: false, ahead: VecDeque::new() }
    }

    /// Gives a line back. It is then the next line again.
    pub(super) fn give_back(&mut self, line: TableLine) {
        self.ahead.push_front(line);
    }

    /// The next line; `None` at the end.
    pub(super) fn next(&mut self) -> Option<TableLine> {
        if let Some(line) = self.ahead.pop_front() {
            return Some(line);
        }
        if self.failed {
            return None;
        }
        self.number += 1;
        let at = (self.number, 1);
        let mut bytes = Vec::new();
        match (&mut self.input).take(LONGEST as u64 + 1).read_until(b'\n', &mut bytes) {
            Err(error) => {
                self.failed = true;
                return Some(Err(Fault::new(
                    FaultCode::Io,
                    at,
                    format!("an input error ({error})"),
                    "readable input",
                )));
            }
            Ok(0) => return None,
            Ok(_) => {}
        }
        if bytes.len() > LONGEST {
            while bytes.last() != Some(&b'\n') {
                bytes.clear();
                match (&mut self.input).take(LONGEST as u64).read_until(b'\n', &mut bytes) {
                    Ok(0) | Err(_) => break,
                    Ok(_) => {}
                }
            }
            let found = format!("a row of more than {LONGEST} bytes");
            return Some(Err(Fault::new(FaultCode::LineTooLong, at, found, "a shorter row")));
        }
        let bytes =
            if self.number == 1 { bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes) } else { &bytes };
        match std::str::from_utf8(bytes) {
            Ok(line) => Some(Ok((self.number, line.to_owned()))),
            Err(error) => {
                let (valid, rest) = bytes.split_at(error.valid_up_to());
                let column = String::from_utf8_lossy(valid).chars().count() + 1;
                let found = format!("byte 0x{:02X}", rest[0]);
                Some(Err(Fault::new(FaultCode::Utf8, (self.number, column), found, "UTF-8 text")))
            }
        }
    }
}

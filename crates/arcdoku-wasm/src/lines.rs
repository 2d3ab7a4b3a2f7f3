//! Collects the lines that a run of the service writes as pieces of JSON.

use std::io;

use arcdoku_service::output::Output;
use serde_json::value::RawValue;

/// Collects the lines of a run and passes them on in pieces.
pub(crate) struct Lines<'a> {
    /// The lines that were not passed on yet.
    pub(crate) rows: Vec<Box<RawValue>>,
    /// The errors.
    pub(crate) errors: Vec<String>,
    /// The remarks.
    pub(crate) notes: Vec<String>,
    /// The number of completed steps.
    pub(crate) done: u64,
    /// The number of lines in a piece.
    most: usize,
    /// Receives the number of completed steps and the next piece, which it may take.
    receive: &'a mut dyn FnMut(u64, &mut Vec<Box<RawValue>>),
}

impl<'a> Lines<'a> {
    /// Passes on `most` lines at a time.
    pub(crate) fn new(most: usize, receive: &'a mut dyn FnMut(u64, &mut Vec<Box<RawValue>>)) -> Self {
        Self { rows: Vec::new(), errors: Vec::new(), notes: Vec::new(), done: 0, most, receive }
    }
}

impl Output for Lines<'_> {
    fn write(&mut self, text: &str) -> io::Result<()> {
        for line in text.lines().filter(|line| !line.is_empty()) {
            self.rows.push(RawValue::from_string(line.to_owned())?);
            if self.rows.len() >= self.most {
                (self.receive)(self.done, &mut self.rows);
            }
        }
        Ok(())
    }

    fn error(&mut self, message: &str) {
        self.errors.push(message.to_owned());
    }

    fn note(&mut self, message: &str) {
        self.notes.push(message.to_owned());
    }

    fn advance(&mut self, amount: u64, _puzzles: u64) {
        self.done += amount;
        (self.receive)(self.done, &mut self.rows);
    }
}

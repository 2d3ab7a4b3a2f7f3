//! The output of a run: answers, messages and progress.

use std::io;

/// The receiver of everything that a run writes.
pub trait Output {
    /// Writes answers.
    fn write(&mut self, text: &str) -> io::Result<()>;

    /// Flushes the written answers. Called when no more answers are ready.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Reports an error that does not end the run.
    fn error(&mut self, message: &str);

    /// Reports a remark.
    fn note(&mut self, message: &str);

    /// Begins work with this many bytes or steps.
    fn enter(&mut self, _amount: u64) {}

    /// Notes that this share of the most recently begun work is done.
    fn within(&mut self, _share: f64) {}

    /// Notes that this many more bytes or steps, and puzzles, are done.
    fn advance(&mut self, _amount: u64, _puzzles: u64) {}

    /// Notes that this many more puzzles were drawn that do not meet the request.
    fn draw(&mut self, _puzzles: u64) {}

    /// Notes that this many more bytes or steps were done by an earlier run.
    fn resume(&mut self, _amount: u64) {}

    /// Allows the output to redraw its progress.
    fn tick(&mut self) {}

    /// Ends the progress.
    fn finish(&mut self) {}
}

/// An output in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transcript {
    /// The answers.
    pub text: String,
    /// The errors, one entry each.
    pub errors: Vec<String>,
    /// The remarks, one entry each.
    pub notes: Vec<String>,
    /// The number of finished puzzles.
    pub puzzles: u64,
}

impl Output for Transcript {
    fn write(&mut self, text: &str) -> io::Result<()> {
        self.text.push_str(text);
        Ok(())
    }

    fn error(&mut self, message: &str) {
        self.errors.push(message.to_owned());
    }

    fn note(&mut self, message: &str) {
        self.notes.push(message.to_owned());
    }

    fn advance(&mut self, _amount: u64, puzzles: u64) {
        self.puzzles += puzzles;
    }
}

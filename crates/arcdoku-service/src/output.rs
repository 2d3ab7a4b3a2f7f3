//! Where a run writes: answers, messages and progress.

use std::io;

/// The receiver of everything that a run writes.
pub trait Output {
    /// Writes answers.
    fn write(&mut self, text: &str) -> io::Result<()>;

    /// Flushes the written answers; called whenever no more are ready.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Reports an error that does not end the run.
    fn error(&mut self, message: &str);

    /// Reports a remark.
    fn note(&mut self, message: &str);

    /// Begins work of this many bytes or steps.
    fn enter(&mut self, _amount: u64) {}

    /// Notes that this share of the work that began last is done.
    fn within(&mut self, _share: f64) {}

    /// Notes that this many more bytes or steps are done, and puzzles.
    fn advance(&mut self, _amount: u64, _puzzles: u64) {}

    /// Notes that this many more puzzles were drawn that are not as they were wished.
    fn draw(&mut self, _puzzles: u64) {}

    /// Notes that this many more bytes or steps were done by an earlier run.
    fn resume(&mut self, _amount: u64) {}

    /// Gives the output a chance to redraw its progress.
    fn tick(&mut self) {}

    /// Ends the progress.
    fn finish(&mut self) {}
}

/// An output in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transcript {
    /// The answers.
    pub text: String,
    /// The errors, one each.
    pub errors: Vec<String>,
    /// The remarks, one each.
    pub notes: Vec<String>,
    /// The number of puzzles that are done.
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

//! The standard streams as the output of a run.

use std::borrow::Cow;
use std::io::{self, Write as _};
use std::time::Duration;

use arcdoku_service::input::Input;
use arcdoku_service::output::Output;
use arcdoku_service::status::{Error, Status};
use arcdoku_service::text::for_terminal;

use crate::output::{self, Message, Out, is_terminal, stdout};
use crate::progress::{Progress, Total};

/// Answers on standard output; errors, remarks and progress on standard error.
pub(crate) struct Terminal {
    out: Out,
    progress: Progress,
    /// Whether answers contain colors of the program. If so, names in them are already escaped.
    colored: bool,
}

impl Terminal {
    /// An output with progress towards `total`. If `quietly` is set, there is no progress bar.
    pub(crate) fn new(total: Total, quietly: bool) -> Self {
        Self { out: stdout(), progress: Progress::new(total, quietly), colored: false }
    }

    /// The output of a run over an input. The run writes its answers during the work, unless it is `silent`.
    pub(crate) fn of(input: &Input, silent: bool) -> Self {
        Self { out: stdout(), progress: Progress::of_batch(input.size(), silent), colored: false }
    }

    /// The output of a run without a progress bar.
    pub(crate) fn plain() -> Self {
        Self::new(Total::Bytes(None), true)
    }

    /// The same output. If `text` is set, answers are text with colors of the program; otherwise they are data.
    pub(crate) fn of_text(self, text: bool) -> Self {
        Self { colored: text && output::is_colored(), ..self }
    }

    /// The same output, whose progress counts steps that are not puzzles. `noun` is the name of the steps.
    pub(crate) fn of_steps(self, noun: &'static str) -> Self {
        Self { progress: self.progress.of(noun), ..self }
    }

    /// The number of puzzles so far and their time, without puzzles of an earlier run.
    pub(crate) fn sum(&self) -> (u64, Duration) {
        self.progress.sum()
    }
}

impl Output for Terminal {
    fn write(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(shown(text, self.colored).as_bytes())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn error(&mut self, message: &str) {
        self.progress.print_above(Message::Error(message));
    }

    fn note(&mut self, message: &str) {
        self.progress.print_above(Message::Note(message));
    }

    fn enter(&mut self, amount: u64) {
        self.progress.enter(amount);
    }

    fn within(&mut self, share: f64) {
        self.progress.within(share);
    }

    fn advance(&mut self, amount: u64, puzzles: u64) {
        self.progress.advance(amount, puzzles);
    }

    fn resume(&mut self, amount: u64) {
        self.progress.resume(amount);
    }

    fn tick(&mut self) {
        self.progress.tick();
    }

    fn finish(&mut self) {
        self.progress.finish();
    }
}

/// A text for standard output. Names and fields from files must not control a terminal, so they are escaped there.
/// Otherwise every byte is kept.
fn shown(text: &str, colored: bool) -> Cow<'_, str> {
    if is_terminal() { for_terminal(text, colored) } else { Cow::Borrowed(text) }
}

/// Prints a text of the program itself on standard output.
pub(crate) fn print(text: &str) -> Result<Status, Error> {
    let mut out = stdout();
    out.write_all(shown(text, output::is_colored()).as_bytes())?;
    out.flush()?;
    Ok(Status::Fine)
}

//! A progress bar on standard error, for those who would see it.

use std::io::{self, IsTerminal as _};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use crate::output::note;

/// Work that ends sooner shows no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// How long a drawing stands.
const REDRAW: Duration = Duration::from_millis(100);

/// What the bar counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Total {
    /// So many bytes of input; `None` if nobody knows.
    Bytes(Option<u64>),
    /// So many solved puzzles in all.
    Steps(u64),
}

/// How far the work has come. The bar appears only on a terminal, and only if the work takes long.
pub(crate) struct Progress {
    total: Total,
    begin: Instant,
    drawn: Instant,
    bar: Option<ProgressBar>,
    wanted: bool,
    done: u64,
    puzzles: u64,
}

impl Progress {
    /// Progress towards `total`. With `quietly` there is no bar: the answers scroll by in its place.
    pub(crate) fn new(total: Total, quietly: bool) -> Self {
        let wanted = !quietly && io::stderr().is_terminal();
        Self { total, begin: Instant::now(), drawn: Instant::now(), bar: None, wanted, done: 0, puzzles: 0 }
    }

    /// Progress of a batch that writes its answers to standard output.
    pub(crate) fn of_batch(bytes: Option<u64>, silent: bool) -> Self {
        Self::new(Total::Bytes(bytes), !silent && io::stdout().is_terminal())
    }

    /// So many more bytes or steps, and puzzles.
    pub(crate) fn advance(&mut self, amount: u64, puzzles: u64) {
        self.done += amount;
        self.puzzles += puzzles;
        if self.wanted {
            self.tick();
        }
    }

    /// Draws the bar anew, if it is time.
    pub(crate) fn tick(&mut self) {
        let elapsed = self.begin.elapsed();
        if !self.wanted || elapsed < PATIENCE || self.drawn.elapsed() < REDRAW {
            return;
        }
        self.drawn = Instant::now();
        let bar = self.bar.get_or_insert_with(|| new_bar(self.total));
        bar.set_position(self.done);
        let rate = self.puzzles as f64 / elapsed.as_secs_f64();
        let left = match self.total {
            Total::Bytes(Some(total)) | Total::Steps(total) if self.done > 0 => {
                let seconds =
                    elapsed.as_secs_f64() * (total.saturating_sub(self.done)) as f64 / self.done as f64;
                format!(", {} left", HumanDuration(Duration::from_secs_f64(seconds)))
            }
            _ => String::new(),
        };
        bar.set_message(format!("{} puzzles, {rate:.0}/s{left}", self.puzzles));
    }

    /// Prints a line on standard error without spoiling the bar.
    pub(crate) fn line(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| note(text)),
            None => note(text),
        }
    }

    /// Puzzles so far, and the time since the beginning.
    pub(crate) fn sum(&self) -> (u64, Duration) {
        (self.puzzles, self.begin.elapsed())
    }

    /// Takes the bar away.
    pub(crate) fn finish(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

fn new_bar(total: Total) -> ProgressBar {
    let (bar, template) = match total {
        Total::Bytes(Some(total)) | Total::Steps(total) => {
            (ProgressBar::new(total), "{elapsed} [{bar:30}] {percent}% {msg}")
        }
        Total::Bytes(None) => (ProgressBar::new_spinner(), "{elapsed} {spinner} {msg}"),
    };
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style.progress_chars("=> ")),
        Err(_) => bar,
    }
}

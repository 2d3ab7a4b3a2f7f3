//! A progress bar on standard error, if it is a terminal.

use std::io::{self, IsTerminal as _};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use crate::output::{Message, report};

/// The delay before the bar appears.
const SILENT_TIME: Duration = Duration::from_secs(1);

/// The minimum time between two drawings.
const REDRAW: Duration = Duration::from_millis(100);

/// The total of the bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Total {
    /// Bytes of input; `None` if the number is unknown.
    Bytes(Option<u64>),
    /// Puzzles or other steps.
    Steps(u64),
}

/// The progress of a run. A bar appears only on a terminal, and only if the run takes long.
pub(crate) struct Progress {
    total: Total,
    begin: Instant,
    drawn: Instant,
    bar: Option<ProgressBar>,
    wanted: bool,
    done: u64,
    /// The size of the current piece of work. `partly` is the part of it that is done.
    current: u64,
    partly: u64,
    /// The amount that an earlier run did.
    before: u64,
    puzzles: u64,
    /// The name of the steps.
    noun: &'static str,
}

impl Progress {
    /// Progress towards `total`. If `quietly` is set, there is no bar, because it would mix with answers on the
    /// terminal.
    pub(crate) fn new(total: Total, quietly: bool) -> Self {
        let wanted = !quietly && io::stderr().is_terminal();
        let now = Instant::now();
        Self {
            total,
            begin: now,
            drawn: now,
            bar: None,
            wanted,
            done: 0,
            current: 0,
            partly: 0,
            before: 0,
            puzzles: 0,
            noun: "puzzles",
        }
    }

    /// Sets the name of the steps, which is needed if they are not puzzles.
    pub(crate) fn of(self, noun: &'static str) -> Self {
        Self { noun, ..self }
    }

    /// Progress of a batch that writes its answers to standard output.
    pub(crate) fn of_batch(bytes: Option<u64>, silent: bool) -> Self {
        Self::new(Total::Bytes(bytes), !silent && io::stdout().is_terminal())
    }

    /// Starts a piece of work of this many bytes or steps.
    pub(crate) fn enter(&mut self, amount: u64) {
        self.current = amount;
    }

    /// Notes that this share of the current piece of work is done.
    pub(crate) fn within(&mut self, share: f64) {
        self.partly = (self.current as f64 * share) as u64;
    }

    /// Adds finished bytes or steps, and puzzles.
    pub(crate) fn advance(&mut self, amount: u64, puzzles: u64) {
        (self.current, self.partly) = (0, 0);
        self.done += amount;
        self.puzzles += puzzles;
        if self.wanted {
            self.tick();
        }
    }

    /// Adds bytes or steps of an earlier run, and restarts the clock, because they are not part of the pace of this
    /// run.
    pub(crate) fn resume(&mut self, amount: u64) {
        self.done += amount;
        self.before = self.done;
        self.begin = Instant::now();
    }

    /// Redraws the bar if it is due.
    pub(crate) fn tick(&mut self) {
        let elapsed = self.begin.elapsed();
        if !self.wanted || elapsed < SILENT_TIME || self.drawn.elapsed() < REDRAW {
            return;
        }
        self.drawn = Instant::now();
        let rate = self.puzzles as f64 / elapsed.as_secs_f64();
        let digits = usize::from(rate < 10.0);
        let left = match self.left(elapsed) {
            Some(left) => format!(", {} left", HumanDuration(left)),
            None => String::new(),
        };
        let bar = self.bar.get_or_insert_with(|| new_bar(self.total));
        bar.set_position(self.done + self.partly);
        bar.set_message(format!("{} {}, {rate:.digits$}/s{left}", self.puzzles, self.noun));
    }

    /// The remaining time at the current pace.
    fn left(&self, elapsed: Duration) -> Option<Duration> {
        let (Total::Bytes(Some(total)) | Total::Steps(total)) = self.total else { return None };
        let done = self.done + self.partly;
        let own = done - self.before;
        let left = total.saturating_sub(done) as f64;
        Duration::try_from_secs_f64(elapsed.as_secs_f64() * left / own as f64).ok().filter(|_| own > 0)
    }

    /// Prints a message on standard error above the bar.
    pub(crate) fn print_above(&self, message: Message<'_>) {
        match &self.bar {
            Some(bar) => bar.suspend(|| report(message)),
            None => report(message),
        }
    }

    /// The number of puzzles so far and their time, without puzzles of an earlier run.
    pub(crate) fn sum(&self) -> (u64, Duration) {
        (self.puzzles, self.begin.elapsed())
    }

    /// Removes the bar.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn earlier_work_is_not_part_of_the_pace() {
        let mut progress = Progress::new(Total::Bytes(Some(1000)), true);
        progress.resume(600);
        assert_eq!(progress.left(Duration::from_secs(1)), None);
        progress.advance(100, 3);
        assert_eq!(progress.left(Duration::from_secs(2)), Some(Duration::from_secs(6)));
        assert_eq!(progress.sum().0, 3);
        progress.enter(200);
        progress.within(0.5);
        assert_eq!(progress.left(Duration::from_secs(2)), Some(Duration::from_secs(2)));
        progress.advance(200, 1);
        assert_eq!(progress.left(Duration::from_secs(3)), Some(Duration::from_secs(1)));
        assert_eq!(Progress::new(Total::Bytes(None), true).left(Duration::from_secs(2)), None);
    }
}

//! Elapsed time on platforms with a clock.

use std::time::{Duration, Instant};

/// A stopwatch. Without the feature `native`, it stays at zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopwatch {
    start: Option<Instant>,
}

impl Stopwatch {
    /// Starts measuring.
    #[expect(clippy::disallowed_methods, reason = "the feature enables the clock")]
    pub(crate) fn start() -> Self {
        Self { start: cfg!(feature = "native").then(Instant::now) }
    }

    /// Time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.map_or(Duration::ZERO, |start| start.elapsed())
    }
}

/// A period that can be restarted. Without the feature `native` it is always over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interval {
    period: Duration,
    watch: Stopwatch,
}

impl Interval {
    /// Starts an interval.
    pub(crate) fn new(period: Duration) -> Self {
        Self { period, watch: Stopwatch::start() }
    }

    /// Whether the period is over.
    pub(crate) fn is_over(&self) -> bool {
        !cfg!(feature = "native") || self.watch.elapsed() >= self.period
    }

    /// Whether the period is over. If so, it starts again.
    pub(crate) fn restart_if_over(&mut self) -> bool {
        let is_over = self.is_over();
        if is_over {
            self.restart();
        }
        is_over
    }

    /// Starts the period again.
    pub(crate) fn restart(&mut self) {
        self.watch = Stopwatch::start();
    }
}

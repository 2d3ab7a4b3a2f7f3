//! Elapsed time, where there is a clock.

use std::time::Duration;

/// A stopwatch; it stays at zero without the feature `clock`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopwatch {
    #[cfg(feature = "clock")]
    start: std::time::Instant,
}

impl Stopwatch {
    /// Starts to measure.
    #[cfg_attr(
        feature = "clock",
        expect(clippy::disallowed_methods, reason = "the feature asks for a clock")
    )]
    pub(crate) fn start() -> Self {
        Self {
            #[cfg(feature = "clock")]
            start: std::time::Instant::now(),
        }
    }

    /// Time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        #[cfg(feature = "clock")]
        return self.start.elapsed();
        #[cfg(not(feature = "clock"))]
        Duration::ZERO
    }
}

/// A period that can be restarted. Without the feature `clock` it is always over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interval {
    #[cfg_attr(not(feature = "clock"), expect(dead_code, reason = "no clock measures it"))]
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
        #[cfg(feature = "clock")]
        return self.watch.elapsed() >= self.period;
        #[cfg(not(feature = "clock"))]
        true
    }

    /// Whether the period is over; if so, it starts again.
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

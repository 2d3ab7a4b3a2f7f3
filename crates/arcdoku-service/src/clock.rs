//! Time that passed, where there is a clock.

use std::time::Duration;

/// A stopwatch; it stays at zero without the feature `clock`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopwatch {
    #[cfg(feature = "clock")]
    start: std::time::Instant,
}

impl Stopwatch {
    /// Starts to measure.
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

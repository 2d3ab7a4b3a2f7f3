//! The time that a search runs. The clock stops while the search waits for its reader.

use std::cell::Cell;
use std::time::{Duration, Instant};

thread_local! {
    /// The time before the last pause, and the start of the current period.
    static WORKED: Cell<(Duration, Option<Instant>)> = const { Cell::new((Duration::ZERO, None)) };
}

#[allow(clippy::disallowed_methods, reason = "Python has a clock on every machine")]
fn now() -> Instant {
    Instant::now()
}

/// The time that this thread has run. A clock for [`Limits`](arcdoku::puzzle::Limits).
pub(crate) fn active() -> Duration {
    let (worked, since) = WORKED.get();
    worked + since.map_or(Duration::ZERO, |since| now() - since)
}

/// Stops the clock.
pub(crate) fn pause() {
    WORKED.set((active(), None));
}

/// Starts the clock.
pub(crate) fn resume() {
    WORKED.set((active(), Some(now())));
}

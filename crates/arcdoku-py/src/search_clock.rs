//! The time that a search works: while it waits for its reader the clock stands still.

use std::cell::Cell;
use std::time::{Duration, Instant};

thread_local! {
    /// The time worked before the last pause, and since when it works.
    static WORKED: Cell<(Duration, Option<Instant>)> = const { Cell::new((Duration::ZERO, None)) };
}

#[allow(clippy::disallowed_methods, reason = "Python has a clock on every machine")]
fn now() -> Instant {
    Instant::now()
}

/// The time that this thread has worked. A clock for [`Limits`](arcdoku::puzzle::Limits).
pub(crate) fn active() -> Duration {
    let (worked, since) = WORKED.get();
    worked + since.map_or(Duration::ZERO, |since| now() - since)
}

/// The clock stands still.
pub(crate) fn pause() {
    WORKED.set((active(), None));
}

/// The clock runs.
pub(crate) fn resume() {
    WORKED.set((active(), Some(now())));
}

//! How long a pass over a set takes.

use std::time::{Duration, Instant};

/// Minimum length of a round: shorter passes are repeated within it, and the mean counts.
const SHORTEST: Duration = Duration::from_millis(10);

/// The time of one pass. A short pass is repeated, and the mean is given.
pub(crate) fn timed(mut pass: impl FnMut()) -> Duration {
    let start = Instant::now();
    let mut passes = 0;
    loop {
        pass();
        passes += 1;
        let elapsed = start.elapsed();
        if elapsed >= SHORTEST {
            return elapsed / passes;
        }
    }
}

//! Limits of the work on a question, cancellation, and progress reports.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A monotonic clock: the time since a fixed moment.
pub type Clock = fn() -> Duration;

/// The progress of the work on a question. Each kind of work has its own unit, and may contain work of other kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WorkProgress {
    /// The number of nodes that a search has expanded, or of steps that other work has taken.
    Nodes(u64),
    /// The number of completed parts of the work, such as questions about one clue each.
    Parts {
        /// The number of completed parts.
        done: usize,
        /// The number of all parts.
        all: usize,
    },
    /// A path has reached its next step. The number is the number of cells that are still empty.
    CellsLeft(usize),
    /// The number of techniques that were tried without finding the next step.
    Techniques {
        /// The number of tried techniques, or of groups of techniques that are searched together.
        done: usize,
        /// The number of all techniques in the order.
        all: usize,
    },
    /// The number of steps that were found in a state.
    Steps(usize),
    /// One more puzzle was drawn, and it does not meet the requirements.
    Drawn,
}

/// Receives the progress of the work. It is called often, on the thread that does the work.
#[derive(Clone, Copy)]
struct Listener<'a>(&'a dyn Fn(WorkProgress));

impl fmt::Debug for Listener<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Listener")
    }
}

/// Limits of one question. There are none by default.
///
/// The clock is read only if there is a time limit or [`timed`](Self::timed) was called.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    nodes: Option<u64>,
    time: Option<Duration>,
    cancel: Option<&'a AtomicBool>,
    timed: bool,
    clock: Option<Clock>,
    /// The time at which the clock was started, if it is already running.
    begin: Option<Duration>,
    listener: Option<Listener<'a>>,
}

/// Limits that threads can share: everything except the listener.
#[derive(Clone, Copy)]
pub(crate) struct SharedLimits<'a> {
    nodes: Option<u64>,
    time: Option<Duration>,
    cancel: Option<&'a AtomicBool>,
    timed: bool,
    clock: Option<Clock>,
    begin: Option<Duration>,
}

impl<'a> SharedLimits<'a> {
    /// The limits for one thread, without a listener.
    pub(crate) fn limits(self) -> Limits<'a> {
        let Self { nodes, time, cancel, timed, clock, begin } = self;
        Limits { nodes, time, cancel, timed, clock, begin, listener: None }
    }
}

impl<'a> Limits<'a> {
    /// No limits.
    pub const NONE: Limits<'static> = Limits {
        nodes: None,
        time: None,
        cancel: None,
        timed: false,
        clock: None,
        begin: None,
        listener: None,
    };

    /// The same limits with at most this many expanded nodes, or without a limit if `None`.
    #[must_use]
    pub fn with_nodes(self, nodes: impl Into<Option<u64>>) -> Self {
        Self { nodes: nodes.into(), ..self }
    }

    /// The same limits with at most this much wall time, or without a limit if `None`. The time is measured from the
    /// start of the work.
    #[must_use]
    pub fn with_time(self, time: impl Into<Option<Duration>>) -> Self {
        Self { time: time.into(), begin: None, ..self }
    }

    /// The same limits, with a time that begins now. Use this for work that consists of several parts, which then
    /// share the time limit.
    ///
    /// ```
    /// use arcdoku::Limits;
    /// use std::time::Duration;
    ///
    /// let limits = Limits::NONE.with_time(Duration::from_nanos(1)).running();
    /// std::thread::sleep(Duration::from_micros(1));
    /// assert!(limits.start().check(0).is_err());
    /// ```
    #[must_use]
    pub fn running(self) -> Self {
        let begin = self.start().clock.map(|(_, begin)| begin);
        Self { begin, ..self }
    }

    /// The same limits with a flag that ends the work soon after another thread sets it, or without a flag.
    #[must_use]
    pub fn with_cancel<'b>(self, cancel: impl Into<Option<&'b AtomicBool>>) -> Limits<'b>
    where
        'a: 'b,
    {
        Limits { cancel: cancel.into(), ..self }
    }

    /// The same limits with a function that receives the progress of the work. It is called often, on the thread that
    /// does the work, so it should ignore most calls. Work on several threads reports no progress.
    #[must_use]
    pub fn with_listener<'b>(self, listener: &'b dyn Fn(WorkProgress)) -> Limits<'b>
    where
        'a: 'b,
    {
        Limits { listener: Some(Listener(listener)), ..self }
    }

    /// The same limits with a clock other than the clock of the standard library. Targets without a clock
    /// (`wasm32-unknown-unknown`) need this: without a clock, a time limit ends the work immediately.
    #[must_use]
    pub fn with_clock(self, clock: Clock) -> Self {
        Self { clock: Some(clock), ..self }
    }

    /// The same limits; the time is measured even without a time limit.
    #[must_use]
    pub fn timed(self) -> Self {
        Self { timed: true, ..self }
    }

    /// The limits for several threads, which report no progress.
    pub(crate) fn shared(self) -> SharedLimits<'a> {
        let Self { nodes, time, cancel, timed, clock, begin, listener: _ } = self;
        SharedLimits { nodes, time, cancel, timed, clock, begin }
    }

    /// The largest number of expanded nodes.
    #[inline]
    pub fn nodes(&self) -> Option<u64> {
        self.nodes
    }

    /// The largest wall time.
    #[inline]
    pub fn time(&self) -> Option<Duration> {
        self.time
    }

    /// The flag that ends the work.
    #[inline]
    pub fn cancel(&self) -> Option<&'a AtomicBool> {
        self.cancel
    }

    /// Passes the progress to the listener, if any.
    #[inline]
    pub fn report(&self, progress: WorkProgress) {
        if let Some(Listener(listener)) = self.listener {
            listener(progress);
        }
    }

    /// Starts the clock, if it is needed and is not [running](Self::running) yet.
    pub fn start(&self) -> Budget<'a> {
        let clock = self.clock.or(STANDARD_CLOCK).filter(|_| self.timed || self.time.is_some());
        Budget { limits: *self, clock: clock.map(|clock| (clock, self.begin.unwrap_or_else(clock))) }
    }
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
#[allow(clippy::disallowed_methods, reason = "the one place that reads the clock of the machine")]
const STANDARD_CLOCK: Option<Clock> = Some(|| {
    use std::sync::OnceLock;
    use std::time::Instant;

    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
});

/// `Instant::now` panics on this target.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
const STANDARD_CLOCK: Option<Clock> = None;

/// Limits with a running clock.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    limits: Limits<'a>,
    /// The clock, if it is needed, and its value at the start.
    clock: Option<(Clock, Duration)>,
}

impl<'a> Budget<'a> {
    /// No limit at all.
    #[cfg(test)]
    pub(crate) const NONE: Self = Self { limits: Limits::NONE, clock: None };

    /// Checks whether one more node may be expanded after `nodes` nodes. Returns the limit if not.
    #[inline]
    pub fn check(&self, nodes: u64) -> Result<(), Limit> {
        self.check_nodes(nodes)?;
        if self.limits.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Limit::Cancelled);
        }
        if self.limits.time.is_some() && self.remaining().is_some_and(|left| left.is_zero()) {
            return Err(Limit::Time);
        }
        Ok(())
    }

    /// The same as [`check`](Self::check) for the limit of nodes only, which reads no clock.
    #[inline]
    pub(crate) fn check_nodes(&self, nodes: u64) -> Result<(), Limit> {
        if self.limits.nodes.is_some_and(|limit| nodes >= limit) { Err(Limit::Nodes) } else { Ok(()) }
    }

    /// Counts and reports one more node, unless a limit forbids it.
    ///
    /// # Errors
    /// The limit that forbids the node.
    #[inline]
    pub fn spend(&self, nodes: &mut u64) -> Result<(), Limit> {
        self.check(*nodes)?;
        *nodes += 1;
        self.report(WorkProgress::Nodes(*nodes));
        Ok(())
    }

    /// The same as [`Limits::report`].
    #[inline]
    pub fn report(&self, progress: WorkProgress) {
        self.limits.report(progress);
    }

    /// The wall time since the start. `None` if the clock was not started, because there is no time limit and the
    /// limits are not [timed](Limits::timed).
    pub fn elapsed(&self) -> Option<Duration> {
        self.clock.map(|(clock, start)| clock().saturating_sub(start))
    }

    /// The remaining time, if there is a time limit.
    pub fn remaining(&self) -> Option<Duration> {
        let time = self.limits.time?;
        Some(time.saturating_sub(self.elapsed().unwrap_or(Duration::MAX)))
    }

    /// Limits for a part of the work: the remaining time, and the same flag, clock and listener. There is no node
    /// limit.
    pub fn rest(&self) -> Limits<'a> {
        Limits { nodes: None, time: self.remaining(), begin: None, ..self.limits }
    }
}

/// The limit that ended the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// The node limit, [`Limits::nodes`], was reached.
    Nodes,
    /// The time limit, [`Limits::time`], was reached.
    Time,
    /// The flag [`Limits::cancel`] was set.
    Cancelled,
}

impl Limit {
    /// The limit as one word for tables and JSON: `nodes`, `time` or `cancelled`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::Time => "time",
            Self::Cancelled => "cancelled",
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nodes => "the node limit was reached",
            Self::Time => "the time limit was reached",
            Self::Cancelled => "the work was cancelled",
        })
    }
}

impl std::error::Error for Limit {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_is_read_only_if_needed() {
        const NEVER: Clock = || panic!("read");
        let limits = Limits::NONE.with_clock(NEVER).with_nodes(3);
        let budget = limits.start();
        assert_eq!((budget.check(2), budget.check(3), budget.elapsed()), (Ok(()), Err(Limit::Nodes), None));
    }

    #[test]
    fn the_given_clock_is_used() {
        const STILL: Clock = || Duration::from_secs(5);
        let budget = Limits::NONE.timed().with_clock(STILL).start();
        assert_eq!((budget.elapsed(), budget.remaining()), (Some(Duration::ZERO), None));
        let budget = Limits::NONE.with_time(Duration::ZERO).with_clock(STILL).start();
        assert_eq!(budget.check(0), Err(Limit::Time));
        let budget = Limits::NONE.with_time(Duration::from_nanos(1)).with_clock(STILL).start();
        assert_eq!(budget.check(0), Ok(()));
    }

    #[test]
    fn running_limits_share_their_time() {
        use std::sync::atomic::AtomicU64;

        static SECONDS: AtomicU64 = AtomicU64::new(0);
        const COUNTED: Clock = || Duration::from_secs(SECONDS.load(Ordering::Relaxed));
        let fresh = Limits::NONE.with_time(Duration::from_secs(10)).with_clock(COUNTED);
        let running = fresh.running();
        SECONDS.store(7, Ordering::Relaxed);
        let left = |limits: &Limits<'_>| limits.start().remaining();
        assert_eq!(
            (left(&fresh), left(&running)),
            (Some(Duration::from_secs(10)), Some(Duration::from_secs(3)))
        );
        let rest = running.start().rest();
        assert_eq!((left(&rest), left(&running.shared().limits())), (left(&running), left(&running)));
        assert_eq!(left(&running.with_time(Duration::from_secs(2))), Some(Duration::from_secs(2)));
        SECONDS.store(11, Ordering::Relaxed);
        assert_eq!((running.start().check(0), fresh.start().check(0)), (Err(Limit::Time), Ok(())));
    }

    #[test]
    fn the_listener_is_called() {
        use std::cell::RefCell;

        let received = RefCell::new(Vec::new());
        let listener = |progress| received.borrow_mut().push(progress);
        let limits = Limits::NONE.with_listener(&listener).with_nodes(3);
        limits.start().rest().report(WorkProgress::Nodes(2));
        Limits::NONE.start().report(WorkProgress::Drawn);
        assert_eq!(received.into_inner(), [WorkProgress::Nodes(2)]);
    }
}

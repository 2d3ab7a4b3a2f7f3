//! How long a question may be worked on, and who may stop it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Limits of one question. The default has none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// At most so many expanded nodes.
    pub nodes: Option<u64>,
    /// At most so much wall time.
    pub time: Option<Duration>,
    /// Stop soon after this flag becomes true. Another thread sets it.
    pub cancel: Option<&'a AtomicBool>,
}

/// Which limit ended the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// [`Limits::nodes`] were expanded.
    Nodes,
    /// [`Limits::time`] was over.
    Time,
    /// [`Limits::cancel`] was set.
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

impl<'a> Limits<'a> {
    /// No limits.
    pub const NONE: Limits<'static> = Limits { nodes: None, time: None, cancel: None };

    /// Starts the clock.
    pub fn start(&self) -> Budget<'a> {
        Budget { limits: *self, started: Instant::now() }
    }
}

/// Limits with a running clock.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    limits: Limits<'a>,
    started: Instant,
}

impl Budget<'_> {
    /// Whether one more node may be expanded after `nodes` of them; else the limit that forbids it.
    #[inline]
    pub fn check(&self, nodes: u64) -> Result<(), Limit> {
        if self.limits.nodes.is_some_and(|limit| nodes >= limit) {
            return Err(Limit::Nodes);
        }
        if self.limits.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Limit::Cancelled);
        }
        if self.limits.time.is_some_and(|limit| self.started.elapsed() >= limit) {
            return Err(Limit::Time);
        }
        Ok(())
    }

    /// The wall time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

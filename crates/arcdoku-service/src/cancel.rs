//! Limits of the work on a puzzle, and the flag that cancels a run.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use arcdoku::puzzle::{Clock, Limits, WorkProgress};
use arcdoku_wire::question::LimitOptions;

/// A flag that ends a run early, and the listener of the run, if there is one. Clones share both.
#[derive(Clone, Default)]
pub struct Cancel {
    flag: Arc<AtomicBool>,
    listener: Option<Arc<dyn Fn(WorkProgress) + Send + Sync>>,
}

impl Cancel {
    /// Ends the run.
    pub fn cancel(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Whether the run was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// The flag itself, for [`Limits`].
    pub fn flag(&self) -> &AtomicBool {
        &self.flag
    }

    /// The same flag for a run that passes the progress of the work on its puzzles to `listener`, on any thread.
    #[must_use]
    pub fn with_listener(self, listener: impl Fn(WorkProgress) + Send + Sync + 'static) -> Self {
        Self { listener: Some(Arc::new(listener)), ..self }
    }

    /// Receives the progress of the work on a puzzle.
    pub fn listener(&self) -> Listener<'_> {
        self.listener.as_deref().map_or(&|_| {}, |listener| listener)
    }
}

impl fmt::Debug for Cancel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Cancel").field(&self.flag).finish()
    }
}

/// Receives the progress of the work on a puzzle.
pub type Listener<'a> = &'a dyn Fn(WorkProgress);

/// Limits of the work on a puzzle.
#[derive(Clone, Debug, Default)]
pub struct Bounds {
    /// The maximum number of nodes, or of tries.
    pub nodes: Option<u64>,
    /// The maximum time.
    pub time: Option<Duration>,
    /// Whether the time that the work takes is measured.
    pub is_timed: bool,
    /// The flag that ends the run.
    pub cancel: Cancel,
    /// A clock for platforms where the standard library has none.
    pub clock: Option<Clock>,
}

impl Bounds {
    /// No limits except the flag.
    pub fn only(cancel: &Cancel) -> Self {
        Self { cancel: cancel.clone(), ..Self::default() }
    }

    /// The limits of a question, and the flag.
    pub fn of(limits: &LimitOptions, cancel: &Cancel) -> Self {
        let &LimitOptions { nodes, time } = limits;
        Self { nodes, time, ..Self::only(cancel) }
    }

    /// The limits in the library's form.
    pub fn limits(&self) -> Limits<'_> {
        let limits = Limits::NONE.with_nodes(self.nodes).with_time(self.time).with_cancel(self.cancel.flag());
        let limits = self.clock.map_or(limits, |clock| limits.with_clock(clock));
        if self.is_timed { limits.timed() } else { limits }
    }
}

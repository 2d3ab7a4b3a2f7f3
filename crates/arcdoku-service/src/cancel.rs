//! Limits of the work on a puzzle, and the flag that cancels a run.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use arcdoku::puzzle::{Clock, Limits, WorkProgress};
use arcdoku_wire::question::LimitOptions;

/// A flag that ends a run early. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Ends the run.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the run was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The flag itself, for [`Limits`].
    pub fn flag(&self) -> &AtomicBool {
        &self.0
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

//! How far a long question is.

use std::cell::RefCell;

use arcdoku::puzzle::WorkProgress;
use serde::Serialize;
use tsify::Tsify;

use crate::js::Pace;

/// How far a long question is: a share where one is known, and a number that grows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Tsify)]
pub struct JobProgress {
    /// The parts that are done: cells, clues, candidates or techniques; the question says which.
    pub done: u64,
    /// All parts; 0 as long as it is not known how many there are.
    pub all: u64,
    /// What was counted so far: nodes of a search, or steps.
    pub count: u64,
}

/// A receiver of progress.
pub(crate) type Say<'a> = &'a mut dyn FnMut(&JobProgress) -> bool;

/// What is known of the progress of a question, and who is told of it no more often than a page can show.
pub(crate) struct Teller<'a>(RefCell<(JobProgress, Pace, Say<'a>)>);

impl<'a> Teller<'a> {
    pub(crate) fn new(say: Say<'a>) -> Self {
        Self(RefCell::new((JobProgress::default(), Pace::default(), say)))
    }

    /// Changes what is known, and tells it.
    #[inline(never)]
    pub(crate) fn tell(&self, change: &dyn Fn(&mut JobProgress)) {
        let (known, pace, say) = &mut *self.0.borrow_mut();
        change(known);
        if pace.is_due() {
            say(known);
        }
    }

    /// Hears of nodes and parts.
    pub(crate) fn work(&self, progress: WorkProgress) {
        match progress {
            // Each node is too often even to look at the clock.
            WorkProgress::Nodes(nodes) if nodes % 64 == 0 => self.tell(&|known| known.count = nodes),
            WorkProgress::Parts { done, all } => self.tell(&|known| {
                (known.done, known.all) = (done as u64, all as u64);
            }),
            _ => {}
        }
    }
}

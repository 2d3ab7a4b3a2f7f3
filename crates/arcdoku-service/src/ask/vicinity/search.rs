//! The search around a puzzle, part by part.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use arcdoku::canon::{Canonizer, Clues};
use arcdoku::generate::Vicinity;
use arcdoku::puzzle::{Limit, Limits, Puzzle};

use crate::cancel::Cancel;
use crate::clock::Stopwatch;
use crate::input::Reading;

/// The puzzle in the center of a search.
pub(super) struct Center {
    pub(super) number: u64,
    pub(super) reading: Reading,
    /// The number of parts of the search, at least one. The only part of an unusable puzzle reports its fault.
    pub(super) parts: u64,
    has_conflict: bool,
    /// The stopwatch, started with the first part.
    watch: OnceLock<Stopwatch>,
    is_given_up: AtomicBool,
}

impl Center {
    pub(super) fn new(number: u64, reading: Reading, minus: usize, plus: usize) -> Self {
        let has_conflict = reading.as_ref().is_ok_and(|item| item.conflict().is_some());
        let (watch, is_given_up) = (OnceLock::new(), AtomicBool::new(false));
        let mut center = Self { number, reading, parts: 1, has_conflict, watch, is_given_up };
        if let Some(puzzle) = center.puzzle() {
            center.parts = Vicinity::new(minus, plus).parts(puzzle).max(1);
        }
        center
    }

    fn puzzle(&self) -> Option<&Puzzle> {
        self.reading.as_ref().ok().filter(|_| !self.has_conflict).map(|item| &item.record.puzzle)
    }

    /// Leaves out the parts that have not begun, except for the last one.
    pub(super) fn give_up(&self) {
        self.is_given_up.store(true, Ordering::Relaxed);
    }

    /// Whether a limit or a panic ended one of its parts.
    pub(super) fn is_given_up(&self) -> bool {
        self.is_given_up.load(Ordering::Relaxed)
    }
}

/// A part of the search around a puzzle.
pub(super) struct Part {
    pub(super) center: Arc<Center>,
    pub(super) index: u64,
}

impl Part {
    /// Whether it is the last part of its puzzle.
    pub(super) fn is_last(&self) -> bool {
        self.index + 1 == self.center.parts
    }
}

/// The result of a part.
pub(super) struct PartFound {
    /// Keys and forms in order, each once; `None` if there is no usable puzzle.
    pub(super) forms: Option<Vec<(u128, Clues)>>,
    /// The limit that ended the part early.
    pub(super) limit: Option<Limit>,
}

/// Searches parts, one after the other.
pub(super) struct PartSearch {
    vicinity: Vicinity,
    canonizer: Canonizer,
    time: Option<Duration>,
    cancel: Cancel,
}

impl PartSearch {
    pub(super) fn new(minus: usize, plus: usize, time: Option<Duration>, cancel: &Cancel) -> Self {
        let (vicinity, canonizer) = (Vicinity::new(minus, plus), Canonizer::new());
        Self { vicinity, canonizer, time, cancel: cancel.clone() }
    }

    pub(super) fn run(&mut self, part: &Part) -> PartFound {
        let Self { vicinity, canonizer, time, cancel } = self;
        let center = &part.center;
        let Some(puzzle) = center.puzzle() else { return PartFound { forms: None, limit: None } };
        let watch = center.watch.get_or_init(Stopwatch::start);
        let time = time.map(|time| time.saturating_sub(watch.elapsed()));
        let limits = Limits::NONE.with_time(time).with_cancel(cancel.flag());
        let (mut seen, mut forms) = (HashSet::new(), Vec::new());
        let is_fit = vicinity.parts_of(puzzle, part.index..part.index + 1, &limits, &mut |puzzle| {
            if let Ok(clues) = Clues::of(puzzle) {
                let canonical = canonizer.canonize(&clues);
                if seen.insert(canonical.key()) {
                    forms.push((canonical.key(), canonical.form));
                }
            }
            ControlFlow::Continue(())
        });
        match is_fit {
            Ok(true) => PartFound { forms: Some(forms), limit: None },
            Ok(false) => PartFound { forms: None, limit: None },
            Err(limit) => {
                center.give_up();
                PartFound { forms: Some(forms), limit: Some(limit) }
            }
        }
    }
}

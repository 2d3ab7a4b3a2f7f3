//! The progress of long questions.

use std::cell::RefCell;

use arcdoku::puzzle::WorkProgress;
pub use arcdoku_wire::JobProgress;
use serde::Serialize;

use crate::env::Pace;

/// An optional receiver of progress, as JSON.
pub struct ProgressSink<'a>(Option<&'a mut dyn FnMut(String)>);

impl<'a> ProgressSink<'a> {
    /// Passes progress to a function.
    pub fn to(function: &'a mut dyn FnMut(String)) -> Self {
        Self(Some(function))
    }

    /// No receiver.
    pub fn nothing() -> Self {
        Self(None)
    }

    /// Passes progress on. Returns whether there is a receiver.
    pub(crate) fn report(&mut self, progress: &impl Serialize) -> bool {
        if let Some(function) = &mut self.0
            && let Ok(text) = serde_json::to_string(progress)
        {
            function(text);
        }
        self.0.is_some()
    }
}

/// Collects the progress of a question, and reports it only as often as a page can show it.
pub(crate) struct Reporter<'a>(RefCell<Known<'a>>);

struct Known<'a> {
    progress: JobProgress,
    /// The number of paths.
    paths: u64,
    /// The cells of the paths before this one.
    before: u64,
    /// The number of cells that were open at the start of this path.
    open: Option<usize>,
    pace: Pace,
    sink: ProgressSink<'a>,
}

impl<'a> Reporter<'a> {
    pub(crate) fn new(sink: ProgressSink<'a>) -> Self {
        Self::of_paths(1, sink)
    }

    /// The progress of a number of paths of one puzzle.
    pub(crate) fn of_paths(paths: u64, sink: ProgressSink<'a>) -> Self {
        let (progress, pace) = (JobProgress::default(), Pace::default());
        Self(RefCell::new(Known { progress, paths, before: 0, open: None, pace, sink }))
    }

    /// Ends a path.
    pub(crate) fn next_path(&self) {
        let known = &mut *self.0.borrow_mut();
        known.before += known.open.take().unwrap_or_default() as u64;
    }

    /// Updates the progress, and reports it if a report is due.
    #[inline(never)]
    fn change(&self, change: &dyn Fn(&mut JobProgress)) {
        let known = &mut *self.0.borrow_mut();
        change(&mut known.progress);
        if known.pace.is_due() {
            known.sink.report(&known.progress);
        }
    }

    /// Receives the cells of a path, and counts its steps.
    pub(crate) fn cells(&self, progress: WorkProgress) {
        let WorkProgress::CellsLeft(left) = progress else { return };
        let (done, all, step) = {
            let known = &mut *self.0.borrow_mut();
            let step = u64::from(known.open.is_some());
            let open = *known.open.get_or_insert(left);
            (known.before + open.saturating_sub(left) as u64, known.paths * open as u64, step)
        };
        self.change(&|known| *known = JobProgress { done, all, count: known.count + step });
    }

    /// Receives nodes, parts, techniques and steps.
    pub(crate) fn work(&self, progress: WorkProgress) {
        let known = &mut *self.0.borrow_mut();
        if !matches!(progress, WorkProgress::CellsLeft(_))
            && known.progress.note(progress)
            && known.pace.is_due()
        {
            known.sink.report(&known.progress);
        }
    }
}

//! The progress of long questions.

use arcdoku::puzzle::WorkProgress;
use serde::Serialize;

/// The progress of a long question: a share, if it is known, and a growing number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JobProgress {
    /// The number of completed parts: cells, clues, candidates or techniques, depending on the question.
    pub done: u64,
    /// The number of all parts; 0 while it is unknown.
    pub all: u64,
    /// The number of nodes of a search, or of steps, so far.
    pub count: u64,
}

impl JobProgress {
    /// Includes a report about nodes, parts, techniques, cells or steps. Returns whether it changed anything. Most
    /// nodes do not, because even reading a clock at each node would be too slow.
    pub fn note(&mut self, progress: WorkProgress) -> bool {
        match progress {
            WorkProgress::Nodes(nodes) if nodes % 64 == 0 => self.count = nodes,
            WorkProgress::Parts { done, all } | WorkProgress::Techniques { done, all } => {
                (self.done, self.all) = (done as u64, all as u64);
            }
            WorkProgress::CellsLeft(left) => {
                self.all = self.all.max(left as u64);
                self.done = self.all - left as u64;
            }
            WorkProgress::Steps(found) => self.count = found as u64,
            _ => return false,
        }
        true
    }
}

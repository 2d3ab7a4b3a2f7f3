//! Results of the steps of the suite.

/// Result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The step found no faults.
    Passed,
    /// The step found a fault.
    Failed,
    /// The step needs tools that are not installed.
    Skipped,
}

impl From<bool> for Verdict {
    fn from(passed: bool) -> Self {
        if passed { Self::Passed } else { Self::Failed }
    }
}

//! How a step of the suite ended.

/// How a step ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Everything is as it should be.
    Passed,
    /// Something is not.
    Failed,
    /// It needs what is not installed here.
    Skipped,
}

impl From<bool> for Verdict {
    fn from(passed: bool) -> Self {
        if passed { Self::Passed } else { Self::Failed }
    }
}

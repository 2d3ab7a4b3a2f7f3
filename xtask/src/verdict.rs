//! Results of the steps of the suite.

use std::fmt;
use std::process::ExitCode;

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

impl Verdict {
    /// The exit code of a step that is skipped, as automake has it.
    pub(crate) const SKIPPED_CODE: i32 = 77;
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Passed => "ok",
            Self::Failed => "FAILED",
            Self::Skipped => "skipped",
        })
    }
}

impl From<Verdict> for ExitCode {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Passed => Self::SUCCESS,
            Verdict::Failed => Self::FAILURE,
            Verdict::Skipped => Self::from(Verdict::SKIPPED_CODE as u8),
        }
    }
}

impl From<bool> for Verdict {
    fn from(passed: bool) -> Self {
        if passed { Self::Passed } else { Self::Failed }
    }
}

impl From<Verdict> for Result<(), Verdict> {
    fn from(verdict: Verdict) -> Self {
        if verdict == Verdict::Passed { Ok(()) } else { Err(verdict) }
    }
}

impl<T> From<Result<T, Self>> for Verdict {
    fn from(result: Result<T, Self>) -> Self {
        result.map_or_else(|verdict| verdict, |_| Self::Passed)
    }
}

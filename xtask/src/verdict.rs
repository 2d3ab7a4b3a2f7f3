//! Results of the steps of the suite.

use std::process::ExitCode;

/// Why a step did not pass. The reason has been printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The step found a fault.
    Failed,
    /// The step needs tools that are not installed.
    Skipped,
}

/// Result of a step, or of a part of it.
pub(crate) type Outcome<T = ()> = Result<T, Stop>;

/// The exit code of a skipped step, as in automake.
pub(crate) const SKIPPED_CODE: u8 = 77;

/// The outcome of a step, given whether it passed.
pub(crate) fn passed(passed: bool) -> Outcome {
    if passed { Ok(()) } else { Err(Stop::Failed) }
}

/// The outcome if a skipped step is not a failure.
pub(crate) fn unless_skipped(outcome: Outcome) -> Outcome {
    outcome.or_else(|stop| passed(stop == Stop::Skipped))
}

/// The exit code of a step.
pub(crate) fn exit_code(outcome: Outcome) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(Stop::Failed) => ExitCode::FAILURE,
        Err(Stop::Skipped) => SKIPPED_CODE.into(),
    }
}

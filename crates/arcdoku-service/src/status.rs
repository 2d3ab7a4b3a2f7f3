//! How a run ended, and errors that end a run.

use std::fmt;
use std::io;

/// How a run ended. The order is the precedence: the greatest status that applies is reported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Everything is fine.
    #[default]
    Fine,
    /// A puzzle does not have the requested solutions, a check failed, strategies disagree, or a notation cannot
    /// express a puzzle.
    Not,
    /// A limit ended the work on a puzzle.
    Limit,
    /// Some input was malformed or unreadable.
    Malformed,
    /// The work on a puzzle panicked, which is a bug in this program.
    Panicked,
    /// An option is invalid. Nothing was done.
    Usage,
    /// The run was cancelled.
    Interrupted,
    /// The output could not be written, which ends a run.
    Output,
}

impl Status {
    /// Keeps the greater status.
    pub fn note(&mut self, other: Self) {
        *self = (*self).max(other);
    }

    /// The exit code of a program with this status.
    pub fn code(self) -> u8 {
        match self {
            Self::Fine => 0,
            Self::Not => 1,
            Self::Usage => 2,
            Self::Malformed => 3,
            Self::Limit => 4,
            Self::Output => 5,
            Self::Panicked => 101,
            Self::Interrupted => 130,
        }
    }

    /// The status of puzzles for an exit code; `Fine` for codes that do not describe puzzles.
    pub fn of_code(code: u64) -> Self {
        let of_puzzles = [Self::Not, Self::Limit, Self::Malformed, Self::Panicked];
        of_puzzles.into_iter().find(|status| u64::from(status.code()) == code).unwrap_or_default()
    }
}

/// An error that ends a run.
#[derive(Debug)]
pub struct Error {
    status: Status,
    message: String,
    is_closed_pipe: bool,
}

impl Error {
    /// An option is invalid.
    pub fn usage(message: impl Into<String>) -> Self {
        Self { status: Status::Usage, message: message.into(), is_closed_pipe: false }
    }

    /// A file that an option names cannot be read.
    pub fn unreadable(message: impl Into<String>) -> Self {
        Self { status: Status::Malformed, message: message.into(), is_closed_pipe: false }
    }

    /// Something could not be written.
    pub fn output(message: impl Into<String>) -> Self {
        Self { status: Status::Output, message: message.into(), is_closed_pipe: false }
    }

    /// An operation on a file failed. `shown` is the name of the file.
    pub fn at(shown: impl fmt::Display) -> impl FnOnce(io::Error) -> Self {
        move |error| {
            let error = Self::from(error);
            Self { message: format!("{shown}: {}", error.message), ..error }
        }
    }

    /// The status for this error.
    pub fn status(&self) -> Status {
        self.status
    }

    /// Whether the reader of the output closed it, which is not a failure.
    pub fn is_closed_pipe(&self) -> bool {
        self.is_closed_pipe
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        let is_closed_pipe = error.kind() == io::ErrorKind::BrokenPipe;
        Self { status: Status::Output, message: error.to_string(), is_closed_pipe }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

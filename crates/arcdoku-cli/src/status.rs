//! Exit codes.

use std::fmt;
use std::io;
use std::process::ExitCode;

/// What the exit code says. The order is the precedence: the greatest that applies is returned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// All is fine.
    #[default]
    Fine,
    /// A puzzle has not the solutions that were asked for, a check failed, strategies disagree.
    Not,
    /// A limit ended a puzzle.
    Limit,
    /// Some input was malformed or unreadable.
    Malformed,
    /// The command line is wrong; nothing was done.
    Usage,
    /// Ctrl-C.
    Interrupted,
}

/// The table at the end of every help text.
pub(crate) const HELP: &str = "\
Exit codes:
  0    all fine
  1    some puzzle has not exactly one solution (with --first, --count or --all: none), a check
       failed, or strategies disagree
  2    the command line is wrong
  3    some input was malformed or unreadable
  4    a limit ended some puzzle
  130  interrupted
If several apply: 130 before 3 before 4 before 1.";

impl Status {
    /// Remembers `other` if it goes before.
    pub(crate) fn note(&mut self, other: Self) {
        *self = (*self).max(other);
    }

    /// The status of an error that ended the program.
    pub(crate) fn of(error: &anyhow::Error) -> Self {
        if error.downcast_ref::<Usage>().is_some() { Self::Usage } else { Self::Malformed }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(match status {
            Status::Fine => 0,
            Status::Not => 1,
            Status::Usage => 2,
            Status::Malformed => 3,
            Status::Limit => 4,
            Status::Interrupted => 130,
        })
    }
}

/// A wrong command line that only the command itself could see.
#[derive(Debug)]
pub(crate) struct Usage(pub(crate) String);

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// An error that says that the command line is wrong.
pub(crate) fn usage(message: impl Into<String>) -> anyhow::Error {
    Usage(message.into()).into()
}

/// Whether whoever read our output went away. That is their right, and no error.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

//! Reasons why a kernel did not finish.

use std::fmt;

use arcdoku::generate::RequestError;

/// The reason why a kernel did not start, or did not finish. Rows that were not reached are unchanged.
///
/// A malformed row is not a failure: it has an outcome, or is null and has a [reason](crate::Reason).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Failure {
    /// The flag was set.
    Cancelled,
    /// A worker panicked.
    Panicked,
    /// The request for puzzles cannot be met.
    Request(RequestError),
    /// The kernel is not for puzzles of this kind.
    Unfit(&'static str),
    /// A number of cells that is not the square of a number of digits.
    Cells(usize),
    /// An array of an unsupported type, with its name.
    Type(String),
    /// A buffer without exactly one entry for each row, or for each cell of each row.
    Length {
        /// The length of the buffer.
        found: usize,
        /// The required length.
        expected: usize,
    },
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cancelled => f.write_str("cancelled"),
            Self::Panicked => f.write_str("a worker panicked"),
            Self::Request(error) => error.fmt(f),
            Self::Unfit(expected) => f.write_str(expected),
            Self::Cells(found) => {
                write!(f, "found rows of {found} cells, expected N * N cells for N from 1 to 64, such as 81")
            }
            Self::Type(found) => {
                write!(
                    f,
                    "found an array of {found}, expected Utf8, LargeUtf8, Utf8View, FixedSizeBinary or \
                     FixedSizeList of UInt8"
                )
            }
            Self::Length { found, expected } => write!(f, "found {found} entries, expected {expected}"),
        }
    }
}

impl std::error::Error for Failure {}

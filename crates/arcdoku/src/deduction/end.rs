//! Reasons for which paths end.

use crate::puzzle::Limit;

/// The reason why a path ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PathEnd {
    /// All cells are filled.
    Solved,
    /// No technique applies.
    Stuck,
    /// A cell has no candidate, or a digit no place.
    Broken,
    /// A limit was reached.
    Stopped(Limit),
    /// The caller ended it.
    Enough,
}

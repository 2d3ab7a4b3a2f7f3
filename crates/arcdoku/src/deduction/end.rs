//! How paths end.

use crate::puzzle::Limit;

/// How a path ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PathEnd {
    /// All cells are filled.
    Solved,
    /// No technique finds more.
    Stuck,
    /// A cell has no candidate, or a digit no place.
    Broken,
    /// A limit was reached.
    Stopped(Limit),
    /// The caller had seen enough.
    Enough,
}

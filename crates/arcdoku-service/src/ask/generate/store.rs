//! The storage of the rows of a set.

use std::collections::HashSet;

use crate::status::Error;

/// Stores rows, so a later run can continue.
pub(super) trait RowStore {
    /// Starts writing, with the header if there are no rows.
    fn begin(&mut self, header: &str, extent: &Extent) -> Result<(), Error>;

    /// Appends rows of the set and of the test set.
    fn append(&mut self, rows: &str, test: &str, extent: &Extent) -> Result<(), Error>;

    fn finish(self: Box<Self>, extent: &Extent) -> Result<(), Error>;
}

/// The progress of a set.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extent {
    pub(super) seed: u64,
    /// The next number.
    pub(super) next: u64,
    pub(super) rows: u64,
    pub(super) gave_up: u64,
    /// The number of repeated puzzles since the last new one.
    pub(super) repeats: u64,
}

/// The start of a set: after the rows of an earlier run, if any.
#[derive(Default)]
pub(super) struct Start {
    pub(super) store: Option<Box<dyn RowStore>>,
    /// `None` if there is nothing to continue.
    pub(super) extent: Option<Extent>,
    /// The classes that the earlier run wrote, if they are needed.
    pub(super) known: HashSet<u64>,
}

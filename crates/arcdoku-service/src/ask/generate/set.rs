//! The rows of a set, in the order of their numbers. Each class is written once.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use arcdoku::generate::GaveUp;

use super::files;
use super::layout::Layout;
use super::rows::{Entry, RowReport};
use super::store::{Extent, RowStore, Start};
use super::{Generate, SetFile, draw_seed};
use crate::output::Output;
use crate::status::Error;

/// If this many puzzles in a row were repeated, and also [`REPEATS_EACH`] times the number of classes, no further
/// classes are expected.
const REPEATS: u64 = 10_000;
const REPEATS_EACH: u64 = 10;

/// A set of rows.
pub(super) struct DataSet {
    store: Option<Box<dyn RowStore>>,
    layout: Arc<Layout>,
    /// The upper half of the key of each class. Half is enough: if two of a billion classes have the same half, one
    /// of them is omitted.
    known: Option<HashSet<u64>>,
    /// Classes whose lower half is less than this belong to the test set.
    share: Option<u64>,
    wanted: u64,
    extent: Extent,
    undecided: (u64, u64),
    is_drawn: bool,
}

impl DataSet {
    /// Opens the files of a set, and seeks to the end of an earlier run. Nothing is changed yet.
    pub(super) fn open(
        question: &Generate,
        out: Option<(&SetFile, String)>,
        layout: &Arc<Layout>,
        output: &mut dyn Output,
    ) -> Result<Self, Error> {
        let split = out.as_ref().and_then(|(out, _)| out.split);
        let start = out.map(|(out, signature)| files::start(question, out, signature, layout, output));
        let start = start.unwrap_or_else(|| Ok(Start::default()))?;
        let drawn = || Extent { seed: question.seed.unwrap_or_else(draw_seed), ..Extent::default() };
        Ok(Self {
            store: start.store,
            layout: Arc::clone(layout),
            known: question.columns.dedupe.then_some(start.known),
            share: split.map(|share| (share * 2f64.powi(64)) as u64),
            wanted: question.count,
            extent: start.extent.unwrap_or_else(drawn),
            undecided: (0, 0),
            is_drawn: question.seed.is_none() && start.extent.is_none(),
        })
    }

    /// Starts writing.
    pub(super) fn begin(&mut self, output: &mut dyn Output) -> Result<(), Error> {
        let header = self.layout.header();
        match &mut self.store {
            Some(store) => store.begin(&header, &self.extent),
            None => Ok(output.write(&header)?),
        }
    }

    /// Takes the next batch, up to the last requested row.
    pub(super) fn take(
        &mut self,
        report: &RowReport,
        output: &mut dyn Output,
        gave_up: &mut dyn FnMut(&mut dyn Output, GaveUp),
    ) -> Result<ControlFlow<()>, Error> {
        let mut start = 0;
        let (mut rows, mut test) = (String::with_capacity(report.text.len()), String::new());
        for (number, entry) in (report.first..).zip(&report.entries) {
            if self.is_done() {
                break;
            }
            let extent = &mut self.extent;
            extent.next = number + 1;
            match *entry {
                Entry::GaveUp(failure) => {
                    extent.gave_up += 1;
                    gave_up(output, failure);
                }
                Entry::Row { end, key, undecided } => {
                    let text = &report.text[std::mem::replace(&mut start, end)..end];
                    if let Some(known) = &mut self.known
                        && !known.insert((key >> 64) as u64)
                    {
                        extent.repeats += 1;
                        if self.is_exhausted() {
                            break;
                        }
                        continue;
                    }
                    extent.repeats = 0;
                    extent.rows += 1;
                    self.undecided.0 += u64::from(undecided > 0);
                    self.undecided.1 += undecided as u64;
                    let for_tests = self.share.is_some_and(|share| (key as u64) < share);
                    if for_tests { &mut test } else { &mut rows }.push_str(text);
                }
            }
        }
        match &mut self.store {
            None => output.write(&rows)?,
            Some(store) => store.append(&rows, &test, &self.extent)?,
        }
        let is_over = self.is_done() || self.is_exhausted();
        Ok(if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Ends the run.
    pub(super) fn finish(self) -> Result<(), Error> {
        match self.store {
            Some(store) => store.finish(&self.extent),
            None => Ok(()),
        }
    }

    pub(super) fn seed(&self) -> u64 {
        self.extent.seed
    }

    /// Whether the seed was chosen at random for this run.
    pub(super) fn is_drawn(&self) -> bool {
        self.is_drawn
    }

    /// The next number.
    pub(super) fn next(&self) -> u64 {
        self.extent.next
    }

    /// The number of rows, in all runs.
    pub(super) fn rows(&self) -> u64 {
        self.extent.rows
    }

    /// The number of abandoned puzzles, in all runs.
    pub(super) fn gave_up(&self) -> u64 {
        self.extent.gave_up
    }

    /// The number of rows of this run with clues that may be redundant, and the number of such clues.
    pub(super) fn undecided(&self) -> (u64, u64) {
        self.undecided
    }

    /// The number of requested puzzles that were generated or abandoned.
    pub(super) fn done(&self) -> u64 {
        self.extent.rows + self.extent.gave_up
    }

    pub(super) fn is_done(&self) -> bool {
        self.done() >= self.wanted
    }

    /// The number of repeated puzzles since the last new one.
    pub(super) fn repeats(&self) -> u64 {
        self.extent.repeats
    }

    /// Whether no further classes are expected.
    pub(super) fn is_exhausted(&self) -> bool {
        self.extent.repeats >= REPEATS.max(self.extent.rows.saturating_mul(REPEATS_EACH))
    }
}

//! Work on rows with several threads.
//!
//! ```text
//!   outputs  [chunk|chunk|chunk|...............]     threads claim the next chunk, in order, and write into it
//! ```

use std::mem;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use arcdoku::Limits;

use crate::failure::Failure;

/// Outputs that can be split by rows.
pub trait Split: Sized + Send {
    /// Splits the outputs into those of the first `rows` rows and the rest.
    fn split(self, rows: usize) -> (Self, Self);
}

/// The entries of an output, `width` per row.
#[derive(Debug)]
pub struct Slots<'o, T> {
    /// The entries.
    pub values: &'o mut [T],
    /// The number of entries per row.
    pub width: usize,
}

impl<'o, T> Slots<'o, T> {
    /// An output of `width` entries per row.
    ///
    /// # Errors
    /// If the output does not have `rows` rows.
    pub fn new(values: &'o mut [T], width: usize, rows: usize) -> Result<Self, Failure> {
        let expected = width * rows;
        if values.len() == expected {
            Ok(Self { values, width })
        } else {
            Err(Failure::Length { found: values.len(), expected })
        }
    }

    /// The entries of a row.
    ///
    /// # Panics
    /// If there is no such row.
    #[inline]
    pub fn row(&mut self, row: usize) -> &mut [T] {
        &mut self.values[row * self.width..(row + 1) * self.width]
    }
}

impl<T: Send> Split for Slots<'_, T> {
    fn split(self, rows: usize) -> (Self, Self) {
        let width = self.width;
        let (values, rest) = self.values.split_at_mut((rows * width).min(self.values.len()));
        (Self { values, width }, Self { values: rest, width })
    }
}

/// No output.
impl Split for () {
    fn split(self, _: usize) -> (Self, Self) {
        ((), ())
    }
}

macro_rules! split_tuples {
    ($(($($part:ident)+))+) => {$(
        impl<$($part: Split),+> Split for ($($part,)+) {
            #[allow(non_snake_case, reason = "a value has the name of its type")]
            fn split(self, rows: usize) -> (Self, Self) {
                let ($($part,)+) = self;
                $(let $part = $part.split(rows);)+
                (($($part.0,)+), ($($part.1,)+))
            }
        }
    )+};
}

split_tuples! { (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) }

/// The number of threads, and the flag that ends the work.
#[derive(Clone, Copy, Debug)]
pub struct Work<'a> {
    threads: NonZeroUsize,
    cancel: Option<&'a AtomicBool>,
}

impl Default for Work<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'a> Work<'a> {
    /// Work on one thread, without a flag that ends it.
    pub fn new() -> Self {
        Self { threads: NonZeroUsize::MIN, cancel: None }
    }

    /// The same work with this number of threads; 0 or `None` for one thread per core of the machine.
    #[must_use]
    pub fn with_threads(self, threads: impl Into<Option<usize>>) -> Self {
        let all = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Self { threads: threads.into().and_then(NonZeroUsize::new).unwrap_or_else(all), ..self }
    }

    /// The same work with a flag that another thread sets to end it. Each row is then complete or unchanged.
    #[must_use]
    pub fn with_cancel(self, cancel: &'a AtomicBool) -> Self {
        Self { cancel: Some(cancel), ..self }
    }

    /// Whether the flag is set.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed))
    }

    /// Limits that end the work when the flag is set.
    pub fn limits(&self) -> Limits<'a> {
        Limits::NONE.with_cancel(self.cancel)
    }

    /// Processes rows, `chunk` at a time. Each thread calls `worker` once and passes rows, with their part of the
    /// outputs, to the function that it returns.
    ///
    /// # Errors
    /// If the flag was set, or a worker panicked. Other workers then end after their chunk.
    pub fn run<O: Split, W: FnMut(Range<usize>, O)>(
        &self,
        rows: usize,
        chunk: usize,
        outputs: O,
        worker: impl Fn() -> W + Sync,
    ) -> Result<(), Failure> {
        // There are several chunks per thread, so all threads end at about the same time.
        let chunk = chunk.min(rows.div_ceil(self.threads.get().saturating_mul(4))).max(1);
        let queue = Mutex::new((0, Some(outputs)));
        let panicked = AtomicBool::new(false);
        let take = || {
            let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
            let from = queue.0;
            let to = rows.min(from + chunk);
            if from == to || self.is_cancelled() || panicked.load(Ordering::Relaxed) {
                return None;
            }
            let (taken, rest) = mem::take(&mut queue.1)?.split(to - from);
            *queue = (to, Some(rest));
            Some((from..to, taken))
        };
        let work = || {
            let all = || {
                let mut work = worker();
                while let Some((rows, outputs)) = take() {
                    work(rows, outputs);
                }
            };
            if catch_unwind(AssertUnwindSafe(all)).is_err() {
                panicked.store(true, Ordering::Relaxed);
            }
        };
        let threads = self.threads.get().min(rows.div_ceil(chunk));
        thread::scope(|scope| {
            // The calling thread works too. If the system cannot start a thread, the others take its share.
            for _ in 1..threads {
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        if panicked.into_inner() {
            Err(Failure::Panicked)
        } else if self.is_cancelled() {
            Err(Failure::Cancelled)
        } else {
            Ok(())
        }
    }
}

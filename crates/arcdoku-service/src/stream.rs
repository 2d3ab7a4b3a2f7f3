//! Streams of puzzles: read in batches, processed by a pool, written in the order of the input.
//!
//! A batch has as many puzzles as take a few milliseconds. It is sent early if the reader is about to wait for input.
//! A run that continues an earlier one skips the finished puzzles ([`Earlier`]), and an empty batch then reports the
//! position in the input.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use crate::cancel::Cancel;
use crate::clock::Interval;
use crate::input::{Given, Input, Item, ReadBuffer, Reading};
use crate::output::Output;
use crate::pool::{Event, Feed, Pool};
use crate::report::{Report, caught};
use crate::status::{Error, Status};

/// The time that a batch should take, in nanoseconds.
const TARGET: u64 = 3_000_000;

/// The maximum numbers of puzzles and cells in a batch.
const MOST: usize = 2048;
const MOST_CELLS: usize = 1 << 18;

/// Consecutive puzzles in the input.
#[derive(Debug)]
pub struct Batch {
    /// The parts of the input, each with the number of its first puzzle, from 1.
    pub parts: Vec<(u64, Given)>,
    /// Whether it is the first batch.
    pub is_first: bool,
    /// Whether its only puzzle is the only puzzle of the input. This is known only if [`Stream::settle`] is set.
    pub is_alone: bool,
}

impl Batch {
    /// The number of puzzles.
    #[expect(
        clippy::len_without_is_empty,
        reason = "only a mark of progress is empty, and no worker sees it"
    )]
    pub fn len(&self) -> usize {
        self.parts.iter().map(|(_, given)| given.len()).sum()
    }

    /// The puzzles one by one, with their numbers.
    pub fn readings(self) -> impl Iterator<Item = (u64, Reading)> {
        self.parts.into_iter().flat_map(|(number, given)| given.readings(number))
    }
}

/// A run over the puzzles of an input.
pub struct Stream {
    /// The puzzles.
    pub input: Input,
    /// The number of worker threads. With 0, the thread of the caller does the work.
    pub threads: usize,
    /// The flag that ends the run.
    pub cancel: Cancel,
    /// Whether the first batch waits until the input has a second puzzle or ends.
    pub settle: bool,
    /// The maximum number of puzzles in a batch.
    pub most: usize,
    /// The puzzles of an earlier run.
    pub earlier: Option<Box<dyn Earlier>>,
    /// The maximum number of unfinished jobs; a few for each thread by default.
    pub bound: Option<usize>,
    /// The minimum time between flushes of the output. Without it, the output is flushed whenever no more text is
    /// ready.
    pub flush_interval: Option<Duration>,
}

/// The puzzles that an earlier run has finished. [`ask`](Self::ask) is called for each puzzle, in the order of the
/// input, until a puzzle is new.
pub trait Earlier: Send {
    /// Whether the puzzle with this number was done.
    fn ask(&mut self, number: u64, reading: &Reading) -> Done;
}

/// Whether a puzzle was done before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// It was done.
    Yes,
    /// It was not done, and no later puzzle was done.
    No,
    /// The earlier run had a different input. This run ends.
    Foreign,
}

/// Passes the readings one by one to `answer`, on the thread of the output, for questions that write during the work.
/// With a `number`, passes only that puzzle. Unreadable puzzles are reported and skipped.
pub fn one_by_one(
    input: Input,
    number: Option<u64>,
    cancel: &Cancel,
    output: &mut dyn Output,
    mut answer: impl FnMut(&mut dyn Output, u64, &Item) -> Result<Status, Error>,
) -> Result<Status, Error> {
    let mut shown = false;
    let mut status = readings(input, cancel, output, |output, at, reading| {
        if number.is_some_and(|wanted| at > wanted) {
            return Ok(ControlFlow::Break(Status::Fine));
        }
        if number.is_some_and(|wanted| at != wanted) {
            return Ok(ControlFlow::Continue(Status::Fine));
        }
        shown = true;
        match &reading {
            Ok(item) => match caught(&reading, || answer(output, at, item)) {
                Ok(answered) => answered.map(ControlFlow::Continue),
                Err(panic) => {
                    output.error(&panic);
                    Ok(ControlFlow::Continue(Status::Panicked))
                }
            },
            Err(rejected) => {
                output.error(&rejected.message());
                Ok(ControlFlow::Continue(Status::Malformed))
            }
        }
    })?;
    if cancel.is_cancelled() {
        status.note(Status::Interrupted);
    } else if !shown && number.is_some() {
        return Err(Error::usage("the input has no puzzle with this --number"));
    }
    Ok(status)
}

/// Passes all readings to `answer`, on the thread of the output, until it returns `Break`.
pub(crate) fn readings(
    input: Input,
    cancel: &Cancel,
    output: &mut dyn Output,
    mut answer: impl FnMut(&mut dyn Output, u64, Reading) -> Result<ControlFlow<Status, Status>, Error>,
) -> Result<Status, Error> {
    let mut status = Status::Fine;
    let threads = input.reading_threads();
    batches(Stream::new(input, threads, cancel), output, |output, batch| {
        for (number, reading) in batch.readings() {
            if cancel.is_cancelled() {
                return Ok(ControlFlow::Break(()));
            }
            match answer(output, number, reading)? {
                ControlFlow::Continue(next) => status.note(next),
                ControlFlow::Break(last) => {
                    status.note(last);
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    })?;
    status.note(end(cancel));
    Ok(status)
}

/// `Break` if the run was cancelled.
pub(crate) fn flow_of(cancel: &Cancel) -> ControlFlow<()> {
    if cancel.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// `Interrupted` if the flag is set, otherwise `Fine`.
pub(crate) fn end(cancel: &Cancel) -> Status {
    if cancel.is_cancelled() { Status::Interrupted } else { Status::Fine }
}

/// Passes all batches to `take`, on the thread of the output.
pub(crate) fn batches(
    stream: Stream,
    output: &mut dyn Output,
    take: impl FnMut(&mut dyn Output, Batch) -> Result<ControlFlow<()>, Error>,
) -> Result<(), Error> {
    stream.run(|| |batch: Batch| batch, output, take)
}

/// Passes each puzzle to a worker, and writes the reports in order.
pub fn reports<W>(
    input: Input,
    threads: usize,
    cancel: &Cancel,
    output: &mut dyn Output,
    worker: impl Fn() -> W + Send + Sync + 'static,
) -> Result<Status, Error>
where
    W: FnMut(u64, &Reading, &mut Report),
{
    let worker = Arc::new(worker);
    let worker = move || {
        let make = Arc::clone(&worker);
        let mut work = make();
        move |batch: Batch| {
            let mut report = Report::default();
            for (number, reading) in batch.readings() {
                if report.caught(&reading, |report| work(number, &reading, report)).is_none() {
                    work = make();
                }
                if report.is_cut {
                    break;
                }
            }
            report
        }
    };
    let mut status = Status::Fine;
    Stream::new(input, threads, cancel).run(worker, output, |output, report: Report| {
        status.note(report.status);
        report.write(output)
    })?;
    status.note(end(cancel));
    Ok(status)
}

impl Stream {
    /// A run over all puzzles in the input.
    pub fn new(input: Input, threads: usize, cancel: &Cancel) -> Self {
        let cancel = cancel.clone();
        let (settle, earlier, bound, flush_interval) = (false, None, None, None);
        Self { input, threads, cancel, settle, most: MOST, earlier, bound, flush_interval }
    }

    /// Passes all batches to workers and their results to `take`, in order. `worker` creates a worker on its own
    /// thread. The output is flushed when no more text is ready, and at the end.
    ///
    /// # Errors
    /// The first error of `take` or of the output.
    pub fn run<W, R>(
        self,
        worker: impl Fn() -> W + Send + Sync + 'static,
        output: &mut dyn Output,
        take: impl FnMut(&mut dyn Output, R) -> Result<ControlFlow<()>, Error>,
    ) -> Result<(), Error>
    where
        W: FnMut(Batch) -> R,
        R: Send + 'static,
    {
        let worker = move || {
            let mut work = worker();
            move |batch, emit: &mut dyn FnMut(R) -> ControlFlow<()>| {
                let _ = emit(work(batch));
            }
        };
        self.run_jobs(|batch, send| send(batch), worker, output, take)
    }

    /// Like [`Stream::run`], with workers that convert each job into any number of results. `split` divides a batch
    /// into jobs on the thread that reads the input, so all workers can share one long puzzle.
    pub(crate) fn run_jobs<S, J, W, R>(
        self,
        split: S,
        worker: impl Fn() -> W + Send + Sync + 'static,
        output: &mut dyn Output,
        mut take: impl FnMut(&mut dyn Output, R) -> Result<ControlFlow<()>, Error>,
    ) -> Result<(), Error>
    where
        S: FnMut(Batch, &mut dyn FnMut(J) -> ControlFlow<()>) -> ControlFlow<()> + Send + 'static,
        J: Send + 'static,
        W: FnMut(J, &mut dyn FnMut(R) -> ControlFlow<()>),
        R: Send + 'static,
    {
        let mut pool = Pool::new(self.threads, &self.cancel);
        if let Some(bound) = self.bound {
            pool = pool.with_bound(bound);
        }
        let worker = move || {
            let mut work = worker();
            move |job: BatchJob<J>, emit: &mut dyn FnMut(BatchEvent<R>) -> ControlFlow<()>| {
                let BatchJob { begin, job, end } = job;
                let is_over = begin.is_some_and(|begin| emit(BatchEvent::Begin(begin)).is_break());
                if let Some(job) = job.filter(|_| !is_over) {
                    work(job, &mut |result| emit(BatchEvent::Result(result)));
                }
                if let Some(end) = end.filter(|_| !is_over) {
                    let _ = emit(BatchEvent::End(end));
                }
            }
        };
        let mut due = self.flush_interval.map(Interval::new);
        let feed = |feed: Feed<'_, BatchJob<J>>| read_all(self, split, feed);
        let mut current = Amount::default();
        pool.run(feed, worker, |event| {
            let mut flow = ControlFlow::Continue(());
            let is_idle = matches!(event, Event::Idle);
            match event {
                Event::Result(BatchEvent::Begin(amount)) => {
                    current = amount;
                    // Questions that are answered on this thread report their progress within the batch.
                    output.enter(amount.bytes);
                }
                Event::Result(BatchEvent::Result(result)) => {
                    flow = take(output, result)?;
                    if flow.is_break() {
                        output.advance(current.bytes, current.puzzles);
                    }
                }
                Event::Result(BatchEvent::End(Amount { bytes, puzzles: 0 })) => output.resume(bytes),
                Event::Result(BatchEvent::End(amount)) => output.advance(amount.bytes, amount.puzzles),
                Event::Idle => {}
                Event::Tick => output.tick(),
            }
            let is_due = due.as_mut().map_or(is_idle, Interval::restart_if_over);
            if is_due {
                output.flush()?;
            }
            Ok::<_, Error>(flow)
        })?;
        output.flush()?;
        output.finish();
        Ok(())
    }
}

/// The size of a batch.
#[derive(Clone, Copy, Debug, Default)]
struct Amount {
    bytes: u64,
    /// Zero if an earlier run did the puzzles of these bytes.
    puzzles: u64,
}

/// A job of a batch. The first job of the batch has `begin`, and the last one has `end`.
struct BatchJob<J> {
    begin: Option<Amount>,
    job: Option<J>,
    end: Option<Amount>,
}

/// An event of a batch.
enum BatchEvent<R> {
    Begin(Amount),
    Result(R),
    End(Amount),
}

/// Collects puzzles until their batch is full.
struct BatchBuilder<'a, J, S> {
    pending: Vec<(u64, Given)>,
    /// The number of puzzles, cells and bytes.
    puzzles: usize,
    cells: usize,
    bytes: u64,
    /// The number of bytes read since the last puzzle.
    used: Rc<Cell<u64>>,
    /// The number of puzzles so far.
    number: u64,
    settle: bool,
    most: usize,
    earlier: Option<Box<dyn Earlier>>,
    split: S,
    feed: Feed<'a, BatchJob<J>>,
}

impl<J, S> BatchBuilder<'_, J, S>
where
    S: FnMut(Batch, &mut dyn FnMut(J) -> ControlFlow<()>) -> ControlFlow<()>,
{
    fn push(&mut self, given: Given) -> ControlFlow<()> {
        let mut bytes = self.used.take();
        if self.earlier.is_some() {
            return self.push_new(given, bytes);
        }
        match given {
            Given::One(reading) => {
                let cells = reading.as_ref().map_or(1, |item| item.record.puzzle.shape().cells());
                self.add(Given::One(reading), cells, bytes)
            }
            Given::Lines(mut lines) => {
                while !lines.is_empty() {
                    let room = self.most().saturating_sub(self.puzzles).max(1);
                    let all = lines.len() as u64;
                    let front = lines.split_front(room.min(MOST_CELLS / 81));
                    let (cells, share) = (front.len() * 81, bytes * front.len() as u64 / all);
                    bytes -= share;
                    self.add(Given::Lines(front), cells, share)?;
                }
                ControlFlow::Continue(())
            }
        }
    }

    /// Adds the puzzles that an earlier run did not do.
    fn push_new(&mut self, given: Given, bytes: u64) -> ControlFlow<()> {
        let share = bytes / given.len().max(1) as u64;
        for (number, reading) in given.readings(self.number + 1) {
            let done = self.earlier.as_mut().map_or(Done::No, |earlier| earlier.ask(number, &reading));
            match done {
                Done::Yes => {
                    self.number = number;
                    self.bytes += share;
                    // Progress is reported in larger pieces.
                    if self.bytes >= 1 << 16 {
                        self.send()?;
                    }
                }
                Done::No => {
                    if self.earlier.take().is_some() && self.bytes > 0 {
                        self.send()?;
                    }
                    let cells = reading.as_ref().map_or(1, |item| item.record.puzzle.shape().cells());
                    self.add(Given::One(reading), cells, share)?;
                }
                Done::Foreign => return ControlFlow::Break(()),
            }
        }
        ControlFlow::Continue(())
    }

    /// The target number of puzzles in a batch at the current pace.
    fn most(&self) -> usize {
        self.feed.units_in(TARGET).min(self.most as u64) as usize
    }

    fn add(&mut self, given: Given, cells: usize, bytes: u64) -> ControlFlow<()> {
        let count = given.len();
        self.pending.push((self.number + 1, given));
        self.number += count as u64;
        self.puzzles += count;
        self.cells += cells;
        self.bytes += bytes;
        if self.puzzles >= self.most() || self.cells >= MOST_CELLS {
            self.flush(false)
        } else {
            ControlFlow::Continue(())
        }
    }

    fn flush(&mut self, end: bool) -> ControlFlow<()> {
        if self.feed.is_over() {
            return ControlFlow::Break(());
        }
        let first = self.feed.sent() == 0;
        if self.pending.is_empty() || first && self.settle && !end && self.puzzles < 2 {
            return ControlFlow::Continue(());
        }
        self.send()
    }

    /// Sends the pending puzzles and the number of bytes.
    fn send(&mut self) -> ControlFlow<()> {
        let is_first = self.feed.sent() == 0;
        let is_alone = is_first && self.settle && self.puzzles == 1;
        let puzzles = std::mem::take(&mut self.puzzles) as u64;
        self.cells = 0;
        let parts = std::mem::take(&mut self.pending);
        let amount = Amount { bytes: std::mem::take(&mut self.bytes), puzzles };
        let Self { split, feed, .. } = self;
        let (mut begin, mut held) = (Some(amount), None);
        if puzzles > 0 {
            split(Batch { parts, is_first, is_alone }, &mut |job| match held.replace(job) {
                Some(job) => feed.send(BatchJob { begin: begin.take(), job: Some(job), end: None }, 1),
                None => ControlFlow::Continue(()),
            })?;
        }
        feed.send(BatchJob { begin, job: held, end: Some(amount) }, puzzles)
    }
}

fn read_all<J, S>(stream: Stream, split: S, feed: Feed<'_, BatchJob<J>>)
where
    S: FnMut(Batch, &mut dyn FnMut(J) -> ControlFlow<()>) -> ControlFlow<()>,
{
    let used = Rc::new(Cell::new(0));
    let builder = RefCell::new(BatchBuilder {
        pending: Vec::new(),
        puzzles: 0,
        cells: 0,
        bytes: 0,
        used: Rc::clone(&used),
        number: 0,
        settle: stream.settle,
        most: stream.most,
        earlier: stream.earlier,
        split,
        feed,
    });
    let Input { sources, plan } = stream.input;
    for source in sources {
        let may_wait = source.may_wait();
        let buffer = |raw| {
            let before_read = || {
                if may_wait {
                    // The loop below checks whether the run is over.
                    let _ = builder.borrow_mut().flush(false);
                }
            };
            ReadBuffer::new(raw, Rc::clone(&used), Box::new(before_read))
        };
        for given in source.read(&plan, buffer) {
            if builder.borrow_mut().push(given).is_break() {
                return;
            }
        }
    }
    let _ = builder.borrow_mut().flush(true);
}

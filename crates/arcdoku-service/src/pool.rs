//! An ordered, bounded and cancellable pool of workers.
//!
//! ```text
//!   feed ──jobs──> workers ──results──> take (the caller's thread), in the order of the jobs
//!     └────────── credits, one a job on its way ──────────┘
//! ```
//!
//! The feed takes a credit for each job. The credit is returned when all results of the job were taken, so results
//! cannot pile up behind one long job. Without threads, each job is done where it is sent.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::cancel::Cancel;
use crate::clock::Stopwatch;

/// The initial estimate of the time for a unit of work, in nanoseconds.
///
/// With a clock it is high, so the first batch is small and finishes soon.
const PACE: u64 = if cfg!(feature = "native") { 3_000_000 } else { 50_000 };

/// The maximum number of threads of a run.
pub const MOST_THREADS: usize = 1024;

/// The default number of threads: one per core.
pub fn default_threads() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get).min(MOST_THREADS)
}

/// The settings of a pool.
#[derive(Clone, Debug)]
pub struct Pool {
    threads: usize,
    bound: usize,
    cancel: Cancel,
}

/// An event of a pool for its caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<R> {
    /// The next result.
    Result(R),
    /// No result is ready; the pool is about to wait.
    Idle,
    /// No result arrived for a while.
    Tick,
}

/// Receives the jobs.
pub struct Feed<'a, J> {
    sent: u64,
    shared: Arc<Shared>,
    send: Box<dyn FnMut(u64, u64, J) -> ControlFlow<()> + 'a>,
}

/// State shared by the feed, the workers and the receiver.
struct Shared {
    /// The time for a unit of work in nanoseconds.
    pace: AtomicU64,
    stop: AtomicBool,
    cancel: Cancel,
}

impl Shared {
    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.cancel.is_cancelled()
    }

    /// Updates the pace after a job.
    fn note(&self, units: u64, watch: Stopwatch) {
        if let Some(each) = (watch.elapsed().as_nanos() as u64).checked_div(units)
            && cfg!(feature = "native")
        {
            // This is a smoothed value, so races between threads do not matter.
            self.pace.store(u64::midpoint(self.pace.load(Ordering::Relaxed), each), Ordering::Relaxed);
        }
    }
}

impl<J> Feed<'_, J> {
    /// The number of units that take this many nanoseconds at the current pace, at least one.
    pub fn units_in(&self, nanoseconds: u64) -> u64 {
        (nanoseconds / self.shared.pace.load(Ordering::Relaxed).max(1)).max(1)
    }

    /// The number of jobs that were sent.
    pub fn sent(&self) -> u64 {
        self.sent
    }

    /// Whether no more jobs are needed.
    pub fn is_over(&self) -> bool {
        self.shared.is_over()
    }

    /// Sends a job of this many units of work. Waits until there is room for it.
    pub fn send(&mut self, job: J, units: u64) -> ControlFlow<()> {
        let sequence = self.sent;
        self.sent += 1;
        if self.is_over() { ControlFlow::Break(()) } else { (self.send)(sequence, units, job) }
    }
}

impl Pool {
    /// A pool with this many threads, at most [`MOST_THREADS`]. Without threads or without the feature `native`, the
    /// thread of the caller does the work.
    pub fn new(threads: usize, cancel: &Cancel) -> Self {
        let threads = threads.min(MOST_THREADS);
        Self { threads, bound: threads * 3 + 1, cancel: cancel.clone() }
    }

    /// Sets the maximum number of unfinished jobs.
    #[must_use]
    pub fn with_bound(self, bound: usize) -> Self {
        Self { bound, ..self }
    }

    /// Runs all jobs that `feed` sends. If the system refuses threads, fewer workers or the caller do the work.
    /// `worker` creates a worker on its own thread, and a worker converts a job into one or more results. `take`
    /// receives the results in the order of the jobs, and ends the run with `Break`. Results of a cancelled run may
    /// be missing at its end.
    ///
    /// # Errors
    /// The first error of `take`.
    ///
    /// # Panics
    /// If a worker or the feed panics.
    pub fn run<J, W, R, E>(
        &self,
        feed: impl FnOnce(Feed<'_, J>) + Send + 'static,
        worker: impl Fn() -> W + Send + Sync + 'static,
        take: impl FnMut(Event<R>) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E>
    where
        J: Send + 'static,
        W: FnMut(J, &mut dyn FnMut(R) -> ControlFlow<()>),
        R: Send + 'static,
    {
        let (pace, stop, cancel) = (AtomicU64::new(PACE), AtomicBool::new(false), self.cancel.clone());
        let shared = Arc::new(Shared { pace, stop, cancel });
        if cfg!(feature = "native") && self.threads > 0 {
            return threads::run(self, &shared, feed, worker, take);
        }
        inline(&shared, feed, worker, take)
    }
}

/// Does each job where it is sent.
fn inline<J, W, R, E>(
    shared: &Arc<Shared>,
    feed: impl FnOnce(Feed<'_, J>),
    worker: impl Fn() -> W,
    mut take: impl FnMut(Event<R>) -> Result<ControlFlow<()>, E>,
) -> Result<(), E>
where
    W: FnMut(J, &mut dyn FnMut(R) -> ControlFlow<()>),
{
    let mut work = worker();
    let mut outcome = Ok(ControlFlow::Continue(()));
    let send = |_, units, job| {
        let watch = Stopwatch::start();
        work(job, &mut |result| {
            if matches!(outcome, Ok(ControlFlow::Continue(()))) {
                outcome = take(Event::Result(result));
            }
            if let Ok(flow) = outcome { flow } else { ControlFlow::Break(()) }
        });
        shared.note(units, watch);
        if let Ok(flow) = outcome { flow } else { ControlFlow::Break(()) }
    };
    feed(Feed { sent: 0, shared: Arc::clone(shared), send: Box::new(send) });
    if let ControlFlow::Continue(()) = outcome? {
        take(Event::Idle).map(drop)?;
    }
    Ok(())
}

mod threads {
    use std::collections::BTreeMap;
    use std::io;
    use std::ops::ControlFlow;
    use std::sync::atomic::Ordering;
    use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
    use std::sync::{Arc, Mutex, PoisonError};
    use std::thread::{self, JoinHandle};
    use std::time::Duration;

    use super::{Event, Feed, Pool, Shared};
    use crate::clock::Stopwatch;

    /// The polling interval.
    const TICK: Duration = Duration::from_millis(50);

    /// The number of results that may wait for the caller.
    const WAITING: usize = 1 << 12;

    /// A job with its sequence number and its units of work.
    type Job<J> = (u64, u64, J);

    /// A result of the job with a sequence number; `None` at the end of the job.
    type JobResult<R> = (u64, Option<R>);

    pub(super) fn run<J, W, R, E>(
        pool: &Pool,
        shared: &Arc<Shared>,
        feed: impl FnOnce(Feed<'_, J>) + Send + 'static,
        worker: impl Fn() -> W + Send + Sync + 'static,
        mut take: impl FnMut(Event<R>) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E>
    where
        J: Send + 'static,
        W: FnMut(J, &mut dyn FnMut(R) -> ControlFlow<()>),
        R: Send + 'static,
    {
        let (credit, credits) = mpsc::sync_channel(pool.bound.max(1));
        let (work, jobs) = mpsc::channel::<Job<J>>();
        let (result_sender, result_receiver) = mpsc::sync_channel(WAITING);
        let (jobs, worker) = (Arc::new(Mutex::new(jobs)), Arc::new(worker));
        let feed = Arc::new(Mutex::new(Some(feed)));
        let take_feed = |feed: &Mutex<Option<_>>| feed.lock().unwrap_or_else(PoisonError::into_inner).take();
        // The feed starts after the first worker.
        let (go, begin) = mpsc::channel();
        let (feeds, shared_feed) = (Arc::clone(shared), Arc::clone(&feed));
        let feeder = start(move || {
            let send = move |sequence, units, job| {
                let sent = credit.send(()).is_ok() && work.send((sequence, units, job)).is_ok();
                if sent { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            if begin.recv().is_ok()
                && let Some(feed) = take_feed(&shared_feed)
            {
                feed(Feed { sent: 0, shared: feeds, send: Box::new(send) });
            }
        });
        let mut workers = Vec::with_capacity(pool.threads);
        for _ in 0..if feeder.is_ok() { pool.threads } else { 0 } {
            let (jobs, result_sender, shared) =
                (Arc::clone(&jobs), result_sender.clone(), Arc::clone(shared));
            let worker = Arc::clone(&worker);
            match start(move || work_on(&jobs, &result_sender, &shared, &mut worker())) {
                Ok(handle) => workers.push(handle),
                Err(_) => break,
            }
        }
        drop(result_sender);
        let feeder = match feeder {
            Ok(feeder) if !workers.is_empty() && go.send(()).is_ok() => feeder,
            _ => {
                return match take_feed(&feed) {
                    Some(feed) => super::inline(shared, feed, || worker(), take),
                    None => Ok(()),
                };
            }
        };
        let mut early: BTreeMap<u64, Vec<Option<R>>> = BTreeMap::new();
        let mut next = 0;
        let outcome = 'all: loop {
            // Results of the next job are passed on. Results of later jobs wait.
            while let Some(results) = early.remove(&next) {
                let mut is_done = false;
                for result in results {
                    match result.map(|result| take(Event::Result(result))) {
                        Some(Ok(ControlFlow::Continue(()))) => {}
                        Some(Ok(ControlFlow::Break(()))) => break 'all Ok(ControlFlow::Break(())),
                        Some(Err(error)) => break 'all Err(error),
                        None => is_done = true,
                    }
                }
                if !is_done {
                    break;
                }
                next += 1;
                let _ = credits.try_recv();
            }
            let received = match result_receiver.try_recv() {
                Ok(result) => Ok(result),
                Err(_) => match take(Event::Idle) {
                    Ok(ControlFlow::Continue(())) => result_receiver.recv_timeout(TICK),
                    Ok(ControlFlow::Break(())) => break Ok(ControlFlow::Break(())),
                    Err(error) => break Err(error),
                },
            };
            match received {
                Ok((sequence, result)) => early.entry(sequence).or_default().push(result),
                Err(over) => {
                    match take(Event::Tick) {
                        Ok(ControlFlow::Continue(())) => {}
                        Ok(ControlFlow::Break(())) => break Ok(ControlFlow::Break(())),
                        Err(error) => break Err(error),
                    }
                    // If a worker panicked, results after its job would wait forever.
                    let all = over == RecvTimeoutError::Disconnected;
                    while let Some(at) = workers.iter().position(|worker| all || worker.is_finished()) {
                        if let Err(panic) = workers.swap_remove(at).join() {
                            std::panic::resume_unwind(panic);
                        }
                    }
                    if all {
                        break Ok(ControlFlow::Continue(()));
                    }
                }
            }
        };
        // If the run was ended early, the feed may still wait for input, so it is not joined. Otherwise it is
        // finished. If it panicked, results are missing, and the panic is passed on.
        let is_over = shared.is_over();
        shared.stop.store(true, Ordering::Relaxed);
        let flow = outcome?;
        if flow.is_continue()
            && !is_over
            && let Err(panic) = feeder.join()
        {
            std::panic::resume_unwind(panic);
        }
        take(Event::Idle).map(drop)
    }

    /// Starts a thread if the system allows it.
    fn start(work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
        #[cfg(test)]
        if !super::tests::may_start() {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        thread::Builder::new().spawn(work)
    }

    fn work_on<J, R>(
        jobs: &Mutex<Receiver<Job<J>>>,
        result_sender: &SyncSender<JobResult<R>>,
        shared: &Shared,
        worker: &mut impl FnMut(J, &mut dyn FnMut(R) -> ControlFlow<()>),
    ) {
        loop {
            let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(TICK);
            let (sequence, units, job) = match job {
                Ok(job) => job,
                Err(RecvTimeoutError::Timeout) if !shared.is_over() => continue,
                Err(_) => return,
            };
            let watch = Stopwatch::start();
            worker(job, &mut |result| match result_sender.send((sequence, Some(result))) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            });
            shared.note(units, watch);
            if result_sender.send((sequence, None)).is_err() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::atomic::AtomicUsize;

    use super::*;

    thread_local! {
        /// The number of threads that the system starts for the current thread.
        static THREADS: Cell<usize> = const { Cell::new(usize::MAX) };
    }

    /// Whether the next thread can start.
    pub(super) fn may_start() -> bool {
        let left = THREADS.get();
        THREADS.set(left.saturating_sub(1));
        left > 0
    }

    /// If the system refuses threads, the remaining threads or the caller do all of the work.
    #[test]
    fn a_pool_works_with_refused_threads() {
        for threads in 0..6 {
            THREADS.set(threads);
            let feed = |mut feed: Feed<'_, u64>| {
                (0..100).for_each(|job| assert!(feed.send(job, 1).is_continue()));
            };
            let made = Arc::new(AtomicUsize::new(0));
            let count = Arc::clone(&made);
            let worker = move || {
                count.fetch_add(1, Ordering::Relaxed);
                |job: u64, emit: &mut dyn FnMut(u64) -> ControlFlow<()>| {
                    let _ = emit(job * job);
                }
            };
            let mut found = Vec::new();
            let take = |event| {
                if let Event::Result(result) = event {
                    found.push(result);
                }
                Ok::<_, ()>(ControlFlow::Continue(()))
            };
            Pool::new(usize::MAX, &Cancel::default()).run(feed, worker, take).unwrap();
            assert_eq!(found, (0..100).map(|job| job * job).collect::<Vec<_>>(), "{threads} threads");
            // One thread is for the feed. Without it and another thread, the caller works.
            assert_eq!(made.load(Ordering::Relaxed), threads.saturating_sub(1).max(1), "{threads} threads");
        }
    }
}

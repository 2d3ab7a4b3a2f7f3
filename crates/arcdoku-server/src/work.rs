//! Where the work is done: never on the threads that accept connections.
//!
//! ```text
//!   a request ──> a slice of time on its own thread ──not done──> a long job, at most `jobs` at a time
//!   a message of an interactive client ──> its only job
//! ```
//!
//! The time that a puzzle takes is not known in advance. Each question is therefore first tried for a few milliseconds,
//! where its request was read, because passing it to another thread takes longer than most answers. The others start
//! again as long jobs, so short questions never wait for long ones.

use std::cell::OnceCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use arcdoku_service::cancel::Cancel;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::{JoinError, JoinHandle};
use tokio::time::timeout;

use crate::config::ServerLimits;

/// The maximum time of a first try.
const SLICE: Duration = Duration::from_millis(3);

/// The polling interval for tries that take longer than [`SLICE`], and the interval while there are none.
const WATCH: Duration = Duration::from_millis(1);
const REST: Duration = Duration::from_millis(10);

/// The nice value of threads with jobs: about a tenth of the weight of other threads.
#[cfg(target_os = "linux")]
const LOW_PRIORITY: i32 = 10;

/// The maximum number of clients with [interactive](Work::interactive) jobs.
const MOST_INTERACTIVE: usize = 16;

/// The maximum number of bodies over [`ServerLimits::body`]. They bound the memory for images that arrive or wait.
const MOST_LARGE: usize = 8;

/// The right to keep a body over [`ServerLimits::body`].
pub(crate) type LargeBody = OwnedSemaphorePermit;

/// There are too many jobs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Busy;

/// The rights to run long jobs.
pub(crate) struct Work {
    slots: Arc<Mutex<Vec<Arc<Slot>>>>,
    long: Arc<Semaphore>,
    /// The maximum time that a long job waits.
    wait: Duration,
    streams: Arc<Semaphore>,
    interactive: Arc<Semaphore>,
    large: Arc<Semaphore>,
    /// The number of long jobs that may still wait.
    places: Arc<Semaphore>,
    /// The number of requests without a response, and of jobs that run or wait.
    active: Arc<AtomicUsize>,
}

/// The start and the flag of the first try that a thread is running.
type Slot = Mutex<Option<(Instant, Cancel)>>;

thread_local! {
    /// The slot of this thread. A thread belongs to one server.
    static SLOT: OnceCell<Arc<Slot>> = const { OnceCell::new() };
}

impl Work {
    /// Starts the thread that ends tries.
    pub(crate) fn start(limits: &ServerLimits) -> std::io::Result<Self> {
        let slots: Arc<Mutex<Vec<Arc<Slot>>>> = Arc::default();
        // The thread ends with the server.
        let watched = Arc::downgrade(&slots);
        thread::Builder::new().name("slices".to_owned()).spawn(move || {
            while let Some(slots) = watched.upgrade() {
                let all = slots.lock().unwrap_or_else(PoisonError::into_inner);
                let is_busy = all.iter().filter(|slot| end_if_over(slot)).count() > 0;
                drop(all);
                drop(slots);
                thread::sleep(if is_busy { WATCH } else { REST });
            }
        })?;
        let semaphore = |permits: usize| Arc::new(Semaphore::new(permits.max(1)));
        let (long, streams) = (semaphore(limits.jobs), semaphore(limits.jobs));
        let (places, interactive) = (semaphore(limits.jobs + limits.waiting), semaphore(MOST_INTERACTIVE));
        let (wait, large, active) = (limits.time, semaphore(MOST_LARGE), Arc::default());
        Ok(Self { slots, long, wait, streams, interactive, large, places, active })
    }

    /// Counts something as active until the value is dropped.
    pub(crate) fn count(&self) -> Active {
        Active::of(&self.active)
    }

    /// The number of requests without a response, and of jobs that run or wait.
    pub(crate) fn active(&self) -> usize {
        self.active.load(Ordering::Relaxed)
    }

    /// Runs a job on this thread, and sets the flag after [`SLICE`]. Returns `None` if the job panicked.
    pub(crate) fn quick<T>(&self, cancel: &Cancel, job: impl FnOnce() -> T) -> Option<T> {
        let slot = SLOT.with(|slot| {
            let add = || {
                let slot = Arc::default();
                self.slots.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&slot));
                slot
            };
            Arc::clone(slot.get_or_init(add))
        });
        *locked(&slot) = Some((Instant::now(), cancel.clone()));
        // A panic was reported by its hook.
        let done = catch_unwind(AssertUnwindSafe(job));
        *locked(&slot) = None;
        done.ok()
    }

    /// Waits for the right to run a long job, for a limited time. At most a limited number of jobs wait.
    pub(crate) async fn long(&self) -> Result<Permit, Busy> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| Busy)?;
        let permit = timeout(self.wait, Arc::clone(&self.long).acquire_owned()).await;
        let permit = permit.map_err(|_| Busy)?.map_err(|_| Busy)?;
        Ok(Permit { _rights: [Some(permit), Some(place)], _active: Active::of(&self.active) })
    }

    /// The right to run the jobs of a client that waits for each answer, one at a time. They do not wait for other
    /// clients' jobs.
    pub(crate) fn interactive(&self) -> Result<Interactive, Busy> {
        let permit = Arc::clone(&self.interactive).try_acquire_owned().map_err(|_| Busy)?;
        Ok(Interactive { permit: permit.into(), active: Arc::clone(&self.active) })
    }

    /// The right to keep a body over [`ServerLimits::body`].
    pub(crate) fn large_body(&self) -> Result<LargeBody, Busy> {
        Arc::clone(&self.large).try_acquire_owned().map_err(|_| Busy)
    }

    /// The right to run a stream of puzzles.
    pub(crate) fn stream(&self) -> Result<Permit, Busy> {
        let permit = Arc::clone(&self.streams).try_acquire_owned().map_err(|_| Busy)?;
        Ok(Permit { _rights: [Some(permit), None], _active: Active::of(&self.active) })
    }
}

/// The right to run a job.
pub(crate) struct Permit {
    _rights: [Option<OwnedSemaphorePermit>; 2],
    _active: Active,
}

/// The right to run one job after the other. A running job keeps the right.
pub(crate) struct Interactive {
    permit: Arc<OwnedSemaphorePermit>,
    active: Arc<AtomicUsize>,
}

impl Permit {
    /// Runs the job on its own thread.
    pub(crate) fn run<T: Send + 'static>(self, job: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
        run_with(self, job)
    }

    /// Runs the job on its own thread, and sets its flag after this time. The error is a panic.
    pub(crate) async fn run_within<T: Send + 'static>(
        self,
        time: Duration,
        guard: &CancelOnDrop,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JoinError> {
        let mut job = self.run(job);
        if let Ok(ended) = timeout(time, &mut job).await {
            return ended;
        }
        guard.0.cancel();
        job.await
    }
}

impl Interactive {
    /// Runs the job on its own thread. The caller starts the next job when the last one has ended.
    pub(crate) fn run<T: Send + 'static>(&self, job: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
        run_with((Arc::clone(&self.permit), Active::of(&self.active)), job)
    }
}

/// Runs a job on its own thread, which keeps the right to do so until the end.
fn run_with<T: Send + 'static>(
    right: impl Send + 'static,
    job: impl FnOnce() -> T + Send + 'static,
) -> JoinHandle<T> {
    tokio::task::spawn_blocking(move || {
        let _right = right;
        // The system gives the processor to threads that read requests first. On Linux, a process is a thread here, and
        // the threads of the job inherit the priority. The thread keeps it, and runs only jobs. Without the priority,
        // short questions only wait longer.
        #[cfg(target_os = "linux")]
        if rustix::process::getpriority_process(None).is_ok_and(|priority| priority < LOW_PRIORITY) {
            let _ = rustix::process::setpriority_process(None, LOW_PRIORITY);
        }
        job()
    })
}

/// Counts a request or a job.
pub(crate) struct Active(Arc<AtomicUsize>);

impl Active {
    fn of(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(count))
    }
}

impl Drop for Active {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Sets the flag of its owner's work when it is dropped, for example because the client closed the connection.
#[derive(Debug, Default)]
pub(crate) struct CancelOnDrop(pub(crate) Cancel);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Sets the flag of a try that takes too long. Returns whether there is a try.
fn end_if_over(slot: &Slot) -> bool {
    let slot = locked(slot);
    if let Some((start, cancel)) = &*slot
        && start.elapsed() > SLICE
    {
        cancel.cancel();
    }
    slot.is_some()
}

fn locked(slot: &Slot) -> std::sync::MutexGuard<'_, Option<(Instant, Cancel)>> {
    slot.lock().unwrap_or_else(PoisonError::into_inner)
}

//! Batches on several threads, in constant memory and in the order of the input.
//!
//! ```text
//!   reader ──batches──> workers ──results──> writer (the main thread)
//!      └───────────── credits, one a batch on its way ──────────┘
//! ```
//!
//! The reader takes a credit for each batch and the writer gives it back, so that one hard puzzle
//! cannot pile up all that comes after it. A batch is as many puzzles as take a few milliseconds, and
//! leaves early when the reader is about to wait for input.
//!
//! A run that goes on where another ended leaves out what the other did ([`Before`]); an empty batch
//! then tells the progress how far that is.
//!
//! [`run`] reads puzzles; [`flow`] is the same for work of any kind, which its caller feeds.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::input::{Entry, Given, Item, Plan, Reading, Tap};
use crate::interrupt;
use crate::output::{self, Out};
use crate::progress::{Progress, Total};
use crate::status::{Status, usage};

/// How much work a batch should be, in nanoseconds.
const TARGET: u64 = 3_000_000;

/// At most so many puzzles and so many cells a batch.
const MOST: usize = 2048;
const MOST_CELLS: usize = 1 << 18;

/// How often whoever waits looks up.
const TICK: Duration = Duration::from_millis(50);

/// A run of puzzles.
pub(crate) struct Batch {
    /// What the input gave, each with the number of its first puzzle, from 1.
    pub(crate) parts: Vec<(u64, Given)>,
    /// Whether it is the first batch.
    pub(crate) first: bool,
    /// Whether its only puzzle is the only one of the input, where [`Run::settle`] was set.
    pub(crate) alone: bool,
}

impl Batch {
    /// How many puzzles it has.
    pub(crate) fn len(&self) -> usize {
        self.parts.iter().map(|(_, given)| given.len()).sum()
    }

    /// Its puzzles one by one, with their numbers.
    pub(crate) fn readings(self) -> impl Iterator<Item = (u64, Reading)> {
        self.parts.into_iter().flat_map(|(number, given)| given.readings(number))
    }
}

/// What is to be run.
pub(crate) struct Run {
    pub(crate) entries: Vec<Entry>,
    pub(crate) plan: Arc<Plan>,
    pub(crate) threads: usize,
    /// Whether the first batch waits until it is known whether there is a second puzzle.
    pub(crate) settle: bool,
    /// At most so many puzzles a batch.
    pub(crate) most: usize,
    /// Says which puzzles an earlier run did.
    pub(crate) before: Option<Box<dyn Before>>,
}

impl Run {
    /// A run over all puzzles of the input.
    pub(crate) fn new(entries: Vec<Entry>, plan: Arc<Plan>, threads: usize) -> Self {
        Self { entries, plan, threads, settle: false, most: MOST, before: None }
    }
}

/// What an earlier run did: asked for puzzle after puzzle, in the order of the input, until one is new.
pub(crate) trait Before: Send {
    /// Whether the puzzle with this number was done.
    fn ask(&mut self, number: u64, reading: &Reading) -> Done;
}

/// Whether a puzzle was done before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Done {
    /// It was.
    Yes,
    /// It was not, and none after it.
    No,
    /// The earlier run had another input: this one ends.
    Foreign,
}

/// Hands the puzzles to `tell` one by one, where the output is: for commands that write as they work. With a
/// `number`, only that puzzle. Rejected ones are reported, and the others go on.
pub(crate) fn one_by_one(
    entries: Vec<Entry>,
    plan: Arc<Plan>,
    number: Option<u64>,
    out: &mut Out,
    mut tell: impl FnMut(&mut Out, u64, &Item) -> anyhow::Result<Status>,
) -> anyhow::Result<Status> {
    let (mut status, mut shown) = (Status::Fine, false);
    let write = |out: &mut Out, _: &mut Progress, batch: Batch| {
        for (at, reading) in batch.readings() {
            if interrupt::asked() || number.is_some_and(|wanted| at > wanted) {
                return Ok(ControlFlow::Break(()));
            }
            if number.is_some_and(|wanted| at != wanted) {
                continue;
            }
            shown = true;
            match reading {
                Ok(item) => status.note(tell(out, at, &item)?),
                Err(rejected) => {
                    output::error(format_args!("{}", rejected.message()));
                    status.note(Status::Malformed);
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    };
    let work = Run::new(entries, plan, 1);
    let mut progress = Progress::new(Total::Bytes(None), true);
    run(work, || |batch: Batch| batch, &mut progress, out, write)?;
    if interrupt::asked() {
        status.note(Status::Interrupted);
    } else if !shown && number.is_some() {
        return Err(usage("the input has no puzzle with this --number"));
    }
    Ok(status)
}

/// Runs all puzzles through workers (`worker` makes one, on the thread it is for) and hands the results to `write`,
/// in order. The output is flushed when there is nothing to write for the moment, and at the end.
pub(crate) fn run<W, R>(
    run: Run,
    worker: impl Fn() -> W + Send + Sync + 'static,
    progress: &mut Progress,
    out: &mut Out,
    mut write: impl FnMut(&mut Out, &mut Progress, R) -> anyhow::Result<ControlFlow<()>>,
) -> anyhow::Result<()>
where
    W: FnMut(Batch) -> R,
    R: Send + 'static,
{
    let threads = run.threads;
    let worker = move || {
        let mut work = worker();
        move |(bytes, batch): (u64, Batch)| {
            let puzzles = batch.len() as u64;
            (bytes, puzzles, work(batch))
        }
    };
    let write = |out: &mut Out, progress: &mut Progress, (bytes, puzzles, result)| {
        if puzzles == 0 {
            progress.resume(bytes);
            return Ok(ControlFlow::Continue(()));
        }
        // Commands that work as they write say by themselves how far they are.
        progress.enter(bytes);
        let written = write(out, progress, result);
        progress.advance(bytes, puzzles);
        written
    };
    flow(threads, |feed| read_all(run, feed), worker, progress, out, write)
}

/// Runs all jobs that `feed` sends through workers, and hands the results to `write`, in the order of the jobs.
pub(crate) fn flow<J, W, R>(
    threads: usize,
    feed: impl FnOnce(Feed<J>) + Send + 'static,
    worker: impl Fn() -> W + Send + Sync + 'static,
    progress: &mut Progress,
    out: &mut Out,
    mut write: impl FnMut(&mut Out, &mut Progress, R) -> anyhow::Result<ControlFlow<()>>,
) -> anyhow::Result<()>
where
    J: Send + 'static,
    W: FnMut(J) -> R,
    R: Send + 'static,
{
    let threads = threads.max(1);
    let (credit, credits) = mpsc::sync_channel(threads * 3 + 1);
    let (work, jobs) = mpsc::channel();
    let (done, results) = mpsc::channel();
    let jobs = Arc::new(Mutex::new(jobs));
    let pace = Arc::new(AtomicU64::new(TARGET));
    let stop = Arc::new(AtomicBool::new(false));
    let worker = Arc::new(worker);
    let mut crew = Vec::with_capacity(threads);
    for _ in 0..threads {
        let (jobs, done, pace, stop) =
            (Arc::clone(&jobs), done.clone(), Arc::clone(&pace), Arc::clone(&stop));
        let worker = Arc::clone(&worker);
        // The reader is not joined: after Ctrl-C or a closed pipe it may wait for input that never comes, and the
        // program ends all the same.
        crew.push(thread::spawn(move || work_on(&jobs, &done, &pace, &stop, &mut worker())));
    }
    drop(done);
    {
        let feeds = Feed { sequence: 0, credit, work, pace, stop: Arc::clone(&stop) };
        thread::spawn(move || feed(feeds));
    }
    let mut early: BTreeMap<u64, R> = BTreeMap::new();
    let mut next = 0;
    let outcome = loop {
        if let Some(result) = early.remove(&next) {
            next += 1;
            let _ = credits.try_recv();
            match write(out, progress, result) {
                Ok(ControlFlow::Continue(())) => continue,
                Ok(ControlFlow::Break(())) => break Ok(()),
                Err(error) => break Err(error),
            }
        }
        let received = if let Ok(result) = results.try_recv() {
            Ok(result)
        } else if let Err(error) = out.flush() {
            break Err(error.into());
        } else {
            results.recv_timeout(TICK)
        };
        match received {
            Ok((sequence, result)) => {
                early.insert(sequence, result);
            }
            Err(over) => {
                progress.tick();
                // Without a batch that was lost, what comes after it would be waited for, or be missing.
                let all = over == RecvTimeoutError::Disconnected;
                while let Some(at) = crew.iter().position(|worker| all || worker.is_finished()) {
                    if let Err(panic) = crew.swap_remove(at).join() {
                        std::panic::resume_unwind(panic);
                    }
                }
                if all {
                    break Ok(());
                }
            }
        }
    };
    stop.store(true, Ordering::Relaxed);
    outcome?;
    out.flush()?;
    progress.finish();
    Ok(())
}

/// A job in its place, and how many puzzles it is.
type Job<J> = (u64, u64, J);

fn work_on<J, R>(
    jobs: &Mutex<Receiver<Job<J>>>,
    done: &Sender<(u64, R)>,
    pace: &AtomicU64,
    stop: &AtomicBool,
    worker: &mut impl FnMut(J) -> R,
) {
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(TICK);
        let (sequence, puzzles, job) = match job {
            Ok(job) => job,
            Err(RecvTimeoutError::Timeout) if !stopped(stop) => continue,
            Err(_) => return,
        };
        let start = Instant::now();
        let result = worker(job);
        if let Some(each) = (start.elapsed().as_nanos() as u64).checked_div(puzzles) {
            // A smoothed figure; threads that race for it only blur it a little.
            pace.store(u64::midpoint(pace.load(Ordering::Relaxed), each), Ordering::Relaxed);
        }
        if done.send((sequence, result)).is_err() {
            return;
        }
    }
}

fn stopped(stop: &AtomicBool) -> bool {
    stop.load(Ordering::Relaxed) || interrupt::asked()
}

/// Where jobs go in.
pub(crate) struct Feed<J> {
    sequence: u64,
    credit: SyncSender<()>,
    work: Sender<Job<J>>,
    pace: Arc<AtomicU64>,
    stop: Arc<AtomicBool>,
}

impl<J> Feed<J> {
    /// How many puzzles take so many nanoseconds at the pace of the last ones, at least one.
    pub(crate) fn most(&self, target: u64) -> u64 {
        (target / self.pace.load(Ordering::Relaxed).max(1)).max(1)
    }

    /// Whether nothing more is wanted.
    fn is_over(&self) -> bool {
        stopped(&self.stop)
    }

    /// Sends a job of so many puzzles, once there are not too many on their way.
    pub(crate) fn send(&mut self, job: J, puzzles: u64) -> ControlFlow<()> {
        let sequence = self.sequence;
        self.sequence += 1;
        let sent = !self.is_over()
            && self.credit.send(()).is_ok()
            && self.work.send((sequence, puzzles, job)).is_ok();
        if sent { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// The reader's side: puzzles that wait for their batch to be full.
struct Feeder {
    pending: Vec<(u64, Given)>,
    /// How many puzzles, cells and bytes they are.
    puzzles: usize,
    cells: usize,
    bytes: u64,
    /// Bytes that were used up since puzzles last came of them.
    used: Rc<Cell<u64>>,
    /// Puzzles so far.
    number: u64,
    settle: bool,
    most: usize,
    before: Option<Box<dyn Before>>,
    feed: Feed<(u64, Batch)>,
}

impl Feeder {
    fn push(&mut self, given: Given) -> ControlFlow<()> {
        let mut bytes = self.used.take();
        if self.before.is_some() {
            return self.push_new(given, bytes);
        }
        match given {
            Given::One(reading) => {
                let cells = reading.as_ref().map_or(1, |item| item.record.puzzle.shape().cells());
                self.add(Given::One(reading), cells, bytes)
            }
            Given::Lines(mut lines) => {
                while lines.len() > 0 {
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

    /// Leaves out what was done before.
    fn push_new(&mut self, given: Given, bytes: u64) -> ControlFlow<()> {
        let share = bytes / given.len().max(1) as u64;
        for (number, reading) in given.readings(self.number + 1) {
            let done = self.before.as_mut().map_or(Done::No, |before| before.ask(number, &reading));
            match done {
                Done::Yes => {
                    self.number = number;
                    self.bytes += share;
                    // The progress need not see every puzzle of a long way.
                    if self.bytes >= 1 << 16 {
                        self.send()?;
                    }
                }
                Done::No => {
                    if self.before.take().is_some() && self.bytes > 0 {
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

    /// How many puzzles a batch should have at the pace of the last ones.
    fn most(&self) -> usize {
        self.feed.most(TARGET).min(self.most as u64) as usize
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
        let first = self.feed.sequence == 0;
        if self.pending.is_empty() || first && self.settle && !end && self.puzzles < 2 {
            return ControlFlow::Continue(());
        }
        self.send()
    }

    /// Sends what is pending, if only how many bytes it is.
    fn send(&mut self) -> ControlFlow<()> {
        let first = self.feed.sequence == 0;
        let alone = first && self.settle && self.puzzles == 1;
        let puzzles = std::mem::take(&mut self.puzzles) as u64;
        self.cells = 0;
        let parts = std::mem::take(&mut self.pending);
        self.feed.send((std::mem::take(&mut self.bytes), Batch { parts, first, alone }), puzzles)
    }
}

fn read_all(run: Run, feed: Feed<(u64, Batch)>) {
    let used = Rc::new(Cell::new(0));
    let feeder = Rc::new(RefCell::new(Feeder {
        pending: Vec::new(),
        puzzles: 0,
        cells: 0,
        bytes: 0,
        used: Rc::clone(&used),
        number: 0,
        settle: run.settle,
        most: run.most,
        before: run.before,
        feed,
    }));
    for entry in &run.entries {
        let may_wait = entry.may_wait();
        let tap = |raw| {
            let feeder = Rc::clone(&feeder);
            let before_read = move || {
                if may_wait {
                    // The loop below sees by itself whether it should go on.
                    let _ = feeder.borrow_mut().flush(false);
                }
            };
            Tap::new(raw, Rc::clone(&used), Box::new(before_read))
        };
        for given in entry.read(&run.plan, tap) {
            if feeder.borrow_mut().push(given).is_break() {
                return;
            }
        }
    }
    let _ = feeder.borrow_mut().flush(true);
}

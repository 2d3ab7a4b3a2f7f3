//! The parts of searches, shared among threads and handed over in order.

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use arcdoku::canon::{Canonizer, Clues};
use arcdoku::generate::Vicinity;
use arcdoku::puzzle::{Limit, Limits, Puzzle};

use crate::interrupt;
use crate::progress::Progress;

/// So many parts may be done before one that takes longer.
const AHEAD: usize = 1 << 14;

/// How often whoever waits looks up.
const TICK: Duration = Duration::from_millis(50);

/// What is looked for, and how.
#[derive(Clone, Copy)]
pub(super) struct Around {
    pub(super) minus: usize,
    pub(super) plus: usize,
    /// For each puzzle.
    pub(super) time: Option<Duration>,
    pub(super) threads: usize,
}

/// What a part of the search around a puzzle gave.
pub(super) struct Part {
    /// The place of the puzzle.
    pub(super) puzzle: usize,
    /// Which part it is, and whether it is the last one.
    pub(super) index: u64,
    pub(super) last: bool,
    pub(super) found: Result<Found, Limit>,
}

pub(super) enum Found {
    /// There is no puzzle to look around.
    Nothing,
    /// Keys and forms in order, each once.
    Forms(Vec<(u128, Clues)>),
}

/// The next part that nobody has taken.
struct Next {
    sequence: u64,
    puzzle: usize,
    part: u64,
}

/// The puzzles, and who is to do what.
struct Shared<'a> {
    around: Around,
    puzzles: &'a [Option<&'a Puzzle>],
    /// When each puzzle was begun.
    begun: Vec<OnceLock<Instant>>,
    next: Mutex<Next>,
    /// Set when nobody listens any more.
    stop: AtomicBool,
}

impl Around {
    /// Looks around all puzzles, from the part `skip` of the first on, and hands the parts to `write` in order. Nothing if
    /// a thread ended by itself.
    pub(super) fn all<E>(
        self,
        puzzles: &[Option<&Puzzle>],
        skip: u64,
        progress: &mut Progress,
        mut write: impl FnMut(&mut Progress, Part) -> Result<ControlFlow<()>, E>,
    ) -> Option<Result<ControlFlow<()>, E>> {
        let begun = puzzles.iter().map(|_| OnceLock::new()).collect();
        let next = Mutex::new(Next { sequence: 0, puzzle: 0, part: skip });
        let shared = Shared { around: self, puzzles, begun, next, stop: AtomicBool::new(false) };
        thread::scope(|scope| {
            let (credit, credits) = mpsc::sync_channel(AHEAD);
            let (done, results) = mpsc::channel();
            for _ in 0..self.threads.max(1) {
                let (shared, credit, done) = (&shared, credit.clone(), done.clone());
                scope.spawn(move || {
                    shared.work(&credit, |sequence, part| done.send((sequence, part)).is_ok());
                });
            }
            drop((credit, done));
            let (mut early, mut next) = (BTreeMap::new(), 0);
            // However it ends.
            let _stop = Stop(&shared.stop);
            loop {
                if interrupt::asked() {
                    shared.stop.store(true, Ordering::Relaxed);
                }
                while let Some(part) = early.remove(&next) {
                    next += 1;
                    let _ = credits.try_recv();
                    match write(progress, part) {
                        Ok(ControlFlow::Continue(())) => {}
                        end => return Some(end),
                    }
                }
                match results.recv_timeout(TICK) {
                    Ok((sequence, part)) => {
                        early.insert(sequence, part);
                    }
                    Err(RecvTimeoutError::Timeout) => progress.tick(),
                    Err(RecvTimeoutError::Disconnected) if early.is_empty() => {
                        return Some(Ok(ControlFlow::Continue(())));
                    }
                    Err(RecvTimeoutError::Disconnected) => return None,
                }
            }
        })
    }
}

/// Ends the searches of all threads when it goes away.
struct Stop<'a>(&'a AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Shared<'_> {
    /// Takes part after part, as long as there are any and somebody listens.
    fn work(&self, credit: &SyncSender<()>, mut tell: impl FnMut(u64, Part) -> bool) {
        let mut vicinity = Vicinity::new(self.around.minus, self.around.plus);
        let mut canonizer = Canonizer::new();
        loop {
            if credit.send(()).is_err() {
                return;
            }
            let Some((sequence, mut part)) = self.take(&vicinity) else { return };
            part.found = self.look(&mut vicinity, &mut canonizer, &part);
            if !tell(sequence, part) {
                return;
            }
        }
    }

    /// The next part, of which nothing is found as yet.
    fn take(&self, vicinity: &Vicinity) -> Option<(u64, Part)> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let puzzle = *self.puzzles.get(next.puzzle)?;
        // What is no puzzle, or has nothing to take away, is a part all the same: somebody has to say so.
        let parts = puzzle.map_or(1, |puzzle| vicinity.parts(puzzle)).max(1);
        let (sequence, index) = (next.sequence, next.part.min(parts - 1));
        let last = index + 1 == parts;
        let part = Part { puzzle: next.puzzle, index, last, found: Ok(Found::Nothing) };
        next.sequence += 1;
        if last {
            (next.puzzle, next.part) = (next.puzzle + 1, 0);
        } else {
            next.part = index + 1;
        }
        Some((sequence, part))
    }

    fn look(&self, vicinity: &mut Vicinity, canonizer: &mut Canonizer, part: &Part) -> Result<Found, Limit> {
        let Some(puzzle) = self.puzzles[part.puzzle] else { return Ok(Found::Nothing) };
        let begun = self.begun[part.puzzle].get_or_init(Instant::now);
        let time = self.around.time.map(|time| time.saturating_sub(begun.elapsed()));
        let limits = Limits { time, cancel: Some(&self.stop), nodes: None };
        let (mut seen, mut forms) = (HashSet::new(), Vec::new());
        let fits = vicinity.parts_of(puzzle, part.index..part.index + 1, &limits, &mut |puzzle| {
            if let Ok(clues) = Clues::of(puzzle) {
                let canonical = canonizer.canonize(&clues);
                if seen.insert(canonical.key()) {
                    forms.push((canonical.key(), canonical.form));
                }
            }
            ControlFlow::Continue(())
        })?;
        Ok(if fits { Found::Forms(forms) } else { Found::Nothing })
    }
}

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
    /// Which part it is, and of how many.
    pub(super) index: u64,
    pub(super) parts: u64,
    pub(super) found: Found,
    /// What ended it before all of it was looked at.
    pub(super) limit: Option<Limit>,
}

impl Part {
    /// Whether no other part of the puzzle comes after it.
    pub(super) fn is_last(&self) -> bool {
        self.index + 1 == self.parts
    }
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
    /// When each puzzle was begun, and whether it was given up.
    begun: Vec<OnceLock<Instant>>,
    given_up: Vec<AtomicBool>,
    next: Mutex<Next>,
    /// Set when nobody listens any more.
    stop: AtomicBool,
}

impl Around {
    /// Looks around all puzzles, from the part `skip` of the first on, and hands the parts to `write` in order, and none
    /// whenever there is nothing to write for the moment. After a part that was given up, only the last one of its puzzle
    /// is sure to come. Nothing if a thread ended by itself.
    pub(super) fn all<E>(
        self,
        puzzles: &[Option<&Puzzle>],
        skip: u64,
        progress: &mut Progress,
        mut write: impl FnMut(&mut Progress, Option<Part>) -> Result<ControlFlow<()>, E>,
    ) -> Option<Result<ControlFlow<()>, E>> {
        let begun = puzzles.iter().map(|_| OnceLock::new()).collect();
        let given_up = puzzles.iter().map(|_| AtomicBool::new(false)).collect();
        let next = Mutex::new(Next { sequence: 0, puzzle: 0, part: skip });
        let shared = Shared { around: self, puzzles, begun, given_up, next, stop: AtomicBool::new(false) };
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
                    match write(progress, Some(part)) {
                        Ok(ControlFlow::Continue(())) => {}
                        end => return Some(end),
                    }
                }
                match results.recv_timeout(TICK) {
                    Ok((sequence, part)) => {
                        early.insert(sequence, part);
                    }
                    Err(RecvTimeoutError::Timeout) => match write(progress, None) {
                        Ok(ControlFlow::Continue(())) => {}
                        end => return Some(end),
                    },
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
            (part.found, part.limit) = self.look(&mut vicinity, &mut canonizer, &part);
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
        let given_up = self.given_up[next.puzzle].load(Ordering::Relaxed);
        let index = if given_up { parts - 1 } else { next.part.min(parts - 1) };
        let sequence = next.sequence;
        let part = Part { puzzle: next.puzzle, index, parts, found: Found::Nothing, limit: None };
        next.sequence += 1;
        if part.is_last() {
            (next.puzzle, next.part) = (next.puzzle + 1, 0);
        } else {
            next.part = index + 1;
        }
        Some((sequence, part))
    }

    /// What there is in a part, and the limit that ended it before all was found.
    fn look(
        &self,
        vicinity: &mut Vicinity,
        canonizer: &mut Canonizer,
        part: &Part,
    ) -> (Found, Option<Limit>) {
        let Some(puzzle) = self.puzzles[part.puzzle] else { return (Found::Nothing, None) };
        let begun = self.begun[part.puzzle].get_or_init(Instant::now);
        let time = self.around.time.map(|time| time.saturating_sub(begun.elapsed()));
        let limits = Limits::NONE.with_time(time).with_cancel(&self.stop);
        let (mut seen, mut forms) = (HashSet::new(), Vec::new());
        let fits = vicinity.parts_of(puzzle, part.index..part.index + 1, &limits, &mut |puzzle| {
            if let Ok(clues) = Clues::of(puzzle) {
                let canonical = canonizer.canonize(&clues);
                if seen.insert(canonical.key()) {
                    forms.push((canonical.key(), canonical.form));
                }
            }
            ControlFlow::Continue(())
        });
        match fits {
            Ok(true) => (Found::Forms(forms), None),
            Ok(false) => (Found::Nothing, None),
            Err(limit) => {
                self.given_up[part.puzzle].store(true, Ordering::Relaxed);
                (Found::Forms(forms), Some(limit))
            }
        }
    }
}

//! Solving many puzzles on several threads.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::puzzle::{Limits, Puzzle};
use crate::search::Strategy;
use crate::solve::{Answer, Question, Solver};

/// The smallest and the largest number of puzzles that a thread takes at a time. They are large enough to amortize
/// the synchronization and to fill all lanes of an engine, and small enough to balance the load.
const CHUNK: (usize, usize) = (16, 1024);

/// Answers `question` for every puzzle, in order, on up to `threads` threads, with `strategy` or, if it is `None`, as
/// fast as possible. The limits apply to each puzzle.
pub fn batch(
    question: Question,
    puzzles: &[Puzzle],
    strategy: Option<&Strategy>,
    limits: &Limits<'_>,
    threads: NonZeroUsize,
) -> Vec<Answer> {
    let next = AtomicUsize::new(0);
    let size = (puzzles.len() / threads.get() / 4).clamp(CHUNK.0, CHUNK.1);
    let shared = limits.shared();
    let work = || {
        let limits = &shared.limits();
        let mut solver = strategy.map_or_else(Solver::new, |strategy| Solver::with_strategy(*strategy));
        let mut done = Vec::new();
        loop {
            let start = next.fetch_add(size, Ordering::Relaxed);
            let Some(chunk) = puzzles.get(start..puzzles.len().min(start + size)).filter(|c| !c.is_empty())
            else {
                return done;
            };
            let mut answers = Vec::with_capacity(chunk.len());
            if limits.time().is_some() {
                answers.extend(chunk.iter().map(|puzzle| solver.ask(question, puzzle, limits)));
            } else {
                solver.ask_all(question, chunk, limits, |answer| answers.push(answer));
            }
            done.push((start, answers));
        }
    };
    let threads = threads.get().min(puzzles.len().div_ceil(size));
    let mut chunks = thread::scope(|scope| {
        // The calling thread works, too: if the system refuses a thread, the others do its share.
        let spawn = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
        let workers: Vec<_> = (1..threads).filter_map(spawn).collect();
        let mut chunks = work();
        for worker in workers {
            match worker.join() {
                Ok(more) => chunks.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        chunks
    });
    chunks.sort_by_key(|&(start, _)| start);
    chunks.into_iter().flat_map(|(_, answers)| answers).collect()
}

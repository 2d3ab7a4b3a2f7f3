//! Many puzzles on several threads.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::puzzle::{Limits, Puzzle};
use crate::search::Strategy;
use crate::solve::{Answer, Question, Solver};

/// Smallest and largest number of puzzles that a thread takes at a time: enough to amortize the taking and to
/// fill all lanes of an engine, few enough to share the work well.
const CHUNK: (usize, usize) = (16, 1024);

/// Answers `question` for every puzzle, in order, on up to `threads` threads, with `strategy` or, without
/// one, as fast as possible. The limits apply to each puzzle.
///
/// # Panics
/// If the system refuses a thread.
pub fn batch(
    question: Question,
    puzzles: &[Puzzle],
    strategy: Option<&Strategy>,
    limits: &Limits<'_>,
    threads: NonZeroUsize,
) -> Vec<Answer> {
    let next = AtomicUsize::new(0);
    let size = (puzzles.len() / threads.get() / 4).clamp(CHUNK.0, CHUNK.1);
    let work = || {
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
    let mut chunks = if threads <= 1 {
        work()
    } else {
        thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            workers.into_iter().flat_map(|worker| worker.join().expect("a solver does not panic")).collect()
        })
    };
    chunks.sort_unstable_by_key(|&(start, _)| start);
    chunks.into_iter().flat_map(|(_, answers)| answers).collect()
}

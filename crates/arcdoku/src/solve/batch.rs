//! Many puzzles on several threads.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::puzzle::{Limits, Puzzle};
use crate::search::Strategy;
use crate::solve::{Answer, Question, Solver};

/// Puzzles that a thread takes at a time: enough to forget the taking, few enough to share well.
const CHUNK: usize = 16;

/// Answers `question` for every puzzle, in their order, on `threads` threads. The limits hold for
/// each puzzle by itself.
///
/// # Panics
/// If the system refuses a thread.
pub fn batch(
    question: Question,
    puzzles: &[Puzzle],
    strategy: &Strategy,
    limits: &Limits<'_>,
    threads: NonZeroUsize,
) -> Vec<Answer> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut solver = Solver::with_strategy(*strategy);
        let mut done = Vec::new();
        loop {
            let start = next.fetch_add(CHUNK, Ordering::Relaxed);
            let Some(chunk) = puzzles.get(start..puzzles.len().min(start + CHUNK)).filter(|c| !c.is_empty())
            else {
                return done;
            };
            let answers: Vec<Answer> =
                chunk.iter().map(|puzzle| solver.ask(question, puzzle, limits)).collect();
            done.push((start, answers));
        }
    };
    let threads = threads.get().min(puzzles.len().div_ceil(CHUNK));
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

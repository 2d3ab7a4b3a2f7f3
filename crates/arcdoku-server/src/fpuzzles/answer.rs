//! Answers to requests: solutions, true candidates, counts and estimates. They are computed on the thread of a job.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use arcdoku::fast9::Engine;
use arcdoku::grid::{Cell, Digit};
use arcdoku::puzzle::{Limit, Limits, Outcome};
use arcdoku::search::SearchEnd;
use arcdoku::solve::{Estimate, Solver, TrueCandidates, estimate};
use arcdoku_service::cancel::Cancel;
use tokio::sync::mpsc::Sender;

use super::message::{Command, Reply, Request, limited};
use super::position::{self, Position};
use super::steps;
use crate::config::ServerLimits;

/// The time between two reports of an estimate, and between two reports of a count.
pub(super) const REPORT: Duration = Duration::from_millis(500);

/// The polling interval for the flag of a job that has nothing more to compute.
const POLL: Duration = Duration::from_millis(10);

const NO_SOLUTION: &str = "There is no solution.";

/// What a connection keeps from one request to the next.
#[derive(Debug, Default)]
pub(super) struct SolverMemory {
    solver: Solver,
    /// Keeps the solutions of the last puzzle. Most of them are also solutions of the next one.
    candidates: TrueCandidates,
}

/// A request that is being answered.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) limits: ServerLimits,
    pub(super) cancel: Cancel,
    /// The number of solutions that were found so far.
    pub(super) found: Arc<AtomicU64>,
    /// Receives replies before the last one.
    pub(super) replies: Sender<Reply>,
}

/// Answers a request. The error is the reason why there is no answer.
pub(super) fn answer(request: &Request, job: &Job, memory: &mut SolverMemory) -> Result<Reply, String> {
    let Request { command, data } = request;
    let position = position::read(data, command.has_entries())?;
    let limits = Limits::NONE.with_cancel(job.cancel.flag());
    let limits = if command.is_limited() {
        limits.with_time(job.limits.time).with_nodes(job.limits.nodes).running()
    } else {
        limits
    };
    match command {
        Command::TrueCandidates => true_candidates(&position, &limits, &mut memory.candidates),
        Command::Solve => solve(&position, &limits, &mut memory.solver),
        Command::Check => check(&position, &limits, &mut memory.solver),
        Command::Count => count(&position, &limits, job, &mut memory.solver),
        Command::Estimate => estimates(&position, &limits, job),
        Command::Path => steps::path(&position, &limits),
        Command::Step => steps::step(&position, &limits),
    }
}

/// Counts the solutions of each candidate, and marks the other candidates that logic cannot exclude with -1.
fn true_candidates(
    Position { puzzle, options, .. }: &Position,
    limits: &Limits<'_>,
    candidates: &mut TrueCandidates,
) -> Result<Reply, String> {
    let found = candidates.ask(puzzle, options.cap, limits);
    if let Some(limit) = found.limit {
        return Err(limited(limit));
    }
    if found.solutions == 0 {
        return Err(NO_SOLUTION.to_owned());
    }
    let logical =
        if options.has_logic { Some(steps::exhausted(puzzle, &options.disabled, limits)?) } else { None };
    let shape = puzzle.shape();
    let counts = (0..shape.cells()).flat_map(|index| {
        let (row, logical) =
            (&found.counts[index], logical.as_ref().map(|state| state.left(Cell::new(index))));
        row.iter().enumerate().map(move |(digit, &count)| match count {
            0 if logical.is_some_and(|left| left.contains(Digit::from_index(digit))) => -1,
            count => i64::try_from(count).unwrap_or(i64::MAX),
        })
    });
    Ok(Reply::candidates(&counts.collect::<Vec<_>>()))
}

fn solve(position: &Position, limits: &Limits<'_>, solver: &mut Solver) -> Result<Reply, String> {
    let puzzle = &position.puzzle;
    match solver.first(puzzle, limits).outcome {
        Outcome::Unsatisfiable(_) => Err(NO_SOLUTION.to_owned()),
        Outcome::Unknown { limit, found: None } => Err(limited(limit)),
        outcome => {
            let solution = outcome.solution().ok_or(NO_SOLUTION)?;
            let value = |&digit: &Digit| puzzle.shape().value(digit);
            let values: Vec<i32> = solution.digits().iter().map(value).collect();
            Ok(Reply::solved(&values))
        }
    }
}

/// Counts up to two solutions.
fn check(position: &Position, limits: &Limits<'_>, solver: &mut Solver) -> Result<Reply, String> {
    match solver.solve(&position.puzzle, limits).outcome {
        Outcome::Unsatisfiable(_) => Ok(Reply::count(0, false)),
        Outcome::Unknown { limit, .. } => Err(limited(limit)),
        Outcome::Multiple(..) => Ok(Reply::count(2, false)),
        _ => Ok(Reply::count(1, false)),
    }
}

/// Counts all solutions. The connection reports the number of solutions so far.
fn count(
    Position { puzzle, .. }: &Position,
    limits: &Limits<'_>,
    job: &Job,
    solver: &mut Solver,
) -> Result<Reply, String> {
    let next = || {
        job.found.fetch_add(1, Ordering::Relaxed);
        ControlFlow::Continue(())
    };
    // The engine passes solutions without conversion.
    let limit = match Engine::new().solutions(puzzle, limits, |_| next()) {
        Some(report) => report.limit,
        None => match solver.solutions(puzzle, limits, |_| next()).0 {
            SearchEnd::Limit(limit) => Some(limit),
            _ => None,
        },
    };
    match limit {
        Some(limit) => Err(limited(limit)),
        None => Ok(Reply::count(job.found.load(Ordering::Relaxed), false)),
    }
}

/// Reports estimates from more and more samples until the job is cancelled.
fn estimates(position: &Position, limits: &Limits<'_>, job: &Job) -> Result<Reply, String> {
    let (mut mean, mut time) = (Mean::default(), REPORT);
    for seed in 0.. {
        let found = estimate(&position.puzzle, u64::MAX, seed, &limits.with_time(time));
        if let Some(solutions) = found.exact {
            repeat(&Reply::estimate(solutions as f64, 0.0, u64::from(solutions > 0)), job);
            break;
        }
        mean.add(&found);
        // A sample of a large grid may take longer than the time between two reports.
        time = if found.samples == 0 { time * 2 } else { REPORT };
        if job.cancel.is_cancelled() {
            break;
        }
        if mean.samples > 0 {
            send(mean.reply(), job);
        }
    }
    Err(limited(Limit::Cancelled))
}

fn send(reply: Reply, job: &Job) {
    // If the client does not read fast enough, it gets the next report.
    let _ = job.replies.try_send(reply);
}

/// Repeats a report that cannot become better, because the user cancels the job to end it.
fn repeat(reply: &Reply, job: &Job) {
    let mut waited = REPORT;
    while !job.cancel.is_cancelled() {
        if waited >= REPORT {
            send(reply.clone(), job);
            waited = Duration::ZERO;
        }
        thread::sleep(POLL);
        waited += POLL;
    }
}

/// The mean of the numbers of solutions of samples, and the sum of their squared differences from it.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    samples: u64,
    value: f64,
    squares: f64,
}

impl Mean {
    /// Adds the samples of an estimate by the formula for the variance of two sets of samples together.
    fn add(&mut self, found: &Estimate) {
        if found.samples == 0 {
            return;
        }
        let (old, new) = (self.samples as f64, found.samples as f64);
        let mean = 10_f64.powf(found.log10);
        // With one sample, the error is infinite.
        let error = if found.samples > 1 { found.error * mean } else { 0.0 };
        let difference = mean - self.value;
        let all = old + new;
        self.squares += error * error * new * (new - 1.0) + difference * difference * old * new / all;
        self.value += difference * new / all;
        self.samples += found.samples;
    }

    fn reply(&self) -> Reply {
        let samples = self.samples as f64;
        let error =
            if self.samples > 1 { (self.squares / (samples - 1.0) / samples).sqrt() } else { f64::INFINITY };
        Reply::estimate(self.value, error, self.samples)
    }
}

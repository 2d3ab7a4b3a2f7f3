//! The solutions of a puzzle, one by one.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use arcdoku::puzzle::{Puzzle, Solution};
use arcdoku::search::{SearchEnd, Strategy};
use arcdoku::solve::Solver;
use arcdoku_service::cancel::{Bounds, Cancel};
use arcdoku_wire::solution_text;
use pyo3::prelude::*;

use crate::puzzle::{PuzzleData, value_error};

/// Time between two looks for signals.
const PERIOD: Duration = Duration::from_millis(20);

/// The number of solutions that are sent together, once some were taken.
const PACK: usize = 64;

/// What the thread that searches sends.
enum Message {
    Some(Vec<String>),
    End(End),
}

/// How a search ended.
#[derive(Clone, Copy, PartialEq)]
enum End {
    Complete,
    Limit(&'static str),
}

/// The state of an iteration.
struct Taken {
    receiver: Receiver<Message>,
    /// Solutions that were received and not yet taken, last one first.
    waiting: Vec<String>,
    /// How the search ended, once it did.
    end: Option<End>,
}

/// An iterator over the solutions of a puzzle. A thread searches as far as solutions are taken, and some ahead; it ends
/// with the iterator.
#[pyclass(frozen, module = "arcdoku._native")]
pub(crate) struct SolutionStream {
    taken: Mutex<Taken>,
    cancel: Cancel,
}

#[pymethods]
impl SolutionStream {
    #[new]
    #[pyo3(signature = (data, nodes=None, time=None, strategy=None, seed=None))]
    fn new(
        data: &PuzzleData,
        nodes: Option<u64>,
        time: Option<f64>,
        strategy: Option<&str>,
        seed: Option<u64>,
    ) -> PyResult<Self> {
        let parse = |text: &str| text.parse().map_err(|error| value_error(format!("strategy: {error}")));
        let strategy: Option<Strategy> = strategy.map(parse).transpose()?;
        if seed.is_some() && strategy.is_none() {
            return Err(value_error("seed: found no strategy beside it, expected one with random parts"));
        }
        let strategy = strategy.map(|strategy| strategy.with_seed(seed.unwrap_or(strategy.seed)));
        let cancel = Cancel::default();
        let time = time.map(|time| Duration::try_from_secs_f64(time).unwrap_or_default());
        let bounds = Bounds { nodes, time, ..Bounds::only(&cancel) };
        // Clues that break a rule leave no solution; the search says so too.
        let puzzle = data.0.item().record.puzzle.clone();
        let (sender, receiver) = sync_channel(2);
        thread::Builder::new()
            .name("arcdoku".to_owned())
            .spawn(move || search(&puzzle, strategy, &bounds, &sender))?;
        let taken = Taken { receiver, waiting: Vec::new(), end: None };
        Ok(Self { taken: Mutex::new(taken), cancel })
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    /// The next solution as one string. Ctrl-C leaves the iterator as it is.
    fn __next__(&self, py: Python<'_>) -> PyResult<Option<String>> {
        loop {
            // Without the GIL while it waits: another thread may hold the lock and want the GIL.
            let step = py.detach(|| {
                let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
                taken.next()
            });
            match step {
                Step::Solution(text) => return Ok(Some(text)),
                Step::End => return Ok(None),
                Step::Wait => py.check_signals()?,
            }
        }
    }

    /// Whether all solutions were taken; absent before the end.
    #[getter]
    fn complete(&self, py: Python<'_>) -> Option<bool> {
        self.end(py).map(|end| end == End::Complete)
    }

    /// The limit that ended the search.
    #[getter]
    fn limit(&self, py: Python<'_>) -> Option<&'static str> {
        match self.end(py) {
            Some(End::Limit(limit)) => Some(limit),
            _ => None,
        }
    }

    /// Ends the search, and the iteration: solutions that were found and not yet taken are dropped.
    fn close(&self, py: Python<'_>) {
        self.cancel.cancel();
        py.detach(|| {
            let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
            taken.waiting.clear();
            taken.end.get_or_insert(End::Limit("cancelled"));
        });
    }
}

impl SolutionStream {
    fn end(&self, py: Python<'_>) -> Option<End> {
        py.detach(|| self.taken.lock().unwrap_or_else(PoisonError::into_inner).end)
    }
}

impl Drop for SolutionStream {
    fn drop(&mut self) {
        // The thread ends soon; nobody waits for it.
        self.cancel.cancel();
    }
}

enum Step {
    Solution(String),
    End,
    /// Nothing yet.
    Wait,
}

impl Taken {
    fn next(&mut self) -> Step {
        if let Some(text) = self.waiting.pop() {
            return Step::Solution(text);
        }
        if self.end.is_some() {
            return Step::End;
        }
        match self.receiver.recv_timeout(PERIOD) {
            Ok(Message::Some(mut pack)) => {
                pack.reverse();
                self.waiting = pack;
                self.waiting.pop().map_or(Step::Wait, Step::Solution)
            }
            Ok(Message::End(end)) => {
                self.end = Some(end);
                Step::End
            }
            Err(RecvTimeoutError::Timeout) => Step::Wait,
            Err(RecvTimeoutError::Disconnected) => {
                self.end = Some(End::Limit("cancelled"));
                Step::End
            }
        }
    }
}

fn search(puzzle: &Puzzle, strategy: Option<Strategy>, bounds: &Bounds, sender: &SyncSender<Message>) {
    let mut solver = strategy.map_or_else(Solver::new, Solver::with_strategy);
    let (mut pack, mut size) = (Vec::new(), 1);
    let (end, _) = solver.solutions(puzzle, &bounds.limits(), |solution: Solution| {
        pack.push(solution_text(puzzle.shape(), &solution));
        if pack.len() < size {
            return ControlFlow::Continue(());
        }
        // The first ones arrive at once.
        size = (2 * size).min(PACK);
        let full = std::mem::take(&mut pack);
        // Nobody takes them any more.
        if sender.send(Message::Some(full)).is_err() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    let end = match end {
        SearchEnd::Limit(limit) => End::Limit(limit.name()),
        _ => End::Complete,
    };
    if !pack.is_empty() {
        let _ = sender.send(Message::Some(pack));
    }
    let _ = sender.send(Message::End(end));
}

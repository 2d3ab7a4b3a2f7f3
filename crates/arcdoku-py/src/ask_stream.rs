//! The solutions of a puzzle, one by one.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{thread, vec};

use arcdoku::puzzle::{Puzzle, Solution};
use arcdoku::search::{SearchEnd, Strategy};
use arcdoku::solve::Solver;
use arcdoku_service::cancel::{Bounds, Cancel};
use arcdoku_wire::solution_text;
use pyo3::prelude::*;

use crate::ask::{solve, solve_bounds};
use crate::puzzle::{PuzzleData, value_error};

/// Time between two checks for signals.
const PERIOD: Duration = Duration::from_millis(20);

/// The number of solutions that are sent together, after the first few.
const PACK: usize = 64;

/// A message of the searching thread: solutions or, as the last one, the end.
type Message = Result<Vec<String>, End>;

/// How a search ended.
#[derive(Clone, Copy, PartialEq)]
enum End {
    Complete,
    Limit(&'static str),
}

/// The state of the iteration.
struct Taken {
    receiver: Receiver<Message>,
    /// Received solutions that were not returned yet.
    waiting: vec::IntoIter<String>,
    /// How the search ended, if it has.
    end: Option<End>,
}

impl Taken {
    /// The next solution, `None` after the end, or an error if no message arrives in time.
    fn next(&mut self) -> Result<Option<String>, RecvTimeoutError> {
        loop {
            if let Some(text) = self.waiting.next() {
                return Ok(Some(text));
            }
            if self.end.is_some() {
                return Ok(None);
            }
            match self.receiver.recv_timeout(PERIOD) {
                Ok(Ok(pack)) => self.waiting = pack.into_iter(),
                Ok(Err(end)) => self.end = Some(end),
                Err(RecvTimeoutError::Disconnected) => self.end = Some(End::Limit("cancelled")),
                Err(timeout) => return Err(timeout),
            }
        }
    }
}

/// An iterator over the solutions of a puzzle. A thread searches a few solutions ahead of the caller. The thread ends
/// when the iterator is dropped.
#[pyclass(frozen, module = "arcdoku._native")]
pub(crate) struct SolutionStream {
    taken: Mutex<Taken>,
    cancel: Cancel,
}

#[pymethods]
impl SolutionStream {
    /// `options` is a JSON object with the options of the question `solve`.
    #[new]
    fn new(data: &PuzzleData, options: &str) -> PyResult<Self> {
        let request = solve(&serde_json::from_str(options).map_err(value_error)?).map_err(value_error)?;
        let strategy = request.search.chosen();
        let cancel = Cancel::default();
        let bounds = solve_bounds(&request, &cancel);
        // Clues that break a rule are not an error here, because the search then finds no solution.
        let puzzle = data.0.item().record.puzzle.clone();
        let (sender, receiver) = sync_channel(2);
        thread::Builder::new()
            .name("arcdoku".to_owned())
            .spawn(move || search(&puzzle, strategy, &bounds, &sender))?;
        let taken = Taken { receiver, waiting: Vec::new().into_iter(), end: None };
        Ok(Self { taken: Mutex::new(taken), cancel })
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    /// The next solution as one string. Ctrl-C does not change the iterator.
    fn __next__(&self, py: Python<'_>) -> PyResult<Option<String>> {
        loop {
            // Waits without the GIL, because another thread may hold the lock and wait for the GIL.
            match py.detach(|| self.taken().next()) {
                Ok(found) => return Ok(found),
                Err(_) => py.check_signals()?,
            }
        }
    }

    /// Whether all solutions were found; absent before the end.
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

    /// Ends the search and the iteration. Drops solutions that were found and not returned yet.
    fn close(&self, py: Python<'_>) {
        self.cancel.cancel();
        py.detach(|| {
            let mut taken = self.taken();
            taken.waiting = Vec::new().into_iter();
            taken.end.get_or_insert(End::Limit("cancelled"));
        });
    }
}

impl SolutionStream {
    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self, py: Python<'_>) -> Option<End> {
        py.detach(|| self.taken().end)
    }
}

impl Drop for SolutionStream {
    fn drop(&mut self) {
        // The thread ends soon, and this function does not wait for it.
        self.cancel.cancel();
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
        // The first solutions are sent in small packs, so they arrive immediately.
        size = (2 * size).min(PACK);
        let full = std::mem::take(&mut pack);
        // Sending fails if the iterator was dropped.
        if sender.send(Ok(full)).is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let end = match end {
        SearchEnd::Limit(limit) => End::Limit(limit.name()),
        _ => End::Complete,
    };
    if !pack.is_empty() {
        let _ = sender.send(Ok(pack));
    }
    let _ = sender.send(Err(end));
}

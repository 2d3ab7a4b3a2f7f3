//! Searches as iterators, and comparisons of strategies.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

use arcdoku::Choice;
use arcdoku::csp::{Model, Space};
use arcdoku::explain::{Coordinates, Language, Narrator};
use arcdoku::puzzle::{Limits, Puzzle};
use arcdoku::search::{
    Branching, Heuristics, SearchEnd, SearchScratch, Stats, Strategy, StrategyError, search_model_with,
    search_with,
};
use arcdoku::solve::fastest_chronological;
use arcdoku_service::ask::compare as service;
use arcdoku_service::cancel::Bounds;
use arcdoku_service::draw::search_svg;
use arcdoku_service::input::{Input, Plan};
use arcdoku_service::output::Transcript;
use arcdoku_service::pool::default_threads;
use arcdoku_wire::question::{Compare, Question as _};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyList, PyTuple};
use serde_json::{Map, Value};

use crate::ask_options::json;
use crate::puzzle::{PuzzleData, value_error};
use crate::search_clock as clock;
use crate::search_order::{Frame, Order, Ties, Values};
use crate::search_watch::{Converter, KINDS, Message, Names, Shared, Watch};
use crate::work::{self, duration};

/// Time between two checks for signals.
const PERIOD: Duration = Duration::from_millis(20);

/// The options of a search: a dictionary that was checked in Python.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Options {
    strategy: Option<String>,
    nodes: Option<u64>,
    /// Seconds.
    time: Option<f64>,
    /// The number of solutions after which the search ends.
    solutions: Option<u64>,
    /// The Python functions that choose variables and values.
    variable: Option<Py<PyAny>>,
    value: Option<Py<PyAny>>,
}

impl Options {
    /// The strategy, or a default.
    pub(crate) fn strategy(&self, default: impl FnOnce() -> Strategy) -> PyResult<Strategy> {
        let Some(text) = &self.strategy else { return Ok(default()) };
        text.parse().map_err(|error: StrategyError| value_error(format!("strategy: {error}")))
    }

    fn limits<'a>(&self, halt: &'a AtomicBool) -> Limits<'a> {
        Limits::NONE.with_nodes(self.nodes).with_time(duration(self.time)).with_cancel(halt)
    }
}

/// Makes a model, on the thread of its search.
pub(crate) type MakeModel = Box<dyn FnOnce(&Arc<Shared>) -> Model<Watch> + Send>;

/// The subject of a search.
pub(crate) enum Subject {
    Puzzle(Box<Puzzle>),
    Model(MakeModel),
}

/// A search on a separate thread. It runs only while the caller waits for a batch of events.
#[pyclass(frozen, module = "arcdoku._native")]
pub(crate) struct Searcher {
    shared: Arc<Shared>,
    names: Arc<Names>,
    ends: Mutex<Option<Ends>>,
    converter: Mutex<Converter>,
    strategy: String,
}

/// The ends of the channels that the iterator uses.
struct Ends {
    go: SyncSender<()>,
    events: Receiver<Vec<Message>>,
}

impl Drop for Searcher {
    fn drop(&mut self) {
        self.shared.halt.store(true, Ordering::Relaxed);
    }
}

impl Searcher {
    /// Starts the thread of a search, which waits until the first batch is requested.
    pub(crate) fn start(
        names: Names,
        strategy: Strategy,
        options: Options,
        narrator: Option<Narrator>,
        subject: Subject,
    ) -> PyResult<Self> {
        let chooses = options.variable.is_some() || options.value.is_some();
        if chooses && strategy.branching == Branching::Learn {
            return Err(value_error(
                "strategy: a strategy that learns makes its own choices, expected no functions with it",
            ));
        }
        let shared = Arc::new(Shared::default());
        let names = Arc::new(names);
        let (go, requests) = sync_channel(1);
        let (out, events) = sync_channel(1);
        let rules = match &subject {
            Subject::Puzzle(puzzle) => puzzle.rules().iter().map(ToString::to_string).collect(),
            Subject::Model(_) => Vec::new(),
        };
        let narrator = narrator.zip(names.shape);
        let watch = Watch::new(Arc::clone(&shared), narrator, rules, names.cells.len(), requests, out);
        let frame = Frame::new(Arc::clone(&names), Arc::clone(&shared));
        let work = move || run(&strategy, options, &frame, watch, subject);
        // A small machine stack is enough, because the search loop keeps its stack on the heap.
        thread::Builder::new()
            .name("arcdoku-search".to_owned())
            .spawn(work)
            .map_err(|error| PyRuntimeError::new_err(format!("no thread for the search: {error}")))?;
        let ends = Mutex::new(Some(Ends { go, events }));
        Ok(Self { shared, names, ends, converter: Mutex::default(), strategy: strategy.to_string() })
    }
}

/// Runs a search on the current thread.
fn run(strategy: &Strategy, options: Options, frame: &Arc<Frame>, mut watch: Watch, subject: Subject) {
    if !watch.begin() {
        return;
    }
    let shared = Arc::clone(&watch.shared);
    let limits = options.limits(&shared.halt).with_clock(clock::active);
    let mut found = 0_u64;
    let mut sink = |_: &Space| {
        found += 1;
        if options.solutions.is_some_and(|most| found >= most) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let Heuristics { variable, tie, value } = strategy.heuristics();
    let tie = Ties(options.variable.is_none().then_some(tie));
    let variable = match options.variable {
        None => Order::BuiltIn(variable),
        Some(function) => {
            Order::Function { function, frame: Arc::clone(frame), chosen: std::cell::Cell::new(None) }
        }
    };
    let value = match options.value {
        None => Values::BuiltIn(value),
        Some(function) => Values::Function { function, frame: Arc::clone(frame) },
    };
    let mut heuristics = Heuristics { variable, tie, value };
    let (end, stats): (SearchEnd, Stats) = match subject {
        Subject::Puzzle(puzzle) => {
            let scratch = &mut SearchScratch::default();
            search_with(&puzzle, strategy, &mut heuristics, &limits, scratch, &mut watch, &mut sink)
        }
        Subject::Model(make) => {
            let mut model = make(&shared);
            search_model_with(&mut model, strategy, &mut heuristics, &limits, &mut watch, &mut sink)
        }
    };
    let limit = match end {
        SearchEnd::Limit(limit) => Some(limit.name()),
        _ => None,
    };
    let outcome = match (found, end) {
        (2.., _) => "multiple",
        (_, SearchEnd::Limit(_)) => "unknown",
        (1, SearchEnd::Complete) => "unique",
        (1, _) => "solved",
        _ => "unsatisfiable",
    };
    watch.end(outcome, limit, &stats);
}

impl Searcher {
    /// Waits a short time until the thread of a stopped search has ended. If a Python function of the caller is
    /// running, it delays the end, so the exception is raised in it as well.
    fn abandon(&self, ends: &Ends) {
        for last in [false, true] {
            let _ = ends.go.try_send(());
            let mut rounds = 0;
            while !matches!(ends.events.recv_timeout(PERIOD), Err(RecvTimeoutError::Disconnected)) {
                rounds += 1;
                if rounds == 3 {
                    break;
                }
            }
            if rounds < 3 || last {
                return;
            }
            // If this fails, the search still stops, but the interpreter may not be able to exit before.
            let _ = Python::attach(|py| self.shared.interrupt(py));
        }
    }
}

#[pymethods]
impl Searcher {
    /// The kinds of events, in the order of their numbers.
    #[classattr]
    #[pyo3(name = "KINDS")]
    fn kinds(py: Python<'_>) -> PyResult<Py<PyTuple>> {
        Ok(PyTuple::new(py, KINDS)?.unbind())
    }

    /// The strategy in parts.
    #[getter]
    fn strategy(&self) -> &str {
        &self.strategy
    }

    /// Sets the kinds of events that are reported from now on, as bits.
    fn want(&self, kinds: u32) {
        self.shared.wanted.store(kinds, Ordering::Relaxed);
    }

    /// Ends the search: the next batch is the last one.
    fn stop(&self) {
        self.shared.halt.store(true, Ordering::Relaxed);
    }

    #[allow(
        clippy::redundant_closure_for_method_calls,
        reason = "the path is not general enough in its lifetime"
    )]
    /// Waits for the next events, each as the number of its kind, its fields and the counters. `None` after the end.
    ///
    /// # Errors
    /// A `ValueError` if another call already waits; the exception of a signal.
    fn batch<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        let messages = py.detach(|| {
            // If a function of the search itself requested events, it would wait forever. Generators raise the same
            // error in this case.
            let mut place = match self.ends.try_lock() {
                Ok(place) => place,
                Err(TryLockError::Poisoned(place)) => place.into_inner(),
                Err(TryLockError::WouldBlock) => {
                    return Err(PyValueError::new_err(
                        "search: found a second reader, expected one reader at a time",
                    ));
                }
            };
            let Some(ends) = &mut *place else { return PyResult::Ok(None) };
            // The search may have ended already.
            let _ = ends.go.try_send(());
            loop {
                match ends.events.recv_timeout(PERIOD) {
                    Ok(messages) => return Ok(Some(messages)),
                    Err(RecvTimeoutError::Timeout) => {
                        if let Err(error) = Python::attach(|py| py.check_signals()) {
                            self.stop();
                            self.abandon(ends);
                            *place = None;
                            return Err(error);
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => {
                        *place = None;
                        return Ok(None);
                    }
                }
            }
        })?;
        let Some(messages) = messages else { return Ok(None) };
        let list = PyList::empty(py);
        let mut converter = self.converter.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        for message in messages {
            list.append(converter.tuple(py, &self.names, message)?)?;
        }
        Ok(Some(list))
    }

    /// The exception of a function of the caller; it is returned only once.
    fn failure(&self) -> Option<PyErr> {
        self.shared.failure.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Reads a language.
pub(crate) fn language(slug: &str) -> PyResult<Language> {
    Language::from_name(slug).ok_or_else(|| {
        let known: Vec<&str> = Language::all().map(Choice::name).collect();
        PyValueError::new_err(format!("language: found {slug:?}, expected one of {}", known.join(", ")))
    })
}

/// Searches a puzzle. `words` is the language of reasons.
#[pyfunction]
pub(crate) fn search(
    py: Python<'_>,
    data: &PuzzleData,
    options: Options,
    words: Option<&str>,
) -> PyResult<Searcher> {
    let puzzle = data.0.with_placed();
    let strategy = options.strategy(|| fastest_chronological(&puzzle))?;
    let shape = puzzle.shape();
    let narrator = words.map(|slug| PyResult::Ok(Narrator::new(language(slug)?, Coordinates::RowColumn)));
    let (names, narrator) = (Names::of_shape(py, shape)?, narrator.transpose()?);
    Searcher::start(names, strategy, options, narrator, Subject::Puzzle(Box::new(puzzle)))
}

/// Draws a search: how each digit of the first solution was found.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "read from Python for this call")]
pub(crate) fn search_picture(py: Python<'_>, data: &PuzzleData, options: Options) -> PyResult<String> {
    let puzzle = data.0.with_placed();
    let strategy = options.strategy(|| fastest_chronological(&puzzle))?;
    work::interruptible(py, |cancel| search_svg(&puzzle, &strategy, &options.limits(cancel.flag())))
}

/// Compares strategies. Returns the report and the rows of each puzzle as JSON, and the puzzles that could not be
/// read.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "keywords of the Python function")]
pub(crate) fn compare(
    py: Python<'_>,
    puzzles: String,
    options: &str,
    threads: Option<usize>,
) -> PyResult<(String, String, Vec<String>)> {
    let threads = threads.unwrap_or_else(default_threads);
    let options: Map<String, Value> = serde_json::from_str(options).map_err(value_error)?;
    let question = Compare::from_options(&options).map_err(value_error)?;
    let result = work::interruptible(py, |cancel| {
        let mut output = Transcript::default();
        let (items, _) = service::read(Input::text(puzzles, Plan::default()), cancel, &mut output)?;
        let mut rows = Vec::new();
        let (report, _) =
            service::run_each(&question, Bounds::only(cancel), items, threads, &mut output, |_, runs| {
                rows.extend(runs);
            })?;
        Ok::<_, arcdoku_service::status::Error>((report, rows, output.errors))
    })?;
    let (report, rows, errors) = result.map_err(value_error)?;
    Ok((json(&report).map_err(value_error)?, json(&rows).map_err(value_error)?, errors))
}

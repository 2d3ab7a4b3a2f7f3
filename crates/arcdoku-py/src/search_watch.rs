//! The observer of a search for Python: events in batches, made only when they are asked for.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender};
use std::time::Duration;

use arcdoku::csp::{Constraint, Failure, FailureKind, Reason, Space, Step, Trace, Var};
use arcdoku::explain::{Coordinates, Language, Narrator};
use arcdoku::grid::{Digit, DigitSet, Shape};
use arcdoku::search::{Node, Observer};
use arcdoku_wire::grid_text;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::search_clock as clock;

/// The events of a batch.
const BATCH: usize = 256;

/// The nodes after which a batch is handed over though it is not full.
const NODES: u64 = 1 << 14;

/// The kinds of events, by number: bits of a mask say which are wanted.
#[derive(Clone, Copy)]
enum Kind {
    Node,
    Try,
    Elimination,
    Contradiction,
    Backtrack,
    Fixpoint,
    Solution,
    Restart,
    End,
}

/// The names of the kinds, in the order of their numbers.
pub(crate) const KINDS: [&str; 9] =
    ["node", "try", "elimination", "contradiction", "backtrack", "fixpoint", "solution", "restart", "end"];

/// Counters of a search at the moment of an event.
#[derive(Clone, Copy, Default)]
pub(crate) struct Counters {
    pub(crate) nodes: u64,
    pub(crate) backtracks: u64,
    pub(crate) eliminations: u64,
    pub(crate) revisions: u64,
    pub(crate) propagations: u64,
    pub(crate) max_depth: u64,
    pub(crate) conflicts: u64,
    pub(crate) learned: u64,
    pub(crate) restarts: u64,
    pub(crate) solutions: u64,
    pub(crate) time: Duration,
}

/// An event with what Python needs to know of it.
pub(crate) enum Event {
    Node {
        depth: usize,
        var: Var,
        candidates: DigitSet,
    },
    Try {
        depth: usize,
        var: Var,
        digit: Digit,
    },
    Elimination(Box<Elimination>),
    Contradiction {
        depth: usize,
        kind: &'static str,
        var: Option<Var>,
        place: Place,
        because: Vec<Var>,
        words: String,
    },
    Backtrack {
        depth: usize,
        var: Var,
        digit: Digit,
    },
    Fixpoint {
        depth: usize,
        domains: Box<[DigitSet]>,
    },
    Solution {
        depth: usize,
        digits: Box<[DigitSet]>,
    },
    Restart,
    End {
        outcome: &'static str,
        limit: Option<&'static str>,
    },
}

/// A domain lost digits.
pub(crate) struct Elimination {
    depth: usize,
    var: Var,
    removed: DigitSet,
    left: DigitSet,
    decides: bool,
    reason: &'static str,
    place: Place,
    because: Vec<Var>,
    words: String,
}

/// The constraint at work and the text of its rule.
#[derive(Default)]
pub(crate) struct Place {
    constraint: Option<String>,
    rule: Option<Arc<str>>,
}

/// An event and the counters after it.
pub(crate) struct Message {
    event: Event,
    counters: Counters,
}

/// How eliminations become words.
pub(crate) enum Speaker {
    /// Not at all.
    Silent,
    /// As the library says it, of a puzzle.
    Narrator(Narrator, Shape),
    /// With names of variables and values.
    Plain { cells: Vec<String>, values: Vec<String> },
}

impl Speaker {
    /// The library's sentences about a grid.
    pub(crate) fn narrator(language: Language, shape: Shape) -> Self {
        Self::Narrator(Narrator::new(language, Coordinates::RowColumn), shape)
    }

    fn step(&self, step: &Step<'_>) -> String {
        match self {
            Self::Silent => String::new(),
            Self::Narrator(narrator, shape) => narrator.propagation(*shape, step),
            Self::Plain { cells, values } => {
                let reason = match step.reason {
                    Reason::Refuted => "it led to a contradiction".to_owned(),
                    reason => {
                        let because: Vec<&str> =
                            step.because().iter().map(|&var| label(cells, var)).collect();
                        let because = because.join(", ");
                        let place = step.constraint.map(ToString::to_string).unwrap_or_default();
                        let place = if place.is_empty() { reason.name().to_owned() } else { place };
                        if because.is_empty() { place } else { format!("{place}, because of {because}") }
                    }
                };
                let names: Vec<&str> = step
                    .removed
                    .iter()
                    .map(|digit| values.get(digit.index()).map_or("?", String::as_str))
                    .collect();
                format!("{} is not {}: {reason}.", label(cells, step.var), names.join(" or "))
            }
        }
    }

    fn failure(&self, failure: &Failure<'_>) -> String {
        match self {
            Self::Silent => String::new(),
            Self::Narrator(narrator, shape) => narrator.contradiction(*shape, failure),
            Self::Plain { cells, .. } => {
                let what = match failure.kind {
                    FailureKind::EmptyDomain(var) => format!("{} has no value left", label(cells, var)),
                    FailureKind::Clash => "two equal values".to_owned(),
                    FailureKind::Pigeonhole => "more variables than values".to_owned(),
                    _ => "it cannot hold".to_owned(),
                };
                let place =
                    failure.constraint.map(|constraint| format!("{constraint}: ")).unwrap_or_default();
                format!("Contradiction: {place}{what}.")
            }
        }
    }
}

fn label(cells: &[String], var: Var) -> &str {
    cells.get(var.index()).map_or("auxiliary", String::as_str)
}

/// What the iterator and the search share beside the channels.
#[derive(Default)]
pub(crate) struct Shared {
    /// Ends the search.
    pub(crate) halt: AtomicBool,
    /// The kinds of events that are wanted, a bit each.
    pub(crate) wanted: AtomicU32,
    /// The exception of a function of the caller.
    pub(crate) failure: std::sync::Mutex<Option<PyErr>>,
    /// What Python calls the thread of the search, once a function of the caller was called on it.
    thread: AtomicU64,
}

impl Shared {
    /// Notes that a function of the caller is called on this thread.
    pub(crate) fn enter(&self, py: Python<'_>) -> PyResult<()> {
        if self.thread.load(Ordering::Relaxed) == 0 {
            let thread: u64 = py.import("threading")?.call_method0("get_ident")?.extract()?;
            self.thread.store(thread, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Raises `KeyboardInterrupt` in a function of the caller that does not return. Python must not end while it runs.
    pub(crate) fn interrupt(&self, py: Python<'_>) -> PyResult<()> {
        let thread = self.thread.load(Ordering::Relaxed);
        if thread != 0 {
            let ctypes = py.import("ctypes")?;
            let thread = ctypes.call_method1("c_ulong", (thread,))?;
            let error = ctypes.call_method1("py_object", (py.get_type::<PyKeyboardInterrupt>(),))?;
            ctypes.getattr("pythonapi")?.call_method1("PyThreadState_SetAsyncExc", (thread, error))?;
        }
        Ok(())
    }

    /// Keeps the first exception, and ends the search.
    pub(crate) fn fail(&self, error: PyErr) {
        let mut place = self.failure.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        place.get_or_insert(error);
        self.halt.store(true, Ordering::Relaxed);
    }

    pub(crate) fn halts(&self) -> bool {
        self.halt.load(Ordering::Relaxed)
    }
}

/// Sees a search and hands its events over. It works only while a batch is waited for.
pub(crate) struct Watch {
    pub(crate) shared: Arc<Shared>,
    speaker: Speaker,
    /// The texts of the puzzle's rules.
    rules: Vec<Arc<str>>,
    /// The variables that are shown: the first ones.
    shown: usize,
    batch: Vec<Message>,
    counters: Counters,
    depth: usize,
    /// What the model had counted when it was last looked at: runs and revisions.
    seen: (u64, u64),
    /// The nodes at the last batch.
    last: u64,
    /// The depth and the domains of the last solution, if it was not reported.
    solution: Option<(usize, Vec<DigitSet>)>,
    go: Receiver<()>,
    out: SyncSender<Vec<Message>>,
}

impl Watch {
    pub(crate) fn new(
        shared: Arc<Shared>,
        speaker: Speaker,
        rules: Vec<Arc<str>>,
        shown: usize,
        go: Receiver<()>,
        out: SyncSender<Vec<Message>>,
    ) -> Self {
        let (batch, counters) = (Vec::new(), Counters::default());
        Self {
            shared,
            speaker,
            rules,
            shown,
            batch,
            counters,
            depth: 0,
            seen: (0, 0),
            last: 0,
            solution: None,
            go,
            out,
        }
    }

    /// Waits until the first batch is asked for. Returns whether it is.
    pub(crate) fn begin(&self) -> bool {
        let asked = self.go.recv().is_ok();
        clock::resume();
        asked
    }

    /// Hands the last events over.
    pub(crate) fn end(
        mut self,
        outcome: &'static str,
        limit: Option<&'static str>,
        stats: &arcdoku::search::Stats,
    ) {
        let counters = &mut self.counters;
        (counters.eliminations, counters.revisions) = (stats.eliminations, stats.revisions);
        counters.propagations = stats.propagations;
        (counters.conflicts, counters.learned) = (stats.conflicts, stats.learned);
        if stats.conflicts > 0 {
            // A search that learns does not tell of each.
            (counters.backtracks, counters.max_depth) = (stats.backtracks, stats.max_depth.into());
        }
        counters.time = clock::active();
        // Who does not want all solutions may want one.
        if let Some((depth, digits)) = self.solution {
            let event = Event::Solution { depth, digits: digits.into() };
            self.batch.push(Message { event, counters: *counters });
        }
        let message = Message { event: Event::End { outcome, limit }, counters: *counters };
        self.batch.push(message);
        // Nobody waits if the iterator was dropped.
        let _ = self.out.send(self.batch);
    }

    fn wants(&self, kind: Kind) -> bool {
        self.shared.wanted.load(Ordering::Relaxed) >> kind as u32 & 1 == 1
    }

    fn push(&mut self, event: Event) {
        self.batch.push(Message { event, counters: self.counters });
        if self.batch.len() >= BATCH {
            self.hand_over();
        }
    }

    /// Hands the batch over, and waits until the next one is asked for.
    fn hand_over(&mut self) {
        if self.shared.halts() {
            // What comes after the end of the search is not kept, but what came before is.
            self.batch.truncate(BATCH);
            return;
        }
        let now = clock::active();
        for message in &mut self.batch {
            message.counters.time = now;
        }
        self.last = self.counters.nodes;
        clock::pause();
        let sent = self.out.send(std::mem::take(&mut self.batch)).is_ok() && self.go.recv().is_ok();
        clock::resume();
        if !sent {
            self.shared.halt.store(true, Ordering::Relaxed);
        }
    }

    /// Brings those counters up to date that the model keeps. It starts again from zero after a scan.
    fn look(&mut self, space: &Space) {
        let now = (space.runs(), space.revisions());
        let since = |now: u64, seen: u64| if now >= seen { now - seen } else { now };
        self.counters.propagations += since(now.0, self.seen.0);
        self.counters.revisions += since(now.1, self.seen.1);
        self.seen = now;
    }

    fn place(&self, constraint: Option<&Constraint>) -> Place {
        Place {
            constraint: constraint.map(ToString::to_string),
            rule: constraint.and_then(Constraint::rule).and_then(|rule| self.rules.get(rule)).cloned(),
        }
    }
}

impl Trace for Watch {
    fn narrowed(&mut self, step: &Step<'_>) {
        // A choice is an event of its own.
        if step.reason == Reason::Choice {
            return;
        }
        if step.reason != Reason::Refuted {
            self.counters.eliminations += step.removed.len() as u64;
        }
        if !self.wants(Kind::Elimination) {
            return;
        }
        let elimination = Elimination {
            depth: self.depth,
            var: step.var,
            removed: step.removed,
            left: step.left,
            decides: step.decides,
            reason: step.reason.name(),
            place: self.place(step.constraint),
            because: step.because(),
            words: self.speaker.step(step),
        };
        self.push(Event::Elimination(Box::new(elimination)));
    }

    fn failed(&mut self, failure: &Failure<'_>) {
        if !self.wants(Kind::Contradiction) {
            return;
        }
        let var = match failure.kind {
            FailureKind::EmptyDomain(var) | FailureKind::NotAllowed(var) => Some(var),
            _ => None,
        };
        self.push(Event::Contradiction {
            depth: self.depth,
            kind: failure.kind.name(),
            var,
            place: self.place(failure.constraint),
            because: failure.variables(),
            words: self.speaker.failure(failure),
        });
    }
}

impl Observer for Watch {
    fn node(&mut self, node: &Node<'_>) {
        self.counters.nodes += 1;
        self.look(node.space);
        self.depth = node.depth;
        if self.wants(Kind::Node) {
            self.push(Event::Node { depth: node.depth, var: node.var, candidates: node.candidates });
        }
        if self.counters.nodes - self.last >= NODES {
            // An empty batch shows the counters to those who wait for a rare event.
            self.hand_over();
        }
    }

    fn trying(&mut self, depth: usize, var: Var, digit: Digit) {
        self.depth = depth + 1;
        self.counters.max_depth = self.counters.max_depth.max(self.depth as u64);
        if self.wants(Kind::Try) {
            self.push(Event::Try { depth, var, digit });
        }
    }

    fn backtrack(&mut self, depth: usize, var: Var, digit: Digit, space: &Space) {
        self.counters.backtracks += 1;
        self.look(space);
        self.depth = depth;
        if self.wants(Kind::Backtrack) {
            self.push(Event::Backtrack { depth, var, digit });
        }
    }

    fn fixpoint(&mut self, depth: usize, space: &Space) {
        self.look(space);
        if self.wants(Kind::Fixpoint) {
            let domains = space.domains().iter().take(self.shown).copied().collect();
            self.push(Event::Fixpoint { depth, domains });
        }
    }

    fn solution(&mut self, depth: usize, space: &Space) {
        self.counters.solutions += 1;
        let shown = space.domains().iter().take(self.shown).copied();
        if self.wants(Kind::Solution) {
            self.solution = None;
            self.push(Event::Solution { depth, digits: shown.collect() });
        } else {
            let place = self.solution.get_or_insert_default();
            place.0 = depth;
            place.1.clear();
            place.1.extend(shown);
        }
    }

    fn restart(&mut self) {
        self.counters.restarts += 1;
        self.depth = 0;
        if self.wants(Kind::Restart) {
            self.push(Event::Restart);
        }
    }
}

/// The names of variables and values in Python, both ways.
pub(crate) struct Names {
    pub(crate) cells: Vec<Py<PyAny>>,
    pub(crate) values: Vec<Py<PyAny>>,
    cell_of: Py<PyDict>,
    value_of: Py<PyDict>,
    /// The shape, where a solution is a text of it; else it is a dictionary.
    shape: Option<Shape>,
}

impl Names {
    pub(crate) fn new(
        py: Python<'_>,
        cells: Vec<Py<PyAny>>,
        values: Vec<Py<PyAny>>,
        shape: Option<Shape>,
    ) -> PyResult<Self> {
        let dict = |names: &[Py<PyAny>]| {
            let dict = PyDict::new(py);
            // Auxiliary variables have no name.
            for (index, name) in names.iter().enumerate().filter(|(_, name)| !name.is_none(py)) {
                dict.set_item(name, index)?;
            }
            PyResult::Ok(dict.unbind())
        };
        Ok(Self { cell_of: dict(&cells)?, value_of: dict(&values)?, cells, values, shape })
    }

    /// The names of the cells and digits of a grid.
    pub(crate) fn of_shape(py: Python<'_>, shape: Shape) -> PyResult<Self> {
        let name = |index: usize| {
            Ok(shape.name(Var::new(index).cell()).to_string().into_pyobject(py)?.into_any().unbind())
        };
        let cells = (0..shape.cells()).map(name).collect::<PyResult<_>>()?;
        let number = |digit: usize| Ok(digit.into_pyobject(py)?.into_any().unbind());
        let values = (1..=shape.digits()).map(number).collect::<PyResult<_>>()?;
        Self::new(py, cells, values, Some(shape))
    }

    /// The variable that is meant: by its name, or by its index.
    pub(crate) fn variable(&self, cell: &Bound<'_, PyAny>) -> Option<usize> {
        let named = self.cell_of.bind(cell.py()).get_item(cell).ok().flatten();
        let index = named.and_then(|index| index.extract().ok()).or_else(|| cell.extract::<usize>().ok())?;
        (index < self.cells.len()).then_some(index)
    }

    /// The digit that is meant by a value.
    pub(crate) fn digit(&self, value: &Bound<'_, PyAny>) -> Option<Digit> {
        let index: usize = self.value_of.bind(value.py()).get_item(value).ok()??.extract().ok()?;
        (index < 64).then(|| Digit::from_index(index))
    }

    fn cell(&self, py: Python<'_>, var: Var) -> Py<PyAny> {
        self.cells.get(var.index()).map_or_else(|| py.None(), |name| name.clone_ref(py))
    }

    fn value(&self, py: Python<'_>, digit: Digit) -> Py<PyAny> {
        self.values.get(digit.index()).map_or_else(|| py.None(), |value| value.clone_ref(py))
    }

    /// The values of a set as a tuple.
    pub(crate) fn values<'py>(&self, py: Python<'py>, set: DigitSet) -> PyResult<Bound<'py, PyTuple>> {
        let values: Vec<Py<PyAny>> = set.iter().map(|digit| self.value(py, digit)).collect();
        PyTuple::new(py, values)
    }
}

/// Turns messages into tuples. Tuples of values are made once.
#[derive(Default)]
pub(crate) struct Converter {
    known: HashMap<u64, Py<PyTuple>>,
}

impl Converter {
    /// The most tuples that are kept.
    const KEPT: usize = 1 << 12;

    fn set(&mut self, py: Python<'_>, names: &Names, set: DigitSet) -> PyResult<Py<PyTuple>> {
        if let Some(tuple) = self.known.get(&set.bits()) {
            return Ok(tuple.clone_ref(py));
        }
        let tuple = names.values(py, set)?.unbind();
        if self.known.len() >= Self::KEPT {
            self.known.clear();
        }
        self.known.insert(set.bits(), tuple.clone_ref(py));
        Ok(tuple)
    }

    /// The number of the kind, the fields, and the counters.
    pub(crate) fn tuple<'py>(
        &mut self,
        py: Python<'py>,
        names: &Names,
        message: Message,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let Message { event, counters } = message;
        let cells = |vars: &[Var]| PyTuple::new(py, vars.iter().map(|&var| names.cell(py, var)));
        let (kind, fields) = match event {
            Event::Node { depth, var, candidates } => {
                let candidates = self.set(py, names, candidates)?;
                (Kind::Node, (depth, names.cell(py, var), var.index(), candidates).into_pyobject(py)?)
            }
            Event::Try { depth, var, digit } => (
                Kind::Try,
                (depth, names.cell(py, var), var.index(), names.value(py, digit)).into_pyobject(py)?,
            ),
            Event::Elimination(event) => {
                let Elimination { depth, var, removed, left, decides, reason, place, because, words } =
                    *event;
                let (removed, left) = (self.set(py, names, removed)?, self.set(py, names, left)?);
                let cell = names.cell(py, var);
                let place = (place.constraint, place.rule.as_deref());
                let fields = (
                    depth,
                    cell,
                    var.index(),
                    removed,
                    left,
                    decides,
                    reason,
                    place.0,
                    place.1,
                    cells(&because)?,
                    words,
                );
                (Kind::Elimination, fields.into_pyobject(py)?)
            }
            Event::Contradiction { depth, kind, var, place, because, words } => {
                let cell = var.map(|var| names.cell(py, var));
                let fields =
                    (depth, kind, cell, place.constraint, place.rule.as_deref(), cells(&because)?, words);
                (Kind::Contradiction, fields.into_pyobject(py)?)
            }
            Event::Backtrack { depth, var, digit } => {
                let fields = (depth, names.cell(py, var), var.index(), names.value(py, digit));
                (Kind::Backtrack, fields.into_pyobject(py)?)
            }
            Event::Fixpoint { depth, domains } => {
                let domains =
                    domains.iter().map(|&set| self.set(py, names, set)).collect::<PyResult<Vec<_>>>()?;
                (Kind::Fixpoint, (depth, PyTuple::new(py, domains)?).into_pyobject(py)?)
            }
            Event::Solution { depth, digits } => {
                let fields = if let Some(shape) = names.shape {
                    let digits: Vec<Option<Digit>> = digits.iter().map(|set| set.first()).collect();
                    (depth, grid_text(shape, &digits)).into_pyobject(py)?
                } else {
                    let dict = PyDict::new(py);
                    let named = names.cells.iter().zip(&digits).filter(|(name, _)| !name.is_none(py));
                    for (cell, digit) in named {
                        let value = digit.first().map_or_else(|| py.None(), |digit| names.value(py, digit));
                        dict.set_item(cell, value)?;
                    }
                    (depth, dict).into_pyobject(py)?
                };
                (Kind::Solution, fields)
            }
            Event::Restart => (Kind::Restart, PyTuple::empty(py)),
            Event::End { outcome, limit } => (Kind::End, (outcome, limit).into_pyobject(py)?),
        };
        // In the order of the fields of `SearchStats`.
        let c = counters;
        let counts = (
            c.nodes,
            c.backtracks,
            c.eliminations,
            c.revisions,
            c.propagations,
            c.max_depth,
            c.conflicts,
            c.learned,
            c.restarts,
            c.solutions,
            c.time.as_secs_f64(),
        );
        (kind as u8, fields, counts).into_pyobject(py)
    }
}

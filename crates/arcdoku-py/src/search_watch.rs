//! The observer of a search for Python, which makes events in batches when they are requested.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender};
use std::time::Duration;

use arcdoku::csp::{Constraint, Failure, FailureKind, Reason, Space, Step, Trace, Var};
use arcdoku::explain::Narrator;
use arcdoku::grid::{Digit, DigitSet, Shape};
use arcdoku::search::{Node, Observer};
use arcdoku_wire::grid_text;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use rustc_hash::FxHashMap;

use crate::search_clock as clock;

/// The number of events in a batch.
const BATCH: usize = 256;

/// The number of nodes after which a batch is sent even if it is not full.
const NODES: u64 = 1 << 14;

/// The kinds of events. The number of a kind is its bit in masks.
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

/// The counters of a search at an event.
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

/// A field of an event, which becomes a Python object when the event is read.
enum EventField {
    Number(usize),
    Flag(bool),
    Text(Option<Cow<'static, str>>),
    /// The name of a variable, if any.
    Cell(Option<Var>),
    Cells(Vec<Var>),
    Value(Digit),
    Set(DigitSet),
    Sets(Box<[DigitSet]>),
    /// The digits of a solution, as sets of one digit.
    Solution(Box<[DigitSet]>),
}

impl EventField {
    fn name(name: &'static str) -> Self {
        Self::Text(Some(name.into()))
    }
}

/// An event, with its fields in the order of those in Python, and the counters after it.
pub(crate) struct Message {
    kind: Kind,
    fields: Vec<EventField>,
    counters: Counters,
}

/// The data that the iterator and the search share, except for the channels.
#[derive(Default)]
pub(crate) struct Shared {
    /// Whether the search has to end, because it was stopped or because a function of the caller failed.
    pub(crate) halt: AtomicBool,
    /// The requested kinds of events, as bits.
    pub(crate) wanted: AtomicU32,
    /// The exception of a function of the caller.
    pub(crate) failure: std::sync::Mutex<Option<PyErr>>,
    /// The identifier of the search's thread in Python, after the first call of a function on it.
    thread: AtomicU64,
}

impl Shared {
    /// Records that a function of the caller is called on this thread.
    pub(crate) fn enter(&self, py: Python<'_>) -> PyResult<()> {
        if self.thread.load(Ordering::Relaxed) == 0 {
            let thread: u64 = py.import("threading")?.call_method0("get_ident")?.extract()?;
            self.thread.store(thread, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Raises `KeyboardInterrupt` in a function of the caller that does not return, because Python must not exit
    /// while it runs.
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

    /// Stores the first exception and ends the search.
    pub(crate) fn fail(&self, error: PyErr) {
        let mut place = self.failure.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        place.get_or_insert(error);
        self.halt.store(true, Ordering::Relaxed);
    }

    pub(crate) fn halts(&self) -> bool {
        self.halt.load(Ordering::Relaxed)
    }
}

/// Observes a search and sends its events. The search runs only while a batch is waited for.
pub(crate) struct Watch {
    pub(crate) shared: Arc<Shared>,
    /// The narrator that describes eliminations, and the shape of the grid.
    narrator: Option<(Narrator, Shape)>,
    /// The texts of the puzzle's rules.
    rules: Vec<String>,
    /// The number of variables that are reported, which come first.
    shown: usize,
    batch: Vec<Message>,
    counters: Counters,
    depth: usize,
    /// The counters of the model at the last update: runs and revisions.
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
        narrator: Option<(Narrator, Shape)>,
        rules: Vec<String>,
        shown: usize,
        go: Receiver<()>,
        out: SyncSender<Vec<Message>>,
    ) -> Self {
        let (batch, counters) = (Vec::new(), Counters::default());
        Self {
            shared,
            narrator,
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

    /// Waits until the first batch is requested. Returns `false` if the iterator was dropped.
    pub(crate) fn begin(&self) -> bool {
        let is_requested = self.go.recv().is_ok();
        clock::resume();
        is_requested
    }

    /// Sends the last events.
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
            // A search that learns does not report each backtrack.
            (counters.backtracks, counters.max_depth) = (stats.backtracks, stats.max_depth.into());
        }
        counters.time = clock::active();
        let mut last = |kind, fields| self.batch.push(Message { kind, fields, counters: *counters });
        // Callers without solution events can still read the last solution.
        if let Some((depth, digits)) = self.solution {
            last(Kind::Solution, vec![EventField::Number(depth), EventField::Solution(digits.into())]);
        }
        last(Kind::End, vec![EventField::name(outcome), EventField::Text(limit.map(Into::into))]);
        // Nobody waits if the iterator was dropped.
        let _ = self.out.send(self.batch);
    }

    fn wants(&self, kind: Kind) -> bool {
        self.shared.wanted.load(Ordering::Relaxed) >> kind as u32 & 1 == 1
    }

    fn push(&mut self, kind: Kind, fields: Vec<EventField>) {
        self.batch.push(Message { kind, fields, counters: self.counters });
        if self.batch.len() >= BATCH {
            self.hand_over();
        }
    }

    /// Sends the batch and waits until the next one is requested.
    fn hand_over(&mut self) {
        if self.shared.halts() {
            // Events after the end of the search are dropped, and events before it are kept.
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

    /// Updates the counters from the model, which starts again from zero after a scan.
    fn look(&mut self, space: &Space) {
        let now = (space.runs(), space.revisions());
        let since = |now: u64, seen: u64| if now >= seen { now - seen } else { now };
        self.counters.propagations += since(now.0, self.seen.0);
        self.counters.revisions += since(now.1, self.seen.1);
        self.seen = now;
    }

    /// The responsible constraint and the text of its rule, the variables that are the reason, and the sentence.
    fn why(
        &self,
        constraint: Option<&Constraint>,
        because: Vec<Var>,
        words: impl FnOnce(&Narrator, Shape) -> String,
    ) -> [EventField; 4] {
        let words = self.narrator.as_ref().map(|(narrator, shape)| words(narrator, *shape));
        let rule = constraint.and_then(Constraint::rule).and_then(|rule| self.rules.get(rule));
        [
            EventField::Text(constraint.map(|constraint| constraint.to_string().into())),
            EventField::Text(rule.map(|rule| rule.clone().into())),
            EventField::Cells(because),
            EventField::Text(Some(words.unwrap_or_default().into())),
        ]
    }
}

/// A variable, by its name from the caller and by its index.
fn cell(var: Var) -> [EventField; 2] {
    [EventField::Cell(Some(var)), EventField::Number(var.index())]
}

impl Trace for Watch {
    fn narrowed(&mut self, step: &Step<'_>) {
        // A choice has its own event.
        if step.reason == Reason::Choice {
            return;
        }
        if step.reason != Reason::Refuted {
            self.counters.eliminations += step.removed.len() as u64;
        }
        if !self.wants(Kind::Elimination) {
            return;
        }
        let [name, index] = cell(step.var);
        let words = |narrator: &Narrator, shape| narrator.propagation(shape, step);
        let [constraint, rule, because, words] = self.why(step.constraint, step.because(), words);
        let fields = vec![
            EventField::Number(self.depth),
            name,
            index,
            EventField::Set(step.removed),
            EventField::Set(step.left),
            EventField::Flag(step.decides),
            EventField::name(step.reason.name()),
            constraint,
            rule,
            because,
            words,
        ];
        self.push(Kind::Elimination, fields);
    }

    fn failed(&mut self, failure: &Failure<'_>) {
        if !self.wants(Kind::Contradiction) {
            return;
        }
        let var = match failure.kind {
            FailureKind::EmptyDomain(var) | FailureKind::NotAllowed(var) => Some(var),
            _ => None,
        };
        let words = |narrator: &Narrator, shape| narrator.contradiction(shape, failure);
        let [constraint, rule, because, words] = self.why(failure.constraint, failure.variables(), words);
        let (depth, kind) = (EventField::Number(self.depth), EventField::name(failure.kind.name()));
        let fields = vec![depth, kind, EventField::Cell(var), constraint, rule, because, words];
        self.push(Kind::Contradiction, fields);
    }
}

impl Observer for Watch {
    fn node(&mut self, node: &Node<'_>) {
        self.counters.nodes += 1;
        self.look(node.space);
        self.depth = node.depth;
        if self.wants(Kind::Node) {
            let [name, index] = cell(node.var);
            self.push(
                Kind::Node,
                vec![EventField::Number(node.depth), name, index, EventField::Set(node.candidates)],
            );
        }
        if self.counters.nodes - self.last >= NODES {
            // An empty batch updates the counters for a caller who waits for a rare event.
            self.hand_over();
        }
    }

    fn trying(&mut self, depth: usize, var: Var, digit: Digit) {
        self.depth = depth + 1;
        self.counters.max_depth = self.counters.max_depth.max(self.depth as u64);
        if self.wants(Kind::Try) {
            let [name, index] = cell(var);
            self.push(Kind::Try, vec![EventField::Number(depth), name, index, EventField::Value(digit)]);
        }
    }

    fn backtrack(&mut self, depth: usize, var: Var, digit: Digit, space: &Space) {
        self.counters.backtracks += 1;
        self.look(space);
        self.depth = depth;
        if self.wants(Kind::Backtrack) {
            let [name, index] = cell(var);
            self.push(
                Kind::Backtrack,
                vec![EventField::Number(depth), name, index, EventField::Value(digit)],
            );
        }
    }

    fn fixpoint(&mut self, depth: usize, space: &Space) {
        self.look(space);
        if self.wants(Kind::Fixpoint) {
            let domains = space.domains().iter().take(self.shown).copied().collect();
            self.push(Kind::Fixpoint, vec![EventField::Number(depth), EventField::Sets(domains)]);
        }
    }

    fn solution(&mut self, depth: usize, space: &Space) {
        self.counters.solutions += 1;
        let shown = space.domains().iter().take(self.shown).copied();
        if self.wants(Kind::Solution) {
            self.solution = None;
            self.push(Kind::Solution, vec![EventField::Number(depth), EventField::Solution(shown.collect())]);
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
            self.push(Kind::Restart, Vec::new());
        }
    }
}

/// The names of variables and values in Python, in both directions.
pub(crate) struct Names {
    pub(crate) cells: Vec<Py<PyAny>>,
    pub(crate) values: Vec<Py<PyAny>>,
    cell_of: Py<PyDict>,
    value_of: Py<PyDict>,
    /// The shape, if solutions are texts. Otherwise, they are dictionaries.
    pub(crate) shape: Option<Shape>,
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

    /// The variable with a name or an index.
    pub(crate) fn variable(&self, cell: &Bound<'_, PyAny>) -> Option<usize> {
        let named = self.cell_of.bind(cell.py()).get_item(cell).ok().flatten();
        let index = named.and_then(|index| index.extract().ok()).or_else(|| cell.extract::<usize>().ok())?;
        (index < self.cells.len()).then_some(index)
    }

    /// The digit of a value.
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

    /// A solution: a text, or a dictionary of the variables with a name.
    fn solution<'py>(&self, py: Python<'py>, digits: &[DigitSet]) -> PyResult<Bound<'py, PyAny>> {
        if let Some(shape) = self.shape {
            let digits: Vec<Option<Digit>> = digits.iter().map(|set| set.first()).collect();
            return Ok(grid_text(shape, &digits).into_pyobject(py)?.into_any());
        }
        let dict = PyDict::new(py);
        for (cell, digit) in self.cells.iter().zip(digits).filter(|(name, _)| !name.is_none(py)) {
            dict.set_item(cell, digit.first().map(|digit| self.value(py, digit)))?;
        }
        Ok(dict.into_any())
    }

    /// The values of a set as a tuple.
    pub(crate) fn values<'py>(&self, py: Python<'py>, set: DigitSet) -> PyResult<Bound<'py, PyTuple>> {
        let values: Vec<Py<PyAny>> = set.iter().map(|digit| self.value(py, digit)).collect();
        PyTuple::new(py, values)
    }
}

/// Converts messages to tuples. Caches tuples of values.
#[derive(Default)]
pub(crate) struct Converter {
    known: FxHashMap<u64, Py<PyTuple>>,
}

impl Converter {
    /// The maximum number of cached tuples.
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

    fn field<'py>(
        &mut self,
        py: Python<'py>,
        names: &Names,
        field: EventField,
    ) -> PyResult<Bound<'py, PyAny>> {
        Ok(match field {
            EventField::Number(number) => number.into_pyobject(py)?.into_any(),
            EventField::Flag(flag) => flag.into_pyobject(py)?.to_owned().into_any(),
            EventField::Text(text) => text.into_pyobject(py)?,
            EventField::Cell(var) => var.map(|var| names.cell(py, var)).into_pyobject(py)?,
            EventField::Cells(vars) => {
                PyTuple::new(py, vars.iter().map(|&var| names.cell(py, var)))?.into_any()
            }
            EventField::Value(digit) => names.value(py, digit).into_bound(py),
            EventField::Set(set) => self.set(py, names, set)?.into_bound(py).into_any(),
            EventField::Sets(sets) => {
                let sets = sets.iter().map(|&set| self.set(py, names, set)).collect::<PyResult<Vec<_>>>()?;
                PyTuple::new(py, sets)?.into_any()
            }
            EventField::Solution(digits) => names.solution(py, &digits)?,
        })
    }

    /// The number of the kind, the fields, and the counters.
    pub(crate) fn tuple<'py>(
        &mut self,
        py: Python<'py>,
        names: &Names,
        message: Message,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let Message { kind, fields, counters: c } = message;
        let mut error = None;
        let fields = fields.into_iter().map(|field| {
            self.field(py, names, field).unwrap_or_else(|failed| {
                error = Some(failed);
                py.None().into_bound(py)
            })
        });
        let fields = PyTuple::new(py, fields)?;
        error.map_or(Ok(()), Err)?;
        // In the order of the fields of `SearchStats`.
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

//! Heuristics that are Python functions.

use std::cell::Cell;
use std::sync::{Arc, OnceLock};

use arcdoku::csp::{Space, Var};
use arcdoku::grid::{Bits, Digit, DigitSet};
use arcdoku::search::{Tie, TieBreak, Value, ValueOrder, Variable, VariableOrder};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};

use crate::puzzle::value_error;
use crate::search_watch::{Names, Shared};

/// The data that all states of a search share.
pub(crate) struct Frame {
    pub(crate) names: Arc<Names>,
    pub(crate) shared: Arc<Shared>,
    /// The variables that share a constraint with each variable.
    neighbors: OnceLock<Vec<Vec<usize>>>,
}

impl Frame {
    pub(crate) fn new(names: Arc<Names>, shared: Arc<Shared>) -> Arc<Self> {
        Arc::new(Self { names, shared, neighbors: OnceLock::new() })
    }

    /// The state of a search for a Python function.
    fn state(self: &Arc<Self>, space: &Space) -> SearchState {
        self.neighbors.get_or_init(|| neighbors(space, self.names.cells.len()));
        let count = self.names.cells.len();
        let open = space.undecided_words().iter().zip(space.shown_words());
        SearchState {
            frame: Arc::clone(self),
            domains: space.domains()[..count].to_vec(),
            undecided: open.map(|(open, shown)| open & shown).collect(),
        }
    }
}

fn neighbors(space: &Space, count: usize) -> Vec<Vec<usize>> {
    let of = |var: usize| {
        let numbers = space.constraints_of(Var::new(var)).iter();
        let vars = numbers.flat_map(|&number| space.constraints()[number as usize].vars());
        let mut vars: Vec<usize> =
            vars.map(|var| var.index()).filter(|&other| other != var && other < count).collect();
        vars.sort_unstable();
        vars.dedup();
        vars
    };
    (0..count).map(of).collect()
}

/// The state of a search, for heuristics.
#[pyclass(frozen, module = "arcdoku._native")]
pub(crate) struct SearchState {
    frame: Arc<Frame>,
    domains: Vec<DigitSet>,
    /// The undecided variables, as bits.
    undecided: Vec<u64>,
}

impl SearchState {
    fn names(&self) -> &Names {
        &self.frame.names
    }

    fn is_open(&self, var: usize) -> bool {
        self.undecided.get(var / 64).is_some_and(|word| word >> (var % 64) & 1 == 1)
    }

    fn open(&self) -> impl Iterator<Item = usize> {
        self.undecided.iter().enumerate().flat_map(|(i, &word)| Bits(word).map(move |bit| i * 64 + bit))
    }

    fn variable(&self, cell: &Bound<'_, PyAny>) -> PyResult<usize> {
        self.names().variable(cell).ok_or_else(|| unknown_cell(cell, self.names()))
    }

    fn list<'py>(&self, py: Python<'py>, vars: impl Iterator<Item = usize>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, vars.map(|var| &self.names().cells[var]).collect::<Vec<_>>())
    }
}

/// The representation of a value in Python.
fn repr(value: &Bound<'_, PyAny>) -> String {
    value.repr().map(|text| text.to_string()).unwrap_or_default()
}

fn unknown_cell(cell: &Bound<'_, PyAny>, names: &Names) -> PyErr {
    let first = names.cells.first().map(|name| repr(name.bind(cell.py()))).unwrap_or_default();
    value_error(format!(
        "found {}, expected a cell by its name, such as {first}, or its index from 0 to {}",
        repr(cell),
        names.cells.len().saturating_sub(1)
    ))
}

#[pymethods]
impl SearchState {
    /// The undecided cells, in order.
    #[getter]
    fn undecided<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.list(py, self.open())
    }

    /// The undecided cells as indices.
    #[getter]
    fn undecided_indices(&self) -> Vec<usize> {
        self.open().collect()
    }

    /// Whether a cell is decided.
    fn is_decided(&self, cell: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(!self.is_open(self.variable(cell)?))
    }

    /// The values that are left for a cell.
    fn candidates<'py>(&self, py: Python<'py>, cell: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        self.names().values(py, self.domains[self.variable(cell)?])
    }

    /// The number of values that are left for a cell.
    fn size(&self, cell: &Bound<'_, PyAny>) -> PyResult<usize> {
        Ok(self.domains[self.variable(cell)?].len())
    }

    /// The number of values that are left for each cell, by index.
    #[getter]
    fn sizes(&self) -> Vec<usize> {
        self.domains.iter().map(|set| set.len()).collect()
    }

    /// The domains as numbers, by index: bit i is the value with the number i.
    #[getter]
    fn masks(&self) -> Vec<u64> {
        self.domains.iter().map(|set| set.bits()).collect()
    }

    /// The numbers of the decided values from 1, by index; 0 for undecided cells.
    #[getter]
    fn grid<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let digit =
            |(var, set): (usize, &DigitSet)| set.only().filter(|_| !self.is_open(var)).map_or(0, Digit::get);
        let digits: Vec<u8> = self.domains.iter().enumerate().map(digit).collect();
        PyBytes::new(py, &digits)
    }

    /// The cells that share a constraint with a cell.
    fn neighbors<'py>(&self, py: Python<'py>, cell: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let of = self.frame.neighbors.get().map_or(&[][..], |all| &all[..]);
        self.list(py, of.get(self.variable(cell)?).into_iter().flatten().copied())
    }

    /// The number of undecided neighbors of a cell.
    fn degree(&self, cell: &Bound<'_, PyAny>) -> PyResult<usize> {
        let of = self.frame.neighbors.get().map_or(&[][..], |all| &all[..]);
        let all = of.get(self.variable(cell)?).into_iter().flatten();
        Ok(all.filter(|&&other| self.is_open(other)).count())
    }
}

/// A variable order: built in, or a Python function.
pub(crate) enum Order {
    BuiltIn(Variable),
    Function { function: Py<PyAny>, frame: Arc<Frame>, chosen: Cell<Option<Var>> },
}

impl Order {
    fn call(function: &Py<PyAny>, frame: &Arc<Frame>, space: &Space) -> Option<Var> {
        if frame.shared.halts() || space.is_complete() {
            return None;
        }
        Python::attach(|py| {
            let state = frame.state(space);
            let choose = || -> PyResult<Var> {
                frame.shared.enter(py)?;
                let state = Bound::new(py, state)?;
                let cell = function.bind(py).call1((&state,))?;
                let state = state.get();
                let wrong = |error: PyErr| value_error(format!("variable: {}", error.value(py)));
                let var = state.variable(&cell).map_err(wrong)?;
                if !state.is_open(var) {
                    let text = repr(&cell);
                    return Err(value_error(format!(
                        "variable: found {text}, which is decided, expected an undecided cell"
                    )));
                }
                Ok(Var::new(var))
            };
            choose().map_err(|error| frame.shared.fail(error)).ok()
        })
    }
}

/// Places of digits are not chosen, because the function that orders values would not be called for them.
impl VariableOrder for Order {
    fn score(&mut self, space: &Space, var: Var, bound: u64) -> u64 {
        match self {
            Self::BuiltIn(order) => order.score(space, var, bound),
            Self::Function { chosen, .. } => u64::from(chosen.get() != Some(var)),
        }
    }

    /// The search loop calls this method once before each choice, so the Python function is called here.
    fn floor(&self, space: &Space) -> u64 {
        match self {
            Self::BuiltIn(order) => order.floor(space),
            Self::Function { function, frame, chosen } => {
                chosen.set(Self::call(function, frame, space));
                0
            }
        }
    }

    fn failed(&mut self, constraint: usize) {
        if let Self::BuiltIn(order) = self {
            order.failed(constraint);
        }
    }

    fn tried(&mut self, var: Var, consistent: bool) {
        if let Self::BuiltIn(order) = self {
            order.tried(var, consistent);
        }
    }
}

/// The tie-break of the strategy; `None` for a function, which leaves no ties.
pub(crate) struct Ties(pub(crate) Option<Tie>);

impl TieBreak for Ties {
    fn key(&mut self, space: &Space, var: Var) -> u64 {
        self.0.as_mut().map_or(0, |tie| tie.key(space, var))
    }

    fn is_indifferent(&self) -> bool {
        self.0.as_ref().is_none_or(TieBreak::is_indifferent)
    }
}

/// An order of values: built in, or a Python function.
pub(crate) enum Values {
    BuiltIn(Value),
    Function { function: Py<PyAny>, frame: Arc<Frame> },
}

impl Values {
    fn call(
        function: &Py<PyAny>,
        frame: &Arc<Frame>,
        space: &Space,
        var: Var,
        rest: DigitSet,
    ) -> Option<Digit> {
        let cell = frame.names.cells.get(var.index())?;
        if frame.shared.halts() || rest.is_single() {
            return None;
        }
        Python::attach(|py| {
            let mut state = frame.state(space);
            state.domains[var.index()] = rest;
            let pick = || -> PyResult<Digit> {
                frame.shared.enter(py)?;
                let order = function.bind(py).call1((state, cell))?;
                let wrong = |value: &Bound<'_, PyAny>, expected: &str| {
                    format!("value: found {}, expected {expected}", repr(value))
                };
                const EXPECTED: &str = "a value of the puzzle, or several in an order";
                // A single value, or the first remaining value of an order.
                if let Some(digit) = frame.names.digit(&order) {
                    let error = || value_error(wrong(&order, "a remaining value of the cell"));
                    return rest.contains(digit).then_some(digit).ok_or_else(error);
                }
                for item in order.try_iter().map_err(|_| PyTypeError::new_err(wrong(&order, EXPECTED)))? {
                    let item = item?;
                    let digit = frame.names.digit(&item);
                    let digit = digit.ok_or_else(|| value_error(wrong(&item, EXPECTED)))?;
                    if rest.contains(digit) {
                        return Ok(digit);
                    }
                }
                // Values that the order lacks come last, in ascending order.
                Ok(rest.first().unwrap_or(Digit::from_index(0)))
            };
            pick().map_err(|error| frame.shared.fail(error)).ok()
        })
    }
}

impl ValueOrder for Values {
    fn pick(&mut self, space: &Space, var: Var, rest: DigitSet) -> Digit {
        match self {
            Self::BuiltIn(order) => order.pick(space, var, rest),
            Self::Function { function, frame } => Self::call(function, frame, space, var, rest)
                .or_else(|| rest.first())
                .unwrap_or(Digit::from_index(0)),
        }
    }
}

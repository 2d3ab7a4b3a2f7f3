//! `NumPy` arrays and lists of text as inputs of the kernels of `arcdoku-arrow`.

#![allow(clippy::needless_pass_by_value, reason = "Python passes arguments by value")]

use arcdoku::Puzzle;
use arcdoku::canon::Order;
use arcdoku::grid::Shape;
use arcdoku_arrow::arrays::Kernel;
use arcdoku_arrow::{
    Column, ExplainerOutputs, Failure, Kind as RowKind, Reason, ScoreOutputs, SolveOutputs, SymmetryOutputs,
    SymmetryRows, Texts, Work, symbol_of,
};
use arcdoku_service::ask::generate::refused;
use arcdoku_service::cancel::Cancel;
use numpy::{
    Element, PyReadonlyArray1, PyReadonlyArray2, PyReadwriteArray1, PyReadwriteArray2, PyReadwriteArrayDyn,
};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyTuple;

use crate::puzzle::{BARE, plain, value_error};
use crate::work::{bug, interruptible};

/// The shape and the rules of all rows.
#[pyclass(frozen, module = "arcdoku._native")]
pub(crate) struct Kind(pub(crate) RowKind);

#[pymethods]
impl Kind {
    /// The kind of rows with this many cells, with a shape such as `2x3`, `16` or `grid 6x6`, with rules as lines of
    /// text, and with further rules for each row.
    #[new]
    #[pyo3(signature = (cells=None, shape=None, rules=Vec::new(), rows=None))]
    pub(crate) fn new(
        cells: Option<usize>,
        shape: Option<&str>,
        rules: Vec<String>,
        rows: Option<Vec<Vec<String>>>,
    ) -> PyResult<Self> {
        let (text, is_bare) = match shape.and_then(|text| text.strip_suffix(BARE)) {
            Some(text) => (Some(text), true),
            None => (shape, false),
        };
        let shape = match (text, cells) {
            (Some(text), _) => read_shape(text)?,
            (None, Some(cells)) => RowKind::of_cells(cells).map_err(error)?.shape(),
            (None, None) => Shape::CLASSIC,
        };
        let empty = if is_bare { Puzzle::bare(shape) } else { Puzzle::new(shape) };
        let kind = RowKind::of(empty).map_err(error)?;
        let kind = rules.iter().try_fold(kind, |kind, text| kind.with_rule(text));
        let kind = kind.map_err(PyValueError::new_err)?;
        if let Some(found) = cells.filter(|&cells| cells != kind.cells()) {
            let expected = kind.cells();
            return Err(PyValueError::new_err(format!("found rows of {found} cells, expected {expected}")));
        }
        Ok(Self(match rows {
            Some(rows) => kind.with_row_rules(&rows),
            None => kind,
        }))
    }

    /// The kind of the rows after the first `rows` rows.
    fn skip_rows(&self, rows: usize) -> Self {
        Self(self.0.skip_rows(rows))
    }

    /// The rules of each of the first rows other than those of its shape, sorted, one per line. Equal rules have the
    /// same text, however they were written. `None` for rules that cannot be read.
    fn rules(&self, rows: usize) -> Vec<Option<String>> {
        let own = Puzzle::new(self.0.shape());
        let text = |puzzle: &Puzzle| {
            let mut texts: Vec<String> = puzzle
                .rules()
                .iter()
                .filter(|rule| !own.rules().contains(rule))
                .map(ToString::to_string)
                .collect();
            texts.sort_unstable();
            texts.join("\n")
        };
        (0..rows).map(|row| self.0.row(row).ok().map(text)).collect()
    }

    /// Number of cells.
    #[getter]
    fn cells(&self) -> usize {
        self.0.cells()
    }

    /// The text of the shape.
    #[getter]
    fn shape(&self) -> String {
        self.0.shape().text()
    }

    /// Number of digits.
    #[getter]
    fn digits(&self) -> usize {
        self.0.digits()
    }
}

/// Reads a shape: `3x3`, `2x3`, `16`, `grid 6x6`.
pub(crate) fn read_shape(text: &str) -> PyResult<Shape> {
    if text.starts_with("grid") {
        return text.parse().map_err(|error| PyValueError::new_err(format!("shape: {error}")));
    }
    Shape::plain(text).ok_or_else(|| {
        PyValueError::new_err(format!(
            "shape: found '{text}', expected boxes such as '2x3', a number of digits such as 16, or a grid such as \
             'grid 6x6 boxes 2x3'"
        ))
    })
}

/// Rows: an array `uint8[n, cells]`, or a list of text and `None`.
pub(crate) enum Rows<'py> {
    Numbers(PyReadonlyArray2<'py, u8>),
    Texts(TextRows),
}

/// Text that Python owns.
pub(crate) struct TextRows(Vec<Option<PyBackedStr>>);

impl Texts for TextRows {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn text(&self, row: usize) -> Option<&str> {
        self.0[row].as_deref()
    }
}

impl<'py> FromPyObject<'_, 'py> for Rows<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(array) = object.extract::<PyReadonlyArray2<'py, u8>>() {
            return Ok(Self::Numbers(array));
        }
        let texts = object.extract::<Vec<Option<PyBackedStr>>>();
        texts.map(|texts| Self::Texts(TextRows(texts))).map_err(|_| {
            PyTypeError::new_err("expected an array of uint8 with two dimensions, or a list of strings")
        })
    }
}

impl Rows<'_> {
    pub(crate) fn column(&self) -> PyResult<Column<'_>> {
        match self {
            Self::Numbers(array) => {
                let cells = array.as_array().ncols();
                Column::of_numbers(array.as_slice().map_err(layout)?, cells.max(1)).map_err(error)
            }
            Self::Texts(texts) => Ok(Column::of_texts(texts)),
        }
    }
}

/// The exception for a failure. `interruptible` returns a separate exception for Ctrl-C.
pub(crate) fn error(failure: Failure) -> PyErr {
    match failure {
        Failure::Panicked => bug(),
        Failure::Cancelled => PyRuntimeError::new_err("cancelled"),
        Failure::Type(_) => PyTypeError::new_err(failure.to_string()),
        Failure::Request(request) => value_error(plain(&refused(request).to_string())),
        _ => PyValueError::new_err(failure.to_string()),
    }
}

/// The exception for an array in a different layout.
pub(crate) fn layout(_: impl Sized) -> PyErr {
    PyValueError::new_err("expected an array in C order, without gaps")
}

/// Runs a kernel. Ctrl-C ends it.
pub(crate) fn run<'a>(
    py: Python<'_>,
    threads: Option<usize>,
    kernel: impl FnOnce(&Work<'_>) -> Result<(), Failure> + Send + 'a,
) -> PyResult<()> {
    let work = |cancel: &Cancel| kernel(&Work::new().with_threads(threads).with_cancel(cancel.flag()));
    interruptible(py, work)?.map_err(error)
}

/// Reads the name of an order of canonical forms.
fn order(name: &str) -> PyResult<Order> {
    match name {
        "counts" => Ok(Order::Counts),
        "text" => Ok(Order::Text),
        _ => Err(PyValueError::new_err(format!("order: found '{name}', expected 'counts' or 'text'"))),
    }
}

/// A kernel with its options.
pub(crate) fn kernel(name: &str, number: Option<u64>, order_name: &str) -> PyResult<Kernel> {
    Ok(match name {
        "solve" => Kernel::Solve { nodes: number },
        "count" => Kernel::Count { up_to: number.unwrap_or(u64::MAX), nodes: None },
        "minimal" => Kernel::Minimal { nodes: None },
        "canon" => Kernel::Canon { order: order(order_name)? },
        "key" => Kernel::Key,
        "rate_se" => Kernel::RateSe,
        "rate_hodoku" => Kernel::RateHodoku,
        "symmetries" => Kernel::Symmetries { order: order(order_name)? },
        "reasons" => Kernel::Reasons,
        _ => return Err(PyTypeError::new_err(format!("there is no kernel '{name}'"))),
    })
}

/// An array that a kernel fills.
type Output<'py, T> = PyReadwriteArrayDyn<'py, T>;

fn slice<'a, T: Element>(array: &'a mut Output<'_, T>) -> PyResult<&'a mut [T]> {
    array.as_slice_mut().map_err(layout)
}

/// Applies a kernel to rows. `outputs` are the arrays of its results, with one row per board.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the options of all kernels")]
pub(crate) fn apply_to_rows(
    py: Python<'_>,
    kernel: &str,
    boards: Rows<'_>,
    kind: &Kind,
    outputs: &Bound<'_, PyTuple>,
    number: Option<u64>,
    order_name: &str,
    threads: Option<usize>,
) -> PyResult<()> {
    let (column, kind) = (boards.column()?, &kind.0);
    match self::kernel(kernel, number, order_name)? {
        Kernel::Solve { nodes } => {
            type Outputs<'py> = (Output<'py, u8>, Output<'py, u32>, Output<'py, u8>);
            let (mut outcome, mut guesses, mut grids): Outputs<'_> = outputs.extract()?;
            let (grids, outcome) = (slice(&mut grids)?, slice(&mut outcome)?);
            let out = SolveOutputs { grids, outcome, guesses: slice(&mut guesses)? };
            run(py, threads, |work| arcdoku_arrow::solve(column, kind, nodes, work, out))
        }
        Kernel::Count { up_to, nodes } => {
            let (mut counts,): (Output<'_, u64>,) = outputs.extract()?;
            let counts = slice(&mut counts)?;
            run(py, threads, |work| arcdoku_arrow::count(column, kind, up_to, nodes, work, counts))
        }
        Kernel::Minimal { nodes } => {
            let (mut minimal,): (Output<'_, u8>,) = outputs.extract()?;
            let minimal = slice(&mut minimal)?;
            run(py, threads, |work| arcdoku_arrow::minimal(column, kind, nodes, work, minimal))
        }
        Kernel::Canon { order } => {
            let (mut forms,): (Output<'_, u8>,) = outputs.extract()?;
            let forms = slice(&mut forms)?;
            run(py, threads, |work| arcdoku_arrow::canon(column, kind, order, work, forms))
        }
        Kernel::Key => {
            let (mut keys,): (Output<'_, u8>,) = outputs.extract()?;
            let keys = slice(&mut keys)?;
            run(py, threads, |work| arcdoku_arrow::key(column, kind, work, keys))
        }
        Kernel::RateSe => {
            let (mut tenths, mut outcome): (Output<'_, u8>, Output<'_, u8>) = outputs.extract()?;
            let out = ExplainerOutputs { tenths: slice(&mut tenths)?, outcome: slice(&mut outcome)? };
            run(py, threads, |work| arcdoku_arrow::rate_se(column, kind, work, out))
        }
        Kernel::RateHodoku => {
            type Outputs<'py> = (Output<'py, u32>, Output<'py, u8>, Output<'py, u8>);
            let (mut score, mut level, mut outcome): Outputs<'_> = outputs.extract()?;
            let (score, level) = (slice(&mut score)?, slice(&mut level)?);
            let out = ScoreOutputs { score, level, outcome: slice(&mut outcome)? };
            run(py, threads, |work| arcdoku_arrow::rate_hodoku(column, kind, work, out))
        }
        Kernel::Symmetries { order } => {
            type Outputs<'py> =
                (Output<'py, u64>, Output<'py, u8>, Output<'py, u8>, Output<'py, u8>, Output<'py, u8>);
            let (mut automorphisms, mut transposed, mut rows, mut columns, mut digits): Outputs<'_> =
                outputs.extract()?;
            let out = SymmetryOutputs {
                automorphisms: slice(&mut automorphisms)?,
                transposed: slice(&mut transposed)?,
                rows: slice(&mut rows)?,
                columns: slice(&mut columns)?,
                digits: slice(&mut digits)?,
            };
            run(py, threads, |work| arcdoku_arrow::symmetries(column, kind, order, work, out))
        }
        _ => Err(PyTypeError::new_err(format!("the kernel '{kernel}' has no arrays"))),
    }
}

/// Applies symmetries to rows.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "each part of a symmetry is an array")]
pub(crate) fn transform_rows(
    py: Python<'_>,
    boards: Rows<'_>,
    kind: &Kind,
    transposed: PyReadonlyArray1<'_, u8>,
    rows: PyReadonlyArray2<'_, u8>,
    columns: PyReadonlyArray2<'_, u8>,
    digits: PyReadonlyArray2<'_, u8>,
    mut out: PyReadwriteArray2<'_, u8>,
    threads: Option<usize>,
) -> PyResult<()> {
    let (column, out) = (boards.column()?, out.as_slice_mut().map_err(layout)?);
    let symmetries = SymmetryRows {
        transposed: transposed.as_slice().map_err(layout)?,
        rows: rows.as_slice().map_err(layout)?,
        columns: columns.as_slice().map_err(layout)?,
        digits: digits.as_slice().map_err(layout)?,
    };
    let wrong = interruptible(py, |cancel| {
        let mut rows = (0..column.len()).take_while(|row| row % 1024 > 0 || !cancel.is_cancelled());
        rows.find(|&row| symmetries.symmetry(row).is_none())
    })?;
    if let Some(row) = wrong {
        return Err(PyValueError::new_err(format!(
            "symmetry {row}: expected permutations of 0 to 8 that keep bands and stacks together, and of the digits 1 to 9"
        )));
    }
    run(py, threads, |work| arcdoku_arrow::transform(column, &kind.0, symmetries, work, out))
}

/// Compares answers with their puzzles.
#[pyfunction]
pub(crate) fn verify_rows(
    py: Python<'_>,
    boards: Rows<'_>,
    answers: Rows<'_>,
    kind: &Kind,
    mut rewards: PyReadwriteArray1<'_, f32>,
    partial: bool,
    threads: Option<usize>,
) -> PyResult<()> {
    let (boards, answers) = (boards.column()?, answers.column()?);
    let rewards = rewards.as_slice_mut().map_err(layout)?;
    run(py, threads, |work| arcdoku_arrow::verify(boards, answers, &kind.0, partial, work, rewards))
}

/// Writes full grids.
#[pyfunction]
pub(crate) fn grids_of_seed(
    py: Python<'_>,
    kind: &Kind,
    seed: u64,
    mut grids: PyReadwriteArray2<'_, u8>,
    threads: Option<usize>,
) -> PyResult<()> {
    let grids = grids.as_slice_mut().map_err(layout)?;
    run(py, threads, |work| arcdoku_arrow::grids(&kind.0, seed, work, grids))
}

/// The first malformed rows, at most `limit`, each with its index, its reason, and whether it is null.
#[pyfunction]
pub(crate) fn malformed_rows(
    py: Python<'_>,
    boards: Rows<'_>,
    kind: &Kind,
    limit: usize,
) -> PyResult<Vec<(usize, String, bool)>> {
    let column = boards.column()?;
    interruptible(py, |cancel| {
        let mut numbers = vec![0; kind.0.cells()];
        let rows = (0..column.len()).take_while(|row| row % 1024 > 0 || !cancel.is_cancelled());
        let malformed = rows.filter_map(|row| Some((row, column.read(row, &kind.0, &mut numbers).err()?)));
        let described = |(row, reason)| (row, kind.0.describe(row, reason), reason == Reason::Null);
        malformed.take(limit).map(described).collect()
    })
}

/// The texts of rows of numbers, with one character per cell.
#[pyfunction]
pub(crate) fn texts_of_rows(boards: PyReadonlyArray2<'_, u8>) -> PyResult<Vec<String>> {
    let cells = boards.as_array().ncols().max(1);
    let values = boards.as_slice().map_err(layout)?;
    let text = |row: &[u8]| row.iter().map(|&number| char::from(symbol_of(number))).collect();
    Ok(values.chunks(cells).map(text).collect())
}

//! Data for machine learning: random images of boards, and paths as arrays.

use arcdoku::Shape;
use arcdoku::deduction::Technique;
use arcdoku::rate::Scale;
use arcdoku_arrow::augment::{Augmentation, Parts};
use arcdoku_arrow::steps::{Paths, StepsOptions, steps};
use numpy::{IntoPyArray, PyArray2, PyArrayMethods, PyReadwriteArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::{Kind, Rows, run};
use crate::work::interruptible;

/// The shape of boards with this number of cells: the usual grid.
fn shape(cells: usize) -> PyResult<Shape> {
    let shape = Shape::usual(cells.isqrt()).filter(|shape| shape.grid_cells() == cells);
    shape.ok_or_else(|| {
        PyValueError::new_err(format!("boards: found {cells} cells per row, expected a square number"))
    })
}

/// Writes random images of boards, see `arcdoku.learn.augment`. The bits of `parts` are digits, bands, stacks, rows,
/// columns and transposition.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "one for each keyword of the Python function")]
pub(crate) fn learn_augment(
    py: Python<'_>,
    boards: &Bound<'_, PyArray2<u8>>,
    mut out: PyReadwriteArray2<'_, u8>,
    seed: u64,
    images: usize,
    parts: u8,
    keep: bool,
    first: u64,
    threads: Option<usize>,
) -> PyResult<()> {
    let has = |bit: u8| parts >> bit & 1 == 1;
    let [digits, bands, stacks, rows, columns, transpose] = [0, 1, 2, 3, 4, 5].map(has);
    let parts = Parts { digits, bands, stacks, rows, columns, transpose };
    let plan = Augmentation { shape: shape(boards.shape()[1])?, parts, seed, images, keep, first };
    let (boards, out) = (boards.try_readonly()?, out.as_slice_mut()?);
    let boards = boards.as_slice()?;
    run(py, threads, |work| plan.run(boards, work, out))
}

/// The paths of puzzles as arrays by name, see `arcdoku.learn.steps`.
#[pyfunction]
pub(crate) fn learn_steps<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyArray2<u8>>,
    scale: &str,
    reveals: bool,
    most: Option<u64>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyDict>> {
    if boards.shape()[1] != 81 {
        let found = boards.shape()[1];
        return Err(PyValueError::new_err(format!("boards: found {found} cells per row, expected 81")));
    }
    let scale = Scale::by_name(scale).ok_or_else(|| {
        let names: Vec<&str> = Scale::ALL.iter().map(|row| row.name).collect();
        PyValueError::new_err(format!("scale: found '{scale}', expected one of {}", names.join(", ")))
    })?;
    let options = StepsOptions { reveals, most, ..StepsOptions::new(scale) };
    let boards = boards.try_readonly()?;
    let boards = boards.as_slice()?;
    let mut paths = Paths::default();
    run(py, threads, |work| steps(&options, boards, work).map(|found| paths = found))?;
    let dict = PyDict::new(py);
    let Paths { offsets, ends, last, candidates, values, techniques, weights, .. } = paths;
    let Paths { action_offsets, cells, digits, fills, .. } = paths;
    dict.set_item("offsets", offsets.into_pyarray(py))?;
    dict.set_item("end", ends.into_pyarray(py))?;
    let puzzles = last.len() / 81;
    dict.set_item("last", last.into_pyarray(py).reshape([puzzles, 81])?)?;
    let count = techniques.len();
    dict.set_item("candidates", candidates.into_pyarray(py).reshape([count, 81])?)?;
    dict.set_item("values", values.into_pyarray(py).reshape([count, 81])?)?;
    dict.set_item("technique", techniques.into_pyarray(py))?;
    dict.set_item("weight", weights.into_pyarray(py))?;
    dict.set_item("action_offsets", action_offsets.into_pyarray(py))?;
    dict.set_item("action_cell", cells.into_pyarray(py))?;
    dict.set_item("action_digit", digits.into_pyarray(py))?;
    dict.set_item("action_fills", fills.into_pyarray(py))?;
    Ok(dict)
}

/// Converts boards in any layout to numbers. Malformed rows are filled with 255.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "read from Python for this call")]
pub(crate) fn learn_numbers<'py>(
    py: Python<'py>,
    boards: Rows<'_>,
    kind: &Kind,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let (column, kind) = (boards.column()?, &kind.0);
    let (count, cells) = (column.len(), kind.cells());
    let numbers = interruptible(py, |cancel| {
        let mut numbers = vec![0; count * cells];
        for (row, numbers) in numbers.chunks_mut(cells).enumerate() {
            if row % 1024 == 0 && cancel.is_cancelled() {
                break;
            }
            if column.read(row, kind, numbers).is_err() {
                numbers.fill(u8::MAX);
            }
        }
        numbers
    })?;
    numbers.into_pyarray(py).reshape([count, cells])
}

/// The slugs of all techniques, in the order of the registry.
#[pyfunction]
pub(crate) fn learn_techniques() -> Vec<&'static str> {
    Technique::ALL.iter().map(|technique| technique.slug()).collect()
}

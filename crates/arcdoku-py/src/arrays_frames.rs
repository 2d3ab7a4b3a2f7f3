//! Arrow columns as inputs of the kernels of `arcdoku-arrow`.

#![allow(clippy::needless_pass_by_value, reason = "Python passes arguments by value")]

use arcdoku_arrow::arrays;
use arcdoku_arrow::{Column, Failure, Kind as RowKind, Reason, Work};
use arrow_array::{Array, ArrayRef, new_empty_array};
use arrow_cast::cast;
use arrow_schema::{DataType, Field, FieldRef};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3_arrow::PyChunkedArray;
use pyo3_arrow::input::AnyArray;

use crate::arrays::{Kind, error, kernel};
use crate::puzzle::value_error;
use crate::work::interruptible;

/// The chunks of a column and its field. Encoded columns (categories, runs) are decoded. A column without a type,
/// which has only nulls, becomes text.
fn chunks(column: AnyArray) -> PyResult<(Vec<ArrayRef>, FieldRef)> {
    let (chunks, field) = column.into_chunked_array()?.into_inner();
    let decoded = match field.data_type() {
        DataType::Dictionary(_, values) => values.as_ref().clone(),
        DataType::RunEndEncoded(_, values) => values.data_type().clone(),
        DataType::Null => DataType::Utf8,
        _ => return Ok((chunks, field)),
    };
    let chunks = chunks.iter().map(|chunk| cast(chunk, &decoded)).collect::<Result<_, _>>();
    Ok((chunks.map_err(value_error)?, Field::new(field.name(), decoded, true).into()))
}

/// Raises an error if rows cannot be read from the type of a column. Checks the field, because a column may have no
/// chunks.
fn check_type(name: &str, field: &Field) -> PyResult<()> {
    let wrong = |failure| PyTypeError::new_err(format!("{name}: {failure}"));
    Column::of_array(&new_empty_array(field.data_type())).map(drop).map_err(wrong)
}

/// The kind of the rows of a column.
#[pyfunction]
pub(crate) fn kind_of_column(
    column: AnyArray,
    shape: Option<&str>,
    rules: Vec<String>,
    rows: Option<Vec<Vec<String>>>,
) -> PyResult<Kind> {
    let (chunks, field) = chunks(column)?;
    let found = chunks.iter().map(Array::len).sum::<usize>();
    if let Some(rows) = rows.as_ref().filter(|rows| rows.len() != found) {
        let lists = rows.len();
        return Err(PyValueError::new_err(format!(
            "rules: found {lists} lists, expected {found}, one per board"
        )));
    }
    check_type("boards", &field)?;
    let cells = |array: &ArrayRef| Column::of_array(array).ok().and_then(|column| column.cells());
    let mut all = chunks.iter().filter_map(cells).filter(|&cells| RowKind::of_cells(cells).is_ok());
    let first = all.next();
    // All chunks have rows of the same size: 81 cells, if any row has 81 cells.
    let cells = if first.is_some() && all.any(|cells| cells == 81) { Some(81) } else { first };
    let cells = if shape.is_some() { None } else { cells.or(Some(81)) };
    Kind::new(cells, shape, rules, rows)
}

/// Applies a kernel to a column: `solve`, `count`, `minimal`, `canon`, `key`, `rate_se`, `rate_hodoku`, `symmetries` or
/// `reasons`.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the options of all kernels")]
pub(crate) fn apply_to_column(
    py: Python<'_>,
    kernel: &str,
    column: AnyArray,
    kind: &Kind,
    number: Option<u64>,
    order_name: &str,
    threads: Option<usize>,
    strict: bool,
) -> PyResult<PyChunkedArray> {
    let kernel = self::kernel(kernel, number, order_name)?;
    let kind = &kind.0;
    let (chunks, field) = chunks(column)?;
    if strict {
        check(py, "boards", &chunks, kind)?;
    }
    let results = interruptible(py, |cancel| {
        let work = Work::new().with_threads(threads).with_cancel(cancel.flag());
        let mut from = 0;
        let mut answered = |chunk: &ArrayRef| {
            let kind = kind.skip_rows(from);
            from += chunk.len();
            kernel.run(chunk, &kind, &work)
        };
        chunks.iter().map(&mut answered).collect::<Result<Vec<_>, Failure>>()
    })?;
    let result = Field::new(field.name(), kernel.data_type(field.data_type()), true);
    PyChunkedArray::try_new(results.map_err(error)?, result.into())
}

/// Computes the rewards of a column of answers.
#[pyfunction]
pub(crate) fn verify_columns(
    py: Python<'_>,
    boards: AnyArray,
    answers: AnyArray,
    kind: &Kind,
    partial: bool,
    threads: Option<usize>,
    strict: bool,
) -> PyResult<PyChunkedArray> {
    let kind = &kind.0;
    let (boards, field) = chunks(boards)?;
    let (answers, answers_field) = chunks(answers)?;
    check_type("answers", &answers_field)?;
    let rows = |chunks: &[ArrayRef]| chunks.iter().map(Array::len).sum::<usize>();
    if rows(&boards) != rows(&answers) {
        let (found, expected) = (rows(&answers), rows(&boards));
        return Err(PyValueError::new_err(format!(
            "answers: found {found} rows, expected {expected}, one per puzzle"
        )));
    }
    if strict {
        check(py, "boards", &boards, kind)?;
        check(py, "answers", &answers, kind)?;
    }
    let results = interruptible(py, |cancel| {
        let work = Work::new().with_threads(threads).with_cancel(cancel.flag());
        let mut from = 0;
        aligned(&boards, &answers)
            .map(|(board, answer)| {
                let kind = kind.skip_rows(from);
                from += board.len();
                arrays::verify(&board, &answer, &kind, partial, &work)
            })
            .collect::<Result<Vec<_>, Failure>>()
    })?;
    let result = Field::new(field.name(), DataType::Float32, true);
    PyChunkedArray::try_new(results.map_err(error)?, result.into())
}

/// Raises the error of the first row that is malformed and not null.
fn check(py: Python<'_>, name: &str, chunks: &[ArrayRef], kind: &RowKind) -> PyResult<()> {
    let found = interruptible(py, |cancel| {
        let mut numbers = vec![0; kind.cells()];
        let mut from = 0;
        for chunk in chunks {
            let column = Column::of_array(chunk).ok()?;
            let kind = kind.skip_rows(from);
            for row in 0..column.len() {
                if row % 1024 == 0 && cancel.is_cancelled() {
                    return None;
                }
                let reason = column.read(row, &kind, &mut numbers).err();
                if let Some(reason) = reason.filter(|&reason| reason != Reason::Null) {
                    return Some((from + row, kind.describe(row, reason)));
                }
            }
            from += column.len();
        }
        None
    })?;
    found.map_or(Ok(()), |(row, reason)| Err(PyValueError::new_err(format!("{name}[{row}]: {reason}"))))
}

/// The same rows of two columns, piece by piece where their chunks overlap.
fn aligned<'a>(
    first: &'a [ArrayRef],
    second: &'a [ArrayRef],
) -> impl Iterator<Item = (ArrayRef, ArrayRef)> + 'a {
    let (mut ours, mut others) = ((0, 0), (0, 0));
    std::iter::from_fn(move || {
        loop {
            let (one, two) = (first.get(ours.0)?, second.get(others.0)?);
            let rows = (one.len() - ours.1).min(two.len() - others.1);
            let pair = (one.slice(ours.1, rows), two.slice(others.1, rows));
            ours.1 += rows;
            others.1 += rows;
            if ours.1 == one.len() {
                ours = (ours.0 + 1, 0);
            }
            if others.1 == two.len() {
                others = (others.0 + 1, 0);
            }
            if rows > 0 {
                return Some(pair);
            }
        }
    })
}

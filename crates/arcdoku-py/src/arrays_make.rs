//! Generation of puzzles.

#![allow(clippy::needless_pass_by_value, reason = "Python passes arguments by value")]

use arcdoku::generate::PuzzleRequest;
use arcdoku::grid::Shape;
use arcdoku_arrow::GenerateOutputs;
use arcdoku_service::ask::generate as service;
use arcdoku_wire::question::{Generate, OptionValue as _, Question as _};
use numpy::{PyReadwriteArray1, PyReadwriteArray2};
use pyo3::prelude::*;
use serde_json::{Map, Value};

use crate::arrays::{layout, read_shape, run};
use crate::puzzle::{BARE, plain, value_error};

/// Reads a request from the options of the question `generate`, a JSON object. Ratings and files are not supported
/// for arrays.
fn request(options: &str) -> PyResult<PuzzleRequest> {
    let mut options: Map<String, Value> = serde_json::from_str(options).map_err(value_error)?;
    let text = options.get("shape").and_then(Value::as_str);
    let shape = text.map_or(Ok(Shape::CLASSIC), read_shape)?;
    if !shape.is_plain() {
        return Err(value_error("shape: expected a square grid with the digits 1 to N"));
    }
    options.insert("shape".to_owned(), shape.write());
    let question = Generate::from_options(&options).map_err(value_error)?;
    service::request(&question).map_err(|error| value_error(plain(&error.to_string())))
}

/// The number of cells in each puzzle of a request, and their shape in the form that `Kind` reads.
#[pyfunction]
pub(crate) fn grid_of_request(options: &str) -> PyResult<(usize, String)> {
    let request = request(options)?;
    let text = format!("{}{}", request.shape.text(), if request.bare { BARE } else { "" });
    Ok((request.shape.cells(), text))
}

/// Makes puzzles. Returns the rules of each puzzle other than those of its shape, one per line, or nothing if no
/// puzzle has any.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "each output is an array")]
pub(crate) fn generate_rows(
    py: Python<'_>,
    options: &str,
    seed: u64,
    tries: Option<u64>,
    mut puzzles: PyReadwriteArray2<'_, u8>,
    mut solutions: PyReadwriteArray2<'_, u8>,
    mut seeds: PyReadwriteArray1<'_, u64>,
    mut counts: PyReadwriteArray1<'_, u64>,
    mut weights: PyReadwriteArray1<'_, f64>,
    mut outcome: PyReadwriteArray1<'_, u8>,
    threads: Option<usize>,
) -> PyResult<Vec<String>> {
    let request = request(options)?;
    let outcome = outcome.as_slice_mut().map_err(layout)?;
    let mut made = vec![(0, String::new()); outcome.len()];
    let out = GenerateOutputs {
        puzzles: puzzles.as_slice_mut().map_err(layout)?,
        solutions: solutions.as_slice_mut().map_err(layout)?,
        seeds: seeds.as_slice_mut().map_err(layout)?,
        tries: counts.as_slice_mut().map_err(layout)?,
        weights: weights.as_slice_mut().map_err(layout)?,
        outcome: &mut made,
    };
    run(py, threads, |work| arcdoku_arrow::generate(&request, seed, tries, work, out))?;
    outcome.iter_mut().zip(&made).for_each(|(slot, &(code, _))| *slot = code);
    Ok(if request.has_rules() { made.into_iter().map(|(_, rules)| rules).collect() } else { Vec::new() })
}

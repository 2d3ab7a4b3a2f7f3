//! Puzzles in photos.

use arcdoku_service::ask::scan::{Photo, answer};
use arcdoku_service::cancel::Cancel;
use arcdoku_wire::question::Scan;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use crate::ask_options::json;
use crate::puzzle::value_error;
use crate::work::detached;

/// Reads a photo. Returns a JSON array with a reply for each grid, or one reply with the reason why there is none.
/// `image` is a file, or pixels if `size` is their number of rows, columns and channels. Ctrl-C ends the call.
#[pyfunction]
#[pyo3(signature = (name, image, size, all))]
pub(crate) fn scan(
    py: Python<'_>,
    name: &str,
    image: PyBackedBytes,
    size: Option<(u32, u32, usize)>,
    all: bool,
) -> PyResult<String> {
    let name = name.to_owned();
    let work = move |cancel: &Cancel| {
        let photo = match size {
            None => Photo::decode(&image),
            Some((rows, columns, channels)) => Photo::of_pixels(image.to_vec(), (columns, rows), channels)
                .ok_or_else(|| "the pixels do not have this size".to_owned()),
        };
        let photo = photo.map_err(|error| format!("{name}: {error}"))?;
        json(&answer(&Scan { all }, &name, &photo, cancel))
    };
    detached(py, work)?.map_err(value_error)
}

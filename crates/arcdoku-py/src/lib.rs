//! The native part of the Python package `arcdoku`: glue over `arcdoku-service` and `arcdoku-arrow`.
//!
//! | Module | Content |
//! |---|---|
//! | `work` | work without the GIL that Ctrl-C ends |

// **Invariant:** conversions and calls: nothing about Sudoku is worked out here. What needs no speed is in Python.

mod work;

/// The module `arcdoku._native`.
#[pyo3::pymodule(gil_used = false)]
mod _native {
    use pyo3::prelude::*;

    /// Adds constants.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

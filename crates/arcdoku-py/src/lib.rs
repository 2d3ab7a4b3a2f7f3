//! The native part of the Python package `arcdoku`: glue over `arcdoku-service` and `arcdoku-arrow`.
//!
//! | Module | Content |
//! |---|---|
//! | `csp` | models of the caller |
//! | `learn` | images of boards, and paths as arrays |
//! | `puzzle` | a puzzle as the service reads it |
//! | `ask`, `ask_person` | questions about one puzzle |
//! | `ask_options` | options of questions |
//! | `ask_label` | labelling problems: puzzles with costs, models of other programs |
//! | `ask_run` | questions about no puzzle or about several |
//! | `ask_scan` | photos |
//! | `ask_stream` | solutions, one by one |
//! | `search` | searches as iterators; `search_watch`: events; `search_order`: heuristics; `search_clock`: time |
//! | `arrays` | `NumPy` arrays and lists of text; `arrays_frames`: Arrow columns; `arrays_make`: generation |
//! | `work` | work without the GIL, which Ctrl-C ends |

// **Invariant:** only conversions and calls, no Sudoku logic. Code that does not need speed is in Python.

mod arrays;
mod arrays_frames;
mod arrays_make;
mod ask;
mod ask_label;
mod ask_options;
mod ask_person;
mod ask_run;
mod ask_scan;
mod ask_stream;
mod csp;
mod learn;
mod puzzle;
mod search;
mod search_clock;
mod search_order;
mod search_watch;
mod work;

/// The module `arcdoku._native`.
#[pyo3::pymodule(gil_used = false)]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::arrays::{
        Kind, apply_to_rows, grids_of_seed, malformed_rows, texts_of_rows, transform_rows, verify_rows,
    };
    #[pymodule_export]
    use crate::arrays_frames::{apply_to_column, kind_of_column, verify_columns};
    #[pymodule_export]
    use crate::arrays_make::{generate_rows, grid_of_request};
    #[pymodule_export]
    use crate::ask::ask;
    #[pymodule_export]
    use crate::ask_label::label;
    #[pymodule_export]
    use crate::ask_run::run;
    #[pymodule_export]
    use crate::ask_scan::scan;
    #[pymodule_export]
    use crate::ask_stream::SolutionStream;
    #[pymodule_export]
    use crate::csp::model_search;
    #[pymodule_export]
    use crate::learn::{learn_augment, learn_numbers, learn_steps, learn_techniques};
    #[pymodule_export]
    use crate::puzzle::PuzzleData;
    #[pymodule_export]
    use crate::search::{Searcher, compare, search, search_picture};
    #[pymodule_export]
    use crate::search_order::SearchState;

    /// Adds constants.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        arcdoku_service::tier::check().map_err(crate::puzzle::value_error)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("MOST_THREADS", arcdoku_service::pool::MOST_THREADS)?;
        // `__all__` is removed: it is not needed, and with it the stubs would have to list all names twice.
        module.delattr("__all__")
    }
}

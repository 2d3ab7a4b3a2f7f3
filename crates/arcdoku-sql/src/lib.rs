//! Functions on Sudoku for SQL, on Apache `DataFusion`.
//!
//! ```
//! use datafusion::prelude::SessionContext;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> datafusion::error::Result<()> {
//! let mut session = SessionContext::new();
//! arcdoku_sql::register_all(&mut session)?;
//! let table = session.sql("SELECT sudoku_solve(sudoku_generate(1)) AS grid").await?.collect().await?;
//! assert_eq!(table[0].num_rows(), 1);
//! # Ok(())
//! # }
//! ```
//!
//! Functions are pure: equal arguments give equal results, on every machine. Random results depend on a column of
//! seeds. The result is null if an argument is null or a text is not a puzzle; `sudoku_fault` has the reason.
//!
//! The only exception is `sudoku_rate` with `milliseconds`: whether a row reaches the time limit depends on the machine and
//! its load. In `DataFusion`, purity is a property of a function and not of a call. It may therefore compute such a
//! call more than once in a query, for instance if a filter on the rating is pushed down to the scan. For rows close
//! to the limit, the results may differ: a row that passed the filter `rating['fault'] IS NULL` may have a fault.
//! Where this matters, limit `nodes` only, or write the ratings to a file and query the file, as the recipes of
//! `arcdoku-cluster` do.
//!
//! A call with only constant arguments is computed while the query is planned, on the planning thread. On a cluster,
//! this is a thread of the scheduler. A long search should therefore have a limit, or take its arguments from a
//! table.
//!
//! A puzzle has the usual shape of its number of cells. If the given rules do not fit this shape, the row is
//! malformed, for example with `thermo: r1c1 r9c9` and a row of 16 cells. Rules that fit no shape are an error.
//!
//! The functions call the kernels of `arcdoku-arrow`, which process many rows together. Arguments that are the same
//! for all rows, such as rules, are read once for each run of rows with the same number of cells.
//!
//! ```text
//!  table      all functions: names, parameters, examples, and the function of `answer` that is called
//!  parameter  parameters, and the assignment of arguments to them
//!  function   a function for DataFusion: types, documentation, and the runs of rows with equal options
//!  call       the arguments of a function of `answer`
//!  answer     the implementations of the functions
//!  request    requests for puzzles as text
//! ```

#![deny(missing_debug_implementations)]

// **Invariant:** no files, no threads, no clock except for a time limit; a malformed row never ends a query.
mod answer;
mod call;
mod function;
mod parameter;
mod request;
mod table;

use std::sync::Arc;

use datafusion_common::Result;
use datafusion_expr::ScalarUDF;
use datafusion_expr::registry::FunctionRegistry;

pub use function::SudokuFunction;

/// All functions.
pub fn all() -> Vec<Arc<ScalarUDF>> {
    SudokuFunction::all().map(|function| Arc::new(ScalarUDF::new_from_impl(function))).collect()
}

/// Registers all functions with a session or an executor.
///
/// # Errors
/// If the registry rejects a function.
pub fn register_all(registry: &mut dyn FunctionRegistry) -> Result<()> {
    for function in all() {
        registry.register_udf(function)?;
    }
    Ok(())
}

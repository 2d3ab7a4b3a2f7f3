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
//! A function is pure: the same arguments have the same answer, on every machine. What is random depends on a column of
//! seeds. The answer is null where an argument is null and where a text is no puzzle; `sudoku_fault` has the reason.
//!
//! The only exception is `sudoku_rate` with `milliseconds`: whether a row reaches the time limit depends on the machine and
//! its load. `DataFusion` declares a function, not a call, as pure, so it may compute such a call more than once in a query,
//! for instance if a filter on the rating is pushed down to the scan. For rows close to the limit the results may differ:
//! a row that passed the filter `rating['fault'] IS NULL` may have a fault. Where this matters, limit `nodes` only, or write
//! the ratings to a file and query the file, as the recipes of `arcdoku-cluster` do.
//!
//! A call whose arguments are all constants is computed while the query is planned, on the thread that plans it. On a
//! cluster this is a thread of the scheduler, so a long search should have a limit or its arguments in a table.
//!
//! A puzzle has the usual shape of its number of cells. If the given rules do not fit this shape, the row is malformed, as
//! `thermo: r1c1 r9c9` for a row of 16 cells; rules that fit no shape are an error.
//!
//! The functions call the kernels of `arcdoku-arrow`, which answer many rows at once. Arguments that are the same for all
//! rows, such as rules, are read once for each run of rows with the same number of cells.
//!
//! ```text
//!  table      all functions: names, parameters, examples, and the function of `answer` that is called
//!  parameter  parameters, and how arguments are matched with them
//!  function   a function for DataFusion: types, documentation, and the runs of rows with equal options
//!  call       the arguments of a function of `answer`
//!  answer     the functions: from columns to a column, with the kernels
//!  wish       the requirements of generated puzzles as text
//! ```

#![deny(missing_debug_implementations)]

// **Invariant:** no files, no threads, no clock except for a time limit; a bad row never ends a query.
mod answer;
mod call;
mod function;
mod parameter;
mod table;
mod wish;

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
/// If the registry refuses a function.
pub fn register_all(registry: &mut dyn FunctionRegistry) -> Result<()> {
    for function in all() {
        registry.register_udf(function)?;
    }
    Ok(())
}

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
//! seeds. Null arguments have the answer null; so have texts that are no puzzle, whose fault `sudoku_fault` tells.
//!
//! The functions are made of the kernels of `arcdoku-arrow`: a batch is read at once and answered in the lanes of the
//! engine. Arguments that are the same for all rows, such as rules, are read once a batch.
//!
//! ```text
//!  table      what there is: names, parameters, examples, and which function of `answer` is called
//!  function   one of them as DataFusion knows it: types, documentation, and the runs of rows with equal options
//!  call       what a function of `answer` is given
//!  answer     columns in, a column out: the glue to the kernels
//! ```

#![deny(missing_debug_implementations)]

// **Invariant:** no files, no threads, no clock but the one that a time limit asks for; a bad row never ends a query.
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

/// Makes all functions known to a session, or to an executor.
///
/// # Errors
/// If the registry refuses a function.
pub fn register_all(registry: &mut dyn FunctionRegistry) -> Result<()> {
    for function in all() {
        registry.register_udf(function)?;
    }
    Ok(())
}

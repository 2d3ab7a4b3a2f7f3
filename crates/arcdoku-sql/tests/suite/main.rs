//! The functions in queries: examples, nulls, malformed rows, agreement with the library and the reference solver.

mod answers;
mod arguments;
mod batches;
mod examples;
mod limits;
mod reference;

use datafusion::arrow::array::{Array as _, ArrayRef, RecordBatch};
use datafusion::arrow::compute::concat_batches;
use datafusion::arrow::util::display::array_value_to_string;
use datafusion::error::Result;
use datafusion::prelude::SessionContext;

const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn session() -> SessionContext {
    let mut session = SessionContext::new();
    arcdoku_sql::register_all(&mut session).unwrap();
    session
}

async fn query(session: &SessionContext, sql: &str) -> Result<RecordBatch> {
    let table = session.sql(sql).await?.collect().await?;
    let schema = table.first().expect("a batch").schema();
    Ok(concat_batches(&schema, &table)?)
}

/// The values of the first column as text.
fn words(array: &ArrayRef) -> Vec<String> {
    let word = |row| {
        if array.is_null(row) { "NULL".to_owned() } else { array_value_to_string(array, row).unwrap() }
    };
    (0..array.len()).map(word).collect()
}

/// The values of the first column of a query as text.
async fn values(sql: &str) -> Vec<String> {
    let table = query(&session(), sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    words(table.column(0))
}

/// The error of a query.
async fn error(sql: &str) -> String {
    query(&session(), sql).await.expect_err(sql).strip_backtrace()
}

//! The command `query`.

use std::collections::VecDeque;
use std::io::Write as _;

use datafusion::dataframe::DataFrame;
use datafusion::execution::SendableRecordBatchStream;
use datafusion::prelude::SessionContext;
use datafusion::sql::parser::{DFParserBuilder, Statement};
use datafusion::sql::sqlparser::dialect::dialect_from_str;
use futures::StreamExt as _;

use crate::Done;
use crate::checksum::Checksum;
use crate::cli;
use crate::fault::sentence;
use crate::output::{AtomicOutput, Format, Sink};
use crate::session;

/// Runs a query.
pub(crate) async fn run(arguments: cli::Query) -> Done {
    let format = match (&arguments.out, arguments.format) {
        (_, Some(format)) => format,
        (Some(path), None) => Format::of(path)?,
        (None, None) => Format::Table,
    };
    let sql = match arguments.sql.strip_prefix('@') {
        Some(file) => std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?,
        None => arguments.sql.clone(),
    };
    let session = session::open(&arguments.engine).await?;
    let mut statements = statements(&session, &sql)?;
    let Some(last) = statements.pop_back() else { return Err("the query is empty".into()) };
    for statement in statements {
        plan(&session, statement).await?.collect().await.map_err(plain_error)?;
    }
    let rows = rows(plan(&session, last).await?).await?;
    let found = match &arguments.out {
        None => {
            let (found, mut out) = drain(rows, format, std::io::stdout(), arguments.checksum).await?;
            out.flush()?;
            found
        }
        Some(path) => {
            let (whole, out) = AtomicOutput::create(path)?;
            let (found, out) = drain(rows, format, out, arguments.checksum).await?;
            whole.appear(out)?;
            found
        }
    };
    if arguments.checksum {
        eprintln!("{} rows, checksum {:016x}", found.rows, found.sum);
    }
    Ok(())
}

/// An error as a sentence, without the details for developers of the engine.
#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
pub(crate) fn plain_error(
    error: datafusion::error::DataFusionError,
) -> Box<dyn std::error::Error + Send + Sync> {
    sentence(&error).into()
}

/// The statements of a text, which are separated by semicolons.
fn statements(session: &SessionContext, sql: &str) -> Done<VecDeque<Statement>> {
    let state = session.state();
    let options = &state.config_options().sql_parser;
    let dialect = dialect_from_str(options.dialect)
        .ok_or_else(|| format!("{}: unknown dialect of SQL", options.dialect))?;
    let mut parser = DFParserBuilder::new(sql)
        .with_dialect(dialect.as_ref())
        .with_recursion_limit(options.recursion_limit.get())
        .build()
        .map_err(plain_error)?;
    parser.parse_statements().map_err(plain_error)
}

/// Plans a statement. A statement that defines something, such as a table, is also executed.
async fn plan(session: &SessionContext, statement: Statement) -> Done<DataFrame> {
    let plan = session.state().statement_to_plan(statement).await.map_err(plain_error)?;
    session.execute_logical_plan(plan).await.map_err(plain_error)
}

/// Begins to compute rows.
pub(crate) async fn rows(frame: DataFrame) -> Done<SendableRecordBatchStream> {
    frame.execute_stream().await.map_err(plain_error)
}

/// Writes all rows of a stream. Computes their checksum only with `is_summed`, because this takes as long as writing.
pub(crate) async fn drain<W: std::io::Write + Send>(
    mut rows: SendableRecordBatchStream,
    format: Format,
    out: W,
    is_summed: bool,
) -> Done<(Checksum, W)> {
    let mut sink = Sink::new(format, &rows.schema(), out)?;
    let mut found = Checksum::default();
    while let Some(batch) = rows.next().await {
        let batch = batch.map_err(plain_error)?;
        if is_summed {
            found.add(&batch)?;
        }
        sink.write(batch)?;
        // A canceled task can end between batches.
        tokio::task::yield_now().await;
    }
    Ok((found, sink.finish()?))
}

#[cfg(test)]
mod tests {
    use super::statements;
    use datafusion::prelude::SessionContext;

    #[test]
    fn semicolons_end_statements() {
        let session = SessionContext::new();
        let texts = |sql: &str| -> Vec<String> {
            statements(&session, sql).unwrap().iter().map(ToString::to_string).collect()
        };
        assert_eq!(
            texts("SELECT 1; /* a; b */ SELECT ';' -- a; comment\n, 2;\n"),
            ["SELECT 1", "SELECT ';', 2"]
        );
        assert_eq!(texts(" ;; -- nothing"), [""; 0]);
        assert!(statements(&session, "SELECT 'a").is_err());
    }
}

//! The command `query`.

use std::io::Write as _;

use datafusion::dataframe::DataFrame;
use datafusion::execution::SendableRecordBatchStream;
use futures::StreamExt as _;

use crate::Done;
use crate::checksum::Checksum;
use crate::cli;
use crate::fault::sentence;
use crate::output::{Format, Sink, Whole};
use crate::session;

/// Answers a query.
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
    let mut statements: Vec<String> = statements(&sql);
    let Some(last) = statements.pop() else { return Err("the query is empty".into()) };
    for statement in statements {
        session.sql(&statement).await.map_err(told)?.collect().await.map_err(told)?;
    }
    let rows = rows(session.sql(&last).await.map_err(told)?).await?;
    let found = match &arguments.out {
        None => {
            let (found, mut out) = drain(rows, format, std::io::stdout()).await?;
            out.flush()?;
            found
        }
        Some(path) => {
            let (whole, out) = Whole::create(path)?;
            let (found, out) = drain(rows, format, out).await?;
            whole.appear(out)?;
            found
        }
    };
    if arguments.checksum {
        eprintln!("{} rows, checksum {:016x}", found.rows, found.sum);
    }
    Ok(())
}

/// An error as a sentence, without the lines that only programmers of the engine need.
#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
pub(crate) fn told(error: datafusion::error::DataFusionError) -> Box<dyn std::error::Error + Send + Sync> {
    sentence(&error).into()
}

/// Begins to compute rows.
pub(crate) async fn rows(frame: DataFrame) -> Done<SendableRecordBatchStream> {
    frame.execute_stream().await.map_err(told)
}

/// Writes all rows of a stream.
pub(crate) async fn drain<W: std::io::Write + Send>(
    mut rows: SendableRecordBatchStream,
    format: Format,
    out: W,
) -> Done<(Checksum, W)> {
    let mut sink = Sink::new(format, &rows.schema(), out)?;
    let mut found = Checksum::default();
    while let Some(batch) = rows.next().await {
        let batch = batch.map_err(told)?;
        found.add(&batch)?;
        sink.write(batch)?;
        // Work that was given up ends after a batch.
        tokio::task::yield_now().await;
    }
    Ok((found, sink.finish()?))
}

/// The statements of a text, which semicolons end. Those in quotes and comments end nothing.
pub(crate) fn statements(sql: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut one = String::new();
    let mut quote = None;
    let mut letters = sql.chars().peekable();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (None, '-') if letters.peek() == Some(&'-') => {
                letters.by_ref().take_while(|&letter| letter != '\n').for_each(drop);
                one.push('\n');
                continue;
            }
            (None, '\'' | '"') => quote = Some(letter),
            (Some(open), close) if open == close => quote = None,
            (None, ';') => {
                all.push(std::mem::take(&mut one));
                continue;
            }
            _ => {}
        }
        one.push(letter);
    }
    all.push(one);
    all.into_iter().filter(|one| !one.trim().is_empty()).map(|one| one.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::statements;

    #[test]
    fn semicolons_end_statements() {
        assert_eq!(
            statements("SELECT 1; SELECT ';' -- a; comment\n, 2;\n"),
            ["SELECT 1", "SELECT ';' \n, 2"]
        );
        assert_eq!(statements(" ;; -- nothing"), [""; 0]);
    }
}

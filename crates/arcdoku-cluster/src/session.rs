//! Sessions in this process or on a cluster.

use std::sync::Arc;
use std::time::Duration;

use ballista::prelude::{SessionConfigExt as _, SessionContextExt as _};
use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::execution::memory_pool::FairSpillPool;
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::execution::session_state::SessionStateBuilder;
use datafusion::prelude::{
    CsvReadOptions, JsonReadOptions, ParquetReadOptions, SessionConfig, SessionContext,
};
use url::Url;

use crate::Done;
use crate::cli::Engine;
use crate::stop;

/// Opens a session with our functions and the tables of the arguments.
pub(crate) async fn open(engine: &Engine) -> Done<SessionContext> {
    let mut session = match &engine.cluster {
        None => embedded(engine)?,
        Some(address) => cluster(engine, address).await?,
    };
    arcdoku_sql::register_all(&mut session)?;
    let session = session.enable_url_table();
    for table in &engine.table {
        let (name, path) = pair("--table", table)?;
        register(&session, name, path).await?;
    }
    Ok(session)
}

/// Splits `NAME=VALUE`.
pub(crate) fn pair<'a>(option: &str, text: &'a str) -> Done<(&'a str, &'a str)> {
    text.split_once('=').ok_or_else(|| format!("{option} {text}: expected NAME=VALUE").into())
}

fn settings(mut config: SessionConfig, engine: &Engine) -> Done<SessionConfig> {
    // Steps of jobs have one folder per round.
    config.options_mut().execution.listing_table_ignore_subdirectory = false;
    // Otherwise, each field of a rating would be computed by a separate rating, even for rows that are filtered out.
    config.options_mut().optimizer.enable_leaf_expression_pushdown = false;
    for setting in &engine.set {
        let (name, value) = pair("--set", setting)?;
        config
            .options_mut()
            .set(name, value)
            .map_err(|error| format!("--set {setting}: {}", error.strip_backtrace()))?;
    }
    Ok(config)
}

fn embedded(engine: &Engine) -> Done<SessionContext> {
    let config = SessionConfig::new().with_target_partitions(engine.cores()).with_information_schema(true);
    let mut runtime = RuntimeEnvBuilder::new();
    if let Some(memory) = engine.memory {
        let bytes = memory.checked_mul(1 << 20).ok_or_else(|| format!("--memory {memory}: too large"))?;
        runtime = runtime
            .with_memory_pool(Arc::new(FairSpillPool::new(bytes)))
            .with_temp_file_path(stop::spill_folder()?);
    }
    Ok(SessionContext::new_with_config_rt(settings(config, engine)?, runtime.build_arc()?))
}

async fn cluster(engine: &Engine, address: &str) -> Done<SessionContext> {
    // If the scheduler does not answer, Ballista would report this late, and in many lines.
    reach(address).await.map_err(|error| format!("--cluster {address}: {error}"))?;
    // With Ballista's adaptive planner, a query never ends if an executor is lost whose rows a running stage reads.
    let config = SessionConfig::new_with_ballista().with_ballista_adaptive_query_planner(false);
    let state =
        SessionStateBuilder::new_with_default_features().with_config(settings(config, engine)?).build();
    let url = format!("df://{address}");
    SessionContext::remote_with_state(&url, state)
        .await
        .map_err(|error| format!("--cluster {address}: {}", error.strip_backtrace()).into())
}

/// Checks whether a scheduler accepts connections.
pub(crate) async fn reach(address: &str) -> std::io::Result<()> {
    let connection = tokio::time::timeout(Duration::from_secs(10), tokio::net::TcpStream::connect(address));
    let no_answer = |_| std::io::Error::new(std::io::ErrorKind::TimedOut, "no answer");
    connection.await.map_err(no_answer)?.map(drop)
}

/// Registers a file or folder as a table.
pub(crate) async fn register(session: &SessionContext, name: &str, path: &str) -> Done {
    // Executors have other current folders, so a relative path would differ there.
    let real = std::fs::canonicalize(path).map_err(|error| format!("{name}={path}: {error}"))?;
    let is_folder = real.is_dir();
    // Uses a URL, because DataFusion reads characters such as [ in a path as a pattern.
    let url = if is_folder { Url::from_directory_path(&real) } else { Url::from_file_path(&real) };
    let url = url.map_err(|()| format!("{name}={path}: not a path of a file or folder"))?;
    let extension = real.extension().unwrap_or_default().to_string_lossy().into_owned();
    match extension.as_str() {
        "csv" => session.register_csv(name, &url, CsvReadOptions::new()).await?,
        "json" | "jsonl" | "ndjson" => {
            let options = JsonReadOptions::default().file_extension(&extension);
            session.register_json(name, &url, options).await?;
        }
        // One puzzle per line.
        "txt" | "sdm" => {
            let schema = Schema::new(vec![Field::new("puzzle", DataType::Utf8, true)]);
            let options = CsvReadOptions::new()
                .has_header(false)
                .schema(&schema)
                .file_extension(&extension)
                // A line is one column. The delimiter and quote of CSV are therefore control characters that do not
                // occur in text. Characters that are not ASCII cannot be sent to a cluster.
                .delimiter(0x1F)
                .quote(0x1E)
                .comment(b'#');
            session.register_csv(name, &url, options).await?;
        }
        // The name of a folder may have a dot without an extension.
        other if other == "parquet" || is_folder => {
            session.register_parquet(name, &url, ParquetReadOptions::default()).await?;
        }
        other => {
            return Err(
                format!("{name}={path}: found .{other}, expected .parquet, .csv, .jsonl or .txt").into()
            );
        }
    }
    Ok(())
}

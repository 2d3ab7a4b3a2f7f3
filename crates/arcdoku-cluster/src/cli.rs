//! Arguments.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::output::Format;

/// SQL on Sudoku: in one process, or on a cluster
#[derive(Debug, Parser)]
#[command(name = "arcdoku-sql", version, max_term_width = 100)]
#[command(
    after_help = "Exit codes: 0; 1 for an error; 2 for wrong arguments; 130 if a signal ended a query or a job"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run a query
    Query(Query),
    /// Run a recipe: a file of SQL with steps, which are divided into parts
    Job(Job),
    /// Serve as the scheduler of a cluster
    Scheduler(Scheduler),
    /// Serve as an executor of a cluster
    Executor(Executor),
    /// Run a scheduler and executors on this machine, for trials
    Cluster(Cluster),
}

/// The engine that runs SQL.
#[derive(Args, Clone, Debug)]
pub(crate) struct Engine {
    /// Scheduler of a cluster, as HOST:PORT [default: this process]
    #[arg(long, value_name = "HOST:PORT")]
    pub(crate) cluster: Option<String>,
    /// Number of threads of this process [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Memory in MiB after which sorts, groups and joins write to disk; the process takes up to 400 MiB more
    /// [default: no limit]
    #[arg(long, value_name = "MIB")]
    pub(crate) memory: Option<usize>,
    /// Setting of the engine, such as `datafusion.execution.batch_size=1024` (repeatable)
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,
    /// Name for a file or folder (repeatable). The extension determines the format: .parquet, .csv, .jsonl, or .txt
    /// or .sdm with one puzzle per line (blank lines and lines that begin with # are ignored). Folders without an
    /// extension contain Parquet files
    #[arg(long, value_name = "NAME=PATH")]
    pub(crate) table: Vec<String>,
}

impl Engine {
    /// The number of threads.
    pub(crate) fn cores(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.filter(|&threads| threads > 0).unwrap_or_else(all)
    }
}

#[derive(Args, Debug)]
pub(crate) struct Query {
    /// The query, or @FILE
    pub(crate) sql: String,
    #[command(flatten)]
    pub(crate) engine: Engine,
    /// Write to this file instead of standard output; it appears when it is complete
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Format [default: by the extension of --out, otherwise table]
    #[arg(long, value_enum)]
    pub(crate) format: Option<Format>,
    /// Print the number of rows, and a checksum that does not depend on their order, on standard error
    #[arg(long)]
    pub(crate) checksum: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Job {
    /// A recipe: dataset, rate, vicinity, census, audit, or a file
    #[arg(required_unless_present = "list")]
    pub(crate) recipe: Option<String>,
    /// Parameters of the recipe
    #[arg(value_name = "NAME=VALUE")]
    pub(crate) parameters: Vec<String>,
    /// Folder of the outputs; it appears when all outputs are complete
    #[arg(long, value_name = "FOLDER", required_unless_present_any = ["list", "show"])]
    pub(crate) out: Option<PathBuf>,
    /// Continue an earlier run: only missing parts are computed
    #[arg(long)]
    pub(crate) resume: bool,
    /// Number of parts to compute at a time [default: the number of threads]
    #[arg(long, value_name = "N")]
    pub(crate) parallel: Option<usize>,
    /// Maximum time of an attempt of a part, in seconds [default: no limit]
    #[arg(long, value_name = "SECONDS")]
    pub(crate) timeout: Option<u64>,
    /// Number of attempts of a part before the job ends
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(crate) attempts: u32,
    /// List the recipes with their parameters
    #[arg(long)]
    pub(crate) list: bool,
    /// Print the recipe instead of running it
    #[arg(long)]
    pub(crate) show: bool,
    #[command(flatten)]
    pub(crate) engine: Engine,
}

#[derive(Args, Debug)]
pub(crate) struct Scheduler {
    /// Address to listen on. There is no authentication, so any address other than loopback belongs in a private
    /// network
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:50050")]
    pub(crate) bind: SocketAddr,
    /// Folder that queries can read (repeatable) [default: none]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) root: Vec<PathBuf>,
    /// Time in seconds without a heartbeat after which other executors get the tasks of an executor
    #[arg(long, value_name = "SECONDS", default_value_t = 15)]
    pub(crate) executor_timeout: u64,
    /// Time between checks for executors without a heartbeat, in seconds. Tests use a shorter time
    #[arg(long, value_name = "SECONDS", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..), hide = true)]
    pub(crate) heartbeat: u64,
    /// Stop when standard input ends
    #[arg(long, hide = true)]
    pub(crate) attached: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Executor {
    /// Scheduler, as HOST:PORT. If it does not answer, the executor waits
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:50050")]
    pub(crate) scheduler: String,
    /// Address to listen on; the next port is also used. There is no authentication, so any address other than
    /// loopback belongs in a private network
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:50051")]
    pub(crate) bind: SocketAddr,
    /// Folder that queries can read (repeatable) [default: none]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) root: Vec<PathBuf>,
    /// Folder for intermediate results, which are in a subfolder that is removed at the end. If the disk is full, the
    /// executor leaves the cluster
    #[arg(long, value_name = "FOLDER")]
    pub(crate) work: PathBuf,
    /// Number of tasks to run at a time
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) cores: usize,
    /// Memory in MiB after which tasks write to disk
    #[arg(long, value_name = "MIB", default_value_t = 2048)]
    pub(crate) memory: u64,
    /// Time between heartbeats, in seconds. Tests use a shorter time
    #[arg(long, value_name = "SECONDS", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..), hide = true)]
    pub(crate) heartbeat: u64,
    /// Stop when standard input ends
    #[arg(long, hide = true)]
    pub(crate) attached: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Cluster {
    /// Number of executors, with one core each
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(crate) executors: usize,
    /// Loopback address of the scheduler. Executors use free ports of the same address
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:50050")]
    pub(crate) bind: SocketAddr,
    /// Folder that queries can read (repeatable)
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    pub(crate) root: Vec<PathBuf>,
    /// Folder for intermediate results [default: a temporary one]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) work: Option<PathBuf>,
}

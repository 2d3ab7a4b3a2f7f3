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
    /// Answer a query
    Query(Query),
    /// Run a recipe: a file of SQL whose steps are divided into parts
    Job(Job),
    /// Serve as the scheduler of a cluster
    Scheduler(Scheduler),
    /// Serve as an executor of a cluster
    Executor(Executor),
    /// Run a scheduler and executors on this machine, to try them out
    Cluster(Cluster),
}

/// Where SQL runs.
#[derive(Args, Clone, Debug)]
pub(crate) struct Engine {
    /// Scheduler of a cluster, as HOST:PORT [default: this process]
    #[arg(long, value_name = "HOST:PORT")]
    pub(crate) cluster: Option<String>,
    /// Number of threads of this process [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Memory of sorts, groups and joins before they write to disk, in MiB; the process takes up to 400 MiB more
    /// [default: no limit]
    #[arg(long, value_name = "MIB")]
    pub(crate) memory: Option<usize>,
    /// Setting of the engine, such as `datafusion.execution.batch_size=1024` (repeatable)
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,
    /// Name for a file or folder (repeatable); the extension is its format: .parquet, .csv, .jsonl, or .txt or .sdm for a
    /// puzzle a line, without blank lines and those that begin with #. Other folders are of Parquet files
    #[arg(long, value_name = "NAME=PATH")]
    pub(crate) table: Vec<String>,
}

impl Engine {
    /// Number of threads.
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
    /// Write to this file instead of standard output; it appears when it is whole
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Format [default: by the extension of --out; else table]
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
    /// Folder of the outputs; it appears when all of them are there
    #[arg(long, value_name = "FOLDER", required_unless_present_any = ["list", "show"])]
    pub(crate) out: Option<PathBuf>,
    /// Continue an earlier run: only parts that are not there are done
    #[arg(long)]
    pub(crate) resume: bool,
    /// Number of parts at a time [default: the number of threads]
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
    /// Address to listen on. There is no authentication: any other than loopback belongs in a private network
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:50050")]
    pub(crate) bind: SocketAddr,
    /// Folder that queries may read (repeatable) [default: none]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) root: Vec<PathBuf>,
    /// Time without a heartbeat of an executor after which other executors get its tasks, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 15)]
    pub(crate) executor_timeout: u64,
    /// Time between checks for executors without a heartbeat, in seconds. Tests wait less
    #[arg(long, value_name = "SECONDS", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..), hide = true)]
    pub(crate) heartbeat: u64,
    /// End when standard input ends
    #[arg(long, hide = true)]
    pub(crate) attached: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Executor {
    /// Scheduler, as HOST:PORT. The executor waits for a scheduler that does not answer
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:50050")]
    pub(crate) scheduler: String,
    /// Address to listen on; the next port is used too. There is no authentication: any other than loopback belongs in a
    /// private network
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:50051")]
    pub(crate) bind: SocketAddr,
    /// Folder that queries may read (repeatable) [default: none]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) root: Vec<PathBuf>,
    /// Folder for intermediate results: they are in a folder of their own, which is removed in the end. When its disk is
    /// full, the executor leaves the cluster
    #[arg(long, value_name = "FOLDER")]
    pub(crate) work: PathBuf,
    /// Number of tasks at a time
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) cores: usize,
    /// Memory before tasks write to disk, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 2048)]
    pub(crate) memory: u64,
    /// Time between heartbeats, in seconds. Tests wait less
    #[arg(long, value_name = "SECONDS", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..), hide = true)]
    pub(crate) heartbeat: u64,
    /// End when standard input ends
    #[arg(long, hide = true)]
    pub(crate) attached: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Cluster {
    /// Number of executors, of one core each
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(crate) executors: usize,
    /// Loopback address of the scheduler. Executors have free ports of the same address
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:50050")]
    pub(crate) bind: SocketAddr,
    /// Folder that queries may read (repeatable)
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    pub(crate) root: Vec<PathBuf>,
    /// Folder for intermediate results [default: a temporary one]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) work: Option<PathBuf>,
}

//! SQL on Sudoku: in one process, or on a cluster of Apache `DataFusion` Ballista.
//!
//! ```text
//!   query, job --SQL--> session --embedded---------------------------------> rows
//!                          '--cluster--> scheduler --tasks--> executors ------^
//! ```
//!
//! The scheduler and executors are from Ballista. This crate adds functions, restricts them to given folders, and
//! runs recipes, whose parts are repeated until all of them are complete.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "this is a program")]

mod checksum;
mod cli;
mod engine;
mod fault;
mod job;
mod local;
mod output;
mod query;
mod roots;
mod serve;
mod session;
mod sheet;
mod slots;
mod stop;

use std::process::ExitCode;

use clap::Parser as _;

use cli::{Arguments, Command};

/// The result of a command. An error is one sentence for people.
type Done<T = ()> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = run(arguments);
    stop::clean();
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let text = error.to_string();
            eprintln!("arcdoku-sql: {}", text.trim_end());
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Arguments) -> Done {
    let threads = match &arguments.command {
        // Functions of tasks occupy threads. One more thread handles the messages of the scheduler.
        Command::Executor(executor) => executor.cores.max(1) + 1,
        Command::Scheduler(_) | Command::Cluster(_) => 2,
        Command::Query(query) => query.engine.cores(),
        Command::Job(job) => job.engine.cores(),
    };
    match &arguments.command {
        Command::Query(_) => stop::at_signals("stopped")?,
        Command::Job(_) => stop::at_signals("stopped; continue with --resume")?,
        _ => {}
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(threads)
        .thread_stack_size(8 << 20)
        .enable_all()
        .build()?;
    let done = runtime.block_on(async {
        match arguments.command {
            Command::Query(query) => query::run(query).await,
            Command::Job(job) => job::run(job).await,
            Command::Scheduler(scheduler) => serve::scheduler(scheduler).await,
            Command::Executor(executor) => serve::executor(executor).await,
            Command::Cluster(cluster) => local::cluster(cluster).await,
        }
    });
    // Ends the program without waiting for running tasks.
    runtime.shutdown_background();
    done
}

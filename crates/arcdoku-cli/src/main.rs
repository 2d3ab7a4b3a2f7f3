//! The program `arcdoku`: Sudoku of any size on the command line.
//!
//! `main` turns results into exit codes. Options are declared once, in `cli`; each command has a module in `command`,
//! which turns its options into a question of `arcdoku_service`; `terminal` is where answers go.

#![allow(clippy::disallowed_methods, reason = "a program may read the clock")]

mod cli;
mod command;
mod interrupt;
mod output;
mod progress;
mod status;
mod terminal;
mod tier;

use std::process::ExitCode;

use arcdoku_service::status::Status;
use clap::Parser as _;

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    interrupt::install();
    match command::run(cli) {
        Ok(status) => status.code().into(),
        Err(error) if error.is_closed_pipe() => Status::Fine.code().into(),
        Err(error) => {
            let what = if error.status() == Status::Output { "cannot write: " } else { "" };
            output::error(format_args!("{what}{error}"));
            error.status().code().into()
        }
    }
}

//! The program `arcdoku`: Sudoku of any size on the command line.
//!
//! `main` turns results into exit codes. Questions about one puzzle come from the table of `arcdoku_wire`; the
//! options of all other commands are declared in `cli`, and each has a module in `command`; `terminal` is where answers go.

#![allow(clippy::disallowed_methods, reason = "a program may read the clock")]

mod cli;
mod command;
mod interrupt;
mod output;
mod progress;
mod status;
mod terminal;
mod tier;

use std::io::Write as _;
use std::process::ExitCode;

use arcdoku_service::status::{Error, Status};

fn main() -> ExitCode {
    let arguments = cli::arguments(std::env::args_os());
    let matches = match cli::command_for(&arguments).try_get_matches_from(arguments) {
        Ok(matches) => matches,
        Err(told) => return print_told(&told),
    };
    interrupt::install();
    match command::run(&matches) {
        Ok(status) => status.code().into(),
        Err(error) => failure(&error),
    }
}

/// Help, a version, or why the arguments cannot be read.
fn print_told(told: &clap::Error) -> ExitCode {
    let printed = told.print().and_then(|()| std::io::stdout().flush());
    match printed {
        Err(error) if !told.use_stderr() => failure(&error.into()),
        _ => ExitCode::from(told.exit_code() as u8),
    }
}

/// Reports an error.
fn failure(error: &Error) -> ExitCode {
    if error.is_closed_pipe() {
        return Status::Fine.code().into();
    }
    let what = if error.status() == Status::Output { "cannot write: " } else { "" };
    output::error(format_args!("{what}{error}"));
    error.status().code().into()
}

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

use std::process::ExitCode;

use arcdoku_service::status::Status;

fn main() -> ExitCode {
    let arguments = cli::arguments(std::env::args_os());
    let matches = cli::command_for(&arguments).get_matches_from(arguments);
    interrupt::install();
    match command::run(&matches) {
        Ok(status) => status.code().into(),
        Err(error) if error.is_closed_pipe() => Status::Fine.code().into(),
        Err(error) => {
            let what = if error.status() == Status::Output { "cannot write: " } else { "" };
            output::error(format_args!("{what}{error}"));
            error.status().code().into()
        }
    }
}

//! The program `arcdoku`: Sudoku of any size on the command line.
//!
//! `main` is a match from result to exit code. Options are declared once, in `cli`; each command has
//! its module in `command`; puzzles come in through `input`, run through `pipeline`, and go out
//! through `output`.

#![allow(clippy::disallowed_methods, reason = "a program may read the clock")]

mod cli;
mod command;
mod input;
mod interrupt;
mod output;
mod pipeline;
mod progress;
mod status;
mod terminal;
mod tier;

use std::process::ExitCode;

use clap::Parser as _;

use crate::status::Status;

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    interrupt::install();
    match command::run(cli) {
        Ok(status) => status.code().into(),
        Err(error) if status::is_closed_pipe(&error) => Status::Fine.code().into(),
        Err(error) => {
            let status = status::of(&error);
            let what = if status == Status::Output { "cannot write: " } else { "" };
            output::error(format_args!("{what}{error:#}"));
            status.code().into()
        }
    }
}

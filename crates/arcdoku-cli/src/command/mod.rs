//! One module a command.

mod check;
mod compare;
mod convert;
mod documents;
mod solve;
mod strategies;
mod trace;

use crate::cli::{Cli, Command};
use crate::output;
use crate::status::Status;

/// Runs the command.
pub(crate) fn run(cli: Cli) -> anyhow::Result<Status> {
    output::set_color(cli.color);
    match cli.command {
        Command::Solve(options) => solve::run(&options),
        Command::Check(options) => check::run(&options),
        Command::Compare(options) => compare::run(&options),
        Command::Trace(options) => trace::run(&options),
        Command::Strategies(options) => strategies::run(&options),
        Command::Convert(options) => convert::run(&options),
        Command::Completions(options) => documents::completions(&options),
        Command::Man(options) => documents::manual(&options),
    }
}

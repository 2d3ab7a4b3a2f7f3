//! One module a command.

mod backdoors;
mod canon;
mod check;
mod compare;
mod convert;
mod documents;
mod explain;
mod generate;
mod hint;
mod minimize;
mod plots;
mod proper;
mod rate;
mod regress;
mod solve;
mod steps;
mod strategies;
mod study;
mod techniques;
mod trace;
mod unavoidable;
mod vicinity;

use std::io::Write as _;

use crate::cli::{Cli, Command};
use crate::output;
use crate::status::{Status, usage};
use crate::tier;

/// Runs the command.
pub(crate) fn run(cli: Cli) -> anyhow::Result<Status> {
    output::set_color(cli.color);
    if cli.version {
        if cli.verbose {
            tier::check()?;
        }
        let mut out = output::stdout();
        out.write_all(tier::version(cli.verbose).as_bytes())?;
        out.flush()?;
        return Ok(Status::Fine);
    }
    let Some(command) = cli.command else {
        let message = "a command is missing; see `arcdoku --help`";
        return Err(usage(message));
    };
    tier::check()?;
    match command {
        Command::Solve(options) => Ok(solve::run(&options)?),
        Command::Check(options) => Ok(check::run(&options)?),
        Command::Canon(options) => canon::run(&options),
        Command::Compare(options) => Ok(compare::run(&options)?),
        Command::Trace(options) => Ok(trace::run(&options)?),
        Command::Strategies(options) => Ok(strategies::run(&options)?),
        Command::Convert(options) => Ok(convert::run(&options)?),
        Command::Hint(options) => Ok(hint::run(&options)?),
        Command::Steps(options) => Ok(steps::run(&options)?),
        Command::Explain(options) => Ok(explain::run(&options)?),
        Command::Rate(options) => Ok(rate::run(&options)?),
        Command::Regress(options) => Ok(regress::run(&options)?),
        Command::Techniques(options) => Ok(techniques::run(&options)?),
        Command::Minimize(options) => minimize::run(&options),
        Command::Backdoors(options) => backdoors::run(&options),
        Command::Unavoidable(options) => unavoidable::run(&options),
        Command::Generate(options) => generate::run(&options),
        Command::Vicinity(options) => vicinity::run(&options),
        Command::Study(options) => study::run(&options),
        Command::Completions(options) => Ok(documents::completions(&options)?),
        Command::Man(options) => Ok(documents::manual(&options)?),
    }
}

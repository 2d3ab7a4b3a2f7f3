//! One module per command.

mod canon;
mod compare;
mod convert;
mod documents;
mod explain;
mod generate;
mod help;
mod hint;
mod label;
mod plots;
mod question;
mod rate;
mod regress;
mod rules;
mod scan;
#[cfg(feature = "server")]
mod serve;
mod sheet;
mod solve;
mod steps;
mod strategies;
mod study;
mod techniques;
mod trace;
mod vicinity;

use arcdoku_service::status::{Error, Status};
use clap::{ArgMatches, FromArgMatches as _};

use crate::cli::{Color, Command, row};
use crate::{output, terminal, tier};

/// Runs the command line.
pub(crate) fn run(matches: &ArgMatches) -> Result<Status, Error> {
    output::set_color(matches.get_one::<Color>("color").copied().unwrap_or(Color::Auto));
    if matches.get_flag("version") {
        let is_verbose = matches.get_flag("verbose");
        if is_verbose {
            tier::check()?;
        }
        return terminal::print(&tier::version(is_verbose));
    }
    let Some((name, within)) = matches.subcommand() else {
        return Err(Error::usage("a command is missing; see `arcdoku --help`"));
    };
    tier::check()?;
    if let Some(row) = row(name) {
        return match row.name {
            "solve" => solve::run(within),
            "canon" => canon::run(within),
            "trace" => trace::run(within),
            "hint" => hint::run(within),
            "steps" => steps::run(within),
            "explain" => explain::run(within),
            "rate" => rate::run(within),
            "label" => label::run(within),
            "compare" => compare::run(within),
            "convert" => convert::run(within),
            "scan" => scan::run(within),
            "sheet" => sheet::run(within),
            "vicinity" => vicinity::run(within),
            "generate" => generate::run(within),
            _ => question::run(row, within),
        };
    }
    // The matches come from a command line that this enum declares, so reading them succeeds.
    let command = Command::from_arg_matches(matches).unwrap_or_else(|error| error.exit());
    match command {
        Command::Rules(options) => rules::run(&options),
        Command::Strategies(options) => strategies::run(&options),
        Command::Regress(options) => regress::run(&options),
        Command::Techniques(options) => techniques::run(&options),
        Command::Study(options) => study::run(&options),
        #[cfg(feature = "server")]
        Command::Serve(options) => serve::run(&options),
        #[cfg(feature = "server")]
        Command::Mcp(options) => serve::mcp(&options),
        #[cfg(not(feature = "server"))]
        Command::Serve(_) | Command::Mcp(_) => Err(Error::usage(
            "this program was built without its server: the feature `server`, or `cargo xtask page --program`",
        )),
        Command::Schema(options) => documents::schemas(&options),
        Command::Completions(options) => documents::completions(&options),
        Command::Man(options) => documents::manual(&options),
        Command::Help(options) => help::run(&options),
    }
}

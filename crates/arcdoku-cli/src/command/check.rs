//! `arcdoku check`.

use arcdoku_service::ask::check::{self, CheckOptions, CheckStyle};
use arcdoku_service::status::{Error, Status};

use crate::cli::Check;
use crate::output;
use crate::terminal::Terminal;

pub(crate) fn run(options: &Check) -> Result<Status, Error> {
    let input = options.input.input()?;
    let mut terminal = Terminal::of(&input, options.quiet);
    let style = CheckStyle { json: options.json, quiet: options.quiet, colored: output::is_colored() };
    let question = CheckOptions {
        minimal: options.minimal,
        because: options.because,
        strategy: options.strategy.strategy(),
        bounds: options.limits.bounds(),
    };
    check::run(&question, style, input, options.jobs.threads(), &mut terminal)
}

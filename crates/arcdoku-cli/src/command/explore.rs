//! `arcdoku minimize`.

use arcdoku_service::ask::minimize::{self, MinimizeOptions};
use arcdoku_service::status::{Error, Status};

use crate::cli::Minimize;
use crate::terminal::Terminal;

pub(crate) fn minimize(options: &Minimize) -> Result<Status, Error> {
    let input = options.input.input()?;
    let mut terminal = Terminal::of(&input, false);
    let question = MinimizeOptions {
        all: options.all,
        most: options.limit,
        seed: options.seed,
        bounds: options.explore.time.bounds(),
    };
    minimize::run(&question, options.explore.format, input, options.explore.jobs.threads(), &mut terminal)
}

//! `arcdoku prove`.

use arcdoku_service::ask::prove::{self, ProveOptions};
use arcdoku_service::status::{Error, Status};

use crate::cli::Prove;
use crate::terminal::Terminal;

pub(crate) fn run(options: &Prove) -> Result<Status, Error> {
    let input = options.input.input()?;
    let arguments = &options.question;
    let mut terminal = Terminal::of(&input, false);
    let question = ProveOptions {
        directory: options.out.clone(),
        most: options.count as usize,
        strategy: options.strategy.strategy(),
        bounds: arguments.limits.bounds(),
    };
    prove::run(&question, arguments.format, input, arguments.jobs.threads(), &mut terminal)
}

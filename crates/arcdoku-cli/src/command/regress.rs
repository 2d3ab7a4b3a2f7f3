//! `arcdoku regress`.

use arcdoku_service::ask::regress::{self, RegressOptions};
use arcdoku_service::status::{Error, Status};

use crate::cli::Regress;
use crate::terminal::Terminal;
use crate::{interrupt, output};

pub(crate) fn run(options: &Regress) -> Result<Status, Error> {
    let input = options.input().input()?;
    let mut terminal = Terminal::of(&input, options.quiet).of_text(true);
    let question =
        RegressOptions { codes: options.codes.clone(), quiet: options.quiet, colored: output::is_colored() };
    regress::run(&question, input, options.jobs.threads(), interrupt::cancel(), &mut terminal)
}

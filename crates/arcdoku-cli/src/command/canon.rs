//! `arcdoku canon`.

use arcdoku_service::ask::canon::{self, CanonOptions};
use arcdoku_service::status::{Error, Status};

use crate::cli::Canon;
use crate::interrupt;
use crate::terminal::Terminal;

pub(crate) fn run(options: &Canon) -> Result<Status, Error> {
    let input = options.input.input()?;
    let mut terminal = Terminal::of(&input, false);
    let question = CanonOptions {
        order: options.order,
        dedupe: options.dedupe,
        key: options.key,
        automorphisms: options.automorphisms,
        symmetry: options.symmetry,
        cancel: interrupt::cancel().clone(),
    };
    canon::run(&question, input, options.jobs.threads(), &mut terminal)
}

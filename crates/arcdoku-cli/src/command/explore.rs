//! `arcdoku minimize`, `arcdoku backdoors` and `arcdoku unavoidable`.

use arcdoku_service::ask::backdoors::{self, BackdoorOptions};
use arcdoku_service::ask::minimize::{self, MinimizeOptions};
use arcdoku_service::ask::unavoidable::{self, UnavoidableOptions};
use arcdoku_service::status::{Error, Status};

use crate::cli::{Backdoors, Minimize, Unavoidable};
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

pub(crate) fn backdoors(options: &Backdoors) -> Result<Status, Error> {
    let input = options.input.input()?;
    let mut terminal = Terminal::of(&input, false);
    let question = BackdoorOptions { singles: options.singles, bounds: options.explore.time.bounds() };
    backdoors::run(&question, options.explore.format, input, options.explore.jobs.threads(), &mut terminal)
}

pub(crate) fn unavoidable(options: &Unavoidable) -> Result<Status, Error> {
    let input = options.input.input()?;
    let mut terminal = Terminal::of(&input, false);
    let question = UnavoidableOptions {
        kind: options.kind,
        size: options.largest as usize,
        bound: options.bound,
        bounds: options.explore.time.bounds(),
        proofs: options.proof.clone(),
    };
    unavoidable::run(&question, options.explore.format, input, options.explore.jobs.threads(), &mut terminal)
}

//! `arcdoku vicinity`.

use arcdoku_service::ask::vicinity::{self, VicinityOptions};
use arcdoku_service::status::{Error, Status};
use arcdoku_service::text::number;

use crate::cli::Vicinity;
use crate::terminal::Terminal;
use crate::{interrupt, output};

pub(crate) fn run(options: &Vicinity) -> Result<Status, Error> {
    let input = options.input.input()?;
    let mut terminal = Terminal::of(&input, options.out.is_some());
    let question = VicinityOptions {
        minus: options.minus,
        plus: options.plus,
        time: options.time.time,
        cancel: interrupt::cancel().clone(),
        out: options.out.clone(),
        resume: options.resume,
    };
    let summary = vicinity::run(&question, input, options.jobs.threads(), &mut terminal)?;
    if options.stats {
        let classes = if summary.classes == 1 { "class" } else { "classes" };
        output::note(&format!("{} {classes}", number(summary.classes.into())));
    }
    Ok(summary.status)
}

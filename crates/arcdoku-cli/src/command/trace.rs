//! `arcdoku trace`.

use arcdoku_service::ask::trace::{self, TraceOptions, TraceStyle};
use arcdoku_service::status::{Error, Status};

use crate::cli::Trace;
use crate::output;
use crate::terminal::{Terminal, write_file};

pub(crate) fn run(options: &Trace) -> Result<Status, Error> {
    let question = TraceOptions {
        unique: options.unique,
        strategy: options.strategy.strategy(),
        steps: options.steps,
        bounds: options.limits.bounds(),
    };
    let style = TraceStyle {
        boards: options.boards,
        candidates: options.candidates,
        json: options.json,
        colored: output::is_colored(),
    };
    let (input, is_drawn) = (options.input.input()?, options.picture.is_some());
    let (status, picture) =
        trace::run(&question, style, input, options.number, is_drawn, &mut Terminal::plain())?;
    if let (Some(path), Some(picture)) = (&options.picture, picture) {
        write_file(path, picture)?;
    }
    Ok(status)
}

//! `arcdoku trace`.

use arcdoku_service::ask::trace::{self, TraceStyle};
use arcdoku_service::cancel::Bounds;
use arcdoku_service::status::{Error, Status};
use arcdoku_service::whole_file::write_whole;
use arcdoku_wire::question::Trace;
use clap::ArgMatches;

use super::question::question;
use crate::cli::{InputArgs, LineFormat, TraceArgs, read};
use crate::terminal::Terminal;
use crate::{interrupt, output};

pub(super) fn run(matches: &ArgMatches) -> Result<Status, Error> {
    let question: Trace = question(matches, |question: &Trace| question.search.check())?;
    let TraceArgs { number, format, picture: path } = read(matches);
    let style = TraceStyle { json: format == LineFormat::Json, colored: output::is_colored() };
    let (input, is_drawn) = (read::<InputArgs>(matches).input()?, path.is_some());
    let bounds = Bounds::of(&question.limits, interrupt::cancel());
    let mut terminal = Terminal::plain().of_text(!style.json);
    let (status, picture) = trace::run(&question, &bounds, style, input, number, is_drawn, &mut terminal)?;
    if let (Some(path), Some(picture)) = (&path, picture) {
        write_whole(path, picture)?;
    }
    Ok(status)
}

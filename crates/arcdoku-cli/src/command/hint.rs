//! `arcdoku hint`.

use arcdoku_service::ask::ReplyFormat;
use arcdoku_service::ask::answer::ReplyStyle;
use arcdoku_service::ask::hint::{self, Helper};
use arcdoku_service::cancel::Bounds;
use arcdoku_service::status::{Error, Status};
use arcdoku_service::whole_file::write_whole;
use arcdoku_wire::question::Hint;
use clap::ArgMatches;

use super::question::answerer;
use crate::cli::{HintArgs, InputArgs, LineFormat, read};
use crate::terminal::Terminal;
use crate::{interrupt, output};

pub(super) fn run(matches: &ArgMatches) -> Result<Status, Error> {
    let make = |question: &Hint| Helper::new(question, Bounds::of(&question.limits, interrupt::cancel()));
    let mut helper = answerer(matches, make)?.with_progress();
    let HintArgs { picture: path, format } = read(matches);
    let format = if format == LineFormat::Json { ReplyFormat::Json } else { ReplyFormat::Text };
    let style = ReplyStyle { format, colored: output::is_colored(), quiet: false };
    let input = read::<InputArgs>(matches).input()?;
    let mut terminal = Terminal::plain().of_text(format == ReplyFormat::Text);
    let status = hint::run(&mut helper, style, input, &mut terminal)?;
    if let (Some(path), Some(picture)) = (&path, helper.picture()) {
        write_whole(path, picture)?;
    }
    Ok(status)
}

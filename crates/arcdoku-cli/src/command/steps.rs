//! `arcdoku steps`.

use arcdoku_service::ask::ReplyFormat;
use arcdoku_service::ask::answer::ReplyStyle;
use arcdoku_service::ask::steps::{self, Lister};
use arcdoku_service::cancel::Bounds;
use arcdoku_service::status::{Error, Status};
use arcdoku_wire::question::Steps;
use clap::ArgMatches;

use super::question::answerer;
use crate::cli::{InputArgs, StepsArgs, read};
use crate::terminal::Terminal;
use crate::{interrupt, output};

pub(super) fn run(matches: &ArgMatches) -> Result<Status, Error> {
    let make = |question: &Steps| Lister::new(question, Bounds::of(&question.limits, interrupt::cancel()));
    let mut lister = answerer(matches, make)?;
    let StepsArgs { format } = read(matches);
    let style = ReplyStyle { format, colored: output::is_colored(), quiet: false };
    let mut terminal = Terminal::plain().of_text(format == ReplyFormat::Text);
    steps::run(&mut lister, style, read::<InputArgs>(matches).input()?, &mut terminal)
}

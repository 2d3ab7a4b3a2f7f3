//! `arcdoku canon`.

use arcdoku_service::ask::answer::ReplyStyle;
use arcdoku_service::ask::canon;
use arcdoku_service::status::{Error, Status};
use clap::ArgMatches;

use super::question::question;
use crate::cli::{InputArgs, RunArgs, read};
use crate::interrupt;
use crate::terminal::Terminal;

pub(super) fn run(matches: &ArgMatches) -> Result<Status, Error> {
    let question = question(matches, |_| Ok(()))?;
    let (input, RunArgs { jobs, format, quiet }) = (read::<InputArgs>(matches).input()?, read(matches));
    let mut terminal = Terminal::of(&input, quiet);
    canon::run(
        &question,
        ReplyStyle { format, colored: false, quiet },
        input,
        jobs.threads(),
        interrupt::cancel(),
        &mut terminal,
    )
}

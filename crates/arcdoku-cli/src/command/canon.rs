//! `arcdoku canon`.

use arcdoku_service::ask::canon;
use arcdoku_service::status::{Error, Status};
use clap::ArgMatches;

use super::question::question;
use crate::cli::{InputArgs, JobArgs, read};
use crate::interrupt;
use crate::terminal::Terminal;

pub(super) fn run(matches: &ArgMatches) -> Result<Status, Error> {
    let question = question(matches, |_| Ok(()))?;
    let (input, threads) = (read::<InputArgs>(matches).input()?, read::<JobArgs>(matches).threads());
    let mut terminal = Terminal::of(&input, false);
    canon::run(&question, input, threads, interrupt::cancel(), &mut terminal)
}

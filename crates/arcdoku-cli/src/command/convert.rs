//! `arcdoku convert`.

use arcdoku_service::ask::convert;
use arcdoku_service::status::{Error, Status};
use clap::ArgMatches;

use super::question::question;
use crate::cli::{InputArgs, read};
use crate::interrupt;
use crate::terminal::Terminal;

pub(super) fn run(matches: &ArgMatches) -> Result<Status, Error> {
    let question = question(matches, |_| Ok(()))?;
    let input = read::<InputArgs>(matches).input()?;
    let mut terminal = Terminal::of(&input, false);
    convert::run(&question, input, interrupt::cancel(), &mut terminal)
}

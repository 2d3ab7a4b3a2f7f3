//! `arcdoku vicinity`.

use arcdoku_service::ask::vicinity;
use arcdoku_service::status::{Error, Status};
use arcdoku_service::text::number;
use clap::ArgMatches;

use super::question::question;
use crate::cli::{InputArgs, VicinityArgs, read};
use crate::terminal::Terminal;
use crate::{interrupt, output};

pub(super) fn run(matches: &ArgMatches) -> Result<Status, Error> {
    let question = question(matches, |_| Ok(()))?;
    let VicinityArgs { jobs, file, stats } = read(matches);
    let (input, file) = (read::<InputArgs>(matches).input()?, file.file());
    let mut terminal = Terminal::of(&input, file.is_some());
    let (threads, cancel) = (jobs.threads(), interrupt::cancel());
    let summary = vicinity::run(&question, file.as_ref(), input, threads, cancel, &mut terminal)?;
    if stats {
        let classes = if summary.classes == 1 { "class" } else { "classes" };
        output::note(&format!("{} {classes}", number(summary.classes.into())));
    }
    Ok(summary.status)
}

//! `arcdoku scan`.

use arcdoku_service::ask::scan;
use arcdoku_service::status::{Error, Status};
use clap::ArgMatches;

use super::question::question;
use crate::cli::{ScanArgs, read};
use crate::interrupt;
use crate::terminal::Terminal;

pub(super) fn run(matches: &ArgMatches) -> Result<Status, Error> {
    let question = question(matches, |_| Ok(()))?;
    let ScanArgs { images, jobs, format, explain } = read(matches);
    if explain.is_some() && images.len() > 1 {
        return Err(Error::usage("--explain: expected a single photo"));
    }
    let (explain, cancel) = (explain.as_deref(), interrupt::cancel());
    scan::run(&question, format, images, explain, jobs.threads(), cancel, &mut Terminal::plain())
}

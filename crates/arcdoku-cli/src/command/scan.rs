//! `arcdoku scan`.

use arcdoku_service::ask::scan;
use arcdoku_service::status::{Error, Status};
use arcdoku_service::whole_file::write_whole;
use clap::ArgMatches;

use super::question::question;
use crate::cli::{ScanArgs, read};
use crate::interrupt;
use crate::terminal::Terminal;

pub(super) fn run(matches: &ArgMatches) -> Result<Status, Error> {
    let question = question(matches, |_| Ok(()))?;
    let ScanArgs { images, jobs, format, explain } = read(matches);
    if let Some(out) = explain {
        let [image] = images.as_slice() else {
            return Err(Error::usage("--explain: expected a single photo"));
        };
        let picture = scan::explain(&question, image);
        let picture = picture.map_err(|error| Error::unreadable(format!("{}: {error}", image.display())))?;
        write_whole(&out, picture)?;
    }
    scan::run(&question, format, images, jobs.threads(), interrupt::cancel(), &mut Terminal::plain())
}

//! `arcdoku sheet`.

use arcdoku_service::ask::sheet::{self, SheetFormat};
use arcdoku_service::status::{Error, Status};
use arcdoku_service::whole_file::write_whole;
use clap::ArgMatches;

use super::question::question;
use crate::cli::{InputArgs, SheetArgs, read};
use crate::interrupt;
use crate::terminal::Terminal;

pub(super) fn run(matches: &ArgMatches) -> Result<Status, Error> {
    let question = question(matches, |_| Ok(()))?;
    let SheetArgs { out } = read(matches);
    let format = SheetFormat::of_name(&out.to_string_lossy()).ok_or_else(|| {
        let shown = out.display();
        Error::usage(format!("--out {shown}: expected a file that ends in .pdf, .html or .svg"))
    })?;
    let input = read::<InputArgs>(matches).input()?;
    let mut terminal = Terminal::of(&input, false);
    let (document, status) = sheet::run(&question, format, input, interrupt::cancel(), &mut terminal)?;
    if status != Status::Interrupted {
        write_whole(&out, document)?;
    }
    Ok(status)
}

//! `arcdoku compare`.

use std::io::IsTerminal as _;

use arcdoku_service::ask::compare;
use arcdoku_service::cancel::Bounds;
use arcdoku_service::draw::plot;
use arcdoku_service::output::Output as _;
use arcdoku_service::status::{Error, Status};
use clap::ArgMatches;

use super::plots;
use super::question::question;
use crate::cli::{CompareArgs, InputArgs, TableFormat, read};
use crate::progress::Total;
use crate::terminal::Terminal;
use crate::{interrupt, output};

pub(super) fn run(matches: &ArgMatches) -> Result<Status, Error> {
    let CompareArgs { jobs, plot: paths, format, .. } = read(matches);
    let plots: Vec<_> = paths.iter().map(|path| plots::target(path)).collect::<Result<_, _>>()?;
    let question = question(matches, |_| Ok(()))?;
    let cancel = interrupt::cancel();
    let input = read::<InputArgs>(matches).input()?;
    let (items, mut status) = compare::read(input, cancel, &mut Terminal::plain())?;
    if items.is_empty() {
        return Ok(status);
    }
    let total = Total::Steps(items.len() as u64);
    let mut terminal =
        Terminal::new(total, !std::io::stderr().is_terminal()).of_text(format == TableFormat::Text);
    let (report, end) = compare::run(&question, Bounds::only(cancel), items, jobs, &mut terminal)?;
    status.note(end);
    for target in plots {
        target.write(|format| plot(&report, format))?;
    }
    if format == TableFormat::Json {
        let text = serde_json::to_string_pretty(&report).map_err(|error| Error::output(error.to_string()))?;
        terminal.write(&(text + "\n"))?;
    } else {
        terminal.write(&compare::table(&report, format == TableFormat::Csv, output::is_colored()))?;
    }
    terminal.flush()?;
    for line in &report.disagreements {
        terminal.error(line);
    }
    Ok(status)
}

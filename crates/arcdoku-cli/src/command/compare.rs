//! `arcdoku compare`.

use std::io::IsTerminal as _;

use arcdoku_service::ask::compare::{self, CompareOptions};
use arcdoku_service::cancel::Bounds;
use arcdoku_service::draw::plot;
use arcdoku_service::output::Output as _;
use arcdoku_service::status::{Error, Status};

use super::plots;
use crate::cli::Compare;
use crate::progress::Total;
use crate::terminal::Terminal;
use crate::{interrupt, output};

pub(crate) fn run(options: &Compare) -> Result<Status, Error> {
    let plots: Vec<_> = options.plot.iter().map(|path| plots::target(path)).collect::<Result<_, _>>()?;
    let cancel = interrupt::cancel();
    let bounds = Bounds { nodes: options.nodes, time: options.time, ..Bounds::only(cancel) };
    let question = CompareOptions::new(options.strategies.as_deref(), options.seed, bounds)?;
    let question = CompareOptions { unique: options.unique, ..question };
    let (items, mut status) = compare::read(options.input.input()?, cancel, &mut Terminal::plain())?;
    if items.is_empty() {
        return Ok(status);
    }
    let total = Total::Steps(items.len() as u64);
    let mut terminal = Terminal::new(total, !std::io::stderr().is_terminal());
    let (report, end) = compare::run(&question, items, options.jobs.get(), &mut terminal)?;
    status.note(end);
    for target in plots {
        target.write(|format| plot(&report, format))?;
    }
    if options.json {
        let text = serde_json::to_string_pretty(&report).map_err(|error| Error::output(error.to_string()))?;
        terminal.write(&(text + "\n"))?;
    } else {
        terminal.write(&compare::table(&report, options.csv, output::is_colored()))?;
    }
    terminal.flush()?;
    for line in &report.disagreements {
        terminal.error(line);
    }
    Ok(status)
}

//! `arcdoku label`.

use std::path::{Path, PathBuf};

use arcdoku_service::ask::label::{self, check};
use arcdoku_service::cancel::Bounds;
use arcdoku_service::status::{Error, Status};
use arcdoku_service::whole_file::write_whole;
use clap::ArgMatches;

use super::plots;
use super::question::question;
use crate::cli::{InputArgs, LabelArgs, read};
use crate::interrupt;
use crate::terminal::Terminal;

pub(super) fn run(matches: &ArgMatches) -> Result<Status, Error> {
    let LabelArgs { format, plot, picture, to } = read(matches);
    if let Some(path) = &plot {
        plots::target(path)?;
    }
    let question = question(matches, check)?;
    let bounds = Bounds::of(&question.limits, interrupt::cancel());
    let input = read::<InputArgs>(matches).input()?;
    let mut terminal = Terminal::of(&input, false);
    if let Some(format) = to {
        return label::convert(&question, &bounds, format, input, &mut terminal);
    }
    let (mut plotted, mut drawn) = (0, 0);
    label::run(&question, &bounds, format, input, &mut terminal, &mut |problem, reply| {
        if let (Some(path), Some(course)) = (&plot, label::course(reply)) {
            plotted += 1;
            plots::target(&numbered(path, plotted))?.write(|format| course.plot(format))?;
        }
        if let (Some(path), Some(svg)) = (&picture, label::picture(problem, reply)) {
            drawn += 1;
            write_whole(&numbered(path, drawn), svg)?;
        }
        Ok(())
    })
}

/// The name of the file for the n-th drawing: `a.svg`, `a-2.svg`.
fn numbered(path: &Path, number: u64) -> PathBuf {
    if number == 1 {
        return path.to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let end = path.extension().map_or_else(String::new, |end| format!(".{}", end.to_string_lossy()));
    path.with_file_name(format!("{stem}-{number}{end}"))
}

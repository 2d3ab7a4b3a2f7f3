//! `arcdoku label`.

use std::path::{Path, PathBuf};

use arcdoku_service::ask::label::{self, LabelOptions};
use arcdoku_service::status::{Error, Status};

use super::plots;
use crate::cli::Label;
use crate::terminal::{Terminal, write_file};

pub(crate) fn run(options: &Label) -> Result<Status, Error> {
    if let Some(path) = &options.plot {
        plots::target(path)?;
    }
    let (semiring, k) = options.semiring;
    let question = LabelOptions {
        semiring,
        k,
        method: options.method,
        marginals: options.marginals,
        why: options.why,
        memory: options.memory,
        width: options.width as usize,
        samples: options.samples,
        seed: options.seed,
        form: options.form,
        scores: options.scores,
        bounds: options.limits.bounds(),
    };
    question.check().map_err(Error::usage)?;
    let input = options.input.input()?;
    let mut terminal = Terminal::of(&input, false);
    if let Some(format) = options.to {
        return label::convert(&question, format, input, &mut terminal);
    }
    let (mut plotted, mut drawn) = (0, 0);
    label::run(&question, options.format, input, &mut terminal, &mut |problem, reply| {
        if let (Some(path), Some(course)) = (&options.plot, label::course(reply)) {
            plotted += 1;
            plots::target(&numbered(path, plotted))?.write(|format| course.plot(format))?;
        }
        if let (Some(path), Some(svg)) = (&options.picture, label::picture(problem, reply)) {
            drawn += 1;
            write_file(&numbered(path, drawn), svg)?;
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

//! `arcdoku rate`.

use arcdoku::rate::Form;
use arcdoku_service::ask::rate::{self, RateOptions, RateStyle, RatingsFile, Tally};
use arcdoku_service::cancel::Bounds;
use arcdoku_service::draw::Spread;
use arcdoku_service::status::{Error, Status};
use arcdoku_service::text::{number, plural, time};

use super::plots;
use crate::cli::Rate;
use crate::terminal::Terminal;
use crate::{interrupt, output};

pub(crate) fn run(options: &Rate) -> Result<Status, Error> {
    let plot = options.plot.as_deref().map(plots::target).transpose()?;
    let scale = options.scale()?;
    let (format, filter) = (options.format()?, options.filter(&scale)?);
    let input = options.input.input()?;
    let bounds = Bounds { time: options.time, ..Bounds::only(interrupt::cancel()) };
    let question =
        RateOptions { scale, techniques: options.techniques.options(&options.scale), filter, bounds };
    let style = RateStyle {
        format,
        ep: options.ep,
        ed: options.ed,
        quiet: options.quiet,
        spread: plot.is_some(),
        colored: output::is_colored(),
    };
    let mut terminal = Terminal::of(&input, options.quiet || options.out.is_some());
    let threads = options.jobs.threads();
    let summary = match &options.out {
        Some(path) => {
            let signature = &options.signature(format);
            let file = RatingsFile { path, resume: options.resume, signature };
            rate::run_into(file, &question, style, input, threads, &mut terminal)?
        }
        None => rate::run(&question, style, input, threads, &mut terminal)?,
    };
    let (scale, form) = (&question.scale, question.scale.form());
    if let Some(target) = plot {
        let mut spread = Spread::new(scale.name(), form);
        summary.spread.iter().for_each(|&(clues, rating)| spread.add(clues, rating));
        target.write(|format| spread.plot(format))?;
    }
    if options.stats {
        summarize(&terminal, &summary.tally, form);
    }
    Ok(summary.status)
}

fn summarize(terminal: &Terminal, tally: &Tally, form: Form) {
    let (puzzles, elapsed) = terminal.sum();
    let rate = puzzles as f64 / elapsed.as_secs_f64().max(1e-9);
    let (puzzles, time) = (plural(puzzles.into(), "puzzle"), time(elapsed.as_micros() as f64));
    output::note(&format!("{puzzles} in {time} ({}/s): {}", number(rate as u128), tally.text(form)));
}

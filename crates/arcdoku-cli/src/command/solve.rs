//! `arcdoku solve`.

use std::io::IsTerminal as _;

use arcdoku::solve::Method;
use arcdoku_service::ask::solve::{self, SolveFormat, SolveStyle, strategy_text};
use arcdoku_service::cancel::Bounds;
use arcdoku_service::status::{Error, Status};
use arcdoku_service::text::{number, plural, time};
use arcdoku_wire::question::Solve;
use clap::ArgMatches;

use super::question::question;
use crate::cli::{InputArgs, SolveArgs, read};
use crate::terminal::Terminal;
use crate::{interrupt, output, tier};

pub(super) fn run(matches: &ArgMatches) -> Result<Status, Error> {
    let question: Solve = question(matches, Solve::check)?;
    let (arguments, SolveArgs { jobs, format, stats, quiet }) = (read::<InputArgs>(matches), read(matches));
    hint(&question, &arguments)?;
    let input = arguments.input()?;
    let default = SolveStyle::of(&input, std::io::stdout().is_terminal());
    let style = SolveStyle {
        format: format.unwrap_or(default.format),
        grid_if_alone: default.grid_if_alone && format.is_none(),
        stats,
        colored: output::is_colored(),
        quiet,
    };
    let mut terminal = Terminal::of(&input, quiet).of_text(style.format == SolveFormat::Grid);
    let bounds = Bounds::of(&question.limits, interrupt::cancel());
    let summary = solve::run(&question, bounds, style, input, jobs.threads(), &mut terminal)?;
    if stats {
        summarize(&terminal, &summary.methods);
    }
    Ok(summary.status)
}

/// Prints a summary: `95 puzzles in 0.21 s (452/s), fast9 (avx512)`.
fn summarize(terminal: &Terminal, methods: &[Method]) {
    let (puzzles, elapsed) = terminal.sum();
    let rate = puzzles as f64 / elapsed.as_secs_f64().max(1e-9);
    let methods: Vec<String> = methods.iter().map(method_text).collect();
    let methods = if methods.is_empty() { String::new() } else { format!(", {}", methods.join(" and ")) };
    output::note(&format!(
        "{} in {} ({}/s){methods}",
        plural(puzzles.into(), "puzzle"),
        time(elapsed.as_secs_f64() * 1e6),
        number(rate as u128)
    ));
}

fn method_text(method: &Method) -> String {
    match method {
        Method::Search(strategy) => format!("strategy {}", strategy_text(strategy)),
        _ => format!("{method} ({})", tier::used()),
    }
}

/// Reports `--count 5`, which would read a file named 5, as an error for `--count=5`.
fn hint(question: &Solve, arguments: &InputArgs) -> Result<(), Error> {
    match arguments.inputs.first() {
        Some(first)
            if question.count.is_some()
                && first.parse::<u64>().is_ok_and(|number| number < 1_000_000)
                && !std::path::Path::new(first).exists() =>
        {
            Err(Error::usage(format!(
                "found {first:?} as a puzzle; to count at most that many, write --count={first}"
            )))
        }
        _ => Ok(()),
    }
}

//! `arcdoku solve`.

use std::io::IsTerminal as _;

use arcdoku::solve::Method;
use arcdoku_service::ask::solve::{self, Ask, SolveOptions, SolveStyle, strategy_text};
use arcdoku_service::status::{Error, Status};
use arcdoku_service::text::{number, plural, time};

use crate::cli::Solve;
use crate::output;
use crate::terminal::Terminal;
use crate::tier;

pub(crate) fn run(options: &Solve) -> Result<Status, Error> {
    hint(options)?;
    let input = options.input.input()?;
    let ask = match options.count {
        _ if options.first => Ask::First,
        Some(most) => Ask::Count(most.0),
        None if options.all => Ask::All,
        None => Ask::Unique,
    };
    let default = SolveStyle::of(&input, std::io::stdout().is_terminal());
    let style = SolveStyle {
        format: options.format.unwrap_or(default.format),
        grid_if_alone: default.grid_if_alone && options.format.is_none(),
        stats: options.stats,
        colored: output::is_colored(),
        quiet: options.quiet,
    };
    let mut terminal = Terminal::of(&input, options.quiet);
    let question = SolveOptions {
        ask,
        because: options.because,
        strategy: options.strategy.strategy(),
        bounds: options.limits.bounds(),
        proofs: options.proof.clone(),
    };
    let summary = solve::run(&question, style, input, options.jobs.threads(), &mut terminal)?;
    if options.stats {
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

/// Reports `--count 5`, which would read a file named 5, as a mistake for `--count=5`.
fn hint(options: &Solve) -> Result<(), Error> {
    match options.input.inputs.first() {
        Some(first)
            if options.count.is_some()
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

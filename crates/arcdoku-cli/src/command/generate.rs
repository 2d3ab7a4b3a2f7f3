//! `arcdoku generate`.

use std::fmt::Write as _;
use std::io::IsTerminal as _;

use arcdoku_service::ask::generate::{self, GenerateSummary};
use arcdoku_service::status::{Error, Status};
use arcdoku_service::text::{number, plural, time};

use crate::cli::Generate;
use crate::output;
use crate::progress::Total;
use crate::terminal::Terminal;

pub(crate) fn run(options: &Generate) -> Result<Status, Error> {
    let question = options.question(output::is_colored())?;
    let quietly = options.out.is_none() && std::io::stdout().is_terminal();
    let mut terminal = Terminal::new(Total::Steps(options.count), quietly);
    let summary = generate::run(&question, options.jobs.threads(), &mut terminal)?;
    if options.stats {
        summarize(&terminal, &summary);
    }
    Ok(summary.status)
}

/// Prints a summary: `1,000 rows in 0.05 s (20,000/s); 3 left out as repeated`.
fn summarize(terminal: &Terminal, summary: &GenerateSummary) {
    let (rows, elapsed) = terminal.sum();
    let rate = rows as f64 / elapsed.as_secs_f64().max(1e-9);
    let elapsed = time(elapsed.as_micros() as f64);
    let rate = if rate < 10.0 { format!("{rate:.1}") } else { number(rate as u128) };
    let mut text = format!("{} in {elapsed} ({rate}/s)", plural(rows.into(), "row"));
    if summary.left_out > 0 {
        // Writing to a string cannot fail.
        let _ = write!(text, "; {} left out as repeated", number(summary.left_out.into()));
    }
    output::note(&text);
}

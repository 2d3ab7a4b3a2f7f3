//! `arcdoku generate`.

use std::fmt::Write as _;
use std::io::IsTerminal as _;
use std::path::Path;

use arcdoku_service::ask::generate::{self, GenerateSummary, SetFile, SetFormat, SetStyle};
use arcdoku_service::cancel::Bounds;
use arcdoku_service::status::{Error, Status};
use arcdoku_service::text::{number, plural, time};
use arcdoku_wire::question::Generate;
use clap::ArgMatches;

use super::question::question;
use crate::cli::{GenerateArgs, read};
use crate::progress::Total;
use crate::terminal::Terminal;
use crate::{interrupt, output};

pub(super) fn run(matches: &ArgMatches) -> Result<Status, Error> {
    let question = question(matches, Generate::check)?;
    let GenerateArgs { jobs, format, file, split, stats } = read(matches);
    let out = file.file().map(|file| SetFile { file, split });
    let format = match &out {
        Some(out) => format_of_file(format, &out.file.path)?,
        None => format.unwrap_or_else(|| usual_format(&question)),
    };
    let quietly = out.is_none() && std::io::stdout().is_terminal();
    let style = SetStyle { format, colored: output::is_colored(), out };
    let mut terminal =
        Terminal::new(Total::Steps(question.count), quietly).of_text(format == SetFormat::Grid);
    let bounds = Bounds::only(interrupt::cancel());
    let summary = generate::run(&question, &style, bounds, jobs.threads(), &mut terminal)?;
    if stats {
        summarize(&terminal, &summary);
    }
    Ok(summary.status)
}

/// The default format on standard output.
fn usual_format(Generate { count, request, columns, .. }: &Generate) -> SetFormat {
    let has_rules = !request.rules.0.is_empty() || request.cages.is_some() || !request.draw.0.is_empty();
    if *count == 1 && columns.rate.is_empty() && !columns.key && std::io::stdout().is_terminal() {
        SetFormat::Grid
    } else if has_rules {
        SetFormat::Jsonl
    } else {
        SetFormat::Line
    }
}

/// The format of a file.
fn format_of_file(format: Option<SetFormat>, path: &Path) -> Result<SetFormat, Error> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let named = match ending.to_ascii_lowercase().as_str() {
        "csv" => SetFormat::Csv,
        "tsv" => SetFormat::Tsv,
        "jsonl" | "json" | "ndjson" => SetFormat::Jsonl,
        _ => SetFormat::Line,
    };
    match format {
        Some(SetFormat::Grid) => {
            Err(Error::usage("--out: the format grid has no rows; expected line, csv, tsv or jsonl"))
        }
        format => Ok(format.unwrap_or(named)),
    }
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

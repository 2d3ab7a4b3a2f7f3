//! `arcdoku rate`.

use arcdoku::Choice as _;
use arcdoku::rate::Form;
use arcdoku_service::ask::ReplyFormat;
use arcdoku_service::ask::rate::{self, Judge, RateStyle, RatingsFile, Tally, no_part};
use arcdoku_service::cancel::Bounds;
use arcdoku_service::draw::Spread;
use arcdoku_service::resumable::{NO_HASH, hash_after};
use arcdoku_service::status::{Error, Status};
use arcdoku_service::text::{number, plural, time};
use arcdoku_wire::question::{LimitOptions, OptionPart as _, Question as _, Rate};
use clap::ArgMatches;
use serde_json::{Map, Value};

use super::plots;
use super::question::{answerer_of, options};
use crate::cli::{InputArgs, RateArgs, flag, read};
use crate::terminal::Terminal;
use crate::{interrupt, output};

pub(super) fn run(matches: &ArgMatches) -> Result<Status, Error> {
    let arguments: RateArgs = read(matches);
    let plot = arguments.plot.as_deref().map(plots::target).transpose()?;
    let given = options(&Rate::ROW, matches)?;
    let judge = answerer_of(&given, |question: &Rate| {
        let judge = Judge::new(question, Bounds::of(&question.limits, interrupt::cancel()))?;
        let parts = [("ep", arguments.ep), ("ed", arguments.ed)];
        let is_absent = judge.scale().form() != Form::Explainer;
        match parts.iter().find(|(_, is_wanted)| *is_wanted && is_absent) {
            Some((part, _)) => Err(no_part(part, question.scale.name())),
            None => Ok(judge),
        }
    })?;
    let (scale, form) = (judge.scale(), judge.scale().form());
    let format = arguments.format()?;
    let input = read::<InputArgs>(matches).input()?;
    let style = RateStyle {
        format,
        ep: arguments.ep,
        ed: arguments.ed,
        quiet: arguments.quiet,
        spread: plot.is_some(),
        colored: output::is_colored(),
    };
    let silent = arguments.quiet || arguments.out.is_some();
    let mut terminal = Terminal::of(&input, silent).of_text(format == ReplyFormat::Text);
    let threads = arguments.jobs.threads();
    let summary = match &arguments.out {
        Some(path) => {
            let signature = &signature(&given, format);
            let file = RatingsFile { path, resume: arguments.resume, signature };
            rate::run_into(file, &judge, style, input, threads, &mut terminal)?
        }
        None => rate::run(&judge, style, input, threads, &mut terminal)?,
    };
    if let Some(target) = plot {
        let mut spread = Spread::new(scale.name(), form);
        summary.spread.iter().for_each(|&(clues, rating)| spread.add(clues, rating));
        target.write(|format| spread.plot(format))?;
    }
    if arguments.stats {
        summarize(&terminal, &summary.tally, form);
    }
    Ok(summary.status)
}

/// All options that determine the lines. Another run with the same signature writes the same lines.
fn signature(given: &Map<String, Value>, format: ReplyFormat) -> String {
    let is_limit = |name: &str| LimitOptions::ROWS.iter().any(|limit| limit.name == name);
    let mut words = Vec::new();
    for row in Rate::ROW.options().filter(|row| !is_limit(row.name)) {
        let flag = format!("--{}", flag(row.name));
        match given.get(row.name) {
            Some(Value::Bool(true)) => words.push(flag),
            Some(Value::String(text)) => words.push(format!("{flag} {text}")),
            Some(Value::Array(texts)) => {
                words.extend(texts.iter().filter_map(Value::as_str).map(|text| format!("{flag} {text}")));
            }
            // A scale from a file. Its content is part of the signature.
            Some(Value::Object(table)) => {
                let text = |name: &str| table.get(name).and_then(Value::as_str).unwrap_or_default();
                let hash = hash_after(NO_HASH, text("table").bytes());
                words.push(format!("{flag} {} ({hash:016x})", text("name")));
            }
            _ => {}
        }
    }
    words.insert(1, format!("--format {}", format.name()));
    words.join(" ")
}

fn summarize(terminal: &Terminal, tally: &Tally, form: Form) {
    let (puzzles, elapsed) = terminal.sum();
    let rate = puzzles as f64 / elapsed.as_secs_f64().max(1e-9);
    let (puzzles, time) = (plural(puzzles.into(), "puzzle"), time(elapsed.as_micros() as f64));
    output::note(&format!("{puzzles} in {time} ({}/s): {}", number(rate as u128), tally.text(form)));
}

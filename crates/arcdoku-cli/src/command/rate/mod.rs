//! `arcdoku rate`: how hard are puzzles for a person?

mod judge;
mod ledger;

use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;

use anyhow::Context as _;
use arcdoku::puzzle::Limit;
use arcdoku::rate::{Form, Level, Rating};

use self::judge::{Judge, Verdict};
use self::ledger::{Earlier, Ledger};
use super::human;
use crate::cli::{Filter, Rate, RateFormat};
use crate::input::{Entry, Reading};
use crate::interrupt;
use crate::output::spread::Spread;
use crate::output::{self, Out, error_line, note, number, plot, plural};
use crate::pipeline::{self, Batch, Run};
use crate::progress::Progress;
use crate::status::Status;

/// At most so many puzzles a batch: some take a second, and a batch is written as a whole.
const MOST: usize = 32;

/// What a batch gave.
#[derive(Default)]
struct Report {
    out: String,
    errors: Vec<String>,
    status: Status,
    tally: Tally,
    /// Clues and ratings, where they are plotted.
    spread: Vec<(usize, Rating)>,
    /// The number of the last puzzle that is done.
    through: u64,
    cut: bool,
}

/// How many puzzles had which rating.
#[derive(Clone, Copy, Default)]
struct Tally {
    /// By level, or by the whole number of ER.
    bands: [u64; 21],
    /// Outside of the filter.
    outside: u64,
    gave_up: u64,
}

impl Tally {
    fn add(&mut self, other: &Self) {
        self.bands.iter_mut().zip(other.bands).for_each(|(sum, count)| *sum += count);
        self.outside += other.outside;
        self.gave_up += other.gave_up;
    }
}

/// How ratings are shown.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "choices that are independent of each other")]
struct Style {
    format: RateFormat,
    ep: bool,
    ed: bool,
    quiet: bool,
    colored: bool,
    filter: Filter,
}

pub(crate) fn run(options: &Rate) -> anyhow::Result<Status> {
    if let Some(path) = &options.plot {
        plot::check(path)?;
    }
    let scale = Arc::new(options.scale()?);
    let mut spread = options.plot.as_ref().map(|_| Spread::new(scale.name(), scale.form()));
    let (format, filter) = (options.format()?, options.filter(&scale)?);
    let plan = Arc::new(options.input.plan()?);
    let entries = options.input.entries(&plan)?;
    let (mut ledger, earlier) = match &options.out {
        None => (None, None),
        Some(path) => {
            let wanted = ledger::Wanted {
                format,
                form: scale.form(),
                filtered: filter.is_set(),
                signature: options.signature(format),
            };
            let (ledger, earlier) = Ledger::open(path, options.resume, wanted)?;
            (Some(ledger), earlier)
        }
    };
    let silent = options.quiet || ledger.is_some();
    let mut progress = Progress::of_batch(entries.iter().map(Entry::size).sum(), silent);
    let style = Style {
        format,
        ep: options.ep,
        ed: options.ed,
        quiet: options.quiet,
        colored: output::is_colored(),
        filter,
    };
    let (limits, techniques, form) = (options.limits(), options.techniques.options(), scale.form());
    let worker = move || {
        let mut judge = Judge::new(&scale, techniques, filter, limits);
        move |batch: Batch| report(&mut judge, batch, style)
    };
    let (mut status, mut tally) = (Status::Fine, Tally::default());
    let write = |out: &mut Out, progress: &mut Progress, report: Report| {
        for line in &report.errors {
            progress.line(line);
        }
        status.note(report.status);
        tally.add(&report.tally);
        if let Some(spread) = &mut spread {
            report.spread.iter().for_each(|&(clues, rating)| spread.add(clues, rating));
        }
        match &mut ledger {
            Some(ledger) => ledger.write(&report.out, report.through)?,
            None => out.write_all(report.out.as_bytes())?,
        }
        Ok(if report.cut { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    };
    let mut work = Run { most: MOST, ..Run::new(entries, plan, options.jobs.threads()) };
    work.before = earlier.as_ref().map(Earlier::before);
    pipeline::run(work, worker, &mut progress, &mut output::stdout(), write)?;
    if let Some(ledger) = ledger {
        ledger.finish(earlier.as_ref(), !interrupt::asked())?;
    }
    if let (Some(path), Some(spread)) = (&options.plot, &spread) {
        spread.draw(path).with_context(|| path.display().to_string())?;
    }
    if options.stats {
        summary(&progress, &tally, form);
    }
    if interrupt::asked() {
        status.note(Status::Interrupted);
    }
    Ok(status)
}

fn report(judge: &mut Judge, batch: Batch, style: Style) -> Report {
    let mut report = Report::default();
    for (number, reading) in batch.readings() {
        let verdict = match &reading {
            Ok(item) => judge.verdict(item),
            Err(rejected) => {
                report.errors.push(error_line(&rejected.message()));
                Verdict::Malformed(rejected.fault.clone())
            }
        };
        if matches!(verdict, Verdict::Stopped(Limit::Cancelled)) {
            report.cut = true;
            break;
        }
        report.through = number;
        report.note(&verdict);
        if let (Ok(item), Verdict::Rated(rated)) = (&reading, &verdict)
            && rated.has_rating()
        {
            report.spread.push((item.record.puzzle.clues(), rated.rating));
        }
        let whole = reading.as_ref().is_err_and(|rejected| rejected.whole);
        let rated = matches!(&verdict, Verdict::Rated(rated) if rated.has_rating());
        if style.filter.is_set() && !rated {
            let conflict = matches!(verdict, Verdict::None(Some(_)));
            if let (Ok(item), Some(remark), false) = (&reading, verdict.remark(), conflict) {
                let at = format!("{}:{}", item.source, item.line());
                report.errors.push(error_line(&format!("{at}: {remark}")));
            }
            continue;
        }
        if !style.quiet && !whole {
            show(judge, style, number, &reading, verdict, &mut report.out);
        }
    }
    report
}

/// Appends what is said of a puzzle.
fn show(judge: &Judge, style: Style, number: u64, reading: &Reading, verdict: Verdict, out: &mut String) {
    match (style.format, reading) {
        (RateFormat::Json, _) => {
            let reply = judge.reply(number, reading, verdict);
            if let Ok(line) = serde_json::to_string(&reply) {
                out.push_str(&line);
                out.push('\n');
            }
        }
        (RateFormat::Tsv, Ok(item)) => {
            out.push_str(&human::state_text(&item.record));
            out.push('\t');
            judge.columns(&verdict, out);
            out.push('\n');
        }
        (RateFormat::Text, Ok(item)) => {
            // A string takes everything.
            let _ = writeln!(out, "{}:{}  {}", item.source, item.line(), verdict.line(style));
        }
        // Standard error has it.
        (_, Err(_)) => {}
    }
}

impl Report {
    fn note(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Rated(rated) if rated.is_solved() => {
                let band = match rated.rating {
                    Rating::Score { level, .. } => level as usize,
                    Rating::Explainer(rating) => usize::from(rating.er.0) / 10,
                };
                self.tally.bands[band.min(20)] += 1;
            }
            Verdict::Outside => self.tally.outside += 1,
            Verdict::Rated(_) | Verdict::Several | Verdict::Mistaken | Verdict::None(None) => {
                self.status.note(Status::Not);
            }
            Verdict::Unfit(fault) => {
                self.errors.push(error_line(&fault.to_string()));
                self.status.note(Status::Not);
            }
            Verdict::None(Some(conflict)) => {
                self.errors.push(error_line(&conflict.to_string()));
                self.status.note(Status::Malformed);
            }
            Verdict::Malformed(_) => self.status.note(Status::Malformed),
            Verdict::Stopped(_) => {
                self.tally.gave_up += 1;
                self.status.note(Status::Limit);
            }
        }
    }
}

fn summary(progress: &Progress, tally: &Tally, form: Form) {
    let (puzzles, elapsed) = progress.sum();
    let rate = puzzles as f64 / elapsed.as_secs_f64().max(1e-9);
    let time = output::time(elapsed.as_micros() as f64);
    let name = |band: usize| match form {
        Form::Score => Level::ALL.get(band).map_or(String::new(), ToString::to_string),
        Form::Explainer => format!("ER {band}"),
    };
    let bands = (0..).zip(tally.bands).map(|(band, count)| (count, name(band)));
    let others = [(tally.outside, "outside".to_owned()), (tally.gave_up, "gave up".to_owned())];
    let counts = bands.chain(others).filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts.map(|(count, of)| format!("{} {of}", number(count.into()))).collect();
    let puzzles = plural(puzzles.into(), "puzzle");
    note(&format!("{puzzles} in {time} ({}/s): {}", number(rate as u128), counts.join(", ")));
}

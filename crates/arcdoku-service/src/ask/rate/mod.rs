//! The difficulty of puzzles for a person.

mod filter;
mod judge;
mod log;

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use arcdoku::puzzle::Limit;
use arcdoku::rate::{Form, Level, Rating};

pub(super) use self::filter::hardness;
pub use self::filter::no_part;
pub use self::judge::Judge;
use self::judge::{RatedPath, Verdict};
use self::log::{RatingsLog, Wanted};
use arcdoku_wire::RateOutcome;

use super::{ReplyFormat, state};
use crate::input::{Input, Reading};
use crate::output::Output;
use crate::report::{Report, is_whole};
use crate::status::{Error, Status};
use crate::stream::{self, Batch, Stream};
use crate::text::{json_line, number};

/// The maximum number of puzzles in a batch. It is small because some puzzles take a second, and a batch is written
/// as a whole.
const MOST: usize = 32;

/// How ratings are written.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "choices that are independent of each other")]
pub struct RateStyle {
    /// The format.
    pub format: ReplyFormat,
    /// Whether text lines show EP.
    pub ep: bool,
    /// Whether text lines show ED.
    pub ed: bool,
    /// Whether to write no ratings.
    pub quiet: bool,
    /// Whether to keep clue counts and ratings for a plot.
    pub spread: bool,
    /// Whether to use colors.
    pub colored: bool,
}

/// The result of a batch.
#[derive(Default)]
struct RateReport {
    report: Report,
    tally: Tally,
    /// Clues and ratings.
    spread: Vec<(usize, Rating)>,
    /// The number of the last finished puzzle, and the hash of all finished puzzles.
    through: u64,
    hash: u64,
}

/// The number of puzzles by rating.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// By level, or by the integer part of ER.
    bands: [u64; 21],
    /// Outside the filter.
    outside: u64,
    /// Puzzles with rules, which have their own scale.
    ruled: u64,
    gave_up: u64,
}

impl Tally {
    fn add(&mut self, other: &Self) {
        self.bands.iter_mut().zip(other.bands).for_each(|(sum, count)| *sum += count);
        self.outside += other.outside;
        self.ruled += other.ruled;
        self.gave_up += other.gave_up;
    }

    /// The counts as text: `3 Easy, 1 gave up`.
    pub fn text(&self, form: Form) -> String {
        let name = |band: usize| match form {
            Form::Score => Level::ALL.get(band).map_or(String::new(), ToString::to_string),
            Form::Explainer => format!("ER {band}"),
        };
        let bands = (0..).zip(self.bands).map(|(band, count)| (count, name(band)));
        let others = [
            (self.ruled, "with rules".to_owned()),
            (self.outside, "outside".to_owned()),
            (self.gave_up, "gave up".to_owned()),
        ];
        let counts = bands.chain(others).filter(|(count, _)| *count > 0);
        counts.map(|(count, of)| format!("{} {of}", number(count.into()))).collect::<Vec<_>>().join(", ")
    }
}

/// The result of a run.
#[derive(Clone, Debug, Default)]
pub struct RateSummary {
    /// How the run ended.
    pub status: Status,
    /// The number of puzzles by rating.
    pub tally: Tally,
    /// The clue counts and ratings of all puzzles, if they are kept.
    pub spread: Vec<(usize, Rating)>,
}

/// A file of ratings.
#[derive(Clone, Copy, Debug)]
pub struct RatingsFile<'a> {
    /// Its path.
    pub path: &'a Path,
    /// Whether to continue an earlier run.
    pub resume: bool,
    /// The options that determine the output. Another run with the same signature writes the same.
    pub signature: &'a str,
}

/// Rates all puzzles of an input.
///
/// # Errors
/// If the output cannot be written.
pub fn run(
    judge: &Judge,
    style: RateStyle,
    input: Input,
    threads: usize,
    output: &mut dyn Output,
) -> Result<RateSummary, Error> {
    let stream = stream(judge, input, threads);
    run_stream(judge, style, stream, false, output, |output, report| Ok(output.write(&report.report.text)?))
}

/// Rates all puzzles of an input into a file, starting where an earlier run ended.
///
/// # Errors
/// If the file cannot be written, or does not belong to an earlier run with the same input and options.
pub fn run_into(
    file: RatingsFile<'_>,
    judge: &Judge,
    style: RateStyle,
    input: Input,
    threads: usize,
    output: &mut dyn Output,
) -> Result<RateSummary, Error> {
    let wanted = Wanted {
        format: style.format,
        form: judge.terms.scale.form(),
        is_filtered: judge.terms.filter.is_set(),
        signature: file.signature.to_owned(),
    };
    let mut log = RatingsLog::open(file.path, file.resume, wanted)?;
    let stream = Stream { earlier: log.earlier(), ..stream(judge, input, threads) };
    let summary = run_stream(judge, style, stream, true, output, |_, report| {
        log.write(&report.report.text, report.through, report.hash)
    })?;
    log.finish(!judge.terms.bounds.cancel.is_cancelled())?;
    Ok(summary)
}

fn stream(judge: &Judge, input: Input, threads: usize) -> Stream {
    Stream { most: MOST, ..Stream::new(input, threads, &judge.terms.bounds.cancel) }
}

/// Rates puzzles, and hashes them if `is_logged`.
fn run_stream(
    judge: &Judge,
    style: RateStyle,
    stream: Stream,
    is_logged: bool,
    output: &mut dyn Output,
    mut write: impl FnMut(&mut dyn Output, &RateReport) -> Result<(), Error>,
) -> Result<RateSummary, Error> {
    let terms = Arc::clone(&judge.terms);
    let worker = move || {
        let mut judge = Judge::of(&terms);
        move |batch: Batch| report(&mut judge, batch, style, is_logged)
    };
    let mut summary = RateSummary::default();
    stream.run(worker, output, |output, batch: RateReport| {
        for message in &batch.report.errors {
            output.error(message);
        }
        summary.status.note(batch.report.status);
        summary.tally.add(&batch.tally);
        if style.spread {
            summary.spread.extend_from_slice(&batch.spread);
        }
        write(output, &batch)?;
        Ok(batch.report.flow())
    })?;
    summary.status.note(stream::end(&judge.terms.bounds.cancel));
    Ok(summary)
}

fn report(judge: &mut Judge, batch: Batch, style: RateStyle, is_logged: bool) -> RateReport {
    let mut report = RateReport::default();
    let cancel = judge.terms.bounds.cancel.clone();
    for (number, reading) in batch.readings() {
        let verdict = match &reading {
            Ok(item) => report
                .report
                .caught(&reading, |_| judge.verdict(item, cancel.listener()))
                .unwrap_or_else(|| {
                    *judge = Judge::of(&Arc::clone(&judge.terms));
                    Verdict::Panicked
                }),
            Err(rejected) => {
                report.report.errors.push(rejected.message());
                Verdict::Malformed(rejected.fault.clone())
            }
        };
        if matches!(verdict, Verdict::Stopped(Limit::Cancelled)) {
            report.report.is_cut = true;
            break;
        }
        report.through = number;
        if is_logged {
            report.hash = report.hash.wrapping_add(log::hash_of(number, &reading));
        }
        report.note(&verdict);
        if let (Ok(item), Verdict::Rated(rated)) = (&reading, &verdict)
            && rated.has_rating()
            && !matches!(rated.rating, Rating::Logic(_))
        {
            report.spread.push((item.record.puzzle.clues(), rated.rating));
        }
        let rated = verdict.outcome() == RateOutcome::Rated
            || matches!(&verdict, Verdict::Rated(rated) if rated.has_rating());
        if judge.terms.filter.is_set() && !rated {
            let conflict = matches!(verdict, Verdict::None(Some(_)));
            if let (Ok(item), Some(remark), false) = (&reading, verdict.remark(), conflict) {
                report.report.errors.push(format!("{}: {remark}", item.place()));
            }
            continue;
        }
        if !style.quiet && !is_whole(&reading) {
            show(judge, style, number, &reading, verdict, &mut report.report.text);
        }
    }
    report
}

/// Appends the result for a puzzle.
fn show(judge: &Judge, style: RateStyle, number: u64, reading: &Reading, verdict: Verdict, out: &mut String) {
    match (style.format, reading) {
        (ReplyFormat::Json, _) => {
            json_line(&judge.reply_of(number, reading, verdict), out);
        }
        (ReplyFormat::Tsv, Ok(item)) => {
            out.push_str(&state::state_text(&item.record));
            out.push('\t');
            judge.columns(&verdict, out);
            out.push('\n');
        }
        (ReplyFormat::Text, Ok(item)) => {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{}  {}", item.place(), verdict.line(style));
        }
        // The error was reported before.
        (_, Err(_)) => {}
    }
}

impl RateReport {
    fn note(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Rated(RatedPath { rating: Rating::Logic(_), is_solved: true, .. }) => {
                self.tally.ruled += 1;
            }
            Verdict::Rated(rated) if rated.is_solved => {
                let band = match rated.rating {
                    Rating::Score { level, .. } => level as usize,
                    other => other.hardness() as usize / 10,
                };
                self.tally.bands[band.min(20)] += 1;
            }
            Verdict::Outside => self.tally.outside += 1,
            Verdict::Rated(_) | Verdict::Several | Verdict::Mistaken | Verdict::None(None) => {
                self.report.status.note(Status::Not);
            }
            Verdict::None(Some(conflict)) => self.report.error(Status::Malformed, conflict),
            Verdict::Malformed(_) => self.report.status.note(Status::Malformed),
            Verdict::Panicked => self.tally.gave_up += 1,
            Verdict::Stopped(_) => {
                self.tally.gave_up += 1;
                self.report.status.note(Status::Limit);
            }
        }
    }
}

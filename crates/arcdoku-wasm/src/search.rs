//! Strategies, traces, comparisons.

use arcdoku::search::PARTS;
use arcdoku::solve::{FASTEST, FASTEST_LARGE, FASTEST_RULES};
use arcdoku_service::ask::compare as service;
use arcdoku_service::ask::strategies as table;
use arcdoku_service::ask::trace::{self, SearchPicture, TraceStyle};
use arcdoku_service::input::{Board, Input, Plan};
use arcdoku_service::output::{Output, Transcript};
pub(crate) use arcdoku_wire::question::{Compare, LimitOptions, StrategyOptions, Trace, question};
use arcdoku_wire::{CompareReport, Fault, RunRow, StrategyRow};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::env::{Pace, bounds};
use crate::error::AskError;
use crate::help::DrawingReply;
use crate::lines::Lines;
use crate::progress::ProgressSink;

/// The default maximum number of steps of a trace.
const STEPS: u64 = 20_000;

/// The number of events in a piece of a trace.
const PIECE: usize = 1000;

question! {
    /// The strategies and their parts
    Strategies = "strategies" -> StrategiesReply, fails "" {}
}

/// The strategies and their parts.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StrategiesReply {
    /// The named strategies.
    pub strategies: Vec<StrategyRow>,
    /// The parts of strategies.
    pub parts: Vec<PartRow>,
    /// The default strategy below 16 digits. Plain 9x9 puzzles have a separate engine.
    pub fastest: String,
    /// The default strategy from 16 digits on.
    pub fastest_large: String,
    /// The default strategy for rules other than houses.
    pub fastest_rules: String,
}

/// A part of strategies.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PartRow {
    /// The name, as in `tie=degree`.
    pub part: String,
    /// The purpose of the part.
    pub summary: String,
    /// The default choice.
    pub default: String,
    /// The choices; empty if the choice is a whole number.
    pub choices: Vec<ChoiceRow>,
}

/// A choice of a part.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChoiceRow {
    /// The name.
    pub name: String,
    /// The effect.
    pub summary: String,
}

question! {
    /// Draw the implication graph of a conflict of a strategy that learns
    Implications = "implications" -> DrawingReply, fails "" {
        /// The number of the conflict in the trace
        conflict: u64 [1 ..= u64::MAX] = 1,
        /// Continue after the first solution, as in the trace
        unique: bool,
    } with { search: StrategyOptions, limits: LimitOptions, }
}

/// Events of a search.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TraceProgress {
    /// The next events.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<arcdoku_wire::TraceEvent>"))]
    pub events: Vec<Box<RawValue>>,
}

/// The rest of the events of a search, with its end.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TraceReply {
    /// The events that were not reported as progress. Without a receiver of progress, these are all events.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<arcdoku_wire::TraceEvent>"))]
    pub events: Vec<Box<RawValue>>,
    /// What is wrong with a malformed puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

/// The progress of a comparison.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompareProgress {
    /// The number of completed puzzles.
    pub done: u64,
    /// The number of all puzzles.
    pub all: u64,
    /// The results since the last report.
    pub runs: Vec<RunRow>,
}

/// A comparison.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompareReply {
    /// The totals of each strategy.
    pub report: CompareReport,
    /// The results on each puzzle.
    pub runs: Vec<RunRow>,
    /// The puzzles that could not be read, one line each.
    pub errors: Vec<String>,
}

/// The strategies and their parts.
pub(crate) fn strategies(_: Strategies, _: ProgressSink<'_>) -> Result<StrategiesReply, AskError> {
    let choice =
        |&(name, summary): &(&str, &str)| ChoiceRow { name: name.to_owned(), summary: summary.to_owned() };
    let parts = PARTS.iter().map(|part| PartRow {
        part: part.key.to_owned(),
        summary: part.summary.to_owned(),
        default: part.default.to_owned(),
        choices: part.choices.iter().map(choice).collect(),
    });
    Ok(StrategiesReply {
        strategies: table::rows().collect(),
        parts: parts.collect(),
        fastest: FASTEST.to_owned(),
        fastest_large: FASTEST_LARGE.to_owned(),
        fastest_rules: FASTEST_RULES.to_owned(),
    })
}

/// The events of a search.
pub(crate) fn trace(
    question: Trace,
    board: Board,
    mut sink: ProgressSink<'_>,
) -> Result<TraceReply, AskError> {
    question.search.check()?;
    let steps = question.steps.or(Some(STEPS));
    let question = Trace { steps, ..question };
    let item = match board.as_clues() {
        Ok(item) => item,
        Err(rejected) => return Ok(TraceReply { fault: Some(rejected.fault), ..TraceReply::default() }),
    };
    let style = TraceStyle { json: true, colored: false };
    let hand_on = &mut |_, events: &mut Vec<Box<RawValue>>| {
        let piece = TraceProgress { events: std::mem::take(events) };
        if !sink.report(&piece) {
            *events = piece.events;
        }
    };
    let mut lines = Lines::new(PIECE, hand_on);
    trace::trace(&question, &bounds(&question.limits), style, 1, &item, &mut lines)?;
    Ok(TraceReply { events: lines.rows, fault: item.conflict() })
}

/// The implication graph of a conflict.
pub(crate) fn implications(
    question: Implications,
    board: Board,
    _: ProgressSink<'_>,
) -> Result<DrawingReply, AskError> {
    let Implications { conflict, unique, search, limits } = question;
    let question = Trace { unique, search, ..Trace::default() };
    let question = SearchPicture::prepare(&[SearchPicture::Implications], question)?;
    let item = match board.as_clues() {
        Ok(item) => item,
        Err(rejected) => return Ok(DrawingReply { fault: Some(rejected.fault), ..DrawingReply::default() }),
    };
    let bounds = bounds(&limits);
    let svg = trace::implications(&question, &item.record.puzzle, &bounds.limits(), conflict);
    Ok(DrawingReply { svg, ..DrawingReply::default() })
}

/// Compares strategies.
pub(crate) fn compare(
    question: Compare,
    puzzles: String,
    mut sink: ProgressSink<'_>,
) -> Result<CompareReply, AskError> {
    let mut output = Transcript::default();
    let bounds = bounds(&LimitOptions::default());
    let (items, _) = service::read(Input::text(puzzles, Plan::default()), &bounds.cancel, &mut output)?;
    let mut progress = CompareProgress { all: items.len() as u64, ..CompareProgress::default() };
    let (mut all, mut pace) = (Vec::new(), Pace::default());
    let each = |_: &mut dyn Output, runs: Vec<RunRow>| {
        progress.done += 1;
        all.extend_from_slice(&runs);
        progress.runs.extend(runs);
        if pace.is_due() || progress.done == progress.all {
            sink.report(&progress);
            progress.runs.clear();
        }
    };
    let (report, _) = service::run_each(&question, bounds, items, 0, &mut output, each)?;
    Ok(CompareReply { report, runs: all, errors: output.errors })
}

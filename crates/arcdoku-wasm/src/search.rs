//! Strategies, traces, comparisons.

use arcdoku::search::PARTS;
use arcdoku::solve::{FASTEST, FASTEST_LARGE, FASTEST_RULES};
use arcdoku_service::ask::compare::{self as service, CompareOptions};
use arcdoku_service::ask::strategies as table;
use arcdoku_service::ask::trace::{self, Boards, TraceOptions, TraceStyle};
use arcdoku_service::input::{Input, Plan};
use arcdoku_service::output::{Output, Transcript};
use arcdoku_wire::{CompareReport, Fault, RunRow, StrategyRow};
use serde::Serialize;
use serde_json::value::RawValue;
use tsify::Tsify;

use crate::ask::{Limited, OnBoard, Searched, ask};
use crate::error::AskError;
use crate::js::{Pace, questions};
use crate::lines::Lines;

/// The steps of a trace that names no number.
const STEPS: u64 = 20_000;

/// The events of a piece of a trace.
const PIECE: usize = 1000;

ask! {
    /// Which strategies are there?
    StrategiesAsk: {}
}

/// The strategies and what they are made of.
#[derive(Clone, Debug, Default, Serialize, Tsify)]
pub struct StrategiesReply {
    /// The named strategies.
    pub strategies: Vec<StrategyRow>,
    /// The parts of strategies.
    pub parts: Vec<PartRow>,
    /// The strategy that is used where none is named, below 16 digits; plain 9x9 puzzles have an engine of their own.
    pub fastest: String,
    /// The same from 16 digits on.
    pub fastest_large: String,
    /// The same for rules beside houses.
    pub fastest_rules: String,
}

/// A part of strategies.
#[derive(Clone, Debug, Default, Serialize, Tsify)]
pub struct PartRow {
    /// Its name, as in `tie=degree`.
    pub part: String,
    /// What it decides.
    pub summary: String,
    /// The choice where none is made.
    pub default: String,
    /// The choices; none where it is a whole number.
    pub choices: Vec<ChoiceRow>,
}

/// A choice of a part.
#[derive(Clone, Debug, Default, Serialize, Tsify)]
pub struct ChoiceRow {
    /// Its name.
    pub name: String,
    /// What it does.
    pub summary: String,
}

ask! {
    /// How is a solution found? Digits on the board count as clues, marks are ignored.
    TraceAsk: board limits strategy {
        /// Whether to continue until the solution is proved to be the only one.
        #[tsify(optional)]
        pub unique: Option<bool>,
        /// The maximum number of steps; the search ends then (default: 20,000).
        #[tsify(optional)]
        pub steps: Option<u64>,
    }
}

/// Events of a search.
#[derive(Debug, Default, Serialize, Tsify)]
pub struct TraceProgress {
    /// The next events.
    #[tsify(type = "TraceLine[]")]
    pub events: Vec<Box<RawValue>>,
}

/// The rest of the events of a search, with its end.
#[derive(Debug, Default, Serialize, Tsify)]
pub struct TraceReply {
    /// The events that were not reported as progress: without a receiver of progress, all.
    #[tsify(type = "TraceLine[]")]
    pub events: Vec<Box<RawValue>>,
    /// What is wrong with a malformed puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

ask! {
    /// Which strategy is better? The limits are for each strategy on each puzzle (default: 500,000 nodes and a second).
    CompareAsk: limits {
        /// The puzzles: any notation, a table, or JSON lines.
        pub puzzles: String,
        /// The strategies, by names or parts; all named ones if absent.
        #[tsify(optional)]
        pub strategies: Option<Vec<String>>,
        /// Whether the proof that the solution is the only one is asked for, instead of one solution.
        #[tsify(optional)]
        pub unique: Option<bool>,
        /// The seed of random choices.
        #[tsify(optional)]
        pub seed: Option<u64>,
    }
}

/// The progress of a comparison.
#[derive(Clone, Debug, Default, Serialize, Tsify)]
pub struct CompareProgress {
    /// The number of puzzles that are done.
    pub done: u64,
    /// The number of all puzzles.
    pub all: u64,
    /// The results since the last report.
    pub runs: Vec<RunRow>,
}

/// A comparison.
#[derive(Clone, Debug, Default, Serialize, Tsify)]
pub struct CompareReply {
    /// The sums of each strategy.
    pub report: CompareReport,
    /// The results on each puzzle.
    pub runs: Vec<RunRow>,
    /// Puzzles that could not be read, a line each.
    pub errors: Vec<String>,
}

/// The strategies and their parts.
pub fn strategies(_: StrategiesAsk) -> Result<StrategiesReply, AskError> {
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
pub fn trace(ask: TraceAsk, say: &mut dyn FnMut(&TraceProgress) -> bool) -> Result<TraceReply, AskError> {
    let options = TraceOptions {
        unique: ask.unique.unwrap_or(false),
        strategy: ask.strategy()?,
        steps: Some(ask.steps.unwrap_or(STEPS)),
        bounds: ask.bounds(),
    };
    let item = match ask.board().as_clues() {
        Ok(item) => item,
        Err(rejected) => return Ok(TraceReply { fault: Some(rejected.fault), ..TraceReply::default() }),
    };
    let style = TraceStyle { boards: Boards::Nodes, candidates: true, json: true, colored: false };
    let hand_on = &mut |_, events: &mut Vec<Box<RawValue>>| {
        let piece = TraceProgress { events: std::mem::take(events) };
        if !say(&piece) {
            *events = piece.events;
        }
    };
    let mut lines = Lines::new(PIECE, hand_on);
    trace::trace(&options, style, 1, &item, &mut lines)?;
    Ok(TraceReply { events: lines.rows, fault: item.conflict() })
}

/// Strategies side by side.
pub fn compare(
    ask: CompareAsk,
    say: &mut dyn FnMut(&CompareProgress) -> bool,
) -> Result<CompareReply, AskError> {
    // Parts have commas; names and parts alike may be separated by semicolons.
    let list = ask.strategies.as_ref().map(|names| names.join(";") + ";");
    let options = CompareOptions::new(list.as_deref(), ask.seed, ask.bounds())?;
    let options = CompareOptions { unique: ask.unique.unwrap_or(false), ..options };
    let mut output = Transcript::default();
    let input = Input::text(ask.puzzles, Plan::default());
    let (items, _) = service::read(input, &options.bounds.cancel, &mut output)?;
    let mut progress = CompareProgress { all: items.len() as u64, ..CompareProgress::default() };
    let (mut all, mut pace) = (Vec::new(), Pace::default());
    let each = |_: &mut dyn Output, runs: Vec<RunRow>| {
        progress.done += 1;
        all.extend_from_slice(&runs);
        progress.runs.extend(runs);
        if pace.is_due() || progress.done == progress.all {
            say(&progress);
            progress.runs.clear();
        }
    };
    let (report, _) = service::run_each(&options, items, 0, &mut output, each)?;
    Ok(CompareReply { report, runs: all, errors: output.errors })
}

questions! {
    "Lists strategies and their parts."
    strategies(StrategiesAsk, "StrategiesAsk") -> "StrategiesReply";
    "Shows how a solution is found, event by event."
    trace(TraceAsk, "TraceAsk") -> "TraceReply" with "TraceProgress" "(progress: TraceProgress) => void";
    "Runs strategies on the same puzzles."
    compare(CompareAsk, "CompareAsk") -> "CompareReply" with "CompareProgress" "(progress: CompareProgress) => void";
}

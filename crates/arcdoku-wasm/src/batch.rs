//! Answers to many puzzles, and counts of solutions.

use std::io;

use arcdoku::{Choice as _, Solver};
use arcdoku_service::ask::count as number;
use arcdoku_service::ask::solve::{self as service, SolveFormat, SolveStyle};
use arcdoku_service::input::{Board, Input, Plan};
use arcdoku_service::output::Output;
use arcdoku_wire::CountReply;
use arcdoku_wire::question::{CountLimit, LimitOptions, Solve, StrategyOptions, question};
use serde::Serialize;

use crate::env::{Pace, bounds};
use crate::error::AskError;
use crate::progress::ProgressSink;

/// The maximum number of errors in a reply.
const ERRORS: usize = 1000;

question! {
    /// The answers to all puzzles in a text
    Batch = "batch" -> BatchReply, fails "" {
        /// The puzzles: any notation, a table, or JSON lines
        text: String,
        /// Find one solution without searching for others
        first: bool,
        /// The format of the answers: line, csv or json
        format: SolveFormat = SolveFormat::Line,
    } with { search: StrategyOptions, limits: LimitOptions, }
}

/// The progress of a batch.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BatchProgress {
    /// The number of processed bytes.
    pub done: u64,
    /// The number of all bytes.
    pub all: u64,
    /// The number of processed puzzles.
    pub puzzles: u64,
}

/// The answers to the puzzles in a text.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BatchReply {
    /// The answers, in the form of the command-line program.
    pub text: String,
    /// The number of puzzles.
    pub puzzles: u64,
    /// The first thousand errors, one line each.
    pub errors: Vec<String>,
    /// The number of all errors.
    pub faults: u64,
}

question! {
    /// The number of solutions. Digits on the board count as clues, marks are ignored
    Count = "count" -> CountReply, fails "" {
        /// The number at which counting ends
        most: CountLimit = CountLimit::All,
    } with { limits: LimitOptions, }
}

/// The progress of a count.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CountProgress {
    /// The completed share, from 0 to 1.
    pub share: f64,
    /// The number of solutions so far.
    pub count: String,
}

/// The number of solutions.
pub(crate) fn count(
    question: Count,
    board: Board,
    mut sink: ProgressSink<'_>,
) -> Result<CountReply, AskError> {
    let (board, most, mut pace) = (board.as_clues(), question.most.most(), Pace::default());
    let report = &mut |share, count: u128| {
        if pace.is_due() {
            sink.report(&CountProgress { share, count: count.to_string() });
        }
    };
    Ok(number::reply(&mut Solver::new(), &board, most, &bounds(&question.limits), report))
}

/// The answers to all puzzles in a text.
pub(crate) fn batch(question: Batch, sink: ProgressSink<'_>) -> Result<BatchReply, AskError> {
    let Batch { text, first, format, search, limits } = question;
    search.check()?;
    if format == SolveFormat::Grid {
        return Err(AskError::unknown("format", format.name(), ["line", "csv", "json"]));
    }
    let style = SolveStyle { format, grid_if_alone: false, stats: false, colored: false, quiet: false };
    let progress = BatchProgress { all: text.len() as u64, ..BatchProgress::default() };
    let mut output = BatchOutput { reply: BatchReply::default(), progress, reported: 0, sink };
    let bounds = bounds(&limits);
    let question = Solve { first, search, limits, ..Solve::default() };
    service::run(&question, bounds, style, Input::text(text, Plan::default()), 0, &mut output)?;
    Ok(BatchReply { puzzles: output.progress.puzzles, ..output.reply })
}

/// Collects the answers, and reports progress.
struct BatchOutput<'a> {
    reply: BatchReply,
    progress: BatchProgress,
    /// The number of processed bytes at the last report.
    reported: u64,
    sink: ProgressSink<'a>,
}

impl Output for BatchOutput<'_> {
    fn write(&mut self, text: &str) -> io::Result<()> {
        self.reply.text.push_str(text);
        Ok(())
    }

    fn error(&mut self, message: &str) {
        self.reply.faults += 1;
        if self.reply.errors.len() < ERRORS {
            self.reply.errors.push(message.to_owned());
        }
    }

    fn note(&mut self, _message: &str) {}

    fn advance(&mut self, amount: u64, puzzles: u64) {
        self.progress.done += amount;
        self.progress.puzzles += puzzles;
        // A batch has at most a hundred reports.
        if (self.progress.done - self.reported) * 100 >= self.progress.all {
            self.reported = self.progress.done;
            self.sink.report(&self.progress);
        }
    }
}

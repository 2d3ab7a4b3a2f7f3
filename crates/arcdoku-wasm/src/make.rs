//! Generated puzzles.

use std::io;

use arcdoku::generate::GaveUp;
use arcdoku_service::ask::generate::{self as service, SetFormat};
use arcdoku_service::output::Output;
use arcdoku_wire::question::{Generate, LimitOptions};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::env::{Pace, bounds, random};
use crate::error::AskError;
use crate::progress::ProgressSink;

/// The progress of generation.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GenerateProgress {
    /// The number of puzzles that were made or given up.
    pub done: u64,
    /// The number of all puzzles.
    pub all: u64,
    /// The number of drawn puzzles that do not meet the request.
    pub drawn: u64,
    /// The last puzzles.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<arcdoku_wire::GenerateRow>"))]
    pub rows: Vec<Box<RawValue>>,
}

/// The puzzles.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GenerateReply {
    /// All puzzles.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<arcdoku_wire::GenerateRow>"))]
    pub rows: Vec<Box<RawValue>>,
    /// Whether puzzles were given up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given_up: Option<GivenUp>,
    /// Whether there are no further puzzles, if repeated ones are left out.
    pub exhausted: bool,
    /// The messages about puzzles that were given up, one line each.
    pub errors: Vec<String>,
    /// Remarks.
    pub notes: Vec<String>,
}

/// Puzzles that were given up.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GivenUp {
    /// The number of puzzles.
    pub count: u64,
    /// The number of puzzles drawn for the first of them.
    pub drawn: u64,
    /// The limit that was reached: `nodes` (here, puzzles) or `time`.
    pub limit: arcdoku_wire::Limit,
}

/// Makes puzzles.
pub(crate) fn generate(question: Generate, sink: ProgressSink<'_>) -> Result<GenerateReply, AskError> {
    question.check()?;
    let seed = question.seed.or_else(random);
    let question = Generate { seed, ..question };
    let progress = GenerateProgress { all: question.count, ..GenerateProgress::default() };
    let mut output = Rows { reply: GenerateReply::default(), progress, pace: Pace::default(), sink };
    let done =
        service::run(&question, &SetFormat::Jsonl.into(), bounds(&LimitOptions::default()), 0, &mut output)?;
    let given_up = done.given_up.map(|GaveUp { tries, limit, .. }| GivenUp {
        count: done.gave_up,
        drawn: tries,
        limit: limit.into(),
    });
    Ok(GenerateReply { given_up, exhausted: done.is_exhausted, ..output.reply })
}

/// Collects the rows, and reports them.
struct Rows<'a> {
    reply: GenerateReply,
    progress: GenerateProgress,
    pace: Pace,
    sink: ProgressSink<'a>,
}

impl Output for Rows<'_> {
    fn write(&mut self, text: &str) -> io::Result<()> {
        for line in text.lines() {
            let row = RawValue::from_string(line.to_owned())?;
            self.progress.rows.push(row.clone());
            self.reply.rows.push(row);
        }
        Ok(())
    }

    fn error(&mut self, message: &str) {
        self.reply.errors.push(message.to_owned());
    }

    fn note(&mut self, message: &str) {
        self.reply.notes.push(message.to_owned());
    }

    fn draw(&mut self, puzzles: u64) {
        self.progress.drawn += puzzles;
        if self.pace.is_due() {
            self.sink.report(&self.progress);
            self.progress.rows.clear();
        }
    }

    fn advance(&mut self, amount: u64, _puzzles: u64) {
        self.progress.done += amount;
        self.sink.report(&self.progress);
        self.progress.rows.clear();
    }
}

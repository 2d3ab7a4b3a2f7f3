//! The answers to many puzzles, and the number of many solutions.

use std::io;

use arcdoku::Choice as _;
use arcdoku::Solver;
use arcdoku_service::ask::count as number;
use arcdoku_service::ask::solve::{self as service, Ask, SolveFormat, SolveOptions, SolveStyle};
use arcdoku_service::input::{Input, Plan};
use arcdoku_service::output::Output;
use arcdoku_wire::CountReply;
use serde::Serialize;
use tsify::Tsify;

use crate::ask::{Limited, OnBoard, Searched, ask};
use crate::error::AskError;
use crate::js::{Pace, questions};

/// The number of errors that are kept.
const ERRORS: usize = 1000;

ask! {
    /// The answers to all puzzles of a text.
    BatchAsk: limits strategy {
        /// The puzzles: any notation, a table, or JSON lines.
        pub text: String,
        /// What is asked: `unique` (default) or `first`.
        #[tsify(optional, type = "\"unique\" | \"first\"")]
        pub want: Option<String>,
        /// How answers are written: `line` (default), `csv` or `json`.
        #[tsify(optional, type = "\"line\" | \"csv\" | \"json\"")]
        pub format: Option<String>,
    }
}

/// The progress of a batch.
#[derive(Clone, Copy, Debug, Default, Serialize, Tsify)]
pub struct BatchProgress {
    /// The number of bytes that are done.
    pub done: u64,
    /// The number of all bytes.
    pub all: u64,
    /// The number of puzzles that are done.
    pub puzzles: u64,
}

/// The answers to the puzzles of a text.
#[derive(Clone, Debug, Default, Serialize, Tsify)]
pub struct BatchReply {
    /// The answers, as the program writes them.
    pub text: String,
    /// The number of puzzles.
    pub puzzles: u64,
    /// Errors, a line each; the first thousand.
    pub errors: Vec<String>,
    /// The number of all errors.
    pub faults: u64,
}

ask! {
    /// How many solutions are there? Digits on the board count as clues, marks are ignored.
    CountAsk: board limits {
        /// The number up to which they are counted; without it, all are.
        #[tsify(optional)]
        pub most: Option<u64>,
    }
}

/// The progress of a count.
#[derive(Clone, Debug, Default, Serialize, Tsify)]
pub struct CountProgress {
    /// The share that is done, from 0 to 1.
    pub share: f64,
    /// The number of solutions so far.
    pub count: String,
}

/// The number of solutions.
pub fn count(ask: CountAsk, say: &mut dyn FnMut(&CountProgress) -> bool) -> Result<CountReply, AskError> {
    let (board, most, mut pace) = (ask.board().as_clues(), ask.most.map(u128::from), Pace::default());
    let say = &mut |share, count: u128| {
        if pace.is_due() {
            say(&CountProgress { share, count: count.to_string() });
        }
    };
    Ok(number::reply(&mut Solver::new(), &board, most, &ask.bounds(), say))
}

/// The answers to all puzzles of a text.
pub fn batch(ask: BatchAsk, say: &mut dyn FnMut(&BatchProgress) -> bool) -> Result<BatchReply, AskError> {
    let wanted = match ask.want.as_deref() {
        None | Some("unique") => Ask::Unique,
        Some("first") => Ask::First,
        Some(other) => return Err(AskError::unknown("want", other, ["unique", "first"])),
    };
    let format = match ask.format.as_deref() {
        None => SolveFormat::Line,
        Some(name) => SolveFormat::from_name(name)
            .filter(|format| *format != SolveFormat::Grid)
            .ok_or_else(|| AskError::unknown("format", name, ["line", "csv", "json"]))?,
    };
    let options = SolveOptions {
        ask: wanted,
        because: false,
        strategy: ask.strategy()?,
        bounds: ask.bounds(),
        proofs: None,
    };
    let style = SolveStyle { format, grid_if_alone: false, stats: false, colored: false, quiet: false };
    let progress = BatchProgress { all: ask.text.len() as u64, ..BatchProgress::default() };
    let mut output = BatchOutput { reply: BatchReply::default(), progress, said: 0, say };
    service::run(&options, style, Input::text(ask.text, Plan::default()), 0, &mut output)?;
    Ok(BatchReply { puzzles: output.progress.puzzles, ..output.reply })
}

/// Keeps the answers, and reports progress.
struct BatchOutput<'a> {
    reply: BatchReply,
    progress: BatchProgress,
    /// What was done when progress was reported last.
    said: u64,
    say: &'a mut dyn FnMut(&BatchProgress) -> bool,
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
        // A hundred reports are enough.
        if (self.progress.done - self.said) * 100 >= self.progress.all {
            self.said = self.progress.done;
            (self.say)(&self.progress);
        }
    }
}

questions! {
    "Counts solutions, with progress."
    count(CountAsk, "CountAsk") -> "CountReply" with "CountProgress" "(progress: CountProgress) => void";
    "Answers all puzzles of a text."
    batch(BatchAsk, "BatchAsk") -> "BatchReply" with "BatchProgress" "(progress: BatchProgress) => void";
}

//! All questions by name, answered with lines of JSON, for interfaces that are loops over their rows.

use std::ops::ControlFlow;
use std::sync::Arc;

#[cfg(feature = "photo")]
use arcdoku_wire::question::Scan;
use arcdoku_wire::question::{
    Canon, Compare, Convert, Explain, Generate, Hint, Label, LimitOptions, OptionError, OptionKind,
    OptionRow, Question, QuestionRow, Rate, STREAMS, Solve, Steps, TABLE, Trace, Vicinity,
};
use serde_json::{Map, Value};

use super::ReplyFormat;
use super::answer::{self, ReplyStyle};
use super::explain::{self, ExplainFormat, ExplainStyle, Explainer};
use super::generate::{self, SetFormat};
use super::hint::{self, Helper};
use super::rate::{self, Judge, RateStyle};
use super::solve::{self, SolveFormat, SolveStyle};
use super::steps::Lister;
use super::trace::{self, SearchPicture, TraceStyle};
use super::{canon, compare, convert, label, vicinity};
use crate::cancel::{Bounds, Cancel};
use crate::input::Input;
use crate::output::Output;
use crate::status::{Error, Status};
use crate::stream;
use crate::text::json_line;

/// A run of a question.
pub struct JsonRun<'a> {
    /// The subject; ignored by questions without one.
    pub input: Input,
    /// The number of worker threads. With 0, the thread of the caller does the work.
    pub threads: usize,
    /// The flag that ends the run, and the listener of its progress.
    pub cancel: &'a Cancel,
    /// Receives the lines: JSON, or text if the reply of the question is text.
    pub output: &'a mut dyn Output,
}

impl JsonRun<'_> {
    fn bounds(&self, limits: &LimitOptions) -> Bounds {
        Bounds::of(limits, self.cancel)
    }
}

/// A question with its options.
pub trait JsonQuestion: Send + Sync {
    /// Checks combinations of options.
    ///
    /// # Errors
    /// The first invalid option.
    fn check(&self) -> Result<(), OptionError> {
        Ok(())
    }

    /// Answers the question.
    ///
    /// # Errors
    /// If an option does not fit the input, or the output cannot be written.
    fn run(&self, run: JsonRun<'_>) -> Result<Status, Error>;
}

/// The rows of all questions with lines as replies: all questions except for the writers of documents and files.
pub fn rows() -> impl Iterator<Item = &'static QuestionRow> {
    let has_lines = |row: &&QuestionRow| RUNS.iter().any(|(name, _)| *name == row.name);
    STREAMS.iter().filter(has_lines).chain(TABLE.iter().filter(|row| !row.writes_files()))
}

/// The question with this name and these options; `None` if no row has this name. Options that name directories are
/// unknown.
///
/// # Errors
/// The first option that is unknown or invalid.
pub fn question(
    name: &str,
    options: &Map<String, Value>,
) -> Option<Result<Box<dyn JsonQuestion>, OptionError>> {
    let row = rows().find(|row| row.name == name)?;
    let is_directory = |option: &OptionRow| matches!(option.kind, OptionKind::Directory);
    if let Some(option) = row.options().find(|row| is_directory(row) && options.contains_key(row.name)) {
        return Some(Err(OptionError::unknown(option.name, row)));
    }
    match RUNS.iter().find(|(known, _)| *known == name) {
        Some((_, read)) => Some(read(options)),
        None => answer::question(name, options, ReplyFormat::Json)
            .map(|question| question.map(|question| Box::new(Row(question)) as Box<dyn JsonQuestion>)),
    }
}

/// A question of the table.
struct Row(Arc<dyn answer::AnyQuestion>);

impl JsonQuestion for Row {
    fn run(&self, run: JsonRun<'_>) -> Result<Status, Error> {
        let JsonRun { input, threads, cancel, output } = run;
        answer::run(&self.0, JSON, input, threads, cancel, output)
    }
}

const JSON: ReplyStyle = ReplyStyle { format: ReplyFormat::Json, colored: false, quiet: false };

/// Reads a question from its options.
type Reader = fn(&Map<String, Value>) -> Result<Box<dyn JsonQuestion>, OptionError>;

/// The questions that have separate runs, in the order of [`STREAMS`].
const RUNS: &[(&str, Reader)] = &[
    reader::<Solve>(),
    reader::<Canon>(),
    reader::<Trace>(),
    reader::<Hint>(),
    reader::<Steps>(),
    reader::<Explain>(),
    reader::<Rate>(),
    reader::<Label>(),
    reader::<Compare>(),
    reader::<Convert>(),
    #[cfg(feature = "photo")]
    reader::<Scan>(),
    reader::<Vicinity>(),
    reader::<Generate>(),
];

const fn reader<Q: Question + JsonQuestion>() -> (&'static str, Reader) {
    (Q::ROW.name, |options| {
        let question = Q::from_options(options)?;
        JsonQuestion::check(&question)?;
        Ok(Box::new(question))
    })
}

/// An option whose value was checked before.
fn checked<T>(made: Result<T, OptionError>) -> Result<T, Error> {
    made.map_err(|error| Error::usage(error.to_string()))
}

impl JsonQuestion for Solve {
    fn check(&self) -> Result<(), OptionError> {
        Solve::check(self)
    }

    fn run(&self, run: JsonRun<'_>) -> Result<Status, Error> {
        let (format, plain) = (SolveFormat::Json, false);
        let style = SolveStyle { format, grid_if_alone: plain, stats: plain, colored: plain, quiet: plain };
        let bounds = run.bounds(&self.limits);
        solve::run(self, bounds, style, run.input, run.threads, run.output).map(|summary| summary.status)
    }
}

impl JsonQuestion for Canon {
    fn run(&self, run: JsonRun<'_>) -> Result<Status, Error> {
        canon::run(self, JSON, run.input, run.threads, run.cancel, run.output)
    }
}

impl JsonQuestion for Trace {
    fn check(&self) -> Result<(), OptionError> {
        SearchPicture::prepare(&[], self.clone()).map(drop)
    }

    fn run(&self, run: JsonRun<'_>) -> Result<Status, Error> {
        let (style, bounds) = (TraceStyle { json: true, colored: false }, run.bounds(&self.limits));
        trace::run(self, &bounds, style, run.input, None, &[], run.output).map(|(status, _)| status)
    }
}

impl JsonQuestion for Hint {
    fn check(&self) -> Result<(), OptionError> {
        Helper::new(self, Bounds::default()).map(drop)
    }

    fn run(&self, run: JsonRun<'_>) -> Result<Status, Error> {
        let helper = checked(Helper::new(self, run.bounds(&self.limits)))?;
        hint::run(&mut helper.with_progress(), JSON, run.input, run.output)
    }
}

impl JsonQuestion for Steps {
    fn check(&self) -> Result<(), OptionError> {
        Lister::new(self, Bounds::default()).map(drop)
    }

    fn run(&self, run: JsonRun<'_>) -> Result<Status, Error> {
        let mut lister = checked(Lister::new(self, run.bounds(&self.limits)))?;
        // A reply per state. The command line writes a line for each step.
        stream::readings(run.input, run.cancel, run.output, |output, _, reading| {
            if let Err(rejected) = &reading
                && rejected.whole
            {
                output.error(&rejected.message());
                return Ok(ControlFlow::Continue(Status::Malformed));
            }
            let reply = lister.reply(&reading, run.cancel.listener());
            if run.cancel.is_cancelled() {
                return Ok(ControlFlow::Break(Status::Interrupted));
            }
            let mut line = String::new();
            json_line(&reply, &mut line);
            output.write(&line)?;
            Ok(ControlFlow::Continue(Status::Fine))
        })
    }
}

impl JsonQuestion for Explain {
    fn check(&self) -> Result<(), OptionError> {
        Explainer::new(self, Bounds::default(), ExplainStyle::default()).map(drop)
    }

    fn run(&self, run: JsonRun<'_>) -> Result<Status, Error> {
        let style = ExplainStyle { format: ExplainFormat::Json, step: 1, colored: false };
        let mut explainer = checked(Explainer::new(self, run.bounds(&self.limits), style))?;
        explain::run(&mut explainer, run.input, None, run.output)
    }
}

impl JsonQuestion for Rate {
    fn check(&self) -> Result<(), OptionError> {
        Judge::new(self, Bounds::default()).map(drop)
    }

    fn run(&self, run: JsonRun<'_>) -> Result<Status, Error> {
        let (format, not) = (ReplyFormat::Json, false);
        let style = RateStyle { format, ep: not, ed: not, quiet: not, spread: not, colored: not };
        let judge = checked(Judge::new(self, run.bounds(&self.limits)))?;
        rate::run(&judge, style, run.input, run.threads, run.output).map(|summary| summary.status)
    }
}

impl JsonQuestion for Label {
    fn check(&self) -> Result<(), OptionError> {
        label::check(self)
    }

    fn run(&self, run: JsonRun<'_>) -> Result<Status, Error> {
        let bounds = run.bounds(&self.limits);
        label::run(self, &bounds, ReplyFormat::Json, run.input, run.output, &mut |_, _| Ok(()))
    }
}

impl JsonQuestion for Compare {
    fn run(&self, run: JsonRun<'_>) -> Result<Status, Error> {
        let JsonRun { input, threads, cancel, output } = run;
        let (items, mut status) = compare::read(input, cancel, output)?;
        if items.is_empty() {
            return Ok(status);
        }
        let (report, end) = compare::run(self, Bounds::only(cancel), items, threads, output)?;
        status.note(end);
        let mut line = String::new();
        json_line(&report, &mut line);
        output.write(&line)?;
        Ok(status)
    }
}

impl JsonQuestion for Convert {
    fn run(&self, run: JsonRun<'_>) -> Result<Status, Error> {
        convert::run(self, run.input, run.cancel, run.output)
    }
}

#[cfg(feature = "photo")]
impl JsonQuestion for Scan {
    fn run(&self, run: JsonRun<'_>) -> Result<Status, Error> {
        super::scan::lines(self, run.input, run.cancel, run.output)
    }
}

impl JsonQuestion for Vicinity {
    fn run(&self, run: JsonRun<'_>) -> Result<Status, Error> {
        vicinity::run(self, None, run.input, run.threads, run.cancel, run.output)
            .map(|summary| summary.status)
    }
}

impl JsonQuestion for Generate {
    fn check(&self) -> Result<(), OptionError> {
        Generate::check(self)
    }

    fn run(&self, run: JsonRun<'_>) -> Result<Status, Error> {
        let (style, bounds) = (SetFormat::Jsonl.into(), Bounds::only(run.cancel));
        generate::run(self, &style, bounds, run.threads, run.output).map(|summary| summary.status)
    }
}

#[cfg(test)]
mod tests {
    use arcdoku_wire::question::{Scan, Sheet};

    use super::*;

    #[test]
    fn every_question_with_its_own_run_has_one_here() {
        let is_left_out =
            |name: &&str| *name == Sheet::ROW.name || *name == Scan::ROW.name && !cfg!(feature = "photo");
        let questions = STREAMS.iter().map(|row| row.name).filter(|name| !is_left_out(name));
        assert!(questions.eq(RUNS.iter().map(|run| run.0)));
    }
}

//! Answers to questions about one puzzle: one trait, one runner, one table.
//!
//! A question ([`mod@arcdoku_wire::question`]) is answered by a function that fills its reply. Text and tables are
//! functions of the reply and the puzzle ([`Render`]). The runner applies any question to any input, and handles
//! questions only as [`AnyQuestion`].

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use arcdoku::generate::Minimizer;
use arcdoku::puzzle::{Clock, Limit, Limits, Puzzle};
use arcdoku::search::Strategy;
use arcdoku::solve::Solver;
use arcdoku_wire::NoAnswer;
#[cfg(feature = "native")]
use arcdoku_wire::question::Prove;
use arcdoku_wire::question::{
    Backdoors, Check, Difference, Equal, Estimate, Layouts, LimitOptions, Minimize, Necessary, OptionError,
    OptionKind, OptionRow, PuzzleReply, PuzzleText, Question, Restricts, TABLE, TimeOptions, TrueCandidates,
    Unavoidable, Verify,
};
use serde_json::{Map, Value};

use super::ReplyFormat;
use crate::IS_NATIVE;
use crate::cancel::{Bounds, Cancel, Listener};
use crate::input::{self, Input, Item, Plan, Reading, read_one};
use crate::output::Output;
use crate::report::{Refusal, Report, is_whole};
use crate::status::{Error, Status};
use crate::stream::{self, Batch, Stream};
use crate::text::json_line;

/// State that answers share from puzzle to puzzle. Solvers reuse their memory.
pub struct Session {
    /// The solver.
    pub solver: Solver,
    /// The solver of a strategy that a question names.
    named: Option<(Strategy, Solver)>,
    /// The puzzle of an option, and its text.
    other: Option<(PuzzleText, Arc<Puzzle>)>,
    /// The minimizer, created when it is first needed.
    pub(crate) minimizer: Option<Minimizer>,
    /// The flag that ends the work.
    pub cancel: Cancel,
    /// A clock for platforms where the standard library has none.
    clock: Option<Clock>,
    /// Errors and the status of the answers since the report was last taken.
    pub(crate) report: Report,
}

impl Session {
    /// A session whose work ends when the flag is set.
    pub fn new(cancel: &Cancel) -> Self {
        let (cancel, report) = (cancel.clone(), Report::default());
        Self { solver: Solver::new(), named: None, other: None, minimizer: None, cancel, clock: None, report }
    }

    /// The same session with a clock for platforms where the standard library has none.
    pub fn with_clock(self, clock: Option<Clock>) -> Self {
        Self { clock, ..self }
    }

    /// The solver with this strategy, or the fastest one for `None`.
    pub(crate) fn solver_with(&mut self, strategy: Option<Strategy>) -> &mut Solver {
        let Some(strategy) = strategy else { return &mut self.solver };
        if self.named.as_ref().is_none_or(|(known, _)| *known != strategy) {
            self.named = None;
        }
        let make = || (strategy, Solver::with_strategy(strategy));
        &mut self.named.get_or_insert_with(make).1
    }

    /// The puzzle of an option. It is read once.
    pub(crate) fn other(
        &mut self,
        item: &Item,
        name: &str,
        text: &PuzzleText,
    ) -> Result<Arc<Puzzle>, Refusal> {
        if let Some((known, puzzle)) = &self.other
            && known == text
        {
            return Ok(Arc::clone(puzzle));
        }
        match puzzle_option(name, text) {
            Ok(puzzle) => {
                let puzzle = Arc::new(puzzle);
                self.other = Some((text.clone(), Arc::clone(&puzzle)));
                Ok(puzzle)
            }
            Err(error) => Err(self.report.refuse(item, NoAnswer::Malformed, &error.to_string())),
        }
    }

    /// The limits of a question.
    pub(crate) fn bounds(&self, limits: &LimitOptions) -> Bounds {
        Bounds { clock: self.clock, ..Bounds::of(limits, &self.cancel) }
    }

    /// The time limit of a question.
    pub(crate) fn time(&self, limits: &TimeOptions) -> Bounds {
        self.bounds(&LimitOptions { nodes: None, time: limits.time })
    }

    /// The only solution of a puzzle, or why there is none.
    pub(crate) fn solution(
        &mut self,
        item: &Item,
        limits: &Limits<'_>,
    ) -> Result<arcdoku::Solution, Refusal> {
        self.report.only_solution(&mut self.solver, item, limits)
    }

    /// Reports why a puzzle has no answer. The result is always `Err`.
    pub(crate) fn refuse(&mut self, item: &Item, outcome: NoAnswer, what: &str) -> Result<(), Refusal> {
        Err(self.report.refuse(item, outcome, what))
    }

    /// Like [`Session::refuse`], for two puzzles whose grids cannot be compared.
    pub(crate) fn refuse_shape(&mut self, item: &Item) -> Result<(), Refusal> {
        self.refuse(item, NoAnswer::OtherShape, "the grids have different cells or digits")
    }

    /// Notes that a limit was reached, without a message, because the reply contains it.
    ///
    /// # Errors
    /// If the work was cancelled.
    pub(crate) fn reached(&mut self, item: &Item, limit: Limit) -> Result<arcdoku_wire::Limit, Refusal> {
        if limit == Limit::Cancelled {
            return Err(self.report.given_up(item, limit));
        }
        self.report.status.note(Status::Limit);
        Ok(limit.into())
    }

    /// Notes that a limit was reached. The answer may still contain earlier results.
    ///
    /// # Errors
    /// If the work was cancelled.
    pub(crate) fn limited(&mut self, item: &Item, limit: Limit) -> Result<arcdoku_wire::Limit, Refusal> {
        let refusal = self.report.given_up(item, limit);
        if limit == Limit::Cancelled { Err(refusal) } else { Ok(limit.into()) }
    }
}

/// A question that this crate answers.
pub trait Answer: Question<Reply: PuzzleReply + Render> {
    /// Whether puzzles whose clues break a rule are answered like others. Otherwise, they are refused as
    /// unsatisfiable.
    const TAKES_CONFLICTS: bool = false;

    /// Prepares for the puzzle with this number, which may turn out to be unreadable.
    fn prepare(&self, _number: u64) {}

    /// Fills the reply about a puzzle. The reply already contains the puzzle and the fields that came with it.
    ///
    /// # Errors
    /// Why there is no answer.
    fn answer(
        &self,
        session: &mut Session,
        item: &Item,
        progress: Listener<'_>,
        reply: &mut Self::Reply,
    ) -> Result<(), Refusal>;

    /// Passes all replies about a puzzle to `each`, until it returns `Break`. Most questions have one reply.
    ///
    /// # Errors
    /// Why there is no answer, or why some are missing.
    fn answers(
        &self,
        session: &mut Session,
        item: &Item,
        progress: Listener<'_>,
        mut reply: Self::Reply,
        each: &mut dyn FnMut(Self::Reply) -> ControlFlow<()>,
    ) -> Result<(), Refusal> {
        self.answer(session, item, progress, &mut reply)?;
        // This is the only reply, so it does not matter whether `each` returns `Break`.
        let _ = each(reply);
        Ok(())
    }

    /// Whether a puzzle may have more replies than memory holds. They are then written one by one.
    fn is_unbounded(&self) -> bool {
        false
    }

    /// Adds fields that repeat options of the question to a reply, whether or not it has an answer.
    fn finish(&self, _reply: &mut Self::Reply) {}

    /// Checks combinations of options.
    ///
    /// # Errors
    /// The first invalid option.
    fn check(&self, _format: ReplyFormat) -> Result<(), OptionError> {
        Ok(())
    }

    /// The reply about a puzzle; the last one, if there are several.
    fn reply(
        &self,
        session: &mut Session,
        number: u64,
        reading: &Reading,
        progress: Listener<'_>,
    ) -> Self::Reply {
        let mut last = Self::Reply::default();
        replies(self, session, number, reading, progress, &mut |reply, _| {
            last = reply;
            ControlFlow::Continue(())
        });
        session.report = Report::default();
        last
    }
}

/// Passes the replies about a puzzle to `each`, with a flag for answers.
pub(super) fn replies<Q: Answer>(
    question: &Q,
    session: &mut Session,
    number: u64,
    reading: &Reading,
    progress: Listener<'_>,
    each: &mut dyn FnMut(Q::Reply, bool) -> ControlFlow<()>,
) {
    question.prepare(number);
    let begun = || {
        let mut reply = Q::Reply::default();
        *reply.head() = input::head(number, reading);
        *reply.other() = input::other(reading, <Q::Reply as PuzzleReply>::FIELDS);
        reply
    };
    let read = match reading {
        Ok(item) if Q::TAKES_CONFLICTS => Ok(item),
        _ => session.report.read(reading),
    };
    let done = match read {
        Ok(item) => question.answers(session, item, progress, begun(), &mut |mut reply| {
            question.finish(&mut reply);
            each(reply, true)
        }),
        Err(refusal) => Err(refusal),
    };
    if let Err(refusal) = done {
        if session.report.is_cut {
            // If the work was cancelled, no further reply is written.
            return;
        }
        let mut reply = begun();
        let (outcome, limit, fault) = reply.refusal();
        (*outcome, *limit, *fault) = refusal.parts();
        question.finish(&mut reply);
        // This is the last reply, so it does not matter whether `each` returns `Break`.
        let _ = each(reply, false);
    }
}

/// How a reply is written as text for people and as a table. JSON is the reply itself. Only replies with an answer
/// are rendered.
pub trait Render {
    /// Appends lines for people, with colors if `colored` is set.
    fn text(&self, item: &Item, colored: bool, out: &mut String);

    /// Appends a line for people about a puzzle at this place that has no answer. Most questions write no line,
    /// because the error is reported.
    fn refused(&self, _place: &str, _colored: bool, _out: &mut String) {}

    /// Appends lines of fields separated by tabs.
    fn tsv(&self, item: &Item, out: &mut String);
}

/// How replies are written.
#[derive(Clone, Copy, Debug)]
pub struct ReplyStyle {
    /// The format.
    pub format: ReplyFormat,
    /// Whether text has colors.
    pub colored: bool,
    /// Whether only errors are written.
    pub quiet: bool,
}

impl ReplyStyle {
    /// A format without colors.
    pub fn plain(format: ReplyFormat) -> Self {
        Self { format, colored: false, quiet: false }
    }
}

/// The place of a puzzle in its source.
fn place(reading: &Reading) -> String {
    match reading {
        Ok(item) => item.place(),
        Err(rejected) => {
            format!("{}:{}", rejected.fault.file.as_deref().unwrap_or_default(), rejected.fault.line)
        }
    }
}

/// A question of any type.
pub trait AnyQuestion: Send + Sync {
    /// Passes the replies about a puzzle to `write_line` as lines, until it returns `Break`.
    fn write(
        &self,
        session: &mut Session,
        number: u64,
        reading: &Reading,
        progress: Listener<'_>,
        style: ReplyStyle,
        write_line: &mut dyn FnMut(String) -> ControlFlow<()>,
    );

    /// Like [`Answer::check`].
    ///
    /// # Errors
    /// The first invalid option.
    fn check(&self, format: ReplyFormat) -> Result<(), OptionError>;

    /// Like [`Answer::is_unbounded`].
    fn is_unbounded(&self) -> bool;
}

impl<Q: Answer> AnyQuestion for Q {
    fn write(
        &self,
        session: &mut Session,
        number: u64,
        reading: &Reading,
        progress: Listener<'_>,
        style: ReplyStyle,
        write_line: &mut dyn FnMut(String) -> ControlFlow<()>,
    ) {
        replies(self, session, number, reading, progress, &mut |reply, is_answer| {
            let mut text = String::new();
            let ReplyStyle { format, colored, quiet } = style;
            match (format, reading) {
                _ if quiet => {}
                (ReplyFormat::Json, _) => json_line(&reply, &mut text),
                _ if !IS_NATIVE => {}
                (ReplyFormat::Text, Ok(item)) if is_answer => reply.text(item, colored, &mut text),
                (ReplyFormat::Text, _) => reply.refused(&place(reading), colored, &mut text),
                (ReplyFormat::Tsv, Ok(item)) if is_answer => reply.tsv(item, &mut text),
                (ReplyFormat::Tsv, _) => {}
            }
            write_line(text)
        });
    }

    fn check(&self, format: ReplyFormat) -> Result<(), OptionError> {
        Answer::check(self, format)
    }

    fn is_unbounded(&self) -> bool {
        Answer::is_unbounded(self)
    }
}

/// Reads a question from its options.
type Reader = fn(&Map<String, Value>) -> Result<Arc<dyn AnyQuestion>, OptionError>;

const fn row<Q: Answer>() -> (&'static str, Reader) {
    (Q::ROW.name, |options| Ok(Arc::new(Q::from_options(options)?)))
}

/// All questions about one puzzle, in the order of [`TABLE`](arcdoku_wire::question::TABLE).
const ANSWERS: &[(&str, Reader)] = &[
    #[cfg(feature = "native")]
    row::<Prove>(),
    row::<Check>(),
    row::<TrueCandidates>(),
    row::<Estimate>(),
    row::<Necessary>(),
    row::<Equal>(),
    row::<Verify>(),
    row::<Restricts>(),
    row::<Difference>(),
    row::<Minimize>(),
    row::<Backdoors>(),
    row::<Unavoidable>(),
    row::<Layouts>(),
];

/// The question with this name and these options; `None` if there is no such question.
///
/// # Errors
/// The first option that is unknown or invalid.
pub fn question(
    name: &str,
    options: &Map<String, Value>,
    format: ReplyFormat,
) -> Option<Result<Arc<dyn AnyQuestion>, OptionError>> {
    let (_, read) = ANSWERS.iter().find(|(known, _)| *known == name)?;
    Some(read(options).and_then(|question| question.check(format).map(|()| question)))
}

/// Like [`question`], for interfaces without files. Replies are JSON. Options that name directories are unknown, and
/// so are questions that always write to a directory.
///
/// # Errors
/// The first option that is unknown or invalid.
pub fn question_without_files(
    name: &str,
    options: &Map<String, Value>,
) -> Option<Result<Arc<dyn AnyQuestion>, OptionError>> {
    let row = TABLE.iter().find(|row| row.name == name && !row.writes_files())?;
    let is_directory = |option: &&OptionRow| matches!(option.kind, OptionKind::Directory);
    let directory = row.options().filter(is_directory).find(|option| options.contains_key(option.name));
    match directory {
        Some(option) => Some(Err(OptionError::unknown(option.name, row))),
        None => question(name, options, ReplyFormat::Json),
    }
}

/// The replies to a question about one puzzle, as lines of JSON.
pub fn json(
    question: &dyn AnyQuestion,
    session: &mut Session,
    reading: &Reading,
    progress: Listener<'_>,
) -> String {
    let mut out = String::new();
    question.write(session, 1, reading, progress, ReplyStyle::plain(ReplyFormat::Json), &mut |line| {
        out.push_str(&line);
        ControlFlow::Continue(())
    });
    out.truncate(out.trim_end().len());
    session.report = Report::default();
    out
}

/// Answers a question about all puzzles of an input.
///
/// # Errors
/// If the output cannot be written.
pub fn run(
    question: &Arc<dyn AnyQuestion>,
    style: ReplyStyle,
    input: Input,
    threads: usize,
    cancel: &Cancel,
    output: &mut dyn Output,
) -> Result<Status, Error> {
    let (shared, flag) = (Arc::clone(question), cancel.clone());
    if question.is_unbounded() {
        return run_unbounded(&shared, style, input, cancel, output);
    }
    stream::reports(input, threads, cancel, output, move || {
        let (question, mut session) = (Arc::clone(&shared), Session::new(&flag));
        move |number, reading: &Reading, report: &mut Report| {
            let mut text = String::new();
            write(&*question, &mut session, number, reading, style, &mut |line| {
                text.push_str(&line);
                ControlFlow::Continue(())
            });
            report.add(std::mem::take(&mut session.report), &text);
        }
    })
}

/// Passes the replies about a puzzle of an input to `write_line`. A fault of the input itself has no reply, because
/// there is no puzzle.
fn write(
    question: &dyn AnyQuestion,
    session: &mut Session,
    number: u64,
    reading: &Reading,
    style: ReplyStyle,
    write_line: &mut dyn FnMut(String) -> ControlFlow<()>,
) {
    if is_whole(reading) {
        let _ = session.report.read(reading);
    } else {
        let cancel = session.cancel.clone();
        question.write(session, number, reading, cancel.listener(), style, write_line);
    }
}

/// Minimum time between flushes of the output.
const FLUSH: Duration = Duration::from_secs(1);

/// Writes replies as they are found, one puzzle after the other.
fn run_unbounded(
    question: &Arc<dyn AnyQuestion>,
    style: ReplyStyle,
    input: Input,
    cancel: &Cancel,
    output: &mut dyn Output,
) -> Result<Status, Error> {
    let stream = Stream { most: 1, flush_interval: Some(FLUSH), ..Stream::new(input, 1, cancel) };
    let (question, flag) = (Arc::clone(question), cancel.clone());
    let worker = move || {
        let (question, mut session) = (Arc::clone(&question), Session::new(&flag));
        move |batch: Batch, emit: &mut dyn FnMut(Report) -> ControlFlow<()>| {
            for (number, reading) in batch.readings() {
                write(&*question, &mut session, number, &reading, style, &mut |text| {
                    emit(Report { text, ..Report::default() })
                });
                let _ = emit(std::mem::take(&mut session.report));
            }
        }
    };
    let mut status = Status::Fine;
    stream.run_jobs(
        |batch, send| send(batch),
        worker,
        output,
        |output, report: Report| {
            status.note(report.status);
            report.write(output)
        },
    )?;
    status.note(stream::end(cancel));
    Ok(status)
}

/// Reads the puzzle of an option.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn puzzle_option(name: &str, text: &PuzzleText) -> Result<Puzzle, OptionError> {
    let item = read_one(&text.0, &Plan::default());
    item.map(|item| item.record.puzzle).map_err(|rejected| OptionError::new(name, rejected.message()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_has_an_answer() {
        let (questions, answers) = (TABLE.iter().map(|row| row.name), ANSWERS.iter().map(|row| row.0));
        assert!(questions.eq(answers));
    }
}

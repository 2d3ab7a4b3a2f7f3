//! Questions by name: the questions of the library's table, and questions for web pages only.

use std::cell::RefCell;

use arcdoku::puzzle::WorkProgress;
use arcdoku_service::ask::answer::{self, Session};
use arcdoku_service::cancel::Cancel;
use arcdoku_service::input::Board;
use arcdoku_wire::question::{
    BoardOptions, Compare, Convert, Generate, Label, OptionPart as _, OptionRow, Question, QuestionRow,
    ReplySchema, TABLE, options,
};
use arcdoku_wire::reply_schema;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::batch::{BatchProgress, CountProgress};
use crate::env::CLOCK;
use crate::error::AskError;
use crate::help::{PathReply, PracticeProgress};
use crate::make::{GenerateProgress, GenerateReply};
use crate::progress::JobProgress;
use crate::progress::{ProgressSink, Reporter};
use crate::search::{CompareProgress, CompareReply, TraceProgress, TraceReply};
use crate::solver::ConvertReply;
use crate::{batch, help, label, links, make, search, solver};

/// A question, for its TypeScript declaration.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The question.
    pub question: QuestionRow,
    /// The options that describe its subject.
    about: &'static [OptionRow],
    /// The type of its progress, if it has any.
    pub progress: Option<ReplySchema>,
    /// The function that answers a question for web pages.
    answer: Option<OwnAnswer>,
}

/// A function that answers a question for web pages: from options to JSON.
type OwnAnswer = fn(Map<String, Value>, ProgressSink<'_>) -> Result<String, AskError>;

impl Row {
    /// The options of the question.
    pub fn options(&self) -> impl Iterator<Item = &'static OptionRow> + use<> {
        self.about.iter().chain(self.question.options())
    }
}

/// Declares questions with their functions and the types of their progress.
macro_rules! rows {
    ($($place:ident $function:path as $question:ty $(= $reply:ident)? $(, $progress:ident)?;)*) => {
        &[$(Row {
            question: rows!(@row $question $(= $reply)?),
            about: rows!(@$place),
            progress: rows!(@progress $($progress)?),
            answer: Some(|options, sink| $place::<$question, _>(options, sink, $function)),
        }),*]
    };
    (@row $question:ty) => { <$question>::ROW };
    (@row $question:ty = $reply:ident) => {
        QuestionRow {
            reply: stringify!($reply),
            schema: reply_schema!($reply),
            is_list: false,
            ..<$question>::ROW
        }
    };
    (@progress) => { None };
    (@progress $progress:ident) => { Some(reply_schema!($progress)) };
    (@board) => { BoardOptions::ROWS };
    (@several) => { SeveralOptions::ROWS };
    (@alone) => { &[] };
}

/// The questions for web pages only.
const ROWS: &[Row] = rows! {
    alone solver::read as solver::Read;
    board solver::convert as Convert = ConvertReply;
    board solver::solve as solver::Solve, JobProgress;
    board solver::solutions as solver::Solutions;
    board solver::mistakes as solver::Mistakes;
    board solver::why as solver::Why;
    board solver::conflicts as solver::Conflicts;
    board batch::count as batch::Count, CountProgress;
    alone batch::batch as batch::Batch, BatchProgress;
    board help::hint as help::Hint, JobProgress;
    board help::progress as help::Progress;
    board help::steps as help::Steps, JobProgress;
    board help::explain as help::Explain = PathReply, JobProgress;
    board help::rate as help::Rate, JobProgress;
    board help::ratings as help::Ratings, JobProgress;
    board help::picture as help::Picture;
    alone help::techniques as help::Techniques;
    alone help::technique as help::TechniquePage;
    alone help::practice as help::Practice, PracticeProgress;
    alone search::strategies as search::Strategies;
    board search::trace as search::Trace = TraceReply, TraceProgress;
    board search::implications as search::Implications;
    several search::compare as Compare = CompareReply, CompareProgress;
    alone make::generate as Generate = GenerateReply, GenerateProgress;
    board label::label as Label;
    board links::fpuzzles as links::FPuzzles;
};

/// All questions: those of the library's table that do not write files, and those for web pages only.
pub fn rows() -> impl Iterator<Item = Row> {
    let table = TABLE.iter().filter(|row| !row.writes_files()).map(|question| Row {
        question: *question,
        about: BoardOptions::ROWS,
        progress: Some(reply_schema!(JobProgress)),
        answer: None,
    });
    table.chain(ROWS.iter().copied())
}

/// Answers a question. The options and the reply are objects as JSON. `sink` receives its progress.
///
/// # Errors
/// If there is no such question, or an option is invalid.
pub fn answer(name: &str, options: &str, sink: ProgressSink<'_>) -> Result<String, AskError> {
    let value: Value = serde_json::from_str(options).map_err(|error| AskError::new(error.to_string()))?;
    let Value::Object(options) = value else {
        let found = if value.is_null() { "nothing".to_owned() } else { value.to_string() };
        return Err(AskError::new(format!("the question: found {found}, expected an object")));
    };
    if let Some(answer) = ROWS.iter().find(|row| row.question.name == name).and_then(|row| row.answer) {
        return answer(options, sink);
    }
    let (board, options) = split(options)?;
    let Some(question) = answer::question_without_files(name, &options) else {
        let names: Vec<&str> = rows().map(|row| row.question.name).collect();
        return Err(AskError::unknown("the question", name, names));
    };
    let (question, reporter) = (question?, Reporter::new(sink));
    let listener = |progress: WorkProgress| reporter.work(progress);
    // The session is taken during the work, because a receiver of progress may ask another question.
    let mut session = SESSION.take().unwrap_or_else(|| Session::new(&Cancel::default()).with_clock(CLOCK));
    let replies = answer::json(&*question, &mut session, &board.as_clues(), &listener);
    SESSION.set(Some(session));
    let is_list = TABLE.iter().any(|row| row.name == name && row.is_list);
    Ok(if is_list { format!("[{}]", replies.replace('\n', ",")) } else { replies })
}

thread_local! {
    /// The session of all questions of the table, whose solvers keep their memory. It is never canceled.
    static SESSION: RefCell<Option<Session>> = const { RefCell::new(None) };
}

/// Splits options into the board of a question and the other options.
fn split(mut options: Map<String, Value>) -> Result<(Board, Map<String, Value>), AskError> {
    let BoardOptions { puzzle, digits, marks } = BoardOptions::take(&mut options)?;
    Ok((Board { puzzle: puzzle.0, digits, marks: marks.0 }, options))
}

/// Answers a question about a board.
fn board<Q: Question, R: Serialize>(
    options: Map<String, Value>,
    sink: ProgressSink<'_>,
    answer: impl FnOnce(Q, Board, ProgressSink<'_>) -> Result<R, AskError>,
) -> Result<String, AskError> {
    let (board, options) = split(options)?;
    json(&answer(Q::from_options(&options)?, board, sink)?)
}

options! {
    /// The subject of questions about several puzzles.
    SeveralOptions {
        /// The puzzles: any notation, a table, or JSON lines
        puzzles: String,
    }
}

/// Answers a question about several puzzles.
fn several<Q: Question, R: Serialize>(
    mut options: Map<String, Value>,
    sink: ProgressSink<'_>,
    answer: impl FnOnce(Q, String, ProgressSink<'_>) -> Result<R, AskError>,
) -> Result<String, AskError> {
    let SeveralOptions { puzzles } = SeveralOptions::take(&mut options)?;
    json(&answer(Q::from_options(&options)?, puzzles, sink)?)
}

/// Answers a question that is not about a board.
fn alone<Q: Question, R: Serialize>(
    options: Map<String, Value>,
    sink: ProgressSink<'_>,
    answer: impl FnOnce(Q, ProgressSink<'_>) -> Result<R, AskError>,
) -> Result<String, AskError> {
    json(&answer(Q::from_options(&options)?, sink)?)
}

/// A value as JSON.
fn json(value: &impl Serialize) -> Result<String, AskError> {
    serde_json::to_string(value).map_err(|error| AskError::new(error.to_string()))
}

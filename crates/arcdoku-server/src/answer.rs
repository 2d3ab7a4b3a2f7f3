//! Answers to single questions: with limits, first tried for a slice of time, then as a long job.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use arcdoku_service::ask::json::{self, JsonQuestion, JsonRun};
use arcdoku_service::ask::layouts;
use arcdoku_service::cancel::Cancel;
use arcdoku_service::input::{Input, Source};
use arcdoku_service::output::Output;
use arcdoku_service::status::{Error, Status};
use arcdoku_wire::question::{Bytes, OptionError, OptionKind, OptionValue, QuestionRow, Subject};
use axum::http::StatusCode;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value};

use crate::config::ServerLimits;
use crate::refusal::Refusal;
use crate::work::{CancelOnDrop, Permit, Work};

/// The names of the fields with the subject of a question.
pub(crate) const PUZZLE: &str = "puzzle";
pub(crate) const IMAGE: &str = "image";

/// The maximum size of the replies to a single question, in bytes.
const MOST_BYTES: usize = 32 << 20;

/// The maximum size of a question that is tried for a slice of time, in bytes. Reading a larger one takes longer, and
/// reading cannot be cancelled.
const SMALL: usize = 2048;

/// The number of tries for a slice of time. The first one may have ended because the system gave the processor to
/// another thread, which is rare and independent of the question.
const TRIES: u32 = 2;

/// Additional time for writing a reply after the time limit of a question.
const GRACE: Duration = Duration::from_secs(1);

/// A question with its options, within the limits of the server.
#[derive(Clone)]
pub(crate) struct BoundQuestion {
    pub(crate) row: &'static QuestionRow,
    pub(crate) question: Arc<dyn JsonQuestion>,
    /// The text of the puzzle; empty for questions about something else.
    text: String,
    /// The file with the image; empty for questions about something else.
    image: bytes::Bytes,
    /// The maximum time of a question about one puzzle.
    pub(crate) time: Duration,
    /// Whether the question is short, so it can be read in a moment.
    is_small: bool,
}

/// The row of a question.
pub(crate) fn row(name: &str) -> Result<&'static QuestionRow, Refusal> {
    let row = json::rows().find(|row| row.name == name);
    row.ok_or_else(|| Refusal::no_question(name, json::rows().map(|row| row.name)))
}

impl BoundQuestion {
    /// Reads the options of a question, without a puzzle.
    pub(crate) fn stream(
        row: &'static QuestionRow,
        mut options: Map<String, Value>,
        limits: &ServerLimits,
    ) -> Result<Self, Refusal> {
        let is_small = options.values().map(size).sum::<usize>() <= SMALL;
        let is_timed = bounded(row, &mut options, limits);
        let question = json::question(row.name, &options);
        let question = question.ok_or_else(|| Refusal::unprocessable("question", "no such question"))??;
        let time = if is_timed { limits.time.saturating_add(GRACE) } else { limits.time };
        let (question, text, image) = (question.into(), String::new(), bytes::Bytes::new());
        Ok(Self { row, question, text, image, time, is_small })
    }

    /// Reads the options of a question about an image.
    pub(crate) fn image(
        row: &'static QuestionRow,
        options: Map<String, Value>,
        image: bytes::Bytes,
        limits: &ServerLimits,
    ) -> Result<Self, Refusal> {
        Ok(Self { image, is_small: false, ..Self::stream(row, options, limits)? })
    }

    /// Reads a question from an object with its options and, in the field [`PUZZLE`] or [`IMAGE`], its subject.
    pub(crate) fn single(
        row: &'static QuestionRow,
        mut options: Map<String, Value>,
        limits: &ServerLimits,
    ) -> Result<Self, Refusal> {
        let text = match row.subject {
            Subject::Nothing => String::new(),
            Subject::Images => {
                let (image, most) = (take_image(&mut options)?, limits.image);
                if image.len() > most {
                    let message = format!("the image has over {most} bytes");
                    return Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", message));
                }
                return Self::image(row, options, image, limits);
            }
            Subject::Puzzles | Subject::Set | Subject::Layouts => take_puzzle(&mut options)?,
        };
        let asked = Self::stream(row, options, limits)?;
        Ok(Self { is_small: asked.is_small && text.len() <= SMALL, text, ..asked })
    }

    fn input(&self) -> Input {
        match self.row.subject {
            Subject::Nothing => Input { sources: Vec::new(), plan: Arc::default() },
            Subject::Images => {
                let image = Source::reader(IMAGE, io::Cursor::new(self.image.clone()));
                Input { sources: vec![image], plan: Arc::default() }
            }
            // A line of regions; a puzzle with regions is an object.
            Subject::Layouts if !self.text.trim_start().starts_with('{') => {
                let lines = layouts::puzzles(io::Cursor::new(self.text.clone().into_bytes()));
                Input { sources: vec![Source::reader(PUZZLE, lines)], plan: Arc::default() }
            }
            _ => Input { sources: vec![Source::text(PUZZLE, self.text.clone())], plan: Arc::default() },
        }
    }

    /// Answers the question on the current thread.
    fn run(&self, cancel: &Cancel) -> RunResult {
        let mut output = Collector::default();
        let run = JsonRun { input: self.input(), threads: 0, cancel, output: &mut output };
        RunResult { ended: self.question.run(run), output }
    }

    /// Answers the question with JSON: a reply, or a list of replies.
    pub(crate) async fn answer(self, work: &Work) -> Result<String, Refusal> {
        self.answer_with(work, Cancel::default()).await
    }

    /// Answers the question with JSON, and passes the progress of a long job to the listener of `long`.
    pub(crate) async fn answer_with(self, work: &Work, long: Cancel) -> Result<String, Refusal> {
        for _ in 0..if self.is_small { TRIES } else { 0 } {
            let cancel = Cancel::default();
            match work.quick(&cancel, || self.run(&cancel)) {
                Some(ran) if !ran.is_interrupted() => return ran.json(&self),
                _ => {}
            }
        }
        let permit = work.long().await?;
        // The state of the rare case is kept apart, because the state of each request is moved several times.
        Box::pin(Arc::new(self).answer_long(permit, CancelOnDrop(long))).await
    }

    /// Answers the question as a long job, and ends it when its time is over.
    pub(crate) async fn answer_long(
        self: Arc<Self>,
        permit: Permit,
        guard: CancelOnDrop,
    ) -> Result<String, Refusal> {
        let (long, cancel) = (Arc::clone(&self), guard.0.clone());
        let ran = permit.run_within(self.time, &guard, move || long.run(&cancel)).await?;
        if ran.is_interrupted() {
            return Err(Refusal::time_limit());
        }
        ran.json(&self)
    }
}

/// Takes the text of a puzzle, or of several, from an object of options.
pub(crate) fn take_puzzle(options: &mut Map<String, Value>) -> Result<String, Refusal> {
    let found = match options.remove(PUZZLE) {
        Some(Value::String(text)) => return Ok(text),
        Some(object @ Value::Object(_)) => return Ok(object.to_string()),
        None => "nothing",
        Some(_) => "another value",
    };
    Err(OptionError::new(PUZZLE, format!("found {found}, expected text or an object")).into())
}

/// Takes an image from an object of options.
fn take_image(options: &mut Map<String, Value>) -> Result<bytes::Bytes, OptionError> {
    let wrong = |found: &str| {
        OptionError::new(IMAGE, format!("found {found}, expected an image in base64 or a data URL"))
    };
    match options.remove(IMAGE) {
        Some(Value::String(text)) => {
            let data = match text.strip_prefix("data:") {
                Some(url) => url.split_once(";base64,").map(|(_, data)| data),
                None => Some(text.as_str()),
            };
            let image = data.and_then(|data| STANDARD.decode(data).ok());
            image.map(bytes::Bytes::from).ok_or_else(|| wrong("text that is not base64"))
        }
        None => Err(wrong("nothing")),
        Some(_) => Err(wrong("another value")),
    }
}

/// The size of a value in bytes, roughly.
fn size(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Array(values) => values.iter().map(size).sum(),
        Value::Object(fields) => fields.values().map(size).sum(),
        _ => 1,
    }
}

/// Keeps the limits of options within the limits of the server. Returns whether the question has a time limit.
pub(crate) fn bounded(row: &QuestionRow, options: &mut Map<String, Value>, limits: &ServerLimits) -> bool {
    let mut is_timed = false;
    for option in row.options() {
        let value = || {
            let given = options.get(option.name).filter(|value| !value.is_null());
            given.cloned().unwrap_or_else(option.default)
        };
        // Values that cannot be read stay, and are reported with the other options.
        let bounded = match (option.kind, option.name) {
            (OptionKind::Time, _) => {
                is_timed = true;
                let time = Option::<Duration>::read(&value());
                time.map(|time| time.map_or(limits.time, |time| time.min(limits.time)).write()).ok()
            }
            (OptionKind::Bytes, _) => {
                let most = Bytes(limits.memory);
                let bytes = Option::<Bytes>::read(&value());
                bytes.map(|bytes| bytes.filter(|bytes| bytes.0 < most.0).unwrap_or(most).write()).ok()
            }
            (OptionKind::Whole, "nodes") => limits.nodes.and_then(|most| {
                let nodes = Option::<u64>::read(&value());
                nodes.map(|nodes| nodes.map_or(most, |nodes| nodes.min(most)).write()).ok()
            }),
            _ => None,
        };
        options.extend(bounded.map(|value| (option.name.to_owned(), value)));
    }
    is_timed
}

/// The result of a run.
pub(crate) struct RunResult {
    ended: Result<Status, Error>,
    output: Collector,
}

impl RunResult {
    fn is_interrupted(&self) -> bool {
        matches!(self.ended, Ok(Status::Interrupted))
    }

    /// The replies as JSON.
    fn json(self, asked: &BoundQuestion) -> Result<String, Refusal> {
        let Collector { mut text, errors } = self.output;
        let status = self.ended?;
        if status == Status::Panicked {
            let message = errors.join("\n");
            return Err(Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message));
        }
        let row = asked.row;
        let string = |text: &str| Value::from(text).to_string();
        let list = |replies: Vec<String>| format!("[{}]", replies.join(","));
        let mut lines = text.lines();
        match (row.is_list, row.is_text()) {
            (true, true) => Ok(list(lines.map(string).collect())),
            (true, false) => Ok(list(with_errors(row, lines.map(str::to_owned), &errors).collect())),
            (false, true) if !text.is_empty() => Ok(string(&text)),
            (false, false) => match (lines.next(), lines.next()) {
                (Some(reply), None) => {
                    let length = reply.len();
                    text.truncate(length);
                    Ok(text)
                }
                (Some(_), Some(_)) => {
                    let message =
                        "found several puzzles, expected one; a request with several is a stream of lines";
                    Err(Refusal::unprocessable("input", message))
                }
                _ => Err(without_reply(&errors)),
            },
            _ => Err(without_reply(&errors)),
        }
    }
}

/// Why there is no reply at all.
fn without_reply(errors: &[String]) -> Refusal {
    let message = if errors.is_empty() { "there is no puzzle".to_owned() } else { errors.join("\n") };
    Refusal::unprocessable("input", message)
}

/// Whether the errors of a question are not contained in its replies, so they become lines.
pub(crate) fn writes_errors(row: &QuestionRow) -> bool {
    row.is_list
        && row.subject != Subject::Images
        && !arcdoku_wire::question::TABLE.iter().any(|other| other.name == row.name)
}

/// An error as a line of a list of replies.
pub(crate) fn error_line(message: &str) -> String {
    serde_json::json!({ "version": arcdoku_wire::VERSION, "error": message }).to_string()
}

fn with_errors(
    row: &QuestionRow,
    lines: impl Iterator<Item = String>,
    errors: &[String],
) -> impl Iterator<Item = String> {
    let errors = if writes_errors(row) { errors } else { &[] };
    lines.chain(errors.iter().map(|message| error_line(message)))
}

/// The output of a single question.
#[derive(Default)]
pub(crate) struct Collector {
    text: String,
    errors: Vec<String>,
}

impl Output for Collector {
    fn write(&mut self, text: &str) -> io::Result<()> {
        if self.text.len() + text.len() > MOST_BYTES {
            let most = MOST_BYTES >> 20;
            return Err(io::Error::other(format!("the replies have over {most} MiB; request a stream")));
        }
        self.text.push_str(text);
        Ok(())
    }

    fn error(&mut self, message: &str) {
        self.errors.push(message.to_owned());
    }

    fn note(&mut self, _: &str) {}
}

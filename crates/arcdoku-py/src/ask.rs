//! Questions about one puzzle, with options and replies as JSON.

use std::sync::Arc;
use std::time::Duration;

use arcdoku::Choice as _;
use arcdoku_service::ask::answer::{self, Session};
use arcdoku_service::ask::canon;
use arcdoku_service::ask::convert::Converter;
use arcdoku_service::ask::draw;
use arcdoku_service::ask::mistakes::MistakeFinder;
use arcdoku_service::ask::solve::Worker;
use arcdoku_service::ask::trace::{self, NO_CONFLICT, SearchPicture, TraceStyle};
use arcdoku_service::ask::vicinity;
use arcdoku_service::cancel::{Bounds, Cancel};
use arcdoku_service::draw::{Overlay, puzzle_svg};
use arcdoku_service::input::{Input, Plan};
use arcdoku_service::output::Transcript;
use arcdoku_wire::SolveOutcome;
use arcdoku_wire::question::{
    Canon, Convert, LimitOptions, OptionError, Question as _, Solve, Trace, Vicinity, question,
};
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::ask_options::{self, Options, json, message, read, take_threads};
use crate::ask_person;
use crate::puzzle::{PuzzleData, ReadPuzzle, plain, value_error};
use crate::work::detached;

/// The time limit for a quick answer. A question that takes longer runs on a separate thread, which Ctrl-C can end.
const INLINE: Duration = Duration::from_millis(3);

/// Solves a puzzle without options; `None` if this takes too long.
fn quick(data: &ReadPuzzle) -> Option<Result<String, String>> {
    // Building a large model takes long, so such puzzles are not solved here.
    if data.item().record.puzzle.shape().digits() > 9 {
        return None;
    }
    let bounds = Bounds { time: Some(INLINE), is_timed: true, ..Bounds::default() };
    let reply = Worker::new(&Solve::default(), bounds).reply(1, &data.reading);
    (reply.outcome != SolveOutcome::Unknown).then(|| json(&reply))
}

/// Answers a question about a puzzle; `options` is a JSON object. Ctrl-C ends it.
#[pyfunction]
pub(crate) fn ask(py: Python<'_>, data: &PuzzleData, question: &str, options: &str) -> PyResult<String> {
    if question == "solve"
        && options == "{}"
        && let Some(reply) = quick(&data.0)
    {
        return reply.map_err(value_error);
    }
    let (data, question, options) = (Arc::clone(&data.0), question.to_owned(), options.to_owned());
    let work = move |cancel: &Cancel| {
        let mut options = ask_options::options(&options)?;
        if question == "solve" {
            let asked = solve(&options).map_err(message)?;
            let mut worker = Worker::new(&asked, solve_bounds(&asked, cancel));
            return json(&worker.reply(1, &data.reading));
        }
        match answer::question_without_files(&question, &options) {
            Some(Ok(question)) => {
                let mut session = Session::new(cancel);
                Ok(answer::json(&*question, &mut session, &data.reading, &|_| {}))
            }
            Some(Err(error)) => Err(message(error)),
            None => other(&data, &question, &mut options, cancel),
        }
    };
    detached(py, work)?.map_err(|message| value_error(plain(&message)))
}

/// Reads the question `solve`. Rejects options that need files or have several replies.
pub(crate) fn solve(options: &Options) -> Result<Solve, OptionError> {
    let asked = Solve::from_options(options)?;
    asked.check_single().map(|()| asked)
}

/// The limits of `solve`, with the flag that Ctrl-C sets.
pub(crate) fn solve_bounds(asked: &Solve, cancel: &Cancel) -> Bounds {
    Bounds { is_timed: true, ..Bounds::of(&asked.limits, cancel) }
}

question! {
    /// The mistakes on a board
    Mistakes = "mistakes" -> String, fails "" {} with { limits: LimitOptions, }
}

/// Options of the drawing of a puzzle.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Drawing {
    digits: Option<String>,
    candidates: bool,
    legend: bool,
    side: Option<f32>,
    shares: Vec<Vec<f32>>,
}

impl Default for Drawing {
    fn default() -> Self {
        Self { digits: None, candidates: false, legend: true, side: None, shares: Vec::new() }
    }
}

/// Answers the questions that do not have a separate function.
fn other(
    data: &ReadPuzzle,
    question: &str,
    options: &mut Options,
    cancel: &Cancel,
) -> Result<String, String> {
    let puzzle = &data.item().record.puzzle;
    match question {
        "mistakes" => {
            let asked: Mistakes = read(options)?;
            let bounds = Bounds::of(&asked.limits, cancel);
            json(&MistakeFinder::default().reply(&data.reading, &bounds))
        }
        "vicinity" => {
            let threads = take_threads(options)?;
            around(data, &read(options)?, threads, cancel)
        }
        "trace_svg" => {
            let picture = take_picture(options)?;
            let asked = SearchPicture::prepare(&[picture], read(options)?).map_err(message)?;
            let limits = Bounds::of(&asked.limits, cancel);
            picture.draw(&asked, puzzle, &limits.limits()).ok_or_else(|| NO_CONFLICT.to_owned())
        }
        "trace" | "trace_text" => {
            let asked: Trace = read(options)?;
            asked.search.check().map_err(message)?;
            let bounds = Bounds::of(&asked.limits, cancel);
            let style = TraceStyle { json: question == "trace", colored: false };
            let mut output = Transcript::default();
            let done = trace::trace(&asked, &bounds, style, 1, data.item(), &mut output);
            done.map(|_| output.text).map_err(message)
        }
        "canon" => json(&canon::reply(read::<Canon>(options)?.order, puzzle)?),
        "convert" => {
            let mut text = String::new();
            Converter::to(read::<Convert>(options)?.to).write(data.item(), &mut text).map_err(message)?;
            Ok(text)
        }
        "svg" => svg(data, &serde_json::from_value(Value::Object(options.clone())).map_err(message)?),
        _ => ask_person::answer(data, question, options, cancel),
    }
}

/// Takes the picture of a search from options.
fn take_picture(options: &mut Options) -> Result<SearchPicture, String> {
    let picture = options.remove("picture").unwrap_or_default();
    let name = picture.as_str().unwrap_or_default();
    let names: Vec<&str> = SearchPicture::NAMES.iter().map(|row| row.0).collect();
    let unknown = || format!("picture: found '{name}', expected one of {}", names.join(", "));
    SearchPicture::from_name(name).ok_or_else(unknown)
}

/// The result of a search around a puzzle.
#[derive(Serialize)]
struct Around<'a> {
    puzzles: Vec<&'a str>,
    /// Whether no limit ended the search.
    complete: bool,
    errors: Vec<String>,
}

fn around(data: &ReadPuzzle, asked: &Vicinity, threads: usize, cancel: &Cancel) -> Result<String, String> {
    let mut output = Transcript::default();
    let input = Input::text(data.json.clone(), Plan::default());
    let summary = vicinity::run(asked, None, input, threads, cancel, &mut output);
    let status = summary.map_err(message)?.status;
    let complete = status < arcdoku_service::status::Status::Limit;
    json(&Around { puzzles: output.text.lines().collect(), complete, errors: output.errors })
}

fn svg(data: &ReadPuzzle, options: &Drawing) -> Result<String, String> {
    let puzzle = &data.item().record.puzzle;
    let digits = match &options.digits {
        None => data.digits(),
        Some(text) => data.digits_of(text)?,
    };
    let mut candidates = Vec::new();
    if options.candidates {
        candidates = draw::candidates(puzzle, &digits);
    }
    let usual = Overlay::default();
    let side = options.side.filter(|side| side.is_finite() && *side > 0.0).unwrap_or(usual.side);
    let Drawing { shares, legend, .. } = options;
    let overlay =
        Overlay { digits: &digits, candidates: &candidates, shares, legend: *legend, side, ..usual };
    Ok(puzzle_svg(puzzle, &overlay))
}

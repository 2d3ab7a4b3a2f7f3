//! Questions about one puzzle: options as JSON in, replies of the wire as JSON out.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use arcdoku::grid::DigitSet;
use arcdoku::solve::{Solver, fastest};
use arcdoku_service::ask::answer::{self, Session};
use arcdoku_service::ask::canon;
use arcdoku_service::ask::convert::Converter;
use arcdoku_service::ask::mistakes;
use arcdoku_service::ask::solve::Worker;
use arcdoku_service::ask::trace::{self, TraceStyle};
use arcdoku_service::ask::vicinity;
use arcdoku_service::cancel::{Bounds, Cancel};
use arcdoku_service::draw::{Overlay, puzzle_svg, search_svg};
use arcdoku_service::input::{Input, Plan};
use arcdoku_service::output::Transcript;
use arcdoku_wire::SolveOutcome;
use arcdoku_wire::question::{
    Boards, CanonOrder, Convert, OptionError, Question as _, Solve, StrategyOptions, Trace, Vicinity,
};
use pyo3::prelude::*;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::ask_options::{Options, chosen, json, threads};
use crate::ask_person;
use crate::puzzle::{PuzzleData, ReadPuzzle, plain, value_error};
use crate::work::detached;

/// Time that is spent on quick questions before a thread of their own is made for them, which Ctrl-C can end.
const INLINE: Duration = Duration::from_millis(3);

thread_local! {
    /// The worker of questions without options: its solver keeps its memory.
    static QUICK: RefCell<Worker> = RefCell::new({
        let bounds = Bounds { time: Some(INLINE), is_timed: true, ..Bounds::default() };
        Worker::new(&Solve::default(), bounds)
    });
}

/// Solves a puzzle without options, unless that takes long.
fn quick(data: &ReadPuzzle) -> Option<Result<String, String>> {
    // Large models take long to build.
    if data.item().record.puzzle.shape().digits() > 9 {
        return None;
    }
    let reply = QUICK.with_borrow_mut(|worker| worker.reply(1, &data.reading));
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
        let map: Map<String, Value> = serde_json::from_str(&options).map_err(|error| error.to_string())?;
        if question == "solve" {
            let asked = solve(&map).map_err(|error| error.to_string())?;
            let mut worker = Worker::new(&asked, solve_bounds(&asked, cancel));
            return json(&worker.reply(1, &data.reading));
        }
        match question.as_str() {
            "convert" => return converted(&data, &map),
            "vicinity" => return around(&data, map, cancel),
            _ => {}
        }
        match answer::question_without_files(&question, &map) {
            Some(Ok(question)) => {
                let mut session = Session::new(cancel);
                Ok(answer::json(&*question, &mut session, &data.reading, &|_| {}))
            }
            Some(Err(error)) => Err(error.to_string()),
            None => {
                let options: Options = serde_json::from_str(&options).map_err(|error| error.to_string())?;
                other(&data, &question, &options, cancel)
            }
        }
    };
    detached(py, work)?.map_err(|message| value_error(plain(&message)))
}

/// The question `solve` without what needs files or has several replies.
pub(crate) fn solve(options: &Map<String, Value>) -> Result<Solve, OptionError> {
    let asked = Solve::from_options(options)?;
    asked.check_single().map(|()| asked)
}

/// The limits of `solve`, with the flag that Ctrl-C sets.
pub(crate) fn solve_bounds(asked: &Solve, cancel: &Cancel) -> Bounds {
    Bounds { is_timed: true, ..Bounds::of(&asked.limits, cancel) }
}

/// Questions that are not in the table yet.
fn other(data: &ReadPuzzle, question: &str, options: &Options, cancel: &Cancel) -> Result<String, String> {
    let bounds = options.bounds(cancel);
    let reading = &data.reading;
    let puzzle = &data.item().record.puzzle;
    match question {
        "mistakes" => json(&mistakes::reply(&mut Solver::new(), reading, &bounds)),
        "trace" | "trace_text" => {
            let json = question == "trace";
            let boards = chosen("boards", options.boards.as_deref(), Boards::Nodes)?;
            let style = TraceStyle { json, colored: false };
            let search = StrategyOptions { strategy: options.strategy()?, seed: None };
            let (unique, steps, candidates) = (options.unique, options.steps, options.candidates);
            let asked = Trace { unique, steps, boards, candidates, search, ..Trace::default() };
            let mut output = Transcript::default();
            let done = trace::trace(&asked, &bounds, style, 1, data.item(), &mut output);
            done.map(|_| output.text).map_err(|error| error.to_string())
        }
        "trace_svg" => {
            let strategy = options.strategy()?.unwrap_or_else(|| fastest(puzzle));
            Ok(search_svg(puzzle, &strategy, &bounds.limits()))
        }
        "canon" => {
            let order = chosen("order", options.order.as_deref(), CanonOrder::Counts)?;
            json(&canon::reply(order, puzzle)?)
        }
        "svg" => svg(data, options),
        _ => ask_person::answer(data, question, options, &bounds),
    }
}

/// What a search around a puzzle found.
#[derive(Serialize)]
struct Around<'a> {
    puzzles: Vec<&'a str>,
    /// Whether no limit ended the search.
    complete: bool,
    errors: Vec<String>,
}

fn around(data: &ReadPuzzle, mut options: Map<String, Value>, cancel: &Cancel) -> Result<String, String> {
    let jobs = options.remove("jobs").and_then(|jobs| jobs.as_u64()).map(|jobs| jobs as usize);
    let question = Vicinity::from_options(&options).map_err(|error| error.to_string())?;
    let mut output = Transcript::default();
    let input = Input::text(data.json.clone(), Plan::default());
    let summary = vicinity::run(&question, None, input, threads(jobs), cancel, &mut output);
    let status = summary.map_err(|error| error.to_string())?.status;
    let complete = status < arcdoku_service::status::Status::Limit;
    json(&Around { puzzles: output.text.lines().collect(), complete, errors: output.errors })
}

/// The puzzle in another notation.
fn converted(data: &ReadPuzzle, options: &Map<String, Value>) -> Result<String, String> {
    let question = Convert::from_options(options).map_err(|error| error.to_string())?;
    let mut text = String::new();
    Converter::to(question.to).write(data.item(), &mut text).map_err(|error| error.to_string())?;
    Ok(text)
}

fn svg(data: &ReadPuzzle, options: &Options) -> Result<String, String> {
    let puzzle = &data.item().record.puzzle;
    let digits = match &options.digits {
        None => data.digits(),
        Some(text) => data.digits_of(text)?,
    };
    let mut candidates = Vec::new();
    if options.candidates {
        // What the clues and digits leave by the houses and other sets of different cells alone.
        candidates = (0..puzzle.shape().cells())
            .map(|index| puzzle.admissible(arcdoku::grid::Cell::new(index)))
            .collect::<Vec<DigitSet>>();
        for constraint in puzzle.all_different() {
            let placed: Vec<_> = constraint.cells().iter().filter_map(|cell| digits[cell.index()]).collect();
            for cell in constraint.cells() {
                for &digit in &placed {
                    candidates[cell.index()].remove(digit);
                }
            }
        }
    }
    let usual = Overlay::default();
    let side = options.side.filter(|side| side.is_finite() && *side > 0.0).unwrap_or(usual.side);
    let legend = options.legend.unwrap_or(true);
    let shares = &options.shares;
    let overlay = Overlay { digits: &digits, candidates: &candidates, shares, legend, side, ..usual };
    Ok(puzzle_svg(puzzle, &overlay))
}

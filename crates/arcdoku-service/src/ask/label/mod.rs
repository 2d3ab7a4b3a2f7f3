//! Labelling problems over semirings: puzzles with costs of digits, tables of scores, and models of other programs.
//!
//! ```text
//!   mod      the questions; runs over an input, one problem at a time because tables may take all memory
//!   problem  the input as models, with their places and names
//!   answer   the algorithms: from a model to a reply
//!   render   writes replies as text and columns
//! ```

mod answer;
mod problem;
mod render;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use arcdoku_label::formats::{AnyLabelModel, LabelFormat, write_labels};
use arcdoku_label::{LabelModel, TransformMethod, Weight};
use arcdoku_wire::question::{Bytes, Label, LabelMethod, LabelSemiring, OptionError, OptionValue as _};
use arcdoku_wire::{LabelReply, NoAnswer};

use super::ReplyFormat;
use crate::cancel::Bounds;
use crate::draw::{Overlay, puzzle_svg};
use crate::input::{Input, Item, Reading};
use crate::output::{Output, Transcript};
use crate::status::{Error, Status};
use crate::text::json_line;
use arcdoku::Choice;

pub use problem::LabelProblem;

/// Whether the build answers all questions. A WebAssembly module has limited size, so it answers only questions about
/// costs and log Z, and reads no models of other programs. Code that a constant condition excludes is not compiled.
const ALL: bool = !cfg!(target_family = "wasm");

/// The maximum size of tables in bytes, if no other limit is given.
const MEMORY: Bytes = Bytes(if ALL { 2_000_000_000 } else { 256_000_000 });

/// Whether the answer of a method is only a lower bound.
fn is_bound(method: LabelMethod) -> bool {
    method == LabelMethod::MiniBuckets || transformation(method).is_some()
}

/// How a method transforms a model into an equivalent one, if it does.
fn transformation(method: LabelMethod) -> Option<TransformMethod> {
    match method {
        LabelMethod::Arcs => Some(TransformMethod::Arcs),
        LabelMethod::Diffusion => Some(TransformMethod::Diffusion),
        LabelMethod::Virtual => Some(TransformMethod::Virtual),
        _ => None,
    }
}

/// The name of the requested semiring, as in options.
fn semiring_name(question: &Label) -> String {
    question.semiring.write().as_str().unwrap_or_default().to_owned()
}

/// Checks that the build has the semiring, the method and the form, and that the method and the marginals exist for
/// the semiring.
///
/// # Errors
/// The first part that does not fit.
pub fn check(question: &Label) -> Result<(), OptionError> {
    use LabelMethod::{Auto, Beliefs, Eliminate, Search, Sweep};
    use LabelSemiring::{Boolean, Count, KBest, LogSum, MaxGain, MaxProb, MinCost, Provenance};
    let (semiring, method) = (question.semiring.semiring, question.by.method);
    let (name, by) = (semiring_name(question), method.name());
    let wrong = |message: String| Err(OptionError::new("method", message));
    let is_cost = matches!(semiring, Boolean | KBest | MaxGain | MaxProb | MinCost);
    let is_small = match method {
        Auto | Search => is_cost || semiring == LogSum,
        Beliefs | Eliminate | LabelMethod::Sample | Sweep => semiring == LogSum,
        _ => false,
    };
    if !ALL && !is_small {
        return wrong(format!("{name} by {by} is not in this build"));
    }
    if let Some(form) = question.problem.form.filter(|&form| !ALL && problem::format(form).is_some()) {
        return Err(OptionError::new("form", format!("{} is not in this build", form.name())));
    }
    let fits = match method {
        Search => {
            matches!(semiring, Boolean | Count | MinCost | KBest | MaxGain | MaxProb | LogSum)
        }
        Beliefs | LabelMethod::Sample => semiring == LogSum,
        method if is_bound(method) => semiring == MinCost,
        _ => true,
    };
    if !fits {
        return wrong(format!("the method {by} does not answer {name}"));
    }
    let is_single = method == LabelMethod::Decompose
        || is_bound(method)
        || semiring == Count && method == Search
        || matches!(semiring, KBest | Provenance);
    if question.marginals && is_single {
        return wrong(format!("{name} by {by} has no marginals"));
    }
    Ok(())
}

/// Receives each problem with its answer, in addition to the written output.
pub type LabelSink<'a> = &'a mut dyn FnMut(&LabelProblem, &LabelReply) -> Result<(), Error>;

/// Answers a question about all problems of an input, one after the other.
///
/// # Errors
/// If the output cannot be written, or `sink` fails.
pub fn run(
    question: &Label,
    bounds: &Bounds,
    format: ReplyFormat,
    input: Input,
    output: &mut dyn Output,
    sink: LabelSink<'_>,
) -> Result<Status, Error> {
    let mut number = 0;
    problem::each(question, bounds, input, output, &mut |output, problem| {
        number += 1;
        let reply = match problem.caught(|| reply(question, bounds, number, &problem, output)) {
            Ok(reply) => reply,
            Err(panic) => {
                output.error(&panic);
                return Ok(ControlFlow::Continue(Status::Panicked));
            }
        };
        if reply.limit == Some(arcdoku_wire::Limit::Cancelled) {
            return Ok(ControlFlow::Break(Status::Interrupted));
        }
        let mut text = String::new();
        match format {
            ReplyFormat::Text => render::text(&problem, &reply, &mut text),
            ReplyFormat::Tsv => render::tsv(&problem, &reply, &mut text),
            ReplyFormat::Json => json_line(&reply, &mut text),
        }
        if let Some(message) = render::failure(&problem, &reply) {
            output.error(&message);
        }
        output.write(&text)?;
        sink(&problem, &reply)?;
        Ok(ControlFlow::Continue(status(&reply)))
    })
}

/// Writes all problems of an input as models of another program. A method that transforms gives equivalent models
/// whose constant is a lower bound.
///
/// # Errors
/// If the output cannot be written.
pub fn convert(
    question: &Label,
    bounds: &Bounds,
    format: LabelFormat,
    input: Input,
    output: &mut dyn Output,
) -> Result<Status, Error> {
    problem::each(question, bounds, input, output, &mut |output, problem| {
        let content = match &problem.content {
            Ok(content) => content,
            Err(rejected) => {
                output.error(&rejected.message());
                return Ok(ControlFlow::Continue(Status::Malformed));
            }
        };
        let written = problem.caught(|| {
            answer::transformed(question, bounds, &content.model)
                .and_then(|model| write_labels(&model, format).map_err(|error| error.to_string()))
        });
        let (status, message) = match written {
            Ok(Ok(text)) => {
                output.write(&text)?;
                return Ok(ControlFlow::Continue(Status::Fine));
            }
            Ok(Err(message)) => (Status::Not, format!("{}: {message}", problem.place)),
            Err(panic) => (Status::Panicked, panic),
        };
        output.error(&message);
        Ok(ControlFlow::Continue(status))
    })
}

/// The reply to a reading: a puzzle, or a fault.
pub fn reply_to_reading(question: &Label, bounds: &Bounds, reading: Reading) -> LabelReply {
    reply(question, bounds, 1, &LabelProblem::of_reading(reading), &mut Transcript::default())
}

/// The reply to the first problem of a text, for programs that handle one problem.
pub fn reply_to(question: &Label, bounds: &Bounds, input: Input) -> LabelReply {
    let first = problems(question, bounds, input, 1).pop();
    first.map_or_else(LabelReply::default, |problem| {
        reply(question, bounds, 1, &problem, &mut Transcript::default())
    })
}

/// The reply to the only problem of an input.
///
/// # Errors
/// If there is none, or more than one. The error is what was found.
pub fn reply_to_only(question: &Label, bounds: &Bounds, input: Input) -> Result<LabelReply, &'static str> {
    match &problems(question, bounds, input, 2)[..] {
        [] => Err("no problem"),
        [problem] => Ok(reply(question, bounds, 1, problem, &mut Transcript::default())),
        _ => Err("several problems"),
    }
}

/// The first problems of an input.
fn problems(question: &Label, bounds: &Bounds, input: Input, most: usize) -> Vec<LabelProblem> {
    let mut problems = Vec::new();
    // Nothing is written, so nothing can fail.
    let _ = problem::each(question, bounds, input, &mut Transcript::default(), &mut |_, problem| {
        problems.push(problem);
        let is_last = problems.len() == most;
        Ok(if is_last { ControlFlow::Break(Status::Fine) } else { ControlFlow::Continue(Status::Fine) })
    });
    problems
}

/// The reply to one problem.
fn reply(
    question: &Label,
    bounds: &Bounds,
    number: u64,
    problem: &LabelProblem,
    output: &mut dyn Output,
) -> LabelReply {
    let head = problem.head(number);
    let base = LabelReply {
        head,
        semiring: semiring_name(question),
        other: problem.other(LabelReply::FIELDS),
        ..LabelReply::default()
    };
    match &problem.content {
        Err(rejected) => {
            LabelReply { outcome: Some(NoAnswer::Malformed), fault: Some(rejected.fault.clone()), ..base }
        }
        Ok(content) => {
            let item: Option<&Item> = content.item.as_deref();
            match &content.model {
                AnyLabelModel::Exact(model) if ALL => {
                    answer::answer(question, bounds, model, item, base, output)
                }
                AnyLabelModel::Real(model) => answer::answer(question, bounds, model, item, base, output),
                // All algorithms are compiled for each kind of costs.
                AnyLabelModel::Exact(model) => match model.map(Weight::to_f64) {
                    Ok(model) => answer::answer(question, bounds, &model, item, base, output),
                    Err(_) => LabelReply { outcome: Some(NoAnswer::Overflow), ..base },
                },
            }
        }
    }
}

/// The status that corresponds to a reply.
fn status(reply: &LabelReply) -> Status {
    match (reply.outcome, reply.limit) {
        (Some(NoAnswer::Malformed), _) => Status::Malformed,
        (Some(NoAnswer::TooWide | NoAnswer::Overflow), _) | (_, Some(_)) => Status::Limit,
        (Some(_), _) => Status::Not,
        (None, None) => Status::Fine,
    }
}

/// The course of the bounds of a reply as a plot; `None` if it has none.
#[cfg(feature = "plot")]
pub fn course(reply: &LabelReply) -> Option<crate::draw::BoundCourse> {
    let number = |number: &serde_json::Number| number.as_f64();
    let unit = if reply.nodes.is_some() { "expanded nodes" } else { "rounds" };
    let points = reply.bounds.iter().filter_map(|point| {
        Some((point.nodes as f64, number(&point.lower)?, point.upper.as_ref().and_then(number)))
    });
    let points: Vec<_> = points.collect();
    (!points.is_empty()).then(|| crate::draw::BoundCourse::new(&reply.semiring, unit, points))
}

/// The picture of a puzzle, with the shares of its digits as shades and the digits of the best labelling, if there is
/// one; `None` if the problem is not a puzzle.
pub fn picture(problem: &LabelProblem, reply: &LabelReply) -> Option<String> {
    let item = problem.content.as_ref().ok()?.item.as_deref()?;
    let puzzle = &item.record.puzzle;
    let shares: Vec<Vec<f32>> = reply
        .shares
        .iter()
        .map(|of_cell| of_cell.iter().map(|share| share.as_f64().unwrap_or(0.0) as f32).collect())
        .collect();
    let best = reply.labellings.first().and_then(|labelling| labelling.solution.as_deref());
    let digits = match best {
        Some(text) if shares.is_empty() => render::digits(puzzle, text),
        _ => Vec::new(),
    };
    Some(puzzle_svg(
        puzzle,
        &Overlay { digits: &digits, shares: &shares, legend: false, ..Overlay::default() },
    ))
}

/// The model of a puzzle without costs.
fn plain(item: &Item) -> LabelModel<i64> {
    LabelModel::of_puzzle(&item.record.puzzle)
}

//! How a solution is reached, step by step, as text or JSON lines.

mod observer;

use std::sync::atomic::AtomicBool;

use arcdoku::puzzle::{Limit, Limits, Outcome, Puzzle};
use arcdoku::search::{Branching, Strategy};
use arcdoku::solve::{Answer, Question, fastest_chronological, observe};
use arcdoku_wire::question::{Boards, OptionError, Trace};
use arcdoku_wire::{Counters, TraceEvent, puzzle_text};

use self::observer::Tracer;
use super::solve::{stats_line, strategy_text};
use crate::cancel::Bounds;
use crate::draw::{animation_svg, implications_svg, search_svg, tree_svg};
use crate::input::{Input, Item};
use crate::output::Output;
use crate::report::caught_at;
use crate::status::{Error, Status};
use crate::stream;
use crate::text::{self, BAD, FAINT, FOUND, HEAD, paint, plural};

/// How a trace is written.
#[derive(Clone, Copy, Debug)]
pub struct TraceStyle {
    /// Whether to write JSON lines.
    pub json: bool,
    /// Whether to use colors.
    pub colored: bool,
}

arcdoku::choices! {
    /// A picture of a search.
    pub enum SearchPicture: Solution {
        /// How and in which order the digits of the first solution are found
        Solution = "solution",
        /// The tree of the search
        Tree = "tree",
        /// The search as an animation
        Animation = "animation",
        /// The implication graph of the first conflict
        Implications = "implications",
    }
}

/// Why there is no implication graph.
pub const NO_CONFLICT: &str =
    "the search met no conflict that depends on a guess: there is no implication graph to draw";

impl SearchPicture {
    /// The question for a trace with these pictures: an implication graph implies the strategy `learning`.
    ///
    /// # Errors
    /// If a picture cannot be drawn for the strategy, or there is a seed without a strategy.
    pub fn prepare(pictures: &[Self], mut question: Trace) -> Result<Trace, OptionError> {
        if pictures.contains(&Self::Implications) {
            let strategy = question.search.strategy.or_else(|| Strategy::named("learning"));
            if strategy.is_none_or(|strategy| strategy.branching != Branching::Learn) {
                let message = "the implication graph of a conflict requires the strategy learning";
                return Err(OptionError::new("strategy", message));
            }
            question.search.strategy = strategy;
        }
        question.search.check().map(|()| question)
    }

    /// Draws the search for the answer to a [prepared](Self::prepare) question, if there is something to draw.
    pub fn draw(self, question: &Trace, puzzle: &Puzzle, limits: &Limits<'_>) -> Option<String> {
        let (sought, strategy) = (sought(question), strategy_of(question, puzzle));
        match self {
            Self::Solution => Some(search_svg(puzzle, &strategy, limits)),
            Self::Tree => Some(tree_svg(sought, puzzle, &strategy, limits)),
            Self::Animation => Some(animation_svg(sought, puzzle, &strategy, limits)),
            Self::Implications => implications(question, puzzle, limits, 1),
        }
    }
}

/// Draws the implication graph of a conflict, with its number from 1, for a [prepared](SearchPicture::prepare) question.
pub fn implications(question: &Trace, puzzle: &Puzzle, limits: &Limits<'_>, number: u64) -> Option<String> {
    implications_svg(sought(question), puzzle, &strategy_of(question, puzzle), limits, number)
}

fn sought(question: &Trace) -> Question {
    if question.unique { Question::Unique } else { Question::First }
}

fn strategy_of(question: &Trace, puzzle: &Puzzle) -> Strategy {
    question.search.chosen().unwrap_or_else(|| fastest_chronological(puzzle))
}

/// Traces all puzzles of an input, or the puzzle with the given number. Also returns the pictures of the last one: none
/// if there is no puzzle. A picture is missing if there is nothing to draw, which is reported as an error.
///
/// # Errors
/// If the output cannot be written, or the input has no puzzle with this number.
pub fn run(
    question: &Trace,
    bounds: &Bounds,
    style: TraceStyle,
    input: Input,
    number: Option<u64>,
    pictures: &[SearchPicture],
    output: &mut dyn Output,
) -> Result<(Status, Vec<Option<String>>), Error> {
    let mut last = None;
    let cancel = &bounds.cancel;
    let mut status = stream::one_by_one(input, number, cancel, output, |output, number, item| {
        let status = trace(question, bounds, style, number, item, output)?;
        output.flush()?;
        if !pictures.is_empty() {
            last = Some((item.place(), item.record.puzzle.clone()));
        }
        Ok(status)
    })?;
    let Some((place, puzzle)) = last else { return Ok((status, Vec::new())) };
    let limits = bounds.limits();
    let draw = || pictures.iter().map(|one| one.draw(question, &puzzle, &limits)).collect();
    let drawn: Vec<Option<String>> = caught_at(None, || place, draw).unwrap_or_else(|panic| {
        output.error(&panic);
        status.note(Status::Panicked);
        Vec::new()
    });
    if pictures.iter().zip(&drawn).any(|one| one == (&SearchPicture::Implications, &None)) {
        output.error(NO_CONFLICT);
        status.note(Status::Not);
    }
    Ok((status, drawn))
}

/// Traces one puzzle.
///
/// # Errors
/// If the output cannot be written.
pub fn trace(
    question: &Trace,
    bounds: &Bounds,
    style: TraceStyle,
    number: u64,
    item: &Item,
    output: &mut dyn Output,
) -> Result<Status, Error> {
    let puzzle = &item.record.puzzle;
    let strategy = strategy_of(question, puzzle);
    let halt = AtomicBool::new(false);
    let watched = bounds.limits().timed().with_cancel(&halt);
    let conflict = item.conflict();
    let learns = strategy.branching == Branching::Learn;
    let mut tracer = Tracer::new(question, learns, &bounds.cancel, style, puzzle, &halt, output);
    if style.json {
        tracer.event(TraceEvent::Start {
            number,
            name: item.record.name.clone(),
            puzzle: puzzle_text(puzzle),
            ruleset: puzzle.into(),
            strategy: strategy.to_string(),
        });
    } else {
        let name = text::in_brackets(item.record.name.as_deref());
        let heading = format!("puzzle {number}{name}, strategy {}", strategy_text(&strategy));
        let heading = paint(style.colored, HEAD, &heading);
        tracer.text(if number > 1 { "\n" } else { "" });
        tracer.text(&heading);
        tracer.text("\n");
        if question.boards > Boards::None {
            tracer.puzzle_board();
        }
    }
    if let Some(conflict) = &conflict {
        tracer.error(&conflict.to_string());
    }
    let answer = observe(sought(question), puzzle, &strategy, &watched, &mut tracer);
    // A contradiction at the root causes no backtracking, so it is reported here.
    if matches!(answer.outcome, Outcome::Unsatisfiable(_)) {
        tracer.note_dead_end();
    }
    let hidden = tracer.hidden();
    if style.json {
        let (refutation, limit) = match &answer.outcome {
            Outcome::Unsatisfiable(refutation) => (Some((*refutation).into()), None),
            Outcome::Unknown { limit, .. } => (None, Some((*limit).into())),
            _ => (None, None),
        };
        let limit = if hidden > 0 { Some(arcdoku_wire::Limit::Steps) } else { limit };
        let outcome = (&answer.outcome).into();
        tracer.event(TraceEvent::End { outcome, refutation, limit, stats: Counters::from(&answer.stats) });
    } else {
        if hidden > 0 && !matches!(answer.outcome, Outcome::Unknown { .. }) {
            let steps = plural(hidden.into(), "further step");
            let rest = paint(style.colored, FAINT, &format!("... {steps} not shown (--steps)"));
            tracer.text(&rest);
            tracer.text("\n");
        }
        let sentence = sentence(&answer, hidden > 0, style.colored);
        tracer.text(&sentence);
        if question.boards > Boards::None {
            tracer.last_board(&answer.outcome);
        }
        let line = paint(style.colored, FAINT, &stats_line(&answer.stats));
        tracer.text(&line);
        tracer.text("\n");
    }
    tracer.finish()?;
    Ok(match &answer.outcome {
        Outcome::Unknown { .. } => Status::Limit,
        Outcome::Unsatisfiable(_) if conflict.is_some() => Status::Malformed,
        Outcome::Unsatisfiable(_) => Status::Not,
        Outcome::Multiple(..) if question.unique => Status::Not,
        _ => Status::Fine,
    })
}

/// The outcome as a sentence.
fn sentence(answer: &Answer, out_of_steps: bool, colored: bool) -> String {
    let good = |text: &str| paint(colored, FOUND, text);
    let bad = |text: &str| paint(colored, BAD, text);
    let text = match &answer.outcome {
        Outcome::Unique(_) => good("Solved: there is exactly one solution."),
        Outcome::Solved(_) => good("Solved."),
        Outcome::Multiple(..) => bad("There are several solutions."),
        Outcome::Unsatisfiable(refutation) => {
            bad(&format!("There is no solution: {}.", refutation.sentence()))
        }
        Outcome::Unknown { .. } if out_of_steps => "Ended by --steps.".to_owned(),
        Outcome::Unknown { limit: Limit::Cancelled, .. } => "Interrupted.".to_owned(),
        Outcome::Unknown { limit, .. } => format!("Gave up (limit: {}).", limit.name()),
        _ => "Ended.".to_owned(),
    };
    text + "\n"
}

//! `arcdoku trace`: how a solution is reached, step by step, for people or as JSON lines.

mod observer;
mod picture;

use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Context as _;

use arcdoku::puzzle::{Limit, Limits, Outcome};
use arcdoku::solve::{Answer, Question, observe};
use arcdoku_wire::{Counters, TraceEvent, puzzle_text};

use crate::cli::{Boards, Trace};
use crate::input::{Item, Plan};
use crate::output::answer::{stats_line, strategy_text};
use crate::output::{self, BAD, FAINT, FOUND, HEAD, Out, paint, plural};
use crate::pipeline;
use crate::status::Status;

use observer::Tracer;

pub(crate) fn run(options: &Trace) -> anyhow::Result<Status> {
    let plan: Arc<Plan> = Arc::new(options.input.plan()?);
    let entries = options.input.entries(&plan)?;
    let limits = options.limits.limits();
    pipeline::one_by_one(entries, plan, options.number, &mut output::stdout(), |out, number, item| {
        trace(options, number, item, &limits, out)
    })
}

fn trace(
    options: &Trace,
    number: u64,
    item: &Item,
    limits: &Limits<'_>,
    out: &mut Out,
) -> anyhow::Result<Status> {
    let puzzle = &item.record.puzzle;
    let strategy = options.strategy.strategy_for(puzzle);
    let question = if options.unique { Question::Unique } else { Question::First };
    let halt = AtomicBool::new(false);
    let watched = limits.with_cancel(&halt);
    let mut tracer = Tracer::new(options, puzzle, &halt, out);
    if options.json {
        let (ruleset, strategy) = (puzzle.into(), strategy.to_string());
        tracer.event(TraceEvent::Start { number, puzzle: puzzle_text(puzzle), ruleset, strategy });
    } else {
        let name = item.record.name.as_deref().map(|name| format!(" ({name})")).unwrap_or_default();
        let told = strategy_text(&strategy);
        let heading = format!("puzzle {number}{name}, strategy {told}");
        let heading = paint(tracer.is_colored(), HEAD, &heading);
        tracer.text(if number > 1 { "\n" } else { "" });
        tracer.text(&heading);
        tracer.text("\n");
        if options.boards > Boards::None {
            tracer.puzzle_board();
        }
    }
    if let Some(conflict) = item.conflict() {
        output::error(format_args!("{conflict}"));
    }
    let answer = observe(question, puzzle, &strategy, &watched, &mut tracer);
    // At the root nothing is taken back.
    if matches!(answer.outcome, Outcome::Unsatisfiable(_)) {
        tracer.note_dead_end();
    }
    let hidden = tracer.hidden();
    if options.json {
        let (refutation, limit) = match &answer.outcome {
            Outcome::Unsatisfiable(refutation) => (Some(refutation.name().to_owned()), None),
            Outcome::Unknown { limit, .. } => (None, Some(limit.name().to_owned())),
            _ => (None, None),
        };
        let limit = if hidden > 0 { Some("steps".to_owned()) } else { limit };
        let outcome = answer.outcome.name().to_owned();
        tracer.event(TraceEvent::End { outcome, refutation, limit, stats: Counters::from(&answer.stats) });
    } else {
        if hidden > 0 && !matches!(answer.outcome, Outcome::Unknown { .. }) {
            let steps = plural(hidden.into(), "further step");
            let rest = paint(tracer.is_colored(), FAINT, &format!("... {steps} not shown (--steps)"));
            tracer.text(&rest);
            tracer.text("\n");
        }
        let sentence = sentence(&answer, hidden > 0, tracer.is_colored());
        tracer.text(&sentence);
        if options.boards > Boards::None {
            tracer.last_board(&answer.outcome);
        }
        let line = paint(tracer.is_colored(), FAINT, &stats_line(&answer.stats));
        tracer.text(&line);
        tracer.text("\n");
    }
    tracer.finish()?;
    out.flush()?;
    if let Some(path) = &options.picture {
        let drawn = picture::picture(puzzle, &strategy, limits);
        std::fs::write(path, drawn).with_context(|| path.display().to_string())?;
    }
    Ok(match &answer.outcome {
        Outcome::Unknown { .. } => Status::Limit,
        Outcome::Unsatisfiable(_) if item.conflict().is_some() => Status::Malformed,
        Outcome::Unsatisfiable(_) => Status::Not,
        Outcome::Multiple(..) if options.unique => Status::Not,
        _ => Status::Fine,
    })
}

/// How it ended, as a sentence.
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
    };
    text + "\n"
}

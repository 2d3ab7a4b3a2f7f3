//! Ratings.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use arcdoku::deduction::{Candidates, Options, PathEnd};
use arcdoku::logic::{Logic, TECHNIQUES};
use arcdoku::rate::{Rater, Rating, Scale};
use arcdoku::solve::Answer;
use arcdoku::{Limits, Outcome, Puzzle, Solver};
use datafusion_common::Result;
use datafusion_common::arrow::array::{ArrayRef, Float64Array, StringArray, StructArray};
use datafusion_common::arrow::datatypes::{DataType, Field, Fields};

use super::each_row;
use crate::call::{Call, shared, unfit};

/// The scale of puzzles with rules.
const LOGIC: &str = "logic";

/// The parts of a rating.
pub(crate) fn fields() -> Fields {
    let number = |name: &str| Field::new(name, DataType::Float64, true);
    let text = |name: &str| Field::new(name, DataType::Utf8, true);
    Fields::from(vec![number("hardness"), text("level"), number("ep"), number("ed"), text("fault")])
}

#[derive(Clone, Default)]
struct Parts {
    /// The score or the ER.
    hardness: Option<f64>,
    level: Option<String>,
    ep: Option<f64>,
    ed: Option<f64>,
    fault: Option<String>,
}

impl Parts {
    fn fault(text: impl Into<String>) -> Self {
        Self { fault: Some(text.into()), ..Self::default() }
    }

    fn of(rating: &Rating) -> Self {
        let tenths = |tenths: u8| Some(f64::from(tenths) / 10.0);
        match rating {
            Rating::Score { level, score } => Self {
                hardness: Some((*score).into()),
                level: Some(level.name().to_ascii_lowercase()),
                ..Self::default()
            },
            Rating::Explainer(rating) => Self {
                hardness: tenths(rating.er.0),
                ep: tenths(rating.ep.0),
                ed: tenths(rating.ed.0),
                ..Self::default()
            },
            _ => Self::fault("the scale has no rating"),
        }
    }
}

/// The rater of the puzzles of a batch.
enum Judge {
    Classic(Rater),
    Logic,
}

/// The rating of a puzzle on a scale.
pub(crate) fn rating(call: &Call<'_>) -> Result<ArrayRef> {
    let (column, kind) = (call.puzzles()?, call.kind()?);
    let name = call.word("scale").unwrap_or(if kind.is_classic() { "hodoku" } else { LOGIC });
    let mut judge = match Scale::by_name(name) {
        Some(scale) => Judge::Classic(scale.rater()),
        None if name == LOGIC => Judge::Logic,
        None => {
            let known: Vec<&str> = Scale::ALL.iter().map(|row| row.name).chain([LOGIC]).collect();
            return Err(unfit(call.function, name, format!("expected one of {}", known.join(", "))));
        }
    };
    let time = call.number("milliseconds")?.map(Duration::from_millis);
    // Ratings do not count nodes. The limit applies to the search for the solution, which comes first.
    let (limits, nodes) = (Limits::NONE.with_time(time), call.number("nodes")?);
    let mut solver = Solver::new();
    let rated = each_row(call, column, &kind, |_, puzzle| {
        let puzzle = match puzzle {
            Err(reason) => return Some(Parts::fault(reason.to_string())),
            Ok(puzzle) => puzzle,
        };
        // The time limit applies to both.
        let budget = limits.start();
        let answer = solver.solve(puzzle, &budget.rest().with_nodes(nodes));
        Some(rate(&mut judge, &answer, puzzle, &budget.rest()))
    });
    let rated: Vec<Parts> = rated.into_iter().map(Option::unwrap_or_default).collect();
    let number = |part: fn(&Parts) -> Option<f64>| shared(rated.iter().map(part).collect::<Float64Array>());
    let text = |part: fn(&Parts) -> Option<&String>| shared(rated.iter().map(part).collect::<StringArray>());
    let columns = vec![
        number(|parts| parts.hardness),
        text(|parts| parts.level.as_ref()),
        number(|parts| parts.ep),
        number(|parts| parts.ed),
        text(|parts| parts.fault.as_ref()),
    ];
    Ok(Arc::new(StructArray::try_new(fields(), columns, call.present())?))
}

fn rate(judge: &mut Judge, answer: &Answer, puzzle: &Puzzle, limits: &Limits<'_>) -> Parts {
    let solution = match &answer.outcome {
        Outcome::Unique(solution) => solution,
        Outcome::Unsatisfiable(_) => return Parts::fault("no solution"),
        Outcome::Unknown { limit, .. } => return stopped(limit.name()),
        _ => return Parts::fault("several solutions"),
    };
    match judge {
        Judge::Classic(rater) => {
            let state = match Candidates::of(puzzle) {
                Ok(state) => state,
                Err(unfit) => return Parts::fault(unfit.to_string()),
            };
            let options = Options::default().with_proper(answer.proper());
            let go_on = &mut |_, _, _: &Rating| ControlFlow::Continue(());
            match rater.rate(&state, &options, Some(solution), limits, go_on) {
                (_, PathEnd::Stopped(limit)) => stopped(limit.name()),
                (rating, _) => Parts::of(&rating),
            }
        }
        Judge::Logic => {
            let mut logic = Logic::new(puzzle);
            let Ok(board) = logic.start(&[]) else { return Parts::fault("no solution") };
            let go_on = &mut |_: &_, _: &_, _, _| ControlFlow::Continue(());
            let (_, rating, end) = logic.walk(board, TECHNIQUES, limits, go_on);
            match end {
                PathEnd::Stopped(limit) => stopped(limit.name()),
                PathEnd::Solved => {
                    Parts { hardness: Some(f64::from(rating.hardest.0) / 10.0), ..Parts::default() }
                }
                _ => Parts::fault("no technique finds the next step"),
            }
        }
    }
}

fn stopped(limit: &str) -> Parts {
    Parts::fault(format!("stopped by the limit: {limit}"))
}

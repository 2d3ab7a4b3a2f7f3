//! All steps of a state, easiest first.

mod ruled;

use std::convert::Infallible;
use std::ops::ControlFlow;

use arcdoku::deduction::{Candidates, Options as TechniqueOptions, Techniques};
use arcdoku::explain::{Coordinates, Narrator, eureka};
use arcdoku::explain::{Language, RuleNarrator};
use arcdoku::puzzle::{Limit, Limits, WorkProgress};
use arcdoku::rate::Profile;
use arcdoku::rate::hint::{Guide, Ranked};
use arcdoku::solve::Solver;
use arcdoku_wire::{SolutionCount, StepReply, StepRow, StepsOutcome, StepsReply, ToldStep, VERSION};

use super::state::{self, Situation};
use crate::cancel::{Bounds, Listener};
use crate::input::{Input, Item, Reading};
use crate::output::Output;
use crate::status::{Error, Status};
use crate::stream;
use crate::text::table::Table;
use crate::text::{HEAD, Row, json_line, paint};

const HEADER: [&str; 8] = ["technique", "level", "score", "placed", "gone", "direct", "singles", "step"];

/// Which steps are listed.
#[derive(Clone, Debug)]
pub struct StepsOptions {
    /// The order of techniques.
    pub profile: Profile,
    /// The techniques.
    pub wanted: Techniques,
    /// The options of the techniques.
    pub techniques: TechniqueOptions,
    /// The number of steps after which no further technique is searched.
    pub most: Option<usize>,
    /// Limits for each state.
    pub bounds: Bounds,
}

/// How steps are written.
#[derive(Clone, Copy, Debug)]
pub struct StepsStyle {
    /// Whether to write JSON lines.
    pub json: bool,
    /// Whether to write a table separated by tabs.
    pub tsv: bool,
    /// How cells are named.
    pub coordinates: Coordinates,
    /// Whether to use colors.
    pub colored: bool,
}

/// Lists the steps of all states of an input.
///
/// # Errors
/// If the output cannot be written.
pub fn run(
    options: &StepsOptions,
    style: StepsStyle,
    input: Input,
    output: &mut dyn Output,
) -> Result<Status, Error> {
    let cancel = &options.bounds.cancel;
    let (mut solver, mut is_first) = (Solver::new(), true);
    stream::readings(input, cancel, output, |output, number, reading| {
        if style.tsv && std::mem::take(&mut is_first) {
            tabbed(["puzzle"].into_iter().chain(HEADER), output)?;
        }
        let status = match reading {
            Ok(item) => list(options, style, &mut solver, number, &item, output)?,
            Err(rejected) => {
                output.error(&rejected.message());
                Status::Malformed
            }
        };
        Ok(ControlFlow::Continue(status))
    })
}

fn list(
    options: &StepsOptions,
    style: StepsStyle,
    solver: &mut Solver,
    number: u64,
    item: &Item,
    output: &mut dyn Output,
) -> Result<Status, Error> {
    let is_table = !style.json && !style.tsv;
    if is_table {
        let gap = if number > 1 { "\n" } else { "" };
        let name = item.record.name.as_deref().map_or(String::new(), |name| format!(" ({name})"));
        let heading = paint(style.colored, HEAD, &format!("puzzle {number}{name}"));
        output.write(&format!("{gap}{heading}\n"))?;
    }
    let limits = &options.bounds.limits();
    if super::ruled::applies(item, &options.techniques) {
        return list_ruled(options, style, number, item, output);
    }
    let (state, solution, proper) = match state::look(solver, item, limits) {
        Situation::Open { state, solution, proper } => (state, solution, proper),
        other => return Ok(state::refuse(item, &other, output)),
    };
    let mut status = Status::Fine;
    if solution.is_none() {
        state::several(item, output);
        status.note(Status::Not);
    }
    let settings = options.techniques.with_proper(proper);
    let mut guide = Guide::new(&options.profile, &settings, solution.as_ref());
    let mut table = Table::new(&HEADER, &[0, 1, 7]);
    let mut count = 0;
    each(options, &mut guide, &state, limits, &mut |ranked| {
        count += 1;
        let row = row(style.coordinates, &state, number, count, &ranked);
        if style.json {
            let mut line = String::new();
            json_line(&row, &mut line);
            output.write(&line)?;
        } else {
            let fields = fields(row);
            if style.tsv {
                let number = number.to_string();
                tabbed(std::iter::once(number.as_str()).chain(fields.iter().map(String::as_str)), output)?;
            } else {
                table.row(fields);
            }
        }
        Ok::<_, Error>(())
    })?;
    if is_table && count > 0 {
        output.write(&table.text(style.colored))?;
    }
    if count == 0 && !options.bounds.cancel.is_cancelled() {
        status.note(Status::Not);
        if is_table {
            output.write("no step\n")?;
        }
    }
    Ok(status)
}

/// Lists the steps of a puzzle with rules.
fn list_ruled(
    options: &StepsOptions,
    style: StepsStyle,
    number: u64,
    item: &Item,
    output: &mut dyn Output,
) -> Result<Status, Error> {
    let (mut logic, board) = match super::ruled::start(item) {
        Ok(start) => start,
        Err(fault) => {
            output.error(&fault.to_string());
            return Ok(Status::Malformed);
        }
    };
    let limits = &options.bounds.limits();
    let Ok(mut found) = ruled::find(&mut logic, &board, &options.techniques, limits) else {
        return Ok(Status::Limit);
    };
    found.truncate(options.most.unwrap_or(usize::MAX));
    let narrator = RuleNarrator::new(Language::English, style.coordinates);
    let mut table = Table::new(&HEADER, &[0, 1, 7]);
    for (index, step) in (1..).zip(&found) {
        let row = ruled::row(step, &board, &narrator, number, index);
        if style.json {
            let mut line = String::new();
            json_line(&row, &mut line);
            output.write(&line)?;
        } else if style.tsv {
            let (number, fields) = (number.to_string(), fields(row));
            tabbed(std::iter::once(number.as_str()).chain(fields.iter().map(String::as_str)), output)?;
        } else {
            table.row(fields(row));
        }
    }
    let is_table = !style.json && !style.tsv;
    match (found.is_empty(), is_table) {
        (false, true) => output.write(&table.text(style.colored))?,
        (true, true) => output.write("no step\n")?,
        _ => {}
    }
    Ok(if found.is_empty() { Status::Not } else { Status::Fine })
}

/// Hands on all steps of a state; the limit that ended the search, if one did.
fn each<E>(
    options: &StepsOptions,
    guide: &mut Guide<'_>,
    state: &Candidates,
    limits: &Limits<'_>,
    take: &mut dyn FnMut(Ranked) -> Result<(), E>,
) -> Result<Option<Limit>, E> {
    let (profile, wanted) = (&options.profile, options.wanted);
    // One row at a time, so that the first steps appear early.
    let rows = profile.entries.iter().map(|entry| entry.techniques & wanted);
    let known = profile.entries.iter().fold(Techniques::NONE, |all, entry| all | entry.techniques);
    let rest: Techniques = wanted.iter().filter(|&technique| !known.contains(technique)).collect();
    let budget = limits.start();
    let mut count = 0;
    for techniques in rows.chain([rest]).filter(|techniques| !techniques.is_empty()) {
        let listener = |progress| {
            if let WorkProgress::Steps(found) = progress {
                limits.tell(WorkProgress::Steps(count + found));
            }
        };
        let (steps, limit) = guide.steps(state, techniques, &budget.rest().with_listener(&listener));
        count += steps.len();
        steps.into_iter().try_for_each(&mut *take)?;
        if limit.is_some() {
            return Ok(limit);
        }
        if options.most.is_some_and(|most| count >= most) {
            break;
        }
    }
    Ok(None)
}

/// All steps of a state with their words; tells of the steps that are found.
pub fn reply(
    options: &StepsOptions,
    narrator: &Narrator,
    solver: &mut Solver,
    reading: &Reading,
    listener: Listener<'_>,
) -> StepsReply {
    let mut reply = StepsReply { version: VERSION, ..StepsReply::default() };
    let item = match reading {
        Ok(item) => item,
        Err(rejected) => {
            reply.outcome = StepsOutcome::Malformed;
            reply.fault = Some(rejected.fault.clone());
            return reply;
        }
    };
    let limits = &options.bounds.limits().with_listener(listener);
    if super::ruled::applies(item, &options.techniques) {
        let told = RuleNarrator::new(narrator.language(), narrator.coordinates());
        reply_ruled(options, &told, item, limits, &mut reply);
        return reply;
    }
    let situation = state::look(solver, item, limits);
    reply.outcome = situation.outcome();
    match situation {
        Situation::Open { state, solution, proper } => {
            reply.solutions =
                Some(if solution.is_some() { SolutionCount::One } else { SolutionCount::Several });
            let settings = options.techniques.with_proper(proper);
            let mut guide = Guide::new(&options.profile, &settings, solution.as_ref());
            let take = &mut |ranked: Ranked| {
                let index = reply.steps.len() as u64 + 1;
                let step = state::step_reply(&ranked.step, &state, narrator);
                let notation = narrator.eureka(&ranked.step);
                let row =
                    StepRow { step, notation, ..row(Coordinates::RowColumn, &state, 1, index, &ranked) };
                reply.steps.push(ToldStep { row, words: narrator.explain(&ranked.step, &state).into() });
                Ok::<_, Infallible>(())
            };
            let Ok(limit) = each(options, &mut guide, &state, limits, take);
            reply.limit = limit.map(Into::into);
        }
        Situation::Unknown(limit) => reply.limit = Some(limit.into()),
        Situation::Unsolvable(fault) => reply.fault = fault,
        Situation::Unfit(fault) => reply.fault = Some(fault),
        Situation::Mistaken(_) => {}
    }
    reply
}

/// The steps of a puzzle with rules.
fn reply_ruled(
    options: &StepsOptions,
    narrator: &RuleNarrator,
    item: &Item,
    limits: &Limits<'_>,
    reply: &mut StepsReply,
) {
    let (mut logic, board) = match super::ruled::start(item) {
        Ok(start) => start,
        Err(fault) => {
            reply.outcome = StepsOutcome::Unsatisfiable;
            reply.fault = Some(*fault);
            return;
        }
    };
    reply.outcome = StepsOutcome::Open;
    match ruled::find(&mut logic, &board, &options.techniques, limits) {
        Ok(found) => {
            for (index, step) in (1..).zip(found.iter().take(options.most.unwrap_or(usize::MAX))) {
                let row = ruled::row(step, &board, narrator, 1, index);
                reply.steps.push(ToldStep { row, words: narrator.explain(&step.step, &board).into() });
            }
        }
        Err(limit) => reply.limit = Some(limit.into()),
    }
}

fn row(coordinates: Coordinates, state: &Candidates, number: u64, index: u64, ranked: &Ranked) -> StepRow {
    StepRow {
        version: VERSION,
        number,
        index,
        step: StepReply::new(&ranked.step, state),
        level: ranked.level.map(|level| level.name().to_owned()),
        score: ranked.score,
        direct: ranked.unlocked.direct,
        singles: ranked.unlocked.singles,
        solves: ranked.unlocked.solves,
        notation: eureka(&ranked.step, coordinates),
    }
}

fn fields(row: StepRow) -> Vec<String> {
    vec![
        row.step.technique,
        row.level.unwrap_or_default(),
        row.score.map_or(String::new(), |score| score.to_string()),
        row.step.placements.len().to_string(),
        row.step.eliminations.len().to_string(),
        row.direct.to_string(),
        row.singles.to_string(),
        row.notation,
    ]
}

fn tabbed<'a>(fields: impl IntoIterator<Item = &'a str>, output: &mut dyn Output) -> Result<(), Error> {
    let mut text = String::new();
    let mut row = Row::new('\t');
    row.fields(fields);
    row.end(&mut text);
    Ok(output.write(&text)?)
}

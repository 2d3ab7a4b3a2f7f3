//! All steps of a state, easiest first.

use std::ops::ControlFlow;

use arcdoku::deduction::{Candidates, Options as TechniqueOptions, Techniques};
use arcdoku::explain::{Coordinates, eureka};
use arcdoku::rate::Profile;
use arcdoku::rate::hint::{Guide, Ranked};
use arcdoku::solve::Solver;
use arcdoku_wire::{StepReply, StepRow, VERSION};

use super::state::{self, Situation};
use crate::cancel::Bounds;
use crate::input::{Input, Item};
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
    /// Whether to write a table with tabs between.
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
    let (profile, wanted) = (&options.profile, options.wanted);
    let mut guide = Guide::new(profile, &settings, solution.as_ref());
    // One row at a time, so that the first steps appear early.
    let rows = profile.entries.iter().map(|entry| entry.techniques & wanted);
    let known = profile.entries.iter().fold(Techniques::NONE, |all, entry| all | entry.techniques);
    let rest: Techniques = wanted.iter().filter(|&technique| !known.contains(technique)).collect();
    let mut table = Table::new(&HEADER, &[0, 1, 7]);
    let mut count = 0;
    for techniques in rows.chain([rest]).filter(|techniques| !techniques.is_empty()) {
        let (steps, limit) = guide.steps(&state, techniques, limits);
        for ranked in steps {
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
                    tabbed(
                        std::iter::once(number.as_str()).chain(fields.iter().map(String::as_str)),
                        output,
                    )?;
                } else {
                    table.row(fields);
                }
            }
        }
        if limit.is_some() || options.most.is_some_and(|most| count >= most as u64) {
            break;
        }
    }
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

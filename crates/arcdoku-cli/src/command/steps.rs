//! `arcdoku steps`: all steps of a state, easiest first.

use std::io::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;

use arcdoku::deduction::{Candidates, Techniques};
use arcdoku::explain::eureka;
use arcdoku::puzzle::Limits;
use arcdoku::rate::Profile;
use arcdoku::rate::hint::{Guide, Ranked};
use arcdoku::solve::Solver;
use arcdoku_wire::{StepReply, StepRow, VERSION};

use super::human::{self, Situation};
use crate::cli::Steps;
use crate::input::Item;
use crate::interrupt;
use crate::output::table::Table;
use crate::output::{self, HEAD, Out, Row, paint};
use crate::pipeline::{self, Batch, Run};
use crate::progress::{Progress, Total};
use crate::status::Status;

const HEADER: [&str; 8] = ["technique", "level", "score", "placed", "gone", "direct", "singles", "step"];

pub(crate) fn run(options: &Steps) -> anyhow::Result<Status> {
    let profile = options.order()?;
    let plan = Arc::new(options.input.plan()?);
    let entries = options.input.entries(&plan)?;
    let mut solver = Solver::new();
    let mut status = Status::Fine;
    let write = |out: &mut Out, _: &mut Progress, batch: Batch| {
        if options.tsv && batch.first {
            tabbed(["puzzle"].into_iter().chain(HEADER), out)?;
        }
        for (number, reading) in batch.readings() {
            match reading {
                Ok(item) => status.note(list(options, &profile, &mut solver, number, &item, out)?),
                Err(rejected) => {
                    output::error(format_args!("{}", rejected.message()));
                    status.note(Status::Malformed);
                }
            }
            if interrupt::asked() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    };
    let work = Run::new(entries, plan, 1);
    let mut progress = Progress::new(Total::Bytes(None), true);
    pipeline::run(work, || |batch: Batch| batch, &mut progress, &mut output::stdout(), write)?;
    if interrupt::asked() {
        status.note(Status::Interrupted);
    }
    Ok(status)
}

fn list(
    options: &Steps,
    profile: &Profile,
    solver: &mut Solver,
    number: u64,
    item: &Item,
    out: &mut Out,
) -> anyhow::Result<Status> {
    let limits = Limits::NONE.with_cancel(interrupt::flag());
    let colored = output::is_colored();
    if !options.json && !options.tsv {
        let gap = if number > 1 { "\n" } else { "" };
        let name = item.record.name.as_deref().map_or(String::new(), |name| format!(" ({name})"));
        writeln!(out, "{gap}{}", paint(colored, HEAD, &format!("puzzle {number}{name}")))?;
    }
    let (state, solution, proper) = match human::look(solver, item, &limits) {
        Situation::Open { state, solution, proper } => (state, solution, proper),
        other => return Ok(human::refuse(item, &other)),
    };
    let mut status = Status::Fine;
    if solution.is_none() {
        human::several(item);
        status.note(Status::Not);
    }
    let settings = human::sound(&options.techniques.options(), proper);
    let mut guide = Guide::new(profile, &settings, solution.as_ref());
    let wanted = options.wanted(profile);
    // Row by row, so that the first ones need not wait for all.
    let rows = profile.entries.iter().map(|entry| entry.techniques & wanted);
    let known = profile.entries.iter().fold(Techniques::NONE, |all, entry| all | entry.techniques);
    let rest: Techniques = wanted.iter().filter(|&technique| !known.contains(technique)).collect();
    let mut table = Table::new(&HEADER, &[0, 1, 7]);
    let mut count = 0;
    for techniques in rows.chain([rest]).filter(|techniques| !techniques.is_empty()) {
        let (steps, limit) = guide.steps(&state, techniques, &limits);
        for ranked in steps {
            count += 1;
            let row = row(options, &state, number, count, &ranked);
            if options.json {
                human::json_line(&row, out)?;
            } else {
                let fields = fields(row);
                if options.tsv {
                    let number = number.to_string();
                    tabbed(std::iter::once(number.as_str()).chain(fields.iter().map(String::as_str)), out)?;
                } else {
                    table.row(fields);
                }
            }
        }
        if limit.is_some() || options.most.is_some_and(|most| count >= most as u64) {
            break;
        }
    }
    if !options.json && !options.tsv && count > 0 {
        out.write_all(table.text(colored).as_bytes())?;
    }
    if count == 0 && !interrupt::asked() {
        status.note(Status::Not);
        if !options.json && !options.tsv {
            writeln!(out, "no step")?;
        }
    }
    Ok(status)
}

fn row(options: &Steps, state: &Candidates, number: u64, index: u64, ranked: &Ranked) -> StepRow {
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
        notation: eureka(&ranked.step, options.coordinates),
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

fn tabbed<'a>(fields: impl IntoIterator<Item = &'a str>, out: &mut Out) -> anyhow::Result<()> {
    let mut text = String::new();
    let mut row = Row::new('\t');
    row.fields(fields);
    row.end(&mut text);
    out.write_all(text.as_bytes())?;
    Ok(())
}

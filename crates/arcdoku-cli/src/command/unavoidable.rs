//! `arcdoku unavoidable`: the small unavoidable sets of grids, and the bound that they give.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use arcdoku::generate::{ClueBound, UnavoidableKind, fewest_clues, unavoidable_sets};
use arcdoku::grid::{CellSet, Shape};
use arcdoku::puzzle::{Limit, Limits, Solution};
use arcdoku::solve::Solver;
use arcdoku_wire::{ReplyHead, UnavoidableReply, puzzle_text};

use super::proper::{self, Refusal, Report, json};
use crate::cli::{ReplyFormat, Unavoidable};
use crate::input::{Item, Reading, passed};
use crate::interrupt;
use crate::output::answer::solution_text;
use crate::output::plural;
use crate::status::{Status, usage};

/// What is asked of each grid.
#[derive(Clone, Copy)]
struct Asked {
    kind: UnavoidableKind,
    size: usize,
    bound: bool,
    limits: Limits<'static>,
}

/// What was found.
struct Found<'a> {
    item: &'a Item,
    grid: Solution,
    sets: Vec<CellSet>,
    bound: Option<ClueBound>,
}

pub(crate) fn run(options: &Unavoidable) -> anyhow::Result<Status> {
    let format = options.format;
    if options.bound && format == ReplyFormat::Tsv {
        return Err(usage("--bound: the format tsv has a line a set; expected text or json"));
    }
    let asked = Asked {
        kind: options.kind.0,
        size: options.size as usize,
        bound: options.bound,
        limits: options.time.limits(),
    };
    proper::stream(&options.input, options.jobs, false, move || {
        let mut solver = Solver::new();
        move |number: u64, reading: &Reading, report: &mut Report| {
            let found = find(&mut solver, reading, asked, report);
            if report.cut {
                return;
            }
            match (&found, format) {
                (Ok(found), ReplyFormat::Text) => text(found, &mut report.out),
                (Ok(found), ReplyFormat::Tsv) => tsv(number, found, &mut report.out),
                (_, ReplyFormat::Json) if !proper::is_whole(reading) => {
                    json(&reply(number, reading, asked, found), &mut report.out);
                }
                _ => {}
            }
        }
    })
}

fn find<'a>(
    solver: &mut Solver,
    reading: &'a Reading,
    asked: Asked,
    report: &mut Report,
) -> Result<Found<'a>, Box<Refusal>> {
    if let Ok(item) = reading
        && !(item.record.puzzle.shape() == Shape::CLASSIC && item.record.puzzle.is_plain())
    {
        return Err(report.refuse(item, "unfit", "expected a plain 9x9 grid or puzzle"));
    }
    let (item, grid) = report.look(solver, reading, &asked.limits)?;
    let sets = unavoidable_sets(&grid, asked.kind, asked.size);
    let bound = asked.bound.then(|| fewest_clues(&sets, &asked.limits));
    if bound.is_some_and(|bound| bound.hit.is_none()) {
        if interrupt::asked() {
            report.cut = true;
        } else {
            // What was proven until then is an answer all the same.
            report.given_up(item, Limit::Time);
        }
    }
    Ok(Found { item, grid, sets, bound })
}

/// The names of cells.
fn names(set: CellSet) -> Vec<String> {
    set.iter().map(|cell| Shape::CLASSIC.name(cell).to_string()).collect()
}

fn text(found: &Found<'_>, out: &mut String) {
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    for set in &found.sets {
        *sizes.entry(set.len()).or_default() += 1;
    }
    let sizes: Vec<String> = sizes.iter().map(|(size, count)| format!("{count} of {size}")).collect();
    let count = plural(found.sets.len() as u128, "set");
    let item = found.item;
    // A string takes everything.
    let _ = write!(out, "{}:{}  {count}", item.source, item.line());
    if !sizes.is_empty() {
        let _ = write!(out, ": {}", sizes.join(", "));
    }
    if let Some(bound) = &found.bound {
        let given_up = if bound.hit.is_none() { " (given up)" } else { "" };
        let _ = write!(out, "; at least {}{given_up}", plural(bound.clues as u128, "clue"));
    }
    out.push('\n');
}

fn tsv(number: u64, found: &Found<'_>, out: &mut String) {
    for &set in &found.sets {
        let _ = writeln!(out, "{number}\t{}\t{}", set.len(), names(set).join(" "));
    }
}

fn reply(
    number: u64,
    reading: &Reading,
    asked: Asked,
    found: Result<Found<'_>, Box<Refusal>>,
) -> UnavoidableReply {
    let kind = asked.kind.name().to_owned();
    let mut reply = UnavoidableReply {
        head: ReplyHead { number, ..ReplyHead::default() },
        kind,
        most: asked.size,
        ..UnavoidableReply::default()
    };
    match reading {
        Ok(item) => {
            reply.head.puzzle = Some(puzzle_text(&item.record.puzzle));
            reply.head.name.clone_from(&item.record.name);
            reply.other = passed(&item.other, UnavoidableReply::FIELDS);
        }
        Err(rejected) => {
            reply.head.puzzle.clone_from(&rejected.text);
            reply.other = passed(&rejected.other, UnavoidableReply::FIELDS);
        }
    }
    match found {
        Ok(Found { grid, sets, bound, .. }) => {
            reply.solution = Some(solution_text(Shape::CLASSIC, &grid));
            reply.sets = sets.into_iter().map(names).collect();
            reply.bound = bound.map(|bound| bound.clues);
            let hit = bound.and_then(|bound| bound.hit);
            reply.hit = hit.map(names).unwrap_or_default();
            if bound.is_some() && hit.is_none() {
                reply.limit = Some(Limit::Time.name().to_owned());
            }
        }
        Err(refusal) => {
            let Refusal { outcome, limit, fault } = *refusal;
            (reply.outcome, reply.limit, reply.fault) = (outcome, limit, fault);
        }
    }
    reply
}

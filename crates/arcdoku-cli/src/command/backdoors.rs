//! `arcdoku backdoors`: the cells that make singles finish a puzzle.

use std::fmt::Write as _;

use arcdoku::generate::{SinglesKind, backdoors};
use arcdoku::grid::Cell;
use arcdoku::puzzle::Limits;
use arcdoku::solve::Solver;
use arcdoku_wire::{BackdoorReply, ReplyHead, puzzle_text};

use super::proper::{self, Refusal, Report, json};
use crate::cli::{Backdoors, ReplyFormat};
use crate::input::{Item, Reading, passed};
use crate::output::plural;
use crate::status::Status;

pub(crate) fn run(options: &Backdoors) -> anyhow::Result<Status> {
    let (format, singles, limits) = (options.format, options.singles.0, options.time.limits());
    proper::stream(&options.input, options.jobs, false, move || {
        let mut solver = Solver::new();
        move |number: u64, reading: &Reading, report: &mut Report| {
            let found = find(&mut solver, reading, singles, &limits, report);
            if report.cut {
                return;
            }
            match (&found, format) {
                (Ok((item, sets)), ReplyFormat::Text) => text(item, sets, &mut report.out),
                (Ok((item, sets)), ReplyFormat::Tsv) => tsv(item, sets, &mut report.out),
                (_, ReplyFormat::Json) if !proper::is_whole(reading) => {
                    json(&reply(number, reading, singles, found), &mut report.out);
                }
                _ => {}
            }
        }
    })
}

type Sets = Vec<Vec<Cell>>;

fn find<'a>(
    solver: &mut Solver,
    reading: &'a Reading,
    singles: SinglesKind,
    limits: &Limits<'_>,
    report: &mut Report,
) -> Result<(&'a Item, Sets), Box<Refusal>> {
    let (item, solution) = report.look(solver, reading, limits)?;
    let sets = backdoors(&item.record.puzzle, &solution, singles, limits);
    sets.map(|sets| (item, sets)).map_err(|limit| report.given_up(item, limit))
}

/// The names of the cells of each set.
fn names(item: &Item, sets: &Sets) -> Vec<Vec<String>> {
    let shape = item.record.puzzle.shape();
    sets.iter().map(|set| set.iter().map(|&cell| shape.name(cell).to_string()).collect()).collect()
}

fn joined(item: &Item, sets: &Sets) -> String {
    names(item, sets).iter().map(|set| set.join("+")).collect::<Vec<_>>().join(" ")
}

fn text(item: &Item, sets: &Sets, out: &mut String) {
    let what = match sets.first().map(Vec::len) {
        None => "more than 2 cells are needed".to_owned(),
        Some(0) => "singles finish it".to_owned(),
        Some(size) => {
            let count = plural(sets.len() as u128, "set");
            format!("{count} of {}: {}", plural(size as u128, "cell"), joined(item, sets))
        }
    };
    // A string takes everything.
    let _ = writeln!(out, "{}:{}  {what}", item.source, item.line());
}

fn tsv(item: &Item, sets: &Sets, out: &mut String) {
    let size = sets.first().map_or("-".to_owned(), |set| set.len().to_string());
    let text = puzzle_text(&item.record.puzzle);
    let _ = writeln!(out, "{text}\t{size}\t{}\t{}", sets.len(), joined(item, sets));
}

fn reply(
    number: u64,
    reading: &Reading,
    singles: SinglesKind,
    found: Result<(&Item, Sets), Box<Refusal>>,
) -> BackdoorReply {
    let singles = singles.name().to_owned();
    let mut reply = BackdoorReply {
        head: ReplyHead { number, ..ReplyHead::default() },
        singles,
        ..BackdoorReply::default()
    };
    match reading {
        Ok(item) => {
            reply.head.puzzle = Some(puzzle_text(&item.record.puzzle));
            reply.head.ruleset = (&item.record.puzzle).into();
            reply.head.name.clone_from(&item.record.name);
            reply.other = passed(&item.other, BackdoorReply::FIELDS);
        }
        Err(rejected) => {
            reply.head.puzzle.clone_from(&rejected.text);
            reply.other = passed(&rejected.other, BackdoorReply::FIELDS);
        }
    }
    match found {
        Ok((item, sets)) => {
            reply.size = sets.first().map(Vec::len);
            reply.sets = names(item, &sets);
        }
        Err(refusal) => {
            let Refusal { outcome, limit, fault } = *refusal;
            (reply.outcome, reply.limit, reply.fault) = (outcome, limit, fault);
        }
    }
    reply
}

//! Which clues and rules puzzles need.

use std::fmt::Write as _;

use arcdoku::puzzle::Limit;
use arcdoku::solve::{Necessity, Part, Solver, necessities};
use arcdoku_wire::NecessaryReply;

use super::ReplyFormat;
use super::finder::{self, Question};
use crate::cancel::{Bounds, Cancel};
use crate::input::{self, Input, Item, Reading};
use crate::output::Output;
use crate::report::{Refusal, Report};
use crate::status::{Error, Status};

/// What is asked of each puzzle.
#[derive(Clone, Debug, Default)]
pub struct NecessaryOptions {
    /// Limits: nodes for each part, time for each puzzle.
    pub bounds: Bounds,
}

/// Finds the necessary clues and rules of all puzzles of an input.
///
/// # Errors
/// If the output cannot be written.
pub fn run(
    options: &NecessaryOptions,
    format: ReplyFormat,
    input: Input,
    threads: usize,
    output: &mut dyn Output,
) -> Result<Status, Error> {
    finder::run(options, format, input, threads, output)
}

impl Question for NecessaryOptions {
    type Answer<'a> = (&'a Item, Vec<(Part, Necessity)>);
    type Reply = NecessaryReply;

    fn find<'a>(
        &self,
        solver: &mut Solver,
        reading: &'a Reading,
        report: &mut Report,
    ) -> Result<Self::Answer<'a>, Box<Refusal>> {
        let limits = self.bounds.limits();
        let (item, solution) = report.solved(solver, reading, &limits)?;
        let found = necessities(solver, &item.record.puzzle, &solution, &limits);
        for (_, necessity) in &found {
            if let Necessity::Unknown(limit) = necessity {
                let refusal = report.given_up(item, *limit);
                if *limit == Limit::Cancelled {
                    return Err(refusal);
                }
                break;
            }
        }
        Ok((item, found))
    }

    fn text(_: u64, (item, found): &Self::Answer<'_>, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}", item.place());
        for (part, necessity) in found {
            let _ = writeln!(out, "  {:<11}  {part}", word(necessity));
        }
    }

    fn tsv(number: u64, (_, found): &Self::Answer<'_>, out: &mut String) {
        for (part, necessity) in found {
            let _ = writeln!(out, "{number}\t{part}\t{}", word(necessity));
        }
    }

    fn reply(
        &self,
        number: u64,
        reading: &Reading,
        found: Result<Self::Answer<'_>, Box<Refusal>>,
    ) -> NecessaryReply {
        let mut reply = NecessaryReply {
            head: input::head(number, reading),
            other: input::other(reading, NecessaryReply::FIELDS),
            ..NecessaryReply::default()
        };
        match found {
            Ok((_, found)) => {
                for (part, necessity) in found {
                    let list = match necessity {
                        Necessity::Necessary(_) => &mut reply.necessary,
                        Necessity::Unnecessary => &mut reply.unnecessary,
                        _ => &mut reply.unknown,
                    };
                    list.push(part.to_string());
                }
            }
            Err(refusal) => (reply.outcome, reply.limit, reply.fault) = refusal.parts(),
        }
        reply
    }

    fn cancel(&self) -> &Cancel {
        &self.bounds.cancel
    }
}

fn word(necessity: &Necessity) -> &'static str {
    match necessity {
        Necessity::Necessary(_) => "necessary",
        Necessity::Unnecessary => "unnecessary",
        _ => "unknown",
    }
}

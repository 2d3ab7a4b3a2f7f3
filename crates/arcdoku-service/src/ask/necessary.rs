//! Which clues and rules puzzles need.

use std::fmt::Write as _;

use arcdoku::puzzle::Limit;
use arcdoku::solve::{Necessity, necessities};
use arcdoku_wire::question::{Necessary, NecessaryReply};

use super::answer::{Answer, Render, Session};
use crate::cancel::Listener;
use crate::input::Item;
use crate::report::Refusal;

impl Answer for Necessary {
    fn answer(
        &self,
        session: &mut Session,
        item: &Item,
        progress: Listener<'_>,
        reply: &mut NecessaryReply,
    ) -> Result<(), Refusal> {
        let bounds = session.bounds(&self.limits);
        let limits = bounds.limits().running().with_listener(progress);
        let solution = session.solution(item, &limits)?;
        for (part, necessity) in necessities(&mut session.solver, &item.record.puzzle, &solution, &limits) {
            let list = match necessity {
                Necessity::Necessary(_) => &mut reply.necessary,
                Necessity::Unnecessary => &mut reply.unnecessary,
                Necessity::Unknown(limit) => {
                    if reply.limit.is_none() || limit == Limit::Cancelled {
                        reply.limit = Some(session.limited(item, limit)?);
                    }
                    &mut reply.unknown
                }
                _ => &mut reply.unknown,
            };
            list.push(part.to_string());
        }
        Ok(())
    }
}

/// The parts with one word each.
fn parts(reply: &NecessaryReply) -> impl Iterator<Item = (&'static str, &String)> {
    let NecessaryReply { necessary, unnecessary, unknown, .. } = reply;
    let lists = [("necessary", necessary), ("unnecessary", unnecessary), ("unknown", unknown)];
    lists.into_iter().flat_map(|(word, list)| list.iter().map(move |part| (word, part)))
}

impl Render for NecessaryReply {
    fn text(&self, item: &Item, _: bool, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}", item.place());
        for (word, part) in parts(self) {
            let _ = writeln!(out, "  {word:<11}  {part}");
        }
    }

    fn tsv(&self, _: &Item, out: &mut String) {
        for (word, part) in parts(self) {
            let _ = writeln!(out, "{}\t{part}\t{word}", self.head.number);
        }
    }
}

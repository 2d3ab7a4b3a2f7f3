//! Whether puzzles are restrictions of another puzzle.

use std::fmt::Write as _;

use arcdoku::solve::{Restriction, restricts};
use arcdoku_wire::question::{OptionError, RestrictionReply, Restricts};

use super::ReplyFormat;
use super::answer::{Answer, Render, Session, puzzle_option};
use crate::cancel::Listener;
use crate::input::Item;
use crate::report::Refusal;
use crate::status::Status;
use arcdoku_wire::solution_text;

impl Answer for Restricts {
    fn answer(
        &self,
        session: &mut Session,
        item: &Item,
        progress: Listener<'_>,
        reply: &mut RestrictionReply,
    ) -> Result<(), Refusal> {
        let bounds = session.bounds(&self.limits);
        let limits = bounds.limits().running().with_listener(progress);
        let of = session.other(item, "of", &self.of)?;
        let found = restricts(&mut session.solver, &item.record.puzzle, &of, &limits);
        match found {
            Restriction::Yes => reply.restricts = Some(true),
            Restriction::No(solution) => {
                session.report.status.note(Status::Not);
                reply.restricts = Some(false);
                reply.counterexample = Some(solution_text(item.record.puzzle.shape(), &solution));
            }
            Restriction::Unknown(limit) => reply.limit = Some(session.limited(item, limit)?),
            _ => {
                return session.refuse_shape(item);
            }
        }
        Ok(())
    }

    fn check(&self, _: ReplyFormat) -> Result<(), OptionError> {
        puzzle_option("of", &self.of).map(|_| ())
    }
}

/// Yes, no or unknown.
fn word(reply: &RestrictionReply) -> &'static str {
    reply.restricts.map_or("unknown", |restricts| if restricts { "yes" } else { "no" })
}

impl Render for RestrictionReply {
    fn text(&self, item: &Item, _: bool, out: &mut String) {
        let example = self.counterexample.as_ref().map_or(String::new(), |grid| format!(": {grid}"));
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}  {}{example}", item.place(), word(self));
    }

    fn tsv(&self, _: &Item, out: &mut String) {
        let (puzzle, example) = (self.head.puzzle.as_deref(), self.counterexample.as_deref());
        let (puzzle, example) = (puzzle.unwrap_or_default(), example.unwrap_or_default());
        let _ = writeln!(out, "{}\t{puzzle}\t{}\t{example}", self.head.number, word(self));
    }
}

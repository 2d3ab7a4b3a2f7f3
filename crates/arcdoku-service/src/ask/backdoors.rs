//! The smallest sets of cells whose digits reduce a puzzle to singles.

use std::fmt::Write as _;

use arcdoku::Choice as _;
use arcdoku::generate::backdoors;
use arcdoku_wire::question::{BackdoorReply, Backdoors};

use super::answer::{Answer, Render, Session};
use crate::cancel::Listener;
use crate::input::Item;
use crate::report::Refusal;
use crate::text::plural;

impl Answer for Backdoors {
    fn answer(
        &self,
        session: &mut Session,
        item: &Item,
        progress: Listener<'_>,
        reply: &mut BackdoorReply,
    ) -> Result<(), Refusal> {
        let bounds = session.time(&self.limits);
        let limits = bounds.limits().running().with_listener(progress);
        let solution = session.solution(item, &limits)?;
        let puzzle = &item.record.puzzle;
        let sets = backdoors(puzzle, &solution, self.singles, &limits)
            .map_err(|limit| session.report.given_up(item, limit))?;
        reply.size = sets.first().map(Vec::len);
        let names = |set: &Vec<_>| set.iter().map(|&cell| puzzle.shape().name(cell).to_string()).collect();
        reply.sets = sets.iter().map(names).collect();
        Ok(())
    }

    fn finish(&self, reply: &mut BackdoorReply) {
        self.singles.name().clone_into(&mut reply.singles);
    }
}

fn joined(reply: &BackdoorReply) -> String {
    reply.sets.iter().map(|set| set.join("+")).collect::<Vec<_>>().join(" ")
}

impl Render for BackdoorReply {
    fn text(&self, item: &Item, _: bool, out: &mut String) {
        let what = match self.size {
            None => "more than 2 cells are needed".to_owned(),
            Some(0) => "singles finish it".to_owned(),
            Some(size) => {
                let count = plural(self.sets.len() as u128, "set");
                format!("{count} of {}: {}", plural(size as u128, "cell"), joined(self))
            }
        };
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}  {what}", item.place());
    }

    fn tsv(&self, _: &Item, out: &mut String) {
        let size = self.size.map_or("-".to_owned(), |size| size.to_string());
        let puzzle = self.head.puzzle.as_deref().unwrap_or_default();
        let _ = writeln!(out, "{puzzle}\t{size}\t{}\t{}", self.sets.len(), joined(self));
    }
}

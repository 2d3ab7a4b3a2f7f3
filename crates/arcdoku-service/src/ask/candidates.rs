//! The digits that occur in solutions, and the number of these solutions.

use std::fmt::Write as _;

use arcdoku::grid::Cell;
use arcdoku::solve::TrueCandidates as Finder;
use arcdoku_wire::NoAnswer;
use arcdoku_wire::question::{TrueCandidates, TrueCandidatesReply};

use super::answer::{Answer, Render, Session};
use crate::cancel::Listener;
use crate::input::Item;
use crate::report::Refusal;

impl Answer for TrueCandidates {
    fn answer(
        &self,
        session: &mut Session,
        item: &Item,
        progress: Listener<'_>,
        reply: &mut TrueCandidatesReply,
    ) -> Result<(), Refusal> {
        let bounds = session.bounds(&self.limits);
        let puzzle = &item.record.puzzle;
        let found = Finder::new().ask(puzzle, self.most, &bounds.limits().with_listener(progress));
        match found.limit {
            Some(limit) => reply.limit = Some(session.limited(item, limit)?),
            None if found.solutions == 0 => {
                return session.refuse(item, NoAnswer::Unsatisfiable, "there is no solution");
            }
            None => {}
        }
        let shape = puzzle.shape();
        let cells = || (0..shape.cells()).map(Cell::new);
        let values = |cell| found.digits(cell).iter().map(|digit| shape.value(digit)).collect();
        reply.candidates = cells().map(values).collect();
        let unknown = cells().filter(|cell| !found.unknown[cell.index()].is_empty());
        reply.unknown = unknown.map(|cell| shape.name(cell).to_string()).collect();
        (reply.solutions, reply.complete) = (found.solutions, found.complete);
        if self.most > 1 {
            reply.counts = found.counts;
        }
        Ok(())
    }

    fn finish(&self, reply: &mut TrueCandidatesReply) {
        reply.most = self.most;
        reply.complete |= reply.outcome == Some(NoAnswer::Unsatisfiable);
    }
}

impl Render for TrueCandidatesReply {
    fn text(&self, item: &Item, _: bool, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}  {}", item.place(), cells(self, item));
    }

    fn tsv(&self, item: &Item, out: &mut String) {
        let puzzle = self.head.puzzle.as_deref().unwrap_or_default();
        let _ = writeln!(out, "{}\t{puzzle}\t{}", self.head.number, cells(self, item));
    }
}

/// The values of each cell, `12`, or with their counts, `1:4,2:1`; `?` if more digits may be true.
fn cells(reply: &TrueCandidatesReply, item: &Item) -> String {
    let shape = item.record.puzzle.shape();
    let is_counted = reply.most > 1;
    let separator = if shape.greatest() > 9 || is_counted { "," } else { "" };
    let cell = |(index, values): (usize, &Vec<i32>)| {
        let value = |&value: &i32| match reply.counts.get(index) {
            Some(counts) => format!("{value}:{}", counts[(value - shape.least()) as usize]),
            None => value.to_string(),
        };
        let values: Vec<String> = values.iter().map(value).collect();
        let name = shape.name(Cell::new(index)).to_string();
        values.join(separator) + if reply.unknown.contains(&name) { "?" } else { "" }
    };
    reply.candidates.iter().enumerate().map(cell).collect::<Vec<_>>().join(" ")
}

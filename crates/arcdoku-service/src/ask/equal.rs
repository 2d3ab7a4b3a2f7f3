//! Cells that are forced to be equal.

use std::fmt::Write as _;

use arcdoku::grid::Cell;
use arcdoku::solve::equal_cells;
use arcdoku_wire::NoAnswer;
use arcdoku_wire::question::{Equal, EqualReply};

use super::answer::{Answer, Render, Session};
use crate::cancel::Listener;
use crate::input::Item;
use crate::report::Refusal;

impl Answer for Equal {
    fn answer(
        &self,
        session: &mut Session,
        item: &Item,
        progress: Listener<'_>,
        reply: &mut EqualReply,
    ) -> Result<(), Refusal> {
        let bounds = session.bounds(&self.limits);
        let found = equal_cells(&item.record.puzzle, &bounds.limits().with_listener(progress));
        match found.limit {
            Some(limit) => reply.limit = Some(session.limited(item, limit)?),
            None if !found.solved => {
                return session.refuse(item, NoAnswer::Unsatisfiable, "there is no solution");
            }
            None => {}
        }
        (reply.groups, reply.unknown) = (names(item, &found.groups), names(item, &found.unknown));
        Ok(())
    }
}

impl Render for EqualReply {
    fn text(&self, item: &Item, _: bool, out: &mut String) {
        let joined = |groups: &[Vec<String>]| {
            groups.iter().map(|group| group.join("=")).collect::<Vec<_>>().join("  ")
        };
        let mut text = joined(&self.groups);
        if !self.unknown.is_empty() {
            let gap = if text.is_empty() { "" } else { "  " };
            text += &format!("{gap}unknown: {}", joined(&self.unknown));
        } else if text.is_empty() {
            let is_known = self.limit.is_none();
            text.push_str(if is_known { "no cells are forced to be equal" } else { "unknown" });
        }
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}  {text}", item.place());
    }

    fn tsv(&self, _: &Item, out: &mut String) {
        for group in &self.groups {
            let _ = writeln!(out, "{}\t{}", self.head.number, group.join(" "));
        }
    }
}

/// The names of the cells of each group.
fn names(item: &Item, groups: &[Vec<Cell>]) -> Vec<Vec<String>> {
    let shape = item.record.puzzle.shape();
    groups.iter().map(|group| group.iter().map(|&cell| shape.name(cell).to_string()).collect()).collect()
}

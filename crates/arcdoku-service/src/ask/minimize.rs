//! The minimal puzzles that remain when clues are removed.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use arcdoku::generate::{Minimizer, seed_of};
use arcdoku::grid::Cell;
use arcdoku::puzzle::Puzzle;
use arcdoku_wire::puzzle_text;
use arcdoku_wire::question::{Minimize, MinimizeReply, OptionError};

use super::ReplyFormat;
use super::answer::{Answer, Render, Session};
use crate::cancel::Listener;
use crate::input::Item;
use crate::report::Refusal;

/// The maximum number of minimal puzzles of each puzzle that are kept in memory until all are found, on several
/// threads.
const MOST_KEPT: u64 = 10_000;

impl Answer for Minimize {
    fn answer(
        &self,
        session: &mut Session,
        item: &Item,
        progress: Listener<'_>,
        reply: &mut MinimizeReply,
    ) -> Result<(), Refusal> {
        self.answers(session, item, progress, reply.clone(), &mut |first| {
            *reply = first;
            ControlFlow::Break(())
        })
    }

    fn answers(
        &self,
        session: &mut Session,
        item: &Item,
        progress: Listener<'_>,
        reply: MinimizeReply,
        each: &mut dyn FnMut(MinimizeReply) -> ControlFlow<()>,
    ) -> Result<(), Refusal> {
        let bounds = session.time(&self.limits);
        let limits = bounds.limits().running().with_listener(progress);
        let solution = session.solution(item, &limits)?;
        let puzzle = &item.record.puzzle;
        let mut index = 0;
        let mut each = |less: &Puzzle| {
            index += 1;
            each(MinimizeReply { index: self.all.then_some(index), ..found(puzzle, less, reply.clone()) })?;
            if self.limit == Some(index) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let minimizer = session.minimizer.get_or_insert_with(Minimizer::new);
        let done = if self.all {
            minimizer.all(puzzle, &solution, &limits, &mut each)
        } else {
            // Each puzzle of the input gets another seed, so clues are removed in another order.
            let seed = self.seed.map(|seed| seed_of(seed, reply.head.number - 1));
            minimizer.one(puzzle, &solution, seed, &limits).map(|less| {
                // Only one minimal puzzle was requested, so it does not matter whether `each` returns `Break`.
                let _ = each(&less);
            })
        };
        done.map_err(|limit| session.report.given_up(item, limit))
    }

    fn is_unbounded(&self) -> bool {
        self.all && self.limit.is_none_or(|limit| limit > MOST_KEPT)
    }

    fn check(&self, _: ReplyFormat) -> Result<(), OptionError> {
        if self.all && self.seed.is_some() {
            return Err(OptionError::new("seed", "cannot be used with 'all'"));
        }
        if !self.all && self.limit.is_some() {
            return Err(OptionError::new("limit", "requires 'all'"));
        }
        Ok(())
    }
}

/// The reply for a minimal puzzle.
fn found(puzzle: &Puzzle, less: &Puzzle, mut reply: MinimizeReply) -> MinimizeReply {
    let cells = puzzle.givens().iter().zip(less.givens()).enumerate();
    let removed = cells.filter(|(_, (before, now))| before != now);
    reply.head.puzzle = Some(puzzle_text(less));
    reply.clues = Some(less.clues());
    reply.removed = removed.map(|(cell, _)| less.shape().name(Cell::new(cell)).to_string()).collect();
    reply
}

impl Render for MinimizeReply {
    fn text(&self, _: &Item, _: bool, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}", self.head.puzzle.as_deref().unwrap_or_default());
    }

    fn tsv(&self, _: &Item, out: &mut String) {
        let puzzle = self.head.puzzle.as_deref().unwrap_or_default();
        let _ = writeln!(out, "{}\t{puzzle}\t{}", self.head.number, self.clues.unwrap_or_default());
    }
}

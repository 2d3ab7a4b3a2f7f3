//! The finders: each looks for the simplest step of its techniques.

mod rules;
mod sets;
mod singles;

use super::board::Board;
use super::scale::raised;
use super::system::System;
use crate::deduction::rules::{Pattern, Scope};
use crate::deduction::{Candidate, GridState as _, Step, Technique, Techniques, Tenths};
use crate::grid::{Cell, Digit, DigitSet};
use crate::puzzle::{Budget, Limit};

pub(super) use rules::rules;
pub(super) use sets::{fish, locked, subsets};
pub(super) use singles::singles;

/// The reason why a search ends without an answer.
#[derive(Clone, Copy, Debug)]
pub(super) enum Halt {
    /// The board has no solution: a cell has no candidate, a digit has no place, or a rule cannot be obeyed.
    Broken,
    /// A limit was reached.
    Reached(Limit),
}

impl From<Limit> for Halt {
    fn from(limit: Limit) -> Self {
        Self::Reached(limit)
    }
}

/// A search: its request and its findings.
pub(super) struct Hunt<'a> {
    pub(super) board: &'a Board,
    pub(super) wanted: Techniques,
    /// Whether all steps are collected; otherwise only the simplest is kept.
    pub(super) all: bool,
    pub(super) found: Vec<(Step, Tenths)>,
    pub(super) budget: &'a Budget<'a>,
}

impl Hunt<'_> {
    /// Tests the limits; called for each constraint and each set of cells.
    fn check(&self) -> Result<(), Halt> {
        Ok(self.budget.check(0)?)
    }

    /// Whether a step of this rating would be kept. Of steps with equal ratings, the first is kept.
    pub(super) fn needs(&self, technique: Technique, tenths: Tenths) -> bool {
        self.wanted.contains(technique)
            && (self.all || self.found.first().is_none_or(|(_, known)| tenths < *known))
    }

    /// Adds a step that fills a cell, with a rating that is `by` tenths above the smallest rating.
    fn place(&mut self, technique: Technique, by: usize, at: Candidate, house: Option<Scope>) {
        let tenths = raised(technique, by);
        if self.needs(technique, tenths) {
            self.take(technique, tenths, [vec![at], Vec::new()], Pattern::Single { house });
        }
    }

    /// Adds a step that removes these candidates, if it removes any.
    fn eliminate(
        &mut self,
        technique: Technique,
        tenths: Tenths,
        eliminations: Vec<Candidate>,
        pattern: impl FnOnce() -> Pattern,
    ) {
        if !eliminations.is_empty() && self.needs(technique, tenths) {
            self.take(technique, tenths, [Vec::new(), eliminations], pattern());
        }
    }

    fn take(
        &mut self,
        technique: Technique,
        tenths: Tenths,
        conclusion: [Vec<Candidate>; 2],
        pattern: Pattern,
    ) {
        if !self.all {
            self.found.clear();
        }
        self.found.push((Step::of_rules(self.board.shape(), technique, conclusion, pattern), tenths));
    }
}

/// The cells of a list that are not filled.
fn open(board: &Board, cells: &[Cell]) -> Vec<Cell> {
    cells.iter().copied().filter(|&cell| !board.is_filled(cell)).collect()
}

/// The digits of the filled cells of a list.
fn taken(board: &Board, cells: &[Cell]) -> DigitSet {
    cells.iter().filter_map(|&cell| board.value(cell)).collect()
}

/// The candidates of a cell among these digits.
fn candidates(board: &Board, cell: Cell, digits: DigitSet) -> impl Iterator<Item = Candidate> {
    let set = if board.is_filled(cell) { DigitSet::EMPTY } else { board.left(cell) & digits };
    set.iter().map(move |digit| Candidate { cell, digit })
}

/// The cells that see all of these cells and have a digit as a candidate.
fn seen<'a>(
    system: &'a System,
    board: &'a Board,
    cells: &'a [Cell],
    digit: Digit,
) -> impl Iterator<Item = Candidate> + 'a {
    let common = system.common(cells).map(move |cell| Candidate { cell, digit });
    common.filter(move |&at| board.contains(at) && !cells.contains(&at.cell))
}

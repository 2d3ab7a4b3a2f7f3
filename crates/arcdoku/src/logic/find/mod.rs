//! The finders: each looks for the simplest step of its techniques.

mod rules;
mod sets;
mod singles;

use super::board::Board;
use super::step::{Pattern, Step};
use super::system::System;
use super::technique::{Difficulty, Technique, Techniques};
use crate::deduction::Candidate;
use crate::grid::{Cell, DigitSet};

pub(super) use rules::rules;
pub(super) use sets::{fish, locked, subsets};
pub(super) use singles::singles;

/// The board has no solution: a cell has no candidate, a digit no place, or a rule cannot be kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct Broken;

/// What is looked for, and what was found.
pub(super) struct Hunt<'a> {
    pub(super) board: &'a Board,
    pub(super) wanted: Techniques,
    /// All steps are collected, or the simplest alone is kept.
    pub(super) all: bool,
    pub(super) found: Vec<Step>,
}

impl Hunt<'_> {
    /// Whether a step of this difficulty is worth looking for. Of equal ones the first is kept.
    pub(super) fn needs(&self, technique: Technique, difficulty: Difficulty) -> bool {
        self.wanted.contains(technique)
            && (self.all || self.found.first().is_none_or(|known| difficulty < known.difficulty))
    }

    /// Takes a step that removes these candidates, if it removes any.
    fn eliminate(
        &mut self,
        technique: Technique,
        difficulty: Difficulty,
        eliminations: Vec<Candidate>,
        pattern: impl FnOnce() -> Pattern,
    ) {
        if eliminations.is_empty() || !self.needs(technique, difficulty) {
            return;
        }
        let pattern = pattern();
        self.take(Step { technique, difficulty, placements: Vec::new(), eliminations, pattern });
    }

    pub(super) fn take(&mut self, step: Step) {
        if !self.needs(step.technique, step.difficulty) {
            return;
        }
        if !self.all {
            self.found.clear();
        }
        self.found.push(step);
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

/// The candidates of a cell among some digits.
fn candidates(board: &Board, cell: Cell, digits: DigitSet) -> impl Iterator<Item = Candidate> {
    let set = if board.is_filled(cell) { DigitSet::EMPTY } else { board.candidates(cell) & digits };
    set.iter().map(move |digit| Candidate { cell, digit })
}

/// The cells that see all of these and have a digit as a candidate.
fn seen<'a>(
    system: &'a System,
    board: &'a Board,
    cells: &'a [Cell],
    digit: crate::grid::Digit,
) -> impl Iterator<Item = Candidate> + 'a {
    let common = system.common(cells).map(move |cell| Candidate { cell, digit });
    common.filter(move |&at| board.contains(at) && !cells.contains(&at.cell))
}

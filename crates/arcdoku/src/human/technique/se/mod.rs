//! The techniques of the Sudoku Explainer (N. Juillerat), in its orders.
//!
//! What comes first decides the path, and so the rating: the order of houses, of subsets, of chains of
//! equal length. `docs/se-scale.md` is the whole description; techniques are numbered as there.

mod basic;
mod board;
pub(in crate::human) mod chains;
#[cfg(test)]
mod oracle;
mod scale;

pub(in crate::human) use basic::{find_aligned, find_direct, find_grave, find_unique_loop};
pub(in crate::human) use board::Board;
pub(in crate::human) use chains::find as find_implication;
pub(in crate::human) use scale::ROWS;

use super::super::registry::Technique;
use super::super::step::Step;
use super::super::{Candidate, Proper};
use crate::puzzle::{Budget, Limit};

/// The next step of a path, with its rating in tenths.
#[derive(Debug)]
pub(in crate::human) enum Found {
    /// A pattern, with all that is told of it.
    Simple(u8, Step),
    /// Chains: no more than what follows is known yet.
    Chains(chains::Hint),
}

impl Found {
    pub(in crate::human) fn tenths(&self) -> u8 {
        match self {
            Self::Simple(tenths, _) => *tenths,
            Self::Chains(hint) => hint.tenths(),
        }
    }

    pub(in crate::human) fn technique(&self) -> Technique {
        match self {
            Self::Simple(_, step) => step.technique,
            Self::Chains(hint) => hint.technique(),
        }
    }

    /// Whether the step fills a cell, in the sense of EP.
    pub(in crate::human) fn places(&self) -> bool {
        match self {
            Self::Simple(_, step) => !step.placements.is_empty(),
            Self::Chains(hint) => hint.placement().is_some(),
        }
    }

    pub(in crate::human) fn apply(&self, board: &mut Board) {
        let (placement, eliminations): (Option<Candidate>, &[Candidate]) = match self {
            Self::Simple(_, step) => (step.placements.first().copied(), &step.eliminations),
            Self::Chains(hint) => (hint.placement(), hint.eliminations()),
        };
        for at in eliminations {
            if board.cells[at.cell.index()] >> at.digit.index() & 1 == 1 {
                board.eliminate(at.cell.index(), at.digit.index());
            }
        }
        if let Some(at) = placement {
            board.place(at.cell.index(), at.digit.index());
        }
    }
}

/// Memory for searches in one board after another.
#[derive(Debug, Default)]
pub(in crate::human) struct Scratch {
    chains: chains::Scratch,
}

/// The step that comes first in the order of the scale; none if no technique finds one. Without a [`Proper`],
/// techniques 15 and 19 are left out.
///
/// # Errors
/// The limit that was reached.
pub(in crate::human) fn next(
    board: &Board,
    proper: Option<Proper>,
    scratch: &mut Scratch,
    budget: &Budget<'_>,
) -> Result<Option<Found>, Limit> {
    let simple = |found: Option<(u8, Step)>| found.map(|(tenths, step)| Found::Simple(tenths, step));
    if let Some(found) = simple(basic::before_chains(board, proper)) {
        return Ok(Some(found));
    }
    if let Some(hint) = chains::unary(board, &mut scratch.chains) {
        return Ok(Some(Found::Chains(hint)));
    }
    if let Some(found) = simple(basic::aligned_triple(board)) {
        return Ok(Some(found));
    }
    Ok(chains::forcing(board, &mut scratch.chains, budget)?.map(Found::Chains))
}

/// What is told of a step that [`next`] has just found.
pub(in crate::human) fn told(found: Found, scratch: &mut Scratch) -> Step {
    match found {
        Found::Simple(_, step) => step,
        Found::Chains(hint) => chains::told(&hint, &mut scratch.chains),
    }
}

//! The techniques of the Sudoku Explainer (N. Juillerat), in its orders.
//!
//! The first step determines the path and therefore the rating, so the order of houses, of subsets, and of chains of
//! equal length matters. `docs/se-scale.md` contains the complete description; techniques are numbered as there.

mod basic;
mod board;
pub(crate) mod chains;
#[cfg(test)]
mod oracle;
mod rating;
mod scale;

#[cfg(any(test, feature = "testing"))]
pub(crate) use basic::samples;
use board::Board;
pub use rating::{Rating, rate, solve_with};
pub(crate) use scale::ROWS;

use crate::deduction::{self, Candidate, Family, Finder, Finders, Proper, Step, Technique};
use crate::puzzle::{Budget, Limit};

/// The next step of a path, with its rating in tenths.
#[derive(Debug)]
pub(crate) enum NextStep {
    /// A pattern, with its whole step.
    Simple(u8, Step),
    /// The conclusion of chains, whose steps are not computed yet.
    Chains(chains::ChainHint),
}

impl NextStep {
    pub(crate) fn tenths(&self) -> u8 {
        match self {
            Self::Simple(tenths, _) => *tenths,
            Self::Chains(hint) => hint.tenths(),
        }
    }

    pub(crate) fn technique(&self) -> Technique {
        match self {
            Self::Simple(_, step) => step.technique,
            Self::Chains(hint) => hint.technique(),
        }
    }

    /// Whether the step fills a cell, in the sense of EP.
    pub(crate) fn places(&self) -> bool {
        match self {
            Self::Simple(_, step) => !step.placements.is_empty(),
            Self::Chains(hint) => hint.placement().is_some(),
        }
    }

    pub(crate) fn apply(&self, board: &mut Board) {
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

/// Memory for searches in a sequence of boards.
#[derive(Debug, Default)]
pub struct ExplainerScratch {
    chains: chains::ImplicationScratch,
}

/// A search among the techniques of the scale that are not in another module.
pub(crate) type Search<'a> = deduction::Search<'a, ExplainerScratch>;

impl Finders for ExplainerScratch {
    fn finder(family: Family) -> Option<Finder<Self>> {
        use Finder::{Sound, Uniqueness};
        Some(match family {
            Family::Direct => Sound(basic::find_direct),
            Family::UniqueLoop => Uniqueness(basic::find_unique_loop),
            Family::Grave => Uniqueness(basic::find_grave),
            Family::Aligned => Sound(basic::find_aligned),
            Family::Implication => Sound(chains::find),
            _ => return None,
        })
    }

    fn forget(&mut self) {}
}

/// The first step in the order of the scale; `None` if no technique finds one. Without a [`Proper`], techniques 15
/// and 19 are skipped.
///
/// # Errors
/// The limit that was reached.
pub(crate) fn next(
    board: &Board,
    proper: Option<Proper>,
    scratch: &mut ExplainerScratch,
    budget: &Budget<'_>,
) -> Result<Option<NextStep>, Limit> {
    let simple = |found: Option<(u8, Step)>| found.map(|(tenths, step)| NextStep::Simple(tenths, step));
    if let Some(found) = simple(basic::before_chains(board, proper)) {
        return Ok(Some(found));
    }
    if let Some(hint) = chains::unary(board, &mut scratch.chains) {
        return Ok(Some(NextStep::Chains(hint)));
    }
    if let Some(found) = simple(basic::aligned_triple(board)) {
        return Ok(Some(found));
    }
    Ok(chains::forcing(board, &mut scratch.chains, budget)?.map(NextStep::Chains))
}

/// The complete step whose conclusion [`next`] has just found.
///
/// # Errors
/// The limit that was reached.
pub(crate) fn step_of(
    found: &NextStep,
    scratch: &mut ExplainerScratch,
    budget: &Budget<'_>,
) -> Result<Step, Limit> {
    match found {
        NextStep::Simple(_, step) => Ok(step.clone()),
        NextStep::Chains(hint) => chains::step_of(hint, &mut scratch.chains, budget),
    }
}

//! Techniques 21 and 23 to 32: chains.
//!
//! ```text
//!  links      all implications, computed together; change: the new ones on the grid of a run
//!  unary      one assumption, one path: cycles and forcing chains (21)
//!  run        all consequences of one assumption, in order, with their causes
//!  multiple   common consequences of several runs, or a clash in one (23 to 25)
//!  rules      patterns inside a run: locked candidates, pairs, X-wings (26)
//!  nested     chains inside a run (27 to 32)
//! ```
//!
//! A *potential* is a candidate that is on (true) or off (false); a node is a potential in a run.

mod change;
mod links;
mod multiple;
mod nested;
mod rule_list;
mod rules;
mod run;
mod steps;
#[cfg(test)]
mod tests;
mod unary;

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::board::{Board, POSITIONS};
use crate::deduction::houses::{HOUSES, HOUSES_OF};
use crate::deduction::{Candidate, Extent, Sink, Step, StepQuery, Technique};
use crate::explainer::{ROWS, Search};
use crate::puzzle::{Budget, Limit, WorkProgress};

use nested::ChainTechnique;
pub(crate) use nested::ImplicationScratch;

/// A candidate as a number: digit index * 128 + cell index.
type CandidateId = u16;

/// Candidates as cells by digit.
type CandidatesByDigit = [u128; 9];

#[inline]
const fn at(cell: usize, digit: usize) -> CandidateId {
    (digit << 7 | cell) as CandidateId
}

#[inline]
const fn cell_of(at: CandidateId) -> usize {
    (at & 127) as usize
}

#[inline]
const fn digit_of(at: CandidateId) -> usize {
    (at >> 7) as usize
}

/// For each cell, the set that contains only this cell. It is a table because shifts of such long words are slow. There
/// are 128 entries, as many as a [`CandidateId`] distinguishes.
const BIT: [u128; 128] = {
    let mut bits = [0; 128];
    let mut cell = 0;
    while cell < 128 {
        bits[cell] = 1 << cell;
        cell += 1;
    }
    bits
};

#[inline]
fn contains(sets: &CandidatesByDigit, at: CandidateId) -> bool {
    sets[digit_of(at)] & BIT[cell_of(at)] != 0
}

#[inline]
fn insert(sets: &mut CandidatesByDigit, at: CandidateId) {
    sets[digit_of(at)] |= BIT[cell_of(at)];
}

/// Calls `each` for each cell of a set, ascending. The two halves of the set are visited separately, because counting
/// zeros of such long words is slow.
#[inline]
fn each_cell(cells: u128, mut each: impl FnMut(usize)) {
    let (mut low, mut high) = (cells as u64, (cells >> 64) as u64);
    while low != 0 {
        each(low.trailing_zeros() as usize);
        low &= low - 1;
    }
    while high != 0 {
        each(64 + high.trailing_zeros() as usize);
        high &= high - 1;
    }
}

/// The reason why a node follows from its parent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum NodeReason {
    /// It is the assumption.
    #[default]
    Start,
    /// It follows within a cell.
    Cell,
    /// It follows within a box.
    Box,
    /// It follows within a row.
    Row,
    /// It follows within a column.
    Column,
    /// It follows from several nodes by a rule.
    Advanced,
}

/// For each cell, the cells that it sees in its box, in the rest of its row, and in the rest of its column.
const SIGHT: [[u128; 3]; 81] = {
    let mut sight = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let [row, column, square] = HOUSES_OF[cell];
        let square = HOUSES[square as usize].bits();
        sight[cell] = [
            square & !(1 << cell),
            HOUSES[row as usize].bits() & !square,
            HOUSES[column as usize].bits() & !square,
        ];
        cell += 1;
    }
    sight
};

/// The index of the house of a cell that a reason names.
#[inline]
fn house_index(cell: usize, reason: NodeReason) -> usize {
    let [row, column, square] = HOUSES_OF[cell];
    usize::from(match reason {
        NodeReason::Row => row,
        NodeReason::Column => column,
        _ => square,
    })
}

/// The houses of a cell in the order of the search, with its position in each.
#[inline]
fn houses_of(cell: usize) -> [(NodeReason, usize, u8); 3] {
    let ([row, column, square], positions) = (HOUSES_OF[cell], POSITIONS[cell]);
    [
        (NodeReason::Box, usize::from(square), positions[2]),
        (NodeReason::Row, usize::from(row), positions[0]),
        (NodeReason::Column, usize::from(column), positions[1]),
    ]
}

/// The cells of the house of a cell that a reason names.
#[inline]
fn house_of(cell: usize, reason: NodeReason) -> u128 {
    HOUSES[house_index(cell, reason)].bits()
}

/// The addition to the base rating of a technique for a hint of this complexity, in tenths (11.4).
fn length(complexity: u32) -> u8 {
    let (mut steps, mut threshold, mut thirds) = (0, 4_u64, true);
    while u64::from(complexity) > threshold + 2 {
        threshold = if thirds { threshold * 3 / 2 } else { threshold * 4 / 3 };
        thirds = !thirds;
        steps += 1;
    }
    steps
}

/// A conclusion from chains, and its proof.
#[derive(Clone, Debug)]
pub(crate) struct ChainHint {
    /// The tenths of the simplest hint of its kind.
    base: u8,
    complexity: u32,
    placement: Option<Candidate>,
    eliminations: Vec<Candidate>,
    proof: ChainProof,
}

/// The proof of a hint, with the data needed to find it again.
#[derive(Clone, Debug)]
enum ChainProof {
    /// Technique 21: the path, from the last node back to the first.
    Unary { cycle: bool, path: Vec<(CandidateId, bool, NodeReason)> },
    /// Techniques 23 to 32.
    Runs { technique: ChainTechnique, lead: multiple::HintSource, conclusion: (CandidateId, bool) },
}

impl ChainHint {
    fn unary(hint: unary::UnaryHint) -> Self {
        Self {
            base: hint.base,
            complexity: hint.complexity,
            placement: hint.placement.map(candidate),
            eliminations: hint.eliminations.iter().copied().map(candidate).collect(),
            proof: ChainProof::Unary { cycle: hint.cycle, path: hint.path },
        }
    }

    pub(crate) fn tenths(&self) -> u8 {
        self.base + length(self.complexity)
    }

    /// The technique of the step that [`step_of`] returns for the hint.
    pub(crate) fn technique(&self) -> Technique {
        match &self.proof {
            ChainProof::Unary { cycle: true, .. } => Technique::BidirectionalCycle,
            ChainProof::Unary { cycle: false, .. } => Technique::ForcingChain,
            ChainProof::Runs { technique, .. } => technique.technique(),
        }
    }

    pub(crate) fn placement(&self) -> Option<Candidate> {
        self.placement
    }

    pub(crate) fn eliminations(&self) -> &[Candidate] {
        &self.eliminations
    }
}

fn candidate(at: CandidateId) -> Candidate {
    Candidate::at(cell_of(at), digit_of(at))
}

/// Technique 21.
pub(super) fn unary(board: &Board, scratch: &mut ImplicationScratch) -> Option<ChainHint> {
    scratch.unary(board).map(ChainHint::unary)
}

/// Techniques 23 to 32.
pub(super) fn forcing(
    board: &Board,
    scratch: &mut ImplicationScratch,
    budget: &Budget<'_>,
) -> Result<Option<ChainHint>, Limit> {
    scratch.begin(board, true);
    let all = ROWS.len();
    for (place, technique) in ChainTechnique::ALL.into_iter().enumerate() {
        budget.report(WorkProgress::Techniques { done: all - ChainTechnique::ALL.len() + place, all });
        if let Some(best) = scratch.forcing(board, technique, budget)? {
            return Ok(Some(hint(board, technique, &best)));
        }
    }
    Ok(None)
}

fn hint(board: &Board, technique: ChainTechnique, best: &nested::BestHint) -> ChainHint {
    let (at, on) = best.conclusion;
    let eliminations = best.eliminations(board).into_iter().map(candidate).collect();
    ChainHint {
        base: technique.base(),
        complexity: best.complexity,
        placement: on.then(|| candidate(at)),
        eliminations,
        proof: ChainProof::Runs { technique, lead: best.lead, conclusion: best.conclusion },
    }
}

/// The step of a hint that was just found.
pub(super) fn step_of(
    hint: &ChainHint,
    scratch: &mut ImplicationScratch,
    budget: &Budget<'_>,
) -> Result<Step, Limit> {
    scratch.hint_step(hint, budget)
}

/// The search of the family: technique 21, and the best hint for each conclusion of the wanted techniques 23 to 29
/// that no earlier technique has. The rest of the scale, 30 to 32, can take minutes per state; only the path uses it.
pub(crate) fn find(search: &mut Search<'_>, query: StepQuery, out: Sink<'_>) -> ControlFlow<()> {
    let StepQuery { wanted, extent } = query;
    let board = Board::of(search.state);
    let (scratch, budget) = (&mut search.scratch.chains, &search.budget);
    // The limit need not be passed on: a limit that was reached stays reached, and the receiver of the steps checks it
    // again.
    let stop = |_| ControlFlow::Break(());
    let mut concluded = HashSet::new();
    let mut report = |hint: &ChainHint, scratch: &mut ImplicationScratch| {
        let new = concluded.insert((hint.placement, hint.eliminations.clone()));
        if new {
            scratch.hint_step(hint, budget).map_or_else(stop, &mut *out)
        } else {
            ControlFlow::Continue(())
        }
    };
    for hint in scratch.every_unary(&board) {
        let hint = ChainHint::unary(hint);
        if wanted.contains(hint.technique()) {
            report(&hint, scratch)?;
        }
    }
    let searched = &ChainTechnique::ALL[..ChainTechnique::ALL.len() - 3];
    let last = searched.iter().rposition(|nest| wanted.contains(nest.technique()));
    scratch.begin(&board, false);
    for &nest in &searched[..last.map_or(0, |last| last + 1)] {
        let Ok(best) = scratch.forcing(&board, nest, budget) else { return ControlFlow::Break(()) };
        let Some(best) = best.filter(|_| wanted.contains(nest.technique())) else { continue };
        let all = if extent == Extent::All { scratch.every(nest) } else { vec![best] };
        for best in all {
            report(&hint(&board, nest, &best), scratch)?;
        }
    }
    ControlFlow::Continue(())
}

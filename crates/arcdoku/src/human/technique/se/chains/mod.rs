//! Techniques 21 and 23 to 32: chains.
//!
//! ```text
//!  unary      one assumption, one path: cycles and forcing chains (21)
//!  run        all that follows from one assumption, in order, with where it comes from
//!  multiple   what several runs have in common, or a run's clash (23 to 25)
//!  rules      patterns inside a run: locked candidates, pairs, X-wings (26)
//!  nested     chains inside a run (27 to 32)
//! ```
//!
//! A *potential* is a candidate said to be on (true) or off (false); a node is a potential in a run.

mod change;
mod multiple;
mod nested;
mod rules;
mod run;
#[cfg(test)]
mod tests;
mod unary;

use std::ops::ControlFlow;

use super::super::super::Technique;
use super::super::super::candidates::Candidate;
use super::super::super::houses::{HOUSES, HOUSES_OF};
use super::super::super::registry::Techniques;
use super::super::super::search::{Extent, Search, Sink};
use super::super::super::step::{Pattern, Step};
use super::board::{Board, POSITIONS};
use crate::puzzle::{Budget, Limit};

use nested::Nest;
pub(in crate::human) use nested::Scratch;

/// A candidate as a number: digit index * 128 + cell index.
type At = u16;

/// Candidates as cells by digit.
type Sets = [u128; 9];

#[inline]
const fn at(cell: usize, digit: usize) -> At {
    (digit << 7 | cell) as At
}

#[inline]
const fn cell_of(at: At) -> usize {
    (at & 127) as usize
}

#[inline]
const fn digit_of(at: At) -> usize {
    (at >> 7) as usize
}

#[inline]
fn contains(sets: &Sets, at: At) -> bool {
    sets[digit_of(at)] >> cell_of(at) & 1 == 1
}

#[inline]
fn insert(sets: &mut Sets, at: At) {
    sets[digit_of(at)] |= 1 << cell_of(at);
}

/// How a node follows from its parent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Reason {
    /// It is the assumption.
    #[default]
    Start,
    /// Within a cell.
    Cell,
    /// Within a box.
    Box,
    /// Within a row.
    Row,
    /// Within a column.
    Column,
    /// By a rule of its own.
    Advanced,
}

/// The cells seen from a cell in its box, elsewhere in its row, elsewhere in its column.
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

/// The index of the house of a cell by reason.
#[inline]
fn house_index(cell: usize, reason: Reason) -> usize {
    let [row, column, square] = HOUSES_OF[cell];
    usize::from(match reason {
        Reason::Row => row,
        Reason::Column => column,
        _ => square,
    })
}

/// The houses of a cell in the order in which they are looked at, with its position in each.
#[inline]
fn houses_of(cell: usize) -> [(Reason, usize, u8); 3] {
    let ([row, column, square], positions) = (HOUSES_OF[cell], POSITIONS[cell]);
    [
        (Reason::Box, usize::from(square), positions[2]),
        (Reason::Row, usize::from(row), positions[0]),
        (Reason::Column, usize::from(column), positions[1]),
    ]
}

/// The cells of the house of a cell by reason.
#[inline]
fn house_of(cell: usize, reason: Reason) -> u128 {
    HOUSES[house_index(cell, reason)].bits()
}

/// Tenths that a hint of this complexity adds to the base of its technique (11.4).
fn length(complexity: u32) -> u8 {
    let (mut steps, mut threshold, mut thirds) = (0, 4, true);
    while complexity > threshold + 2 {
        threshold = if thirds { threshold * 3 / 2 } else { threshold * 4 / 3 };
        thirds = !thirds;
        steps += 1;
    }
    steps
}

/// What chains prove, and how.
#[derive(Clone, Debug)]
pub(in crate::human) struct Hint {
    tenths: u8,
    pub(in crate::human) complexity: u32,
    placement: Option<Candidate>,
    eliminations: Vec<Candidate>,
    proof: Proof,
}

/// How a hint is proven; enough to find it again.
#[derive(Clone, Debug)]
enum Proof {
    /// Technique 21: the path, from the last node back to the first.
    Unary { cycle: bool, path: Vec<(At, bool, Reason)> },
    /// Techniques 23 to 32.
    Runs { technique: Nest, lead: multiple::Lead, conclusion: (At, bool) },
}

impl Hint {
    pub(in crate::human) fn tenths(&self) -> u8 {
        self.tenths
    }

    /// What it is called: the technique of the step that [`told`] makes of it.
    pub(in crate::human) fn technique(&self) -> Technique {
        Technique::ForcingChain
    }

    pub(in crate::human) fn placement(&self) -> Option<Candidate> {
        self.placement
    }

    pub(in crate::human) fn eliminations(&self) -> &[Candidate] {
        &self.eliminations
    }
}

fn candidate(at: At) -> Candidate {
    Candidate::at(cell_of(at), digit_of(at))
}

/// Technique 21.
pub(super) fn unary(board: &Board, scratch: &mut Scratch) -> Option<Hint> {
    let best = scratch.unary(board)?;
    Some(Hint {
        tenths: best.tenths,
        complexity: best.complexity,
        placement: best.placement.map(candidate),
        eliminations: best.eliminations.iter().copied().map(candidate).collect(),
        proof: Proof::Unary { cycle: best.cycle, path: best.path },
    })
}

/// Techniques 23 to 32.
pub(super) fn forcing(
    board: &Board,
    scratch: &mut Scratch,
    budget: &Budget<'_>,
) -> Result<Option<Hint>, Limit> {
    scratch.begin(board);
    for technique in Nest::ALL {
        if let Some(best) = scratch.forcing(board, technique, budget)? {
            return Ok(Some(hint(board, technique, &best)));
        }
    }
    Ok(None)
}

fn hint(board: &Board, technique: Nest, best: &nested::Best) -> Hint {
    let (at, on) = best.conclusion;
    let (cell, digit) = (cell_of(at), digit_of(at));
    let others = board.cells[cell] & !(1 << digit);
    let eliminations = if on {
        super::board::bits(others).map(|other| Candidate::at(cell, other)).collect()
    } else {
        vec![candidate(at)]
    };
    Hint {
        tenths: technique.base() + length(best.complexity),
        complexity: best.complexity,
        placement: on.then(|| candidate(at)),
        eliminations,
        proof: Proof::Runs { technique, lead: best.lead, conclusion: best.conclusion },
    }
}

/// The step of a hint.
pub(super) fn told(_board: &Board, hint: &Hint, _scratch: &mut Scratch) -> Step {
    let _ = &hint.proof;
    let mut step = Step::eliminating(
        Technique::ForcingChain,
        crate::grid::DigitSet::default(),
        hint.eliminations.clone(),
        Pattern::Chain(Vec::new()),
    );
    step.placements = hint.placement.into_iter().collect();
    step
}

/// The family's search.
pub(in crate::human) fn find(
    _search: &mut Search<'_>,
    _wanted: Techniques,
    _extent: Extent,
    _out: Sink<'_>,
) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

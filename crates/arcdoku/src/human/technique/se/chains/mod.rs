//! Techniques 21 and 23 to 32: chains. (To be filled.)

use std::ops::ControlFlow;

use super::super::super::Technique;
use super::super::super::candidates::Candidate;
use super::super::super::registry::Techniques;
use super::super::super::search::{Extent, Search, Sink};
use super::super::super::step::{Pattern, Step};
use super::Board;
use crate::puzzle::{Budget, Limit};

/// Memory for chains.
#[derive(Debug, Default)]
pub(in crate::human) struct Scratch {}

/// What chains prove.
#[derive(Clone, Debug)]
pub(in crate::human) struct Hint {
    tenths: u8,
    placement: Option<Candidate>,
    eliminations: Vec<Candidate>,
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

/// Technique 21.
pub(super) fn unary(_board: &Board, _scratch: &mut Scratch) -> Option<Hint> {
    None
}

/// Techniques 23 to 32.
pub(super) fn forcing(_: &Board, _: &mut Scratch, _: &Budget<'_>) -> Result<Option<Hint>, Limit> {
    Ok(None)
}

/// The step of a hint.
pub(super) fn told(_board: &Board, hint: &Hint, _scratch: &mut Scratch) -> Step {
    Step::eliminating(
        Technique::ForcingChain,
        crate::grid::DigitSet::default(),
        hint.eliminations.clone(),
        Pattern::Chain(Vec::new()),
    )
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

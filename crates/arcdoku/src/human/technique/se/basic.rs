//! Techniques 1 to 20 and 22: patterns. (To be filled.)

use std::ops::ControlFlow;

use super::super::super::Proper;
use super::super::super::registry::Techniques;
use super::super::super::search::{Extent, Search, Sink};
use super::super::super::step::Step;
use super::Board;

/// The first of techniques 1 to 20 that finds something: tenths and step.
pub(super) fn before_chains(_board: &Board, _proper: Option<Proper>) -> Option<(u8, Step)> {
    None
}

/// Technique 22.
pub(super) fn aligned_triple(_board: &Board) -> Option<(u8, Step)> {
    None
}

pub(in crate::human) fn find_direct(
    _search: &mut Search<'_>,
    _wanted: Techniques,
    _extent: Extent,
    _out: Sink<'_>,
) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

pub(in crate::human) fn find_aligned(
    _search: &mut Search<'_>,
    _wanted: Techniques,
    _extent: Extent,
    _out: Sink<'_>,
) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

pub(in crate::human) fn find_unique_loop(
    _search: &mut Search<'_>,
    _: Proper,
    _wanted: Techniques,
    _extent: Extent,
    _out: Sink<'_>,
) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

pub(in crate::human) fn find_grave(
    _search: &mut Search<'_>,
    _: Proper,
    _wanted: Techniques,
    _extent: Extent,
    _out: Sink<'_>,
) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

//! Techniques 1 to 20 and 22: patterns. One file per concern; each search reports in the order of the scale.

mod aligned;
mod fish;
mod grave;
mod locked;
#[cfg(any(test, feature = "testing"))]
pub(crate) mod samples;
mod set;
mod single;
mod sizes;
mod unique_loop;
mod wing;

#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use super::Board;
use crate::deduction::{Proper, Sink, Step, StepQuery, Technique};
use crate::explainer::Search;
use sizes::CellsBySize;

/// A step and its rating in tenths.
type RatedStep = (u8, Step);

/// Receiver of rated steps; it may end the search.
type RatedSink<'o> = &'o mut dyn FnMut(u8, Step) -> ControlFlow<()>;

/// The first step of a search that pushes steps.
fn first(search: impl FnOnce(RatedSink<'_>) -> ControlFlow<()>) -> Option<RatedStep> {
    let mut found = None;
    let _ = search(&mut |tenths, step| {
        found = Some((tenths, step));
        ControlFlow::Break(())
    });
    found
}

/// The first step of techniques 1 to 20, with its rating in tenths. Without evidence that the puzzle has one
/// solution, unique loops and graves are skipped.
pub(super) fn before_chains(board: &Board, proper: Option<Proper>) -> Option<RatedStep> {
    let easy = single::hidden(board)
        .or_else(|| first(|out| locked::direct(board, out)))
        .or_else(|| first(|out| set::direct(board, 2, out)));
    if easy.is_some() {
        return easy;
    }
    let sizes = &CellsBySize::of(board);
    single::naked(board, sizes)
        .or_else(|| first(|out| set::direct(board, 3, out)))
        .or_else(|| locked::indirect(board))
        .or_else(|| set::naked(board, sizes, 2))
        .or_else(|| fish::basic(board, 2))
        .or_else(|| set::hidden(board, 2))
        .or_else(|| set::naked(board, sizes, 3))
        .or_else(|| fish::basic(board, 3))
        .or_else(|| set::hidden(board, 3))
        .or_else(|| wing::xy(board, sizes))
        .or_else(|| wing::xyz(board, sizes))
        .or_else(|| unique_loop::sorted(board, sizes, proper?).into_iter().next())
        .or_else(|| set::naked(board, sizes, 4))
        .or_else(|| fish::basic(board, 4))
        .or_else(|| set::hidden(board, 4))
        .or_else(|| proper.and_then(|proper| first(|out| grave::all(board, sizes, proper, out))))
        .or_else(|| first(|out| aligned::pairs(board, sizes, out)))
}

/// Technique 22.
pub(super) fn aligned_triple(board: &Board) -> Option<RatedStep> {
    first(|out| aligned::triples(board, &CellsBySize::of(board), out))
}

/// Passes on steps of the wanted techniques.
fn only(query: StepQuery, out: Sink<'_>) -> impl FnMut(u8, Step) -> ControlFlow<()> + '_ {
    move |_, step| if query.wanted.contains(step.technique) { out(step) } else { ControlFlow::Continue(()) }
}

pub(crate) fn find_direct(search: &mut Search<'_>, query: StepQuery, out: Sink<'_>) -> ControlFlow<()> {
    let (board, out) = (&Board::of(search.state), &mut only(query, out));
    locked::direct(board, out)?;
    if query.wanted.contains(Technique::DirectHiddenPair) {
        set::direct(board, 2, out)?;
    }
    if query.wanted.contains(Technique::DirectHiddenTriple) {
        set::direct(board, 3, out)?;
    }
    ControlFlow::Continue(())
}

pub(crate) fn find_unique_loop(
    search: &mut Search<'_>,
    proper: Proper,
    query: StepQuery,
    out: Sink<'_>,
) -> ControlFlow<()> {
    let board = &Board::of(search.state);
    let mut out = only(query, out);
    unique_loop::sorted(board, &CellsBySize::of(board), proper)
        .into_iter()
        .try_for_each(|(tenths, step)| out(tenths, step))
}

pub(crate) fn find_grave(
    search: &mut Search<'_>,
    proper: Proper,
    query: StepQuery,
    out: Sink<'_>,
) -> ControlFlow<()> {
    let board = &Board::of(search.state);
    grave::all(board, &CellsBySize::of(board), proper, &mut only(query, out))
}

pub(crate) fn find_aligned(search: &mut Search<'_>, query: StepQuery, out: Sink<'_>) -> ControlFlow<()> {
    let board = &Board::of(search.state);
    let (sizes, out) = (&CellsBySize::of(board), &mut only(query, out));
    if query.wanted.contains(Technique::AlignedPair) {
        aligned::pairs(board, sizes, out)?;
    }
    if query.wanted.contains(Technique::AlignedTriple) {
        aligned::triples(board, sizes, out)?;
    }
    ControlFlow::Continue(())
}

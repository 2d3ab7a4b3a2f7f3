//! Locked candidates: pointing (the places of a digit in a box are in one line) and claiming (the places in a line
//! are in one box).

use std::ops::ControlFlow;

use crate::deduction::houses::{HOUSES, HOUSES_OF, House};
use crate::deduction::{Candidate, Candidates, Pattern, Sink, Step, StepQuery, Technique};
use crate::grid::{CellSet, Digit, DigitSet};
use crate::human::Search;

pub(crate) fn find(search: &mut Search<'_>, query: StepQuery, out: Sink<'_>) -> ControlFlow<()> {
    let wanted = query.wanted;
    let state = search.state;
    if wanted.contains(Technique::Pointing) {
        for from in 18..27 {
            for digit in 0..9 {
                // Rows come before columns.
                locked(state, Technique::Pointing, digit, from, 0, out)?;
                locked(state, Technique::Pointing, digit, from, 1, out)?;
            }
        }
    }
    if wanted.contains(Technique::Claiming) {
        for from in 0..18 {
            for digit in 0..9 {
                locked(state, Technique::Claiming, digit, from, 2, out)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The digit's places in `from`, if they are two or three and all in one house of `kind` (0 row, 1 column, 2 box)
/// that has further places.
#[inline]
fn locked(
    state: &Candidates,
    technique: Technique,
    digit: usize,
    from: usize,
    kind: usize,
    out: Sink<'_>,
) -> ControlFlow<()> {
    let count = state.counts[from][digit];
    if count != 2 && count != 3 {
        return ControlFlow::Continue(());
    }
    let cells = state.places[digit] & HOUSES[from];
    let Some(cell) = cells.first() else { return ControlFlow::Continue(()) };
    let to = usize::from(HOUSES_OF[cell.index()][kind]);
    if state.counts[to][digit] <= count || !cells.is_subset(HOUSES[to]) {
        return ControlFlow::Continue(());
    }
    let gone: CellSet = (state.places[digit] & HOUSES[to]).minus(cells);
    let digits = DigitSet::single(Digit::from_index(digit));
    let eliminations = gone.iter().map(|cell| Candidate::at(cell.index(), digit)).collect();
    let pattern = Pattern::Locked { digits, cells, from: House::new(from), to: House::new(to) };
    out(Step::eliminating(technique, digits, eliminations, pattern))
}

//! Full house, last digit, naked and hidden single.
//!
//! The first single is the oldest one, because states keep singles in the order in which they arose.

use std::ops::ControlFlow;

use crate::deduction::houses::{CELLS, HOUSES, HOUSES_OF, House};
use crate::deduction::{Candidate, Candidates, Extent, Pattern, Sink, Step, StepQuery, Technique};
use crate::grid::{Cell, DigitSet};
use crate::human::Search;

pub(crate) fn find(search: &mut Search<'_>, query: StepQuery, out: Sink<'_>) -> ControlFlow<()> {
    let StepQuery { wanted, extent } = query;
    let state = search.state;
    if wanted.contains(Technique::FullHouse) {
        full_houses(state, extent, out)?;
    }
    if wanted.contains(Technique::LastDigit) {
        last_digits(state, out)?;
    }
    if wanted.contains(Technique::NakedSingle) {
        naked_singles(state, extent, out)?;
    }
    if wanted.contains(Technique::HiddenSingle) {
        hidden_singles(state, extent, out)?;
    }
    ControlFlow::Continue(())
}

fn step(technique: Technique, cell: usize, digit: usize, house: Option<usize>) -> Step {
    let pattern = Pattern::Single { house: house.map(House::new) };
    Step::placing(technique, Candidate::at(cell, digit), pattern)
}

/// The first house of a cell in which no other cell is empty.
fn full_house_of(state: &Candidates, cell: usize) -> Option<usize> {
    let others = |house: &usize| (state.empty & HOUSES[*house]).is_single();
    HOUSES_OF[cell].into_iter().map(usize::from).find(others)
}

fn full_houses(state: &Candidates, extent: Extent, out: Sink<'_>) -> ControlFlow<()> {
    match extent {
        Extent::First => {
            for (cell, digit) in state.naked.waiting() {
                if state.cells[cell] == 1 << digit
                    && let Some(house) = full_house_of(state, cell)
                {
                    out(step(Technique::FullHouse, cell, digit, Some(house)))?;
                }
            }
        }
        Extent::All => {
            for (cell, digit) in naked(state) {
                if let Some(house) = full_house_of(state, cell) {
                    out(step(Technique::FullHouse, cell, digit, Some(house)))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Digits with one cell left in the whole grid.
fn last_digits(state: &Candidates, out: Sink<'_>) -> ControlFlow<()> {
    for (digit, places) in state.places.iter().enumerate() {
        let filled = state.values.iter().filter(|&&value| usize::from(value) == digit + 1).count();
        if filled == 8
            && places.is_single()
            && let Some(cell) = places.first()
        {
            let house = usize::from(HOUSES_OF[cell.index()][2]);
            out(step(Technique::LastDigit, cell.index(), digit, Some(house)))?;
        }
    }
    ControlFlow::Continue(())
}

/// Cells with one candidate, in reading order.
fn naked(state: &Candidates) -> impl Iterator<Item = (usize, usize)> {
    let singles = state.empty.iter().map(Cell::index);
    singles
        .filter(|&cell| state.cells[cell].is_power_of_two())
        .map(|cell| (cell, state.cells[cell].trailing_zeros() as usize))
}

fn naked_singles(state: &Candidates, extent: Extent, out: Sink<'_>) -> ControlFlow<()> {
    match extent {
        Extent::First => {
            for (cell, digit) in
                state.naked.waiting().filter(|&(cell, digit)| state.cells[cell] == 1 << digit)
            {
                out(step(Technique::NakedSingle, cell, digit, None))?;
            }
        }
        Extent::All => {
            for (cell, digit) in naked(state) {
                out(step(Technique::NakedSingle, cell, digit, None))?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn hidden_singles(state: &Candidates, extent: Extent, out: Sink<'_>) -> ControlFlow<()> {
    let house_of = |cell: usize, digit: usize| {
        let houses = HOUSES_OF[cell].into_iter().map(usize::from);
        houses.into_iter().find(|&house| state.counts[house][digit] == 1)
    };
    match extent {
        Extent::First => {
            for (cell, digit) in state.hidden.waiting() {
                if state.cells[cell] & 1 << digit != 0
                    && let Some(house) = house_of(cell, digit)
                {
                    out(step(Technique::HiddenSingle, cell, digit, Some(house)))?;
                }
            }
        }
        Extent::All => {
            // Each cell is reported once, although a digit can be hidden in three houses.
            for cell in state.empty.iter().map(Cell::index) {
                for digit in DigitSet::from_bits(state.cells[cell].into()) {
                    if let Some(house) = house_of(cell, digit.index()) {
                        debug_assert!(CELLS[house].contains(&(cell as u8)), "a house of the cell");
                        out(step(Technique::HiddenSingle, cell, digit.index(), Some(house)))?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

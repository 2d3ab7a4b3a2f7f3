//! Bivalue universal grave + 1: all empty cells except one have two candidates, and every digit has two places in
//! each house, except for one candidate of that cell. Without that candidate the puzzle would have no solution or
//! several, so the candidate is true (R. Hagglund).

use std::ops::ControlFlow;

use super::links::CellsByCount;
use crate::deduction::houses::HOUSES_OF;
use crate::deduction::{Candidate, Candidates, Pattern, Proper, Sink, Step, StepQuery, Technique};
use crate::grid::{Cell, Digit, DigitSet};
use crate::human::Search;

pub(crate) fn find(search: &mut Search<'_>, _: Proper, query: StepQuery, out: Sink<'_>) -> ControlFlow<()> {
    let wanted = query.wanted;
    let state = search.state;
    let sizes = CellsByCount::of(state);
    if wanted.contains(Technique::BugPlusOne)
        && sizes.more.is_empty()
        && sizes.three.is_single()
        && sizes.two | sizes.three == state.empty
        && let Some(cell) = sizes.three.first()
        && let Some(digit) = thrice(state, cell)
    {
        let others = state.cells[cell.index()] & !(1 << digit);
        let gone = DigitSet::from_bits(others.into()).iter().map(|digit| Candidate { cell, digit });
        let digits = DigitSet::from_bits(0);
        out(Step::eliminating(Technique::BugPlusOne, digits, gone.collect(), Pattern::Bug { cell }))?;
    }
    ControlFlow::Continue(())
}

/// The candidate of the cell that has three places in each of its houses, if all remaining digits have two
/// places everywhere else.
fn thrice(state: &Candidates, cell: Cell) -> Option<usize> {
    let houses = HOUSES_OF[cell.index()];
    let mut digits = DigitSet::from_bits(state.cells[cell.index()].into()).iter().map(Digit::index);
    let digit = digits.find(|&digit| state.counts[usize::from(houses[0])][digit] == 3)?;
    let fits = state.counts.iter().enumerate().all(|(house, counts)| {
        counts.iter().enumerate().all(|(other, &count)| {
            if other == digit && houses.contains(&(house as u8)) {
                count == 3
            } else {
                count == 0 || count == 2
            }
        })
    });
    fits.then_some(digit)
}

#[cfg(test)]
mod tests {
    use super::super::links::states::first;
    use super::*;

    #[test]
    fn two_solutions_overlaid_and_one_candidate() {
        let mut state = Candidates::new();
        for cell in 0..81 {
            // A full grid, overlaid with the same grid with each digit one higher.
            let digit = (3 * (cell / 9 % 3) + cell / 27 + cell % 9) % 9;
            for other in (0..9).filter(|&other| other != digit && other != (digit + 1) % 9) {
                if (cell, other) != (0, 4) {
                    state.remove(cell, other);
                }
            }
        }
        assert_eq!(first(&state, Technique::BugPlusOne), [111, 211]);
        state.remove(0, 4);
        assert!(first(&state, Technique::BugPlusOne).is_empty());
    }
}

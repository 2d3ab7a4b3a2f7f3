//! Templates: all placements of a digit in the whole grid, examined together (pattern overlay, Myth Jellies).
//!
//! A cell in all templates of a digit has that digit; a candidate in no template is false. Templates that use a cell
//! in all templates of another digit are dropped, until nothing changes.
//!
//! There are 46,656 templates, but they need not be listed. A band has the digit in one column of each stack, so
//! there are 27 choices of columns with 6 templates each, and three bands combine in 216 choices of columns.

use std::ops::ControlFlow;

use super::links::only;
use crate::deduction::{Candidate, Candidates, Pattern, Sink, Step, StepQuery, Technique};
use crate::grid::{Cell, CellSet, Digit};
use crate::human::Search;

pub(crate) fn find(search: &mut Search<'_>, query: StepQuery, out: Sink<'_>) -> ControlFlow<()> {
    let wanted = query.wanted;
    let state = search.state;
    let mut filled = [CellSet::EMPTY; 9];
    for (cell, &value) in state.values.iter().enumerate() {
        if value > 0 {
            filled[usize::from(value) - 1].insert(Cell::new(cell));
        }
    }
    let ways = settle(state, &filled);
    if wanted.contains(Technique::TemplateSet) {
        for (digit, ways) in ways.iter().enumerate() {
            let sure = ways.sure.minus(filled[digit]) & state.empty;
            if ways.count > 0 && !sure.is_empty() {
                out(Step {
                    technique: Technique::TemplateSet,
                    digits: only(digit),
                    placements: sure.iter().map(|cell| Candidate::at(cell.index(), digit)).collect(),
                    eliminations: Vec::new(),
                    pattern: pattern(digit, ways),
                })?;
            }
        }
    }
    if wanted.contains(Technique::TemplateDelete) {
        for (digit, ways) in ways.iter().enumerate() {
            let gone = state.places[digit].minus(ways.some);
            if ways.count > 0 && !gone.is_empty() {
                let gone = gone.iter().map(|cell| Candidate::at(cell.index(), digit)).collect();
                let pattern = pattern(digit, ways);
                out(Step::eliminating(Technique::TemplateDelete, only(digit), gone, pattern))?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn pattern(digit: usize, ways: &DigitTemplates) -> Pattern {
    Pattern::Template { digit: Digit::from_index(digit), ways: ways.count }
}

/// The templates of a digit: their number, the cells in all of them, and the cells in at least one of them.
#[derive(Clone, Copy)]
struct DigitTemplates {
    count: u32,
    sure: CellSet,
    some: CellSet,
}

/// The templates of all digits, without templates that use a cell that all templates of another digit have.
fn settle(state: &Candidates, filled: &[CellSet; 9]) -> [DigitTemplates; 9] {
    let mut ways: [DigitTemplates; 9] =
        std::array::from_fn(|digit| DigitTemplates::of(filled[digit], state.places[digit] | filled[digit]));
    loop {
        let mut changed = false;
        for digit in 0..9 {
            let others = (0..9).filter(|&other| other != digit);
            let taken = others.fold(CellSet::EMPTY, |taken, other| taken | ways[other].sure);
            if !ways[digit].some.is_disjoint(taken) {
                ways[digit] = DigitTemplates::of(filled[digit], ways[digit].some.minus(taken));
                changed = true;
            }
        }
        if !changed {
            return ways;
        }
    }
}

impl DigitTemplates {
    const NONE: Self = Self { count: 0, sure: CellSet::EMPTY, some: CellSet::EMPTY };

    /// The templates that contain `filled` and are within `allowed`.
    fn of(filled: CellSet, allowed: CellSet) -> Self {
        let bands: [[Self; 27]; 3] = std::array::from_fn(|band| {
            let shift = 27 * band;
            let cut = |cells: CellSet| (cells.bits() >> shift) as u32 & 0x7ff_ffff;
            Self::of_band(cut(filled), cut(allowed), shift)
        });
        let mut all = Self { sure: CellSet::all(81), ..Self::NONE };
        for (first, one) in bands[0].iter().enumerate().filter(|(_, one)| one.count > 0) {
            for (second, two) in bands[1].iter().enumerate().filter(|(_, two)| two.count > 0) {
                let Some(third) = rest(first, second) else { continue };
                let three = &bands[2][third];
                if three.count > 0 {
                    all.count += one.count * two.count * three.count;
                    all.sure &= one.sure | two.sure | three.sure;
                    all.some |= one.some | two.some | three.some;
                }
            }
        }
        if all.count == 0 { Self::NONE } else { all }
    }

    /// The templates of a band by their columns. The columns, one of each stack, are the digits of a number in base 3.
    fn of_band(filled: u32, allowed: u32, shift: usize) -> [Self; 27] {
        std::array::from_fn(|columns| {
            let mut ways = Self { sure: CellSet::all(81), ..Self::NONE };
            let at = columns_of(columns);
            for rows in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
                let cells =
                    (0..3).fold(0, |cells, stack| cells | 1 << (9 * rows[stack] + 3 * stack + at[stack]));
                if cells & allowed == cells && filled & cells == filled {
                    let cells = CellSet::from_bits(u128::from(cells) << shift);
                    ways.count += 1;
                    ways.sure &= cells;
                    ways.some |= cells;
                }
            }
            ways
        })
    }
}

const fn columns_of(columns: usize) -> [usize; 3] {
    [columns / 9, columns / 3 % 3, columns % 3]
}

/// The columns that two bands leave to the third band, if the two bands share no column.
fn rest(one: usize, two: usize) -> Option<usize> {
    let (one, two) = (columns_of(one), columns_of(two));
    (0..3)
        .try_fold(0, |rest, stack| (one[stack] != two[stack]).then(|| 3 * rest + 3 - one[stack] - two[stack]))
}

#[cfg(test)]
mod tests {
    use super::super::links::states::{all, at, first, with_places};
    use super::*;
    use crate::deduction::Options;

    #[test]
    fn templates_are_counted() {
        let all = DigitTemplates::of(CellSet::EMPTY, CellSet::all(81));
        assert_eq!((all.count, all.sure, all.some), (46_656, CellSet::EMPTY, CellSet::all(81)));
        let corner = CellSet::single(Cell::new(0));
        let with_corner = DigitTemplates::of(corner, CellSet::all(81));
        assert_eq!((with_corner.count, with_corner.sure), (46_656 / 9, corner));
        assert_eq!(DigitTemplates::of(corner, CellSet::all(81).minus(corner)).count, 0);
    }

    #[test]
    fn candidates_in_no_template_are_eliminated() {
        let mut state = with_places(&[0, 3], &[11, 12, 41, 42]);
        let x_wing =
            [121, 122, 123, 131, 132, 133, 151, 152, 153, 161, 162, 163, 171, 172, 181, 182, 191, 192];
        assert_eq!(first(&state, Technique::TemplateDelete), x_wing);
        for cell in [73, 83] {
            state.remove(at(cell), 0);
        }
        let steps = all(&state, Technique::TemplateSet, &Options::proven());
        assert_eq!(steps[0].placements, [Candidate::at(at(93), 0)]);
    }
}

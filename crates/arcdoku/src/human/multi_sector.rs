//! Multi-sector locked sets: cells for which lines can supply no more digits than there are cells.
//!
//! ```text
//!            c2 c5 c8        The cells where some rows and some columns cross. All places of a digit in
//!   r1  27   x  x  x         these cells are in a few houses, each of which supplies at most one cell with it:
//!   r4  27   x  x  x         here 2 and 7 by rows, other digits by columns. If all digits together are
//!   r6  27   x  x  x         supplied as often as there are cells, each house supplies each of its digits to
//!           36 36 36         one of the cells, and to no other cell.
//! ```
//!
//! If a digit were at a place in two of its houses, both houses would supply the same cell, and some other cell would
//! get no digit. Such a place is therefore eliminated as well.
//!
//! The number of times that a digit can be in the cells is the size of a maximum matching of rows and columns, which
//! is the minimum number of lines that contain all its places (`D. König`, 1931). It is computed for all choices of
//! rows and columns together: adding a row either leaves a matching unchanged or adds one of its places. If there are
//! many cells and rows and columns supply one digit too many, boxes are tried as well.
//!
//! Source: `D. P. Bird` (players' forum, "Using Multi-Sector Locked Sets", t31222). Cells outside a grid of rows
//! and columns are not examined.

use std::ops::ControlFlow;

use super::als::bits;
use crate::deduction::houses::{HOUSES, HOUSES_OF, House};
use crate::deduction::{Candidate, Candidates, Extent, Pattern, Sink, Step, StepQuery, Technique};
use crate::grid::{Cell, CellSet, DigitSet};
use crate::human::Search;
use crate::human::order::FewestCells;

/// The largest surplus of digits from rows and columns for which boxes are tried.
const SLACK: u8 = 1;
/// The smallest number of cells for which boxes are tried.
const WITH_BOXES: u8 = 16;

pub(crate) fn find(search: &mut Search<'_>, query: StepQuery, out: Sink<'_>) -> ControlFlow<()> {
    let extent = query.extent;
    if !search.options.exocet {
        return ControlFlow::Continue(());
    }
    let state = search.state;
    let mut best = FewestCells::default();
    grids(state, &mut |rows, columns, slack| {
        let Some((cells, step)) = locked(state, rows, columns, slack) else {
            return ControlFlow::Continue(());
        };
        if extent == Extent::First {
            return out(step);
        }
        best.push(cells, step);
        ControlFlow::Continue(())
    })?;
    best.into_steps().try_for_each(out)
}

/// One number for each choice of columns.
type PerColumns = [u8; 512];

/// Calls `each` with choices of at least two rows and columns for which the lines supply at most [`SLACK`] digits too
/// many.
fn grids(state: &Candidates, each: &mut dyn FnMut(u16, u16, u8) -> ControlFlow<()>) -> ControlFlow<()> {
    let mut grids = SectorGrids { columns: [[0; 9]; 9], cells: [[0; 512]; 9], has: [[0; 512]; 9] };
    for row in 0..9 {
        let empty = row_of(state.empty, row);
        for (columns, cells) in grids.cells[row].iter_mut().enumerate() {
            *cells = (columns as u16 & empty).count_ones() as u8;
        }
        for (digit, columns) in grids.columns.iter_mut().enumerate() {
            columns[row] = row_of(state.places[digit], row);
        }
    }
    for (column, has) in grids.has.iter_mut().enumerate() {
        for (columns, has) in has.iter_mut().enumerate() {
            *has = if columns >> column & 1 == 1 { u8::MAX } else { 0 };
        }
    }
    let mut tables = vec![RowTable { often: [[0; 512]; 9], cells: [0; 512] }; 10];
    grids.grow(0, 0, &mut tables, each)
}

/// The cells of a row as bits of columns.
fn row_of(cells: CellSet, row: usize) -> u16 {
    (cells.bits() >> (9 * row)) as u16 & 0x1ff
}

/// The largest number of times that each digit can be in the cells of some rows, and the number of cells.
#[derive(Clone)]
struct RowTable {
    often: [PerColumns; 9],
    cells: PerColumns,
}

struct SectorGrids {
    /// For each digit and row, the columns of the places of the digit.
    columns: [[u16; 9]; 9],
    /// For each row and each choice of columns, the number of empty cells.
    cells: [PerColumns; 9],
    /// For each column, all bits set in the entries of the choices that contain it.
    has: [PerColumns; 9],
}

impl SectorGrids {
    /// Adds each row, starting with `next`, to `rows`. The first table describes `rows`; the other tables are
    /// overwritten.
    fn grow(
        &self,
        rows: u16,
        next: usize,
        tables: &mut [RowTable],
        each: &mut dyn FnMut(u16, u16, u8) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for row in next..9 {
            let rows = rows | 1 << row;
            let Some(([table], rest)) = tables.split_first_chunk_mut() else { break };
            let Some(more) = rest.first_mut() else { break };
            let mut all = [0_u8; 512];
            for digit in 0..9 {
                self.with_row(&table.often[digit], self.columns[digit][row], &mut more.often[digit]);
                for (all, often) in all.iter_mut().zip(&more.often[digit]) {
                    *all += often;
                }
            }
            for (more, (cells, here)) in more.cells.iter_mut().zip(table.cells.iter().zip(&self.cells[row])) {
                *more = cells + here;
            }
            if rows.count_ones() >= 2 {
                for (columns, (&all, &count)) in all.iter().zip(&more.cells).enumerate() {
                    let slack = all.saturating_sub(count);
                    let few = slack > 0 && (slack > SLACK || count < WITH_BOXES);
                    if !few && count >= 4 && columns.count_ones() >= 2 {
                        each(rows, columns as u16, slack)?;
                    }
                }
            }
            self.grow(rows, row + 1, rest, each)?;
        }
        ControlFlow::Continue(())
    }

    /// The sizes of maximum matchings with one more row, whose places are in `columns`: either the row is not
    /// matched, or it is matched with one of its places and that column is removed.
    fn with_row(&self, often: &PerColumns, columns: u16, more: &mut PerColumns) {
        *more = *often;
        for column in bits(columns) {
            let bit = 1 << column;
            let without = often[..512 - bit].iter().zip(&self.has[column][bit..]);
            for (more, (without, has)) in more[bit..].iter_mut().zip(without) {
                *more = (*more).max((without + 1) & has);
            }
        }
    }
}

/// Houses that contain all places of a digit in the cells, and their eliminations.
#[derive(Clone, Copy, Default)]
struct DigitCover {
    houses: [u8; 9],
    len: usize,
    gone: CellSet,
}

impl DigitCover {
    fn with(mut self, house: u8) -> Self {
        self.houses[self.len] = house;
        self.len += 1;
        self
    }

    fn houses(&self) -> &[u8] {
        &self.houses[..self.len]
    }
}

/// Passes all covers of `left` by at most `most` houses to `judge`.
fn cover(left: CellSet, so_far: DigitCover, boxes: bool, most: usize, judge: &mut dyn FnMut(&DigitCover)) {
    let Some(cell) = left.first() else {
        judge(&so_far);
        return;
    };
    if so_far.len == most {
        return;
    }
    for &house in &HOUSES_OF[cell.index()][..if boxes { 3 } else { 2 }] {
        cover(left.minus(HOUSES[usize::from(house)]), so_far.with(house), boxes, most, judge);
    }
}

/// The best cover of the places of a digit in the cells: with the fewest houses, and of these with the most
/// eliminations.
fn best_cover(state: &Candidates, digit: usize, cells: CellSet, boxes: bool) -> Option<DigitCover> {
    let places = state.places[digit];
    let inside = places & cells;
    let mut best: Option<DigitCover> = None;
    for most in 0..9 {
        cover(inside, DigitCover::default(), boxes, most, &mut |cover| {
            let (mut once, mut twice) = (CellSet::EMPTY, CellSet::EMPTY);
            for &house in cover.houses() {
                let here = places & HOUSES[usize::from(house)];
                twice |= once & here;
                once |= here;
            }
            let gone = once.minus(cells) | (twice & cells);
            if best.is_none_or(|best| gone.len() > best.gone.len()) {
                best = Some(DigitCover { gone, ..*cover });
            }
        });
        if best.is_some() {
            break;
        }
    }
    best
}

/// The step of these rows and columns, if they are locked and eliminate anything, with the number of its cells.
fn locked(state: &Candidates, rows: u16, columns: u16, slack: u8) -> Option<(usize, Step)> {
    let cells: CellSet = bits(rows)
        .flat_map(|row| bits(columns).map(move |column| Cell::new(9 * row + column)))
        .filter(|&cell| state.empty.contains(cell))
        .collect();
    let mut sectors: Vec<(House, DigitSet)> = Vec::new();
    let mut gone = Vec::new();
    let mut left = cells.len();
    for digit in 0..9 {
        let cover = best_cover(state, digit, cells, slack > 0)?;
        left = left.checked_sub(cover.len)?;
        for &house in cover.houses() {
            let house = House::new(house.into());
            let at = sectors.iter().position(|(other, _)| *other == house).unwrap_or_else(|| {
                sectors.push((house, DigitSet::EMPTY));
                sectors.len() - 1
            });
            sectors[at].1 = DigitSet::from_bits(sectors[at].1.bits() | 1 << digit);
        }
        gone.extend(cover.gone.iter().map(|cell| Candidate::at(cell.index(), digit)));
    }
    if left > 0 || gone.is_empty() {
        return None;
    }
    sectors.sort_by_key(|(house, _)| *house);
    let digits = gone.iter().fold(0, |set, candidate| set | 1 << candidate.digit.index());
    let pattern = Pattern::MultiSector { cells, sectors };
    let digits = DigitSet::from_bits(digits);
    Some((cells.len(), Step::eliminating(Technique::MultiSectorLockedSets, digits, gone, pattern)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deduction::{Options, Techniques};
    use crate::human::HumanScratch;
    use crate::testing::states::puzzles;

    #[test]
    fn houses_give_a_digit_to_each_cell() {
        let (options, mut scratch) = (Options::proven(), HumanScratch::default());
        let wanted = Techniques::only(Technique::MultiSectorLockedSets);
        let mut count = 0;
        for state in puzzles().into_iter().step_by(10) {
            for step in
                Search::new(&state, &options, &mut scratch, &crate::puzzle::Budget::NONE).all(wanted).unwrap()
            {
                let Pattern::MultiSector { cells, sectors } = &step.pattern else { panic!() };
                let given: usize = sectors.iter().map(|(_, digits)| digits.len()).sum();
                assert_eq!(given, cells.len());
                for cell in *cells {
                    for digit in state.candidates(cell) {
                        let gives = |(house, digits): &(House, DigitSet)| {
                            house.cells().contains(cell) && digits.contains(digit)
                        };
                        assert!(sectors.iter().any(gives), "{step:?}");
                    }
                }
                count += 1;
            }
        }
        assert!(count > 10, "{count}");
    }

    /// Compares matchings with one more row with a count over all ways to omit it or to take one of its places.
    #[test]
    fn matchings_are_largest() {
        let state = Candidates::new();
        let mut grids = 0;
        super::grids(&state, &mut |rows, columns, slack| {
            // In an empty grid, each of nine digits can occur as often as the smaller of the two numbers of lines.
            let often = 9 * rows.count_ones().min(columns.count_ones());
            let cells = rows.count_ones() * columns.count_ones();
            assert_eq!(u32::from(slack), often.saturating_sub(cells));
            grids += 1;
            ControlFlow::Continue(())
        })
        .is_continue();
        // All rows with two or more columns, or all columns with two or more rows.
        assert_eq!(grids, 1003);
    }
}

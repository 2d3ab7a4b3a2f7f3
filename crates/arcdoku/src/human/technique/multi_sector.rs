//! Multi-sector locked sets: cells that lines can give no more digits than they are many.
//!
//! ```text
//!            c2 c5 c8        The cells where some rows and some columns cross. All places of a digit in
//!   r1  27   x  x  x         these cells are in a few houses, each of which gives it to one cell at most:
//!   r4  27   x  x  x         here 2 and 7 by rows, other digits by columns. If all digits together are
//!   r6  27   x  x  x         given as often as there are cells, each house gives each of its digits to
//!           36 36 36         one of the cells, and to no other cell.
//! ```
//!
//! A place in two of the houses of its digit would be given twice, which leaves a cell without: it goes
//! as well.
//!
//! How often a digit can be in the cells is the size of a largest matching of rows and columns, which is
//! the least number of lines that hold all its places (`D. König`, 1931). It is worked out for all choices of
//! rows and columns at once: adding a row either leaves a matching or adds one of its places.
//! Where rows and columns give one or two digits too many, boxes may do better.
//!
//! Sources: the players' forum, "Exotic patterns, a resume" (champagne) and "Using Multi-Sector Locked Sets"
//! (`D. P. Bird`, 2012 and 2013), after the ranks of A. Barker. Cells outside of a grid of rows and columns
//! are not searched for.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::als::bits;
use crate::grid::{Cell, CellSet, DigitSet};
use crate::human::candidates::{Candidate, Candidates};
use crate::human::houses::{HOUSES, HOUSES_OF, House};
use crate::human::registry::{Technique, Techniques};
use crate::human::search::{Extent, Search, Sink};
use crate::human::step::{Pattern, Step};

/// How many digits rows and columns may give too many, so that boxes are tried.
const SLACK: u8 = 2;
/// The fewest cells with which boxes are tried.
const WITH_BOXES: u8 = 9;

pub(in crate::human) fn find(
    search: &mut Search<'_>,
    _wanted: Techniques,
    extent: Extent,
    out: Sink<'_>,
) -> ControlFlow<()> {
    if !search.options.exocet {
        return ControlFlow::Continue(());
    }
    let state = search.state;
    let mut best: Vec<(usize, Step)> = Vec::new();
    let mut known: HashMap<Vec<Candidate>, usize> = HashMap::new();
    grids(state, &mut |rows, columns, slack| {
        let Some((cells, step)) = locked(state, rows, columns, slack) else {
            return ControlFlow::Continue(());
        };
        if extent == Extent::First {
            return out(step);
        }
        // One for each set of eliminations: that with the fewest cells.
        let at = *known.entry(step.eliminations.clone()).or_insert(best.len());
        match best.get_mut(at) {
            None => best.push((cells, step)),
            Some(old) if cells < old.0 => *old = (cells, step),
            Some(_) => {}
        }
        ControlFlow::Continue(())
    })?;
    best.into_iter().try_for_each(|(_, step)| out(step))
}

/// A number for each choice of columns.
type PerColumns = [u8; 512];

/// Calls `each` with choices of at least two rows and columns whose lines give at most [`SLACK`] digits too
/// many.
fn grids(state: &Candidates, each: &mut dyn FnMut(u16, u16, u8) -> ControlFlow<()>) -> ControlFlow<()> {
    let mut grids = Grids { columns: [[0; 9]; 9], empty: [0; 9] };
    for (row, empty) in grids.empty.iter_mut().enumerate() {
        *empty = row_of(state.empty, row);
        for (digit, columns) in grids.columns.iter_mut().enumerate() {
            columns[row] = row_of(state.places[digit], row);
        }
    }
    grids.grow(0, 0, &Box::new([[0; 512]; 9]), &[0; 512], each)
}

/// The cells of a row as bits of columns.
fn row_of(cells: CellSet, row: usize) -> u16 {
    (cells.bits() >> (9 * row)) as u16 & 0x1ff
}

struct Grids {
    /// By digit and row: the columns of its places.
    columns: [[u16; 9]; 9],
    /// By row: the columns of its empty cells.
    empty: [u16; 9],
}

impl Grids {
    /// Adds each row from `next` on to `rows`, for which the tables say how often each digit can be in the
    /// cells, and how many cells there are.
    fn grow(
        &self,
        rows: u16,
        next: usize,
        often: &[PerColumns; 9],
        cells: &PerColumns,
        each: &mut dyn FnMut(u16, u16, u8) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut more = Box::new([[0; 512]; 9]);
        for row in next..9 {
            let rows = rows | 1 << row;
            let mut all = [0_u8; 512];
            for digit in 0..9 {
                more[digit] = with_row(&often[digit], self.columns[digit][row]);
                for (all, often) in all.iter_mut().zip(&more[digit]) {
                    *all += often;
                }
            }
            let mut count = *cells;
            for (columns, count) in count.iter_mut().enumerate() {
                *count += (columns as u16 & self.empty[row]).count_ones() as u8;
            }
            if rows.count_ones() >= 2 {
                for (columns, (&all, &count)) in all.iter().zip(&count).enumerate() {
                    let slack = all.saturating_sub(count);
                    let few = slack > 0 && (slack > SLACK || count < WITH_BOXES);
                    if !few && count >= 4 && columns.count_ones() >= 2 {
                        each(rows, columns as u16, slack)?;
                    }
                }
            }
            self.grow(rows, row + 1, &more, &count, each)?;
        }
        ControlFlow::Continue(())
    }
}

/// The sizes of largest matchings with one row more, whose places are in `columns`.
fn with_row(often: &PerColumns, columns: u16) -> PerColumns {
    let mut more = *often;
    for column in bits(columns) {
        let bit = 1 << column;
        for (more, often) in more.chunks_exact_mut(2 * bit).zip(often.chunks_exact(2 * bit)) {
            for (more, without) in more[bit..].iter_mut().zip(&often[..bit]) {
                *more = (*more).max(without + 1);
            }
        }
    }
    more
}

/// Houses that hold all places of a digit in the cells, and what they take away of it.
#[derive(Clone, Copy, Default)]
struct Cover {
    houses: [u8; 9],
    len: usize,
    gone: CellSet,
}

impl Cover {
    fn with(mut self, house: u8) -> Self {
        self.houses[self.len] = house;
        self.len += 1;
        self
    }

    fn houses(&self) -> &[u8] {
        &self.houses[..self.len]
    }
}

/// The fewest houses, below `most`, that hold all of `left`, of which those that take most away.
fn cover(left: CellSet, so_far: Cover, boxes: bool, most: usize, judge: &mut dyn FnMut(&Cover)) {
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

/// The best cover of the places of a digit in the cells.
fn best_cover(state: &Candidates, digit: usize, cells: CellSet, boxes: bool) -> Option<Cover> {
    let places = state.places[digit];
    let inside = places & cells;
    let mut best: Option<Cover> = None;
    for most in 0..9 {
        cover(inside, Cover::default(), boxes, most, &mut |cover| {
            let (mut once, mut twice) = (CellSet::EMPTY, CellSet::EMPTY);
            for &house in cover.houses() {
                let here = places & HOUSES[usize::from(house)];
                twice |= once & here;
                once |= here;
            }
            let gone = once.minus(cells) | (twice & cells);
            if best.is_none_or(|best| gone.len() > best.gone.len()) {
                best = Some(Cover { gone, ..*cover });
            }
        });
        if best.is_some() {
            break;
        }
    }
    best
}

/// The step of these rows and columns, if they are locked and take anything away; and how many cells it has.
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
    sectors.sort_unstable_by_key(|(house, _)| *house);
    let digits = gone.iter().fold(0, |set, candidate| set | 1 << candidate.digit.index());
    let pattern = Pattern::MultiSector { cells, sectors };
    let digits = DigitSet::from_bits(digits);
    Some((cells.len(), Step::eliminating(Technique::MultiSectorLockedSets, digits, gone, pattern)))
}

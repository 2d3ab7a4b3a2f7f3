//! Wings: three or four cells with all values of a pivot, or two cells with the same candidates joined by a strong
//! link.
//!
//! ```text
//!  XY-wing            XYZ-wing           W-wing             WXYZ-wing
//!   xy . xz | . . .    xyz * xz | . . .   wx . . | . * .     wxz  * yz | . wx .
//!   .  . .  | . . .    .   . .  | . . .   .  . . | . . .     wxyz . .  | . .  .
//!   yz . *  | . . .    yz  . .  | . . .   w==============w
//!                                         *  . . | . wx .
//! ```
//!
//! - XY, XYZ: the pivot sees both pincers; one of the cells is z.
//! - W: each of the two cells sees a different place of the strong link for w, so one of the cells is x.
//! - WXYZ: four cells of a box and a line with four digits, each of which, except z, can be in only one of the cells:
//!   one cell is z. (Four cells cannot have only three digits.)

use std::ops::ControlFlow;

use super::links::{CellsByCount, StrongLinkHouses, bits, candidates, ends, pair, seen_by_both, sees};
use crate::deduction::houses::{HOUSES, House, NEIGHBORS, seen_by_all};
use crate::deduction::{Candidates, Pattern, Sink, Step, StepQuery, Technique};
use crate::grid::{Cell, CellSet, Digit, DigitSet};
use crate::human::Search;

pub(crate) fn find(search: &mut Search<'_>, query: StepQuery, out: Sink<'_>) -> ControlFlow<()> {
    let wanted = query.wanted;
    let state = search.state;
    let sizes = CellsByCount::of(state);
    if wanted.contains(Technique::WWing) {
        w_wings(state, &search.scratch.links.strong(state), sizes.two, out)?;
    }
    if wanted.contains(Technique::XyWing) {
        xy_wings(state, sizes.two, out)?;
    }
    if wanted.contains(Technique::XyzWing) {
        xyz_wings(state, &sizes, out)?;
    }
    if wanted.contains(Technique::WxyzWing) {
        wxyz_wings(state, &sizes, out)?;
    }
    ControlFlow::Continue(())
}

/// The cells of `two` with exactly these two candidates.
#[inline]
fn with(state: &Candidates, two: CellSet, digits: u16) -> CellSet {
    let [a, b] = pair(digits);
    state.places[a] & state.places[b] & two
}

fn wing(technique: Technique, digits: u16, digit: usize, gone: CellSet, pattern: WingCells) -> Step {
    let digits = DigitSet::from_bits(digits.into());
    let WingCells { pivot, pincers, link } = pattern;
    let pattern = Pattern::Wing {
        pivot: pivot.map(Cell::new),
        pincers,
        digit: Digit::from_index(digit),
        digits,
        link: link.map(|(house, digit, places)| (House::new(house), Digit::from_index(digit), places)),
    };
    Step::eliminating(technique, digits, candidates(gone, digit), pattern)
}

/// The cells of a wing.
#[derive(Clone, Copy)]
struct WingCells {
    pivot: Option<usize>,
    pincers: CellSet,
    link: Option<(usize, usize, CellSet)>,
}

fn set(cells: [usize; 2]) -> CellSet {
    CellSet::single(Cell::new(cells[0])) | CellSet::single(Cell::new(cells[1]))
}

/// Cells with the same candidates in reading order, the smaller digit first; then rows, columns, boxes with the link.
fn w_wings(state: &Candidates, strong: &StrongLinkHouses, two: CellSet, out: Sink<'_>) -> ControlFlow<()> {
    let mut left = two;
    for cell in two {
        left.remove(cell);
        let one = cell.index();
        let digits = state.cells[one];
        for other in with(state, left, digits) {
            let other = other.index();
            let seen = seen_by_both(one, other);
            let [a, b] = pair(digits);
            for (digit, by) in [(a, b), (b, a)] {
                let gone = state.places[digit] & seen;
                if gone.is_empty() {
                    continue;
                }
                for house in bits(strong[by]) {
                    let link = ends(state, by, house);
                    if joins(link, one, other) {
                        let shape = WingCells {
                            pivot: None,
                            pincers: set([one, other]),
                            link: Some((house, by, set(link))),
                        };
                        out(wing(Technique::WWing, digits, digit, gone, shape))?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Whether one place of the link sees `one`, and the other place sees `other`. A place that sees both counts for
/// `one`, so the first step follows B. Hobiger's order.
fn joins(link: [usize; 2], one: usize, other: usize) -> bool {
    if link.contains(&one) || link.contains(&other) {
        return false;
    }
    let for_one = link.map(|place| sees(place, one));
    (for_one[0] && !for_one[1] && sees(link[1], other)) || (for_one[1] && !for_one[0] && sees(link[0], other))
}

/// Three bivalue cells in reading order, each as the pivot in turn.
fn xy_wings(state: &Candidates, two: CellSet, out: Sink<'_>) -> ControlFlow<()> {
    let mut later = two;
    for i in two {
        later.remove(i);
        let first = state.cells[i.index()];
        let mut last = later;
        for j in later {
            last.remove(j);
            let second = state.cells[j.index()];
            if (first | second).count_ones() != 3 {
                continue;
            }
            // The third cell has the two digits that the others do not share, and two of the three pairs see each
            // other.
            let (by_i, by_j) = (NEIGHBORS[i.index()], NEIGHBORS[j.index()]);
            let reach = if by_i.contains(j) { by_i | by_j } else { by_i & by_j };
            for k in with(state, last, first ^ second) & reach {
                let cells = [i, j, k].map(Cell::index);
                for at in 0..3 {
                    let pivot = cells[at];
                    let [a, b] = match at {
                        0 => [cells[1], cells[2]],
                        1 => [cells[0], cells[2]],
                        _ => [cells[1], cells[0]],
                    };
                    if !sees(pivot, a) || !sees(pivot, b) {
                        continue;
                    }
                    let digit = (state.cells[a] & state.cells[b]).trailing_zeros() as usize;
                    let gone = state.places[digit] & seen_by_both(a, b);
                    if !gone.is_empty() {
                        let shape = WingCells { pivot: Some(pivot), pincers: set([a, b]), link: None };
                        out(wing(Technique::XyWing, first | second, digit, gone, shape))?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Pivots in reading order, then pincers.
fn xyz_wings(state: &Candidates, sizes: &CellsByCount, out: Sink<'_>) -> ControlFlow<()> {
    for pivot in sizes.three {
        let pivot = pivot.index();
        let digits = state.cells[pivot];
        let near = sizes.two & NEIGHBORS[pivot];
        let fits = |cell: &Cell| state.cells[cell.index()] & !digits == 0;
        let pincers: CellSet = near.iter().filter(fits).collect();
        let mut left = pincers;
        for a in pincers {
            left.remove(a);
            for b in left {
                let shared = state.cells[a.index()] & state.cells[b.index()];
                if shared.count_ones() != 1 {
                    continue;
                }
                let digit = shared.trailing_zeros() as usize;
                let gone = state.places[digit] & seen_by_both(a.index(), b.index()) & NEIGHBORS[pivot];
                if !gone.is_empty() {
                    let pincers = set([a.index(), b.index()]);
                    let shape = WingCells { pivot: Some(pivot), pincers, link: None };
                    out(wing(Technique::XyzWing, digits, digit, gone, shape))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Boxes with rows, then boxes with columns; cells in reading order.
fn wxyz_wings(state: &Candidates, sizes: &CellsByCount, out: Sink<'_>) -> ControlFlow<()> {
    let four = |cell: &Cell| state.cells[cell.index()].count_ones() == 4;
    let small = sizes.two | sizes.three | sizes.more.iter().filter(four).collect();
    for box_ in HOUSES[18..].iter().copied() {
        for line in HOUSES[..18].iter().copied() {
            let hinge = box_ & line;
            if hinge.is_empty() {
                continue;
            }
            let bent = BentSetSearch { state, hinge, line, box_ };
            let cells = small & (box_ | line);
            bent.choose(cells, CellSet::EMPTY, 0, out)?;
        }
    }
    ControlFlow::Continue(())
}

/// An intersecting box and line.
struct BentSetSearch<'a> {
    state: &'a Candidates,
    hinge: CellSet,
    line: CellSet,
    box_: CellSet,
}

impl BentSetSearch<'_> {
    /// Adds cells of `left` until there are four with four digits.
    fn choose(&self, mut left: CellSet, chosen: CellSet, digits: u16, out: Sink<'_>) -> ControlFlow<()> {
        if chosen.len() == 4 {
            return self.check(chosen, digits, out);
        }
        while let Some(cell) = left.first() {
            left.remove(cell);
            let union = digits | self.state.cells[cell.index()];
            if union.count_ones() <= 4 {
                self.choose(left, chosen | CellSet::single(cell), union, out)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn check(&self, chosen: CellSet, digits: u16, out: Sink<'_>) -> ControlFlow<()> {
        let wings = chosen.minus(self.hinge);
        // In one house, the cells are a naked quadruple.
        if digits.count_ones() != 4
            || wings == chosen
            || wings.is_subset(self.line)
            || wings.is_subset(self.box_)
        {
            return ControlFlow::Continue(());
        }
        // Only z may have two cells that do not see each other.
        let mut free = DigitSet::from_bits(digits.into()).iter().map(Digit::index).filter(|&digit| {
            let places = chosen & self.state.places[digit];
            !places.iter().all(|cell| places.minus(CellSet::single(cell)).is_subset(NEIGHBORS[cell.index()]))
        });
        let (Some(digit), None) = (free.next(), free.next()) else { return ControlFlow::Continue(()) };
        let places = self.state.places[digit];
        let gone = places & seen_by_all(chosen & places);
        if gone.is_empty() {
            return ControlFlow::Continue(());
        }
        // The pivot is the cell of the intersection with the most digits.
        let size = |cell: &Cell| self.state.cells[cell.index()].count_ones();
        let pivot = (chosen & self.hinge).iter().max_by_key(size).map(Cell::index);
        let pincers = pivot.map_or(chosen, |pivot| chosen.minus(CellSet::single(Cell::new(pivot))));
        out(wing(Technique::WxyzWing, digits, digit, gone, WingCells { pivot, pincers, link: None }))
    }
}

#[cfg(test)]
mod tests {
    use super::super::links::states::{all, first, with_cells, with_places};
    use super::*;
    use crate::deduction::Options;

    #[test]
    fn pivots_and_pincers() {
        let state = with_cells(&[(11, &[1, 2]), (15, &[1, 3]), (32, &[2, 3])]);
        assert_eq!(first(&state, Technique::XyWing), [312, 313, 334, 335, 336]);
        assert_eq!(all(&state, Technique::XyWing, &Options::proven()).len(), 1);
        let state = with_cells(&[(11, &[1, 2, 3]), (15, &[1, 3]), (32, &[2, 3])]);
        assert_eq!(first(&state, Technique::XyzWing), [312, 313]);
        assert!(first(&state, Technique::XyWing).is_empty());
        let state = with_cells(&[(11, &[1, 2, 3, 4]), (15, &[1, 4]), (22, &[2, 4]), (33, &[3, 4])]);
        assert_eq!(first(&state, Technique::WxyzWing), [412, 413]);
        assert_eq!(all(&state, Technique::WxyzWing, &Options::proven()).len(), 1);
    }

    #[test]
    fn a_place_that_sees_both_cells_counts_for_the_first() {
        // In row 9, digit 1 is in columns 1 and 5.
        let mut state = with_places(&[8], &[91, 95]);
        for cell in [0, 40] {
            for digit in 2..9 {
                state.remove(cell, digit);
            }
        }
        assert_eq!(first(&state, Technique::WWing), [215, 251]);
        assert!(joins([72, 76], 0, 40) && joins([76, 72], 0, 40));
        // r1c5 sees r1c1 and r5c5.
        assert!(joins([4, 72], 40, 0) && !joins([4, 72], 0, 40));
    }

    /// The first wing among all triples of bivalue cells in order, with each cell as the pivot in turn.
    fn plain(state: &Candidates) -> Option<Vec<usize>> {
        let cells: Vec<usize> = (0..81).filter(|&cell| state.cells[cell].count_ones() == 2).collect();
        for (i, &one) in cells.iter().enumerate() {
            for (j, &two) in cells.iter().enumerate().skip(i + 1) {
                for &three in &cells[j + 1..] {
                    for [pivot, a, b] in [[one, two, three], [two, one, three], [three, two, one]] {
                        let [p, x, y] = [pivot, a, b].map(|cell| state.cells[cell]);
                        if (p | x | y).count_ones() != 3 || p == x || x == y || y == p {
                            continue;
                        }
                        let digit = (x & y).trailing_zeros() as usize;
                        let gone = state.places[digit] & seen_by_both(a, b);
                        if sees(pivot, a) && sees(pivot, b) && !gone.is_empty() {
                            let code =
                                |c: Cell| 100 * (digit + 1) + 10 * (c.index() / 9 + 1) + c.index() % 9 + 1;
                            return Some(gone.iter().map(code).collect());
                        }
                    }
                }
            }
        }
        None
    }

    #[test]
    fn first_xy_wing_is_the_first_of_a_plain_search() {
        let (mut met, mut random) = (0, fastrand::Rng::with_seed(6));
        for (mut state, _) in crate::testing::states::some() {
            for _ in 0..20 {
                let expected = plain(&state).unwrap_or_default();
                assert_eq!(first(&state, Technique::XyWing), expected);
                met += usize::from(!expected.is_empty());
                state.remove(random.usize(..81), random.usize(..9));
            }
        }
        assert!(met > 100, "only {met}");
    }
}

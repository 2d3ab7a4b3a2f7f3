//! Unique, hidden and avoidable rectangles: four cells in two rows, two columns and two boxes that two digits could
//! fill in two ways. The solution of a proper puzzle has no such rectangle.
//!
//! ```text
//!  ab  .  . | ab  .  .      A corner has more than a and b, or is filled (but not given) with one of
//!  ab* .  . | ab* .  .      them. Corners with more candidates (*) are the roof; one of their other
//!  .   .  . | .   .  .      candidates is true, unless the rectangle is avoided otherwise.
//! ```
//!
//! - 1: one corner has more candidates: it has neither of the two digits.
//! - 2, 5: two or three corners have the same further digit: places that see all of them lose it.
//! - 3: the further digits of a roof in one house form a subset with other cells.
//! - 4: one of the two digits must be in the roof; the other is eliminated.
//! - 6: one of the two digits has no other places in the rows and columns; it is then not in a diagonal roof.
//! - Hidden: the same for the corner opposite a corner without further candidates.
//! - Avoidable 1, 2: types 1 and 2 with corners that were filled in.
//!
//! The types are by R. Woodhead ("`MadOverlord`") and others; avoidable rectangles are by M. Barker.

use std::ops::ControlFlow;

use super::links::{CellsByCount, bits, pair};
use crate::deduction::houses::{CELLS, HOUSES, HOUSES_OF, House, NEIGHBORS, seen_by_all};
use crate::deduction::{
    Candidate, Candidates, Extent, Pattern, Proper, Sink, Step, StepQuery, Technique, Techniques,
};
use crate::grid::{Cell, CellSet, DigitSet};
use crate::human::Search;

const UNIQUE: Techniques = Techniques::of(&[
    Technique::UniquenessTest1,
    Technique::UniquenessTest2,
    Technique::UniquenessTest3,
    Technique::UniquenessTest4,
    Technique::UniquenessTest5,
    Technique::UniquenessTest6,
    Technique::HiddenRectangle,
]);
const AVOIDABLE: Techniques =
    Techniques::of(&[Technique::AvoidableRectangle1, Technique::AvoidableRectangle2]);

/// Data that the family keeps between searches: the examined rectangles, and the first finding of each technique.
#[derive(Debug, Default)]
pub(crate) struct RectangleScratch {
    looked_at: SeenRectangles,
    unique: Option<Vec<RectangleFinding>>,
    avoidable: Option<Vec<RectangleFinding>>,
}

impl RectangleScratch {
    /// Drops the data, because the state has changed.
    pub(crate) fn forget(&mut self) {
        self.unique = None;
        self.avoidable = None;
    }
}

pub(crate) fn find(search: &mut Search<'_>, _: Proper, query: StepQuery, out: Sink<'_>) -> ControlFlow<()> {
    let StepQuery { wanted, extent } = query;
    let state = search.state;
    let missing = search.options.missing_candidates;
    let RectangleScratch { looked_at, unique, avoidable } = &mut search.scratch.rectangle;
    match extent {
        // One search finds all techniques; the first finding of each is kept for the state.
        Extent::First => {
            if wanted.meets(UNIQUE) {
                let found =
                    unique.get_or_insert_with(|| firsts(|each| rectangles(state, missing, looked_at, each)));
                found
                    .iter()
                    .filter(|one| wanted.contains(one.technique))
                    .try_for_each(|one| out(one.step()))?;
            }
            if wanted.meets(AVOIDABLE) {
                let found =
                    avoidable.get_or_insert_with(|| firsts(|each| avoidables(state, looked_at, each)));
                found
                    .iter()
                    .filter(|one| wanted.contains(one.technique))
                    .try_for_each(|one| out(one.step()))?;
            }
            ControlFlow::Continue(())
        }
        Extent::All => {
            let mut each = |finding: &RectangleFinding| {
                if wanted.contains(finding.technique) {
                    out(finding.step())
                } else {
                    ControlFlow::Continue(())
                }
            };
            if wanted.meets(UNIQUE) {
                rectangles(state, missing, looked_at, &mut each)?;
            }
            if wanted.meets(AVOIDABLE) {
                avoidables(state, looked_at, &mut each)?;
            }
            ControlFlow::Continue(())
        }
    }
}

type FindingVisitor<'e> = &'e mut dyn FnMut(&RectangleFinding) -> ControlFlow<()>;

/// The first finding of each technique, in the order of discovery.
fn firsts(search: impl FnOnce(FindingVisitor<'_>) -> ControlFlow<()>) -> Vec<RectangleFinding> {
    let mut found: Vec<RectangleFinding> = Vec::new();
    let _ = search(&mut |finding| {
        if found.iter().all(|one| one.technique != finding.technique) {
            found.push(finding.clone());
        }
        ControlFlow::Continue(())
    });
    found
}

/// An instance that is not yet a step.
#[derive(Clone, Debug)]
struct RectangleFinding {
    technique: Technique,
    rectangle: Rectangle,
    extra: u16,
    cells: CellSet,
    houses: u32,
    gone: [CellSet; 9],
}

impl RectangleFinding {
    fn step(&self) -> Step {
        let Rectangle { digits, corners, roof, .. } = self.rectangle;
        // Ordered by cells; the cells of the first house come first.
        let all = self.gone.iter().fold(CellSet::EMPTY, |all, cells| all | *cells);
        let first = bits(self.houses).next().map_or(CellSet::EMPTY, |house| HOUSES[house]);
        let mut gone = Vec::new();
        for cell in (all & first).iter().chain(all.minus(first)) {
            let digits = (0..9).filter(|&digit| self.gone[digit].contains(cell));
            gone.extend(digits.map(|digit| Candidate::at(cell.index(), digit)));
        }
        let mut in_order = [Cell::new(0); 4];
        for (corner, cell) in in_order.iter_mut().zip(corners) {
            *corner = cell;
        }
        let digits = DigitSet::from_bits(digits.into());
        let pattern = Pattern::Rectangle {
            digits,
            corners: in_order,
            roof,
            extra: DigitSet::from_bits(self.extra.into()),
            cells: self.cells,
            houses: bits(self.houses).map(House::new).collect(),
        };
        Step::eliminating(self.technique, digits, gone, pattern)
    }
}

/// Rectangles that were examined in this search, by a number that is computed from their cells.
///
/// Each rectangle is examined once, with the digits of the corner from which it is found first. The number, its
/// collisions and the limit are the same as in B. Hobiger's program, because the first step depends on them.
#[derive(Debug, Default)]
struct SeenRectangles {
    bits: Vec<u64>,
    list: Vec<u32>,
}

impl SeenRectangles {
    const LIMIT: usize = 400;

    fn clear(&mut self) {
        self.bits.resize(90_000 / 64 + 1, 0);
        for number in self.list.drain(..) {
            self.bits[number as usize / 64] = 0;
        }
    }

    fn is_new(&mut self, corners: CellSet) -> bool {
        let number = corners.iter().fold(0, |number, cell| 10 * number + cell.index() as u32);
        let (word, bit) = (number as usize / 64, 1 << (number % 64));
        if self.bits[word] & bit != 0 {
            return false;
        }
        if self.list.len() < Self::LIMIT {
            self.bits[word] |= bit;
            self.list.push(number);
        }
        true
    }
}

/// The rectangles that have the cells `one` and `two`, which share a box and a line, as a side. Each is given by its
/// other two corners; the corner opposite `one` comes first.
fn opposite_sides(one: usize, two: usize) -> impl Iterator<Item = [usize; 2]> {
    let across = usize::from(HOUSES_OF[one][0] == HOUSES_OF[two][0]);
    let lines = [one, two].map(|cell| CELLS[usize::from(HOUSES_OF[cell][across])]);
    (0..9)
        .map(move |at| lines.map(|line| usize::from(line[at])))
        .filter(move |side| HOUSES_OF[side[0]][2] != HOUSES_OF[one][2])
}

/// The cells that share a box and a line with this one, in reading order.
fn sides_of(cell: usize) -> impl Iterator<Item = usize> {
    let [row, column, box_] = HOUSES_OF[cell].map(usize::from);
    let cells = (HOUSES[box_] & (HOUSES[row] | HOUSES[column])).minus(CellSet::single(Cell::new(cell)));
    cells.iter().map(Cell::index)
}

fn corners_of(one: usize, two: usize, side: [usize; 2]) -> CellSet {
    [one, two, side[0], side[1]].into_iter().map(Cell::new).collect()
}

/// All rectangles whose corners could have the digits of a bivalue cell, starting from each bivalue cell. If `missing`
/// is set, eliminated candidates count as candidates.
fn rectangles(
    state: &Candidates,
    missing: bool,
    looked_at: &mut SeenRectangles,
    each: FindingVisitor<'_>,
) -> ControlFlow<()> {
    let two = CellsByCount::of(state).two;
    if two.is_empty() {
        return ControlFlow::Continue(());
    }
    looked_at.clear();
    let mut able = state.places;
    if missing {
        able = [state.empty; 9];
        for cell in CellSet::all(81).minus(state.empty) {
            let digit = usize::from(state.values[cell.index()]) - 1;
            able[digit] = able[digit].minus(NEIGHBORS[cell.index()]);
        }
    }
    for start in two.iter().map(Cell::index) {
        let digits = state.cells[start];
        let [a, b] = pair(digits);
        let able = able[a] & able[b];
        for next in sides_of(start).filter(|&next| able.contains(Cell::new(next))) {
            for side in opposite_sides(start, next) {
                let corners = corners_of(start, next, side);
                if corners.is_subset(able) && looked_at.is_new(corners) {
                    let roof =
                        corners.iter().filter(|cell| state.cells[cell.index()] & !digits != 0).collect();
                    Rectangle { digits, corners, roof, floor: corners.minus(roof) }.check(state, each)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Four corners; the corners of the roof have more candidates than the two digits.
#[derive(Clone, Copy, Debug)]
struct Rectangle {
    digits: u16,
    corners: CellSet,
    roof: CellSet,
    floor: CellSet,
}

impl Rectangle {
    fn finding(self, technique: Technique) -> RectangleFinding {
        RectangleFinding {
            technique,
            rectangle: self,
            extra: 0,
            cells: CellSet::EMPTY,
            houses: 0,
            gone: [CellSet::EMPTY; 9],
        }
    }

    fn pair(self) -> [usize; 2] {
        pair(self.digits)
    }

    /// Checks all types in the order of their numbers, but type 5 together with type 2.
    fn check(self, state: &Candidates, each: FindingVisitor<'_>) -> ControlFlow<()> {
        match self.roof.len() {
            1 => self.one_corner(state, each),
            2 => {
                let [one, two] = self.ends_of_roof();
                let houses = same_houses(one, two);
                let in_line = houses & 0x3_ffff != 0;
                self.same_extra(state, in_line, each)?;
                for house in bits(houses) {
                    self.subset(state, house, each)?;
                }
                if in_line {
                    return self.roof_in_line(state, each);
                }
                self.diagonal_roof(state, [one, two], each)?;
                self.floor.iter().try_for_each(|corner| self.hidden(state, corner.index(), each))
            }
            3 => {
                self.same_extra(state, false, each)?;
                self.floor.iter().try_for_each(|corner| self.hidden(state, corner.index(), each))
            }
            _ => ControlFlow::Continue(()),
        }
    }

    fn ends_of_roof(self) -> [usize; 2] {
        let bits = self.roof.bits();
        [bits.trailing_zeros() as usize, 127 - (bits | 1).leading_zeros() as usize]
    }

    /// Type 1.
    fn one_corner(self, state: &Candidates, each: FindingVisitor<'_>) -> ControlFlow<()> {
        let mut finding = self.finding(Technique::UniquenessTest1);
        for digit in self.pair() {
            finding.gone[digit] = state.places[digit] & self.roof;
        }
        finding.emit(each)
    }

    /// Types 2 and 5.
    fn same_extra(self, state: &Candidates, in_line: bool, each: FindingVisitor<'_>) -> ControlFlow<()> {
        let extra = self.extra(state);
        if !extra.is_power_of_two() {
            return ControlFlow::Continue(());
        }
        let digit = extra.trailing_zeros() as usize;
        let technique = if in_line { Technique::UniquenessTest2 } else { Technique::UniquenessTest5 };
        let mut finding = RectangleFinding { extra, ..self.finding(technique) };
        finding.gone[digit] = state.places[digit] & seen_by_all(self.roof);
        finding.emit(each)
    }

    /// The further digits of the roof.
    fn extra(self, state: &Candidates) -> u16 {
        self.roof.iter().fold(0, |extra, cell| extra | state.cells[cell.index()]) & !self.digits
    }

    /// Type 3, in one house of the roof.
    fn subset(self, state: &Candidates, house: usize, each: FindingVisitor<'_>) -> ControlFlow<()> {
        let (mut cells, mut count) = ([0; 9], 0);
        for cell in CELLS[house].map(usize::from) {
            let digits = state.cells[cell];
            if digits != 0 && digits & self.digits == 0 && !self.roof.contains(Cell::new(cell)) {
                cells[count] = cell;
                count += 1;
            }
        }
        let subset = RoofSubsetSearch { state, rectangle: self, house, cells: &cells[..count] };
        subset.grow(0, CellSet::EMPTY, self.extra(state), each)
    }

    /// Type 4: no cell that sees both roof cells has one of the digits, so the roof has it.
    fn roof_in_line(self, state: &Candidates, each: FindingVisitor<'_>) -> ControlFlow<()> {
        let seen = seen_by_all(self.roof);
        let [a, b] = self.pair();
        let (sure, gone) = if state.places[a].is_disjoint(seen) {
            (a, b)
        } else if state.places[b].is_disjoint(seen) {
            (b, a)
        } else {
            return ControlFlow::Continue(());
        };
        let [one, two] = self.ends_of_roof();
        let mut finding = self.finding(Technique::UniquenessTest4);
        finding.extra = 1 << sure;
        finding.houses = same_houses(one, two);
        finding.gone[gone] = state.places[gone] & self.roof;
        finding.emit(each)
    }

    /// Type 6: one of the digits is at two opposite corners, which are not the roof.
    fn diagonal_roof(
        self,
        state: &Candidates,
        roof: [usize; 2],
        each: FindingVisitor<'_>,
    ) -> ControlFlow<()> {
        let lines = roof.map(|cell| [usize::from(HOUSES_OF[cell][0]), usize::from(HOUSES_OF[cell][1])]);
        let others = lines
            .as_flattened()
            .iter()
            .fold(CellSet::EMPTY, |cells, &line| cells | HOUSES[line])
            .minus(self.corners);
        let Some(digit) = self.pair().into_iter().find(|&digit| state.places[digit].is_disjoint(others))
        else {
            return ControlFlow::Continue(());
        };
        let mut finding = self.finding(Technique::UniquenessTest6);
        finding.extra = 1 << digit;
        finding.houses = lines.as_flattened().iter().fold(0, |houses, line| houses | 1 << line);
        finding.gone[digit] = state.places[digit] & self.roof;
        finding.emit(each)
    }

    /// Hidden: in the row and the column of the opposite corner, one of the digits has no place except the corners.
    /// The other digit is then not in that corner.
    fn hidden(self, state: &Candidates, corner: usize, each: FindingVisitor<'_>) -> ControlFlow<()> {
        let [row, column, _] = HOUSES_OF[corner].map(usize::from);
        let Some(opposite) = self.corners.minus(HOUSES[row] | HOUSES[column]).first() else {
            return ControlFlow::Continue(());
        };
        let [row, column, _] = HOUSES_OF[opposite.index()].map(usize::from);
        let others = (HOUSES[row] | HOUSES[column]).minus(self.corners);
        let [a, b] = self.pair();
        for (sure, gone) in [(a, b), (b, a)] {
            if state.places[sure].is_disjoint(others) {
                let mut finding = self.finding(Technique::HiddenRectangle);
                finding.extra = 1 << sure;
                finding.cells = CellSet::single(Cell::new(corner));
                finding.houses = 1 << row | 1 << column;
                finding.gone[gone] = state.places[gone] & CellSet::single(opposite);
                finding.emit(each)?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl RectangleFinding {
    fn emit(&self, each: FindingVisitor<'_>) -> ControlFlow<()> {
        if self.gone.iter().all(|cells| cells.is_empty()) { ControlFlow::Continue(()) } else { each(self) }
    }
}

/// The houses that two cells share, as bits.
fn same_houses(one: usize, two: usize) -> u32 {
    let both = HOUSES_OF[one].into_iter().zip(HOUSES_OF[two]);
    both.filter(|(a, b)| a == b).fold(0, |houses, (house, _)| houses | 1 << house)
}

/// The search for a subset with a roof in a house.
struct RoofSubsetSearch<'a> {
    state: &'a Candidates,
    rectangle: Rectangle,
    house: usize,
    /// Cells without the two digits.
    cells: &'a [usize],
}

impl RoofSubsetSearch<'_> {
    /// Adds each cell, starting with `from`, checks, and recurses.
    fn grow(&self, from: usize, chosen: CellSet, digits: u16, each: FindingVisitor<'_>) -> ControlFlow<()> {
        for at in from..self.cells.len() {
            let mut chosen = chosen;
            chosen.insert(Cell::new(self.cells[at]));
            let digits = digits | self.state.cells[self.cells[at]];
            // The roof counts as one cell.
            if digits.count_ones() as usize == chosen.len() + 1 {
                self.check(chosen, digits, each)?;
            }
            self.grow(at + 1, chosen, digits, each)?;
        }
        ControlFlow::Continue(())
    }

    fn check(&self, chosen: CellSet, digits: u16, each: FindingVisitor<'_>) -> ControlFlow<()> {
        let all = chosen | self.rectangle.roof;
        let inside = |house: usize| all.is_subset(HOUSES[house]);
        let first = all.first().map_or(0, Cell::index);
        let [row, column, box_] = HOUSES_OF[first].map(usize::from);
        // If the subset is in a box and a line, it was found in the line.
        if self.house >= 18 && (inside(row) || inside(column)) {
            return ControlFlow::Continue(());
        }
        let mut finding = self.rectangle.finding(Technique::UniquenessTest3);
        finding.extra = digits;
        finding.cells = chosen;
        finding.houses = 1 << self.house;
        let mut lose = |house: usize| {
            let others = HOUSES[house].minus(all);
            for digit in DigitSet::from_bits(digits.into()) {
                finding.gone[digit.index()] |= self.state.places[digit.index()] & others;
            }
            finding.gone.iter().any(|cells| !cells.is_empty())
        };
        if lose(self.house) && self.house < 18 && inside(box_) {
            lose(box_);
            finding.houses |= 1 << box_;
        }
        finding.emit(each)
    }
}

/// Avoidable rectangles. From each cell that was filled in (not given): another such cell next to it, and on the
/// opposite side at least one cell that is still empty and has two candidates.
fn avoidables(
    state: &Candidates,
    looked_at: &mut SeenRectangles,
    each: FindingVisitor<'_>,
) -> ControlFlow<()> {
    let filled = CellSet::all(81).minus(state.empty | state.givens);
    if filled.is_empty() {
        return ControlFlow::Continue(());
    }
    looked_at.clear();
    for start in filled.iter().map(Cell::index) {
        for next in sides_of(start).filter(|&next| filled.contains(Cell::new(next))) {
            let [a, b] = [start, next].map(|cell| usize::from(state.values[cell]) - 1);
            for side in opposite_sides(start, next) {
                avoidable(state, filled, [start, next], side, [a, b], looked_at, each)?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn avoidable(
    state: &Candidates,
    filled: CellSet,
    start: [usize; 2],
    side: [usize; 2],
    [a, b]: [usize; 2],
    looked_at: &mut SeenRectangles,
    each: FindingVisitor<'_>,
) -> ControlFlow<()> {
    // The digit opposite a filled `a` would be `b`, and vice versa.
    let fills = |cell: usize, digit: usize| {
        usize::from(state.values[cell]) == digit + 1 && filled.contains(Cell::new(cell))
    };
    let may = |cell: usize, digit: usize| {
        state.cells[cell] >> digit & 1 == 1 && state.cells[cell].count_ones() == 2
    };
    let done = [fills(side[0], b), fills(side[1], a)];
    let open = [may(side[0], b), may(side[1], a)];
    if !((done[0] && open[1]) || (done[1] && open[0]) || (open[0] && open[1])) {
        return ControlFlow::Continue(());
    }
    let corners = corners_of(start[0], start[1], side);
    if !looked_at.is_new(corners) {
        return ControlFlow::Continue(());
    }
    let roof = corners & state.empty;
    let rectangle = Rectangle { digits: 1 << a | 1 << b, corners, roof, floor: corners.minus(roof) };
    if roof.is_single() {
        let digit = if done[0] { a } else { b };
        let mut finding = rectangle.finding(Technique::AvoidableRectangle1);
        finding.gone[digit] = state.places[digit] & roof;
        return finding.emit(each);
    }
    // Both have the same further candidate.
    let extra = state.cells[side[0]] & !(1 << b);
    if state.cells[side[1]] & extra == 0 {
        return ControlFlow::Continue(());
    }
    let digit = extra.trailing_zeros() as usize;
    let mut finding = RectangleFinding { extra, ..rectangle.finding(Technique::AvoidableRectangle2) };
    finding.gone[digit] = state.places[digit] & seen_by_all(roof);
    finding.emit(each)
}

#[cfg(test)]
mod tests {
    use super::super::links::states::{all, at, first, gone, with_cells};
    use super::*;
    use crate::deduction::Options;

    /// Removes digit 1 from these cells.
    fn without(mut state: Candidates, cells: CellSet) -> Candidates {
        for cell in cells {
            state.remove(cell.index(), 0);
        }
        state
    }

    fn corners() -> CellSet {
        [11, 14, 21, 24].into_iter().map(|cell| Cell::new(at(cell))).collect()
    }

    #[test]
    fn roofs_of_one_corner_and_of_corners_with_the_same_digit() {
        let state = with_cells(&[(11, &[1, 2]), (14, &[1, 2]), (21, &[1, 2]), (24, &[1, 2, 3])]);
        assert_eq!(first(&state, Technique::UniquenessTest1), [124, 224]);
        let state = with_cells(&[(11, &[1, 2]), (14, &[1, 2]), (21, &[1, 2, 3]), (24, &[1, 2, 3])]);
        assert_eq!(first(&state, Technique::UniquenessTest2), [322, 323, 325, 326, 327, 328, 329]);
        let state = with_cells(&[(11, &[1, 2]), (14, &[1, 2, 3]), (21, &[1, 2, 3]), (24, &[1, 2, 3])]);
        assert_eq!(first(&state, Technique::UniquenessTest5), [325, 326]);
    }

    #[test]
    fn corners_may_lack_a_digit_by_option() {
        let state = with_cells(&[(11, &[1, 2]), (14, &[1, 2]), (21, &[1, 2]), (24, &[1, 3])]);
        assert_eq!(first(&state, Technique::UniquenessTest1), [124]);
        let options = Options { missing_candidates: false, ..Options::proven() };
        assert!(all(&state, Technique::UniquenessTest1, &options).is_empty());
    }

    #[test]
    fn roof_is_part_of_a_subset() {
        let cells: &[(usize, &[usize])] =
            &[(11, &[1, 2]), (14, &[1, 2]), (21, &[1, 2, 3]), (24, &[1, 2, 4]), (28, &[3, 4])];
        let expected = [322, 422, 323, 423, 325, 425, 326, 426, 327, 427, 329, 429];
        assert_eq!(first(&with_cells(cells), Technique::UniquenessTest3), expected);
        // In a line and a box: the eliminations of the line come first, then those in the rest of the box.
        let cells: &[(usize, &[usize])] =
            &[(11, &[1, 2]), (14, &[1, 2, 3]), (21, &[1, 2]), (24, &[1, 2, 4]), (34, &[3, 4])];
        let lost = first(&with_cells(cells), Technique::UniquenessTest3);
        assert_eq!(lost[..4], [344, 444, 354, 454]);
        assert_eq!(lost[12..16], [315, 415, 316, 416]);
    }

    #[test]
    fn a_digit_that_the_roof_must_have() {
        let cells: &[(usize, &[usize])] = &[(11, &[1, 2]), (14, &[1, 2]), (21, &[1, 2, 3]), (24, &[1, 2, 4])];
        let state = without(with_cells(cells), HOUSES[1].minus(corners()));
        assert_eq!(first(&state, Technique::UniquenessTest4), [221, 224]);
        let lines = HOUSES[0] | HOUSES[1] | HOUSES[9] | HOUSES[12];
        let cells: &[(usize, &[usize])] = &[(11, &[1, 2]), (14, &[1, 2, 3]), (21, &[1, 2, 4]), (24, &[1, 2])];
        let state = without(with_cells(cells), lines.minus(corners()));
        assert_eq!(first(&state, Technique::UniquenessTest6), [114, 121]);
        let cells: &[(usize, &[usize])] =
            &[(11, &[1, 2]), (14, &[1, 2, 3]), (21, &[1, 2, 4]), (24, &[1, 2, 5])];
        let state = without(with_cells(cells), (HOUSES[1] | HOUSES[12]).minus(corners()));
        assert_eq!(first(&state, Technique::HiddenRectangle), [224]);
    }

    #[test]
    fn avoidable_rectangles_have_no_givens() {
        let mut state = Candidates::new();
        for (cell, digit) in [(11, 1), (21, 2), (14, 2)] {
            state.fill(at(cell), digit - 1);
        }
        for digit in 3..9 {
            state.remove(at(24), digit);
        }
        assert_eq!(first(&state, Technique::AvoidableRectangle1), [124]);
        state.givens.insert(Cell::new(0));
        assert!(first(&state, Technique::AvoidableRectangle1).is_empty());
    }

    #[test]
    fn two_open_corners_have_the_same_digit() {
        let mut state = with_cells(&[(14, &[2, 3]), (24, &[1, 3])]);
        state.fill(at(11), 0);
        state.fill(at(21), 1);
        let expected = [315, 316, 325, 326, 334, 335, 336, 344, 354, 364, 374, 384, 394];
        assert_eq!(first(&state, Technique::AvoidableRectangle2), expected);
    }

    #[test]
    fn first_finding_precedes_all_others() {
        let cells: &[(usize, &[usize])] =
            &[(11, &[1, 2]), (14, &[1, 2]), (21, &[1, 2]), (24, &[1, 2, 3]), (19, &[1, 2]), (29, &[1, 2, 9])];
        let state = with_cells(cells);
        let steps = all(&state, Technique::UniquenessTest1, &Options::proven());
        assert_eq!(steps.len(), 2);
        assert_eq!(gone(&steps[0]), first(&state, Technique::UniquenessTest1));
    }
}

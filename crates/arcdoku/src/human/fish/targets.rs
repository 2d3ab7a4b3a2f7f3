//! Possible targets: the places that a fish of a given size could eliminate.
//!
//! Suppose a fish of n base sets eliminates X, and place the digit there. The fins see X, so they lose the digit. The
//! cover set that contains X gives nothing to the base sets: their places are in n - 1 cover sets, one too few. (If X
//! is in a base set itself, two cover sets contain it, and n - 1 other base sets are left with n - 2 cover sets.)
//! A place is therefore a target only if placing the digit there leaves at most n base sets with too few cover sets.

use super::basic::PlacesByLine;
use super::{BOXES, COLUMNS, ROWS, shortage};
use crate::deduction::houses::{HOUSES, HOUSES_OF, NEIGHBORS};
use crate::grid::{Cell, CellSet};

/// The houses that may be base sets, and the houses that may be cover sets.
#[derive(Clone, Copy, Debug)]
pub(super) struct BaseCoverHouses {
    pub(super) base: u32,
    pub(super) cover: u32,
}

/// Rows and boxes against columns and boxes, columns and boxes against rows and boxes, and any houses against any
/// houses.
pub(super) const SIDES: [BaseCoverHouses; 3] = [
    BaseCoverHouses { base: ROWS | BOXES, cover: COLUMNS | BOXES },
    BaseCoverHouses { base: COLUMNS | BOXES, cover: ROWS | BOXES },
    BaseCoverHouses { base: ROWS | COLUMNS | BOXES, cover: ROWS | COLUMNS | BOXES },
];

/// The targets of a digit's places, computed once for finless and finned fish.
#[derive(Debug, Default)]
pub(super) struct FishTargets {
    /// The known targets, by sides, size and digit.
    known: Box<[[[CachedTargets; 9]; 6]; 3]>,
}

#[derive(Clone, Copy, Debug, Default)]
struct CachedTargets {
    places: CellSet,
    targets: CellSet,
}

impl FishTargets {
    /// The places that a fish with these sides (by index) and of this size could eliminate.
    pub(super) fn of(&mut self, digit: usize, places: CellSet, sides: usize, size: usize) -> CellSet {
        let known = self.known[sides][size - 2][digit];
        if known.places == places {
            return known.targets;
        }
        // A search for fish of two sets is usually followed by a search for fish of three sets, because most states
        // have neither. Therefore the targets of three, which include the targets of two, are computed first.
        let some = if size == 2 { self.of(digit, places, sides, 3) } else { places };
        let targets = if sides == 2 {
            of_any(some, places, SIDES[sides], size)
        } else {
            of_franken(some, places, sides, size)
        };
        self.known[sides][size - 2][digit] = CachedTargets { places, targets };
        targets
    }
}

/// The places among `some` that leave a shortage.
pub(super) fn of_franken(some: CellSet, places: CellSet, sides: usize, size: usize) -> CellSet {
    let lines = &PlacesByLine::both(places)[sides];
    let is_there = |cell: &Cell| {
        let (row, column) = (cell.index() / 9, cell.index() % 9);
        let (line, at) = if sides == 0 { (row, column) } else { (column, row) };
        shortage::is_there(&lines.lines, line, at, size)
    };
    some.iter().filter(is_there).collect()
}

pub(super) fn of_any(some: CellSet, places: CellSet, sides: BaseCoverHouses, size: usize) -> CellSet {
    some.iter().filter(|&cell| Shortage::of(places, cell, sides, size).is_there()).collect()
}

/// A placed digit, and the remaining places of the houses.
struct Shortage {
    sides: BaseCoverHouses,
    /// The remaining places in each house.
    left: [CellSet; 27],
    /// Whether a house without the digit has no place left.
    emptied: bool,
    /// The largest number of cover sets.
    most: usize,
}

/// Base sets chosen so far, and the cover sets that they need.
#[derive(Clone, Copy)]
struct BaseSetChoice {
    base: u32,
    /// The places in the base sets; each place is in one.
    places: CellSet,
    cover: u32,
    covered: CellSet,
}

impl Shortage {
    fn of(places: CellSet, cell: Cell, sides: BaseCoverHouses, size: usize) -> Self {
        let mut rest = places.minus(NEIGHBORS[cell.index()]);
        rest.remove(cell);
        let left = HOUSES.map(|house| house & rest);
        let emptied = left.iter().zip(HOUSES).enumerate().any(|(i, (left, house))| {
            sides.base >> i & 1 == 1 && left.is_empty() && !house.contains(cell) && !house.is_disjoint(places)
        });
        Self { sides, left, emptied, most: size - 1 }
    }

    /// Whether some base sets have fewer cover sets than base sets.
    fn is_there(&self) -> bool {
        if self.emptied {
            return true;
        }
        let mut bases = [0; 27];
        let mut count = 0;
        let none = BaseSetChoice { base: 0, places: CellSet::EMPTY, cover: 0, covered: CellSet::EMPTY };
        for (house, left) in self.left.iter().enumerate() {
            if self.sides.base >> house & 1 == 0 || left.is_empty() {
                continue;
            }
            if self.covers(BaseSetChoice { base: 1 << house, ..none }, *left, &mut |_| true) {
                bases[count] = house;
                count += 1;
            }
        }
        self.adds(none, &bases[..count])
    }

    /// Whether adding base sets from `bases` leads to a choice with too few cover sets.
    fn adds(&self, choice: BaseSetChoice, bases: &[usize]) -> bool {
        for (i, &house) in bases.iter().enumerate() {
            let missing = (choice.cover.count_ones() + 1).saturating_sub(choice.base.count_ones());
            if bases.len() - i < missing as usize {
                break;
            }
            let left = self.left[house];
            if choice.cover >> house & 1 == 1 || !choice.places.is_disjoint(left) {
                continue;
            }
            let next =
                BaseSetChoice { base: choice.base | 1 << house, places: choice.places | left, ..choice };
            let found = self.covers(next, left, &mut |choice| {
                choice.base.count_ones() > choice.cover.count_ones() || self.adds(choice, &bases[i + 1..])
            });
            if found {
                return true;
            }
        }
        false
    }

    /// Whether `then` returns true for a way to cover `places` with further cover sets.
    fn covers(
        &self,
        choice: BaseSetChoice,
        places: CellSet,
        then: &mut dyn FnMut(BaseSetChoice) -> bool,
    ) -> bool {
        let Some(cell) = places.minus(choice.covered).first() else { return then(choice) };
        if choice.cover.count_ones() as usize == self.most {
            return false;
        }
        HOUSES_OF[cell.index()].iter().any(|&house| {
            if self.sides.cover & !choice.base & !choice.cover & 1 << house == 0 {
                return false;
            }
            let covered = choice.covered | self.left[usize::from(house)];
            self.covers(BaseSetChoice { cover: choice.cover | 1 << house, covered, ..choice }, places, then)
        })
    }
}

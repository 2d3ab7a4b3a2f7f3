//! Fish on any sets: franken and mutant fish.
//!
//! Covers are chosen in order. A base place that no later cover can reach is a definite fin, and eliminations must
//! see it. Once no candidate sees all definite fins, further covers cannot help.

use std::ops::ControlFlow;

use super::targets::{FishTargets, SIDES};
use super::{FishKind, FishLimits, FoundFish};
use crate::deduction::houses::{HOUSES, seen_by_all};
use crate::grid::CellSet;

/// Franken or mutant fish of a digit.
pub(super) fn each(
    digit: usize,
    places: CellSet,
    kind: FishKind,
    size: usize,
    limits: FishLimits,
    memory: &mut FishTargets,
    visit: &mut dyn FnMut(&FoundFish) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let passes = if kind < FishKind::Mutant { 0..2 } else { 2..3 };
    for pass in passes {
        let targets = memory.of(digit, places, pass, size);
        if targets.is_empty() {
            continue;
        }
        let finned = kind.has_fins();
        let most = if limits.narrow && !finned { size } else { 9 };
        let mut walk = FishSearch {
            digit,
            aim: FishGoal::Fish(kind),
            sizes: [size; 2],
            fins: if finned { limits.fins } else { 0 },
            endo_fins: if finned { limits.endo_fins } else { 0 },
            base: HouseList::of(places, SIDES[pass].base, most),
            cover: HouseList::of(places, SIDES[pass].cover, 9),
            visit,
        };
        let start = BaseSets { sets: 0, places: CellSet::EMPTY, endo_fins: CellSet::EMPTY, targets };
        walk.bases(start, 0, 0)?;
    }
    ControlFlow::Continue(())
}

/// The starting points of kraken fish: franken fish, and simpler fish, of two to `size` sets, in which no possible
/// elimination sees all fins. `gone` contains the eliminations that the fish would have without fins.
pub(in super::super) fn almost(
    digit: usize,
    places: CellSet,
    size: usize,
    fins: [u32; 2],
    visit: &mut dyn FnMut(&FoundFish) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for sides in &SIDES[..2] {
        let mut walk = FishSearch {
            digit,
            aim: FishGoal::Kraken,
            sizes: [2, size],
            fins: fins[0],
            endo_fins: fins[1],
            base: HouseList::of(places, sides.base, 9),
            cover: HouseList::of(places, sides.cover, 9),
            visit,
        };
        // Targets need not be candidates here; what matters is whether any cell sees all fins.
        let targets = CellSet::all(81);
        let start = BaseSets { sets: 0, places: CellSet::EMPTY, endo_fins: CellSet::EMPTY, targets };
        walk.bases(start, 0, 0)?;
    }
    ControlFlow::Continue(())
}

/// Houses with the digit's places in them.
#[derive(Clone, Copy)]
struct HouseList {
    sets: [(u8, CellSet); 27],
    count: usize,
}

impl HouseList {
    const NONE: Self = Self { sets: [(0, CellSet::EMPTY); 27], count: 0 };

    /// The houses of a set with at least one and at most `most` places.
    fn of(places: CellSet, houses: u32, most: usize) -> Self {
        let mut sets = Self::NONE;
        for (house, cells) in HOUSES.into_iter().enumerate() {
            let cells = cells & places;
            if houses >> house & 1 == 1 && !cells.is_empty() && cells.len() <= most {
                sets.push(house as u8, cells);
            }
        }
        sets
    }

    #[inline]
    fn push(&mut self, house: u8, cells: CellSet) {
        self.sets[self.count] = (house, cells);
        self.count += 1;
    }

    #[inline]
    fn all(&self) -> &[(u8, CellSet)] {
        &self.sets[..self.count]
    }
}

/// Base sets chosen so far.
#[derive(Clone, Copy)]
struct BaseSets {
    sets: u32,
    places: CellSet,
    endo_fins: CellSet,
    /// The possible eliminations: cells that see all endo fins.
    targets: CellSet,
}

/// Cover sets chosen so far.
#[derive(Clone, Copy)]
struct CoverSets {
    sets: u32,
    places: CellSet,
    /// The places in two cover sets.
    twice: CellSet,
    /// The possible eliminations: cells that see all definite fins.
    targets: CellSet,
}

/// The possible covers of a base.
struct CoverOptions {
    base: BaseSets,
    sets: HouseList,
    /// For each cover set, the places that are in it or in a later cover set.
    later: [CellSet; 28],
    /// The largest number of base places in a cover set.
    widest: usize,
}

/// The goal of the search.
#[derive(Clone, Copy)]
enum FishGoal {
    Fish(FishKind),
    Kraken,
}

struct FishSearch<'w> {
    digit: usize,
    aim: FishGoal,
    /// The smallest and the largest number of base sets.
    sizes: [usize; 2],
    fins: u32,
    endo_fins: u32,
    base: HouseList,
    cover: HouseList,
    visit: &'w mut dyn FnMut(&FoundFish) -> ControlFlow<()>,
}

impl FishSearch<'_> {
    /// Adds further base sets to the `size` chosen ones. The first candidate for the next set is at index `from`.
    fn bases(&mut self, base: BaseSets, from: usize, size: usize) -> ControlFlow<()> {
        let [fewest, most] = self.sizes;
        let left = fewest.saturating_sub(size).max(1);
        for i in from..(self.base.count + 1).saturating_sub(left) {
            let (house, cells) = self.base.sets[i];
            let shared = base.places & cells;
            let mut next = BaseSets {
                sets: base.sets | 1 << house,
                places: base.places | cells,
                endo_fins: base.endo_fins | shared,
                targets: base.targets,
            };
            if !shared.is_empty() {
                if base.endo_fins.len() + shared.len() > self.endo_fins as usize {
                    continue;
                }
                next.targets &= seen_by_all(shared);
                if next.targets.is_empty() {
                    continue;
                }
            }
            if size + 1 >= fewest {
                self.base(next, size + 1)?;
            }
            if size + 1 < most {
                self.bases(next, i + 1, size + 1)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits all covers of a base.
    fn base(&mut self, base: BaseSets, size: usize) -> ControlFlow<()> {
        let mut reach = CoverOptions { base, sets: HouseList::NONE, later: [CellSet::EMPTY; 28], widest: 0 };
        for &(house, cells) in self.cover.all() {
            if base.sets >> house & 1 == 0 && !cells.is_disjoint(base.places) {
                reach.sets.push(house, cells);
                reach.widest = reach.widest.max((cells & base.places).len());
            }
        }
        for i in (0..reach.sets.count).rev() {
            reach.later[i] = reach.later[i + 1] | reach.sets.sets[i].1;
        }
        let none =
            CoverSets { sets: 0, places: CellSet::EMPTY, twice: CellSet::EMPTY, targets: base.targets };
        self.covers(&reach, none, 0, size)
    }

    /// Adds `left` cover sets. The first candidate for the next set is at index `from`.
    fn covers(
        &mut self,
        reach: &CoverOptions,
        mut cover: CoverSets,
        from: usize,
        left: usize,
    ) -> ControlFlow<()> {
        let open = reach.base.places.minus(cover.places);
        if open.len() > self.fins as usize + left * reach.widest {
            return ControlFlow::Continue(());
        }
        for i in from..(reach.sets.count + 1).saturating_sub(left) {
            let certain = open.minus(reach.later[i]);
            if certain.len() as u32 > self.fins {
                break;
            }
            cover.targets &= seen_by_all(certain);
            if cover.targets.is_empty() {
                break;
            }
            let (house, cells) = reach.sets.sets[i];
            let next = CoverSets {
                sets: cover.sets | 1 << house,
                places: cover.places | cells,
                twice: cover.twice | cover.places & cells,
                targets: cover.targets,
            };
            if left > 1 {
                self.covers(reach, next, i + 1, left - 1)?;
            } else {
                self.fish(&reach.base, next)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn fish(&mut self, base: &BaseSets, cover: CoverSets) -> ControlFlow<()> {
        let fins = base.places.minus(cover.places) | base.endo_fins;
        if fins.len() as u32 > self.fins {
            return ControlFlow::Continue(());
        }
        let seen = cover.targets & seen_by_all(fins);
        let mut gone = cover.places.minus(base.places) | cover.twice;
        let suits = match self.aim {
            FishGoal::Fish(kind) => {
                gone &= seen;
                !gone.is_empty() && kind.has_fins() != fins.is_empty() && kind.suits(base.sets, cover.sets)
            }
            FishGoal::Kraken => !fins.is_empty() && !seen.is_empty() && seen.is_disjoint(gone),
        };
        if !suits {
            return ControlFlow::Continue(());
        }
        (self.visit)(&FoundFish {
            digit: self.digit,
            base: base.sets,
            cover: cover.sets,
            places: base.places,
            fins,
            endo_fins: base.endo_fins,
            gone,
            cannibals: gone & cover.twice,
        })
    }
}

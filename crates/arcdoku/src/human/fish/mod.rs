//! Fish: base sets and the same number of cover sets, for one digit.
//!
//! ```text
//!      . A . . . A . . .      base   rows 1 and 4: the digit has only places A and F
//!      . - . . . - . . .      cover  columns 2 and 6
//!      . - . . . - . . .      The rows need two places in two columns, so the columns have none left
//!      . A . . . A F . .      for other rows (-). With a fin F, only cells that see it lose the digit.
//!      . . . . . - . . .
//! ```
//!
//! | | base | cover |
//! |---|---|---|
//! | basic | rows (columns) | columns (rows) |
//! | franken | rows (columns), maybe boxes | columns (rows), maybe boxes; at least one box in all |
//! | mutant | any | any other |
//!
//! Places in base sets that are not covered, or are in two base sets (endo fins), are fins. Places in two cover sets
//! are eliminated even from base sets (cannibals). A finned basic fish is sashimi if a base set has fewer than two
//! places other than the fins. Definitions follow the Ultimate Fish Guide (M. Nordmann).
//!
//! [`basic`] is fast because all fins of a basic fish share one box with the eliminations. [`general`] enumerates
//! arbitrary sets. Both visit base sets, and their cover sets, in lexicographic order of the houses. The order of
//! several fish determines how a path continues, and therefore the score of a puzzle (B. Hobiger's order).

mod basic;
mod general;
mod shortage;
mod siamese;
mod targets;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

pub(super) use general::almost;
use targets::FishTargets;

use crate::deduction::houses::House;
use crate::deduction::{Candidate, Extent, Fish, Options, Pattern, Sink, Step, StepQuery, Technique, go_on};
use crate::grid::{CellSet, Digit, DigitSet};
use crate::human::Search;

pub(crate) fn find(search: &mut Search<'_>, query: StepQuery, out: Sink<'_>) -> ControlFlow<()> {
    let StepQuery { wanted, extent } = query;
    let limits = FishLimits::of(search.options, extent);
    if limits.siamese {
        return siamese::find(search, query, limits, out);
    }
    for technique in wanted.iter() {
        let Some((kind, size)) = FishKind::of(technique) else { continue };
        if extent == Extent::First {
            first(search, kind, size, limits, out)?;
        } else if size <= limits.size {
            let targets = &mut search.scratch.fish.targets;
            for (digit, places) in search.state.places.iter().enumerate() {
                go_on(search.budget)?;
                each(digit, *places, kind, size, limits, targets, &mut |catch| out(catch.step(kind, size)))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The first fish of a kind and size, among the digits whose places have changed since the last search without a
/// result.
fn first(
    search: &mut Search<'_>,
    kind: FishKind,
    size: usize,
    limits: FishLimits,
    out: Sink<'_>,
) -> ControlFlow<()> {
    let FishScratch { barren, limits: old, targets } = &mut search.scratch.fish;
    if old.replace(limits) != Some(limits) {
        **barren = FruitlessPlaces::default();
    }
    // Finned and sashimi fish are found by one search.
    let other = match kind {
        FishKind::Finned => Some(FishKind::Sashimi),
        FishKind::Sashimi => Some(FishKind::Finned),
        _ => None,
    };
    for (digit, &places) in search.state.places.iter().enumerate() {
        if barren.0[kind as usize][size - 2][digit] == places {
            continue;
        }
        go_on(search.budget)?;
        let (mut found, mut found_other) = (false, false);
        let mut visit = |catch: &FoundFish, caught: FishKind| {
            if caught != kind {
                found_other = true;
                return ControlFlow::Continue(());
            }
            found = true;
            out(catch.step(kind, size))
        };
        if other.is_some() {
            basic::finned(digit, places, size, limits, &mut visit)?;
        } else {
            each(digit, places, kind, size, limits, targets, &mut |catch| visit(catch, kind))?;
        }
        if !found {
            barren.0[kind as usize][size - 2][digit] = places;
        }
        if let (Some(other), false) = (other, found_other) {
            barren.0[other as usize][size - 2][digit] = places;
        }
    }
    ControlFlow::Continue(())
}

/// Calls `visit` with every fish of a digit, in order.
fn each(
    digit: usize,
    places: CellSet,
    kind: FishKind,
    size: usize,
    limits: FishLimits,
    targets: &mut FishTargets,
    visit: &mut dyn FnMut(&FoundFish) -> ControlFlow<()>,
) -> ControlFlow<()> {
    // If there are at most `size` places, no fish of this size eliminates any of them.
    if places.len() <= size {
        return ControlFlow::Continue(());
    }
    match kind {
        FishKind::Basic => basic::finless(digit, places, size, visit),
        FishKind::Finned | FishKind::Sashimi => {
            basic::finned(digit, places, size, limits, &mut |catch, found| {
                if found == kind { visit(catch) } else { ControlFlow::Continue(()) }
            })
        }
        _ => general::each(digit, places, kind, size, limits, targets, visit),
    }
}

/// The kinds of fish, in the order of the registry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum FishKind {
    Basic,
    Finned,
    Sashimi,
    Franken,
    FinnedFranken,
    Mutant,
    FinnedMutant,
}

impl FishKind {
    const ALL: [Self; 7] = [
        Self::Basic,
        Self::Finned,
        Self::Sashimi,
        Self::Franken,
        Self::FinnedFranken,
        Self::Mutant,
        Self::FinnedMutant,
    ];

    /// The kind and the size (2 to 7) of a technique of this family.
    fn of(technique: Technique) -> Option<(Self, usize)> {
        let place = technique.index().checked_sub(Technique::XWing.index())?;
        Some((*Self::ALL.get(place / 6)?, place % 6 + 2))
    }

    fn technique(self, size: usize) -> Technique {
        Technique::ALL[Technique::XWing.index() + 6 * self as usize + size - 2]
    }

    /// Whether the sets form a fish of exactly this kind, apart from fins.
    fn suits(self, base: u32, cover: u32) -> bool {
        wildness(base, cover) == [0, 0, 0, 1, 1, 2, 2][self as usize]
    }

    fn has_fins(self) -> bool {
        !matches!(self, Self::Basic | Self::Franken | Self::Mutant)
    }
}

/// Limits on fish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FishLimits {
    /// The largest number of base sets in a search for all fish.
    size: usize,
    fins: u32,
    endo_fins: u32,
    siamese: bool,
    /// Whether base sets of finless fish may have at most as many places as there are sets. A box could cover three
    /// places of a row, so this misses franken and mutant fish. The solver's search has this limit; the search for
    /// all fish does not.
    narrow: bool,
}

impl FishLimits {
    fn of(options: &Options, extent: Extent) -> Self {
        Self {
            size: options.fish_size as usize,
            fins: options.fish_fins,
            endo_fins: options.fish_endo_fins,
            siamese: options.siamese,
            narrow: extent == Extent::First,
        }
    }
}

/// Sets of houses as bits.
const ROWS: u32 = 0x1ff;
const COLUMNS: u32 = ROWS << 9;
const BOXES: u32 = ROWS << 18;

/// Returns 0 if the sets are the sets of a basic fish, 1 for a franken fish, and 2 for a mutant fish.
fn wildness(base: u32, cover: u32) -> u8 {
    let within = |set: u32, line: u32| set & line != 0 && set & !(line | BOXES) == 0;
    let crossed =
        within(base, ROWS) && within(cover, COLUMNS) || within(base, COLUMNS) && within(cover, ROWS);
    match (crossed, (base | cover) & BOXES == 0) {
        (true, true) => 0,
        (true, false) => 1,
        (false, _) => 2,
    }
}

/// A fish that was found.
#[derive(Clone, Copy, Debug)]
pub(super) struct FoundFish {
    digit: usize,
    /// The base sets, as bits.
    base: u32,
    /// The cover sets, as bits.
    cover: u32,
    /// The places in base sets.
    pub(super) places: CellSet,
    /// All fins, including endo fins.
    pub(super) fins: CellSet,
    endo_fins: CellSet,
    /// The eliminations.
    pub(super) gone: CellSet,
    /// The eliminations in two cover sets.
    pub(super) cannibals: CellSet,
}

impl FoundFish {
    /// The cover sets.
    pub(super) fn covers(&self) -> impl Iterator<Item = House> {
        houses_of(self.cover)
    }

    /// The complexity of the fish: first the kind, then the size, and finned before sashimi.
    pub(super) fn rank(&self) -> (u8, u32, bool) {
        let bare = |house: House| (house.cells() & self.places).minus(self.fins).len() < 2;
        let wild = wildness(self.base, self.cover);
        (wild, self.base.count_ones(), wild == 0 && houses_of(self.base).any(bare))
    }

    pub(super) fn fish(&self) -> Fish {
        Fish {
            digit: Digit::from_index(self.digit),
            base: houses(self.base),
            cover: houses(self.cover),
            body: self.places.minus(self.fins),
            fins: self.fins.minus(self.endo_fins),
            endo_fins: self.endo_fins,
            cannibals: self.cannibals,
            twin: Vec::new(),
        }
    }

    fn step(&self, kind: FishKind, size: usize) -> Step {
        let fish = self.fish();
        // Places of base sets come last. The order of eliminations determines which singles are found first after the
        // step.
        let gone = self.gone.minus(self.places).iter().chain(self.gone & self.places);
        let gone = gone.map(|cell| Candidate::at(cell.index(), self.digit)).collect();
        Step::eliminating(kind.technique(size), DigitSet::single(fish.digit), gone, Pattern::Fish(fish))
    }
}

fn houses_of(set: u32) -> impl Iterator<Item = House> {
    (0..27).filter(move |house| set >> house & 1 == 1).map(House::new)
}

fn houses(set: u32) -> Vec<House> {
    houses_of(set).collect()
}

/// Data that the family keeps between searches.
#[derive(Debug, Default)]
pub(crate) struct FishScratch {
    /// The places of the digit in the last search that found nothing, by kind, size and digit.
    barren: Box<FruitlessPlaces>,
    /// The limits of these searches.
    limits: Option<FishLimits>,
    targets: FishTargets,
}

#[derive(Debug)]
struct FruitlessPlaces([[[CellSet; 9]; 6]; 7]);

impl Default for FruitlessPlaces {
    fn default() -> Self {
        Self([[[CellSet::EMPTY; 9]; 6]; 7])
    }
}

impl FishScratch {
    /// Does nothing, because the data is valid in every state.
    pub(crate) fn forget(&mut self) {
        let _ = self;
    }
}

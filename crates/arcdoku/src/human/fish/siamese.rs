//! Siamese fish: two fish on the same base sets, with different covers, reported as one.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use super::{FishKind, FishLimits, FoundFish, each, houses};
use crate::deduction::{Candidate, Extent, Pattern, Sink, Step, StepQuery, Technique, go_on};
use crate::human::Search;

/// Groups of kinds; two fish form a pair only if their kinds are in the same group.
const GROUPS: [&[FishKind]; 6] = [
    &[FishKind::Basic],
    &[FishKind::Finned, FishKind::Sashimi],
    &[FishKind::Franken],
    &[FishKind::FinnedFranken],
    &[FishKind::Mutant],
    &[FishKind::FinnedMutant],
];

/// All fish, and all pairs of them. A solver takes the best one: with the most eliminations, then the simplest.
pub(super) fn find(
    search: &mut Search<'_>,
    StepQuery { wanted, extent }: StepQuery,
    limits: FishLimits,
    out: Sink<'_>,
) -> ControlFlow<()> {
    let (state, budget, targets) = (search.state, &search.budget, &mut search.scratch.fish.targets);
    let mut best = Vec::new();
    let most = if extent == Extent::All { limits.size } else { 7 };
    for size in 2..=most {
        for group in GROUPS {
            if !group.iter().any(|kind| wanted.contains(kind.technique(size))) {
                continue;
            }
            for (digit, places) in state.places.iter().enumerate() {
                go_on(budget)?;
                let mut catches = Vec::new();
                for &kind in group {
                    // The solver searches for one kind at a time.
                    if extent == Extent::First && !wanted.contains(kind.technique(size)) {
                        continue;
                    }
                    each(digit, *places, kind, size, limits, targets, &mut |catch| {
                        catches.push((*catch, kind));
                        ControlFlow::Continue(())
                    })?;
                }
                if group.len() > 1 {
                    // Sorted in the order in which one search would find them.
                    catches.sort_by_key(|(catch, _)| order(catch));
                }
                if extent == Extent::First {
                    let mut seen = Vec::new();
                    catches.retain(|(catch, _)| {
                        let new = !seen.contains(&catch.gone);
                        seen.push(catch.gone);
                        new
                    });
                }
                let singles = catches.iter().map(|(catch, kind)| (*catch, sorted(catch, *kind, size)));
                let pairs = pairs(&catches, size);
                for (catch, step) in singles.chain(pairs) {
                    if !wanted.contains(step.technique) {
                        continue;
                    }
                    if extent == Extent::First {
                        best.push((catch, step));
                    } else {
                        out(step)?;
                    }
                }
            }
        }
    }
    let rank = |(catch, step): &(FoundFish, Step)| {
        let fins = catch.fins.minus(catch.endo_fins).len();
        (
            Reverse(step.eliminations.len()),
            step.technique,
            catch.cannibals.len(),
            catch.endo_fins.len(),
            fins,
            catch.digit,
        )
    };
    best.into_iter().min_by_key(rank).map_or(ControlFlow::Continue(()), |(_, step)| out(step))
}

/// A step whose eliminations are in reading order, because fish are compared by their eliminations in that order.
fn sorted(catch: &FoundFish, kind: FishKind, size: usize) -> Step {
    let mut step = catch.step(kind, size);
    step.eliminations.sort_unstable();
    step
}

/// The order of fish: rows before columns in the base, then as lists of houses.
fn order(catch: &FoundFish) -> (bool, Reverse<u32>, Reverse<u32>) {
    (
        catch.base.trailing_zeros() >= 9,
        Reverse(catch.base.reverse_bits()),
        Reverse(catch.cover.reverse_bits()),
    )
}

/// All pairs of fish with the same base sets whose first eliminations differ.
fn pairs(catches: &[(FoundFish, FishKind)], size: usize) -> Vec<(FoundFish, Step)> {
    let mut pairs = Vec::new();
    for (i, (one, kind)) in catches.iter().enumerate() {
        for (two, _) in &catches[i + 1..] {
            if one.base == two.base && one.gone.first() != two.gone.first() {
                pairs.push((*one, pair(one, two, kind.technique(size))));
            }
        }
    }
    pairs
}

fn pair(one: &FoundFish, two: &FoundFish, technique: Technique) -> Step {
    let fins = one.fins | two.fins;
    let joined = FoundFish { fins, cannibals: one.cannibals | two.cannibals, ..*one };
    let (kind, size) = FishKind::of(technique).unwrap_or((FishKind::Finned, 2));
    let mut step = sorted(&joined, kind, size);
    if let Pattern::Fish(fish) = &mut step.pattern {
        fish.twin = houses(two.cover);
    }
    let more = two.gone.minus(one.gone).iter();
    step.eliminations.extend(more.map(|cell| Candidate::at(cell.index(), two.digit)));
    step
}

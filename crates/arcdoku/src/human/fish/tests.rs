//! Compares all fish and their order with an enumeration of all choices of sets.

use crate::deduction::Techniques;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::*;
use crate::deduction::Family;
use crate::deduction::houses::{HOUSES, seen_by_all};
use crate::testing::{runs_all_cases, states};

fn combinations(items: &[usize], size: usize, chosen: u32, out: &mut Vec<u32>) {
    if size == 0 {
        return out.push(chosen);
    }
    for (i, &item) in items.iter().enumerate() {
        combinations(&items[i + 1..], size - 1, chosen | 1 << item, out);
    }
}

fn choices(set: u32, size: usize) -> Vec<u32> {
    let items: Vec<usize> = (0..27).filter(|house| set >> house & 1 == 1).collect();
    let mut out = Vec::new();
    combinations(&items, size, 0, &mut out);
    out
}

/// The eliminations of a fish on these sets, with its kind, by the definitions alone.
fn judge(places: CellSet, base: u32, cover: u32, limits: FishLimits) -> Option<(FishKind, CellSet)> {
    let cells = |set: u32| (0..27).filter(move |i| set >> i & 1 == 1).map(move |i| HOUSES[i] & places);
    let twice = |set: u32| {
        let add = |(once, twice): (CellSet, CellSet), cells| (once | cells, twice | once & cells);
        cells(set).fold((CellSet::EMPTY, CellSet::EMPTY), add)
    };
    let ((bases, endo), (covered, overlap)) = (twice(base), twice(cover));
    let fins = bases.minus(covered) | endo;
    // An endo fin in three base sets counts two more times.
    let endo_count: usize = {
        let mut seen = CellSet::EMPTY;
        let mut fins = CellSet::EMPTY;
        let mut worst = 0;
        for cells in cells(base) {
            if !(seen & cells).is_empty() {
                worst = worst.max(fins.len() + (seen & cells).len());
            }
            fins |= seen & cells;
            seen |= cells;
        }
        worst
    };
    if fins.len() > limits.fins as usize || endo_count > limits.endo_fins as usize {
        return None;
    }
    if cells(cover).any(|cells| cells.is_disjoint(bases)) {
        return None;
    }
    if fins.is_empty() && limits.narrow && cells(base).any(|cells| cells.len() > base.count_ones() as usize) {
        return None;
    }
    let gone = (covered.minus(bases) | overlap) & seen_by_all(fins);
    if gone.is_empty() {
        return None;
    }
    let (base_boxes, cover_boxes) = (base & BOXES != 0, cover & BOXES != 0);
    let line = |set: u32| match (set & ROWS != 0, set & COLUMNS != 0) {
        (true, false) => Some(0),
        (false, true) => Some(1),
        _ => None,
    };
    let crossed = matches!((line(base), line(cover)), (Some(a), Some(b)) if a != b);
    let thin = cells(base).any(|cells| cells.minus(fins).len() < 2);
    let kind = match (crossed, base_boxes || cover_boxes, fins.is_empty()) {
        (true, false, true) if thin => return None,
        (true, false, true) => FishKind::Basic,
        (true, false, false) if thin => FishKind::Sashimi,
        (true, false, false) => FishKind::Finned,
        (true, true, true) => FishKind::Franken,
        (true, true, false) => FishKind::FinnedFranken,
        (false, _, true) => FishKind::Mutant,
        (false, _, false) => FishKind::FinnedMutant,
    };
    Some((kind, gone))
}

type FishKey = (u32, u32, CellSet);

fn naive(places: CellSet, wanted: FishKind, size: usize, limits: FishLimits) -> Vec<FishKey> {
    let mut found = Vec::new();
    let all = ROWS | COLUMNS | BOXES;
    let passes = match wanted {
        FishKind::Basic | FishKind::Finned | FishKind::Sashimi => vec![(ROWS, COLUMNS), (COLUMNS, ROWS)],
        FishKind::Franken | FishKind::FinnedFranken => {
            vec![(ROWS | BOXES, COLUMNS | BOXES), (COLUMNS | BOXES, ROWS | BOXES)]
        }
        _ => vec![(all, all)],
    };
    let held: u32 =
        (0..27).filter(|&house| !HOUSES[house].is_disjoint(places)).fold(0, |set, house| set | 1 << house);
    for (bases, covers) in passes {
        for base in choices(bases & held, size) {
            for cover in choices(covers & held & !base, size) {
                if let Some((kind, gone)) = judge(places, base, cover, limits)
                    && kind == wanted
                {
                    found.push((base, cover, gone));
                }
            }
        }
    }
    found
}

/// Random places of a digit: the places in a solution, and some more.
fn random_places(random: &mut fastrand::Rng) -> CellSet {
    let (mut columns, mut places) = ([0, 3, 6, 1, 4, 7, 2, 5, 8], CellSet::EMPTY);
    let swap = random.usize(0..3);
    columns.swap(3 * swap, 3 * swap + 1);
    let filled = random.usize(0..5);
    for (row, &column) in columns.iter().enumerate().skip(filled) {
        places.insert(crate::grid::Cell::new(9 * row + column));
    }
    let open: u32 = columns[filled..].iter().fold(0, |set, column| set | 1 << column);
    for _ in 0..random.usize(4..26) {
        let (row, column) = (random.usize(filled..9), random.usize(0..9));
        if open >> column & 1 == 1 {
            places.insert(crate::grid::Cell::new(9 * row + column));
        }
    }
    places
}

fn compare(kinds: &[FishKind], sizes: std::ops::RangeInclusive<usize>, rounds: usize) {
    let mut random = fastrand::Rng::with_seed(11);
    let mut total = 0;
    let mut targets = FishTargets::default();
    for round in 0..rounds {
        let places = random_places(&mut random);
        let limits = FishLimits {
            size: 7,
            fins: [5, 2, 9][round % 3],
            endo_fins: [2, 0, 1][round / 3 % 3],
            siamese: false,
            narrow: round % 2 == 0,
        };
        for &kind in kinds {
            for size in sizes.clone() {
                let mut found = Vec::new();
                let _ = each(0, places, kind, size, limits, &mut targets, &mut |catch| {
                    assert!(catch.cannibals.is_subset(catch.gone));
                    assert!(catch.fins.is_subset(catch.places) && catch.endo_fins.is_subset(catch.fins));
                    assert_eq!(kind.has_fins(), !catch.fins.is_empty());
                    found.push((catch.base, catch.cover, catch.gone));
                    ControlFlow::Continue(())
                });
                total += found.len();
                assert_eq!(found, naive(places, kind, size, limits), "{kind:?} {size} {limits:?} {places:?}");
            }
        }
    }
    assert!(total > rounds, "{total}");
}

#[test]
fn basic_fish_are_all_found_in_order() {
    compare(&[FishKind::Basic, FishKind::Finned, FishKind::Sashimi], 2..=5, 40);
}

#[test]
fn franken_fish_are_all_found_in_order() {
    let (pairs, triples) = if runs_all_cases() { (100, 12) } else { (36, 4) };
    compare(&[FishKind::Franken, FishKind::FinnedFranken], 2..=2, pairs);
    compare(&[FishKind::Franken, FishKind::FinnedFranken], 3..=3, triples);
}

#[test]
fn mutant_fish_are_all_found_in_order() {
    compare(&[FishKind::Mutant, FishKind::FinnedMutant], 2..=2, 20);
}

/// Results kept from earlier states do not change the findings.
#[test]
fn scratch_memory_changes_nothing() {
    let (mut options, mut scratch) = (Options::proven(), crate::human::HumanScratch::default());
    let fish = Techniques::family(Family::Fish);
    for (i, (state, solution)) in states::some().into_iter().step_by(3).enumerate() {
        options.fish_fins = if i % 5 == 0 { 1 } else { 5 };
        options.siamese = i % 7 == 0;
        for technique in fish.iter().filter(|technique| FishKind::of(*technique).is_some_and(|(_, n)| n < 4))
        {
            let wanted = Techniques::only(technique);
            let kept = Search::new(&state, &options, &mut scratch, &crate::puzzle::Budget::NONE)
                .first(Family::Fish, wanted);
            let mut fresh = crate::human::HumanScratch::default();
            let mut search = Search::new(&state, &options, &mut fresh, &crate::puzzle::Budget::NONE);
            assert_eq!(kept, search.first(Family::Fish, wanted));
            let all = search.all(wanted).unwrap();
            assert!(all.iter().all(|step| states::is_sound(step, &solution)), "{technique}");
            if let Some(step) = kept {
                let effect = |step: &Step| step.eliminations.iter().copied().collect::<BTreeSet<_>>();
                assert!(all.iter().any(|other| effect(other) == effect(&step)), "{technique}");
            }
        }
    }
}

#[test]
fn siamese_fish_are_two_on_one_base() {
    let (mut options, mut scratch) = (Options::proven(), crate::human::HumanScratch::default());
    options.siamese = true;
    let wanted = Techniques::of(&[Technique::FinnedSwordfish, Technique::SashimiSwordfish]);
    let mut pairs = 0;
    for (state, solution) in states::some() {
        let all =
            Search::new(&state, &options, &mut scratch, &crate::puzzle::Budget::NONE).all(wanted).unwrap();
        let fish = |step: &Step| match &step.pattern {
            Pattern::Fish(fish) => (step.eliminations.len(), fish.clone()),
            other => panic!("{other:?}"),
        };
        let singles: Vec<_> = all.iter().map(fish).filter(|(_, fish)| fish.twin.is_empty()).collect();
        for step in &all {
            let (_, pair) = fish(step);
            if pair.twin.is_empty() {
                continue;
            }
            pairs += 1;
            assert!(states::is_sound(step, &solution), "{step:?}");
            let part = |cover: &Vec<House>| {
                let part = singles.iter().find(|(_, one)| one.base == pair.base && one.cover == *cover);
                part.expect("both are fish").0
            };
            assert!(part(&pair.cover).max(part(&pair.twin)) < step.eliminations.len(), "{step:?}");
        }
    }
    assert!(pairs > 0);
}

#[test]
fn techniques_have_their_names() {
    for kind in FishKind::ALL {
        for size in 2..=7 {
            let technique = kind.technique(size);
            assert_eq!(FishKind::of(technique), Some((kind, size)));
            let name = technique.name();
            let of_size = ["X-Wing", "Swordfish", "Jellyfish", "Squirmbag", "Whale", "Leviathan"][size - 2];
            let of_kind =
                ["", "Finned ", "Sashimi ", "Franken ", "Finned Franken ", "Mutant ", "Finned Mutant "]
                    [kind as usize];
            assert_eq!(name, format!("{of_kind}{of_size}"));
        }
    }
    assert_eq!(FishKind::of(Technique::HiddenSingle), None);
    assert_eq!(FishKind::of(Technique::KrakenFish1), None);
}

#[test]
fn targets_of_franken_fish_agree() {
    let mut random = fastrand::Rng::with_seed(12);
    for _ in 0..200 {
        let places = random_places(&mut random);
        for sides in 0..2 {
            for size in 2..=5 {
                let all = targets::of_any(places, places, targets::SIDES[sides], size);
                assert_eq!(
                    targets::of_franken(places, places, sides, size),
                    all,
                    "{sides} {size} {places:?}"
                );
            }
        }
    }
}

//! Compares the results with searches that follow only the definitions, in states along paths.

use std::collections::{BTreeMap, BTreeSet};

use crate::deduction::Options;
use crate::deduction::houses::{CELLS, HOUSES, NEIGHBORS};
use crate::deduction::{Candidate, Candidates, Family, Pattern, Step, Technique, Techniques};
use crate::grid::{Cell, CellSet};
use crate::human::{HumanScratch, Search};
use crate::testing::states::puzzles;
use crate::testing::{cases, runs_all_cases};

type Eliminations = BTreeSet<Candidate>;

/// The largest number of tries for a state. States that need more are left out.
const TRIES: usize = 60_000;

/// A set of cells and digits, as lists.
#[derive(Clone)]
struct PlainSet {
    cells: Vec<usize>,
    digits: Vec<usize>,
}

/// A state, and the results of plain searches in it.
struct PlainState {
    state: Candidates,
    sets: Vec<PlainSet>,
    /// For each pair of sets, first set first: the restricted commons.
    links: BTreeMap<(usize, usize), Vec<usize>>,
}

fn sees(one: usize, other: usize) -> bool {
    NEIGHBORS[one].contains(Cell::new(other))
}

impl PlainState {
    fn new(state: &Candidates, overlap: bool) -> Self {
        let mut plain = Self { state: state.clone(), sets: Vec::new(), links: BTreeMap::new() };
        for of_house in CELLS {
            let cells: Vec<usize> =
                of_house.iter().map(|&cell| cell.into()).filter(|&cell| state.cells[cell] != 0).collect();
            plain.extend(&cells, &[]);
        }
        for i in 0..plain.sets.len() {
            for j in i + 1..plain.sets.len() {
                let (a, b) = (&plain.sets[i], &plain.sets[j]);
                let shared: Vec<usize> =
                    a.cells.iter().copied().filter(|cell| b.cells.contains(cell)).collect();
                if !overlap && !shared.is_empty() {
                    continue;
                }
                let common = a.digits.iter().copied().filter(|digit| b.digits.contains(digit));
                let restricted: Vec<usize> = common
                    .filter(|&digit| {
                        let (one, other) = (plain.places(a, digit), plain.places(b, digit));
                        one.iter().all(|&cell| other.iter().all(|&other| sees(cell, other)))
                    })
                    .collect();
                if !restricted.is_empty() {
                    plain.links.insert((i, j), restricted);
                }
            }
        }
        plain
    }

    fn extend(&mut self, cells: &[usize], chosen: &[usize]) {
        for (at, &cell) in cells.iter().enumerate() {
            let mut chosen = chosen.to_vec();
            chosen.push(cell);
            let digits = chosen.iter().fold(0, |set, &cell| set | self.state.cells[cell]);
            let known = self.sets.iter().any(|set| set.cells == chosen);
            if digits.count_ones() as usize == chosen.len() + 1 && chosen.len() < 9 && !known {
                let digits = (0..9).filter(|digit| digits >> digit & 1 == 1).collect();
                self.sets.push(PlainSet { cells: chosen.clone(), digits });
            }
            self.extend(&cells[at + 1..], &chosen);
        }
    }

    fn has(&self, cell: usize, digit: usize) -> bool {
        self.state.cells[cell] >> digit & 1 == 1
    }

    fn places(&self, set: &PlainSet, digit: usize) -> Vec<usize> {
        set.cells.iter().copied().filter(|&cell| self.has(cell, digit)).collect()
    }

    /// The candidates of a digit that see all places of the digit in these sets.
    fn seen(&self, sets: &[&PlainSet], digit: usize) -> Vec<Candidate> {
        let places: Vec<usize> = sets.iter().flat_map(|set| self.places(set, digit)).collect();
        let outside = |cell: &usize| places.iter().all(|&place| sees(*cell, place));
        (0..81)
            .filter(|&cell| self.has(cell, digit))
            .filter(outside)
            .map(|cell| Candidate::at(cell, digit))
            .collect()
    }

    /// The eliminations that follow because each digit that the two sets share is in one of them, except the digits in
    /// `but`.
    fn shared(&self, a: usize, b: usize, but: &[usize]) -> Eliminations {
        let (a, b) = (&self.sets[a], &self.sets[b]);
        let digits = a.digits.iter().filter(|digit| b.digits.contains(digit) && !but.contains(digit));
        digits.flat_map(|&digit| self.seen(&[a, b], digit)).collect()
    }

    fn xz(&self) -> Vec<Eliminations> {
        let gone = |(&(i, j), by): (&(usize, usize), &Vec<usize>)| {
            let mut gone: Eliminations = by.iter().flat_map(|&digit| self.shared(i, j, &[digit])).collect();
            if by.len() == 2 {
                for (this, other) in [(i, j), (j, i)] {
                    let (this, other) = (&self.sets[this], &self.sets[other]);
                    for &digit in this.digits.iter().filter(|digit| !by.contains(digit)) {
                        let seen = self.seen(&[this], digit).into_iter();
                        gone.extend(seen.filter(|at| !other.cells.contains(&at.cell.index())));
                    }
                }
            }
            gone
        };
        self.links.iter().map(gone).filter(|gone| !gone.is_empty()).collect()
    }

    fn wings(&self, overlap: bool) -> Vec<Eliminations> {
        let links: Vec<_> = self.links.iter().collect();
        let mut wings = Vec::new();
        for (at, &(&(i, j), one)) in links.iter().enumerate() {
            for &(&(k, l), other) in &links[at + 1..] {
                let ends = match (i == k, j == k, i == l, j == l) {
                    (true, _, _, false) => (j, l),
                    (_, true, false, _) => (i, l),
                    (false, _, _, true) => (i, k),
                    (_, false, true, _) => (j, k),
                    _ => continue,
                };
                let (a, b) = (&self.sets[ends.0].cells, &self.sets[ends.1].cells);
                let inside = |a: &[usize], b: &[usize]| a.iter().filter(|cell| b.contains(cell)).count();
                let bad = if overlap { inside(a, b) == a.len().min(b.len()) } else { inside(a, b) > 0 };
                if bad || one.len() == 1 && one == other {
                    continue;
                }
                let but: Vec<usize> = one.iter().chain(other).copied().collect();
                wings.push(self.shared(ends.0, ends.1, &but));
            }
        }
        wings.retain(|gone| !gone.is_empty());
        wings
    }

    /// Calls `each` with the ends and the digits of the first and last link of every chain, up to a maximum number of
    /// chains.
    fn chains(&self, forward: bool, length: usize, each: &mut dyn FnMut(usize, usize, &[usize])) -> bool {
        let mut tries = 0;
        let mut next: Vec<Vec<(usize, Vec<usize>)>> = vec![Vec::new(); self.sets.len()];
        for (&(i, j), by) in &self.links {
            next[i].push((j, by.clone()));
            if !forward {
                next[j].push((i, by.clone()));
            }
        }
        for next in &mut next {
            next.sort_unstable();
        }
        for start in 0..self.sets.len() {
            for (to, by) in &next[start] {
                for &digit in by {
                    let mut way = vec![start, *to];
                    if !go_on(&next, &mut way, digit, digit, length, &mut tries, each) {
                        return false;
                    }
                }
            }
        }
        true
    }

    fn chain_gone(&self, forward: bool, length: usize) -> Option<Vec<Eliminations>> {
        let mut order = Vec::new();
        let mut known = BTreeSet::new();
        self.chains(forward, length, &mut |start, end, but| {
            let gone = self.shared(start, end, but);
            if !gone.is_empty() && known.insert(gone.clone()) {
                order.push(gone);
            }
        })
        .then_some(order)
    }

    fn blossoms(&self) -> Option<Vec<Eliminations>> {
        let (mut found, mut tries) = (Vec::new(), 0);
        for stem in (0..81).filter(|&cell| self.state.cells[cell] != 0) {
            let digits: Vec<usize> = (0..9).filter(|&digit| self.has(stem, digit)).collect();
            let petals = |digit: usize| -> Vec<usize> {
                let sees_stem = |set: &PlainSet| {
                    let places = self.places(set, digit);
                    !places.is_empty() && places.iter().all(|&cell| sees(cell, stem))
                };
                (0..self.sets.len()).filter(|&set| sees_stem(&self.sets[set])).take(100).collect()
            };
            let petals: Vec<Vec<usize>> = digits.iter().map(|&digit| petals(digit)).collect();
            if !self.bloom(stem, &digits, &petals, &mut Vec::new(), &mut tries, &mut found) {
                return None;
            }
        }
        Some(found)
    }

    fn bloom(
        &self,
        stem: usize,
        digits: &[usize],
        petals: &[Vec<usize>],
        chosen: &mut Vec<usize>,
        tries: &mut usize,
        found: &mut Vec<Eliminations>,
    ) -> bool {
        *tries += 1;
        let Some((first, rest)) = petals.split_first() else {
            let sets: Vec<&PlainSet> = chosen.iter().map(|&set| &self.sets[set]).collect();
            let common =
                (0..9).filter(|z| sets.iter().all(|set| set.digits.contains(z)) && !digits.contains(z));
            let gone: Eliminations =
                common.flat_map(|z| self.seen(&sets, z)).filter(|at| at.cell.index() != stem).collect();
            if !gone.is_empty() {
                found.push(gone);
            }
            return *tries < TRIES;
        };
        for &petal in first {
            let apart = |other: &usize| {
                self.sets[*other].cells.iter().all(|cell| !self.sets[petal].cells.contains(cell))
            };
            if chosen.iter().all(apart) {
                chosen.push(petal);
                if !self.bloom(stem, digits, rest, chosen, tries, found) {
                    return false;
                }
                chosen.pop();
            }
        }
        true
    }
}

/// Continues from a set entered by `digit`, where `first` is the digit of the first link. Returns whether the
/// limit was not reached.
fn go_on(
    next: &[Vec<(usize, Vec<usize>)>],
    way: &mut Vec<usize>,
    digit: usize,
    first: usize,
    length: usize,
    tries: &mut usize,
    each: &mut dyn FnMut(usize, usize, &[usize]),
) -> bool {
    let links = way.len() - 1;
    if links == length {
        return true;
    }
    for (to, by) in &next[way[links]] {
        *tries += 1;
        if *tries > TRIES {
            return false;
        }
        let left: Vec<usize> = by.iter().copied().filter(|&other| other != digit).collect();
        if left.is_empty() || way.contains(to) {
            continue;
        }
        way.push(*to);
        if links >= 2 {
            let but: Vec<usize> = std::iter::once(first).chain(left.iter().copied()).collect();
            each(way[0], *to, &but);
        }
        if !go_on(next, way, left[0], first, length, tries, each) {
            return false;
        }
        way.pop();
    }
    true
}

/// States along paths of this project's puzzles, by techniques of all kinds.
fn states() -> Vec<Candidates> {
    let mut states = Vec::new();
    let mut scratch = HumanScratch::default();
    let options = Options::proven();
    for mut state in puzzles().into_iter().step_by(if runs_all_cases() { 2 } else { 12 }) {
        let families = [Family::Single, Family::Locked, Family::Subset, Family::SueDeCoq, Family::Als];
        while let Some(step) = {
            let mut search = Search::new(&state, &options, &mut scratch, &crate::puzzle::Budget::NONE);
            families.iter().find_map(|&family| search.first(family, Techniques::family(family)))
        } {
            if !matches!(step.technique.family(), Family::Single | Family::Locked | Family::Subset) {
                states.push(state.clone());
            }
            step.apply(&mut state);
        }
    }
    states
}

fn gone(step: &Step) -> Eliminations {
    step.eliminations.iter().copied().collect()
}

fn check(
    state: &Candidates,
    options: &Options,
    technique: Technique,
    expected: &[Eliminations],
    first: Option<&Eliminations>,
) {
    let mut scratch = HumanScratch::default();
    let found = Search::new(state, options, &mut scratch, &crate::puzzle::Budget::NONE)
        .all(Techniques::only(technique))
        .unwrap();
    let found: BTreeSet<Eliminations> = found.iter().map(gone).collect();
    let expected: BTreeSet<Eliminations> = expected.iter().cloned().collect();
    assert_eq!(found, expected, "{technique} in {state:?}");
    let one = Search::new(state, options, &mut scratch, &crate::puzzle::Budget::NONE)
        .first(technique.family(), Techniques::only(technique));
    assert_eq!(one.as_ref().map(gone).as_ref(), first, "{technique} in {state:?}");
}

#[test]
fn sets_pairs_and_wings_match_the_definitions() {
    let states = states();
    assert!(states.len() > cases(50), "{}", states.len());
    for overlap in [false, true] {
        let options = Options { als_overlap: overlap, ..Options::proven() };
        for state in states.iter().step_by(1 + 3 * usize::from(overlap)) {
            let plain = PlainState::new(state, overlap);
            let mut scratch = super::AlsScratch::default();
            let sets = scratch.sets(state);
            assert_eq!(sets.len(), plain.sets.len());
            for (set, plain) in sets.iter().zip(&plain.sets) {
                assert_eq!(set.cells, plain.cells.iter().map(|&cell| Cell::new(cell)).collect());
            }
            let pairs = plain.xz();
            check(state, &options, Technique::AlsXz, &pairs, pairs.first());
            let wings = plain.wings(overlap);
            check(state, &options, Technique::AlsXyWing, &wings, wings.first());
        }
    }
}

#[test]
fn chains_match_the_definition() {
    let mut compared = [0, 0];
    for state in states() {
        let plain = PlainState::new(&state, false);
        let options = Options { als_chain_length: 3, ..Options::proven() };
        let mut scratch = HumanScratch::default();
        if let Some(found) = plain.chain_gone(true, 50) {
            let key = |gone: &Eliminations| {
                let mut gone: Vec<_> = gone.iter().map(|at| (at.digit.index(), at.cell.index())).collect();
                gone.sort_unstable();
                let later = |(at, (digit, cell)): (usize, &(usize, usize))| (80 * at + 1) * cell + digit + 1;
                (std::cmp::Reverse(gone.len()), gone.iter().enumerate().map(later).sum::<usize>())
            };
            // The first of the best: `min_by_key` takes the first of equals.
            let best = found.iter().min_by_key(|gone| key(gone));
            let wanted = Techniques::only(Technique::AlsChain);
            let step = Search::new(&state, &options, &mut scratch, &crate::puzzle::Budget::NONE)
                .first(Family::Als, wanted);
            assert_eq!(step.as_ref().map(gone).as_ref(), best, "{state:?}");
            compared[0] += 1;
        }
        if let Some(found) = plain.chain_gone(false, 3) {
            let steps = Search::new(&state, &options, &mut scratch, &crate::puzzle::Budget::NONE)
                .all(Techniques::only(Technique::AlsChain))
                .unwrap();
            let steps: BTreeSet<Eliminations> = steps.iter().map(gone).collect();
            assert_eq!(steps, found.into_iter().collect::<BTreeSet<Eliminations>>(), "{state:?}");
            compared[1] += 1;
        }
    }
    assert!(compared[0] > cases(50) && compared[1] > cases(10), "{compared:?}");
}

/// The links of a chain are links of its sets, and its ends justify the eliminations of the step.
#[test]
fn chains_are_well_formed() {
    let mut scratch = HumanScratch::default();
    let options = Options::proven();
    for state in states().iter().step_by(5) {
        for step in Search::new(state, &options, &mut scratch, &crate::puzzle::Budget::NONE)
            .all(Techniques::only(Technique::AlsChain))
            .unwrap()
        {
            let Pattern::Als { sets, commons, .. } = &step.pattern else { panic!() };
            assert!((4..=7).contains(&sets.len()));
            for pair in 0..sets.len() as u8 - 1 {
                assert!(commons.iter().any(|&(one, other, _)| (one, other) == (pair, pair + 1)));
            }
            for &(one, other, digit) in commons {
                let [a, b] = [one, other].map(|set| sets[usize::from(set)].cells & state.places(digit));
                assert!(!a.is_empty() && !b.is_empty());
                assert!(a.iter().all(|cell| b.is_subset(NEIGHBORS[cell.index()])));
            }
            for (at, set) in sets.iter().enumerate() {
                assert!(sets[..at].iter().all(|other| other != set));
                assert!(HOUSES.iter().any(|&house| set.cells.is_subset(house)));
            }
            let ends = sets[0].cells | sets[sets.len() - 1].cells;
            for at in &step.eliminations {
                assert!((ends & state.places(at.digit)).is_subset(NEIGHBORS[at.cell.index()]));
            }
        }
    }
}

#[test]
fn blossoms_match_the_definition() {
    let mut compared = 0;
    for state in states() {
        let plain = PlainState::new(&state, false);
        let Some(blossoms) = plain.blossoms() else { continue };
        check(&state, &Options::proven(), Technique::DeathBlossom, &blossoms, blossoms.first());
        compared += 1;
    }
    assert!(compared > cases(10), "{compared}");
}

#[test]
fn nothing_in_a_full_grid() {
    let state = Candidates { cells: [0; 81], empty: CellSet::EMPTY, ..Candidates::new() };
    let mut scratch = super::AlsScratch::default();
    assert!(scratch.sets(&state).is_empty());
    let (options, mut scratch) = (Options::proven(), HumanScratch::default());
    assert!(
        Search::new(&state, &options, &mut scratch, &crate::puzzle::Budget::NONE)
            .all(Techniques::family(Family::Als))
            .unwrap()
            .is_empty()
    );
}

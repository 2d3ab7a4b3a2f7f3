//! Almost locked sets: n cells of a house with n + 1 digits. Removing one digit locks the rest.
//!
//! ```text
//!   A          x          B        x is a restricted common: its places in A and in B see each other, so
//!  {1 x z} <--------> {x 2 z}      not both sets have it; the one without it is locked and has z.
//!       '---- z ---- * ----'       A cell * that sees all z of both is not z.
//! ```
//!
//! - **ALS-XZ**: one link, as drawn. With two links both sets are locked except for the link digits. Every other
//!   digit of either set is then eliminated from cells that see all its places in the set, and the link digits are
//!   eliminated like z.
//! - **ALS-XY-Wing**: A and B are linked with C by different digits; z is common to A and B.
//! - **ALS chain**: A to Z over any number of sets; a chain leaves each set by a digit other than the one by which it
//!   entered.
//! - **Death blossom**: a stem cell, and for each of its candidates a set all of whose places of that candidate
//!   see the cell; z is common to these petals.
//!
//! Sources: bennys (players' forum, "Almost locked rules (for now)", t2510: the rules of two and three sets); B.
//! Hanson in the same thread (two sets linked twice); M. Barker (death blossom). The order of the search and the form
//! of chains follow `HoDoKu` 2.2 (B. Hobiger), so paths and scores agree with it:
//!
//! ```text
//!  sets      rows, columns, boxes; in a house a set before its extensions     sets.rs
//!  links     pairs of sets, first set first                                   links.rs
//!  XZ        the first pair          XY-Wing   the first pair of links
//!  chain     the most eliminations, then the lowest sum of cell numbers       chain.rs
//!  blossom   the first stem cell, then petals by digit                        death_blossom.rs
//! ```

mod chain;
mod death_blossom;
mod links;
mod sets;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use crate::deduction::{Als, Candidate, Extent, Pattern, Sink, Step, StepQuery, Technique};
use crate::grid::{CellSet, Digit, DigitSet};
use crate::human::Search;
use links::AlsLinks;
pub(crate) use sets::{AlmostLockedSet, bits};

pub(crate) fn find(search: &mut Search<'_>, query: StepQuery, out: Sink<'_>) -> ControlFlow<()> {
    let StepQuery { wanted, extent } = query;
    let state = search.state;
    let scratch = &mut search.scratch.als;
    scratch.prepare(state, search.options.als_overlap);
    let links = &mut scratch.links;
    if wanted.contains(Technique::AlsXz) {
        for one in 0..links.len() {
            links.reach(state, one);
            for other in links.partners(one) {
                if let Some(step) = xz(links, one, other) {
                    out(step)?;
                }
            }
        }
    }
    if wanted.contains(Technique::AlsXyWing) {
        links.reach_all(state);
        wings(links, out)?;
    }
    if wanted.contains(Technique::AlsChain) {
        links.reach_all(state);
        match extent {
            Extent::First => chain::best(links, &mut scratch.chain, out)?,
            Extent::All => {
                let length = search.options.als_chain_length as usize;
                chain::all(links, &mut scratch.chain, length, out)?;
            }
        }
    }
    if wanted.contains(Technique::DeathBlossom) {
        death_blossom::find(state, links, extent, out)?;
    }
    ControlFlow::Continue(())
}

/// Data that the family keeps between searches.
#[derive(Debug, Default)]
pub(crate) struct AlsScratch {
    links: AlsLinks,
    chain: chain::AlsChainScratch,
    listed: bool,
    linked: bool,
}

impl AlsScratch {
    /// Drops the data, because the state has changed.
    pub(crate) fn forget(&mut self) {
        self.listed = false;
        self.linked = false;
    }

    /// The almost locked sets of a state, in order; kept until the data is dropped.
    pub(crate) fn sets(&mut self, state: &crate::deduction::Candidates) -> &[AlmostLockedSet] {
        if !self.listed {
            self.links.sets.clear();
            sets::collect(state, &mut self.links.sets);
            self.listed = true;
        }
        &self.links.sets
    }

    fn prepare(&mut self, state: &crate::deduction::Candidates, overlap: bool) {
        self.sets(state);
        if !self.linked || self.links.overlap() != overlap {
            self.links.begin(overlap);
            self.linked = true;
        }
    }
}

/// The eliminations of a step: candidates, and their digits.
#[derive(Default)]
struct AlsEliminations {
    candidates: Vec<Candidate>,
    digits: u16,
}

impl AlsEliminations {
    fn add(&mut self, digit: usize, cells: CellSet) {
        if !cells.is_empty() {
            self.digits |= 1 << digit;
            self.candidates.extend(cells.iter().map(|cell| Candidate::at(cell.index(), digit)));
        }
    }

    /// The step, if it eliminates anything.
    fn step(self, technique: Technique, pattern: impl FnOnce() -> Pattern) -> Option<Step> {
        if self.candidates.is_empty() {
            return None;
        }
        let digits = DigitSet::from_bits(self.digits.into());
        Some(Step::eliminating(technique, digits, self.candidates, pattern()))
    }
}

/// The restricted commons of the sets `one` and `other` of a pattern.
fn commons(one: u8, other: u8, digits: u16) -> impl Iterator<Item = (u8, u8, Digit)> {
    bits(digits).map(move |digit| (one, other, Digit::from_index(digit)))
}

fn xz(links: &AlsLinks, one: usize, other: usize) -> Option<Step> {
    let (a, b) = (&links.sets[one], &links.sets[other]);
    let between = links.between(one, other);
    let twice = !between.is_power_of_two();
    let mut gone = AlsEliminations::default();
    // With two links, each link digit is eliminated as well, because of the other link.
    let common = a.digits & b.digits & if twice { u16::MAX } else { !between };
    for digit in bits(common) {
        gone.add(digit, a.sees[digit] & b.sees[digit]);
    }
    if twice {
        for (set, other) in [(a, b), (b, a)] {
            for digit in bits(set.digits & !between) {
                gone.add(digit, set.sees[digit].minus(other.cells));
            }
        }
    }
    gone.step(Technique::AlsXz, || Pattern::Als {
        sets: vec![a.shown(), b.shown()],
        commons: commons(0, 1, between).collect(),
        stem: None,
    })
}

/// Reports the wings of every pair of links with one set in common, in the order of links.
fn wings(links: &AlsLinks, out: Sink<'_>) -> ControlFlow<()> {
    let end = links.len();
    for p in 0..end {
        for q in links.linked(p, p + 1, end) {
            let first = links.between(p, q);
            for b in links.wings(p, q, q + 1, end) {
                wing(links, [q, p, b], first, out)?;
            }
            for b in links.wings(q, p, p + 1, q).chain(links.wings(q, p, q + 1, end)) {
                wing(links, [p, q, b], first, out)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Reports the wing of three sets if it eliminates anything; `first` contains the links between the first two sets.
fn wing(links: &AlsLinks, sets: [usize; 3], first: u16, out: Sink<'_>) -> ControlFlow<()> {
    let [one, middle, other] = sets.map(|set| &links.sets[set]);
    let apart = if links.overlap() {
        !one.cells.is_subset(other.cells) && !other.cells.is_subset(one.cells)
    } else {
        one.cells.is_disjoint(other.cells)
    };
    // Most pairs of sets see common candidates only of the digits that link them.
    let sees = |z: usize| !one.sees[z].is_disjoint(other.sees[z]);
    if !apart || !bits(one.digits & other.digits & !first).any(sees) {
        return ControlFlow::Continue(());
    }
    let second = links.between(sets[1], sets[2]);
    if first == second && first.is_power_of_two() {
        return ControlFlow::Continue(());
    }
    let mut gone = AlsEliminations::default();
    for digit in bits(one.digits & other.digits & !(first | second)) {
        gone.add(digit, one.sees[digit] & other.sees[digit]);
    }
    let step = gone.step(Technique::AlsXyWing, || Pattern::Als {
        sets: vec![one.shown(), middle.shown(), other.shown()],
        commons: commons(0, 1, first).chain(commons(1, 2, second)).collect(),
        stem: None,
    });
    match step {
        Some(step) => out(step),
        None => ControlFlow::Continue(()),
    }
}

/// The sets of a pattern from their numbers.
fn shown(links: &AlsLinks, sets: impl IntoIterator<Item = usize>) -> Vec<Als> {
    sets.into_iter().map(|set| links.sets[set].shown()).collect()
}

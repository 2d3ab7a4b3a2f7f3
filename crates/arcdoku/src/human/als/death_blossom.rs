//! Death blossom: the stem cell takes one of its digits, which locks the petal of this digit. Every petal contains z,
//! so one of the petals has z.

use std::ops::ControlFlow;

use super::links::AlsLinks;
use super::sets::{bits, ones};
use super::{AlsEliminations, commons, shown};
use crate::deduction::{Candidates, Extent, Pattern, Sink, Step, Technique};
use crate::grid::{Cell, CellSet};
use crate::human::order::FewestCells;

/// The most petals that are tried for a candidate of a stem cell (as in `HoDoKu`).
const PETALS: usize = 100;

/// Finds the first step, or for each set of eliminations the step with the fewest cells.
pub(super) fn find(state: &Candidates, links: &AlsLinks, extent: Extent, out: Sink<'_>) -> ControlFlow<()> {
    match extent {
        Extent::First => stems(state, links, &mut |blossom| match blossom.step() {
            Some(step) => out(step),
            None => ControlFlow::Continue(()),
        }),
        Extent::All => {
            let mut best = FewestCells::default();
            stems(state, links, &mut |blossom| {
                let Some(step) = blossom.step() else { return ControlFlow::Continue(()) };
                let cells = blossom.petals.iter().map(|&(_, set)| links.sets[set].cells.len()).sum();
                best.push(cells, step);
                ControlFlow::Continue(())
            })?;
            best.into_steps().try_for_each(out)
        }
    }
}

fn stems(
    state: &Candidates,
    links: &AlsLinks,
    each: &mut dyn FnMut(&Blossom<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for stem in state.empty {
        let digits = state.cells[stem.index()];
        let has_petals = |digit| links.index.seeing(digit, stem.index()).iter().any(|&word| word != 0);
        if !bits(digits).all(has_petals) {
            continue;
        }
        let mut blossom = Blossom { links, stem, digits, petals: Vec::new() };
        let seen = std::array::from_fn(|digit| match digits >> digit & 1 {
            0 => state.places[digit].minus(CellSet::single(stem)),
            _ => CellSet::EMPTY,
        });
        blossom.grow(digits, CellSet::EMPTY, seen, each)?;
    }
    ControlFlow::Continue(())
}

/// A stem cell with petals for some of its candidates.
struct Blossom<'a> {
    links: &'a AlsLinks,
    stem: Cell,
    /// The candidates of the stem.
    digits: u16,
    /// The digit and the set of each petal.
    petals: Vec<(usize, usize)>,
}

impl Blossom<'_> {
    /// Tries all petals for the digits in `left` that share no cells with `cells`. `seen` contains the candidates that
    /// all petals chosen so far see.
    fn grow(
        &mut self,
        left: u16,
        cells: CellSet,
        seen: [CellSet; 9],
        each: &mut dyn FnMut(&Blossom<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(digit) = bits(left).next() else { return each(self) };
        let links = self.links;
        let row = links.index.seeing(digit, self.stem.index());
        for petal in ones(row.iter().copied(), 0, links.len()).take(PETALS) {
            let set = &links.sets[petal];
            if !links.overlap() && !set.cells.is_disjoint(cells) {
                continue;
            }
            let seen: [CellSet; 9] = std::array::from_fn(|z| seen[z] & set.sees[z]);
            if seen.iter().all(|seen| seen.is_empty()) {
                continue;
            }
            self.petals.push((digit, petal));
            self.grow(left & (left - 1), cells | set.cells, seen, each)?;
            self.petals.pop();
        }
        ControlFlow::Continue(())
    }

    fn step(&self) -> Option<Step> {
        let sets = &self.links.sets;
        let mut gone = AlsEliminations::default();
        for z in bits(!self.digits & 0x1ff) {
            let all = self.petals.iter().map(|&(_, set)| sets[set].sees[z]);
            if let Some(seen) = all.reduce(|all, seen| all & seen) {
                gone.add(z, seen.minus(CellSet::single(self.stem)));
            }
        }
        gone.step(Technique::DeathBlossom, || Pattern::Als {
            sets: shown(self.links, self.petals.iter().map(|&(_, set)| set)),
            commons: (0..)
                .zip(&self.petals)
                .flat_map(|(petal, &(digit, _))| commons(petal, petal, 1 << digit))
                .collect(),
            stem: Some(self.stem),
        })
    }
}

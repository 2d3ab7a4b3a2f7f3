//! Kraken fish: finned fish whose fins reach the eliminations through chains instead of seeing them directly.
//!
//! Either a fin is true, or the fish exists without fins; in that case each cover set has its digit in a base set.
//!
//! ```text
//!  type 1   an elimination of the finless fish is valid if each fin implies that it is false
//!  type 2   any candidate is eliminated if it is false whenever a fin is true, and whenever a base place in some
//!           cover set is true
//! ```
//!
//! Consequences are the consequences of chains with groups (and almost locked sets, by option). Fish of all sizes are
//! found in one search, in lexicographic order (B. Hobiger's order); a solver takes the first.

use std::ops::ControlFlow;

use super::chain::table::{self, Consequences, Implications};
use super::fish::{FoundFish, almost};
use crate::deduction::{Candidate, Candidates, Pattern, Sink, Step, StepQuery, Technique, Techniques, go_on};
use crate::grid::{CellSet, Digit, DigitSet};
use crate::human::Search;
use crate::human::als::AlmostLockedSet;

pub(crate) fn find(search: &mut Search<'_>, query: StepQuery, out: Sink<'_>) -> ControlFlow<()> {
    let wanted = query.wanted;
    let Search { state, options, scratch, budget } = search;
    let (kind, sets) = if options.als_in_chains {
        (table::NodeKinds::Sets, scratch.als.sets(state))
    } else {
        (table::NodeKinds::Grouped, &[][..])
    };
    scratch.chain.table.build(state, kind, sets);
    let mut hunt = KrakenSearch {
        state,
        table: &scratch.chain.table,
        sets,
        wanted,
        spreads: std::iter::repeat_with(Consequences::default).take(81).collect(),
        gone: vec![[CellSet::EMPTY; 9]; 81],
        digit: 0,
        best: Vec::new(),
    };
    let fins = [options.kraken_fins, options.kraken_endo_fins];
    for (digit, &places) in state.places.iter().enumerate() {
        hunt.begin(digit, places);
        almost(digit, places, options.kraken_size as usize, fins, &mut |catch| {
            go_on(budget)?;
            hunt.look(catch, out)
        })?;
    }
    ControlFlow::Continue(())
}

/// The complexity of an instance: the rank of its fish, then the number of nodes of its chains.
type KrakenRank = ((u8, u32, bool), usize);

struct KrakenSearch<'a> {
    state: &'a Candidates,
    table: &'a Implications,
    sets: &'a [AlmostLockedSet],
    wanted: Techniques,
    /// The consequences of the digit in each of its places.
    spreads: Vec<Consequences>,
    /// For each place of the fish digit and each digit: the cells where this digit is then false.
    gone: Vec<[CellSet; 9]>,
    digit: usize,
    /// The simplest instance of each type for each candidate. An instance is reported only if it is simpler than the
    /// earlier ones.
    best: Vec<Option<KrakenRank>>,
}

impl KrakenSearch<'_> {
    fn begin(&mut self, digit: usize, places: CellSet) {
        self.digit = digit;
        self.best.clear();
        self.best.resize(2 * 81 * 9, None);
        for cell in places {
            let (spread, gone) = (&mut self.spreads[cell.index()], &mut self.gone[cell.index()]);
            spread.run(self.table, self.table.node(cell.index(), digit, true));
            *gone = [CellSet::EMPTY; 9];
            for &node in &spread.order {
                if self.table.is_plain(node) && !self.table.is_on(node) {
                    let (cell, digit) = self.table.place(usize::from(node / 2));
                    gone[digit].insert(crate::grid::Cell::new(cell));
                }
            }
        }
    }

    /// The places of a digit where it is false no matter which of the `starts` has the fish digit.
    fn goes(&self, starts: CellSet, digit: usize) -> CellSet {
        let places = self.state.places[digit];
        starts.iter().fold(places, |goes, start| goes & self.gone[start.index()][digit])
    }

    fn look(&mut self, catch: &FoundFish, out: Sink<'_>) -> ControlFlow<()> {
        if self.wanted.contains(Technique::KrakenFish1) {
            for cell in self.goes(catch.fins, self.digit) & catch.gone {
                let at = Candidate::at(cell.index(), self.digit);
                self.show(Technique::KrakenFish1, catch, catch.fins, at, out)?;
            }
        }
        if !self.wanted.contains(Technique::KrakenFish2) {
            return ControlFlow::Continue(());
        }
        for cover in catch.covers() {
            let cells = cover.cells() & self.state.places[self.digit];
            let covered = (cells & catch.places).minus(catch.cannibals);
            // If chains start at all places of a house, the fish is not needed.
            if covered == cells {
                continue;
            }
            let starts = covered | catch.fins;
            for digit in 0..9 {
                for cell in self.goes(starts, digit).minus(starts) {
                    let at = Candidate::at(cell.index(), digit);
                    self.show(Technique::KrakenFish2, catch, starts, at, out)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Reports an instance, unless a simpler one eliminates the same candidate.
    fn show(
        &mut self,
        technique: Technique,
        catch: &FoundFish,
        starts: CellSet,
        at: Candidate,
        out: Sink<'_>,
    ) -> ControlFlow<()> {
        let end = self.table.node(at.cell.index(), at.digit.index(), false);
        let best = &mut self.best[81
            * (9 * usize::from(technique == Technique::KrakenFish2) + at.digit.index())
            + at.cell.index()];
        let rank = catch.rank();
        if best.is_some_and(|(simplest, _)| simplest < rank) {
            return ControlFlow::Continue(());
        }
        let mut paths = Vec::with_capacity(starts.len());
        let mut length = 0;
        for start in starts {
            let mut path = Vec::new();
            self.spreads[start.index()].path(end, &mut path);
            length += path.len();
            paths.push(path);
        }
        if best.is_some_and(|best| best <= (rank, length)) {
            return ControlFlow::Continue(());
        }
        *best = Some((rank, length));
        let chains = paths.iter().map(|path| table::chain(self.table, self.sets, path, false)).collect();
        let mut fish = catch.fish();
        fish.cannibals = if technique == Technique::KrakenFish1 {
            fish.cannibals & CellSet::single(at.cell)
        } else {
            CellSet::EMPTY
        };
        let digits = DigitSet::single(Digit::from_index(self.digit));
        out(Step::eliminating(technique, digits, vec![at], Pattern::Kraken { fish, chains }))
    }
}

#[cfg(test)]
mod tests {
    use crate::deduction::houses::{HOUSES, seen_by_all};
    use crate::deduction::{Family, Options, Pattern, Technique, Techniques};
    use crate::grid::CellSet;
    use crate::human::{HumanScratch, Search};
    use crate::testing::states;

    #[test]
    fn chains_lead_from_fins_and_covered_places() {
        let (options, mut scratch) = (Options::proven(), HumanScratch::default());
        let wanted = Techniques::family(Family::Kraken);
        let mut types = [0; 2];
        for (state, solution) in states::some().into_iter().step_by(3) {
            let mut search = Search::new(&state, &options, &mut scratch, &crate::puzzle::Budget::NONE);
            let all = search.all(wanted).unwrap();
            assert_eq!(search.first(Family::Kraken, wanted).as_ref(), all.first());
            for step in all {
                assert!(states::is_sound(&step, &solution), "{step:?}");
                let Pattern::Kraken { fish, chains } = &step.pattern else { panic!("{step:?}") };
                let places = state.places(fish.digit);
                let target = step.eliminations[0];
                let fins = fish.fins | fish.endo_fins;
                assert!(!fins.is_empty() && !seen_by_all(fins).is_empty(), "{step:?}");
                let mut starts = CellSet::EMPTY;
                for chain in chains {
                    let (start, end) = (chain.nodes[0], chain.nodes[chain.nodes.len() - 1]);
                    assert!(start.on && start.digit == fish.digit && start.cells.is_single(), "{step:?}");
                    assert!(
                        !end.on && end.digit == target.digit && end.cells.contains(target.cell),
                        "{step:?}"
                    );
                    starts |= start.cells;
                }
                let is_first = step.technique == Technique::KrakenFish1;
                types[usize::from(!is_first)] += 1;
                if is_first {
                    assert_eq!(starts, fins, "{step:?}");
                    continue;
                }
                // Every place that a cover set shares with the base sets is a start, unless two cover sets contain
                // it.
                let twice = |cell| fish.cover.iter().filter(|cover| cover.cells().contains(cell)).count() > 1;
                let explains = |cover: usize| {
                    let base = (HOUSES[cover] & places & (fish.body | fins)).iter();
                    base.filter(|&cell| !twice(cell)).collect::<CellSet>() | fins == starts
                };
                assert!(fish.cover.iter().any(|cover| explains(cover.index())), "{step:?}");
            }
        }
        assert!(types.iter().all(|&count| count > 10), "{types:?}");
    }
}

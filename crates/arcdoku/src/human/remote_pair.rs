//! Remote pair: cells with the same two candidates, each of which sees the next.
//!
//! ```text
//!   ab . ab | . . .     The digits alternate, so two cells an odd number of links apart have both:
//!   .  . .  | . * .     cells that see both lose a and b.
//!   .  . ab | . ab .
//! ```

use std::cmp::Reverse;
use std::ops::ControlFlow;

use super::links::{CellsByCount, candidates, pair, rank, seen_by_both};
use super::order::weight;
use crate::deduction::houses::NEIGHBORS;
use crate::deduction::{
    Candidate, Candidates, Chain, Extent, Node, Pattern, Sink, Step, StepQuery, Technique,
};
use crate::grid::{Cell, CellSet, Digit, DigitSet};
use crate::human::Search;

pub(crate) fn find(search: &mut Search<'_>, query: StepQuery, out: Sink<'_>) -> ControlFlow<()> {
    let StepQuery { wanted, extent } = query;
    if !wanted.contains(Technique::RemotePair) {
        return ControlFlow::Continue(());
    }
    let state = search.state;
    let two = CellsByCount::of(state).two;
    let mut groups = CellSet::EMPTY;
    for a in 0..9 {
        let with_a = state.places[a] & two;
        for b in a + 1..9 {
            let cells = state.places[b] & with_a;
            if cells.len() >= 4 {
                groups |= cells;
            }
        }
    }
    if groups.is_empty() {
        return ControlFlow::Continue(());
    }
    let most = (search.options.x_chain_length as usize).div_ceil(2).min(MOST);
    match extent {
        Extent::First => {
            let mut best: Option<(_, RemotePairChain)> = None;
            let _ = all(state, groups, two, most, &mut |remote| {
                let gone = remote.gone_in_order();
                let weight = weight(gone.iter().map(|gone| (gone.cell.index(), gone.digit.index())));
                let key = (Reverse(gone.len()), weight, remote.count);
                // If several chains are equally good, the first one found is taken.
                if best.as_ref().is_none_or(|(least, _)| key < *least) {
                    best = Some((key, *remote));
                }
                ControlFlow::Continue(())
            });
            best.map_or(ControlFlow::Continue(()), |(_, remote)| out(remote.step()))
        }
        Extent::All => {
            // A chain is skipped if a chain that is not longer has the same eliminations.
            let mut listed: Vec<(Vec<_>, usize)> = Vec::new();
            all(state, groups, two, most, &mut |remote| {
                let step = remote.step();
                let same =
                    |(gone, count): &(Vec<_>, usize)| *gone == step.eliminations && *count <= remote.count;
                if listed.iter().any(same) {
                    return ControlFlow::Continue(());
                }
                listed.push((step.eliminations.clone(), remote.count));
                out(step)
            })
        }
    }
}

/// The largest number of cells of a chain.
const MOST: usize = 40;

/// A chain of cells with the same two candidates.
#[derive(Clone, Copy)]
struct RemotePairChain {
    digits: [usize; 2],
    cells: [u8; MOST],
    count: usize,
    /// The eliminations for each digit.
    gone: [CellSet; 2],
}

impl RemotePairChain {
    /// The eliminations, by digit and then by cell.
    fn gone_in_order(&self) -> Vec<Candidate> {
        let mut gone = candidates(self.gone[0], self.digits[0]);
        gone.extend(candidates(self.gone[1], self.digits[1]));
        gone.sort_by_key(|gone| (gone.digit, gone.cell));
        gone
    }

    fn step(&self) -> Step {
        let [a, b] = self.digits;
        let digits = DigitSet::from_bits(1 << a | 1 << b);
        let gone = self.gone_in_order();
        let mut nodes = Vec::new();
        for (at, &cell) in self.cells[..self.count].iter().enumerate() {
            let cells = CellSet::single(Cell::new(cell.into()));
            for (turn, on) in [(at % 2, false), (1 - at % 2, true)] {
                nodes.push(Node { cells, digit: Digit::from_index(self.digits[turn]), on, als: None });
            }
        }
        let pattern = Pattern::Chain(vec![Chain { nodes, closed: false }]);
        Step::eliminating(Technique::RemotePair, digits, gone, pattern)
    }
}

/// All chains of an even number of cells, at least four, that eliminate their first digit from cells that see both
/// ends; eliminations between other cells count as well.
fn all(
    state: &Candidates,
    groups: CellSet,
    two: CellSet,
    most: usize,
    each: &mut dyn FnMut(&RemotePairChain) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for start in groups {
        let [a, b] = pair(state.cells[start.index()]);
        for digits in [[a, b], [b, a]] {
            let free = (state.places[a] & state.places[b] & two).minus(CellSet::single(start));
            let mut cells = [0; MOST];
            cells[0] = start.index() as u8;
            let mut remote = RemotePairChain { digits, cells, count: 1, gone: [CellSet::EMPTY; 2] };
            grow(state, &mut remote, free, most, each)?;
        }
    }
    ControlFlow::Continue(())
}

fn grow(
    state: &Candidates,
    remote: &mut RemotePairChain,
    free: CellSet,
    most: usize,
    each: &mut dyn FnMut(&RemotePairChain) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let count = remote.count;
    if count >= 4 && count.is_multiple_of(2) {
        check(state, remote, each)?;
    }
    if count == most {
        return ControlFlow::Continue(());
    }
    let last = usize::from(remote.cells[count - 1]);
    let next = free & NEIGHBORS[last];
    for kind in 0..3 {
        for cell in next.iter().filter(|cell| rank(last, cell.index()).0 == kind) {
            remote.cells[count] = cell.index() as u8;
            remote.count = count + 1;
            grow(state, remote, free.minus(CellSet::single(cell)), most, each)?;
        }
    }
    remote.count = count;
    ControlFlow::Continue(())
}

fn check(
    state: &Candidates,
    remote: &mut RemotePairChain,
    each: &mut dyn FnMut(&RemotePairChain) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let places = remote.digits.map(|digit| state.places[digit]);
    let cells = &remote.cells[..remote.count];
    let between = |i: usize, j: usize| seen_by_both(cells[i].into(), cells[j].into());
    if places[0].is_disjoint(between(0, cells.len() - 1)) {
        return ControlFlow::Continue(());
    }
    let mut seen = CellSet::EMPTY;
    for i in 0..cells.len() {
        for j in (i + 3..cells.len()).step_by(2) {
            seen |= between(i, j);
        }
    }
    remote.gone = places.map(|places| places & seen);
    each(remote)
}

#[cfg(test)]
mod tests {
    use super::super::links::states::{all, first, with_cells};
    use super::*;
    use crate::deduction::Options;

    #[test]
    fn ends_are_an_odd_number_of_links_apart() {
        let pair: &[usize] = &[1, 2];
        let state = with_cells(&[(11, pair), (15, pair), (45, pair), (48, pair)]);
        assert_eq!(first(&state, Technique::RemotePair), [118, 141, 218, 241]);
        assert_eq!(all(&state, Technique::RemotePair, &Options::proven()).len(), 1);
        let options = Options { x_chain_length: 6, ..Options::proven() };
        assert!(all(&state, Technique::RemotePair, &options).is_empty());
        // Three cells are a chain with an even number of links.
        assert!(first(&with_cells(&[(11, pair), (15, pair), (45, pair)]), Technique::RemotePair).is_empty());
    }

    #[test]
    fn longer_chains_exclude_between_all_cells() {
        let pair: &[usize] = &[1, 2];
        let state = with_cells(&[(11, pair), (15, pair), (45, pair), (48, pair), (78, pair), (79, pair)]);
        let lost = first(&state, Technique::RemotePair);
        assert!([118, 141, 175, 119, 171].iter().all(|gone| lost.contains(gone)), "{lost:?}");
    }
}

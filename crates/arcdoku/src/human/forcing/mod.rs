//! Forcing chains and nets: the consequences of an assumption, whether it is true or not.
//!
//! ```text
//!  contradiction    a -> x on        a -> x on        a -> every candidate of a cell off,
//!                   a -> x off       a -> y on             or every place of a digit in a house
//!                                    in one cell or house, x and y exclude each other
//!                   a is false; or true, if the assumption was that it is false
//!
//!  verity           a on  -> x       each candidate of a cell -> x, or each place of a digit in a house
//!                   a off -> x       x holds
//! ```
//!
//! A chain follows one implication after the other (see chain/table.rs). A net fills the singles that result from an
//! assumption, round after round, so a node may have several causes (see net.rs). First all consequences are computed
//! as bits, which show the possible conclusions. Then, for each conclusion, the ways to reach it are compared, and
//! only for these ways are the implications followed one by one.
//!
//! Conclusions come in this order: cells that can be filled, then candidates that can be eliminated, each in
//! reading order. For each conclusion the way with the fewest nodes is reported, a contradiction before a verity.
//! Sources: Trebor's tables; forcing nets of the players' forum, 2005; order and lengths as in `HoDoKu` (B. Hobiger).

mod net;
#[cfg(test)]
mod tests;
mod trial;

use std::ops::ControlFlow;

use crate::deduction::houses::{HOUSES, House, NEIGHBORS};
use crate::deduction::{
    Candidate, Candidates, Extent, Net, Pattern, Premise, Sink, Step, StepQuery, Technique, Techniques,
};
use crate::grid::{Cell, CellSet, Digit};
use crate::human::Search;
use crate::human::als::AlmostLockedSet;
use crate::human::chain::closure::Closure;
use crate::human::chain::table::{self, Consequences, Implications, NodeKinds, NodeView};

const CHAINS: Techniques =
    Techniques::of(&[Technique::ForcingChainContradiction, Technique::ForcingChainVerity]);

const NETS: Techniques = Techniques::of(&[Technique::ForcingNetContradiction, Technique::ForcingNetVerity]);

/// Data that the family keeps between searches.
#[derive(Debug, Default)]
pub(crate) struct ForcingScratch {
    closure: Closure,
    lists: net::NetLists,
}

pub(crate) fn find(search: &mut Search<'_>, query: StepQuery, out: Sink<'_>) -> ControlFlow<()> {
    let StepQuery { wanted, extent } = query;
    let kind = if search.options.als_in_chains { NodeKinds::Sets } else { NodeKinds::Grouped };
    for (nets, techniques) in [(false, CHAINS), (true, NETS)] {
        if !wanted.meets(techniques) {
            continue;
        }
        let (state, scratch) = (search.state, &mut search.scratch.forcing);
        let chain = &mut search.scratch.chain;
        let sets = if kind == NodeKinds::Sets { search.scratch.als.sets(state) } else { &[] };
        chain.close(state, kind, sets);
        let table = &chain.table;
        let (ways, closure) = if nets {
            scratch.lists.build(state, table, search.options.net_depth);
            let lists = &mut scratch.lists;
            scratch.closure.run_with(table.nodes(), |node| lists.after(node));
            (InferenceMode::Nets(lists), &scratch.closure)
        } else {
            chain.spread.forget();
            (InferenceMode::Chains(&mut chain.spread), &chain.closure)
        };
        let allowed = allowed(state);
        let houses: Vec<_> = places(state).collect();
        let is_full =
            |&&(house, digit, places): &&HousePlaces| (allowed[digit] & HOUSES[house]).is_subset(places);
        let full = houses.iter().filter(is_full).copied().collect();
        ForcingSearch { state, table, sets, closure, ways, extent, wanted, houses, full }.push(out)?;
    }
    ControlFlow::Continue(())
}

/// How an end follows from a start.
enum InferenceMode<'a> {
    Chains(&'a mut Consequences),
    Nets(&'a mut net::NetLists),
}

/// A way to reach a conclusion: each start implies its end.
#[derive(Clone, Copy)]
struct ForcingCase {
    ends: [(u16, u16); 9],
    count: usize,
    premise: Premise,
}

impl ForcingCase {
    fn new(premise: Premise, ends: impl Iterator<Item = (u16, u16)>) -> Self {
        let mut way = Self { ends: [(0, 0); 9], count: 0, premise };
        for (place, end) in way.ends.iter_mut().zip(ends) {
            *place = end;
            way.count += 1;
        }
        way
    }

    fn ends(&self) -> &[(u16, u16)] {
        &self.ends[..self.count]
    }
}

struct ForcingSearch<'a> {
    state: &'a Candidates,
    table: &'a Implications,
    sets: &'a [AlmostLockedSet],
    closure: &'a Closure,
    ways: InferenceMode<'a>,
    extent: Extent,
    wanted: Techniques,
    houses: Vec<HousePlaces>,
    /// The houses and digits whose lost places were all lost to filled cells. The search for a digit without a place in
    /// a house is limited to these, as in B. Hobiger's search.
    full: Vec<HousePlaces>,
}

/// A house, a digit and its places in the house.
type HousePlaces = (usize, usize, CellSet);

/// Every house and digit with its places, if any.
fn places(state: &Candidates) -> impl Iterator<Item = HousePlaces> {
    let places = |house: usize, digit: usize| state.places[digit] & HOUSES[house];
    (0..27)
        .flat_map(move |house| (0..9).map(move |digit| (house, digit, places(house, digit))))
        .filter(|(.., places)| !places.is_empty())
}

/// The possible places of each digit if candidates were removed by filled cells only.
fn allowed(state: &Candidates) -> [CellSet; 9] {
    let mut allowed = [state.empty; 9];
    for (cell, &value) in state.values.iter().enumerate().filter(|(_, value)| **value != 0) {
        let digit = usize::from(value) - 1;
        allowed[digit] = allowed[digit].minus(NEIGHBORS[cell]);
    }
    allowed
}

impl ForcingSearch<'_> {
    fn push(&mut self, out: Sink<'_>) -> ControlFlow<()> {
        let (results, absurd) = self.results();
        let is_result = |node: &u16| results[usize::from(*node) / 64] >> (node % 64) & 1 == 1;
        let nodes = 2 * self.table.len() as u16;
        for node in (1..nodes).step_by(2).chain((0..nodes).step_by(2)).filter(is_result) {
            let start = node ^ 1;
            let is_absurd = absurd[usize::from(start) / 64] >> (start % 64) & 1 == 1;
            self.conclude(node, is_absurd, out)?;
        }
        ControlFlow::Continue(())
    }

    /// Pushes the shortest ways to conclude a node: by contradiction and by verity. A search for the first step gets
    /// only the better of the two.
    fn conclude(&mut self, node: u16, is_absurd: bool, out: Sink<'_>) -> ControlFlow<()> {
        let nets = matches!(self.ways, InferenceMode::Nets(_));
        let [contradiction, verity] = if nets {
            [Technique::ForcingNetContradiction, Technique::ForcingNetVerity]
        } else {
            [Technique::ForcingChainContradiction, Technique::ForcingChainVerity]
        };
        let mut steps = Vec::new();
        if self.wanted.contains(contradiction) && is_absurd {
            let ways = self.contradictions(node ^ 1);
            steps.extend(self.shortest(&ways).map(|(length, way)| (length, contradiction, way)));
        }
        // Both ways fill the same cell. If one of them is a contradiction, only the contradiction is reported.
        let enough = self.extent == Extent::First && !steps.is_empty() && self.table.is_on(node);
        if self.wanted.contains(verity) && !enough {
            let ways = self.verities(node);
            steps.extend(self.shortest(&ways).map(|(length, way)| (length, verity, way)));
        }
        if self.extent == Extent::First {
            steps.sort_by_key(|&(length, ..)| length);
            steps.truncate(1);
        }
        for (_, technique, way) in steps {
            out(self.step(technique, node, &way))?;
        }
        ControlFlow::Continue(())
    }

    /// The nodes that can be concluded and the assumptions that lead to a contradiction, as bits.
    fn results(&self) -> (Vec<u64>, Vec<u64>) {
        let words = self.closure.words();
        let mut results = vec![0; words];
        let mut common = vec![0; words];
        // A contradiction proves the opposite of its assumption, so on and off are exchanged.
        let absurd = self.absurd();
        for (result, absurd) in results.iter_mut().zip(&absurd) {
            let off = 0x5555_5555_5555_5555;
            *result = (absurd & off) << 1 | absurd >> 1 & off;
        }
        for number in 0..self.table.len() {
            let [off, on] = [0, 1].map(|on| self.closure.row(2 * number as u16 + on));
            for (word, (off, on)) in off.iter().zip(on).enumerate() {
                common[word] = off & on;
            }
            let (cell, _) = self.table.place(number);
            for node in self.nodes_of(cell) {
                common[usize::from(node) / 64] &= !(1 << (node % 64));
            }
            results.iter_mut().zip(&common).for_each(|(all, more)| *all |= more);
        }
        self.premises(&mut |_, starts| {
            let mut starts = starts.iter();
            if let Some(&first) = starts.next() {
                common.copy_from_slice(self.closure.row(first));
                for &start in starts {
                    common.iter_mut().zip(self.closure.row(start)).for_each(|(all, row)| *all &= row);
                }
                results.iter_mut().zip(&common).for_each(|(all, more)| *all |= more);
            }
        });
        (results, absurd)
    }

    /// The nodes of the candidates of a cell.
    fn nodes_of(&self, cell: usize) -> std::ops::Range<u16> {
        let digits = self.state.cells[cell];
        let first = self.table.node(cell, digits.trailing_zeros() as usize, false);
        first..first + 2 * digits.count_ones() as u16
    }

    /// Every cell with its candidates, and every house with the places of a digit, as nodes that are on.
    fn premises(&self, each: &mut dyn FnMut(Premise, &[u16])) {
        let mut starts = [0; 9];
        for cell in self.state.empty {
            let nodes = self.nodes_of(cell.index());
            let count = nodes.len() / 2;
            for (start, node) in starts.iter_mut().zip(nodes.skip(1).step_by(2)) {
                *start = node;
            }
            each(Premise::Cell(cell), &starts[..count]);
        }
        for &(house, digit, places) in &self.houses {
            for (start, cell) in starts.iter_mut().zip(places) {
                *start = self.table.node(cell.index(), digit, true);
            }
            each(Premise::House(House::new(house), Digit::from_index(digit)), &starts[..places.len()]);
        }
    }

    /// The assumptions that lead to a contradiction, as bits.
    fn absurd(&self) -> Vec<u64> {
        let words = self.closure.words();
        let nodes = 2 * self.table.len() as u16;
        let mut absurd = vec![0; words];
        let off = 0x5555_5555_5555_5555;
        let last = |word: usize| u64::MAX >> (64 * (word + 1)).saturating_sub(nodes.into()).min(63);
        let plain: Vec<u64> =
            (0..words).map(|word| if 64 * word < nodes.into() { off & last(word) } else { 0 }).collect();
        // A candidate would be on and off. This includes two digits in a cell and one digit twice in a house, because
        // each eliminates the other.
        for node in 0..nodes {
            if self.closure.row(node).iter().zip(&plain).any(|(row, plain)| row & row >> 1 & plain != 0) {
                absurd[usize::from(node) / 64] |= 1 << (node % 64);
            }
        }
        // A cell would have no candidate, or a digit no place in a house.
        let columns = self.closure.columns();
        let mut empties = |ends: &mut dyn Iterator<Item = u16>| {
            let mut all = vec![u64::MAX; words];
            for end in ends {
                let column = &columns[usize::from(end) * words..][..words];
                all.iter_mut().zip(column).for_each(|(all, column)| *all &= column);
            }
            absurd.iter_mut().zip(all).for_each(|(absurd, all)| *absurd |= all);
        };
        for cell in self.state.empty {
            empties(&mut self.nodes_of(cell.index()).step_by(2));
        }
        for &(_, digit, places) in &self.full {
            empties(&mut places.iter().map(|cell| self.table.node(cell.index(), digit, false)));
        }
        absurd
    }

    /// All contradictions of an assumption, in order.
    fn contradictions(&self, start: u16) -> Vec<ForcingCase> {
        let table = self.table;
        let (mut on, mut off) = ([CellSet::EMPTY; 9], [CellSet::EMPTY; 9]);
        for node in 0..2 * table.len() as u16 {
            if self.closure.follows(start, node)
                && let NodeView::Candidate(cell, digit) = table.view(node)
            {
                let all = if table.is_on(node) { &mut on } else { &mut off };
                all[usize::from(digit)].insert(Cell::new(cell.into()));
            }
        }
        let assumed = table.place(usize::from(start) / 2);
        let assumed = Premise::Candidate(Candidate::at(assumed.0, assumed.1));
        let node = |cell: Cell, digit: usize, on| (start, table.node(cell.index(), digit, on));
        let mut ways = Vec::new();
        if self.closure.follows(start, start ^ 1) {
            ways.push(ForcingCase::new(assumed, [(start, start ^ 1)].into_iter()));
        }
        for digit in 0..9 {
            if let Some(cell) = (on[digit] & off[digit]).first() {
                let ends = [node(cell, digit, false), node(cell, digit, true)];
                ways.push(ForcingCase::new(assumed, ends.into_iter()));
            }
        }
        for one in 0..9 {
            for other in one + 1..9 {
                if let Some(cell) = (on[one] & on[other]).first() {
                    let ends = [node(cell, one, true), node(cell, other, true)];
                    ways.push(ForcingCase::new(Premise::Cell(cell), ends.into_iter()));
                }
            }
        }
        let kinds = [0..9, 9..18, 18..27];
        for houses in kinds.clone() {
            for (digit, &on) in on.iter().enumerate() {
                for house in houses.clone() {
                    let cells = on & HOUSES[house];
                    if cells.len() > 1 {
                        let premise = Premise::House(House::new(house), Digit::from_index(digit));
                        ways.push(ForcingCase::new(
                            premise,
                            cells.iter().map(|cell| node(cell, digit, true)),
                        ));
                    }
                }
            }
        }
        for cell in self.state.empty {
            let digits = || (0..9).filter(|&digit| self.state.places[digit].contains(cell));
            if digits().all(|digit| off[digit].contains(cell) && !on[digit].contains(cell)) {
                ways.push(ForcingCase::new(
                    Premise::Cell(cell),
                    digits().map(|digit| node(cell, digit, false)),
                ));
            }
        }
        let mut emptied: Vec<_> =
            self.full.iter().filter(|(_, digit, places)| places.is_subset(off[*digit])).copied().collect();
        emptied.sort_by_key(|&(house, digit, _)| (house / 9, digit, house));
        for (house, digit, places) in emptied {
            let premise = Premise::House(House::new(house), Digit::from_index(digit));
            ways.push(ForcingCase::new(premise, places.iter().map(|cell| node(cell, digit, false))));
        }
        ways
    }

    /// All verities with this conclusion, in order.
    fn verities(&self, end: u16) -> Vec<ForcingCase> {
        let mut ways = Vec::new();
        let (cell, _) = self.table.place(usize::from(end) / 2);
        let own = self.nodes_of(cell);
        for off in (0..2 * self.table.len() as u16).step_by(2).filter(|off| !own.contains(off)) {
            if self.closure.follows(off, end) && self.closure.follows(off + 1, end) {
                let (cell, digit) = self.table.place(usize::from(off) / 2);
                let premise = Premise::Candidate(Candidate::at(cell, digit));
                ways.push(ForcingCase::new(premise, [(off + 1, end), (off, end)].into_iter()));
            }
        }
        self.premises(&mut |premise, starts| {
            if starts.iter().all(|&start| self.closure.follows(start, end)) {
                ways.push(ForcingCase::new(premise, starts.iter().map(|&start| (start, end))));
            }
        });
        ways
    }

    /// The first of the shortest ways, with its length. In a search for nets, only nets are considered.
    fn shortest(&mut self, ways: &[ForcingCase]) -> Option<(usize, ForcingCase)> {
        let mut best: Option<(usize, ForcingCase)> = None;
        for way in ways {
            let mut total = 0;
            let mut is_net = matches!(self.ways, InferenceMode::Chains(_));
            for &(start, end) in way.ends() {
                let (length, net) = self.measure(start, end)?;
                total += length;
                is_net |= net;
            }
            if is_net && best.as_ref().is_none_or(|&(length, _)| total < length) {
                best = Some((total, *way));
            }
        }
        best
    }

    /// The number of nodes from a start to an end, and whether they form a net.
    fn measure(&mut self, start: u16, end: u16) -> Option<(usize, bool)> {
        match &mut self.ways {
            InferenceMode::Chains(spread) => {
                spread.follow(self.table, start);
                spread.has(end).then(|| (spread.length(self.table, self.sets, end), false))
            }
            InferenceMode::Nets(lists) => lists.measure(self.table, self.sets, start, end),
        }
    }

    fn step(&mut self, technique: Technique, node: u16, way: &ForcingCase) -> Step {
        let mut path = Vec::new();
        let branches: Vec<Net> = way
            .ends()
            .iter()
            .map(|&(start, end)| match &mut self.ways {
                InferenceMode::Chains(spread) => {
                    spread.follow(self.table, start);
                    spread.path(end, &mut path);
                    table::chain(self.table, self.sets, &path, false).into_net()
                }
                InferenceMode::Nets(lists) => lists.net(self.state, self.table, self.sets, (start, end)),
            })
            .collect();
        let pattern = Pattern::Forcing { branches, premise: way.premise };
        let (cell, digit) = self.table.place(usize::from(node) / 2);
        let at = Candidate::at(cell, digit);
        if self.table.is_on(node) {
            Step::placing(technique, at, pattern)
        } else {
            let digits = crate::grid::DigitSet::single(at.digit);
            Step::eliminating(technique, digits, vec![at], pattern)
        }
    }
}

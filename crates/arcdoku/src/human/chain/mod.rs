//! X-chains and XY-chains: alternating strong and weak links, from an end that is false to an end that is true.
//!
//! ```text
//!  a = b - c = d - ... - y = z      = strong link: not both false      - weak link: not both true
//!
//!  If a is false then z is true: one of the two is true, so candidates that see both are eliminated.
//! ```
//!
//! An X-chain uses one digit; it may return to its start, which is then true. An XY-chain uses cells with two
//! candidates; each such pair is a strong link. The order of chains follows B. Hobiger's program: chains with more
//! eliminations come first, then chains with less weight (see order.rs). Equal chains are in the order in which a
//! search from each candidate in turn would find them. Among chains with the same eliminations, the one with the fewest
//! links is reported. The search here examines pairs of ends instead. The length of the shortest walk between two ends
//! is a lower bound. A chain, which is a walk that visits no cell twice, is searched for only if this bound is good
//! enough.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use crate::deduction::houses::{HOUSES, HOUSES_OF, NEIGHBORS};
use crate::deduction::{
    Candidate, Candidates, Chain, Extent, Node, Pattern, Sink, Step, StepQuery, Technique,
};
use crate::grid::{Cell, CellSet, Digit, DigitSet};
use crate::human::Search;
use crate::human::als::AlmostLockedSet;
use crate::human::order::weight;

pub(crate) mod closure;
pub(crate) mod table;
#[cfg(test)]
mod tests;

/// The distance if there is no walk.
const FAR: u8 = u8::MAX;

/// Data that the family keeps between searches.
#[derive(Debug, Default)]
pub(crate) struct ChainScratch {
    links: ChainLinks,
    walks: LinkDistances,
    pairs: Vec<EndPair>,
    pub(crate) table: table::Implications,
    pub(crate) spread: table::Consequences,
    pub(crate) closure: closure::Closure,
    closed: Option<table::NodeKinds>,
}

impl ChainScratch {
    /// Drops the data, because the state has changed.
    pub(crate) fn forget(&mut self) {
        self.table.forget();
        self.closed = None;
    }

    /// Computes the implications of a state and all consequences of each node, if not yet known.
    pub(crate) fn close(&mut self, state: &Candidates, kind: table::NodeKinds, sets: &[AlmostLockedSet]) {
        self.table.build(state, kind, sets);
        if self.closed != Some(kind) {
            self.closed = Some(kind);
            self.closure.run(&self.table);
        }
    }
}

pub(crate) fn find(search: &mut Search<'_>, query: StepQuery, out: Sink<'_>) -> ControlFlow<()> {
    let StepQuery { wanted, extent } = query;
    let ChainScratch { links, walks, pairs, .. } = &mut search.scratch.chain;
    let most = search.options.x_chain_length as usize;
    if wanted.contains(Technique::XChain) {
        let mut found = ShortestChains::default();
        for digit in 0..9 {
            if links.of_digit(search.state, digit) {
                found.look(search.state, links, walks, pairs, most, extent);
            }
        }
        found.push(Technique::XChain, out)?;
    }
    if wanted.contains(Technique::XyChain) {
        let mut found = ShortestChains::default();
        if links.of_pairs(search.state) {
            found.look(search.state, links, walks, pairs, most, extent);
        }
        found.push(Technique::XyChain, out)?;
    }
    ControlFlow::Continue(())
}

/// A node: a candidate, as the indices of its cell and its digit.
type ChainNode = (u8, u8);

/// The links between candidates; the links of each candidate are in the order of B. Hobiger's search.
#[derive(Debug, Default)]
struct ChainLinks {
    nodes: Vec<ChainNode>,
    strong: LinkLists,
    weak: LinkLists,
}

#[derive(Debug, Default)]
struct LinkLists {
    ends: Vec<u8>,
    starts: Vec<u16>,
}

impl LinkLists {
    fn clear(&mut self) {
        self.ends.clear();
        self.starts.clear();
        self.starts.push(0);
    }

    /// Ends the list of a node.
    fn close(&mut self) {
        self.starts.push(self.ends.len() as u16);
    }

    #[inline]
    fn of(&self, node: usize) -> &[u8] {
        &self.ends[usize::from(self.starts[node])..usize::from(self.starts[node + 1])]
    }
}

impl ChainLinks {
    fn clear(&mut self) {
        self.nodes.clear();
        self.strong.clear();
        self.weak.clear();
    }

    /// Lists the links of one digit. Returns false if there are too few links for a chain.
    ///
    /// Two places in a box that also share a line count as strongly linked only if the line links them strongly.
    fn of_digit(&mut self, state: &Candidates, digit: usize) -> bool {
        let places = state.places[digit];
        if (0..27).filter(|&house| state.counts[house][digit] == 2).take(2).count() < 2 {
            return false;
        }
        self.clear();
        let mut node_of = [0; 81];
        for cell in places {
            node_of[cell.index()] = self.nodes.len() as u8;
            self.nodes.push((cell.index() as u8, digit as u8));
        }
        for cell in places {
            let mut rest = places & NEIGHBORS[cell.index()];
            for house in HOUSES_OF[cell.index()] {
                let ends = (rest & HOUSES[usize::from(house)]).iter().map(|end| node_of[end.index()]);
                if state.counts[usize::from(house)][digit] == 2 {
                    self.strong.ends.extend(ends.clone());
                }
                self.weak.ends.extend(ends);
                rest = rest.minus(HOUSES[usize::from(house)]);
            }
            self.strong.close();
            self.weak.close();
        }
        true
    }

    /// Lists the links between cells with two candidates.
    ///
    /// Returns false if there are too few cells for a chain.
    fn of_pairs(&mut self, state: &Candidates) -> bool {
        let bivalue: CellSet =
            state.empty.iter().filter(|cell| state.cells[cell.index()].count_ones() == 2).collect();
        if bivalue.len() < 3 {
            return false;
        }
        self.clear();
        let mut node_of = [0; 81];
        for cell in bivalue {
            node_of[cell.index()] = self.nodes.len();
            for digit in DigitSet::from_bits(state.cells[cell.index()].into()) {
                self.nodes.push((cell.index() as u8, digit.index() as u8));
            }
        }
        for node in 0..self.nodes.len() {
            let (cell, digit) = self.nodes[node];
            self.strong.ends.push(node as u8 ^ 1);
            let mut rest = bivalue & state.places[usize::from(digit)] & NEIGHBORS[usize::from(cell)];
            for house in HOUSES_OF[usize::from(cell)] {
                for end in rest & HOUSES[usize::from(house)] {
                    let first = node_of[end.index()];
                    self.weak.ends.push((first + usize::from(self.nodes[first].1 != digit)) as u8);
                }
                rest = rest.minus(HOUSES[usize::from(house)]);
            }
            self.strong.close();
            self.weak.close();
        }
        true
    }
}

/// The length of the shortest walk between any two nodes. A walk may visit a cell twice. It leads from a node that is
/// off to a node that is off, if its length is even, or on, if its length is odd.
#[derive(Debug, Default)]
struct LinkDistances {
    links: Vec<[u8; 2]>,
    size: usize,
    queue: Vec<(u8, bool)>,
}

impl LinkDistances {
    fn measure(&mut self, links: &ChainLinks, most: usize) {
        self.size = links.nodes.len();
        self.links.clear();
        self.links.resize(self.size * self.size, [FAR; 2]);
        for from in 0..self.size {
            let row = &mut self.links[from * self.size..][..self.size];
            self.queue.clear();
            self.queue.push((from as u8, false));
            row[from][0] = 0;
            let mut done = 0;
            while let Some(&(node, on)) = self.queue.get(done) {
                done += 1;
                let next = row[usize::from(node)][usize::from(on)] + 1;
                if usize::from(next) > most {
                    break;
                }
                let lists = if on { &links.weak } else { &links.strong };
                for &end in lists.of(node.into()) {
                    let entry = &mut row[usize::from(end)][usize::from(!on)];
                    if *entry == FAR {
                        *entry = next;
                        self.queue.push((end, !on));
                    }
                }
            }
        }
    }

    #[inline]
    fn between(&self, from: usize, to: usize, on: bool) -> u8 {
        self.links[from * self.size + to][usize::from(on)]
    }
}

/// Two ends and their eliminations.
#[derive(Clone, Copy, Debug)]
struct EndPair {
    ends: (u8, u8),
    gone: CellSet,
    /// The order of steps.
    key: (Reverse<usize>, usize),
}

/// A chain with the fewest links, and the positions of its links in the lists, which determine its rank.
struct ShortestPath {
    nodes: Vec<ChainNode>,
    turns: Vec<u8>,
}

impl ShortestPath {
    fn order(&self) -> (usize, ChainNode, &[u8]) {
        (self.turns.len(), self.nodes[0], &self.turns)
    }
}

/// The shortest chain with a set of eliminations.
struct ChainEffect {
    pair: EndPair,
    path: ShortestPath,
    /// The earliest start of all chains with these eliminations.
    earliest: ChainNode,
}

impl ChainEffect {
    /// The order of steps. Among effects with the same key, `HoDoKu` takes the one that it found first, because it
    /// searches from each start in turn, and its sort is stable.
    fn order(&self) -> impl Ord + '_ {
        (self.pair.key, self.earliest, self.path.order())
    }
}

/// The chains of one technique: the shortest one for each effect, or only chains with the least key.
#[derive(Default)]
struct ShortestChains {
    effects: Vec<ChainEffect>,
}

impl ShortestChains {
    fn look(
        &mut self,
        state: &Candidates,
        links: &ChainLinks,
        walks: &mut LinkDistances,
        pairs: &mut Vec<EndPair>,
        most: usize,
        extent: Extent,
    ) {
        walks.measure(links, most);
        pairs.clear();
        for (from, &(cell, digit)) in links.nodes.iter().enumerate() {
            let places = state.places[usize::from(digit)] & NEIGHBORS[usize::from(cell)];
            for to in from..links.nodes.len() {
                let walk = walks.between(from, to, true);
                if walk == FAR || links.nodes[to].1 != digit {
                    continue;
                }
                let gone = places & NEIGHBORS[usize::from(links.nodes[to].0)];
                if !gone.is_empty() {
                    let weight = weight(gone.iter().map(|cell| (cell.index(), usize::from(digit))));
                    let key = (Reverse(gone.len()), weight);
                    pairs.push(EndPair { ends: (from as u8, to as u8), gone, key });
                }
            }
        }
        pairs.sort_unstable_by_key(|pair| pair.key);
        for &pair in &*pairs {
            if extent == Extent::First && self.effects.first().is_some_and(|best| best.pair.key < pair.key) {
                break;
            }
            if let Some(path) = shortest(links, walks, pair.ends, most) {
                if extent == Extent::First
                    && self.effects.first().is_some_and(|best| pair.key < best.pair.key)
                {
                    self.effects.clear();
                }
                self.keep(pair, path);
            }
        }
    }

    /// Keeps a chain if it is the shortest, or the first of the shortest, for its effect.
    fn keep(&mut self, pair: EndPair, path: ShortestPath) {
        let earliest = path.nodes[0];
        let rival = self
            .effects
            .iter_mut()
            .find(|other| other.pair.gone == pair.gone && other.path.nodes[0].1 == earliest.1);
        match rival {
            Some(other) => {
                other.earliest = other.earliest.min(earliest);
                if path.order() < other.path.order() {
                    (other.pair, other.path) = (pair, path);
                }
            }
            None => self.effects.push(ChainEffect { pair, path, earliest }),
        }
    }

    fn push(mut self, technique: Technique, out: Sink<'_>) -> ControlFlow<()> {
        self.effects.sort_by(|a, b| a.order().cmp(&b.order()));
        for ChainEffect { pair, path, .. } in self.effects {
            out(step(technique, pair.gone, &path.nodes))?;
        }
        ControlFlow::Continue(())
    }
}

fn step(technique: Technique, gone: CellSet, path: &[ChainNode]) -> Step {
    let nodes = path.iter().enumerate().map(|(i, &(cell, digit))| Node {
        cells: CellSet::single(Cell::new(cell.into())),
        digit: Digit::from_index(digit.into()),
        on: i % 2 == 1,
        als: None,
    });
    let chain = Chain { nodes: nodes.collect(), closed: false };
    let digit = usize::from(path[0].1);
    let gone = gone.iter().map(|cell| Candidate::at(cell.index(), digit)).collect();
    let digits = DigitSet::single(Digit::from_index(digit));
    Step::eliminating(technique, digits, gone, Pattern::Chain(vec![chain]))
}

/// The chain with the fewest links between two ends. If there are several, the first in the order of the lists is
/// returned.
fn shortest(
    links: &ChainLinks,
    walks: &LinkDistances,
    (from, to): (u8, u8),
    most: usize,
) -> Option<ShortestPath> {
    // A single strong link is not a chain.
    let mut length = usize::from(walks.between(from.into(), to.into(), true)).max(3);
    let mut dive =
        ChainDepthFirstSearch { links, walks, from: from.into(), to: to.into(), turns: Vec::new() };
    while length <= most {
        let start = CellSet::single(Cell::new(links.nodes[usize::from(from)].0.into()));
        if dive.on(from.into(), start, length) {
            let mut at = usize::from(from);
            let mut nodes = vec![links.nodes[at]];
            for (i, &turn) in dive.turns.iter().enumerate() {
                let lists = if i % 2 == 1 { &links.weak } else { &links.strong };
                at = lists.of(at)[usize::from(turn)].into();
                nodes.push(links.nodes[at]);
            }
            return Some(ShortestPath { nodes, turns: dive.turns });
        }
        length += 2;
    }
    None
}

/// A depth-first search with a lower bound on the distance to the end.
struct ChainDepthFirstSearch<'a> {
    links: &'a ChainLinks,
    walks: &'a LinkDistances,
    from: usize,
    to: usize,
    turns: Vec<u8>,
}

impl ChainDepthFirstSearch<'_> {
    /// Whether `left` links lead from a node to the end; `met` contains the cells of the chain so far.
    fn on(&mut self, node: usize, met: CellSet, left: usize) -> bool {
        let lists = if left.is_multiple_of(2) { &self.links.weak } else { &self.links.strong };
        let cell = self.links.nodes[node].0;
        for (turn, &next) in lists.of(node).iter().enumerate() {
            let next = usize::from(next);
            let there = self.links.nodes[next].0;
            let fresh = there == cell || !met.contains(Cell::new(there.into()));
            // A chain of one digit may end at its start.
            let is_end = left == 1 && next == self.to && (fresh || self.to == self.from);
            // The distance to the end is looked up as the distance from the end.
            let near = usize::from(self.walks.between(self.to, next, left.is_multiple_of(2))) < left;
            if is_end || left > 1 && fresh && near {
                self.turns.push(turn as u8);
                if is_end || self.on(next, met | CellSet::single(Cell::new(there.into())), left - 1) {
                    return true;
                }
                self.turns.pop();
            }
        }
        false
    }
}

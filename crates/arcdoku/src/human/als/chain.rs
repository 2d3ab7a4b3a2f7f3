//! Chains of almost locked sets.
//!
//! How a chain continues depends only on the set that it has reached and the digit by which it entered this set: a
//! *port*. What can be reached is therefore computed for all ports together, as bits of *ends*. An end is a set
//! together with the restricted commons of the last link. Chains are not enumerated: their number is exponential, but
//! there are only about a thousand ports.

use std::collections::HashSet;
use std::ops::{ControlFlow, Range};

use super::links::AlsLinks;
use super::sets::bits;
use super::{AlsEliminations, commons, shown};
use crate::deduction::{Pattern, Sink, Step, Technique};
use crate::grid::{CellSet, DigitSet};
use crate::human::order::weight;

/// The most links of a chain that [`best`] considers (as in `HoDoKu`).
const LINKS: usize = 50;
/// No second restricted common.
const NONE: u8 = 9;

/// A link to another set, by one or two restricted commons.
#[derive(Clone, Copy, Debug)]
struct AlsEdge {
    to: u32,
    /// The digits, ascending.
    digits: [u8; 2],
    /// For each digit of the link, the port of the other set. It is also the end of chains that enter the other set by
    /// this digit alone.
    ports: [u32; 2],
    /// The end of a chain that enters by both digits.
    both: u32,
}

impl AlsEdge {
    /// The end and the port that a chain reaches after entering this set by `digit`. The chain does not leave by the
    /// same digit. If it entered this set by neither digit of the link, it leaves by both digits, and then continues as
    /// if it had left by the first (a rule of `HoDoKu`).
    #[inline]
    fn step(&self, digit: u8) -> Option<(usize, usize)> {
        let [one, two] = self.ports.map(|port| port as usize);
        if self.digits[1] == NONE {
            (self.digits[0] != digit).then_some((one, one))
        } else if digit == self.digits[1] {
            Some((one, one))
        } else if digit == self.digits[0] {
            Some((two, two))
        } else {
            Some((self.both as usize, one))
        }
    }

    /// The digits of the link, one at a time, each with the port that it leads to.
    fn single(&self) -> impl Iterator<Item = (u8, usize)> {
        (0..2).filter(|&i| self.digits[i] != NONE).map(|i| (self.digits[i], self.ports[i] as usize))
    }
}

/// The set where a chain ends, and the digits of its last link.
#[derive(Clone, Copy, Debug)]
struct AlsChainEnd {
    set: u32,
    by: u16,
}

/// A link of a chain that was found: its target and its digits.
type AlsChainLink = (usize, u16);

/// The graph of sets and links, and the ends that can be reached in it.
#[derive(Debug, Default)]
pub(super) struct AlsChainScratch {
    edges: Vec<AlsEdge>,
    /// The index of the first edge of each set, and finally the number of edges.
    first: Vec<u32>,
    /// All ends: first the ports, then the ends that are entered by two digits.
    ends: Vec<AlsChainEnd>,
    /// The first end of each set that is a pair of digits.
    pairs: Vec<u32>,
    /// The number of words in a row of ends.
    words: usize,
    /// One row per port: the ends that are one or more links away.
    near: Vec<u64>,
    /// One row per port: the ends that are two or more links away.
    far: Vec<u64>,
    /// One table of ports for each distance: the ends that are 1, 2, 3... links away.
    layers: Vec<Vec<u64>>,
    /// One row per digit of the first link: the ends of chains of three or more links. The last row is the union of
    /// all.
    reached: Vec<u64>,
}

/// The eliminations if the sets `start` and `end` are linked by a chain, by digit of `zs`.
fn gone(links: &AlsLinks, start: usize, end: usize, zs: u16) -> [CellSet; 9] {
    let (one, other) = (&links.sets[start], &links.sets[end]);
    std::array::from_fn(|z| match zs >> z & 1 {
        1 => one.sees[z] & other.sees[z],
        _ => CellSet::EMPTY,
    })
}

/// The digits of which both sets see a common candidate.
fn seen_digits(links: &AlsLinks, start: usize, end: usize) -> u16 {
    let (one, other) = (&links.sets[start], &links.sets[end]);
    let digits = bits(one.digits & other.digits).filter(|&z| !one.sees[z].is_disjoint(other.sees[z]));
    digits.fold(0, |set, z| set | 1 << z)
}

impl AlsChainScratch {
    /// Lists the links of all sets, or only the links to later sets.
    fn begin(&mut self, links: &AlsLinks, forward: bool) {
        let sets = links.len();
        let of = |set: usize| links.linked(set, if forward { set + 1 } else { 0 }, sets);
        self.edges.clear();
        self.first.clear();
        self.pairs.clear();
        self.pairs.resize(sets + 1, 0);
        for set in 0..sets {
            self.first.push(self.edges.len() as u32);
            for to in of(set) {
                let between = links.between(set, to);
                let mut digits = bits(between);
                let one = digits.next().unwrap_or(0);
                // A third restricted common exists only in a contradictory state.
                let two = digits.last();
                let ports = [one, two.unwrap_or(one)].map(|digit| links.port(to, digit) as u32);
                let digits = [one as u8, two.map_or(NONE, |digit| digit as u8)];
                self.pairs[to] += u32::from(two.is_some());
                self.edges.push(AlsEdge { to: to as u32, digits, ports, both: 0 });
            }
        }
        self.first.push(self.edges.len() as u32);
        self.ends.clear();
        for (set, almost) in links.sets.iter().enumerate() {
            self.ends
                .extend(bits(almost.digits).map(|digit| AlsChainEnd { set: set as u32, by: 1 << digit }));
        }
        let ports = self.ends.len() as u32;
        let mut next = ports;
        for pairs in &mut self.pairs {
            (*pairs, next) = (next, next + *pairs);
        }
        self.ends.resize(next as usize, AlsChainEnd { set: 0, by: 0 });
        for edge in self.edges.iter_mut().filter(|edge| edge.digits[1] != NONE) {
            let free = &mut self.pairs[edge.to as usize];
            edge.both = *free;
            *free += 1;
            let by = edge.digits.iter().fold(0, |set, digit| set | 1 << digit);
            self.ends[edge.both as usize] = AlsChainEnd { set: edge.to, by };
        }
        // Each entry now has the start of the next set, so the entries are rotated back.
        self.pairs.rotate_right(1);
        self.pairs[0] = ports;
        self.words = self.ends.len().div_ceil(64);
    }

    fn edges(&self, set: usize) -> &[AlsEdge] {
        &self.edges[self.first[set] as usize..self.first[set + 1] as usize]
    }

    /// Computes the ends that can be reached from each port by links to later sets.
    fn reach_forward(&mut self, links: &AlsLinks) {
        let words = self.words;
        let ports = links.first.last().map_or(0, |&ports| ports as usize);
        for table in [&mut self.near, &mut self.far] {
            table.clear();
            table.resize(ports * words, 0);
        }
        for set in (0..links.len()).rev() {
            for (rank, digit) in bits(links.sets[set].digits).enumerate() {
                let port = links.first[set] as usize + rank;
                let (here, later) = self.near.split_at_mut((port + 1) * words);
                let near = &mut here[port * words..];
                let far = &mut self.far[port * words..][..words];
                for edge in &self.edges[self.first[set] as usize..self.first[set + 1] as usize] {
                    let Some((end, next)) = edge.step(digit as u8) else { continue };
                    near[end / 64] |= 1 << (end % 64);
                    add(far, &later[(next - port - 1) * words..][..words]);
                }
                add(near, far);
            }
        }
    }

    /// Computes the ends that are 1, 2, ... `length` links away from each port.
    fn reach_layers(&mut self, links: &AlsLinks, length: usize) {
        let words = self.words;
        let ports = links.first.last().map_or(0, |&ports| ports as usize);
        self.layers.truncate(length);
        self.layers.resize_with(length, Vec::new);
        for layer in 0..length {
            let (done, rest) = self.layers.split_at_mut(layer);
            let table = &mut rest[0];
            table.clear();
            table.resize(ports * words, 0);
            for (set, almost) in links.sets.iter().enumerate() {
                for (rank, digit) in bits(almost.digits).enumerate() {
                    let port = links.first[set] as usize + rank;
                    let row = &mut table[port * words..][..words];
                    for edge in &self.edges[self.first[set] as usize..self.first[set + 1] as usize] {
                        let Some((end, next)) = edge.step(digit as u8) else { continue };
                        match done.last() {
                            None => row[end / 64] |= 1 << (end % 64),
                            Some(last) => add(row, &last[next * words..][..words]),
                        }
                    }
                }
            }
        }
    }

    /// Computes the ends of chains of three or more links from `start`, by the digit of the first link, from tables
    /// of ends that are two or more links away from a port. Returns the digits that occur.
    fn reach_from(&mut self, start: usize, forward: bool) -> u16 {
        let words = self.words;
        self.reached.clear();
        self.reached.resize(10 * words, 0);
        let mut digits = 0;
        let edges = self.first[start] as usize..self.first[start + 1] as usize;
        for edge in &self.edges[edges] {
            for (digit, port) in edge.single() {
                digits |= 1 << digit;
                let row = &mut self.reached[usize::from(digit) * words..][..words];
                if forward {
                    add(row, &self.far[port * words..][..words]);
                } else {
                    for layer in &self.layers[1..] {
                        add(row, &layer[port * words..][..words]);
                    }
                }
            }
        }
        let (by_digit, all) = self.reached.split_at_mut(9 * words);
        for digit in bits(digits) {
            add(all, &by_digit[digit * words..][..words]);
        }
        digits
    }

    /// Whether any chain that [`reach_from`](Self::reach_from) computed last reaches `set`.
    fn is_reached(&self, links: &AlsLinks, set: usize) -> bool {
        let row = &self.reached[9 * self.words..];
        self.ends_of(links, set).any(|ends| some(row, &ends) != 0)
    }

    /// The ends at `set` that are reached by chains whose first link has this `digit`.
    fn reached(&self, links: &AlsLinks, set: usize, digit: usize) -> impl Iterator<Item = usize> {
        let row = &self.reached[digit * self.words..][..self.words];
        self.ends_of(links, set).flat_map(move |ends| {
            let mut left = some(row, &ends);
            std::iter::from_fn(move || {
                let end = ends.start + left.trailing_zeros() as usize;
                left &= left.checked_sub(1)?;
                Some(end)
            })
        })
    }

    /// The ends at `set`: its ports, and its pairs of digits in groups of at most 64.
    fn ends_of(&self, links: &AlsLinks, set: usize) -> impl Iterator<Item = Range<usize>> + use<> {
        let ports = links.first[set] as usize..links.first[set + 1] as usize;
        let pairs = self.pairs[set] as usize..self.pairs[set + 1] as usize;
        let lots = pairs.clone().step_by(64).map(move |lot| lot..(lot + 64).min(pairs.end));
        std::iter::once(ports).chain(lots)
    }
}

/// The bits of a row in a range of at most 64 bits.
fn some(row: &[u64], range: &Range<usize>) -> u64 {
    let (word, shift) = (range.start / 64, range.start % 64);
    let low = row[word] >> shift;
    let high = if shift == 0 { 0 } else { row.get(word + 1).map_or(0, |next| next << (64 - shift)) };
    (low | high) & (u64::MAX >> (64 - range.len()))
}

fn add(row: &mut [u64], more: &[u64]) {
    for (word, &more) in row.iter_mut().zip(more) {
        *word |= more;
    }
}

/// Finds the chain with the most eliminations. If several have the same number, it is the one of least weight (see
/// order.rs), then the first in depth-first order. Among chains with the same eliminations, the one with the fewest
/// cells is taken.
///
/// Links lead to later sets only (as in `HoDoKu` when it solves).
pub(super) fn best(links: &AlsLinks, scratch: &mut AlsChainScratch, out: Sink<'_>) -> ControlFlow<()> {
    scratch.begin(links, true);
    if scratch.edges.len() < 3 {
        return ControlFlow::Continue(());
    }
    scratch.reach_forward(links);
    let mut most = MostEliminations::default();
    for start in 0..links.len() {
        let digits = scratch.reach_from(start, true);
        if digits == 0 {
            continue;
        }
        let one = &links.sets[start];
        for end in links.in_common(start, start + 1, links.len()) {
            if !scratch.is_reached(links, end) {
                continue;
            }
            let other = &links.sets[end];
            let (mut zs, mut counts) = (0, [0; 9]);
            for z in bits(one.digits & other.digits) {
                counts[z] = (one.sees[z] & other.sees[z]).len();
                zs |= u16::from(counts[z] > 0) << z;
            }
            let count = |zs: u16| bits(zs).map(|z| counts[z]).sum::<usize>();
            if count(zs) < most.count {
                continue;
            }
            for x in bits(digits) {
                for reached in scratch.reached(links, end, x) {
                    let zs = zs & !(1 << x) & !scratch.ends[reached].by;
                    if zs != 0 && count(zs) >= most.count {
                        most.offer(start, count(zs), gone(links, start, end, zs));
                    }
                }
            }
        }
    }
    let Some(target) = scratch.first_found(links, &most) else { return ControlFlow::Continue(()) };
    match scratch.shortest(links, &target) {
        Some((start, hops)) => out(step(links, start, &hops, &target)),
        None => ControlFlow::Continue(()),
    }
}

/// The best eliminations of chains.
#[derive(Default)]
struct MostEliminations {
    count: usize,
    sum: usize,
    /// Equally good eliminations, each with the first set from which a chain to it starts.
    equal: Vec<(usize, [CellSet; 9])>,
}

impl MostEliminations {
    fn offer(&mut self, start: usize, count: usize, gone: [CellSet; 9]) {
        let by_digit = gone.iter().enumerate();
        let sum = weight(by_digit.flat_map(|(z, cells)| cells.iter().map(move |cell| (cell.index(), z))));
        if count == self.count && sum > self.sum {
            return;
        }
        if count > self.count || sum < self.sum {
            (self.count, self.sum) = (count, sum);
            self.equal.clear();
        }
        if self.equal.iter().all(|(_, known)| *known != gone) {
            self.equal.push((start, gone));
        }
    }
}

impl AlsChainScratch {
    /// Of the equally good eliminations, the first one that a depth-first search finds.
    fn first_found(&self, links: &AlsLinks, most: &MostEliminations) -> Option<[CellSet; 9]> {
        let &(start, first) = most.equal.first()?;
        let wanted: Vec<[CellSet; 9]> =
            most.equal.iter().filter(|(from, _)| *from == start).map(|&(_, gone)| gone).collect();
        if wanted.len() == 1 {
            return Some(first);
        }
        let ports = links.first.last().map_or(0, |&ports| ports as usize);
        let mut dive =
            AlsDepthFirstSearch { links, graph: self, start, wanted, depth: vec![u8::MAX; 9 * ports], ports };
        self.edges(start)
            .iter()
            .flat_map(|edge| edge.single().map(move |(x, _)| (edge, x)))
            .find_map(|(edge, x)| dive.dive(edge.to as usize, x, x, 1))
            .or(Some(first))
    }

    /// The chain with the fewest cells and exactly these eliminations: its first set, and its links.
    fn shortest(&self, links: &AlsLinks, target: &[CellSet; 9]) -> Option<(usize, Vec<AlsChainLink>)> {
        let mut best: Option<(u32, usize, Vec<AlsChainLink>)> = None;
        let mut tree = ShortestPaths::default();
        for (start, set) in links.sets.iter().enumerate() {
            if (0..9).any(|z| !target[z].is_subset(set.sees[z])) {
                continue;
            }
            let mut digits = 0;
            for edge in self.edges(start) {
                digits |= edge.single().fold(0, |digits, (digit, _)| digits | 1 << digit);
            }
            for x in bits(digits) {
                if let Some((cells, hops)) = tree.grow(self, links, start, x as u8, target)
                    && best.as_ref().is_none_or(|(fewest, ..)| cells < *fewest)
                {
                    best = Some((cells, start, hops));
                }
            }
        }
        best.map(|(_, start, hops)| (start, hops))
    }
}

/// A depth-first search for the first chain from a set with one of the wanted eliminations.
struct AlsDepthFirstSearch<'a> {
    links: &'a AlsLinks,
    graph: &'a AlsChainScratch,
    start: usize,
    wanted: Vec<[CellSet; 9]>,
    /// For each digit of the first link and each port: the smallest number of links after which the search has
    /// continued from the port.
    depth: Vec<u8>,
    ports: usize,
}

impl AlsDepthFirstSearch<'_> {
    /// Continues from a set entered by `digit` after `depth` links, the first of which is by `x`.
    fn dive(&mut self, set: usize, digit: u8, x: u8, depth: usize) -> Option<[CellSet; 9]> {
        if depth == LINKS {
            return None;
        }
        for edge in self.graph.edges(set) {
            let Some((end, next)) = edge.step(digit) else { continue };
            if depth >= 2 {
                let AlsChainEnd { set: to, by } = self.graph.ends[end];
                let zs = seen_digits(self.links, self.start, to as usize) & !(1 << x) & !by;
                let gone = gone(self.links, self.start, to as usize, zs);
                if zs != 0 && self.wanted.contains(&gone) {
                    return Some(gone);
                }
            }
            // The ends that can be reached from a port do not depend on the path to the port, as long as enough links
            // may still be added.
            let known = &mut self.depth[usize::from(x) * self.ports + next];
            if usize::from(*known) > depth + 1 {
                *known = depth as u8 + 1;
                let by = self.graph.ends[next].by.trailing_zeros() as u8;
                if let Some(found) = self.dive(edge.to as usize, by, x, depth + 1) {
                    return Some(found);
                }
            }
        }
        None
    }
}

/// The paths with the fewest cells from one set to all ports: with one, two, and more links.
#[derive(Default)]
struct ShortestPaths {
    /// The number of cells on the path; the previous port, and the number of links of the path to it, as an index
    /// from 0.
    ways: Vec<(u32, u32, u8)>,
}

impl ShortestPaths {
    /// The path with the fewest cells to an end whose elimination is exactly `target`: cells and links.
    fn grow(
        &mut self,
        graph: &AlsChainScratch,
        links: &AlsLinks,
        start: usize,
        x: u8,
        target: &[CellSet; 9],
    ) -> Option<(u32, Vec<AlsChainLink>)> {
        let ports = links.first.last().map_or(0, |&ports| ports as usize);
        self.ways.clear();
        self.ways.resize(3 * ports, (u32::MAX, 0, 0));
        let cells = |set: u32| links.sets[set as usize].cells.len() as u32;
        for edge in graph.edges(start) {
            for (_, port) in edge.single().filter(|&(digit, _)| digit == x) {
                self.ways[3 * port] = (cells(start as u32) + cells(edge.to), u32::MAX, 0);
            }
        }
        // The last link: the number of cells, the port before it, the number of links before it, and the end.
        let mut best: Option<(u32, usize, usize, usize)> = None;
        for port in links.first[start + 1] as usize..ports {
            for many in 0..3 {
                let (so_far, ..) = self.ways[3 * port + many];
                if so_far == u32::MAX {
                    continue;
                }
                let here = graph.ends[port];
                for edge in graph.edges(here.set as usize) {
                    let Some((end, next)) = edge.step(here.by.trailing_zeros() as u8) else { continue };
                    let cost = so_far + cells(edge.to);
                    let way = &mut self.ways[3 * next + (many + 1).min(2)];
                    if cost < way.0 {
                        *way = (cost, port as u32, many as u8);
                    }
                    if many >= 1 && best.is_none_or(|(fewest, ..)| cost < fewest) {
                        let to = edge.to as usize;
                        let zs = seen_digits(links, start, to) & !(1 << x) & !graph.ends[end].by;
                        if gone(links, start, to, zs) == *target {
                            best = Some((cost, port, many, end));
                        }
                    }
                }
            }
        }
        let (cost, mut port, mut many, end) = best?;
        let last = graph.ends[end];
        let mut hops = vec![(last.set as usize, last.by)];
        loop {
            let here = graph.ends[port];
            hops.push((here.set as usize, here.by));
            let (_, before, links_before) = self.ways[3 * port + many];
            if before == u32::MAX {
                break;
            }
            (port, many) = (before as usize, links_before.into());
        }
        hops.reverse();
        Some((cost, hops))
    }
}

fn step(links: &AlsLinks, start: usize, hops: &[AlsChainLink], target: &[CellSet; 9]) -> Step {
    let mut all = AlsEliminations::default();
    for (z, &cells) in target.iter().enumerate() {
        all.add(z, cells);
    }
    let digits = DigitSet::from_bits(all.digits.into());
    let pattern = Pattern::Als {
        sets: shown(links, std::iter::once(start).chain(hops.iter().map(|&(set, _)| set))),
        commons: (0..).zip(hops).flat_map(|(at, &(_, by))| commons(at, at + 1, by)).collect(),
        stem: None,
    };
    Step::eliminating(Technique::AlsChain, digits, all.candidates, pattern)
}

/// A shortest chain of at most `length` links for each set of eliminations, in both directions.
pub(super) fn all(
    links: &AlsLinks,
    scratch: &mut AlsChainScratch,
    length: usize,
    out: Sink<'_>,
) -> ControlFlow<()> {
    scratch.begin(links, false);
    if scratch.edges.len() < 3 || length < 3 {
        return ControlFlow::Continue(());
    }
    scratch.reach_layers(links, length - 1);
    let mut known: HashSet<[CellSet; 9]> = HashSet::new();
    for start in 0..links.len() {
        let digits = scratch.reach_from(start, false);
        if digits == 0 {
            continue;
        }
        for end in links.in_common(start, 0, links.len()).filter(|&end| end != start) {
            let seen = seen_digits(links, start, end);
            for x in bits(digits) {
                for reached in scratch.reached(links, end, x) {
                    let zs = seen & !(1 << x) & !scratch.ends[reached].by;
                    let target = gone(links, start, end, zs);
                    if zs == 0 || known.contains(&target) {
                        continue;
                    }
                    let found = (3..=length).find_map(|links| {
                        let path = SimplePathSearch { graph: scratch, start, target: reached, tries: 0 };
                        path.of(x as u8, links)
                    });
                    if let Some(hops) = found {
                        known.insert(target);
                        out(step(links, start, &hops, &target))?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// A search for a chain to a given end that visits no set twice.
struct SimplePathSearch<'a> {
    graph: &'a AlsChainScratch,
    start: usize,
    target: usize,
    tries: usize,
}

impl SimplePathSearch<'_> {
    /// The number of links that are tried for one end. More would be needed only if long chains had to cross
    /// themselves.
    const TRIES: usize = 20_000;

    /// A chain of this many links, whose first link has the digit `x`.
    fn of(mut self, x: u8, links: usize) -> Option<Vec<AlsChainLink>> {
        let graph = self.graph;
        for edge in graph.edges(self.start) {
            for (_, port) in edge.single().filter(|&(digit, _)| digit == x) {
                let mut hops = vec![(edge.to as usize, 1 << x)];
                if self.is_near(port, links - 1) && self.go_on(port, links - 1, &mut hops) {
                    return Some(hops);
                }
            }
        }
        None
    }

    /// Whether the target is this many links away from the port.
    fn is_near(&self, port: usize, links: usize) -> bool {
        let word = self.graph.layers[links - 1][port * self.graph.words + self.target / 64];
        word >> (self.target % 64) & 1 == 1
    }

    fn go_on(&mut self, port: usize, links: usize, hops: &mut Vec<AlsChainLink>) -> bool {
        let graph = self.graph;
        let here = graph.ends[port];
        for edge in graph.edges(here.set as usize) {
            let Some((end, next)) = edge.step(here.by.trailing_zeros() as u8) else { continue };
            let to = edge.to as usize;
            let goes = if links == 1 { end == self.target } else { self.is_near(next, links - 1) };
            if !goes || to == self.start || hops.iter().any(|&(set, _)| set == to) {
                continue;
            }
            self.tries += 1;
            hops.push((to, graph.ends[end].by));
            if links == 1 || self.tries < Self::TRIES && self.go_on(next, links - 1, hops) {
                return true;
            }
            hops.pop();
        }
        false
    }
}

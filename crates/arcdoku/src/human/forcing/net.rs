//! Tables for nets: the consequences of an assumption if singles are filled for some rounds, and their causes.
//!
//! ```text
//!  list of a node     the node, then its direct consequences, each with up to five causes in the list
//!  table of a node    its list, then the lists of all nodes in the table, shortest way first
//! ```
//!
//! Tables are built on demand; most are never built. The order of the lists, the choice of causes (the last one found
//! is the main cause) and the distances follow B. Hobiger's tables, so the same nets are reported.

use crate::deduction::Candidates;
use crate::deduction::houses::{HOUSES, HOUSES_OF, NEIGHBORS};
use crate::deduction::{Net, Node};
use crate::grid::{Cell, CellSet, DigitSet};
use crate::human::als::AlmostLockedSet;
use crate::human::chain::table::{Implications, NONE, NodeView};

use super::trial::SinglesTrial;

/// The largest number of entries of a table.
const MOST: usize = 1000;

/// A consequence and its causes: positions in the list, where 0 is the premise. The first cause is the main one.
#[derive(Clone, Copy, Debug)]
struct NetEntry {
    node: u16,
    causes: [u16; 5],
    distance: u16,
}

/// The lists of all nodes.
#[derive(Debug, Default)]
pub(super) struct NetLists {
    entries: Vec<NetEntry>,
    starts: Vec<u32>,
    /// The nodes of the entries.
    nodes: Vec<u16>,
    tables: Vec<Option<Box<NetTable>>>,
    /// The positions of nodes in the list or table under construction.
    at: Vec<u16>,
}

/// A list with all its consequences.
#[derive(Debug)]
struct NetTable {
    nodes: Vec<u16>,
    /// For each entry, the node whose list has it; no node if it is in the list of the table's own node.
    source: Vec<u16>,
    distance: Vec<u16>,
}

impl NetTable {
    fn position(&self, node: u16) -> Option<usize> {
        self.nodes.iter().position(|&other| other == node)
    }
}

impl NetLists {
    /// Builds the lists of a state. After an assumption, singles are filled for `rounds` rounds.
    pub(super) fn build(&mut self, state: &Candidates, table: &Implications, rounds: u32) {
        let nodes = table.nodes();
        self.entries.clear();
        self.starts.clear();
        self.tables.clear();
        self.tables.resize_with(nodes, || None);
        self.at.clear();
        self.at.resize(nodes, NONE);
        let start = SinglesTrial::new(state);
        let mut trial = start.clone();
        let mut singles = Vec::new();
        for node in 0..nodes as u16 {
            let from = self.entries.len();
            self.starts.push(from as u32);
            if let NodeView::Candidate(cell, digit) = table.view(node) {
                trial.reset(&start);
                let mut list =
                    NetListBuilder { state, table, entries: &mut self.entries, at: &mut self.at, from };
                list.assume(&mut trial, (cell.into(), digit.into()), table.is_on(node));
                for _ in 0..rounds {
                    trial.singles(&mut singles);
                    for &(cell, digit, naked) in &singles {
                        list.fill(&mut trial, cell, digit, Some(naked));
                    }
                }
                for &end in table.after(node) {
                    if !table.is_plain(end) {
                        list.add(end, [0; 5]);
                    }
                }
            } else {
                let mut list =
                    NetListBuilder { state, table, entries: &mut self.entries, at: &mut self.at, from };
                list.add(node, [0; 5]);
                for (end, cost) in table.after_with_costs(node) {
                    list.add(end, [0; 5]);
                    if let Some(last) = list.entries.last_mut().filter(|last| last.node == end) {
                        last.distance += u16::from(cost);
                    }
                }
            }
            for entry in &self.entries[from..] {
                self.at[usize::from(entry.node)] = NONE;
            }
        }
        self.starts.push(self.entries.len() as u32);
        self.nodes.clear();
        self.nodes.extend(self.entries.iter().map(|entry| entry.node));
    }

    fn list(&self, node: u16) -> &[NetEntry] {
        let node = usize::from(node);
        &self.entries[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// The nodes in the list of a node.
    pub(super) fn after(&self, node: u16) -> &[u16] {
        let node = usize::from(node);
        &self.nodes[self.starts[node] as usize + 1..self.starts[node + 1] as usize]
    }

    /// Builds the table of a node, unless it exists.
    fn expand(&mut self, start: u16) {
        if self.tables[usize::from(start)].is_some() {
            return;
        }
        let own = self.list(start);
        let mut table = NetTable {
            nodes: own.iter().map(|entry| entry.node).collect(),
            source: vec![NONE; own.len()],
            distance: own.iter().map(|entry| entry.distance).collect(),
        };
        let mut at = std::mem::take(&mut self.at);
        for (position, &node) in table.nodes.iter().enumerate() {
            at[usize::from(node)] = position as u16;
        }
        let mut done = 1;
        while done < table.nodes.len() && table.nodes.len() < MOST {
            let (source, base) = (table.nodes[done], table.distance[done]);
            for entry in &self.list(source)[1..] {
                let distance = base + entry.distance;
                let position = usize::from(at[usize::from(entry.node)]);
                if position == usize::from(NONE) {
                    if table.nodes.len() < MOST {
                        at[usize::from(entry.node)] = table.nodes.len() as u16;
                        table.nodes.push(entry.node);
                        table.source.push(source);
                        table.distance.push(distance);
                    }
                } else if table.source[position] != NONE && table.distance[position] > distance {
                    table.source[position] = source;
                    table.distance[position] = distance;
                }
            }
            done += 1;
        }
        for &node in &table.nodes {
            at[usize::from(node)] = NONE;
        }
        self.at = at;
        self.tables[usize::from(start)] = Some(Box::new(table));
    }

    /// The length of the net from `start` to `end`, and whether it is more than a chain.
    pub(super) fn measure(
        &mut self,
        table: &Implications,
        sets: &[AlmostLockedSet],
        start: u16,
        end: u16,
    ) -> Option<(usize, bool)> {
        self.expand(start);
        let expanded = self.tables[usize::from(start)].as_deref()?;
        let walk = CauseTrace { lists: self, table: expanded };
        let (mut main, mut branches, mut met) = (vec![end], Vec::new(), CellSet::EMPTY);
        walk.back(expanded.position(end)?, |node, more| {
            main.push(node);
            met |= table.cells(node, sets);
            branches.extend_from_slice(more);
            true
        });
        let mut length: usize = main.iter().map(|&node| 1 + penalty(table, sets, node)).sum();
        let mut is_net = false;
        for branch in branches {
            let (mut count, mut last) = (1, branch);
            walk.back(expanded.position(branch)?, |node, _| {
                (count, last) = (count + 1, node);
                !(met.contains(Cell::new(table.cell(node, sets))) && main.contains(&node))
            });
            if main.contains(&last) {
                length += count;
                is_net = true;
            }
        }
        Some((length, is_net))
    }

    /// The net from `start` to `end`, with all causes.
    pub(super) fn net(
        &mut self,
        state: &Candidates,
        table: &Implications,
        sets: &[AlmostLockedSet],
        (start, end): (u16, u16),
    ) -> Net {
        self.expand(start);
        let (nodes, causes, known) = (Vec::new(), Vec::new(), Vec::new());
        let mut builder = NetBuilder { lists: self, state, table, sets, start, nodes, causes, known };
        let end = builder.add_with_causes(None, end, MOST);
        trimmed(&builder.nodes, &builder.causes, end)
    }
}

/// The part of a net that leads to the node at `end`.
fn trimmed(nodes: &[Node], causes: &[Vec<u16>], end: u16) -> Net {
    let mut needed = vec![false; usize::from(end) + 1];
    needed[usize::from(end)] = true;
    for at in (0..needed.len()).rev().filter(|&at| at != 0) {
        if needed[at] {
            causes[at].iter().for_each(|&cause| needed[usize::from(cause)] = true);
        }
    }
    let mut place = vec![0; needed.len()];
    let mut net = Net { nodes: Vec::new(), causes: Vec::new(), nested: Vec::new() };
    for at in (0..needed.len()).filter(|&at| needed[at]) {
        place[at] = net.nodes.len() as u16;
        net.nodes.push(nodes[at]);
        net.causes.push(causes[at].iter().map(|&cause| place[usize::from(cause)]).collect());
    }
    net
}

fn penalty(table: &Implications, sets: &[AlmostLockedSet], node: u16) -> usize {
    match table.view(node) {
        NodeView::Set(locked) => crate::human::chain::table::penalty(&sets[usize::from(locked.set)]).into(),
        _ => 0,
    }
}

/// A list under construction.
struct NetListBuilder<'a> {
    state: &'a Candidates,
    table: &'a Implications,
    entries: &'a mut Vec<NetEntry>,
    at: &'a mut [u16],
    from: usize,
}

impl NetListBuilder<'_> {
    fn len(&self) -> usize {
        self.entries.len() - self.from
    }

    /// Appends a node that is not in the list. The distance is one more than the distance of the first given cause.
    fn add(&mut self, node: u16, mut causes: [u16; 5]) {
        if self.at[usize::from(node)] != NONE || self.len() >= MOST {
            return;
        }
        let near = self.entries.get(self.from + usize::from(causes[0])).map_or(0, |entry| entry.distance);
        // The last cause found comes first.
        for other in 1..5 {
            if causes[other] > causes[0] {
                causes.swap(0, other);
            }
        }
        self.at[usize::from(node)] = self.len() as u16;
        self.entries.push(NetEntry { node, causes, distance: near + 1 });
    }

    fn assume(&mut self, trial: &mut SinglesTrial, (cell, digit): (usize, usize), on: bool) {
        if on {
            self.fill(trial, cell, digit, None);
            return;
        }
        trial.remove(cell, digit);
        self.add(self.table.node(cell, digit, false), [0; 5]);
        if trial.cells[cell].is_power_of_two() {
            self.fill(trial, cell, trial.cells[cell].trailing_zeros() as usize, None);
        }
    }

    /// Fills a cell of the trial. `single` is true for a naked single and false for a hidden single; it is `None` for a
    /// cell that is neither.
    fn fill(&mut self, trial: &mut SinglesTrial, cell: usize, digit: usize, single: Option<bool>) {
        let others = trial.cells[cell] & !(1 << digit);
        let counts = HOUSES_OF[cell].map(|house| trial.counts[usize::from(house)][digit]);
        trial.fill(cell, digit);
        let place = self.len() as u16;
        let mut causes = [0; 5];
        let off = |cell: usize, digit: usize| match self.at[usize::from(self.table.node(cell, digit, false))]
        {
            NONE => 0,
            at => at,
        };
        match single {
            Some(true) => {
                let all = self.state.cells[cell] & !(1 << digit);
                for (cause, other) in causes.iter_mut().zip(DigitSet::from_bits(all.into())) {
                    *cause = off(cell, other.index());
                }
            }
            Some(false) => {
                // The house with the fewest places; rows before columns before boxes.
                let fewest = (0..3).min_by_key(|&kind| counts[kind]).unwrap_or_default();
                let mut all = self.state.places[digit] & HOUSES[usize::from(HOUSES_OF[cell][fewest])];
                all.remove(Cell::new(cell));
                for (cause, other) in causes.iter_mut().zip(all) {
                    *cause = off(other.index(), digit);
                }
            }
            None => {}
        }
        self.add(self.table.node(cell, digit, true), causes);
        let cause = [place, 0, 0, 0, 0];
        for other in self.state.places[digit] & NEIGHBORS[cell] {
            self.add(self.table.node(other.index(), digit, false), cause);
        }
        for other in DigitSet::from_bits(others.into()) {
            self.add(self.table.node(cell, other.index(), false), cause);
        }
    }
}

/// Traces a node of a table back to its causes.
struct CauseTrace<'a> {
    lists: &'a NetLists,
    table: &'a NetTable,
}

impl CauseTrace<'_> {
    /// Walks from the entry at `position` back to the premise. At each step `each` receives the main cause and the
    /// further causes, and returns whether to continue.
    fn back(&self, position: usize, mut each: impl FnMut(u16, &[u16]) -> bool) {
        let own = self.lists.list(self.table.nodes[0]);
        let (mut list, mut at) = (own, position);
        let mut in_own = true;
        for _ in 0..MOST {
            if at == 0 {
                return;
            }
            if in_own && self.table.source[at] != NONE {
                list = self.lists.list(self.table.source[at]);
                in_own = false;
                let node = self.table.nodes[at];
                at = list.iter().position(|entry| entry.node == node).unwrap_or_default();
            }
            let entry = &list[at];
            at = entry.causes[0].into();
            let (mut more, mut count) = ([0; 4], 0);
            for &cause in &entry.causes[1..] {
                if cause != 0 {
                    more[count] = list[usize::from(cause)].node;
                    count += 1;
                }
            }
            if !each(list[at].node, &more[..count]) {
                return;
            }
            if !in_own && at == 0 {
                at = self.table.position(list[0].node).unwrap_or_default();
                (list, in_own) = (own, true);
            }
        }
    }
}

/// A builder of a net in which every node comes after its causes.
struct NetBuilder<'a> {
    lists: &'a NetLists,
    state: &'a Candidates,
    table: &'a Implications,
    sets: &'a [AlmostLockedSet],
    start: u16,
    nodes: Vec<Node>,
    causes: Vec<Vec<u16>>,
    known: Vec<(u16, u16)>,
}

impl NetBuilder<'_> {
    /// The position of a node in the net. A missing node is added with its causes: the causes in the list of
    /// `source`, or in the table of the start.
    fn add_with_causes(&mut self, source: Option<u16>, node: u16, left: usize) -> u16 {
        if let Some(&(_, place)) = self.known.iter().find(|(other, _)| *other == node) {
            return place;
        }
        if node == self.start || left == 0 {
            return self.push(node, Vec::new());
        }
        let mut source = source;
        if source.is_none_or(|source| source == node)
            && let Some(table) = self.lists.tables[usize::from(self.start)].as_deref()
        {
            let position = table.position(node).unwrap_or_default();
            source = Some(table.source[position]).filter(|&source| source != NONE);
        }
        let list = self.lists.list(source.unwrap_or(self.start));
        let at = list.iter().position(|entry| entry.node == node).unwrap_or_default();
        let mut causes = Vec::new();
        for cause in self.reasons(list, at) {
            let place = self.add_with_causes(source, list[cause].node, left - 1);
            if !causes.contains(&place) {
                causes.push(place);
            }
        }
        if let Some(&(_, place)) = self.known.iter().find(|(other, _)| *other == node) {
            return place;
        }
        self.push(node, causes)
    }

    /// The positions in a list of all causes of the node at `at`.
    ///
    /// The list keeps at most five causes, and takes them from the house with the fewest places, even if that house
    /// already has the digit. Here the causes come from the cell or the house that has lost all other candidates.
    fn reasons(&self, list: &[NetEntry], at: usize) -> Vec<usize> {
        let kept = list[at].causes;
        let kept = || (0..5).filter(|&i| i == 0 || kept[i] != 0).map(|i| usize::from(kept[i]));
        let known: Vec<usize> = kept().filter(|&cause| cause != at).collect();
        let NodeView::Candidate(cell, digit) = self.table.view(list[at].node) else { return known };
        if !self.table.is_on(list[at].node) {
            return known;
        }
        let (cell, digit) = (usize::from(cell), usize::from(digit));
        let find = |(cell, digit): (usize, usize)| {
            let node = self.table.node(cell, digit, false);
            list[..at].iter().position(|entry| entry.node == node)
        };
        let others = DigitSet::from_bits((self.state.cells[cell] & !(1 << digit)).into());
        let naked: Option<Vec<usize>> = others.iter().map(|other| find((cell, other.index()))).collect();
        let hidden = HOUSES_OF[cell].map(|house| -> Option<Vec<usize>> {
            let mut places = self.state.places[digit] & HOUSES[usize::from(house)];
            places.remove(Cell::new(cell));
            places.iter().map(|place| find((place.index(), digit))).collect()
        });
        let all = std::iter::once(naked).chain(hidden).flatten().filter(|places| !places.is_empty());
        // The reason whose causes are all in the list, if there is one; otherwise the shortest reason.
        all.min_by_key(|places| (!known.iter().all(|cause| places.contains(cause)), places.len()))
            .unwrap_or(known)
    }

    fn push(&mut self, node: u16, mut causes: Vec<u16>) -> u16 {
        let digit = crate::grid::Digit::from_index(self.table.digit(node));
        let on = self.table.is_on(node);
        let mut als = None;
        let through = causes.iter().find_map(|&cause| {
            let (cause, _) = self.known.iter().find(|&&(_, place)| place == cause)?;
            match self.table.view(*cause) {
                NodeView::Set(locked) => Some(&self.sets[usize::from(locked.set)]),
                _ => None,
            }
        });
        if let Some(set) = through {
            als = Some(set.shown());
            if !on {
                let held = Node { cells: set.places[digit.index()], digit, on: true, als };
                self.nodes.push(held);
                self.causes.push(causes);
                (als, causes) = (None, vec![self.nodes.len() as u16 - 1]);
            }
        }
        let cells = match self.table.view(node) {
            NodeView::Set(locked) => self.sets[usize::from(locked.set)].places[usize::from(locked.digit)],
            _ => self.table.cells(node, self.sets),
        };
        self.nodes.push(Node { cells, digit, on, als });
        self.causes.push(causes);
        let place = self.nodes.len() as u16 - 1;
        self.known.push((node, place));
        place
    }
}

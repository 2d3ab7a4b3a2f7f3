//! The direct consequences of each candidate being true or false, and all consequences of one node. Used by loops,
//! forcing chains and kraken fish.
//!
//! ```text
//!  node      2 c      candidate c is false ("off")       c = 0, 1, ... in reading order, by digit
//!            2 c + 1  candidate c is true ("on")
//!            then     groups: two or three places of a digit in a box and a line, off and on
//!            then     almost locked sets that have lost a digit
//!
//!  on  -> off         a weak link: the other candidates of the cell, the digit in the houses
//!  off -> on          a strong link: the other candidate of the cell, the other place in a house
//!  group on -> off    places that see all its cells, and disjoint groups in the same line or box
//!  group off -> on    the only other place, or the only other group, in its line or box
//!  on -> set          the candidate sees all places of the digit in the set: the set is locked
//!  set -> off         candidates that see all places of another of its digits, including groups and sets
//!  set -> on          the last candidate of a cell that loses all others
//! ```
//!
//! Tables of all consequences are known as Trebor's tables. The order of the implications is the order of B.
//! Hobiger's tables, because it determines which of several chains of equal length is reported. A link costs 2; a
//! link out of an almost locked set costs more, so a detour through small cells is preferred.

use crate::deduction::Candidates;
use crate::deduction::houses::{HOUSES, HOUSES_OF, seen_by_all};
use crate::deduction::{Chain, Node};
use crate::grid::{Cell, CellSet, DigitSet};
use crate::human::als::AlmostLockedSet;

/// The largest number of nodes of a table.
const MOST: usize = 1000;

/// No node.
pub(crate) const NONE: u16 = u16::MAX;

/// The nodes that exist in addition to the candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum NodeKinds {
    /// No other nodes.
    Plain,
    /// Groups.
    Grouped,
    /// Groups and almost locked sets.
    Sets,
}

/// Two or three places of a digit in a box and a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GroupNode {
    pub(crate) cells: CellSet,
    pub(crate) digit: u8,
    /// The places of the digit that see all cells of the group.
    pub(crate) sees: CellSet,
    line: u8,
    in_box: u8,
}

/// An almost locked set that has lost a digit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LockedSetNode {
    /// The number of the set in the list of sets.
    pub(crate) set: u16,
    pub(crate) digit: u8,
}

/// The meaning of a node: a candidate, a group or a set. Whether it is on is separate.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NodeView<'a> {
    Candidate(u8, u8),
    Group(&'a GroupNode),
    Set(&'a LockedSetNode),
}

/// The table of implications of a state.
#[derive(Debug, Default)]
pub(crate) struct Implications {
    kind: Option<NodeKinds>,
    places: Vec<(u8, u8)>,
    /// The numbers of the candidates.
    number: Vec<[u16; 9]>,
    groups: Vec<GroupNode>,
    /// The groups of each digit.
    of_digit: [Vec<usize>; 9],
    locked: Vec<LockedSetNode>,
    /// Implications in the order in which they are found.
    met: Vec<(u16, u16, u8)>,
    starts: Vec<u32>,
    ends: Vec<u16>,
    costs: Vec<u8>,
}

impl Implications {
    pub(crate) fn forget(&mut self) {
        self.kind = None;
    }

    /// Builds the implications of a state, unless they exist already.
    pub(crate) fn build(&mut self, state: &Candidates, kind: NodeKinds, sets: &[AlmostLockedSet]) {
        if self.kind == Some(kind) {
            return;
        }
        if self.kind != Some(NodeKinds::Plain) {
            self.places.clear();
            self.groups.clear();
            self.locked.clear();
            self.met.clear();
            self.number.resize(81, [NONE; 9]);
            for cell in state.empty {
                for digit in DigitSet::from_bits(state.cells[cell.index()].into()) {
                    self.number[cell.index()][digit.index()] = self.places.len() as u16;
                    self.places.push((cell.index() as u8, digit.index() as u8));
                }
            }
            self.candidates(state);
        }
        self.kind = Some(kind);
        if kind >= NodeKinds::Grouped {
            self.find_groups(state);
            self.link_groups(state);
        }
        if kind == NodeKinds::Sets {
            self.link_sets(state, sets);
        }
        self.sort();
    }

    /// The number of candidates.
    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// The number of nodes.
    pub(crate) fn nodes(&self) -> usize {
        2 * (self.places.len() + self.groups.len()) + self.locked.len()
    }

    /// The cell and digit of a candidate.
    pub(crate) fn place(&self, candidate: usize) -> (usize, usize) {
        let (cell, digit) = self.places[candidate];
        (cell.into(), digit.into())
    }

    /// The node of an existing candidate.
    #[inline]
    pub(crate) fn node(&self, cell: usize, digit: usize, on: bool) -> u16 {
        2 * self.number[cell][digit] + u16::from(on)
    }

    /// Whether the node is a candidate.
    #[inline]
    pub(crate) fn is_plain(&self, node: u16) -> bool {
        usize::from(node) < 2 * self.places.len()
    }

    pub(crate) fn is_on(&self, node: u16) -> bool {
        node % 2 == 1 && usize::from(node) < 2 * (self.places.len() + self.groups.len())
    }

    pub(crate) fn view(&self, node: u16) -> NodeView<'_> {
        let half = usize::from(node) / 2;
        let (places, groups) = (self.places.len(), self.groups.len());
        if half < places {
            NodeView::Candidate(self.places[half].0, self.places[half].1)
        } else if half < places + groups {
            NodeView::Group(&self.groups[half - places])
        } else {
            NodeView::Set(&self.locked[usize::from(node) - 2 * (places + groups)])
        }
    }

    /// The digit of a node; for a set, the digit that it has lost.
    pub(crate) fn digit(&self, node: u16) -> usize {
        match self.view(node) {
            NodeView::Candidate(_, digit) => digit.into(),
            NodeView::Group(group) => group.digit.into(),
            NodeView::Set(set) => set.digit.into(),
        }
    }

    /// The cell of a node: the first of several cells; for a set, the first cell with the lost digit.
    pub(crate) fn cell(&self, node: u16, sets: &[AlmostLockedSet]) -> usize {
        match self.view(node) {
            NodeView::Candidate(cell, _) => cell.into(),
            NodeView::Group(group) => group.cells.first().map_or(0, Cell::index),
            NodeView::Set(locked) => {
                let places = sets[usize::from(locked.set)].places[usize::from(locked.digit)];
                places.first().map_or(0, Cell::index)
            }
        }
    }

    /// All cells of a node.
    pub(crate) fn cells(&self, node: u16, sets: &[AlmostLockedSet]) -> CellSet {
        match self.view(node) {
            NodeView::Candidate(cell, _) => CellSet::single(Cell::new(cell.into())),
            NodeView::Group(group) => group.cells,
            NodeView::Set(locked) => sets[usize::from(locked.set)].cells,
        }
    }

    /// The direct consequences of a node, in order.
    #[inline]
    pub(crate) fn after(&self, node: u16) -> &[u16] {
        &self.ends[self.starts[usize::from(node)] as usize..self.starts[usize::from(node) + 1] as usize]
    }

    /// The direct consequences of a node, in order, with their cost in addition to the cost of a link.
    pub(crate) fn after_with_costs(&self, node: u16) -> impl Iterator<Item = (u16, u8)> {
        let from = self.starts[usize::from(node)] as usize;
        self.after(node).iter().zip(&self.costs[from..]).map(|(&end, &cost)| (end, cost))
    }

    fn candidates(&mut self, state: &Candidates) {
        for number in 0..self.places.len() {
            let (cell, digit) = self.place(number);
            let (off, on) = (2 * number as u16, 2 * number as u16 + 1);
            let others = state.cells[cell] & !(1 << digit);
            for other in DigitSet::from_bits(others.into()) {
                self.met.push((on, self.node(cell, other.index(), false), 0));
            }
            if others.is_power_of_two() {
                self.met.push((off, self.node(cell, others.trailing_zeros() as usize, true), 0));
            }
            let mut rest = state.places[digit];
            rest.remove(Cell::new(cell));
            let mut strong = CellSet::EMPTY;
            for house in HOUSES_OF[cell] {
                let there = state.places[digit] & HOUSES[usize::from(house)];
                for end in rest & there {
                    self.met.push((on, self.node(end.index(), digit, false), 0));
                }
                rest = rest.minus(there);
                if state.counts[usize::from(house)][digit] == 2 {
                    let end = there.minus(CellSet::single(Cell::new(cell)));
                    if end.is_disjoint(strong)
                        && let Some(end) = end.first()
                    {
                        self.met.push((off, self.node(end.index(), digit, true), 0));
                    }
                    strong |= end;
                }
            }
        }
    }

    fn find_groups(&mut self, state: &Candidates) {
        self.of_digit.iter_mut().for_each(Vec::clear);
        for (line, &of_line) in HOUSES[..18].iter().enumerate() {
            for digit in 0..9 {
                if state.counts[line][digit] < 2 {
                    continue;
                }
                let places = state.places[digit] & of_line;
                for (in_box, &of_box) in HOUSES.iter().enumerate().skip(18) {
                    let cells = places & of_box;
                    if cells.len() >= 2 {
                        let sees = seen_by_all(cells) & state.places[digit];
                        let (line, in_box) = (line as u8, in_box as u8);
                        self.of_digit[digit].push(self.groups.len());
                        self.groups.push(GroupNode { cells, digit: digit as u8, sees, line, in_box });
                    }
                }
            }
        }
    }

    fn group_node(&self, group: usize, on: bool) -> u16 {
        2 * (self.places.len() + group) as u16 + u16::from(on)
    }

    fn link_groups(&mut self, state: &Candidates) {
        for number in 0..self.groups.len() {
            let group = self.groups[number];
            let digit = usize::from(group.digit);
            let (off, on) = (self.group_node(number, false), self.group_node(number, true));
            for cell in group.sees {
                self.met.push((on, self.node(cell.index(), digit, false), 0));
                self.met.push((self.node(cell.index(), digit, true), off, 0));
            }
            for house in [group.in_box, group.line] {
                let others = group.sees & HOUSES[usize::from(house)];
                if others.is_single()
                    && let Some(cell) = others.first()
                {
                    self.met.push((off, self.node(cell.index(), digit, true), 0));
                    self.met.push((self.node(cell.index(), digit, false), on, 0));
                }
            }
            // Disjoint groups in the line and in the box: their number, and the first one.
            let (mut in_line, mut in_box) = ((0, 0), (0, 0));
            for &other in &self.of_digit[digit] {
                let there = &self.groups[other];
                if !there.cells.is_disjoint(group.cells) {
                    continue;
                }
                for (same, count) in
                    [(there.line == group.line, &mut in_line), (there.in_box == group.in_box, &mut in_box)]
                {
                    if same {
                        self.met.push((on, self.group_node(other, false), 0));
                        *count = (count.0 + 1, if count.0 == 0 { other } else { count.1 });
                    }
                }
            }
            for ((count, other), house) in [(in_line, group.line), (in_box, group.in_box)] {
                let rest = state.places[digit] & HOUSES[usize::from(house)];
                if count == 1 && rest.minus(group.cells).minus(self.groups[other].cells).is_empty() {
                    self.met.push((off, self.group_node(other, true), 0));
                }
            }
        }
    }

    /// The node of a set that has lost a digit; it is created if it does not exist.
    fn set_node(&mut self, known: &mut [[u16; 9]], set: usize, digit: usize) -> u16 {
        let node = &mut known[set][digit];
        if *node == NONE {
            *node = self.nodes() as u16;
            self.locked.push(LockedSetNode { set: set as u16, digit: digit as u8 });
        }
        *node
    }

    fn link_sets(&mut self, state: &Candidates, sets: &[AlmostLockedSet]) {
        let mut known = vec![[NONE; 9]; sets.len()];
        for (number, set) in sets.iter().enumerate().filter(|(_, set)| !set.cells.is_single()) {
            for digit in DigitSet::from_bits(set.digits.into()) {
                let digit = digit.index();
                let mut gone = set.sees;
                gone[digit] = CellSet::EMPTY;
                if gone.iter().all(|gone| gone.is_empty()) {
                    continue;
                }
                let node = self.set_node(&mut known, number, digit);
                self.enter_set(set, digit, node);
                self.leave_set(set, &gone, node);
                let cost = penalty(set);
                for (other, there) in sets.iter().enumerate() {
                    if there.cells.is_single() || !there.cells.is_disjoint(set.cells) {
                        continue;
                    }
                    for lost in DigitSet::from_bits(there.digits.into()) {
                        let lost = lost.index();
                        if there.places[lost].is_subset(gone[lost]) {
                            let end = self.set_node(&mut known, other, lost);
                            self.met.push((node, end, cost));
                        }
                    }
                }
                // The candidates of a cell with only two are already linked.
                let touched = set.sees.iter().fold(CellSet::EMPTY, |all, &sees| all | sees);
                for cell in touched {
                    let candidates = state.cells[cell.index()];
                    let left = DigitSet::from_bits(candidates.into())
                        .iter()
                        .filter(|digit| !gone[digit.index()].contains(cell))
                        .fold(0u16, |left, digit| left | 1 << digit.index());
                    if candidates.count_ones() != 2 && left.is_power_of_two() {
                        let end = self.node(cell.index(), left.trailing_zeros() as usize, true);
                        self.met.push((node, end, cost + 1));
                    }
                }
            }
        }
    }

    /// Adds the implications from candidates and groups that remove a digit from a set.
    fn enter_set(&mut self, set: &AlmostLockedSet, digit: usize, node: u16) {
        let mut done = Vec::new();
        for cell in set.sees[digit] {
            self.met.push((self.node(cell.index(), digit, true), node, 0));
            for number in 0..self.groups.len() {
                let group = &self.groups[number];
                if usize::from(group.digit) == digit
                    && group.cells.contains(cell)
                    && group.cells.is_disjoint(set.cells)
                    && set.places[digit].is_subset(group.sees)
                    && !done.contains(&number)
                {
                    done.push(number);
                    self.met.push((self.group_node(number, true), node, 0));
                }
            }
        }
    }

    /// Adds the implications to candidates and groups that a locked set eliminates.
    fn leave_set(&mut self, set: &AlmostLockedSet, gone: &[CellSet; 9], node: u16) {
        let cost = penalty(set);
        for (digit, &gone) in gone.iter().enumerate().filter(|(_, gone)| !gone.is_empty()) {
            for cell in gone {
                self.met.push((node, self.node(cell.index(), digit, false), cost));
            }
            for number in 0..self.groups.len() {
                let group = &self.groups[number];
                if usize::from(group.digit) == digit && group.cells.is_subset(gone) {
                    self.met.push((node, self.group_node(number, false), cost));
                }
            }
        }
    }

    /// Lists the implications node by node; the implications of a node are in the order in which they were found.
    fn sort(&mut self) {
        let nodes = self.nodes();
        self.starts.clear();
        self.starts.resize(nodes + 2, 0);
        for &(from, ..) in &self.met {
            self.starts[usize::from(from) + 2] += 1;
        }
        for node in 2..nodes + 2 {
            self.starts[node] += self.starts[node - 1];
        }
        self.ends.resize(self.met.len(), 0);
        self.costs.resize(self.met.len(), 0);
        for &(from, to, cost) in &self.met {
            let at = &mut self.starts[usize::from(from) + 1];
            self.ends[*at as usize] = to;
            self.costs[*at as usize] = cost;
            *at += 1;
        }
    }
}

/// The cost of an almost locked set in a chain, in addition to the cost of the link.
pub(crate) fn penalty(set: &AlmostLockedSet) -> u8 {
    2 * (set.digits.count_ones() as u8 - 1)
}

/// All consequences of one node.
#[derive(Debug, Default)]
pub(crate) struct Consequences {
    /// The nodes in the order of discovery, starting with the premise.
    pub(crate) order: Vec<u16>,
    /// For each node found, the node that implies it.
    cause: Vec<u16>,
    cost: Vec<u16>,
    /// The last search that found each node.
    mark: Vec<u32>,
    search: u32,
}

impl Consequences {
    /// Follows the implications from `start`.
    pub(crate) fn run(&mut self, table: &Implications, start: u16) {
        let nodes = table.nodes();
        if self.mark.len() < nodes {
            self.mark.resize(nodes, 0);
            self.cause.resize(nodes, NONE);
            self.cost.resize(nodes, 0);
        }
        if self.search == u32::MAX {
            self.mark.fill(0);
            self.search = 0;
        }
        self.search += 1;
        self.order.clear();
        self.order.push(start);
        self.mark[usize::from(start)] = self.search;
        self.cause[usize::from(start)] = NONE;
        self.cost[usize::from(start)] = 0;
        if table.locked.is_empty() { self.evenly(table) } else { self.by_cost(table, start) }
    }

    /// Follows implications breadth first.
    fn evenly(&mut self, table: &Implications) {
        let mut done = 0;
        while let Some(&node) = self.order.get(done) {
            done += 1;
            for &end in table.after(node) {
                if self.mark[usize::from(end)] != self.search && self.order.len() < MOST {
                    self.mark[usize::from(end)] = self.search;
                    self.cause[usize::from(end)] = node;
                    self.order.push(end);
                }
            }
        }
    }

    /// Follows implications from nodes in the order of discovery. A cheaper path to a node replaces an earlier path,
    /// but the nodes after it are not updated.
    fn by_cost(&mut self, table: &Implications, start: u16) {
        let mut done = 0;
        while let Some(&node) = self.order.get(done) {
            done += 1;
            if self.order.len() >= MOST {
                break;
            }
            let from = table.starts[usize::from(node)] as usize;
            for (at, &end) in table.after(node).iter().enumerate() {
                let cost = self.cost[usize::from(node)] + 2 + u16::from(table.costs[from + at]);
                let end = usize::from(end);
                if self.mark[end] != self.search {
                    if self.order.len() < MOST {
                        self.mark[end] = self.search;
                        self.cause[end] = node;
                        self.cost[end] = cost;
                        self.order.push(end as u16);
                    }
                } else if cost < self.cost[end] && self.cause[end] != start {
                    self.cause[end] = node;
                    self.cost[end] = cost;
                }
            }
        }
    }

    /// Clears the last search. It must be called before another table is used.
    pub(crate) fn forget(&mut self) {
        self.order.clear();
    }

    /// Follows the implications from `start`, unless that was the last search.
    pub(crate) fn follow(&mut self, table: &Implications, start: u16) {
        if self.order.first() != Some(&start) {
            self.run(table, start);
        }
    }

    /// The number of nodes on the path to a consequence; almost locked sets count as several.
    pub(crate) fn length(&self, table: &Implications, sets: &[AlmostLockedSet], node: u16) -> usize {
        let (mut length, mut at) = (0, Some(node));
        while let Some(node) = at {
            length += 1;
            if let NodeView::Set(locked) = table.view(node) {
                length += usize::from(penalty(&sets[usize::from(locked.set)]));
            }
            at = self.cause(node);
        }
        length
    }

    /// Whether the node is a consequence.
    #[inline]
    pub(crate) fn has(&self, node: u16) -> bool {
        self.mark[usize::from(node)] == self.search
    }

    /// The node that implies this consequence; `None` for the premise.
    #[inline]
    pub(crate) fn cause(&self, node: u16) -> Option<u16> {
        Some(self.cause[usize::from(node)]).filter(|&cause| cause != NONE)
    }

    /// The nodes from the premise to a consequence.
    pub(crate) fn path(&self, node: u16, path: &mut Vec<u16>) {
        path.clear();
        path.push(node);
        let mut at = node;
        while let Some(cause) = self.cause(at) {
            path.push(cause);
            at = cause;
        }
        path.reverse();
    }
}

/// Converts a path to the nodes of a step. A set that is entered and left becomes two nodes: the digit that it loses,
/// and the digit that it must then have.
pub(crate) fn path_nodes(table: &Implications, sets: &[AlmostLockedSet], path: &[u16]) -> Vec<Node> {
    let mut nodes = Vec::with_capacity(path.len());
    let mut through = None;
    for &node in path {
        let digit = crate::grid::Digit::from_index(table.digit(node));
        let on = table.is_on(node);
        if let Some(number) = through.take() {
            let set: &AlmostLockedSet = &sets[usize::from(number)];
            let als = Some(set.shown());
            if on {
                nodes.push(Node { cells: table.cells(node, sets), digit, on, als });
                continue;
            }
            nodes.push(Node { cells: set.places[digit.index()], digit, on: true, als });
        }
        match table.view(node) {
            NodeView::Set(locked) => {
                let cells = sets[usize::from(locked.set)].places[usize::from(locked.digit)];
                nodes.push(Node { cells, digit, on: false, als: None });
                through = Some(locked.set);
            }
            _ => nodes.push(Node { cells: table.cells(node, sets), digit, on, als: None }),
        }
    }
    nodes
}

/// A path as a chain.
pub(crate) fn chain(table: &Implications, sets: &[AlmostLockedSet], path: &[u16], closed: bool) -> Chain {
    Chain { nodes: path_nodes(table, sets, path), closed }
}

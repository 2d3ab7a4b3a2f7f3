//! A run: all consequences of one assumption, in the order in which they are found (12.2).

use super::super::board::{Board, bits, is_one};
use super::{
    CandidateId, CandidatesByDigit, NodeReason, SIGHT, cell_of, contains, digit_of, each_cell, house_of,
    houses_of, insert,
};
use crate::deduction::houses::{CELLS, NEIGHBORS};

/// The cause of a node: its parent, and how the node follows from it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NodeOrigin {
    /// The first parent; for an advanced node, its index in [`Run::advanced`].
    pub parent: CandidateId,
    pub reason: NodeReason,
    /// A lower bound of the number of nodes before it on a path from the assumption.
    pub depth: u8,
}

/// An off node that follows from several other nodes by a rule (13).
#[derive(Clone, Copy, Debug)]
pub(super) struct AdvancedNode {
    /// The parents of the node: a range of [`Run::causes`].
    pub causes: (u32, u32),
    /// The nested chain, or [`NO_CHAIN`].
    pub nested: u32,
    /// The number of off nodes when the rule was applied.
    pub since: u32,
}

/// No nested chain.
pub(super) const NO_CHAIN: u32 = u32::MAX;

/// Two nodes that contradict each other. Only the first one is in the sets of the run.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeClash {
    pub at: CandidateId,
    /// The cause of the second node, which is in no set.
    pub last: NodeOrigin,
    /// Whether the second node is the on node.
    pub last_is_on: bool,
}

/// The rules that apply in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunMode {
    /// The run does not change the grid.
    Static,
    /// Only one digit is followed, and the candidates of off nodes are removed from the grid.
    Nishio,
    /// The candidates of off nodes are removed from the grid.
    Dynamic,
}

/// The consequences of an assumption.
///
/// ```text
///  board                the grid without the candidates of the processed off nodes
///  on, off              sets of nodes            9 x 128 bits, as in `Board::digits`
///  on_list, off_list    the same nodes, in order; also used as first-in-first-out queues
///  on_from, off_from    by candidate, valid for members of the sets
/// ```
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub start: CandidateId,
    pub starts_on: bool,
    pub mode: RunMode,
    pub board: Board,
    pub on: CandidatesByDigit,
    pub off: CandidatesByDigit,
    pub on_list: Vec<CandidateId>,
    pub off_list: Vec<CandidateId>,
    next_on: usize,
    next_off: usize,
    pub on_from: Box<[NodeOrigin; 1152]>,
    pub off_from: Box<[NodeOrigin; 1152]>,
    pub advanced: Vec<AdvancedNode>,
    pub causes: Vec<CandidateId>,
    pub clash: Option<NodeClash>,
}

/// A recorded state of a run, to which it can return.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct RunMark {
    on: usize,
    off: usize,
    advanced: usize,
    causes: usize,
}

impl Default for Run {
    fn default() -> Self {
        Self {
            start: 0,
            starts_on: true,
            mode: RunMode::Static,
            board: Board::default(),
            on: [0; 9],
            off: [0; 9],
            on_list: Vec::new(),
            off_list: Vec::new(),
            next_on: 0,
            next_off: 0,
            on_from: Box::new([NodeOrigin::default(); 1152]),
            off_from: Box::new([NodeOrigin::default(); 1152]),
            advanced: Vec::new(),
            causes: Vec::new(),
            clash: None,
        }
    }
}

impl Run {
    /// Makes the assumption, and continues until nothing more follows or two nodes clash.
    pub(super) fn begin(&mut self, board: &Board, start: CandidateId, starts_on: bool, mode: RunMode) {
        (self.start, self.starts_on, self.mode) = (start, starts_on, mode);
        self.board.clone_from(board);
        (self.on, self.off) = ([0; 9], [0; 9]);
        self.on_list.clear();
        self.off_list.clear();
        (self.next_on, self.next_off) = (0, 0);
        self.advanced.clear();
        self.causes.clear();
        self.clash = None;
        let from = NodeOrigin { parent: start, reason: NodeReason::Start, depth: 0 };
        if starts_on {
            self.add_on(start, from);
        } else {
            self.add_off(start, from);
        }
        self.exhaust();
    }

    /// Processes the queues.
    pub(super) fn exhaust(&mut self) {
        while self.clash.is_none() {
            if let Some(&at) = self.on_list.get(self.next_on) {
                self.next_on += 1;
                self.look_at_on(at);
            } else if let Some(&at) = self.off_list.get(self.next_off) {
                self.next_off += 1;
                self.look_at_off(at);
            } else {
                break;
            }
        }
    }

    #[inline]
    fn add_on(&mut self, at: CandidateId, from: NodeOrigin) {
        insert(&mut self.on, at);
        self.on_list.push(at);
        self.on_from[usize::from(at)] = from;
    }

    #[inline]
    fn add_off(&mut self, at: CandidateId, from: NodeOrigin) {
        insert(&mut self.off, at);
        self.off_list.push(at);
        self.off_from[usize::from(at)] = from;
    }

    /// Adds an advanced off node, if it is new.
    pub(super) fn add_advanced(
        &mut self,
        at: CandidateId,
        causes: &[CandidateId],
        nested: u32,
        since: u32,
    ) -> bool {
        if contains(&self.off, at) {
            return false;
        }
        let first = self.causes.len() as u32;
        self.causes.extend_from_slice(causes);
        let depth = causes.iter().map(|&cause| self.off_from[usize::from(cause)].depth).max().unwrap_or(0);
        let from = NodeOrigin {
            parent: self.advanced.len() as CandidateId,
            reason: NodeReason::Advanced,
            depth: depth.saturating_add(1),
        };
        self.advanced.push(AdvancedNode { causes: (first, self.causes.len() as u32), nested, since });
        self.add_off(at, from);
        true
    }

    /// The nodes that are off because `at` is on.
    fn look_at_on(&mut self, at: CandidateId) {
        let (cell, digit) = (cell_of(at), digit_of(at));
        let depth = self.on_from[usize::from(at)].depth.saturating_add(1);
        if self.mode != RunMode::Nishio {
            let from = NodeOrigin { parent: at, reason: NodeReason::Cell, depth };
            for other in bits(self.board.cells[cell] & !(1 << digit)) {
                let q = super::at(cell, other);
                if contains(&self.on, q) {
                    self.clash = Some(NodeClash { at: q, last: from, last_is_on: false });
                    return;
                }
                if !contains(&self.off, q) {
                    self.add_off(q, from);
                }
            }
        }
        let (places, on, off) = (self.board.digits[digit], self.on[digit], self.off[digit]);
        if NEIGHBORS[cell].bits() & places & (on | !off) == 0 {
            return;
        }
        for (sight, reason) in SIGHT[cell].iter().zip([NodeReason::Box, NodeReason::Row, NodeReason::Column])
        {
            let seen = sight & places;
            let (bad, mut new) = (seen & on, seen & !off);
            if bad != 0 {
                new &= (bad & bad.wrapping_neg()) - 1;
            }
            let from = NodeOrigin { parent: at, reason, depth };
            each_cell(new, |cell| self.add_off(super::at(cell, digit), from));
            if bad != 0 {
                let q = super::at(bad.trailing_zeros() as usize, digit);
                self.clash = Some(NodeClash { at: q, last: from, last_is_on: false });
                return;
            }
        }
    }

    /// The nodes that are on because `at` is off.
    fn look_at_off(&mut self, at: CandidateId) {
        let (cell, digit) = (cell_of(at), digit_of(at));
        let depth = self.off_from[usize::from(at)].depth.saturating_add(1);
        let mut follow = [(0, NodeReason::Start); 4];
        let mut count = 0;
        if self.mode != RunMode::Nishio {
            let others = self.board.cells[cell] & !(1 << digit);
            if is_one(others) {
                follow[0] = (super::at(cell, others.trailing_zeros() as usize), NodeReason::Cell);
                count = 1;
            }
        }
        for (reason, house, position) in houses_of(cell) {
            let others = self.board.places[house][digit] & !(1 << position);
            if is_one(others) {
                let q = super::at(usize::from(CELLS[house][others.trailing_zeros() as usize]), digit);
                if !follow[..count].iter().any(|&(other, _)| other == q) {
                    follow[count] = (q, reason);
                    count += 1;
                }
            }
        }
        if self.mode != RunMode::Static {
            self.board.eliminate(cell, digit);
        }
        for &(q, reason) in &follow[..count] {
            let from = NodeOrigin { parent: at, reason, depth };
            if contains(&self.off, q) {
                self.clash = Some(NodeClash { at: q, last: from, last_is_on: true });
                return;
            }
            if !contains(&self.on, q) {
                self.add_on(q, from);
            }
        }
    }

    /// Records the state of the run. All queues must be empty.
    pub(super) fn mark(&self) -> RunMark {
        debug_assert!(self.clash.is_none());
        debug_assert!(self.next_on == self.on_list.len());
        RunMark {
            on: self.on_list.len(),
            off: self.off_list.len(),
            advanced: self.advanced.len(),
            causes: self.causes.len(),
        }
    }

    /// Returns to an earlier state of the run, in which all queues were empty.
    pub(super) fn rewind(&mut self, mark: RunMark) {
        for &at in &self.on_list[mark.on..] {
            self.on[digit_of(at)] &= !(1 << cell_of(at));
        }
        for (place, &at) in self.off_list.iter().enumerate().skip(mark.off) {
            self.off[digit_of(at)] &= !(1 << cell_of(at));
            if place < self.next_off && self.mode != RunMode::Static {
                self.board.restore(cell_of(at), digit_of(at));
            }
        }
        self.on_list.truncate(mark.on);
        self.off_list.truncate(mark.off);
        (self.next_on, self.next_off) = (mark.on, mark.off);
        self.advanced.truncate(mark.advanced);
        self.causes.truncate(mark.causes);
        self.clash = None;
    }

    /// The origin of a node of this candidate. If two nodes clash, `root` is the origin of the node that is in no set.
    fn from(&self, at: CandidateId, on: bool, root: Option<NodeOrigin>) -> NodeOrigin {
        match root {
            Some(from) => from,
            None if on => self.on_from[usize::from(at)],
            None => self.off_from[usize::from(at)],
        }
    }

    /// Pushes the parents of a node, in order. `start` is the grid in which the run began.
    pub(super) fn parents(
        &self,
        start: &Board,
        at: CandidateId,
        on: bool,
        from: NodeOrigin,
        mut push: impl FnMut(CandidateId, bool),
    ) {
        match from.reason {
            NodeReason::Start => {}
            NodeReason::Advanced => {
                let (first, end) = self.advanced[usize::from(from.parent)].causes;
                for &cause in &self.causes[first as usize..end as usize] {
                    push(cause, false);
                }
            }
            _ if !on => push(from.parent, true),
            reason => {
                push(from.parent, false);
                if self.mode == RunMode::Static {
                    return;
                }
                let cell = cell_of(from.parent);
                if reason == NodeReason::Cell {
                    let gone = start.cells[cell] & !(1 << digit_of(from.parent)) & !(1 << digit_of(at));
                    for digit in bits(gone) {
                        push(super::at(cell, digit), false);
                    }
                } else {
                    let digit = digit_of(at);
                    let mut gone =
                        house_of(cell, reason) & start.digits[digit] & !(1 << cell) & !(1 << cell_of(at));
                    while gone != 0 {
                        push(super::at(gone.trailing_zeros() as usize, digit), false);
                        gone &= gone - 1;
                    }
                }
            }
        }
    }

    /// The number of nodes from which a node follows, including itself; records the nested chains among them
    /// (11.3).
    pub(super) fn ancestors(&self, start: &Board, target: HintTarget, walk: &mut AncestorWalk) -> u32 {
        let AncestorWalk { on: seen_on, off: seen_off, stack, nested } = walk;
        (*seen_on, *seen_off) = ([0; 9], [0; 9]);
        stack.clear();
        let mut count = 1;
        insert(if target.on { seen_on } else { seen_off }, target.at);
        let mut node = (target.at, target.on, self.from(target.at, target.on, target.last));
        loop {
            let (at, on, from) = node;
            if from.reason == NodeReason::Advanced {
                let chain = self.advanced[usize::from(from.parent)].nested;
                if chain != NO_CHAIN && !nested.contains(&chain) {
                    nested.push(chain);
                }
            }
            self.parents(start, at, on, from, |at, on| {
                let seen = if on { &mut *seen_on } else { &mut *seen_off };
                if !contains(seen, at) {
                    insert(seen, at);
                    count += 1;
                    stack.push((at, on));
                }
            });
            let Some((at, on)) = stack.pop() else { return count };
            node = (at, on, self.from(at, on, None));
        }
    }

    /// A node and all its ancestors, layer by layer.
    pub(super) fn layers(
        &self,
        start: &Board,
        target: HintTarget,
        walk: &mut AncestorWalk,
        out: &mut Vec<(CandidateId, bool, NodeOrigin)>,
    ) {
        let (seen_on, seen_off) = (&mut walk.on, &mut walk.off);
        (*seen_on, *seen_off) = ([0; 9], [0; 9]);
        out.clear();
        insert(if target.on { seen_on } else { seen_off }, target.at);
        out.push((target.at, target.on, self.from(target.at, target.on, target.last)));
        let mut next = 0;
        while let Some(&(at, on, from)) = out.get(next) {
            next += 1;
            self.parents(start, at, on, from, |at, on| {
                let seen = if on { &mut *seen_on } else { &mut *seen_off };
                if !contains(seen, at) {
                    insert(seen, at);
                    out.push((at, on, self.from(at, on, None)));
                }
            });
        }
    }

    /// The two nodes that clash, the on node first.
    pub(super) fn clash_targets(&self) -> Option<[HintTarget; 2]> {
        self.clash.map(|NodeClash { at, last, last_is_on }| {
            [
                HintTarget { at, on: true, last: last_is_on.then_some(last) },
                HintTarget { at, on: false, last: (!last_is_on).then_some(last) },
            ]
        })
    }

    /// A lower bound of the number of a node's ancestors, including itself.
    pub(super) fn least(&self, target: HintTarget) -> u32 {
        u32::from(self.from(target.at, target.on, target.last).depth) + 1
    }
}

/// A node that a hint leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct HintTarget {
    pub at: CandidateId,
    pub on: bool,
    /// The cause of the node, if the node is in no set.
    pub last: Option<NodeOrigin>,
}

impl HintTarget {
    pub(super) fn member(at: CandidateId, on: bool) -> Self {
        Self { at, on, last: None }
    }
}

/// Memory for walks from a node to its ancestors.
#[derive(Clone, Debug, Default)]
pub(super) struct AncestorWalk {
    on: CandidatesByDigit,
    off: CandidatesByDigit,
    stack: Vec<(CandidateId, bool)>,
    /// The nested chains that were found since the last clearing.
    pub nested: Vec<u32>,
}

//! Technique 21: one assumption and one path (12.1), on an unchanging grid.

use super::super::board::{Board, bits, is_two};
use super::super::scale;
use super::links::{CandidateRow, ImplicationLinks, holds, members, put};
use super::{
    CandidateId, CandidatesByDigit, NodeReason, SIGHT, at, cell_of, contains, digit_of, each_cell, insert,
    length,
};
use crate::deduction::houses::NEIGHBORS;

/// A hint of technique 21.
#[derive(Clone, Debug)]
pub(super) struct UnaryHint {
    /// The tenths of the simplest hint of its kind.
    pub base: u8,
    pub complexity: u32,
    pub key: UnaryRank,
    pub cycle: bool,
    /// The path, from the last node back to the first.
    pub path: Vec<(CandidateId, bool, NodeReason)>,
    pub placement: Option<CandidateId>,
    /// The eliminations, in the order of section 13.2.
    pub eliminations: Vec<CandidateId>,
}

/// The links that a search follows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LinkFilter {
    X,
    Y,
    Xy,
}

/// A tree of nodes reached from one node.
#[derive(Clone, Debug)]
pub(super) struct UnaryTree {
    on: CandidatesByDigit,
    off: CandidatesByDigit,
    ons: Vec<CandidateId>,
    offs: Vec<CandidateId>,
    on_from: Box<[(CandidateId, NodeReason); 1152]>,
    off_from: Box<[(CandidateId, NodeReason); 1152]>,
    /// For each on node in the search for cycles: the parent of its off parent, and the reason of the off parent.
    grand: Box<[(CandidateId, NodeReason); 1152]>,
    selection: HintSelection,
    /// The key of the best hint so far, if only the best is wanted.
    limit: UnaryRank,
}

/// The hints to search for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HintSelection {
    All,
    Best,
}

/// The order of hints: rating, complexity and kind.
type UnaryRank = (u16, u32, u8);

impl Default for UnaryTree {
    fn default() -> Self {
        let from = || Box::new([(0, NodeReason::Start); 1152]);
        Self {
            on: [0; 9],
            off: [0; 9],
            ons: Vec::new(),
            offs: Vec::new(),
            on_from: from(),
            off_from: from(),
            grand: from(),
            selection: HintSelection::All,
            limit: (u16::MAX, u32::MAX, u8::MAX),
        }
    }
}

impl ImplicationLinks {
    /// All hints, in the order in which they are found; or only some hints, including the best.
    ///
    /// All eliminations of technique 21 are doomed candidates: if `x` is on, it denies a node of the cycle that leads
    /// to a node that denies `x`. Therefore only starts that can lead to doomed candidates are searched.
    pub(super) fn hints(
        &self,
        board: &Board,
        selection: HintSelection,
        tree: &mut UnaryTree,
        out: &mut Vec<UnaryHint>,
    ) {
        out.clear();
        tree.selection = selection;
        tree.limit = (u16::MAX, u32::MAX, u8::MAX);
        if self.is_silent() {
            return;
        }
        let useful = self.useful();
        for way in [LinkFilter::X, LinkFilter::Y, LinkFilter::Xy] {
            for cell in 0..81 {
                let candidates = board.cells[cell];
                if candidates & candidates.wrapping_sub(1) == 0 || way == LinkFilter::Y && !is_two(candidates)
                {
                    continue;
                }
                for digit in bits(candidates) {
                    let start = at(cell, digit);
                    let row = self.row(start);
                    if holds(&useful, row) {
                        self.cycles(board, start, way, tree, out);
                    }
                    if way == LinkFilter::Y {
                        continue;
                    }
                    if holds(&self.doomed, row) {
                        self.chain(board, (start, true), way, tree, out);
                    }
                    let comes_back = |&(on, reason): &(CandidateId, NodeReason)| {
                        reason != NodeReason::Start && holds(&self.closure[self.row(on)], row)
                    };
                    if self.strong[row].iter().any(comes_back) {
                        self.chain(board, (start, false), way, tree, out);
                    }
                }
            }
        }
    }

    /// The candidates on cycles through a candidate that sees a doomed candidate of its digit.
    fn useful(&self) -> CandidateRow {
        let mut sighted = [0_u128; 9];
        for row in members(&self.doomed) {
            let q = self.candidates[row];
            sighted[digit_of(q)] |= NEIGHBORS[cell_of(q)].bits();
        }
        let mut useful = [0; 12];
        for (row, &q) in self.candidates.iter().enumerate() {
            if sighted[digit_of(q)] >> cell_of(q) & 1 == 1 {
                for other in members(&self.closure[row]).filter(|&other| other != row) {
                    if holds(&self.closure[other], row) {
                        put(&mut useful, row);
                        put(&mut useful, other);
                    }
                }
            }
        }
        useful
    }

    /// The hints without duplicates, best first (11.6, 13.3).
    pub(super) fn sorted(&self, board: &Board, tree: &mut UnaryTree, out: &mut Vec<UnaryHint>) {
        self.hints(board, HintSelection::All, tree, out);
        out.sort_by_key(|hint| hint.key);
        let mut kept: Vec<(Vec<CandidateId>, usize)> = Vec::new();
        out.retain(|hint| {
            let mut set = hint.eliminations.clone();
            set.sort_unstable();
            // As in the Sudoku Explainer, the first three cells of two hints must agree as well.
            let mut cells: Vec<usize> = hint.eliminations.iter().map(|&q| cell_of(q)).collect();
            cells.dedup();
            let mixed = cells.iter().take(3).fold(0, |mix, cell| mix ^ cell);
            let new = !kept.iter().any(|(other, mix)| *other == set && *mix == mixed);
            if new {
                kept.push((set, mixed));
            }
            new
        });
    }

    /// The on nodes that follow from an off node.
    fn follow(
        &self,
        off: CandidateId,
        way: LinkFilter,
    ) -> impl Iterator<Item = (CandidateId, NodeReason)> + use<> {
        let strong = self.strong[self.row(off)];
        strong.into_iter().filter(move |&(_, reason)| match reason {
            NodeReason::Start => false,
            NodeReason::Cell => way != LinkFilter::X,
            _ => way != LinkFilter::Y,
        })
    }

    /// The off nodes that follow from an on node and have consequences, or are `wanted`; in order.
    fn deny(
        &self,
        board: &Board,
        on: CandidateId,
        way: LinkFilter,
        wanted: Option<CandidateId>,
        mut push: impl FnMut(CandidateId, NodeReason),
    ) {
        let (cell, digit) = (cell_of(on), digit_of(on));
        let mut places = self.linked_cells[digit];
        if let Some(wanted) = wanted.filter(|&wanted| digit_of(wanted) == digit) {
            places |= 1 << cell_of(wanted);
        }
        if way != LinkFilter::X {
            for other in bits(board.cells[cell] & !(1 << digit)) {
                let q = at(cell, other);
                if contains(&self.linked_cells, q) || wanted == Some(q) {
                    push(q, NodeReason::Cell);
                }
            }
        }
        let seen = NEIGHBORS[cell].bits() & places;
        if seen == 0 {
            return;
        }
        for (sight, reason) in SIGHT[cell].iter().zip([NodeReason::Box, NodeReason::Row, NodeReason::Column])
        {
            each_cell(sight & seen, |cell| push(at(cell, digit), reason));
        }
    }

    /// The first path from a node to its denial.
    fn chain(
        &self,
        board: &Board,
        start: (CandidateId, bool),
        way: LinkFilter,
        tree: &mut UnaryTree,
        out: &mut Vec<UnaryHint>,
    ) {
        let (start, starts_on) = start;
        tree.clear();
        if starts_on {
            tree.reach_on(start, start, NodeReason::Start);
        } else {
            tree.reach_off(start, start, NodeReason::Start);
        }
        let (base, kind) =
            if way == LinkFilter::X { (scale::base(21, 1), 2) } else { (scale::base(21, 3), 4) };
        let (mut next_on, mut next_off, mut nodes) = (0, 0, 2);
        let reached = 'search: loop {
            let ends = next_on == tree.ons.len() && next_off == tree.offs.len();
            if ends || key(base, kind, nodes) >= tree.limit {
                break false;
            }
            // A path that ends in this round has this many nodes. A path that starts with an off node ends half a round
            // later.
            nodes += 2;
            while let Some(&on) = tree.ons.get(next_on) {
                next_on += 1;
                self.deny(board, on, way, starts_on.then_some(start), |off, reason| {
                    tree.reach_off(off, on, reason);
                });
                if starts_on && contains(&tree.off, start) {
                    break 'search true;
                }
            }
            while let Some(&off) = tree.offs.get(next_off) {
                next_off += 1;
                for (on, reason) in self.follow(off, way) {
                    tree.reach_on(on, off, reason);
                }
                if !starts_on && contains(&tree.on, start) {
                    break 'search true;
                }
            }
        };
        if reached {
            let mut path = Vec::new();
            let (mut node, mut on) = (start, !starts_on);
            loop {
                let (parent, reason) = if on { &tree.on_from } else { &tree.off_from }[usize::from(node)];
                path.push((node, on, reason));
                if reason == NodeReason::Start {
                    break;
                }
                (node, on) = (parent, !on);
            }
            let complexity = path.len() as u32;
            let (cell, digit) = (cell_of(start), digit_of(start));
            let eliminations: Vec<CandidateId> = if starts_on {
                vec![start]
            } else {
                bits(board.cells[cell] & !(1 << digit)).map(|other| at(cell, other)).collect()
            };
            let placement = (!starts_on).then_some(start);
            tree.note(key(base, kind, complexity));
            out.push(UnaryHint::new(base, kind, complexity, false, path, placement, eliminations));
        }
    }

    /// Finds cycles through a node.
    fn cycles(
        &self,
        board: &Board,
        start: CandidateId,
        way: LinkFilter,
        tree: &mut UnaryTree,
        out: &mut Vec<UnaryHint>,
    ) {
        tree.clear();
        tree.reach_on(start, start, NodeReason::Start);
        let mut level_end = 1;
        let (mut next, mut depth) = (0, 0_u32);
        let mut offs: Vec<(CandidateId, NodeReason, CandidateId)> = Vec::new();
        let (base, kind) = match way {
            LinkFilter::X => (scale::base(21, 0), 2),
            LinkFilter::Y => (scale::base(21, 0), 3),
            LinkFilter::Xy => (scale::base(21, 2), 4),
        };
        while next < level_end {
            offs.clear();
            depth += 2;
            if key(base, kind, depth) >= tree.limit {
                return;
            }
            for place in next..level_end {
                let on = tree.ons[place];
                self.deny(board, on, way, None, |off, reason| {
                    if !tree.passes(start, on, off) {
                        offs.push((off, reason, on));
                    }
                });
            }
            next = level_end;
            for &(off, reason, parent) in &offs {
                for (on, follows) in self.follow(off, way) {
                    if depth >= 4 && on == start {
                        let path = tree.cycle(start, (off, follows), (parent, reason));
                        if let Some(gone) = gone_by_cycle(board, &path) {
                            tree.note(key(base, kind, depth));
                            out.push(UnaryHint::new(base, kind, depth, true, path, None, expand(&gone)));
                        }
                    }
                    if tree.reach_on(on, off, follows) {
                        tree.grand[usize::from(on)] = (parent, reason);
                    }
                }
            }
            level_end = tree.ons.len();
        }
    }
}

impl UnaryHint {
    fn new(
        base: u8,
        kind: u8,
        complexity: u32,
        cycle: bool,
        path: Vec<(CandidateId, bool, NodeReason)>,
        placement: Option<CandidateId>,
        eliminations: Vec<CandidateId>,
    ) -> Self {
        let key = key(base, kind, complexity);
        Self { base, complexity, key, cycle, path, placement, eliminations }
    }
}

impl UnaryTree {
    /// Records the key of a hint.
    fn note(&mut self, key: UnaryRank) {
        if self.selection == HintSelection::Best {
            self.limit = self.limit.min(key);
        }
    }

    fn clear(&mut self) {
        (self.on, self.off) = ([0; 9], [0; 9]);
        self.ons.clear();
        self.offs.clear();
    }

    fn reach_on(&mut self, at: CandidateId, parent: CandidateId, reason: NodeReason) -> bool {
        let new = !contains(&self.on, at);
        if new {
            insert(&mut self.on, at);
            self.ons.push(at);
            self.on_from[usize::from(at)] = (parent, reason);
        }
        new
    }

    fn reach_off(&mut self, at: CandidateId, parent: CandidateId, reason: NodeReason) {
        if !contains(&self.off, at) {
            insert(&mut self.off, at);
            self.offs.push(at);
            self.off_from[usize::from(at)] = (parent, reason);
        }
    }

    /// Whether the path to an on node passes through an off node.
    fn passes(&self, start: CandidateId, mut on: CandidateId, off: CandidateId) -> bool {
        while on != start {
            if self.on_from[usize::from(on)].0 == off {
                return true;
            }
            on = self.grand[usize::from(on)].0;
        }
        false
    }

    /// The path of a cycle, from its last node back to its first.
    fn cycle(
        &self,
        start: CandidateId,
        last: (CandidateId, NodeReason),
        before: (CandidateId, NodeReason),
    ) -> Vec<(CandidateId, bool, NodeReason)> {
        let mut path = vec![(start, true, last.1), (last.0, false, before.1)];
        let mut on = before.0;
        while on != start {
            let ((off, reason), (parent, of_off)) =
                (self.on_from[usize::from(on)], self.grand[usize::from(on)]);
            path.push((on, true, reason));
            path.push((off, false, of_off));
            on = parent;
        }
        path.push((start, true, NodeReason::Start));
        path
    }
}

/// The eliminations of a cycle, in the order of 13.2.
fn gone_by_cycle(board: &Board, path: &[(CandidateId, bool, NodeReason)]) -> Option<Vec<(u8, u16)>> {
    let (mut cells, mut denied) = (0_u128, [0_u128; 9]);
    for &(node, on, _) in path {
        cells |= 1 << cell_of(node);
        if !on {
            denied[digit_of(node)] |= NEIGHBORS[cell_of(node)].bits();
        }
    }
    let mut gone: Vec<(u8, u16)> = Vec::new();
    for &(node, _, _) in path[..path.len() - 1].iter().filter(|&&(_, on, _)| on) {
        let digit = digit_of(node);
        let seen = NEIGHBORS[cell_of(node)].bits() & denied[digit] & board.digits[digit] & !cells;
        each_cell(seen, |cell| match gone.iter_mut().find(|(other, _)| usize::from(*other) == cell) {
            Some((_, mask)) => *mask |= 1 << digit,
            None => gone.push((cell as u8, 1 << digit)),
        });
    }
    hash_order(&mut gone);
    (!gone.is_empty()).then_some(gone)
}

/// The rank of a hint.
fn key(base: u8, kind: u8, complexity: u32) -> UnaryRank {
    let tenths = base + length(complexity);
    // The Sudoku Explainer compares sums of doubles. These sums are slightly less than the ratings with which they
    // should be equal.
    let hair = base == scale::base(21, 1) && matches!(tenths, 67 | 69 | 72 | 74 | 77 | 79);
    (10 * u16::from(tenths) - u16::from(hair), complexity, kind)
}

/// Sorts cells in the order of a hash table (13.2).
pub(super) fn hash_order(cells: &mut [(u8, u16)]) {
    let buckets = match cells.len() {
        0..=12 => 16,
        13..=24 => 32,
        25..=48 => 64,
        _ => 128,
    };
    cells.sort_by_key(|&(cell, _)| cell % buckets);
}

/// Lists the candidates of cells whose digits are given as masks.
pub(super) fn expand(cells: &[(u8, u16)]) -> Vec<CandidateId> {
    cells.iter().flat_map(|&(cell, mask)| bits(mask).map(move |digit| at(cell.into(), digit))).collect()
}

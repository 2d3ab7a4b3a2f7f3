//! Technique 21: one assumption and one path (12.1), on a grid that stays as it is.

use super::super::board::{Board, bits};
use super::{At, Reason, SIGHT, Sets, at, cell_of, contains, digit_of, house_of, insert, length};
use crate::human::houses::NEIGHBORS;

/// A hint of technique 21.
#[derive(Clone, Debug)]
pub(super) struct Unary {
    pub tenths: u8,
    pub complexity: u32,
    /// Rating, complexity and kind: the order of hints.
    pub key: (u16, u32, u8),
    pub cycle: bool,
    /// From the last node back to the first.
    pub path: Vec<(At, bool, Reason)>,
    pub placement: Option<At>,
    /// In the order of 13.2.
    pub eliminations: Vec<At>,
}

/// Which links a search follows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    X,
    Y,
    Xy,
}

/// What follows from what, on one grid.
///
/// ```text
///  row       the row of a candidate, where it is one        1152 numbers
///  strong    the on nodes that follow when it is off         a row each: cell, box, row, column
///  closure   the on nodes that follow when it is on          a row each: sets of candidates
///  part      the strongly connected part it belongs to       a row each
///  doomed    candidates that deny themselves when on         a set
/// ```
#[derive(Clone, Debug)]
pub(super) struct Links {
    candidates: Vec<At>,
    row: Box<[u16; 1152]>,
    strong: Vec<[(At, Reason); 4]>,
    linked: Sets,
    pub(super) closure: Vec<Sets>,
    part: Vec<u16>,
    pub(super) doomed: Sets,
    // Memory of Tarjan's search for strongly connected parts.
    low: Vec<u16>,
    open: Vec<u16>,
    calls: Vec<(u16, u16)>,
    successors: Vec<u16>,
    spans: Vec<(u32, u32)>,
    sizes: Vec<u16>,
}

/// A tree of nodes that were reached from one.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    on: Sets,
    off: Sets,
    ons: Vec<At>,
    offs: Vec<At>,
    on_from: Box<[(At, Reason); 1152]>,
    off_from: Box<[(At, Reason); 1152]>,
    /// Of an on node in the search for cycles: the reason of its off parent, and its parent.
    grand: Box<[(At, Reason); 1152]>,
}

impl Default for Links {
    fn default() -> Self {
        Self {
            candidates: Vec::new(),
            row: Box::new([0; 1152]),
            strong: Vec::new(),
            linked: [0; 9],
            closure: Vec::new(),
            part: Vec::new(),
            doomed: [0; 9],
            low: Vec::new(),
            open: Vec::new(),
            calls: Vec::new(),
            successors: Vec::new(),
            spans: Vec::new(),
            sizes: Vec::new(),
        }
    }
}

impl Default for Tree {
    fn default() -> Self {
        let from = || Box::new([(0, Reason::Start); 1152]);
        Self {
            on: [0; 9],
            off: [0; 9],
            ons: Vec::new(),
            offs: Vec::new(),
            on_from: from(),
            off_from: from(),
            grand: from(),
        }
    }
}

const NOT_YET: u16 = u16::MAX;

impl Links {
    /// Reads a grid.
    pub(super) fn read(&mut self, board: &Board) {
        self.candidates.clear();
        self.strong.clear();
        self.linked = [0; 9];
        for digit in 0..9 {
            let mut cells = board.digits[digit];
            while cells != 0 {
                let cell = cells.trailing_zeros() as usize;
                cells &= cells - 1;
                let q = at(cell, digit);
                self.row[usize::from(q)] = self.candidates.len() as u16;
                self.candidates.push(q);
                let strong = strong(board, cell, digit);
                if strong.iter().any(|&(_, reason)| reason != Reason::Start) {
                    insert(&mut self.linked, q);
                }
                self.strong.push(strong);
            }
        }
        self.close(board);
        self.doomed = [0; 9];
        for (row, &q) in self.candidates.iter().enumerate() {
            let (cell, digit, closure) = (cell_of(q), digit_of(q), &self.closure[row]);
            if closure[digit] & NEIGHBORS[cell].bits() != 0
                || bits(board.cells[cell] & !(1 << digit)).any(|other| closure[other] >> cell & 1 == 1)
            {
                insert(&mut self.doomed, q);
            }
        }
    }

    #[inline]
    fn row(&self, at: At) -> usize {
        usize::from(self.row[usize::from(at)])
    }

    /// All that follows, by R. Tarjan's search for strongly connected parts.
    fn close(&mut self, board: &Board) {
        let count = self.candidates.len();
        self.successors.clear();
        self.spans.clear();
        for &q in &self.candidates {
            let first = self.successors.len() as u32;
            let (cell, digit) = (cell_of(q), digit_of(q));
            let mut next = |off: At| {
                for &(on, reason) in &self.strong[usize::from(self.row[usize::from(off)])] {
                    if reason != Reason::Start && on != q {
                        self.successors.push(self.row[usize::from(on)]);
                    }
                }
            };
            for other in bits(board.cells[cell] & !(1 << digit)) {
                if self.linked[other] >> cell & 1 == 1 {
                    next(at(cell, other));
                }
            }
            let mut seen = NEIGHBORS[cell].bits() & self.linked[digit];
            while seen != 0 {
                next(at(seen.trailing_zeros() as usize, digit));
                seen &= seen - 1;
            }
            self.spans.push((first, self.successors.len() as u32));
        }
        self.closure.clear();
        self.closure.resize(count, [0; 9]);
        self.part.clear();
        self.part.resize(count, NOT_YET);
        self.low.clear();
        self.low.resize(count, NOT_YET);
        self.open.clear();
        self.sizes.clear();
        let mut parts = 0;
        let mut clock = 0;
        // `low` is a row's number in order of discovery, lowered to that of the oldest open row it reaches.
        let mut found = vec![NOT_YET; count];
        for root in 0..count as u16 {
            if found[usize::from(root)] != NOT_YET {
                continue;
            }
            self.calls.push((root, 0));
            while let Some(&(row, next)) = self.calls.last() {
                let at_row = usize::from(row);
                if next == 0 {
                    found[at_row] = clock;
                    self.low[at_row] = clock;
                    clock += 1;
                    self.open.push(row);
                }
                let (first, end) = self.spans[at_row];
                let mut place = first + u32::from(next);
                let mut descend = None;
                while place < end {
                    let successor = self.successors[place as usize];
                    place += 1;
                    if found[usize::from(successor)] == NOT_YET {
                        descend = Some(successor);
                        break;
                    }
                    if self.part[usize::from(successor)] == NOT_YET {
                        self.low[at_row] = self.low[at_row].min(found[usize::from(successor)]);
                    }
                }
                if let Some(successor) = descend {
                    if let Some(call) = self.calls.last_mut() {
                        // The successor is looked at again after its return, for its `low`.
                        call.1 = (place - first) as u16;
                    }
                    self.calls.push((successor, 0));
                    continue;
                }
                self.calls.pop();
                if let Some(&(caller, _)) = self.calls.last() {
                    let caller = usize::from(caller);
                    self.low[caller] = self.low[caller].min(self.low[at_row]);
                }
                if self.low[at_row] == found[at_row] {
                    let mut closure = [0; 9];
                    let mut members = self.open.len();
                    loop {
                        members -= 1;
                        let member = self.open[members];
                        insert(&mut closure, self.candidates[usize::from(member)]);
                        self.part[usize::from(member)] = parts;
                        if member == row {
                            break;
                        }
                    }
                    for &member in &self.open[members..] {
                        let (first, end) = self.spans[usize::from(member)];
                        for &successor in &self.successors[first as usize..end as usize] {
                            if self.part[usize::from(successor)] != parts {
                                let other = self.closure[usize::from(successor)];
                                closure.iter_mut().zip(other).for_each(|(set, more)| *set |= more);
                            }
                        }
                    }
                    for &member in &self.open[members..] {
                        self.closure[usize::from(member)] = closure;
                    }
                    self.sizes.push((self.open.len() - members) as u16);
                    self.open.truncate(members);
                    parts += 1;
                }
            }
        }
    }

    /// Whether technique 21 has nothing to say.
    pub(super) fn is_silent(&self) -> bool {
        self.doomed == [0; 9]
    }

    /// All hints, in the order in which they are found.
    ///
    /// All eliminations of technique 21 are doomed candidates: `x` on denies a node of the cycle that
    /// leads to one that denies `x`. So only starts that can lead to such are looked at.
    pub(super) fn hints(&self, board: &Board, tree: &mut Tree, out: &mut Vec<Unary>) {
        out.clear();
        if self.is_silent() {
            return;
        }
        // Parts with a node that sees a doomed candidate of its digit: cycles run in them.
        let mut sighted = [0_u128; 9];
        for (digit, &doomed) in self.doomed.iter().enumerate() {
            let mut cells = doomed;
            while cells != 0 {
                sighted[digit] |= NEIGHBORS[cells.trailing_zeros() as usize].bits();
                cells &= cells - 1;
            }
            sighted[digit] &= board.digits[digit];
        }
        let mut useful = vec![false; self.candidates.len()];
        for (row, &q) in self.candidates.iter().enumerate() {
            if contains(&sighted, q) {
                useful[usize::from(self.part[row])] = true;
            }
        }
        for way in [Way::X, Way::Y, Way::Xy] {
            for cell in 0..81 {
                let candidates = board.cells[cell];
                if candidates.count_ones() < 2 || way == Way::Y && candidates.count_ones() > 2 {
                    continue;
                }
                for digit in bits(candidates) {
                    let start = at(cell, digit);
                    let row = self.row(start);
                    if useful[usize::from(self.part[row])] && self.sizes[usize::from(self.part[row])] > 1 {
                        self.cycles(board, start, way, tree, out);
                    }
                    if way == Way::Y {
                        continue;
                    }
                    if contains(&self.doomed, start) {
                        self.chain(board, (start, true), way, tree, out);
                    }
                    let comes_back = |&(on, reason): &(At, Reason)| {
                        reason != Reason::Start && contains(&self.closure[self.row(on)], start)
                    };
                    if self.strong[row].iter().any(comes_back) {
                        self.chain(board, (start, false), way, tree, out);
                    }
                }
            }
        }
    }

    /// The hints without duplicates, best first (11.6, 13.3).
    pub(super) fn sorted(&self, board: &Board, tree: &mut Tree, out: &mut Vec<Unary>) {
        self.hints(board, tree, out);
        out.sort_by_key(|hint| hint.key);
        let mut kept: Vec<(Vec<At>, usize)> = Vec::new();
        out.retain(|hint| {
            let mut set = hint.eliminations.clone();
            set.sort_unstable();
            // A trait of the original: the first three cells of the two must agree as well.
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
    fn follow(&self, off: At, way: Way) -> impl Iterator<Item = (At, Reason)> + use<> {
        let strong = self.strong[self.row(off)];
        strong.into_iter().filter(move |&(_, reason)| match reason {
            Reason::Start => false,
            Reason::Cell => way != Way::X,
            _ => way != Way::Y,
        })
    }

    /// The off nodes that follow from an on node and have something to follow from them, or are `wanted`;
    /// in order.
    fn deny(&self, board: &Board, on: At, way: Way, wanted: Option<At>, mut push: impl FnMut(At, Reason)) {
        let (cell, digit) = (cell_of(on), digit_of(on));
        let matters = |q: At| contains(&self.linked, q) || wanted == Some(q);
        if way != Way::X {
            for other in bits(board.cells[cell] & !(1 << digit)) {
                let q = at(cell, other);
                if matters(q) {
                    push(q, Reason::Cell);
                }
            }
        }
        let mut places = self.linked[digit];
        if let Some(wanted) = wanted.filter(|&wanted| digit_of(wanted) == digit) {
            places |= 1 << cell_of(wanted);
        }
        for (sight, reason) in SIGHT[cell].iter().zip([Reason::Box, Reason::Row, Reason::Column]) {
            let mut seen = sight & places;
            while seen != 0 {
                push(at(seen.trailing_zeros() as usize, digit), reason);
                seen &= seen - 1;
            }
        }
    }

    /// The first path from a node to its denial.
    fn chain(&self, board: &Board, start: (At, bool), way: Way, tree: &mut Tree, out: &mut Vec<Unary>) {
        let (start, starts_on) = start;
        tree.clear();
        if starts_on {
            tree.reach_on(start, start, Reason::Start);
        } else {
            tree.reach_off(start, start, Reason::Start);
        }
        let (mut next_on, mut next_off) = (0, 0);
        let reached = 'search: loop {
            if next_on == tree.ons.len() && next_off == tree.offs.len() {
                break false;
            }
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
                if reason == Reason::Start {
                    break;
                }
                (node, on) = (parent, !on);
            }
            let complexity = path.len() as u32;
            let (cell, digit) = (cell_of(start), digit_of(start));
            let eliminations: Vec<At> = if starts_on {
                vec![start]
            } else {
                bits(board.cells[cell] & !(1 << digit)).map(|other| at(cell, other)).collect()
            };
            let (base, kind) = if way == Way::X { (66, 2) } else { (70, 4) };
            let placement = (!starts_on).then_some(start);
            out.push(Unary::new(base, kind, complexity, false, path, placement, eliminations));
        }
    }

    /// Cycles through a node.
    fn cycles(&self, board: &Board, start: At, way: Way, tree: &mut Tree, out: &mut Vec<Unary>) {
        tree.clear();
        tree.reach_on(start, start, Reason::Start);
        let mut level_end = 1;
        let (mut next, mut depth) = (0, 0);
        let mut offs: Vec<(At, Reason, At)> = Vec::new();
        while next < level_end {
            offs.clear();
            depth += 2;
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
                        self.cycle(board, way, path, out);
                    }
                    if tree.reach_on(on, off, follows) {
                        tree.grand[usize::from(on)] = (parent, reason);
                    }
                }
            }
            level_end = tree.ons.len();
        }
    }

    /// What a cycle eliminates.
    fn cycle(&self, board: &Board, way: Way, path: Vec<(At, bool, Reason)>, out: &mut Vec<Unary>) {
        let (mut cells, mut denied) = (0_u128, [0_u128; 9]);
        for &(node, on, _) in &path {
            cells |= 1 << cell_of(node);
            if !on {
                denied[digit_of(node)] |= NEIGHBORS[cell_of(node)].bits();
            }
        }
        let mut gone: Vec<(u8, u16)> = Vec::new();
        for &(node, on, _) in &path[..path.len() - 1] {
            let digit = digit_of(node);
            if !on {
                continue;
            }
            let mut seen = NEIGHBORS[cell_of(node)].bits() & denied[digit] & board.digits[digit] & !cells;
            while seen != 0 {
                let cell = seen.trailing_zeros() as u8;
                seen &= seen - 1;
                match gone.iter_mut().find(|(other, _)| *other == cell) {
                    Some((_, mask)) => *mask |= 1 << digit,
                    None => gone.push((cell, 1 << digit)),
                }
            }
        }
        if gone.is_empty() {
            return;
        }
        hash_order(&mut gone);
        let complexity = path.len() as u32 - 1;
        let (base, kind) = match way {
            Way::X => (65, 2),
            Way::Y => (65, 3),
            Way::Xy => (70, 4),
        };
        out.push(Unary::new(base, kind, complexity, true, path, None, expand(&gone)));
    }

    /// The off nodes that follow from an on node by the closure.
    pub(super) fn closure_of(&self, at: At) -> &Sets {
        &self.closure[self.row(at)]
    }
}

impl Unary {
    fn new(
        base: u8,
        kind: u8,
        complexity: u32,
        cycle: bool,
        path: Vec<(At, bool, Reason)>,
        placement: Option<At>,
        eliminations: Vec<At>,
    ) -> Self {
        let tenths = base + length(complexity);
        // The original compares sums of doubles: these come out a hair less than their equals.
        let hair = base == 66 && matches!(tenths, 67 | 69 | 72 | 74 | 77 | 79);
        let key = (10 * u16::from(tenths) - u16::from(hair), complexity, kind);
        Self { tenths, complexity, key, cycle, path, placement, eliminations }
    }
}

impl Tree {
    fn clear(&mut self) {
        (self.on, self.off) = ([0; 9], [0; 9]);
        self.ons.clear();
        self.offs.clear();
    }

    fn reach_on(&mut self, at: At, parent: At, reason: Reason) -> bool {
        let new = !contains(&self.on, at);
        if new {
            insert(&mut self.on, at);
            self.ons.push(at);
            self.on_from[usize::from(at)] = (parent, reason);
        }
        new
    }

    fn reach_off(&mut self, at: At, parent: At, reason: Reason) {
        if !contains(&self.off, at) {
            insert(&mut self.off, at);
            self.offs.push(at);
            self.off_from[usize::from(at)] = (parent, reason);
        }
    }

    /// Whether the path to an on node passes an off node.
    fn passes(&self, start: At, mut on: At, off: At) -> bool {
        while on != start {
            if self.on_from[usize::from(on)].0 == off {
                return true;
            }
            on = self.grand[usize::from(on)].0;
        }
        false
    }

    /// The path of a cycle, from its last node back to its first.
    fn cycle(&self, start: At, last: (At, Reason), before: (At, Reason)) -> Vec<(At, bool, Reason)> {
        let mut path = vec![(start, true, last.1), (last.0, false, before.1)];
        let mut on = before.0;
        while on != start {
            let ((off, reason), (parent, of_off)) =
                (self.on_from[usize::from(on)], self.grand[usize::from(on)]);
            path.push((on, true, reason));
            path.push((off, false, of_off));
            on = parent;
        }
        path.push((start, true, Reason::Start));
        path
    }
}

/// The on nodes that follow when a candidate is off, on this grid.
fn strong(board: &Board, cell: usize, digit: usize) -> [(At, Reason); 4] {
    let mut strong = [(0, Reason::Start); 4];
    let others = board.cells[cell] & !(1 << digit);
    if others.is_power_of_two() {
        strong[0] = (at(cell, others.trailing_zeros() as usize), Reason::Cell);
    }
    for (place, reason) in [Reason::Box, Reason::Row, Reason::Column].into_iter().enumerate() {
        let others = house_of(cell, reason) & board.digits[digit] & !(1 << cell);
        if others.is_power_of_two() {
            let q = at(others.trailing_zeros() as usize, digit);
            if !strong[1..].iter().any(|&(other, reason)| reason != Reason::Start && other == q) {
                strong[place + 1] = (q, reason);
            }
        }
    }
    strong
}

/// Puts cells into the order of a hash table (13.2).
pub(super) fn hash_order(cells: &mut [(u8, u16)]) {
    let buckets = match cells.len() {
        0..=12 => 16,
        13..=24 => 32,
        25..=48 => 64,
        _ => 128,
    };
    cells.sort_by_key(|&(cell, _)| cell % buckets);
}

/// The candidates of cells with masks of digits.
pub(super) fn expand(cells: &[(u8, u16)]) -> Vec<At> {
    cells.iter().flat_map(|&(cell, mask)| bits(mask).map(move |digit| at(cell.into(), digit))).collect()
}

//! Technique 21: one assumption and one path (12.1), on a grid that stays as it is.

use super::super::board::{Board, bits, is_many, is_two};
use super::super::scale;
use super::multiple::Lead;
use super::{At, Reason, SIGHT, Sets, at, cell_of, contains, digit_of, each_cell, houses_of, insert, length};
use crate::human::houses::{CELLS, NEIGHBORS};

/// A hint of technique 21.
#[derive(Clone, Debug)]
pub(super) struct Unary {
    /// The tenths of the simplest hint of its kind.
    pub base: u8,
    pub complexity: u32,
    pub key: Key,
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
///  row       the place of a candidate among all                 1152 numbers
///  strong    the on nodes that follow when it is off             a row each: cell, box, row, column
///  weak      the candidates that are off when it is on           a row of bits each
///  after     the on nodes that follow when it is on, and when    a row of bits each
///            those that are off then are
///  closure   the same, again and again, with itself              a row of bits each
///  doomed    candidates that deny themselves when on             a row of bits
/// ```
#[derive(Clone, Debug)]
pub(super) struct Links {
    /// The grid that was read last.
    cells: [u16; 81],
    candidates: Vec<At>,
    /// How many words of a row of bits are used.
    words: usize,
    row: Box<[u16; 1152]>,
    strong: Vec<[(At, Reason); 4]>,
    linked: Row,
    /// The same, as cells by digit.
    linked_cells: Sets,
    weak: Vec<Row>,
    after: Vec<Row>,
    closure: Vec<Row>,
    doomed: Row,
    denial: Vec<Row>,
}

/// A set of candidates by their places: at most 9 in each of 81 cells.
pub(super) type Row = [u64; 12];

#[inline]
pub(super) fn holds(row: &Row, at: usize) -> bool {
    row[at / 64] >> (at % 64) & 1 == 1
}

#[inline]
fn put(row: &mut Row, at: usize) {
    row[at / 64] |= 1 << (at % 64);
}

#[inline]
pub(super) fn take(row: &mut Row, at: usize) {
    row[at / 64] &= !(1 << (at % 64));
}

/// The members of the first words of a row.
#[inline]
pub(super) fn members(row: &[u64]) -> impl Iterator<Item = usize> {
    row.iter().enumerate().flat_map(|(word, &bits)| {
        let mut bits = bits;
        std::iter::from_fn(move || {
            let lowest = (bits != 0).then(|| 64 * word + bits.trailing_zeros() as usize);
            bits &= bits.wrapping_sub(1);
            lowest
        })
    })
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
    wish: Wish,
    /// The key of the best hint so far, if only the best is wished for.
    limit: Key,
}

/// Which hints are wished for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    All,
    Best,
}

/// Rating, complexity and kind: the order of hints.
type Key = (u16, u32, u8);

impl Default for Links {
    fn default() -> Self {
        Self {
            cells: [0; 81],
            candidates: Vec::new(),
            words: 0,
            row: Box::new([0; 1152]),
            strong: Vec::new(),
            linked: [0; 12],
            linked_cells: [0; 9],
            weak: Vec::new(),
            after: Vec::new(),
            closure: Vec::new(),
            doomed: [0; 12],
            denial: Vec::new(),
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
            wish: Wish::All,
            limit: (u16::MAX, u32::MAX, u8::MAX),
        }
    }
}

impl Links {
    /// Reads a grid.
    pub(super) fn read(&mut self, board: &Board) {
        if self.cells == board.cells {
            return;
        }
        self.cells = board.cells;
        self.candidates.clear();
        for digit in 0..9 {
            let mut cells = board.digits[digit];
            while cells != 0 {
                let q = at(cells.trailing_zeros() as usize, digit);
                cells &= cells - 1;
                self.row[usize::from(q)] = self.candidates.len() as u16;
                self.candidates.push(q);
            }
        }
        self.words = self.candidates.len().div_ceil(64);
        self.link(board);
        self.close();
        self.doomed = [0; 12];
        for (row, (closure, weak)) in self.closure.iter().zip(&self.weak).enumerate() {
            if (0..self.words).any(|word| closure[word] & weak[word] != 0) {
                put(&mut self.doomed, row);
            }
        }
    }

    #[inline]
    pub(super) fn row(&self, at: At) -> usize {
        usize::from(self.row[usize::from(at)])
    }

    /// Finds the candidates that exclude each other, and the pairs of which one is on when the other is off.
    fn link(&mut self, board: &Board) {
        let count = self.candidates.len();
        self.linked = [0; 12];
        self.linked_cells = [0; 9];
        self.strong.clear();
        self.strong.resize(count, [(0, Reason::Start); 4]);
        self.weak.clear();
        self.weak.resize(count, [0; 12]);
        for (cell, &digits) in board.cells.iter().enumerate() {
            self.exclude(0, Reason::Cell, digits, |digit| at(cell, digit));
        }
        for (slot, reason, first) in [(1, Reason::Box, 18), (2, Reason::Row, 0), (3, Reason::Column, 9)] {
            for house in first..first + 9 {
                for (digit, &places) in board.places[house].iter().enumerate() {
                    self.exclude(slot, reason, places, |place| at(usize::from(CELLS[house][place]), digit));
                }
            }
        }
        for (row, weak) in self.weak.iter_mut().enumerate() {
            take(weak, row);
        }
    }

    /// Notes that of some candidates exactly one is on.
    #[inline]
    fn exclude(&mut self, slot: usize, reason: Reason, mask: u16, candidate: impl Fn(usize) -> At) {
        let mut places = [0_usize; 9];
        let mut count = 0;
        for one in bits(mask) {
            places[count] = usize::from(self.row[usize::from(candidate(one))]);
            count += 1;
        }
        let mut all = [0; 12];
        places[..count].iter().for_each(|&place| put(&mut all, place));
        for &place in &places[..count] {
            for (weak, all) in self.weak[place][..self.words].iter_mut().zip(&all) {
                *weak |= all;
            }
        }
        if count == 2 {
            for (p, q) in [(places[0], places[1]), (places[1], places[0])] {
                let strong = &mut self.strong[p];
                // Two cells that share a line and a box are paired by the box.
                let other = self.candidates[q];
                if slot < 2 || strong[1].1 == Reason::Start || strong[1].0 != other {
                    strong[slot] = (other, reason);
                    put(&mut self.linked, p);
                    insert(&mut self.linked_cells, self.candidates[p]);
                }
            }
        }
    }

    /// Finds all that follows when a candidate is on.
    fn close(&mut self) {
        let (count, words) = (self.candidates.len(), self.words);
        self.after.clear();
        self.after.resize(count, [0; 12]);
        for row in 0..count {
            let mut after = [0; 12];
            for word in 0..words {
                let mut off = self.weak[row][word] & self.linked[word];
                while off != 0 {
                    for (on, reason) in self.strong[64 * word + off.trailing_zeros() as usize] {
                        if reason != Reason::Start {
                            put(&mut after, usize::from(self.row[usize::from(on)]));
                        }
                    }
                    off &= off - 1;
                }
            }
            self.after[row] = after;
        }
        self.closure.clear();
        for row in 0..count {
            let mut closure = [0; 12];
            put(&mut closure, row);
            let mut ahead = self.after[row];
            take(&mut ahead, row);
            let mut word = 0;
            while word < words {
                if ahead[word] == 0 {
                    word += 1;
                    continue;
                }
                let next = 64 * word + ahead[word].trailing_zeros() as usize;
                // What follows from earlier rows is known.
                let known = next < row;
                let more = if known { &self.closure[next] } else { &self.after[next] };
                put(&mut closure, next);
                for at in 0..words {
                    if known {
                        closure[at] |= more[at];
                    } else {
                        ahead[at] |= more[at];
                    }
                }
                for at in 0..words {
                    ahead[at] &= !closure[at];
                }
                word = 0;
            }
            self.closure.push(closure);
        }
    }

    /// Whether technique 21 has nothing to say.
    pub(super) fn is_silent(&self) -> bool {
        self.doomed == [0; 12]
    }

    /// All hints, in the order in which they are found; or some, the best among them.
    ///
    /// All eliminations of technique 21 are doomed candidates: `x` on denies a node of the cycle that
    /// leads to one that denies `x`. So only starts that can lead to such are looked at.
    pub(super) fn hints(&self, board: &Board, wish: Wish, tree: &mut Tree, out: &mut Vec<Unary>) {
        out.clear();
        tree.wish = wish;
        tree.limit = (u16::MAX, u32::MAX, u8::MAX);
        if self.is_silent() {
            return;
        }
        let useful = self.useful();
        for way in [Way::X, Way::Y, Way::Xy] {
            for cell in 0..81 {
                let candidates = board.cells[cell];
                if candidates & candidates.wrapping_sub(1) == 0 || way == Way::Y && !is_two(candidates) {
                    continue;
                }
                for digit in bits(candidates) {
                    let start = at(cell, digit);
                    let row = self.row(start);
                    if holds(&useful, row) {
                        self.cycles(board, start, way, tree, out);
                    }
                    if way == Way::Y {
                        continue;
                    }
                    if holds(&self.doomed, row) {
                        self.chain(board, (start, true), way, tree, out);
                    }
                    let comes_back = |&(on, reason): &(At, Reason)| {
                        reason != Reason::Start && holds(&self.closure[self.row(on)], row)
                    };
                    if self.strong[row].iter().any(comes_back) {
                        self.chain(board, (start, false), way, tree, out);
                    }
                }
            }
        }
    }

    /// The candidates on cycles through one that sees a doomed candidate of its digit.
    fn useful(&self) -> Row {
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
    pub(super) fn sorted(&self, board: &Board, tree: &mut Tree, out: &mut Vec<Unary>) {
        self.hints(board, Wish::All, tree, out);
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
        let mut places = self.linked_cells[digit];
        if let Some(wanted) = wanted.filter(|&wanted| digit_of(wanted) == digit) {
            places |= 1 << cell_of(wanted);
        }
        if way != Way::X {
            for other in bits(board.cells[cell] & !(1 << digit)) {
                let q = at(cell, other);
                if contains(&self.linked_cells, q) || wanted == Some(q) {
                    push(q, Reason::Cell);
                }
            }
        }
        let seen = NEIGHBORS[cell].bits() & places;
        if seen == 0 {
            return;
        }
        for (sight, reason) in SIGHT[cell].iter().zip([Reason::Box, Reason::Row, Reason::Column]) {
            each_cell(sight & seen, |cell| push(at(cell, digit), reason));
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
        let (base, kind) = if way == Way::X { (scale::base(21, 1), 2) } else { (scale::base(21, 3), 4) };
        let (mut next_on, mut next_off, mut nodes) = (0, 0, 2);
        let reached = 'search: loop {
            let ends = next_on == tree.ons.len() && next_off == tree.offs.len();
            if ends || key(base, kind, nodes) >= tree.limit {
                break false;
            }
            // A path that ends in this round has so many nodes; one that starts off ends half a round later.
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
            let placement = (!starts_on).then_some(start);
            tree.note(key(base, kind, complexity));
            out.push(Unary::new(base, kind, complexity, false, path, placement, eliminations));
        }
    }

    /// Cycles through a node.
    fn cycles(&self, board: &Board, start: At, way: Way, tree: &mut Tree, out: &mut Vec<Unary>) {
        tree.clear();
        tree.reach_on(start, start, Reason::Start);
        let mut level_end = 1;
        let (mut next, mut depth) = (0, 0_u32);
        let mut offs: Vec<(At, Reason, At)> = Vec::new();
        let (base, kind) = match way {
            Way::X => (scale::base(21, 0), 2),
            Way::Y => (scale::base(21, 0), 3),
            Way::Xy => (scale::base(21, 2), 4),
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
                            out.push(Unary::new(base, kind, depth, true, path, None, expand(&gone)));
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

    /// The cells and houses whose candidates all lead to one off node, on a grid where technique 21 is
    /// silent; in the order of the scale.
    ///
    /// There, no run ends in a clash, and what two candidates that are not both off have in common would
    /// deny itself. What is on in all is off in all but for its digit.
    pub(super) fn shared(&mut self, board: &Board, leads: &mut Vec<Lead>) {
        self.deny_all();
        self.agreeing(&self.denial, board, leads);
    }

    /// The cells and houses whose candidates agree in what they deny, by these rows.
    pub(super) fn agreeing(&self, denial: &[Row], board: &Board, leads: &mut Vec<Lead>) {
        leads.clear();
        for cell in 0..81 {
            if !is_many(board.cells[cell]) {
                continue;
            }
            for digit in bits(board.cells[cell]) {
                for (_, house, position) in houses_of(cell) {
                    let places = board.places[house][digit];
                    if !is_many(places) || places.trailing_zeros() != u32::from(position) {
                        continue;
                    }
                    let cells = bits(places).map(|position| usize::from(CELLS[house][position]));
                    if self.agree(denial, cells.map(|cell| at(cell, digit))) {
                        leads.push(Lead::House { house: house as u8, digit: digit as u8 });
                    }
                }
            }
            if self.agree(denial, bits(board.cells[cell]).map(|digit| at(cell, digit))) {
                leads.push(Lead::Cell { cell: cell as u8 });
            }
        }
    }

    /// Whether all candidates lead to one off node.
    fn agree(&self, all: &[Row], mut candidates: impl Iterator<Item = At>) -> bool {
        let Some(first) = candidates.next() else { return false };
        let mut common = all[self.row(first)];
        for q in candidates {
            let denial = &all[self.row(q)];
            let mut any = 0;
            for word in 0..self.words {
                common[word] &= denial[word];
                any |= common[word];
            }
            if any == 0 {
                return false;
            }
        }
        true
    }

    /// How many words of a row are used.
    #[inline]
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// What is off when a candidate is on; after [`Self::deny_all`].
    #[inline]
    pub(super) fn denial(&self, row: usize) -> &Row {
        &self.denial[row]
    }

    pub(super) fn denials(&self) -> &[Row] {
        &self.denial
    }

    /// Finds all that is off when a candidate is on.
    pub(super) fn deny_all(&mut self) {
        self.denial.clear();
        for closure in &self.closure {
            let mut denial = [0; 12];
            for on in members(&closure[..self.words]) {
                denial
                    .iter_mut()
                    .zip(&self.weak[on][..self.words])
                    .for_each(|(denial, weak)| *denial |= weak);
            }
            self.denial.push(denial);
        }
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
        let key = key(base, kind, complexity);
        Self { base, complexity, key, cycle, path, placement, eliminations }
    }
}

impl Tree {
    /// Notes the key of a hint.
    fn note(&mut self, key: Key) {
        if self.wish == Wish::Best {
            self.limit = self.limit.min(key);
        }
    }

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

/// What a cycle eliminates, in the order of 13.2.
fn gone_by_cycle(board: &Board, path: &[(At, bool, Reason)]) -> Option<Vec<(u8, u16)>> {
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

/// The place of a hint in the order.
fn key(base: u8, kind: u8, complexity: u32) -> Key {
    let tenths = base + length(complexity);
    // The original compares sums of doubles: these come out a hair less than their equals.
    let hair = base == scale::base(21, 1) && matches!(tenths, 67 | 69 | 72 | 74 | 77 | 79);
    (10 * u16::from(tenths) - u16::from(hair), complexity, kind)
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

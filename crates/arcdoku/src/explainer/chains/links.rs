//! All implications on an unchanging grid, computed together.

use super::super::board::{Board, bits, is_three_or_more};
use super::multiple::HintSource;
use super::{CandidateId, CandidatesByDigit, NodeReason, at, houses_of, insert};
use crate::deduction::houses::CELLS;

/// The implications on one grid.
///
/// ```text
///  row       the position of a candidate among all              1152 numbers
///  strong    the on nodes that follow when it is off             one row each: cell, box, row, column
///  weak      the candidates that are off when it is on           one row of bits each
///  after     the on nodes that follow when it is on, through     one row of bits each
///            the candidates that are off then
///  closure   the transitive closure                              one row of bits each
///  doomed    candidates that deny themselves when on             one row of bits
/// ```
#[derive(Clone, Debug)]
pub(super) struct ImplicationLinks {
    /// The last grid.
    cells: [u16; 81],
    pub(super) candidates: Vec<CandidateId>,
    /// The number of words used in a row of bits.
    words: usize,
    row: Box<[u16; 1152]>,
    pub(super) strong: Vec<[(CandidateId, NodeReason); 4]>,
    linked: CandidateRow,
    /// The linked candidates, as cells by digit.
    pub(super) linked_cells: CandidatesByDigit,
    weak: Vec<CandidateRow>,
    after: Vec<CandidateRow>,
    pub(super) closure: Vec<CandidateRow>,
    pub(super) doomed: CandidateRow,
    denial: Vec<CandidateRow>,
}

/// A set of candidates by their positions: at most 9 in each of 81 cells.
pub(super) type CandidateRow = [u64; 12];

#[inline]
pub(super) fn holds(row: &CandidateRow, at: usize) -> bool {
    row[at / 64] >> (at % 64) & 1 == 1
}

#[inline]
pub(super) fn put(row: &mut CandidateRow, at: usize) {
    row[at / 64] |= 1 << (at % 64);
}

#[inline]
pub(super) fn take(row: &mut CandidateRow, at: usize) {
    row[at / 64] &= !(1 << (at % 64));
}

/// The positions of the bits that are set in these words of a row.
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

impl Default for ImplicationLinks {
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

impl ImplicationLinks {
    /// Computes the implications of a grid.
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
    pub(super) fn row(&self, at: CandidateId) -> usize {
        usize::from(self.row[usize::from(at)])
    }

    /// Finds the candidates that exclude each other, and the pairs in which one candidate is on when the other is
    /// off.
    fn link(&mut self, board: &Board) {
        let count = self.candidates.len();
        self.linked = [0; 12];
        self.linked_cells = [0; 9];
        self.strong.clear();
        self.strong.resize(count, [(0, NodeReason::Start); 4]);
        self.weak.clear();
        self.weak.resize(count, [0; 12]);
        for (cell, &digits) in board.cells.iter().enumerate() {
            self.exclude(0, NodeReason::Cell, digits, |digit| at(cell, digit));
        }
        for (slot, reason, first) in
            [(1, NodeReason::Box, 18), (2, NodeReason::Row, 0), (3, NodeReason::Column, 9)]
        {
            for (cells, places) in CELLS.iter().zip(&board.places).skip(first).take(9) {
                for (digit, &places) in places.iter().enumerate() {
                    self.exclude(slot, reason, places, |place| at(usize::from(cells[place]), digit));
                }
            }
        }
        for (row, weak) in self.weak.iter_mut().enumerate() {
            take(weak, row);
        }
    }

    /// Records that exactly one of these candidates is on.
    #[inline]
    fn exclude(
        &mut self,
        slot: usize,
        reason: NodeReason,
        mask: u16,
        candidate: impl Fn(usize) -> CandidateId,
    ) {
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
                // If two cells share a line and a box, the link between them is by the box.
                let other = self.candidates[q];
                if slot < 2 || strong[1].1 == NodeReason::Start || strong[1].0 != other {
                    strong[slot] = (other, reason);
                    put(&mut self.linked, p);
                    insert(&mut self.linked_cells, self.candidates[p]);
                }
            }
        }
    }

    /// Finds all consequences of a candidate that is on.
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
                        if reason != NodeReason::Start {
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
                // The consequences of earlier rows are already complete.
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

    /// Whether technique 21 finds nothing.
    pub(super) fn is_silent(&self) -> bool {
        self.doomed == [0; 12]
    }

    /// The cells and houses whose candidates all lead to one off node, on a grid where technique 21 finds nothing, in
    /// the order of the scale.
    ///
    /// On such a grid, no run ends in a clash. Two candidates of which at least one is on have no common consequence,
    /// because the consequence would deny itself. If a node is on in all runs, the other candidates of its cell are off
    /// in all runs, so it is enough to compare off nodes.
    pub(super) fn shared(&mut self, board: &Board, leads: &mut Vec<HintSource>) {
        self.deny_all();
        self.agreeing(&self.denial, board, leads);
    }

    /// The cells and houses whose candidates deny the same nodes, according to these rows.
    pub(super) fn agreeing(&self, denial: &[CandidateRow], board: &Board, leads: &mut Vec<HintSource>) {
        leads.clear();
        for cell in 0..81 {
            if !is_three_or_more(board.cells[cell]) {
                continue;
            }
            for digit in bits(board.cells[cell]) {
                for (_, house, position) in houses_of(cell) {
                    let places = board.places[house][digit];
                    if !is_three_or_more(places) || places.trailing_zeros() != u32::from(position) {
                        continue;
                    }
                    let cells = bits(places).map(|position| usize::from(CELLS[house][position]));
                    if self.agree(denial, cells.map(|cell| at(cell, digit))) {
                        leads.push(HintSource::House { house: house as u8, digit: digit as u8 });
                    }
                }
            }
            if self.agree(denial, bits(board.cells[cell]).map(|digit| at(cell, digit))) {
                leads.push(HintSource::Cell { cell: cell as u8 });
            }
        }
    }

    /// Whether all candidates lead to one off node.
    fn agree(&self, all: &[CandidateRow], mut candidates: impl Iterator<Item = CandidateId>) -> bool {
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

    /// The number of words used in a row.
    #[inline]
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// The nodes that are off when a candidate is on; call [`Self::deny_all`] first.
    #[inline]
    pub(super) fn denial(&self, row: usize) -> &CandidateRow {
        &self.denial[row]
    }

    pub(super) fn denials(&self) -> &[CandidateRow] {
        &self.denial
    }

    /// Finds the nodes that are off when a candidate is on.
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

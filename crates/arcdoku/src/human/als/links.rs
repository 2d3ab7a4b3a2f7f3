//! Links between almost locked sets, and the sets that see a common candidate.

use super::sets::{AlmostLockedSet, AlsIndex, bits, ones};
use crate::deduction::Candidates;

/// The sets of a state and their links, computed set by set on demand.
///
/// Rows are bits of sets. A *port* is a set and one of its digits, the restricted common through which a chain enters
/// or leaves the set. Ports are numbered in the order of sets, then digits.
#[derive(Debug, Default)]
pub(super) struct AlsLinks {
    pub(super) sets: Vec<AlmostLockedSet>,
    pub(super) index: AlsIndex,
    /// The first port of each set, and the number of all ports.
    pub(super) first: Vec<u32>,
    /// One row per port: the sets that are linked by its digit.
    ports: Vec<u64>,
    /// One row per set: the sets that are linked by any digit.
    linked: Vec<u64>,
    /// One row per set: the sets that see a common candidate with it.
    common: Vec<u64>,
    /// One row per set: the partners of ALS-XZ, possibly including partners without an elimination.
    partners: Vec<u64>,
    /// The number of sets whose rows are computed.
    done: usize,
    overlap: bool,
    /// Scratch memory for a row of each digit.
    rows: Vec<u64>,
}

impl AlsLinks {
    /// Prepares for a state with these sets.
    pub(super) fn begin(&mut self, overlap: bool) {
        self.overlap = overlap;
        self.done = 0;
        self.index.build(&self.sets);
        self.first.clear();
        let mut ports = 0;
        for set in &self.sets {
            self.first.push(ports);
            ports += set.digits.count_ones();
        }
        self.first.push(ports);
        let words = self.index.words;
        for (table, rows) in [
            (&mut self.ports, ports as usize),
            (&mut self.linked, self.sets.len()),
            (&mut self.common, self.sets.len()),
            (&mut self.partners, self.sets.len()),
            (&mut self.rows, 9),
        ] {
            table.clear();
            table.resize(rows * words, 0);
        }
    }

    pub(super) fn overlap(&self) -> bool {
        self.overlap
    }

    pub(super) fn len(&self) -> usize {
        self.sets.len()
    }

    /// The port of a set's digit.
    #[inline]
    pub(super) fn port(&self, set: usize, digit: usize) -> usize {
        let below = self.sets[set].digits & ((1 << digit) - 1);
        self.first[set] as usize + below.count_ones() as usize
    }

    /// Computes the rows of the sets up to `set`.
    pub(super) fn reach(&mut self, state: &Candidates, set: usize) {
        while self.done <= set {
            self.work_out(state, self.done);
            self.done += 1;
        }
    }

    /// Computes the rows of all sets.
    pub(super) fn reach_all(&mut self, state: &Candidates) {
        if !self.sets.is_empty() {
            self.reach(state, self.sets.len() - 1);
        }
    }

    fn work_out(&mut self, state: &Candidates, number: usize) {
        let words = self.index.words;
        let set = self.sets[number];
        // The sets that see a common candidate: of at least one digit, and of at least two digits.
        let common = &mut self.common[number * words..][..words];
        let mut two = [0_u64; 64];
        self.rows.fill(0);
        for digit in bits(set.digits) {
            let row = &mut self.rows[digit * words..][..words];
            self.index.common(&set, digit, row);
            for (word, &row) in row.iter().enumerate() {
                if let Some(two) = two.get_mut(word) {
                    *two |= common[word] & row;
                }
                common[word] |= row;
            }
        }
        let linked = &mut self.linked[number * words..][..words];
        let partners = &mut self.partners[number * words..][..words];
        for (rank, digit) in bits(set.digits).enumerate() {
            let port = self.first[number] as usize + rank;
            let row = &mut self.ports[port * words..][..words];
            self.index.linked(state, &set, digit, row);
            if !self.overlap {
                self.index.apart(&set, row);
            }
            for word in 0..words {
                // Both sets see candidates of another digit, or they are linked twice.
                let sight = common[word]
                    & (two.get(word).copied().unwrap_or(u64::MAX) | !self.rows[digit * words + word]);
                partners[word] |= row[word] & (sight | linked[word]);
                linked[word] |= row[word];
            }
        }
    }

    /// The digits that link two sets, as bits.
    #[inline]
    pub(super) fn between(&self, one: usize, other: usize) -> u16 {
        let words = self.index.words;
        let first = self.first[one] as usize;
        let digits = bits(self.sets[one].digits).enumerate();
        digits.fold(0, |set, (rank, digit)| {
            set | ((self.ports[(first + rank) * words + other / 64] >> (other % 64) & 1) as u16) << digit
        })
    }

    /// The partners of ALS-XZ of a set, after it.
    pub(super) fn partners(&self, set: usize) -> impl Iterator<Item = usize> {
        let words = self.index.words;
        ones(self.partners[set * words..][..words].iter().copied(), set + 1, self.len())
    }

    /// The sets from `from` to `to` that are linked with `set`.
    pub(super) fn linked(&self, set: usize, from: usize, to: usize) -> impl Iterator<Item = usize> {
        let words = self.index.words;
        ones(self.linked[set * words..][..words].iter().copied(), from, to)
    }

    /// The sets from `from` to `to` that see a common candidate with `set`.
    pub(super) fn in_common(&self, set: usize, from: usize, to: usize) -> impl Iterator<Item = usize> {
        let words = self.index.words;
        ones(self.common[set * words..][..words].iter().copied(), from, to)
    }

    /// The sets from `from` to `to` that are linked with `middle`, and see a common candidate with `end`.
    pub(super) fn wings(
        &self,
        middle: usize,
        end: usize,
        from: usize,
        to: usize,
    ) -> impl Iterator<Item = usize> {
        let words = self.index.words;
        let linked = self.linked[middle * words..][..words].iter();
        let common = self.common[end * words..][..words].iter();
        ones(linked.zip(common).map(|(linked, common)| linked & common), from, to)
    }
}

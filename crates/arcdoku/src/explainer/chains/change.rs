//! Checks whether static chains prove more on a grid than on the grid from which it resulted (12.1, 12.3).
//!
//! The grid is the grid in which a run began, without some candidates, and the run has no further consequences.
//! Techniques 21 and 24 found nothing in that first grid, so new findings must use new links: pairs in places that had
//! more candidates before. The consequences that use no new link are known, because no chain between remaining
//! candidates leads through a removed one. Since the queues of the run are empty, every candidate that is strongly
//! linked with a removed candidate is on, and the candidates that it excludes are removed as well.
//!
//! ```text
//!  s --known--> p off --new--> q on --known--> p' off --new--> q' on --known--> s off
//! ```

use super::super::board::{Board, is_two};
use super::links::{CandidateRow, ImplicationLinks, holds, members, take};
use super::multiple::HintSource;
use super::rules::RemovedCandidates;
use super::{CandidateId, at, each_cell};
use crate::deduction::houses::CELLS;

/// The largest number of new links, counted in both directions: each has one bit of a word.
const MOST: usize = 128;

/// The consequences of new links.
#[derive(Clone, Debug, Default)]
pub(super) struct LinkChange {
    /// The start (off) and the end (on) of each new link, as rows of the old links.
    new: Vec<(usize, usize)>,
    /// The links that may follow each new link.
    next: Vec<u128>,
    /// The candidates that are off after each new link.
    off: Vec<CandidateRow>,
    /// The remaining candidates.
    left: CandidateRow,
    denial: Vec<CandidateRow>,
}

impl LinkChange {
    /// Follows the new links of a grid. Returns false if there are too many.
    pub(super) fn read(&mut self, old: &ImplicationLinks, gone: RemovedCandidates<'_>) -> bool {
        self.new.clear();
        let mut link = |p: CandidateId, q: CandidateId| {
            let (p, q) = (old.row(p), old.row(q));
            self.new.extend([(p, q), (q, p)]);
        };
        let two = |now: u16, start: u16| now != start && is_two(now);
        let ends = |mask: u16| (mask.trailing_zeros() as usize, 15 - mask.leading_zeros() as usize);
        for (cell, (&now, &start)) in gone.now.cells.iter().zip(&gone.start.cells).enumerate() {
            if two(now, start) {
                let (low, high) = ends(now);
                link(at(cell, low), at(cell, high));
            }
        }
        for digit in (0..9).filter(|&digit| gone.now.digits[digit] != gone.start.digits[digit]) {
            for (house, (now, start)) in gone.now.places.iter().zip(&gone.start.places).enumerate() {
                let now = now[digit];
                if two(now, start[digit]) {
                    let (low, high) = ends(now);
                    link(at(CELLS[house][low].into(), digit), at(CELLS[house][high].into(), digit));
                }
            }
        }
        if self.new.len() > MOST {
            return false;
        }
        self.left = [u64::MAX; 12];
        for (digit, (now, start)) in gone.now.digits.iter().zip(&gone.start.digits).enumerate() {
            each_cell(start & !now, |cell| take(&mut self.left, old.row(at(cell, digit))));
        }
        self.follow(old);
        true
    }

    fn follow(&mut self, old: &ImplicationLinks) {
        self.next.clear();
        for (place, &(_, on)) in self.new.iter().enumerate() {
            let denial = old.denial(on);
            let after = self.new.iter().enumerate().filter(|&(_, &(off, _))| holds(denial, off));
            self.next.push(after.fold(1 << place, |next, (other, _)| next | 1 << other));
        }
        for through in 0..self.new.len() {
            let more = self.next[through];
            for next in &mut self.next {
                if *next >> through & 1 == 1 {
                    *next |= more;
                }
            }
        }
        self.off.clear();
        for &next in &self.next {
            let (mut off, mut rest) = ([0; 12], next);
            while rest != 0 {
                let denial = old.denial(self.new[rest.trailing_zeros() as usize].1);
                off.iter_mut().zip(denial).take(old.words()).for_each(|(off, denial)| *off |= denial);
                rest &= rest - 1;
            }
            self.off.push(off);
        }
    }

    /// Whether technique 21 finds nothing, if it found nothing before.
    pub(super) fn is_silent(&self, old: &ImplicationLinks) -> bool {
        self.new.iter().zip(&self.off).all(|(&(p, _), off)| {
            let denial = old.denial(p);
            (0..old.words()).all(|word| denial[word] & off[word] & self.left[word] == 0)
        })
    }

    /// The cells and houses whose candidates all lead to one off node; see [`ImplicationLinks::shared`].
    pub(super) fn shared(&mut self, old: &ImplicationLinks, now: &Board, leads: &mut Vec<HintSource>) {
        self.denial.clear();
        self.denial.extend_from_slice(old.denials());
        for (&(p, _), off) in self.new.iter().zip(&self.off) {
            for row in members(&old.denial(p)[..old.words()]) {
                self.denial[row].iter_mut().zip(off).take(old.words()).for_each(|(all, off)| *all |= off);
            }
        }
        for denial in &mut self.denial {
            denial.iter_mut().zip(&self.left).take(old.words()).for_each(|(all, left)| *all &= left);
        }
        old.agreeing(&self.denial, now, leads);
    }
}

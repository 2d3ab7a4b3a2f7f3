//! Different digits whose set is one of a list: cages, renban lines.
//!
//! The sets are few, so each run tests all of them: a set counts if every cell has a digit of it, and every digit of
//! it has a cell. A cell keeps the digits of these sets.

use crate::compact::board::{Board, DIGITS, Empty, is_single, word};
use crate::csp::propagators::combinations;
use crate::grid::Bits;

/// The largest number of sets. A cage of 16 digits has up to 526.
const MOST: usize = 1024;

/// Cells whose digits are all different and form one of some sets.
#[derive(Debug)]
pub(super) struct Sets {
    cells: Box<[u8]>,
    /// The cells as bits.
    word: u128,
    possible: Box<[u16]>,
}

impl Sets {
    /// Different digits that form one of these sets; `None` if there are too many sets.
    pub(super) fn new(cells: Box<[u8]>, sets: Box<[u16]>) -> Option<Self> {
        let word = word(&cells);
        (sets.len() <= MOST).then_some(Self { cells, word, possible: sets })
    }

    /// Different digits with a sum; `None` if there are too many sets.
    pub(super) fn cage(cells: Box<[u8]>, sum: u32, digits: usize) -> Option<Self> {
        let sets = combinations(cells.len(), sum as usize, digits)?;
        Self::new(cells, sets.into_iter().map(|set| set.bits() as u16).collect())
    }

    pub(super) fn cells(&self) -> &[u8] {
        &self.cells
    }

    pub(super) fn propagate(&self, board: &mut Board<'_>) -> Result<(), Empty> {
        let mut domains = [0_u16; DIGITS];
        let (mut all, mut taken, mut open) = (0, 0_u16, 0);
        for (domain, &cell) in domains.iter_mut().zip(&self.cells) {
            *domain = board.domain(cell);
            all |= *domain;
            if is_single(*domain) {
                taken |= *domain;
            } else {
                open += 1;
            }
        }
        let count = self.cells.len();
        if taken.count_ones() as usize + open != count {
            return Err(Empty);
        }
        for domain in &mut domains[..count] {
            if !is_single(*domain) {
                *domain &= !taken;
            }
        }
        let mut kept = [0_u16; DIGITS];
        let (mut common, mut is_possible) = (u16::MAX, false);
        for &set in &self.possible {
            if set & !all != 0 || taken & !set != 0 {
                continue;
            }
            let (mut union, mut is_dead) = (0, false);
            for &domain in &domains[..count] {
                is_dead |= domain & set == 0;
                union |= domain & set;
            }
            if is_dead || union != set {
                continue;
            }
            is_possible = true;
            common &= set;
            for (kept, &domain) in kept.iter_mut().zip(&domains[..count]) {
                *kept |= domain & set;
            }
        }
        if !is_possible {
            return Err(Empty);
        }
        if open == 0 {
            return Ok(());
        }
        let (mut once, mut twice) = (0, 0);
        for &kept in &kept[..count] {
            twice |= once & kept;
            once |= kept;
        }
        let hidden = once & !twice & common;
        for (&cell, &kept) in self.cells.iter().zip(&kept) {
            board.narrow(cell, if kept & hidden != 0 { kept & hidden } else { kept })?;
        }
        Bits(u64::from(common & twice)).try_for_each(|digit| board.point(digit, self.word))
    }
}

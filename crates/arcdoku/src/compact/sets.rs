//! Different digits whose set is one of a list: cages, renban lines.
//!
//! The sets are few, so each run tests all of them: a set counts if every cell has a digit of it, and every digit of
//! it has a cell. A cell keeps the digits of these sets.

use crate::compact::board::{Board, Empty};
use crate::compact::houses::point;

/// The largest number of sets. A cage of 16 digits has up to 526.
const MOST: usize = 1024;

/// Cells whose digits are all different and form one of some sets.
#[derive(Debug)]
pub(super) struct Sets {
    cells: Box<[u8]>,
    sets: Box<[u16]>,
}

impl Sets {
    /// Different digits that form one of these sets; `None` if there are too many sets.
    pub(super) fn new(cells: Box<[u8]>, sets: Box<[u16]>) -> Option<Self> {
        (sets.len() <= MOST).then_some(Self { cells, sets })
    }

    /// Different digits with a sum.
    pub(super) fn cage(cells: Box<[u8]>, sum: u32, digits: usize) -> Self {
        let mut sets = Vec::new();
        list(0, cells.len(), sum, digits, &mut sets);
        Self { cells, sets: sets.into() }
    }

    pub(super) fn cells(&self) -> &[u8] {
        &self.cells
    }

    pub(super) fn propagate(&self, board: &mut Board<'_>) -> Result<(), Empty> {
        let mut domains = [0_u16; 16];
        let (mut all, mut taken, mut open) = (0, 0_u16, 0);
        for (domain, &cell) in domains.iter_mut().zip(&self.cells) {
            *domain = board.domain(cell);
            all |= *domain;
            if *domain & domain.wrapping_sub(1) == 0 {
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
            if *domain & domain.wrapping_sub(1) != 0 {
                *domain &= !taken;
            }
        }
        let mut kept = [0_u16; 16];
        let (mut common, mut is_possible) = (u16::MAX, false);
        for &set in &self.sets {
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
        point(board, &self.cells, common & twice)
    }
}

/// Lists the sets of `count` more digits up to `largest` that add `sum` to `chosen`.
fn list(chosen: u16, count: usize, sum: u32, largest: usize, found: &mut Vec<u16>) {
    if count == 0 {
        if sum == 0 {
            found.push(chosen);
        }
        return;
    }
    for digit in count..=largest.min(sum as usize) {
        // The other digits are smaller and different.
        let below = (count - 1) as u32;
        let (least, most) = (below * (below + 1) / 2, below * (2 * digit as u32 - count as u32) / 2);
        let rest = sum - digit as u32;
        if (least..=most).contains(&rest) {
            list(chosen | 1 << (digit - 1), count - 1, rest, digit - 1, found);
        }
    }
}

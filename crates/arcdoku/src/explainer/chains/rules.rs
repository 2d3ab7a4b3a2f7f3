//! Patterns inside a run: rules 1 to 4 of section 13. Reports all instances of the first rule that has any.

use super::super::board::{BCR, Board, bits, is_two};
use super::rule_list::{FoundPattern, RuleList};
use super::run::NO_CHAIN;
use super::unary::{expand, hash_order};
use super::{BIT, CandidateId, at};
use crate::deduction::houses::{CELLS, HOUSES, HOUSES_OF};

/// Candidates that were in a grid at the start of a run and have been removed.
#[derive(Clone, Copy)]
pub(super) struct RemovedCandidates<'b> {
    pub start: &'b Board,
    pub now: &'b Board,
}

impl RemovedCandidates<'_> {
    /// The removed candidates of a cell, as a mask of digits.
    #[inline]
    pub(super) fn of_cell(self, cell: usize) -> u16 {
        self.start.cells[cell] & !self.now.cells[cell]
    }

    /// The removed places of a digit in a house, as a mask of positions.
    #[inline]
    pub(super) fn of_house(self, house: usize, digit: usize) -> u16 {
        self.start.places[house][digit] & !self.now.places[house][digit]
    }
}

/// The index of the first house of each kind: boxes, columns and rows.
const BOXES: usize = 18;
const COLUMNS: usize = 9;
const ROWS: usize = 0;

/// Lists the instances of the first rule that has any. Returns whether the last rule was reached.
pub(super) fn rules(gone: RemovedCandidates<'_>, list: &mut RuleList) -> bool {
    locked(gone, list);
    if !list.is_empty() {
        return false;
    }
    let twos = gone.now.places.each_ref().map(twos);
    hidden_pairs(gone, &twos, list);
    if list.is_empty() {
        naked_pairs(gone, list);
    }
    let last = list.is_empty();
    if last {
        x_wings(gone, &twos, list);
    }
    last
}

fn positions(house: usize, mask: u16) -> impl Iterator<Item = usize> {
    bits(mask).map(move |position| usize::from(CELLS[house][position]))
}

fn push(list: &mut RuleList, shape: FoundPattern, mut eliminations: Vec<(u8, u16)>, causes: &[CandidateId]) {
    if !causes.is_empty() {
        hash_order(&mut eliminations);
        list.push(&expand(&eliminations), causes, NO_CHAIN, Some(shape));
    }
}

/// The positions of the three lines or boxes that cross a house: rows of a box and boxes of a line, columns
/// of a box.
const ACROSS: [[u16; 3]; 2] = [[0o007, 0o070, 0o700], [0o111, 0o222, 0o444]];

/// Pointing and claiming.
fn locked(gone: RemovedCandidates<'_>, list: &mut RuleList) {
    for (base, cover) in [(BOXES, COLUMNS), (BOXES, ROWS), (COLUMNS, BOXES), (ROWS, BOXES)] {
        let across = ACROSS[usize::from(cover == COLUMNS)];
        for digit in (0..9).filter(|&digit| gone.now.digits[digit] != gone.start.digits[digit]) {
            for house in base..base + 9 {
                let (own, start) = (gone.now.places[house][digit], gone.start.places[house][digit]);
                // If no place was removed, or at most one is left, the rule finds nothing new.
                if own == start || own & own.wrapping_sub(1) == 0 {
                    continue;
                }
                let Some(inside) = across.into_iter().find(|inside| own & !inside == 0) else { continue };
                if start & !inside == 0 {
                    continue;
                }
                let first = usize::from(CELLS[house][own.trailing_zeros() as usize]);
                let [row, column, square] = HOUSES_OF[first];
                let other = usize::from(match cover {
                    BOXES => square,
                    COLUMNS => column,
                    _ => row,
                });
                let eliminations: Vec<(u8, u16)> = positions(other, gone.now.places[other][digit])
                    .filter(|&cell| HOUSES[house].bits() >> cell & 1 == 0)
                    .map(|cell| (cell as u8, 1 << digit))
                    .collect();
                if !eliminations.is_empty() {
                    let causes: Vec<CandidateId> =
                        positions(house, start & !own & !inside).map(|cell| at(cell, digit)).collect();
                    let shape = FoundPattern::Locked { digit, house, other, places: own };
                    push(list, shape, eliminations, &causes);
                }
            }
        }
    }
}

/// The pairs of bits of a mask, in colexicographic order.
fn pairs(mask: u16) -> impl Iterator<Item = (usize, usize)> {
    bits(mask).flat_map(move |high| bits(mask & ((1 << high) - 1)).map(move |low| (low, high)))
}

/// The words with exactly two bits, as a mask of the nine words.
fn twos(words: &[u16; 9]) -> u16 {
    words.iter().enumerate().fold(0, |mask, (at, &word)| mask | u16::from(is_two(word)) << at)
}

fn hidden_pairs(gone: RemovedCandidates<'_>, twos: &[u16; 27], list: &mut RuleList) {
    for house in BCR.map(usize::from) {
        let (places, start) = (&gone.now.places[house], &gone.start.places[house]);
        if gone.now.empty[house] <= 4 || twos[house] & twos[house].wrapping_sub(1) == 0 || places == start {
            continue;
        }
        for (low, high) in pairs(twos[house]) {
            if places[low] != places[high] || places[low] == start[low] && places[high] == start[high] {
                continue;
            }
            let both = 1_u16 << low | 1 << high;
            let eliminations: Vec<(u8, u16)> = positions(house, places[low])
                .map(|cell| (cell as u8, gone.now.cells[cell] & !both))
                .filter(|&(_, mask)| mask != 0)
                .collect();
            if eliminations.is_empty() {
                continue;
            }
            let causes: Vec<CandidateId> = positions(house, 0x1ff & !places[low])
                .flat_map(|cell| bits(gone.start.cells[cell] & both).map(move |digit| at(cell, digit)))
                .collect();
            let shape = FoundPattern::Pair { hidden: true, house, digits: both, places: places[low] };
            push(list, shape, eliminations, &causes);
        }
    }
}

fn naked_pairs(gone: RemovedCandidates<'_>, list: &mut RuleList) {
    let mut bivalue = 0_u128;
    for (cell, &digits) in gone.now.cells.iter().enumerate() {
        if is_two(digits) {
            bivalue |= BIT[cell];
        }
    }
    for house in BCR.map(usize::from) {
        let own = HOUSES[house].bits() & bivalue;
        if gone.now.empty[house] < 4 || own & own.wrapping_sub(1) == 0 {
            continue;
        }
        let cells = CELLS[house].map(usize::from);
        let (now, start) = (cells.map(|cell| gone.now.cells[cell]), cells.map(|cell| gone.start.cells[cell]));
        for (low, high) in pairs(twos(&now)) {
            let both = now[low];
            if both != now[high] || both == start[low] && both == start[high] {
                continue;
            }
            let eliminations: Vec<(u8, u16)> = (0..9)
                .filter(|&position| position != low && position != high)
                .map(|position| (cells[position] as u8, now[position] & both))
                .filter(|&(_, mask)| mask != 0)
                .collect();
            if eliminations.is_empty() {
                continue;
            }
            let causes: Vec<CandidateId> = [low, high]
                .into_iter()
                .flat_map(|position| {
                    bits(start[position] & !both).map(move |digit| at(cells[position], digit))
                })
                .collect();
            let shape =
                FoundPattern::Pair { hidden: false, house, digits: both, places: 1 << low | 1 << high };
            push(list, shape, eliminations, &causes);
        }
    }
}

fn x_wings(gone: RemovedCandidates<'_>, twos: &[u16; 27], list: &mut RuleList) {
    for (base, cover) in [(COLUMNS, ROWS), (ROWS, COLUMNS)] {
        let lines = &gone.now.places[base..base + 9];
        let narrow = &twos[base..base + 9];
        for (low, high) in pairs(0x1ff) {
            for digit in bits(narrow[low] & narrow[high]) {
                let places = lines[low][digit];
                let start = |line: usize| gone.start.places[base + line][digit];
                if places != lines[high][digit]
                    || gone.now.filled[digit] + 4 > 9
                    || start(low) == places && start(high) == places
                {
                    continue;
                }
                let bases = HOUSES[base + low].bits() | HOUSES[base + high].bits();
                let eliminations: Vec<(u8, u16)> = bits(places)
                    .flat_map(|line| positions(cover + line, gone.now.places[cover + line][digit]))
                    .filter(|&cell| bases >> cell & 1 == 0)
                    .map(|cell| (cell as u8, 1 << digit))
                    .collect();
                if eliminations.is_empty() {
                    continue;
                }
                let causes: Vec<CandidateId> = [base + low, base + high]
                    .into_iter()
                    .flat_map(|house| positions(house, gone.of_house(house, digit) & !places))
                    .map(|cell| at(cell, digit))
                    .collect();
                let shape = FoundPattern::XWing { digit, base, lines: 1 << low | 1 << high, cover, places };
                push(list, shape, eliminations, &causes);
            }
        }
    }
}

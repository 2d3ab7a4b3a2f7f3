//! Patterns inside a run: rules 1 to 4 of 13. All instances of the first rule that has any.

use super::super::board::{BCR, Board, bits};
use super::nested::List;
use super::run::NO_CHAIN;
use super::unary::{expand, hash_order};
use super::{At, at};
use crate::human::houses::{CELLS, HOUSES};

/// Candidates that were in a grid at the start of a run and are gone.
#[derive(Clone, Copy)]
pub(super) struct Gone<'b> {
    pub start: &'b Board,
    pub now: &'b Board,
}

impl Gone<'_> {
    /// Of a cell: a mask of digits.
    #[inline]
    pub(super) fn of_cell(self, cell: usize) -> u16 {
        self.start.cells[cell] & !self.now.cells[cell]
    }

    /// Of a digit in a house: a mask of positions.
    #[inline]
    pub(super) fn of_house(self, house: usize, digit: usize) -> u16 {
        self.start.places[house][digit] & !self.now.places[house][digit]
    }
}

/// The kinds of houses as ranges of indices.
const BOXES: usize = 18;
const COLUMNS: usize = 9;
const ROWS: usize = 0;

/// The instances of the first rule that has any.
pub(super) fn rules(gone: Gone<'_>, list: &mut List) {
    for rule in [locked, hidden_pairs, naked_pairs, x_wings] {
        rule(gone, list);
        if !list.is_empty() {
            return;
        }
    }
}

fn positions(house: usize, mask: u16) -> impl Iterator<Item = usize> {
    bits(mask).map(move |position| usize::from(CELLS[house][position]))
}

fn push(list: &mut List, mut eliminations: Vec<(u8, u16)>, causes: &[At]) {
    if !causes.is_empty() {
        hash_order(&mut eliminations);
        list.push(&expand(&eliminations), causes, NO_CHAIN);
    }
}

/// Pointing and claiming.
fn locked(gone: Gone<'_>, list: &mut List) {
    for (base, cover) in [(BOXES, COLUMNS), (BOXES, ROWS), (COLUMNS, BOXES), (ROWS, BOXES)] {
        for digit in 0..9 {
            let places = gone.now.digits[digit];
            if places == 0 {
                continue;
            }
            for house in base..base + 9 {
                let own = HOUSES[house].bits() & places;
                if own.count_ones() < 2 || own.count_ones() > 3 {
                    continue;
                }
                // At most one line or box holds all of them.
                let first = own.trailing_zeros() as usize;
                let [row, column, square] = crate::human::houses::HOUSES_OF[first];
                let other = usize::from(match cover {
                    BOXES => square,
                    COLUMNS => column,
                    _ => row,
                });
                let covered = HOUSES[other].bits();
                if own & !covered != 0 || places & covered & !own == 0 {
                    continue;
                }
                let causes: Vec<At> = positions(house, gone.of_house(house, digit))
                    .filter(|&cell| covered >> cell & 1 == 0)
                    .map(|cell| at(cell, digit))
                    .collect();
                let away = gone.now.places[other][digit];
                let eliminations = positions(other, away)
                    .filter(|&cell| own >> cell & 1 == 0)
                    .map(|cell| (cell as u8, 1 << digit));
                push(list, eliminations.collect(), &causes);
            }
        }
    }
}

/// Pairs of a mask's bits in colex order.
fn pairs(mask: u16) -> impl Iterator<Item = (usize, usize)> {
    bits(mask).flat_map(move |high| bits(mask & ((1 << high) - 1)).map(move |low| (low, high)))
}

/// A digit's places in a house, or the digits of its cells, where they are two.
fn twos(words: impl Iterator<Item = u16>) -> u16 {
    words.enumerate().fold(0, |mask, (at, word)| mask | u16::from(word.count_ones() == 2) << at)
}

fn hidden_pairs(gone: Gone<'_>, list: &mut List) {
    for house in BCR.map(usize::from) {
        let places = &gone.now.places[house];
        if gone.now.empty[house] <= 4 {
            continue;
        }
        for (low, high) in pairs(twos(places.iter().copied())) {
            if places[low] != places[high] {
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
            let causes: Vec<At> = positions(house, 0x1ff & !places[low])
                .flat_map(|cell| bits(gone.start.cells[cell] & both).map(move |digit| at(cell, digit)))
                .collect();
            push(list, eliminations, &causes);
        }
    }
}

fn naked_pairs(gone: Gone<'_>, list: &mut List) {
    for house in BCR.map(usize::from) {
        if gone.now.empty[house] < 4 {
            continue;
        }
        let cells = CELLS[house].map(usize::from);
        for (low, high) in pairs(twos(cells.iter().map(|&cell| gone.now.cells[cell]))) {
            let both = gone.now.cells[cells[low]];
            if both != gone.now.cells[cells[high]] {
                continue;
            }
            let eliminations: Vec<(u8, u16)> = (0..9)
                .filter(|&position| position != low && position != high)
                .map(|position| (cells[position] as u8, gone.now.cells[cells[position]] & both))
                .filter(|&(_, mask)| mask != 0)
                .collect();
            if eliminations.is_empty() {
                continue;
            }
            let causes: Vec<At> = [cells[low], cells[high]]
                .into_iter()
                .flat_map(|cell| bits(gone.start.cells[cell] & !both).map(move |digit| at(cell, digit)))
                .collect();
            push(list, eliminations, &causes);
        }
    }
}

fn x_wings(gone: Gone<'_>, list: &mut List) {
    for (base, cover) in [(COLUMNS, ROWS), (ROWS, COLUMNS)] {
        let mut narrow = [0_u16; 9];
        for (line, narrow) in narrow.iter_mut().enumerate() {
            *narrow = twos(gone.now.places[base + line].iter().copied());
        }
        for (low, high) in pairs(0x1ff) {
            for digit in bits(narrow[low] & narrow[high]) {
                let (places, filled) = (gone.now.places[base + low][digit], gone.now.filled[digit]);
                if places != gone.now.places[base + high][digit] || filled + 4 > 9 {
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
                let causes: Vec<At> = [base + low, base + high]
                    .into_iter()
                    .flat_map(|house| positions(house, gone.of_house(house, digit) & !places))
                    .map(|cell| at(cell, digit))
                    .collect();
                push(list, eliminations, &causes);
            }
        }
    }
}

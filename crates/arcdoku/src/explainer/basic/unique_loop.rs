//! Technique 15: unique rectangles and loops.
//!
//! A loop of cells with two digits, with two cells in each house that it touches, could be filled in two ways.
//! Therefore one of its cells has another digit.

pub(super) mod walk;

use std::ops::ControlFlow;

use super::super::Board;
use super::super::board::{BRC, bits};
use super::super::scale;
use super::RatedStep;
use super::sizes::{CellsBySize, ChoiceItems, cells_at, count, digit_set, house, of_cell, of_digit};
use crate::deduction::houses::{CELLS, HOUSES_OF, House, NEIGHBORS};
use crate::deduction::{Candidate, Pattern, Proper, Step, Technique};
use crate::grid::{Cell, Digit};

struct LoopHint {
    tenths: u8,
    /// The number of cells of the loop.
    length: usize,
    step: Step,
}

impl LoopHint {
    /// The sort key of hints: rating, then type.
    ///
    /// The Sudoku Explainer adds tenths as floating-point numbers: 4.6 + 0.1 is less than 4.7, and 4.6 + 0.3 is less
    /// than 4.9. All its other sums are exact.
    fn key(&self) -> (u16, Technique) {
        let technique = self.step.technique;
        let below = technique == Technique::UniqueLoop3
            && self.length == 6
            && matches!(self.tenths - scale::base(15, 2), 2 | 4);
        (10 * u16::from(self.tenths) - u16::from(below), technique)
    }
}

/// All hints, in the order of the scale.
pub(super) fn sorted(board: &Board, sizes: &CellsBySize, _: Proper) -> Vec<RatedStep> {
    let (mut hints, mut seen) = (Vec::new(), Vec::new());
    walk::each(board, sizes, &mut |digits, path| {
        // The hints of a loop depend only on its cells, so only its first walk is used.
        let cells = path.iter().fold(0_u128, |cells, &cell| cells | 1 << cell);
        if !seen.contains(&cells) {
            seen.push(cells);
            ValidLoop::new(board, digits, path).hints(&mut hints);
        }
    });
    hints.sort_by_key(LoopHint::key);
    hints.into_iter().map(|hint| (hint.tenths, hint.step)).collect()
}

/// The addition to the rating for the length of a loop.
fn longer(length: usize) -> u8 {
    match length {
        4 => 0,
        6 => 1,
        8 => 2,
        _ => 5,
    }
}

/// A valid loop.
struct ValidLoop<'b> {
    board: &'b Board,
    /// The two digits.
    pair: u16,
    path: &'b [u8],
    /// The cells with further candidates, in the order of the loop.
    roof: Vec<usize>,
    extra: u16,
}

/// The part of a hint in addition to the loop.
#[derive(Clone, Copy, Default)]
struct LoopConclusion {
    subset: Option<(usize, u16, u16, bool)>,
    locked: Option<(usize, usize)>,
}

impl<'b> ValidLoop<'b> {
    fn new(board: &'b Board, pair: u16, path: &'b [u8]) -> Self {
        let more = |&cell: &usize| board.cells[cell] != pair;
        let roof: Vec<usize> = path.iter().map(|&cell| cell.into()).filter(more).collect();
        let extra = roof.iter().fold(0, |extra, &cell| extra | board.cells[cell]) & !pair;
        Self { board, pair, path, roof, extra }
    }

    fn hints(&self, hints: &mut Vec<LoopHint>) {
        match *self.roof {
            [] => {}
            [cell] => {
                let gone = of_cell(cell, self.pair).collect();
                self.push(hints, (15, 0), 0, LoopConclusion::default(), gone);
            }
            [a, b] => {
                let houses: Vec<usize> = BRC
                    .map(usize::from)
                    .into_iter()
                    .filter(|&index| [a, b].iter().all(|&cell| HOUSES_OF[cell].contains(&(index as u8))))
                    .collect();
                if count(self.extra) == 1 {
                    self.type_2(hints);
                } else {
                    for size in count(self.extra)..=4 {
                        for &house in &houses {
                            self.naked(hints, [a, b], house, size);
                            self.hidden(hints, [a, b], house, size);
                        }
                    }
                }
                self.type_4(hints, [a, b], &houses);
            }
            _ => self.type_2(hints),
        }
    }

    fn push(
        &self,
        hints: &mut Vec<LoopHint>,
        (row, kind): (usize, usize),
        more: u8,
        reason: LoopConclusion,
        gone: Vec<Candidate>,
    ) {
        if gone.is_empty() {
            return;
        }
        let technique = scale::ROWS[row - 1].kinds[kind].technique;
        let tenths = scale::base(row, kind) + longer(self.path.len()) + more;
        let pattern = Pattern::UniqueLoop {
            digits: digit_set(self.pair),
            cells: self.path.iter().map(|&cell| Cell::new(cell.into())).collect(),
            roof: self.roof.iter().map(|&cell| Cell::new(cell)).collect(),
            extra: digit_set(self.extra),
            subset: reason.subset.map(|(house, positions, digits, hidden)| {
                (House::new(house), cells_at(house, positions), digit_set(digits), hidden)
            }),
            locked: reason.locked.map(|(house, digit)| (House::new(house), Digit::from_index(digit))),
        };
        let step = Step::eliminating(technique, digit_set(self.pair), gone, pattern);
        hints.push(LoopHint { tenths, length: self.path.len(), step });
    }

    /// All further candidates are the same digit, so it is in one of the cells.
    fn type_2(&self, hints: &mut Vec<LoopHint>) {
        let digit = (self.board.cells[self.roof[0]] & !self.pair).trailing_zeros() as usize;
        let seen =
            self.roof.iter().fold(self.board.digits[digit], |seen, &cell| seen & NEIGHBORS[cell].bits());
        self.push(hints, (15, 1), 0, LoopConclusion::default(), of_digit(seen, digit).collect());
    }

    /// In a naked subset of the house, the further candidates together act as one cell.
    fn naked(&self, hints: &mut Vec<LoopHint>, [a, b]: [usize; 2], house: usize, size: u8) {
        let board = self.board;
        if 2 * size > board.empty[house] {
            return;
        }
        let roof = positions(house, [a, b]);
        let candidates = |at: usize| board.cells[usize::from(CELLS[house][at])];
        let mut items = ChoiceItems::default();
        for at in bits(!roof & 0x1ff).filter(|&at| count(candidates(at)) >= 2) {
            items.push(at, candidates(at) | self.extra);
        }
        let both = self.extra & board.cells[a] & board.cells[b];
        let _ = items.choose_of(size - 1, size, &mut |others, digits| {
            if count(bits(others).fold(both, |union, at| union | candidates(at))) == size {
                let rest = bits(!(others | roof) & 0x1ff).map(|at| usize::from(CELLS[house][at]));
                let gone = rest.flat_map(|cell| of_cell(cell, board.cells[cell] & digits)).collect();
                let reason = LoopConclusion { subset: Some((house, others, digits, false)), locked: None };
                self.push(hints, (15, 2), size - 1, reason, gone);
            }
            ControlFlow::Continue(())
        });
    }

    /// In a hidden subset of the house, the two cells together act as one place of the digits of the loop.
    fn hidden(&self, hints: &mut Vec<LoopHint>, [a, b]: [usize; 2], house: usize, size: u8) {
        let board = self.board;
        if 2 * size >= board.empty[house] {
            return;
        }
        let roof = positions(house, [a, b]);
        let places = &board.places[house];
        // The possible places of the two digits outside of the two cells.
        let own = bits(self.pair).fold(0, |own, digit| own | places[digit]) & !roof;
        let mut push = |digits: u16, others: u16| {
            let cells = bits(others).map(|at| usize::from(CELLS[house][at]));
            let gone = cells.flat_map(|cell| of_cell(cell, board.cells[cell] & !digits)).collect();
            let reason = LoopConclusion { subset: Some((house, others, digits, true)), locked: None };
            self.push(hints, (15, 2), size - 2, reason, gone);
        };
        let rest = !(self.pair | self.extra) & 0x1ff;
        if size == 2 {
            // If there are no further digits, the Sudoku Explainer does not search, not even for a pair.
            if rest != 0 && count(own) == 1 {
                push(self.pair, own);
            }
            return;
        }
        let mut items = ChoiceItems::default();
        for digit in bits(rest).filter(|&digit| places[digit] != 0) {
            items.push(digit, places[digit] | own);
        }
        let _ = items.choose_of(size - 2, size - 1, &mut |digits, others| {
            push(digits | self.pair, others);
            ControlFlow::Continue(())
        });
    }

    /// One digit of the loop has no other place in the house, so it is in one of the two cells. The other digit is then
    /// in neither of them.
    fn type_4(&self, hints: &mut Vec<LoopHint>, [a, b]: [usize; 2], houses: &[usize]) {
        let outside =
            |index: usize, digit: usize| self.board.digits[digit] & house(index) & !(1 << a | 1 << b) != 0;
        for digit in bits(self.pair) {
            let Some(&house) = houses.iter().find(|&&house| !outside(house, digit)) else { continue };
            let gone = [a, b].into_iter().flat_map(|cell| of_cell(cell, self.pair & !(1 << digit)));
            let reason = LoopConclusion { subset: None, locked: Some((house, digit)) };
            return self.push(hints, (15, 3), 0, reason, gone.collect());
        }
    }
}

/// The positions of cells in a house.
fn positions(house: usize, cells: [usize; 2]) -> u16 {
    let is_one = |at: usize| cells.contains(&usize::from(CELLS[house][at]));
    (0..9).fold(0, |positions, at| positions | u16::from(is_one(at)) << at)
}

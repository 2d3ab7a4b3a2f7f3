//! Technique 15: unique rectangles and loops.
//!
//! A loop of cells with two digits, two cells in each house that it touches, could be filled in two ways, so
//! something else is in it.

mod walk;

use super::super::Board;
use super::super::board::{BRC, bits};
use super::super::scale;
use super::Rated;
use super::sizes::{Sizes, cells_at, count, digit_set, house, of_cell, of_digit};
use crate::grid::{Cell, Digit};
use crate::human::Proper;
use crate::human::candidates::Candidate;
use crate::human::houses::{CELLS, HOUSES_OF, House, NEIGHBORS};
use crate::human::registry::Technique;
use crate::human::step::{Pattern, Step};

/// What makes two hints equal.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Identity {
    technique: Technique,
    cells: u128,
    subset: Option<(usize, u16, u16, bool)>,
}

struct Hint {
    tenths: u8,
    identity: Identity,
    step: Step,
}

impl Hint {
    /// By what hints are sorted: their rating, then their type.
    ///
    /// The original adds tenths to floating point numbers, and 4.6 + 0.1 is less than 4.7, 4.6 + 0.3 less than
    /// 4.9. Nothing else that it adds up is off.
    fn key(&self) -> (u16, Technique) {
        let below = self.identity.technique == Technique::UniqueLoop3
            && self.identity.cells.count_ones() == 6
            && matches!(self.tenths - scale::base(15, 2), 2 | 4);
        (10 * u16::from(self.tenths) - u16::from(below), self.identity.technique)
    }
}

/// All hints, in the order of the scale.
pub(super) fn sorted(board: &Board, sizes: &Sizes, _: Proper) -> Vec<Rated> {
    let mut hints = Vec::new();
    walk::each(board, sizes, &mut |digits, path| Loop::new(board, digits, path).hints(&mut hints));
    hints.sort_by_key(Hint::key);
    hints.into_iter().map(|hint| (hint.tenths, hint.step)).collect()
}

/// What a kind adds to the base of the loop.
fn longer(length: usize) -> u8 {
    match length {
        4 => 0,
        6 => 1,
        8 => 2,
        _ => 5,
    }
}

/// A valid loop.
struct Loop<'b> {
    board: &'b Board,
    /// The two digits.
    pair: u16,
    path: &'b [u8],
    cells: u128,
    /// The cells with further candidates, in the order of the loop.
    roof: Vec<usize>,
    extra: u16,
}

/// The part of a hint that is not the loop.
#[derive(Clone, Copy, Default)]
struct Reason {
    subset: Option<(usize, u16, u16, bool)>,
    locked: Option<(usize, usize)>,
}

impl<'b> Loop<'b> {
    fn new(board: &'b Board, pair: u16, path: &'b [u8]) -> Self {
        let more = |&cell: &usize| board.cells[cell] != pair;
        let roof: Vec<usize> = path.iter().map(|&cell| cell.into()).filter(more).collect();
        let cells = path.iter().fold(0, |cells, &cell| cells | 1 << cell);
        let extra = roof.iter().fold(0, |extra, &cell| extra | board.cells[cell]) & !pair;
        Self { board, pair, path, cells, roof, extra }
    }

    fn hints(&self, hints: &mut Vec<Hint>) {
        match *self.roof {
            [] => {}
            [cell] => {
                let gone = of_cell(cell, self.pair).collect();
                self.push(hints, (15, 0), 0, Reason::default(), gone);
            }
            [a, b] => {
                let houses: Vec<usize> = BRC
                    .map(usize::from)
                    .into_iter()
                    .filter(|&house_| [a, b].iter().all(|&cell| HOUSES_OF[cell].contains(&(house_ as u8))))
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
        hints: &mut Vec<Hint>,
        (row, kind): (usize, usize),
        more: u8,
        reason: Reason,
        gone: Vec<Candidate>,
    ) {
        let technique = scale::ROWS[row - 1].kinds[kind].technique;
        let identity = Identity { technique, cells: self.cells, subset: reason.subset };
        if gone.is_empty() || hints.iter().any(|hint| hint.identity == identity) {
            return;
        }
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
        hints.push(Hint { tenths, identity, step });
    }

    /// All further candidates are one digit: it is in one of the cells.
    fn type_2(&self, hints: &mut Vec<Hint>) {
        let digit = (self.board.cells[self.roof[0]] & !self.pair).trailing_zeros() as usize;
        let seen =
            self.roof.iter().fold(self.board.digits[digit], |seen, &cell| seen & NEIGHBORS[cell].bits());
        self.push(hints, (15, 1), 0, Reason::default(), of_digit(seen, digit).collect());
    }

    /// The further candidates count as a cell of a naked subset of the house.
    fn naked(&self, hints: &mut Vec<Hint>, [a, b]: [usize; 2], house: usize, size: u8) {
        let board = self.board;
        if 2 * size > board.empty[house] {
            return;
        }
        let [own, other] = [position(house, a), position(house, b)];
        for positions in subsets(9, size).filter(|&set| set & own != 0 && set & other == 0) {
            let others = positions & !own;
            let candidates = |at: usize| board.cells[usize::from(CELLS[house][at])];
            if bits(others).any(|at| count(candidates(at)) < 2) {
                continue;
            }
            let union = bits(others).fold(0, |union, at| union | candidates(at));
            let digits = self.extra | union;
            let both = self.extra & board.cells[a] & board.cells[b];
            if count(digits) != size || count(both | union) != size {
                continue;
            }
            let rest = bits(!(positions | other) & 0x1ff).map(|at| usize::from(CELLS[house][at]));
            let gone = rest.flat_map(|cell| of_cell(cell, board.cells[cell] & digits)).collect();
            let reason = Reason { subset: Some((house, others, digits, false)), locked: None };
            self.push(hints, (15, 2), size - 1, reason, gone);
        }
    }

    /// The two digits of the loop count as one cell of a hidden subset of the house.
    fn hidden(&self, hints: &mut Vec<Hint>, [a, b]: [usize; 2], house: usize, size: u8) {
        let board = self.board;
        if 2 * size >= board.empty[house] {
            return;
        }
        let [own, other] = [position(house, a), position(house, b)];
        let rest: Vec<usize> = bits(!(self.pair | self.extra) & 0x1ff).collect();
        // Without further digits not even a pair is looked for.
        if rest.is_empty() || rest.len() + 2 < usize::from(size) {
            return;
        }
        for chosen in subsets(rest.len(), size - 2) {
            let digits = bits(chosen).fold(self.pair, |digits, index| digits | 1 << rest[index]);
            let places = |digit: usize| board.places[house][digit] & !other;
            let union = bits(digits).fold(0, |union, digit| union | places(digit));
            if count(union) != size || bits(digits).any(|digit| places(digit) == 0) {
                continue;
            }
            let others = union & !own;
            let cells = bits(others).map(|at| usize::from(CELLS[house][at]));
            let gone = cells.flat_map(|cell| of_cell(cell, board.cells[cell] & !digits)).collect();
            let reason = Reason { subset: Some((house, others, digits, true)), locked: None };
            self.push(hints, (15, 2), size - 2, reason, gone);
        }
    }

    /// One digit of the loop must be in one of the two cells, so the other digit is in neither.
    fn type_4(&self, hints: &mut Vec<Hint>, [a, b]: [usize; 2], houses: &[usize]) {
        let outside =
            |index: usize, digit: usize| self.board.digits[digit] & house(index) & !(1 << a | 1 << b) != 0;
        for digit in bits(self.pair) {
            let Some(&house) = houses.iter().find(|&&house| !outside(house, digit)) else { continue };
            let gone = [a, b].into_iter().flat_map(|cell| of_cell(cell, self.pair & !(1 << digit)));
            let reason = Reason { subset: None, locked: Some((house, digit)) };
            return self.push(hints, (15, 3), 0, reason, gone.collect());
        }
    }
}

/// A cell's place in a house, as a bit.
fn position(house: usize, cell: usize) -> u16 {
    CELLS[house]
        .iter()
        .zip(0..)
        .fold(0, |bit, (&other, at)| bit | u16::from(usize::from(other) == cell) << at)
}

/// The subsets with `size` of `count` elements, as ascending numbers.
fn subsets(count: usize, size: u8) -> impl Iterator<Item = u16> {
    (0..1_u16 << count).filter(move |&set| super::sizes::count(set) == size)
}

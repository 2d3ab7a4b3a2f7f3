//! Technique 19: bivalue universal graves.
//!
//! If every empty cell had two candidates, and every remaining digit had two places in each house, there would be no
//! solution or several. Therefore one of the candidates that prevent this is true.

use std::ops::ControlFlow;

use super::super::Board;
use super::super::board::{BRC, bits};
use super::super::scale;
use super::sizes::{CellsBySize, ChoiceItems, count, digit_set, house, is_many, members, of_cell, of_digit};
use super::{RatedSink, Step};
use crate::deduction::houses::{House, NEIGHBORS};
use crate::deduction::{Candidate, Pattern, Proper, Technique};
use crate::grid::CellSet;

/// The candidates that prevent a grave.
struct BivalueGrave {
    /// The cells with further candidates.
    cells: u128,
    /// For each cell, its further candidates.
    of: [u16; 81],
    /// The union of the further candidates.
    extra: u16,
    /// The cells that all of these cells see.
    seen: u128,
}

pub(super) fn all(board: &Board, sizes: &CellsBySize, _: Proper, out: RatedSink<'_>) -> ControlFlow<()> {
    let Some(grave) = BivalueGrave::of(board, sizes) else { return ControlFlow::Continue(()) };
    if !is_many(grave.cells) {
        let cell = grave.cells.trailing_zeros() as usize;
        let gone = of_cell(cell, board.cells[cell] & !grave.extra).collect();
        return grave.push((Technique::Grave1, scale::base(19, 0)), None, 0, 0, gone, out);
    }
    if grave.extra.is_power_of_two() {
        let digit = grave.extra.trailing_zeros() as usize;
        let gone = of_digit(grave.seen & board.digits[digit], digit).collect();
        grave.push((Technique::Grave2, scale::base(19, 1)), None, 0, 0, gone, out)?;
        return grave.type_4(board, out);
    }
    if grave.seen == 0 {
        return ControlFlow::Continue(());
    }
    grave.type_4(board, out)?;
    grave.type_3(board, out)
}

impl BivalueGrave {
    fn of(board: &Board, sizes: &CellsBySize) -> Option<Self> {
        let large = sizes.three | sizes.four | sizes.more;
        let two = sizes.two.count_ones();
        let empty: u32 = board.empty[..9].iter().map(|&empty| u32::from(empty)).sum();
        // All cells with more than two candidates are involved. If there are more than two of them, some cell must see
        // all of them.
        if large == 0 || two + large.count_ones() != empty {
            return None;
        }
        let mut seen = u128::MAX >> 47;
        for cell in members(large) {
            seen &= NEIGHBORS[cell].bits();
            if seen == 0 && large.count_ones() > 2 {
                return None;
            }
        }
        let mut grave = Self { cells: 0, of: [0; 81], extra: 0, seen };
        for index in BRC.map(usize::from) {
            for (digit, &places) in board.places[index].iter().enumerate() {
                if matches!(count(places), 0 | 2) {
                    continue;
                }
                let among = board.digits[digit] & house(index) & large;
                if among == 0 {
                    return None;
                }
                if !is_many(among) {
                    let cell = among.trailing_zeros() as usize;
                    grave.cells |= among;
                    grave.of[cell] |= 1 << digit;
                    grave.extra |= 1 << digit;
                }
            }
        }
        (grave.cells == large && grave.is_left(board)).then_some(grave)
    }

    /// Whether removing the further candidates leaves a grave.
    fn is_left(&self, board: &Board) -> bool {
        let mut rest = board.clone();
        for cell in members(self.cells) {
            bits(self.of[cell]).for_each(|digit| rest.eliminate(cell, digit));
        }
        rest.cells.iter().all(|&cell| matches!(count(cell), 0 | 2))
            && rest.places.iter().flatten().all(|&places| matches!(count(places), 0 | 2))
    }

    fn push(
        &self,
        (technique, tenths): (Technique, u8),
        house: Option<usize>,
        others: u128,
        digits: u16,
        gone: Vec<Candidate>,
        out: RatedSink<'_>,
    ) -> ControlFlow<()> {
        if gone.is_empty() {
            return ControlFlow::Continue(());
        }
        let pattern = Pattern::Grave {
            cells: CellSet::from_bits(self.cells),
            extra: digit_set(self.extra),
            house: house.map(House::new),
            others: CellSet::from_bits(others),
            digits: digit_set(digits),
        };
        out(tenths, Step::eliminating(technique, digit_set(self.extra), gone, pattern))
    }

    /// The houses that contain all these cells.
    fn houses(&self) -> impl Iterator<Item = usize> {
        BRC.into_iter().map(usize::from).filter(|&index| self.cells & !house(index) == 0)
    }

    /// Two cells of a house have another digit in common. This digit is in one of the two cells, so neither holds any
    /// of its other remaining candidates.
    fn type_4(&self, board: &Board, out: RatedSink<'_>) -> ControlFlow<()> {
        let (a, b) = (self.cells.trailing_zeros() as usize, 127 - self.cells.leading_zeros() as usize);
        let locked = board.cells[a] & board.cells[b] & !self.extra;
        if self.cells.count_ones() != 2 || !locked.is_power_of_two() {
            return ControlFlow::Continue(());
        }
        for house in self.houses() {
            let gone = [a, b].into_iter();
            let gone = gone.flat_map(|cell| of_cell(cell, board.cells[cell] & !self.of[cell] & !locked));
            let kind = (Technique::Grave4, scale::base(19, 3));
            self.push(kind, Some(house), 0, locked, gone.collect(), out)?;
        }
        ControlFlow::Continue(())
    }

    /// In a naked subset of the house, the further candidates together act as one cell.
    fn type_3(&self, board: &Board, out: RatedSink<'_>) -> ControlFlow<()> {
        for index in self.houses() {
            let rest: Vec<usize> = members(self.seen & house(index)).collect();
            for size in 2..=rest.len().min(6) as u8 {
                let mut items = ChoiceItems::default();
                for (bit, &cell) in rest.iter().enumerate() {
                    items.push(bit, board.cells[cell]);
                }
                items.choose_of(size - 1, size, &mut |chosen, digits| {
                    let [inside, outside]: [Vec<usize>; 2] = [chosen, !chosen & 0x1ff]
                        .map(|set| bits(set).filter_map(|bit| rest.get(bit).copied()).collect());
                    if count(digits | self.extra) != size
                        || inside.iter().any(|&cell| count(board.cells[cell]) < 2)
                    {
                        return ControlFlow::Continue(());
                    }
                    let gone = outside.iter().flat_map(|&cell| of_cell(cell, board.cells[cell] & digits));
                    let others = inside.iter().fold(0, |others, &cell| others | 1 << cell);
                    let kind = (Technique::Grave3, scale::base(19, 2) + size - 1);
                    self.push(kind, Some(index), others, digits, gone.collect(), out)
                })?;
            }
        }
        ControlFlow::Continue(())
    }
}

//! Techniques 3, 5, 7, 9, 10, 12, 16 and 18: hidden sets, the singles that they reveal, and naked sets.

use std::ops::ControlFlow;

use super::super::board::{BCR, Board, bits};
use super::super::scale;
use super::sizes::{CellsBySize, ChoiceItems, by_house, cells_at, count, digit_set, of_cell};
use super::{RatedSink, RatedStep, Step};
use crate::deduction::houses::{CELLS, House};
use crate::deduction::{Candidate, Pattern, Technique};

fn pattern(house: usize, digits: u16, positions: u16, hidden: bool) -> Pattern {
    let (digits, cells) = (digit_set(digits), cells_at(house, positions));
    Pattern::Subset { digits, cells, houses: vec![House::new(house)], hidden }
}

/// Calls `each` with hidden sets of a house: digits and positions.
#[inline]
fn hidden_in(
    board: &Board,
    house: usize,
    size: u8,
    each: &mut impl FnMut(u16, u16) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut items = ChoiceItems::default();
    for (digit, &places) in board.places[house].iter().enumerate() {
        items.push_if((2..=size).contains(&count(places)), digit, places);
    }
    items.choose(size, each)
}

/// Techniques 3 (pair) and 5 (triple): another digit has one place left outside of the set.
pub(super) fn direct(board: &Board, size: u8, out: RatedSink<'_>) -> ControlFlow<()> {
    let (tenths, technique) = if size == 2 {
        (scale::base(3, 0), Technique::DirectHiddenPair)
    } else {
        (scale::base(5, 0), Technique::DirectHiddenTriple)
    };
    for house in BCR.into_iter().map(usize::from).filter(|&house| board.empty[house] > size) {
        hidden_in(board, house, size, &mut |digits, positions| {
            for digit in bits(!digits & 0x1ff) {
                let places = board.places[house][digit];
                let left = places & !positions;
                if count(places) > 1 && left.is_power_of_two() {
                    let at = Candidate::at(CELLS[house][left.trailing_zeros() as usize].into(), digit);
                    let through = Box::new(pattern(house, digits, positions, true));
                    let pattern = Pattern::Direct { through, house: House::new(house) };
                    out(tenths, Step::placing(technique, at, pattern))?;
                }
            }
            ControlFlow::Continue(())
        })?;
    }
    ControlFlow::Continue(())
}

/// Techniques 9, 12 and 18.
pub(super) fn hidden(board: &Board, size: u8) -> Option<RatedStep> {
    let mut found = None;
    for house in BCR.into_iter().map(usize::from).filter(|&house| board.empty[house] > 2 * size) {
        let _ = hidden_in(board, house, size, &mut |digits, positions| {
            let cells = || bits(positions).map(|at| usize::from(CELLS[house][at]));
            if cells().any(|cell| board.cells[cell] & !digits != 0) {
                found = Some((digits, positions));
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        let Some((digits, positions)) = found else { continue };
        let (tenths, technique) = match size {
            2 => (scale::base(9, 0), Technique::HiddenPair),
            3 => (scale::base(12, 0), Technique::HiddenTriple),
            _ => (scale::base(18, 0), Technique::HiddenQuadruple),
        };
        let cells = bits(positions).map(|at| usize::from(CELLS[house][at]));
        let gone = cells.flat_map(|cell| of_cell(cell, board.cells[cell] & !digits)).collect();
        let pattern = pattern(house, digits, positions, true);
        return Some((tenths, Step::eliminating(technique, digit_set(digits), gone, pattern)));
    }
    None
}

/// Techniques 7, 10 and 16.
pub(super) fn naked(board: &Board, sizes: &CellsBySize, size: u8) -> Option<RatedStep> {
    let narrow = by_house(sizes.up_to(size));
    let mut found = None;
    for house in BCR.into_iter().map(usize::from) {
        if board.empty[house] < 2 * size || count(narrow[house]) < size {
            continue;
        }
        let mut items = ChoiceItems::default();
        for position in bits(narrow[house]) {
            items.push(position, board.cells[usize::from(CELLS[house][position])]);
        }
        let places = &board.places[house];
        let _ = items.choose(size, &mut |positions, digits| {
            if bits(digits).any(|digit| places[digit] & !positions != 0) {
                found = Some((digits, positions));
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        let Some((digits, positions)) = found else { continue };
        let (tenths, technique) = match size {
            2 => (scale::base(7, 0), Technique::NakedPair),
            3 => (scale::base(10, 0), Technique::NakedTriple),
            _ => (scale::base(16, 0), Technique::NakedQuadruple),
        };
        let others = bits(!positions & 0x1ff).map(|at| usize::from(CELLS[house][at]));
        let gone = others.flat_map(|cell| of_cell(cell, board.cells[cell] & digits)).collect();
        let pattern = pattern(house, digits, positions, false);
        return Some((tenths, Step::eliminating(technique, digit_set(digits), gone, pattern)));
    }
    None
}

//! Techniques 1 and 4: hidden and naked single.

use super::super::board::{BCR, Board};
use super::super::scale;
use super::sizes::CellsBySize;
use super::{RatedStep, Step};
use crate::deduction::houses::{CELLS, House};
use crate::deduction::{Candidate, Pattern, Technique};

const LAST: u8 = scale::base(1, 0);
const IN_BOX: u8 = scale::base(1, 1);
const IN_LINE: u8 = scale::base(1, 2);
const NAKED: u8 = scale::base(4, 0);

/// Houses with one empty cell come first.
pub(super) fn hidden(board: &Board) -> Option<RatedStep> {
    let single = |house: usize| board.places[house].iter().position(|places| places.is_power_of_two());
    let houses = || BCR.into_iter().map(usize::from);
    if let Some((house, digit)) =
        houses().filter(|&house| board.empty[house] == 1).find_map(|house| Some((house, single(house)?)))
    {
        return Some((LAST, step(board, Technique::FullHouse, house, digit)));
    }
    let (house, digit) =
        houses().filter(|&house| board.empty[house] > 1).find_map(|house| Some((house, single(house)?)))?;
    let tenths = if house >= 18 { IN_BOX } else { IN_LINE };
    Some((tenths, step(board, Technique::HiddenSingle, house, digit)))
}

fn step(board: &Board, technique: Technique, house: usize, digit: usize) -> Step {
    let cell = CELLS[house][board.places[house][digit].trailing_zeros() as usize];
    let pattern = Pattern::Single { house: Some(House::new(house)) };
    Step::placing(technique, Candidate::at(cell.into(), digit), pattern)
}

pub(super) fn naked(board: &Board, sizes: &CellsBySize) -> Option<RatedStep> {
    if sizes.one == 0 {
        return None;
    }
    let cell = sizes.one.trailing_zeros() as usize;
    let at = Candidate::at(cell, board.cells[cell].trailing_zeros() as usize);
    Some((NAKED, Step::placing(Technique::NakedSingle, at, Pattern::Single { house: None })))
}

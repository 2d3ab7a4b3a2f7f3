//! Singles: difficulty 1.0 for the last cell of a house, 1.2 for a digit's only place in a box and 1.5 in another
//! house, and 1.6 for a cell's only candidate.

use super::{Halt, Hunt, open, taken};
use crate::deduction::{Candidate, GridState as _, Technique};
use crate::grid::{Cell, DigitSet};
use crate::logic::scale::raised;
use crate::logic::system::System;

/// The addition to the difficulty of a place in a house other than a box.
const LINE: usize = 3;

pub(in crate::logic) fn singles(system: &System, hunt: &mut Hunt<'_>) -> Result<(), Halt> {
    let (board, digits) = (hunt.board, DigitSet::all(system.shape.digits()));
    for set in system.sets.iter().filter(|set| set.is_full) {
        let cells = open(board, &set.cells);
        let left = digits.minus(taken(board, &set.cells));
        if left.len() != cells.len() {
            return Err(Halt::Broken);
        }
        let is_last = cells.len() == 1;
        for digit in left {
            let mut places = cells.iter().filter(|&&cell| board.left(cell).contains(digit));
            let (Some(&cell), None) = (places.next(), places.next()) else {
                if !cells.iter().any(|&cell| board.left(cell).contains(digit)) {
                    return Err(Halt::Broken);
                }
                continue;
            };
            let house = || Some(set.scope.clone());
            let at = Candidate { cell, digit };
            if is_last {
                hunt.place(Technique::FullHouse, 0, at, house());
            }
            let by = if set.is_box { 0 } else { LINE };
            if !is_last && hunt.needs(Technique::HiddenSingle, raised(Technique::HiddenSingle, by)) {
                hunt.place(Technique::HiddenSingle, by, at, house());
            }
        }
    }
    let empty: Vec<Cell> = board.empty().collect();
    for cell in empty {
        let set = board.left(cell);
        if set.is_empty() {
            return Err(Halt::Broken);
        }
        if let Some(digit) = set.only() {
            hunt.place(Technique::NakedSingle, 0, Candidate { cell, digit }, None);
        }
    }
    Ok(())
}

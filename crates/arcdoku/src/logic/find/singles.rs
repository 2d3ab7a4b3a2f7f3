//! Singles: 1.0 for the last cell of a house, 1.2 for a digit's only place in a box and 1.5 in another house, 1.6 for a
//! cell's only candidate.

use super::{Broken, Hunt, open, taken};
use crate::deduction::Candidate;
use crate::grid::{Cell, DigitSet};
use crate::logic::step::{Pattern, Step};
use crate::logic::system::System;
use crate::logic::technique::Technique;

/// What a place in a house other than a box is harder by.
const LINE: usize = 3;

pub(in crate::logic) fn singles(system: &System, hunt: &mut Hunt<'_>) -> Result<(), Broken> {
    let (board, digits) = (hunt.board, DigitSet::all(system.shape.digits()));
    let place = |technique: Technique, by, at, house| Step {
        technique,
        difficulty: technique.raised(by),
        placements: vec![at],
        eliminations: Vec::new(),
        pattern: Pattern::Single { house },
    };
    for set in system.sets.iter().filter(|set| set.is_full) {
        let cells = open(board, &set.cells);
        let left = digits.minus(taken(board, &set.cells));
        if left.len() != cells.len() {
            return Err(Broken);
        }
        let is_last = cells.len() == 1;
        for digit in left {
            let mut places = cells.iter().filter(|&&cell| board.candidates(cell).contains(digit));
            let (Some(&cell), None) = (places.next(), places.next()) else {
                if !cells.iter().any(|&cell| board.candidates(cell).contains(digit)) {
                    return Err(Broken);
                }
                continue;
            };
            let house = || Some(set.scope.clone());
            let at = Candidate { cell, digit };
            if is_last {
                hunt.take(place(Technique::FullHouse, 0, at, house()));
            }
            let by = if set.is_box { 0 } else { LINE };
            if !is_last && hunt.needs(Technique::HiddenSingle, Technique::HiddenSingle.raised(by)) {
                hunt.take(place(Technique::HiddenSingle, by, at, house()));
            }
        }
    }
    let empty: Vec<Cell> = board.empty().collect();
    for cell in empty {
        let set = board.candidates(cell);
        if set.is_empty() {
            return Err(Broken);
        }
        if let Some(digit) = set.only() {
            hunt.take(place(Technique::NakedSingle, 0, Candidate { cell, digit }, None));
        }
    }
    Ok(())
}

//! Techniques 8, 11 and 17: fish of lines.

use std::ops::ControlFlow;

use super::super::board::{Board, bits};
use super::super::scale;
use super::sizes::{ChoiceItems, cells_at, count, digit_set, house, of_digit};
use super::{RatedStep, Step};
use crate::deduction::Technique;
use crate::deduction::houses::House;
use crate::deduction::{Fish, Pattern};
use crate::grid::{CellSet, Digit};

/// A fish: lines as bits.
#[derive(Clone, Copy)]
struct BasicFish {
    base: u16,
    cover: u16,
    digit: usize,
}

/// The first fish with base sets in columns, otherwise in rows. Fewer and lower lines come first, then lower digits.
pub(super) fn basic(board: &Board, size: u8) -> Option<RatedStep> {
    [(9, 0), (0, 9)]
        .into_iter()
        .find_map(|(base, cover)| Some(rated(board, size, base, cover, first(board, size, base, cover)?)))
}

fn first(board: &Board, size: u8, base: usize, cover: usize) -> Option<BasicFish> {
    let mut best: Option<BasicFish> = None;
    for digit in 0..9 {
        if board.filled[digit] + 2 * size > 9 {
            continue;
        }
        let mut items = ChoiceItems::default();
        for line in 0..9 {
            let places = board.places[base + line][digit];
            items.push_if((2..=size).contains(&count(places)), line, places);
        }
        let _ = items.choose(size, &mut |chosen, union| {
            if best.is_some_and(|best| chosen >= best.base) {
                return ControlFlow::Break(());
            }
            if bits(union).any(|line| board.places[cover + line][digit] & !chosen != 0) {
                best = Some(BasicFish { base: chosen, cover: union, digit });
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
    }
    best
}

fn rated(board: &Board, size: u8, base: usize, cover: usize, found: BasicFish) -> RatedStep {
    let (tenths, technique) = match size {
        2 => (scale::base(8, 0), Technique::XWing),
        3 => (scale::base(11, 0), Technique::Swordfish),
        _ => (scale::base(17, 0), Technique::Jellyfish),
    };
    let digit = found.digit;
    let in_base = bits(found.base).fold(0, |cells, line| cells | house(base + line));
    let in_cover = bits(found.cover).fold(0, |cells, line| cells | house(cover + line));
    let body = bits(found.base)
        .fold(CellSet::EMPTY, |body, line| body | cells_at(base + line, board.places[base + line][digit]));
    let fish = Fish {
        digit: Digit::from_index(digit),
        base: bits(found.base).map(|line| House::new(base + line)).collect(),
        cover: bits(found.cover).map(|line| House::new(cover + line)).collect(),
        body,
        fins: CellSet::EMPTY,
        endo_fins: CellSet::EMPTY,
        cannibals: CellSet::EMPTY,
        twin: Vec::new(),
    };
    let gone = of_digit(board.digits[digit] & in_cover & !in_base, digit).collect();
    (tenths, Step::eliminating(technique, digit_set(1 << digit), gone, Pattern::Fish(fish)))
}

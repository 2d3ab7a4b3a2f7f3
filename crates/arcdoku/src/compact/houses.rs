//! Hidden singles, and digits that are locked in a part of a house.

use std::cmp::Ordering;

use crate::compact::board::{Board, Empty, is_single, word};
use crate::grid::Bits;

/// Cells that all differ.
#[derive(Debug)]
pub(super) struct House {
    pub(super) cells: Box<[u8]>,
    /// Whether every digit occurs.
    pub(super) is_full: bool,
}

/// A digit lost a place in a house with every digit: it must have another place, and a single place is decided. Two or
/// three places are queued for [`Board::point`].
#[inline]
pub(super) fn settle(board: &mut Board<'_>, digit: usize, house: usize) -> Result<(), Empty> {
    let left = board.places(digit) & board.links.cells[house];
    let others = left & left.wrapping_sub(1);
    if others == 0 {
        return if left == 0 { Err(Empty) } else { board.narrow(left.trailing_zeros() as u8, 1 << digit) };
    }
    let rest = others & (others - 1);
    if rest & rest.wrapping_sub(1) == 0 {
        board.queue.few.add(digit, 1 << house);
    }
    Ok(())
}

/// The digits of a house without some digits, and the digits with several places, if the cells have exactly as many
/// digits left as there are cells.
fn digits(board: &Board<'_>, house: &House) -> Result<Option<(u16, u16)>, Empty> {
    let (mut once, mut twice) = (0_u16, 0_u16);
    for &cell in &house.cells {
        twice |= once & board.domain(cell);
        once |= board.domain(cell);
    }
    match (once.count_ones() as usize).cmp(&house.cells.len()) {
        Ordering::Less => Err(Empty),
        Ordering::Equal => Ok(Some((once, twice))),
        Ordering::Greater => Ok(None),
    }
}

/// Hidden singles of a house without some digits.
pub(super) fn singles(board: &mut Board<'_>, house: &House) -> Result<(), Empty> {
    let Some((once, twice)) = digits(board, house)? else { return Ok(()) };
    for &cell in &house.cells {
        let own = board.domain(cell) & once & !twice;
        if !is_single(own) {
            return Err(Empty);
        }
        if own != 0 {
            board.narrow(cell, own)?;
        }
    }
    Ok(())
}

/// If a house without some digits has several places for a digit, and they all differ from another cell, the cell loses
/// the digit.
pub(super) fn locked(board: &mut Board<'_>, house: &House) -> Result<(), Empty> {
    let Some((_, twice)) = digits(board, house)? else { return Ok(()) };
    let cells = word(&house.cells);
    Bits(u64::from(twice)).try_for_each(|digit| board.point(digit, cells))
}

/// The two halves of the cells have the same digits: each loses the digits that the other cannot have.
pub(super) fn equalize(board: &mut Board<'_>, cells: &[u8]) -> Result<(), Empty> {
    let union = |list: &[u8]| list.iter().fold(0, |union, &cell| union | board.domain(cell));
    let (first, second) = cells.split_at(cells.len() / 2);
    let common = union(first) & union(second);
    cells.iter().try_for_each(|&cell| board.narrow(cell, board.domain(cell) & common))
}

//! Hidden singles, and digits that are locked in a part of a house.

use crate::compact::board::{Board, Empty, is_single};
use crate::grid::Bits;

/// Cells that all differ.
#[derive(Debug)]
pub(super) struct House {
    pub(super) cells: Box<[u8]>,
    /// Whether every digit occurs.
    pub(super) is_full: bool,
}

/// Hidden singles, if the cells have exactly as many digits left as there are cells.
pub(super) fn singles(board: &mut Board<'_>, house: &House) -> Result<(), Empty> {
    let (mut once, mut twice, mut taken) = (0_u16, 0_u16, 0_u16);
    for &cell in &house.cells {
        let domain = board.domain(cell);
        twice |= once & domain;
        once |= domain;
        if is_single(domain) {
            taken |= domain;
        }
    }
    let left = once.count_ones() as usize;
    if left < house.cells.len() {
        return Err(Empty);
    }
    let hidden = once & !twice & !taken;
    if left > house.cells.len() || hidden == 0 {
        return Ok(());
    }
    for &cell in &house.cells {
        let own = board.domain(cell) & hidden;
        if !is_single(own) {
            return Err(Empty);
        }
        if own != 0 {
            board.narrow(cell, own)?;
        }
    }
    Ok(())
}

/// If two or three places of a digit are left in a house, and they all differ from another cell, the cell loses the
/// digit.
pub(super) fn locked(board: &mut Board<'_>, house: &House) -> Result<(), Empty> {
    let (mut once, mut twice, mut thrice, mut more) = (0_u16, 0_u16, 0_u16, 0_u16);
    for &cell in &house.cells {
        let domain = board.domain(cell);
        more |= thrice & domain;
        thrice |= twice & domain;
        twice |= once & domain;
        once |= domain;
    }
    if !house.is_full && once.count_ones() as usize != house.cells.len() {
        return Ok(());
    }
    point(board, &house.cells, twice & !more)
}

/// Removes digits that must be in some of the cells from the cells that differ from all places.
#[inline]
pub(super) fn point(board: &mut Board<'_>, cells: &[u8], digits: u16) -> Result<(), Empty> {
    for digit in Bits(u64::from(digits)) {
        let digit = 1 << digit;
        let mut seen = board.state.open;
        for &cell in cells {
            if board.domain(cell) & digit != 0 {
                seen &= board.links.peers[usize::from(cell)];
            }
        }
        board.exclude(seen, digit)?;
    }
    Ok(())
}

/// The two halves of the cells have the same digits: each loses the digits that the other cannot have.
pub(super) fn equalize(board: &mut Board<'_>, cells: &[u8]) -> Result<(), Empty> {
    let union = |list: &[u8]| list.iter().fold(0, |union, &cell| union | board.domain(cell));
    let (first, second) = cells.split_at(cells.len() / 2);
    let common = union(first) & union(second);
    cells.iter().try_for_each(|&cell| board.narrow(cell, board.domain(cell) & common))
}

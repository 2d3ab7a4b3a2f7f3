//! The choice of the cell to branch on.

use super::arch::vector::{Vector, unroll};
use super::board::{BIT, Board, Row, SINGLES};

/// A puzzle with more solutions than this is loose: its branches hardly ever fail, and the same candidates occur
/// again under other decisions.
pub(super) const LOOSE: u64 = 64;

/// The course of the search so far, which determines how a cell is chosen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SearchMode {
    /// A guess has failed.
    Tight,
    /// No guess has failed yet.
    Open,
    /// More than [`LOOSE`] solutions were found, and cached counts are used.
    Loose,
}

impl SearchMode {
    #[inline(always)]
    pub(super) fn of(has_failed: bool, is_loose: bool) -> Self {
        if is_loose {
            Self::Loose
        } else if has_failed {
            Self::Tight
        } else {
            Self::Open
        }
    }
}

/// A puzzle may be loose only if more cells than this have two candidates.
const MOST: u32 = 6;

/// A decision: a cell takes a digit, or does not.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    pub(super) band: usize,
    /// The bit of the cell in its band.
    pub(super) bit: u32,
    pub(super) digit: usize,
    /// Whether the cell has at most two candidates.
    pair: bool,
}

impl Choice {
    /// Removes the digit from the cell, in the row of its band.
    #[inline(always)]
    pub(super) fn refuse(&self, row: &mut Row) {
        row[self.digit] &= !self.bit;
        row[SINGLES] |= if self.pair { self.bit } else { 0 };
    }
}

/// The neighbors of each cell, by band. The entry of a cell is at `32 * band + bit`.
pub(super) type Peers = [[u32; 4]; 96];

/// The neighbors by rows, columns and boxes.
pub(super) static PEERS: Peers = {
    let mut peers = [[0; 4]; 96];
    let mut cell = 0;
    while cell < 81 {
        let (band, place) = (cell / 27, cell % 27);
        let at = 32 * band + BIT[place] as usize;
        let mut other = 0;
        while other < 81 {
            let row = other / 9 == cell / 9;
            let column = other % 9 == cell % 9;
            let boxed = other / 27 == band && other % 9 / 3 == cell % 9 / 3;
            if other != cell && (row || column || boxed) {
                peers[at][other / 27] |= 1 << BIT[other % 27];
            }
            other += 1;
        }
        cell += 1;
    }
    peers
};

/// The candidates of a cell of a band, as bits.
#[inline(always)]
pub(super) fn holders<V: Vector, const G: usize>(proof: V::Proof, row: &Row, bit: u32) -> u32 {
    let cell = V::splat(proof, bit);
    let mut digits = 0;
    for g in 0..G {
        digits |=
            V::load(proof, &row[g * V::LANES..(g + 1) * V::LANES]).and(cell).nonzero() << (g * V::LANES);
    }
    digits & 0x1FF
}

/// Chooses the cell to branch on, and the digit to try first: the smallest of the cell.
///
/// A cell with two candidates is chosen if there is one. In each band, the first and the last such cell are weighed,
/// and the cell with the greatest weight is chosen. A neighbor that shares a candidate adds 1 to the weight, or 3 if it
/// has two candidates as well. The six cells are weighed without a loop.
///
/// If no guess has failed yet, and more than a quarter of the open cells have two candidates, the first of these cells
/// in the band with the most of them is good enough. If no cell has two candidates, a cell with the fewest candidates
/// is chosen.
///
/// In a loose puzzle, the stacks that have a cell with two candidates are compared, whether or not a guess has
/// failed. The first such cell of the stack with the fewest open cells is chosen. Stacks are therefore filled one after
/// the other, so the same candidates are left more often in the last stacks.
///
/// `bench/record/2026-11-28-trials.md` lists alternatives that were tried and not adopted.
#[inline(always)]
pub(super) fn choose<V: Vector, const G: usize>(
    proof: V::Proof,
    board: &Board,
    peers: &Peers,
    pairs: [u32; 3],
    several: [u32; 3],
    mode: SearchMode,
) -> Choice {
    let many = count(pairs);
    let open = count(several);
    let pair = many > 0;
    // Score and place are combined into one number, so the best cell is found without a branch.
    let mut best = 0;
    if mode == SearchMode::Loose && pair {
        for stack in 0..3 {
            let cells = 0o777 << (10 * stack);
            let mut open = 0;
            for b in 0..3 {
                open += (several[b] & cells).count_ones();
            }
            for b in 0..3 {
                let pairs = pairs[b] & cells;
                let score = if pairs == 0 { 0 } else { 32 - open };
                best = best.max(mark(score, b, pairs.trailing_zeros() & 31));
            }
        }
    } else if mode == SearchMode::Open && many > MOST && 4 * many > open {
        for b in 0..3 {
            best = best.max(mark(pairs[b].count_ones(), b, pairs[b].trailing_zeros() & 31));
        }
    } else if pair {
        unroll!(b < 3 => {
            // A band without such cells is weighed as well, and its weight is 0.
            let low = pairs[b].trailing_zeros() & 31;
            let high = (pairs[b] | 1).ilog2();
            best = best.max(weigh::<V, G>(proof, board, peers, pairs, b, low));
            best = best.max(weigh::<V, G>(proof, board, peers, pairs, b, high));
        });
    } else {
        for b in 0..3 {
            let mut left = several[b];
            while left != 0 {
                let at = left.trailing_zeros();
                let cell = left & left.wrapping_neg();
                left ^= cell;
                let score = 16 - holders::<V, G>(proof, &board.0[b], cell).count_ones();
                best = best.max(mark(score, b, at));
            }
        }
    }
    let band = (2 - (best >> 5 & 3)) as usize;
    let bit = 1 << (31 - (best & 31));
    let digit = holders::<V, G>(proof, &board.0[band], bit).trailing_zeros() as usize & 15;
    Choice { band, bit, digit, pair }
}

/// The weight of a cell with two candidates, [marked](mark) with the cell; 0 if it does not have two
/// candidates.
#[inline(always)]
fn weigh<V: Vector, const G: usize>(
    proof: V::Proof,
    board: &Board,
    peers: &Peers,
    pairs: [u32; 3],
    band: usize,
    at: u32,
) -> u32 {
    let cell = pairs[band] & 1 << at;
    let two = holders::<V, G>(proof, &board.0[band], cell);
    let one = two.trailing_zeros() as usize & 15;
    let other = (two & two.wrapping_sub(1)).trailing_zeros() as usize & 15;
    let peers = &peers[32 * band + at as usize];
    let (mut near, mut close) = ([0; 3], [0; 3]);
    unroll!(i < 3 => {
        near[i] = (board.0[i][one] | board.0[i][other]) & peers[i];
        close[i] = near[i] & pairs[i];
    });
    let score = mark(count(near) + 2 * count(close) + 1, band, at);
    if cell == 0 { 0 } else { score }
}

/// The number of bits.
#[inline(always)]
pub(super) fn count([a, b, c]: [u32; 3]) -> u32 {
    a.count_ones() + b.count_ones() + c.count_ones()
}

/// A score with its cell, as a number. Numbers are ordered by score, and earlier cells come before later ones with
/// the same score.
#[inline(always)]
fn mark(score: u32, band: usize, at: u32) -> u32 {
    score << 8 | (2 - band as u32) << 5 | (31 - at)
}

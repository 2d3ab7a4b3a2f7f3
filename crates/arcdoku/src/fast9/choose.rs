//! The choice of the cell to branch on.

use super::arch::vector::{Vector, unroll};
use super::board::{BIT, Board, Row, SINGLES};

/// A puzzle with more solutions than this is loose: its branches hardly ever fail, and what is left of it occurs again.
pub(super) const LOOSE: u64 = 64;

/// What is known of a puzzle when a cell is chosen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SearchMode {
    /// A guess has failed.
    Tight,
    /// No guess has failed yet.
    Open,
    /// It has more than [`LOOSE`] solutions, and counts that are known are used.
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

/// With more cells of two candidates than this, a puzzle may be loose.
const MOST: u32 = 6;

/// A decision: a cell takes a digit, or does not.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    pub(super) band: usize,
    /// The cell in its band.
    pub(super) bit: u32,
    pub(super) digit: usize,
    /// Whether the cell has no more than two candidates.
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

/// For each cell, at `32 * band + bit`: its peers, by band.
pub(super) type Peers = [[u32; 4]; 96];

/// The peers by rows, columns and boxes.
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

/// The candidates of a cell of a band, as the bits of a number.
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
/// Of the cells with two candidates, the one that affects most is chosen, among the first and the last of
/// each band: a peer that shares a candidate counts one, or three if it has two candidates as well. Six cells
/// are examined without a loop (`docs/fast9.md` compares the guesses).
///
/// If no guess has failed yet, and a quarter of the open cells have two candidates, any of them is good enough: one of the
/// band with the most. Without a cell of two candidates, one with the fewest is chosen.
///
/// In a loose puzzle, stacks with a cell of two candidates are compared, whether or not a guess has failed. The first such
/// cell of the stack with the fewest open cells is chosen. So one stack after the other is filled in, and what is left for the
/// last ones is more often the same.
///
/// See `docs/fast9.md` for alternatives that were tried and lost.
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
    // Score and place in one number, so that the best is found without a branch.
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
            // A band without such cells is examined too, and scores nothing.
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

/// How much a cell with two candidates affects, [marked](mark) with the cell; 0 if it does not have two
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

/// A score with its cell, as a number that orders by score and, where scores are equal, first cells first.
#[inline(always)]
fn mark(score: u32, band: usize, at: u32) -> u32 {
    score << 8 | (2 - band as u32) << 5 | (31 - at)
}

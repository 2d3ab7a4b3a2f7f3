//! Weighted sums, by the sums that are possible for each term.
//!
//! A term is a coefficient times a digit, or times the sum of several cells that all differ. The possible sums of a
//! term are bits of a word. A pass forward and a pass backward over the terms find the sums that each term keeps (M. A.
//! Trick, "A dynamic programming approach for consistency and propagation for knapsack constraints", Annals of
//! Operations Research 118, 2003). Sums are counted from the nearer end if they then fit a word; otherwise, each term
//! is bounded by the least and the greatest sums of the others.

use crate::compact::board::{Board, Empty, is_single};
use crate::csp::propagators::{MOST_DIGITS, OpenVar, Seen, completions};
use crate::csp::{Differ, Var};
use crate::grid::{Bits, DigitSet};

/// The largest number of terms.
const TERMS: usize = 32;

/// The largest target, so that sums fit 32 bits.
const FARTHEST: u32 = 1 << 30;

/// A weighted sum that is equal to a number, or at most this number.
#[derive(Debug)]
pub(super) struct Sum {
    cells: Box<[u8]>,
    terms: Box<[Term]>,
    target: i32,
    is_equation: bool,
}

/// A coefficient times the sum of cells, which all differ.
#[derive(Debug)]
struct Term {
    cells: Box<[u8]>,
    by: i32,
}

/// The sums of a term that the domains admit.
#[derive(Clone, Copy, Debug, Default)]
struct View {
    /// Bit `s` is set if the sum `s` is possible.
    possible: u64,
    /// The possible sums that are part of the target.
    kept: u64,
    /// The estimate for several cells.
    seen: Option<Seen>,
}

impl View {
    fn low(&self) -> i32 {
        self.possible.trailing_zeros() as i32
    }

    fn high(&self) -> i32 {
        63 - self.possible.leading_zeros() as i32
    }
}

impl Term {
    #[inline]
    fn look(&self, board: &Board<'_>) -> View {
        let (seen, possible) = if let &[cell] = &*self.cells {
            (None, u64::from(board.domain(cell)) << 1)
        } else {
            let domains = self.cells.iter().map(|&cell| DigitSet::from_bits(board.domain(cell).into()));
            Seen::new(domains).map_or((None, 0), |(seen, sums)| (Some(seen), sums))
        };
        View { possible, kept: possible, seen }
    }

    /// Narrows the domains to the digits that the kept sums need.
    #[inline]
    fn narrow(&self, view: &View, board: &mut Board<'_>) -> Result<(), Empty> {
        if view.kept == view.possible {
            return Ok(());
        }
        if view.kept == 0 {
            return Err(Empty);
        }
        let Some(seen) = view.seen else {
            return board.narrow(self.cells[0], (view.kept >> 1) as u16);
        };
        let keep = seen.keep(view.kept);
        for &cell in &self.cells {
            let domain = board.domain(cell);
            if !is_single(domain) {
                board.narrow(cell, keep(DigitSet::from_bits(domain.into())).bits() as u16)?;
            }
        }
        Ok(())
    }

    /// The possible sums at most `slack` from an end, as distances from this end.
    #[inline]
    fn raises(&self, view: &View, is_low: bool, slack: i32) -> impl Iterator<Item = (u32, u32)> {
        let step = self.by.unsigned_abs();
        let rises = is_low == (self.by > 0);
        let end = if rises { view.low() } else { view.high() } as u32;
        let most = slack as u32 / step;
        let near = if rises {
            view.possible & u64::MAX >> 63_u32.saturating_sub(end + most)
        } else {
            view.possible & u64::MAX << end.saturating_sub(most)
        };
        Bits(near).map(move |sum| (sum as u32, end.abs_diff(sum as u32) * step))
    }
}

impl Sum {
    /// The sum of the coefficients times the digits, up to `digits`, is `target`, or at most `target`. `None` if there
    /// are too many terms.
    pub(super) fn new(
        terms: &[(Var, i32)],
        target: i32,
        is_equation: bool,
        digits: usize,
        differ: &Differ,
    ) -> Option<Self> {
        let mut merged: Vec<(Var, i32)> = Vec::new();
        for &(var, by) in terms {
            match merged.iter_mut().find(|entry| entry.0 == var) {
                Some(entry) => entry.1 = entry.1.saturating_add(by),
                None => merged.push((var, by)),
            }
        }
        merged.retain(|entry| entry.1 != 0);
        let mut coefficients: Vec<i32> = merged.iter().map(|entry| entry.1).collect();
        coefficients.sort_unstable();
        coefficients.dedup();
        let mut found = Vec::new();
        for by in coefficients {
            let vars: Vec<Var> = merged.iter().filter(|entry| entry.1 == by).map(|entry| entry.0).collect();
            for clique in differ.cliques(&vars, if digits <= MOST_DIGITS { digits } else { 1 }) {
                let cells = clique.into_iter().map(|at| vars[at].index() as u8).collect();
                found.push(Term { cells, by });
            }
        }
        let is_small = target.unsigned_abs() <= FARTHEST
            && found.len() <= TERMS
            && found.iter().all(|term| term.by.unsigned_abs() <= 1 << 20);
        let cells = merged.iter().map(|entry| entry.0.index() as u8).collect();
        is_small.then(|| Self { cells, terms: found.into(), target, is_equation })
    }

    pub(super) fn cells(&self) -> &[u8] {
        &self.cells
    }

    pub(super) fn propagate(&self, board: &mut Board<'_>) -> Result<(), Empty> {
        if self.is_equation && self.complete(board)? {
            return Ok(());
        }
        let mut views = [View::default(); TERMS];
        let (mut low, mut high, mut width) = (0, 0, 0);
        for (view, term) in views.iter_mut().zip(&self.terms) {
            *view = term.look(board);
            if view.possible == 0 {
                return Err(Empty);
            }
            let (first, last) = (term.by * view.low(), term.by * view.high());
            low += first.min(last);
            high += first.max(last);
            width = width.max(first.abs_diff(last) as i32);
        }
        let views = &mut views[..self.terms.len()];
        if self.target < low || self.is_equation && self.target > high {
            return Err(Empty);
        }
        if low == high || !self.is_equation && high <= self.target {
            return Ok(());
        }
        let (below, above) = (self.target - low, high - self.target);
        if self.is_equation && below.min(above) >= width {
            return Ok(());
        }
        if self.is_equation && below.min(above) < 64 {
            self.balance(views, below <= above, below.min(above))?;
        } else {
            self.bound(views, below, if self.is_equation { above } else { i32::MAX });
        }
        self.terms.iter().zip(views).try_for_each(|(term, view)| term.narrow(view, board))
    }

    /// Keeps the sums of each term that are part of the target.
    fn balance(&self, views: &mut [View], is_low: bool, slack: i32) -> Result<(), Empty> {
        let mut layers = [0_u64; TERMS + 1];
        layers[0] = 1;
        let all = u64::MAX >> (63 - slack);
        for (i, (term, view)) in self.terms.iter().zip(&*views).enumerate() {
            let next = term.raises(view, is_low, slack).fold(0, |next, (_, by)| next | layers[i] << by);
            layers[i + 1] = next & all;
        }
        let mut rest = layers[views.len()] & 1 << slack;
        if rest == 0 {
            return Err(Empty);
        }
        for (i, (term, view)) in self.terms.iter().zip(views).enumerate().rev() {
            let (mut next, mut kept) = (0, 0);
            for (sum, by) in term.raises(view, is_low, slack) {
                let found = rest >> by & layers[i];
                next |= found;
                kept |= u64::from(found != 0) << sum;
            }
            view.kept = kept;
            rest = next;
        }
        Ok(())
    }

    /// Keeps the sums that are at most `below` above the least one and at most `above` below the greatest one.
    fn bound(&self, views: &mut [View], below: i32, above: i32) {
        for (term, view) in self.terms.iter().zip(views) {
            let step = term.by.abs();
            let (up, down) = if term.by > 0 { (below, above) } else { (above, below) };
            let last = view.low().saturating_add(up / step).min(63);
            let first = view.high().saturating_sub(down / step).max(0);
            view.kept &= u64::MAX >> (63 - last) & u64::MAX << first;
        }
    }

    /// If at most three cells have several digits: keeps exactly the digits that are part of the target. Returns whether
    /// this is the case.
    fn complete(&self, board: &mut Board<'_>) -> Result<bool, Empty> {
        let mut open = [OpenVar::default(); 3];
        let mut open_cells = [0; 3];
        let mut count = 0;
        let mut rest = i64::from(self.target);
        for (i, Term { cells, by }) in self.terms.iter().enumerate() {
            let by = i64::from(*by);
            let (mut taken, before) = (0, count);
            for &cell in cells {
                let domain = board.domain(cell);
                if is_single(domain) {
                    if taken & domain != 0 {
                        return Err(Empty);
                    }
                    taken |= domain;
                    rest -= by * i64::from(domain.trailing_zeros() + 1);
                } else if count == 3 {
                    return Ok(false);
                } else {
                    open_cells[count] = cell;
                    open[count] = OpenVar { by, term: i, digits: DigitSet::from_bits(domain.into()) };
                    count += 1;
                }
            }
            let taken = DigitSet::from_bits(taken.into());
            open[before..count].iter_mut().for_each(|open| open.digits = open.digits.minus(taken));
        }
        if count == 0 {
            return if rest == 0 { Ok(true) } else { Err(Empty) };
        }
        for (&cell, kept) in open_cells[..count].iter().zip(completions(&open[..count], rest)) {
            board.narrow(cell, kept.bits() as u16)?;
        }
        Ok(true)
    }
}

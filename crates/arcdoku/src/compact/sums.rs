//! Weighted sums, by the sums that are possible for each term.
//!
//! A term is a coefficient times a digit, or times the sum of several cells that all differ. The possible sums of a
//! term are bits of a word. A pass forward and a pass backward over the terms find the sums that each term keeps (M. A.
//! Trick, "A dynamic programming approach for consistency and propagation for knapsack constraints", Annals of
//! Operations Research 118, 2003). Sums are counted from the nearer end, so that they fit a word; otherwise, each term
//! is bounded by the least and the greatest sums of the others.

use crate::compact::board::{Board, Empty};
use crate::csp::propagators::{MOST_DIGITS, SUMS, Totals};
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

/// A cell with several digits, and its term.
#[derive(Clone, Copy, Debug, Default)]
struct OpenCell {
    cell: u8,
    /// The coefficient and the number of the term.
    by: i32,
    term: usize,
    /// The digits that no decided cell of the term has.
    domain: u16,
}

/// The sums of a term that the domains admit.
#[derive(Clone, Copy, Debug, Default)]
struct View {
    /// Bit `s` is set if the sum `s` is possible.
    possible: u64,
    /// The possible sums that are part of the target.
    kept: u64,
    /// The digits of the decided cells. This field and the following ones are only set for several cells.
    taken: u16,
    /// The digits of the other cells.
    open: u16,
    /// The number of the other cells.
    count: u8,
    /// The sum of the least digits of all cells.
    least: u8,
    /// The sum of the greatest digits of all cells.
    most: u8,
}

impl View {
    fn low(&self) -> i32 {
        self.possible.trailing_zeros() as i32
    }

    fn high(&self) -> i32 {
        63 - self.possible.leading_zeros() as i32
    }
}

fn sum_of(set: u16) -> u8 {
    SUMS[usize::from(set) & (SUMS.len() - 1)]
}

fn totals(table: &Totals, count: u8, set: u16) -> u64 {
    table.of(count.into(), DigitSet::from_bits(set.into()))
}

impl Term {
    #[inline]
    fn look(&self, board: &Board<'_>) -> View {
        if let &[cell] = &*self.cells {
            let possible = u64::from(board.domain(cell)) << 1;
            return View { possible, kept: possible, ..View::default() };
        }
        let (mut taken, mut open, mut clash) = (0_u16, 0_u16, 0_u16);
        let (mut count, mut least, mut most) = (0, 0, 0);
        for &cell in &self.cells {
            let domain = board.domain(cell);
            if domain & domain.wrapping_sub(1) == 0 {
                clash |= taken & domain;
                taken |= domain;
            } else {
                open |= domain;
                count += 1;
            }
            least += domain.trailing_zeros() as u8 + 1;
            most += 16 - domain.leading_zeros() as u8;
        }
        open &= !taken;
        let sums = totals(Totals::get(), count, open) << sum_of(taken);
        let within = u64::MAX << least.min(63) & u64::MAX >> (63 - most.min(63));
        let possible = if clash != 0 { 0 } else { sums & within };
        View { possible, kept: possible, taken, open, count, least, most }
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
        if let &[cell] = &*self.cells {
            return board.narrow(cell, (view.kept >> 1) as u16);
        }
        let &View { kept, taken, open, count, least, most, .. } = view;
        if count == 0 {
            return Ok(());
        }
        let (table, base) = (Totals::get(), sum_of(taken));
        let mut fits = 0;
        for digit in Bits(u64::from(open)) {
            let sums = totals(table, count - 1, open & !(1 << digit));
            if sums << (base + digit as u8 + 1) & kept != 0 {
                fits |= 1_u16 << digit;
            }
        }
        let (low, high) = (kept.trailing_zeros() as i32, kept.ilog2() as i32);
        for &cell in &self.cells {
            let domain = board.domain(cell);
            if domain & domain.wrapping_sub(1) == 0 {
                continue;
            }
            // Bounded by the least and the greatest sum minus the bounds of the others.
            let (first, last) = (domain.trailing_zeros() as i32 + 1, 16 - domain.leading_zeros() as i32);
            let from = (low + last - i32::from(most)).max(1);
            let to = (high + first - i32::from(least)).clamp(0, 16);
            let range = if from > 16 { 0 } else { u32::MAX << (from - 1) & !(u32::MAX << to) };
            board.narrow(cell, domain & fits & range as u16)?;
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
        let mut open = [OpenCell::default(); 3];
        let mut count = 0;
        let mut rest = self.target;
        for (i, Term { cells, by }) in self.terms.iter().enumerate() {
            let (mut taken, before) = (0, count);
            for &cell in cells {
                let domain = board.domain(cell);
                if domain & domain.wrapping_sub(1) == 0 {
                    if taken & domain != 0 {
                        return Err(Empty);
                    }
                    taken |= domain;
                    rest -= by * (domain.trailing_zeros() as i32 + 1);
                } else if count == 3 {
                    return Ok(false);
                } else {
                    open[count] = OpenCell { cell, by: *by, term: i, domain };
                    count += 1;
                }
            }
            open[before..count].iter_mut().for_each(|open| open.domain &= !taken);
        }
        let mut kept = [0_u16; 3];
        match open[..count] {
            [] => return if rest == 0 { Ok(true) } else { Err(Empty) },
            [one] => kept[0] = digit(rest, one.by) & one.domain,
            [one, two] => [kept[0], kept[1]] = pairs(one, two, rest),
            [one, two, three] => {
                for a in Bits(u64::from(one.domain)) {
                    let rest = rest - one.by * (a as i32 + 1);
                    // Cells of the same term differ.
                    let apart = |other: OpenCell| {
                        let gone = if other.term == one.term { 1 << a } else { 0 };
                        OpenCell { domain: other.domain & !gone, ..other }
                    };
                    let [b, c] = pairs(apart(two), apart(three), rest);
                    if b != 0 {
                        kept[0] |= 1 << a;
                        kept[1] |= b;
                        kept[2] |= c;
                    }
                }
            }
            _ => return Ok(false),
        }
        for (open, kept) in open[..count].iter().zip(kept) {
            board.narrow(open.cell, kept)?;
        }
        Ok(true)
    }
}

/// The digit whose multiple is `rest`, as a set.
#[inline]
fn digit(rest: i32, by: i32) -> u16 {
    let place = rest / by - 1;
    if rest % by == 0 && (0..16).contains(&place) { 1 << place } else { 0 }
}

/// The digits of two cells that add up to `rest`. Cells of the same term differ.
#[inline]
fn pairs(one: OpenCell, two: OpenCell, rest: i32) -> [u16; 2] {
    let (first, second) = (one.domain, two.domain);
    if one.by.abs() != two.by.abs() {
        let mut kept = [0, 0];
        for a in Bits(u64::from(first)) {
            let b = digit(rest - one.by * (a as i32 + 1), two.by) & second;
            if b != 0 {
                kept[0] |= 1 << a;
                kept[1] |= b;
            }
        }
        return kept;
    }
    if rest % two.by != 0 {
        return [0, 0];
    }
    // The digits have a known sum or a known difference, so all pairs are found together, as bits.
    let by = rest / two.by;
    if one.by == two.by {
        // Digits `a` and `by - a`: bit `i` of the first belongs to bit `by - 2 - i` of the second.
        let turn = |set: u16| shift(u32::from(set.reverse_bits()), by - 17) as u16;
        let mut b = turn(first) & second;
        if one.term == two.term && by % 2 == 0 && (2..=32).contains(&by) {
            b &= !(1 << (by / 2 - 1));
        }
        [turn(b), b]
    } else {
        // `b - a` is `by`.
        let b = shift(first.into(), by) as u16 & second;
        [shift(b.into(), -by) as u16, b]
    }
}

/// The bits shifted up, or down if `by` is negative.
#[inline]
fn shift(bits: u32, by: i32) -> u32 {
    match by {
        0..32 => bits << by,
        -31..0 => bits >> -by,
        _ => 0,
    }
}

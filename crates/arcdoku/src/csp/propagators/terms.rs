//! Sums of terms. The sums that the domains allow are kept as bit sets.
//!
//! A term is `c` times a digit, or `c` times the sum of several variables that all differ (a part of a house). A
//! [`Lattice`] computes the exact sums of such variables. A faster estimate uses a table of the sums of any `k` digits
//! of a set, and ignores which variable has which digits. A forward pass finds the sums of the first terms; a backward
//! pass from the wanted sums finds the sums that each term keeps (M. A. Trick, "A dynamic programming approach for
//! consistency and propagation for knapsack constraints", Annals of Operations Research 118, 2003), 64 sums at a time.
//! If the range of sums is too large, intervals replace the bit sets.
//!
//! Sums are counted from the least possible sum, in steps of one.

mod explain;

use std::sync::OnceLock;

use crate::csp::differ::Differ;
use crate::csp::domain::Var;
use crate::csp::propagator::{Conflict, Context, Status};
use crate::csp::propagators::lattice::{Family, Lattice, MOST_DIGITS};
use crate::csp::trace::Trace;
use crate::grid::{Bits, Digit, DigitSet};

/// The largest number of sums that are stored as a bit set.
const WIDEST: usize = 2048;

/// The largest number of terms for which the sums near one end are kept in a single word.
const NEAR: usize = 16;

/// The sum of each set of at most ten digits.
const SUMS: [u8; 1 << MOST_DIGITS] = {
    let mut sums = [0; 1 << MOST_DIGITS];
    let mut set = 1;
    while set < sums.len() {
        let lowest = set.trailing_zeros();
        sums[set] = sums[set & (set - 1)] + lowest as u8 + 1;
        set += 1;
    }
    sums
};

/// For each number of digits and each set of at most ten digits: the sums of this number of digits of the set, as
/// bits.
struct Totals(Box<[[u64; 1 << MOST_DIGITS]]>);

impl Totals {
    /// The table, which is built once.
    fn get() -> &'static Self {
        static TABLE: OnceLock<Totals> = OnceLock::new();
        TABLE.get_or_init(|| {
            let mut table = vec![[0; 1 << MOST_DIGITS]; MOST_DIGITS + 1].into_boxed_slice();
            table[0] = [1; 1 << MOST_DIGITS];
            for count in 1..=MOST_DIGITS {
                for set in 1..1_usize << MOST_DIGITS {
                    let (lowest, others): (u32, usize) = (set.trailing_zeros(), set & (set - 1));
                    let with = table[count - 1][others] << (lowest + 1);
                    table[count][set] = table[count][others] | with;
                }
            }
            Self(table)
        })
    }

    /// The sums of `count` digits of a set.
    #[inline]
    fn of(&self, count: usize, set: u16) -> u64 {
        self.0[count][usize::from(set) & ((1 << MOST_DIGITS) - 1)]
    }
}

/// A sum of terms.
#[derive(Debug)]
pub(super) struct Terms {
    vars: Box<[Var]>,
    parts: Box<[Term]>,
    /// The least sum that any digits have. Sums are counted from it.
    pub(super) least: i64,
    /// The greatest sum of any digits, counted from the least.
    pub(super) spread: i64,
    /// For each `i`, the possible sums of the first `i` terms up to the limit, in `words` words.
    layers: Vec<u64>,
    words: usize,
    /// Scratch memory for the backward pass.
    rest: Vec<u64>,
    next: Vec<u64>,
}

/// A digit or the sum of different digits, with a coefficient.
#[derive(Debug)]
struct Term {
    vars: Box<[Var]>,
    /// The lattice, if the term has several variables.
    lattice: Option<Box<Lattice>>,
    /// The absolute value of the coefficient.
    step: usize,
    /// Whether the coefficient is negative, so the greatest digits have the least sum.
    falls: bool,
    /// The number of digits; for several variables, `floor` is their least sum.
    digits: usize,
    floor: usize,
    /// The greatest sum, counted from the least one.
    height: usize,
    /// The sums that the domains admit: bit `i` is the sum `i * step`.
    possible: u64,
    /// The possible sums that are kept.
    kept: u64,
    /// For several variables: the result of the last estimate, or `None` after an exact computation.
    seen: Option<Seen>,
}

/// An estimate of the sums of several variables that all differ, from the set of their digits. There are at most
/// [`MOST_DIGITS`] digits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    /// The digits of the variables that have only one.
    taken: u16,
    /// The digits of the other variables.
    open: u16,
    /// The number of other variables.
    count: u8,
    /// The total number of digits in the domains of the other variables.
    width: u8,
    /// The sums of the least and of the greatest digits of all variables.
    least: u8,
    most: u8,
}

impl Seen {
    /// The estimate for variables with these domains, and the sums as bits: bit `s` is the sum `s`. `None` if they
    /// cannot differ.
    #[inline]
    pub(crate) fn new(domains: impl Iterator<Item = DigitSet>) -> Option<(Self, u64)> {
        let mut seen = Self { taken: 0, open: 0, count: 0, width: 0, least: 0, most: 0 };
        let mut clash = 0;
        for domain in domains {
            let bits = domain.bits() as u16;
            if bits == 0 {
                return None;
            }
            if domain.is_single() {
                clash |= seen.taken & bits;
                seen.taken |= bits;
            } else {
                seen.open |= bits;
                seen.count += 1;
                seen.width += bits.count_ones() as u8;
            }
            seen.least += bits.trailing_zeros() as u8 + 1;
            seen.most += bits.ilog2() as u8 + 1;
        }
        // Ten different digits add up to less than 64.
        if clash != 0 || seen.least > 63 {
            return None;
        }
        seen.open &= !seen.taken;
        let sums = Totals::get().of(seen.count.into(), seen.open) << seen.base();
        Some((seen, sums & (u64::MAX << seen.least) & (u64::MAX >> (63 - seen.most.min(63)))))
    }

    /// The sum of the taken digits.
    #[inline]
    fn base(&self) -> u8 {
        SUMS[usize::from(self.taken) & (SUMS.len() - 1)]
    }

    /// Returns a function of the domain of an undecided variable: the digits that it keeps if the sum is one of `sums`,
    /// which is not zero. Each variable is bounded by the least and the greatest sum minus the bounds of the others.
    #[inline]
    pub(crate) fn keep(&self, sums: u64) -> impl Fn(DigitSet) -> DigitSet {
        let &Self { open, count, least, most, .. } = self;
        let (totals, base) = (Totals::get(), self.base());
        let mut fits = 0;
        for digit in Bits(u64::from(open)) {
            let others = totals.of(usize::from(count).saturating_sub(1), open & !(1 << digit));
            fits |= u64::from(others << (base + digit as u8 + 1) & sums != 0) << digit;
        }
        let (low, high) = (sums.trailing_zeros(), sums.ilog2());
        move |domain: DigitSet| {
            let bits = domain.bits();
            let (first, last) = (bits.trailing_zeros() + 1, bits.ilog2() + 1);
            let from = (low + last).saturating_sub(most.into()).max(1);
            let to = (high + first).saturating_sub(least.into()).min(63);
            let range = u64::MAX << (from - 1) & !(u64::MAX << to);
            DigitSet::from_bits(bits & fits & range)
        }
    }
}

/// An undecided variable of a sum whose other variables are decided.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OpenVar {
    /// The coefficient.
    pub(crate) by: i64,
    /// The number of its term. Variables of the same term differ.
    pub(crate) term: usize,
    /// The digits that no decided variable of the term has.
    pub(crate) digits: DigitSet,
}

/// The digits of one to three undecided variables that are part of the sum `rest`.
#[inline]
pub(crate) fn completions(open: &[OpenVar], rest: i64) -> [DigitSet; 3] {
    let mut kept = [DigitSet::EMPTY; 3];
    match *open {
        [one] => kept[0] = multiple(rest, one.by) & one.digits,
        [one, two] => [kept[0], kept[1]] = pairs(one, two, rest),
        [one, two, three] => {
            for a in one.digits {
                let apart = |other: OpenVar| {
                    let gone = if other.term == one.term { DigitSet::single(a) } else { DigitSet::EMPTY };
                    OpenVar { digits: other.digits.minus(gone), ..other }
                };
                let [b, c] = pairs(apart(two), apart(three), rest - one.by * i64::from(a.get()));
                if !b.is_empty() {
                    kept[0].insert(a);
                    kept[1] |= b;
                    kept[2] |= c;
                }
            }
        }
        _ => {}
    }
    kept
}

/// The digit that is `rest` when multiplied, as a set.
#[inline]
fn multiple(rest: i64, by: i64) -> DigitSet {
    let place = rest / by - 1;
    let fits = rest % by == 0 && (0..64).contains(&place);
    DigitSet::from_bits(u64::from(fits) << (place & 63))
}

/// The digits of two variables that add up to `rest`.
#[inline]
fn pairs(one: OpenVar, two: OpenVar, rest: i64) -> [DigitSet; 2] {
    if one.by.abs() != two.by.abs() {
        let mut kept = [DigitSet::EMPTY; 2];
        for a in one.digits {
            let b = multiple(rest - one.by * i64::from(a.get()), two.by) & two.digits;
            if !b.is_empty() {
                kept[0].insert(a);
                kept[1] |= b;
            }
        }
        return kept;
    }
    if rest % two.by != 0 {
        return [DigitSet::EMPTY; 2];
    }
    // The digits have a known sum or a known difference, so all pairs are found together, as bits.
    let by = rest / two.by;
    let is_sum = one.by == two.by;
    let turn = |bits: u64| if is_sum { bits.reverse_bits() } else { bits };
    let (to, back) = if is_sum { (65 - by, 65 - by) } else { (-by, by) };
    let mut fits = down(turn(one.digits.bits()), to) & two.digits.bits();
    if is_sum && one.term == two.term && by % 2 == 0 && (2..=128).contains(&by) {
        fits &= !(1 << (by / 2 - 1));
    }
    [down(turn(fits), back), fits].map(DigitSet::from_bits)
}

impl Term {
    fn new(vars: Box<[Var]>, coefficient: i32, digits: usize) -> Self {
        let count = vars.len();
        let floor = count * (count + 1) / 2;
        // The difference between the greatest and the least digits.
        let height = count * (digits - count);
        let (step, falls) = (coefficient.unsigned_abs() as usize, coefficient < 0);
        Self { vars, lattice: None, step, falls, digits, floor, height, possible: 0, kept: 0, seen: None }
    }

    /// Updates the possible sums, either exactly or by an estimate from the digits of all variables together.
    fn reach<T: Trace>(&mut self, exactly: bool, cx: &Context<'_, T>) {
        self.seen = None;
        let Self { vars, lattice, falls, digits, floor, height, .. } = self;
        self.possible = if vars.len() > 1 && !exactly {
            let sums = self.look(cx);
            if self.falls { flip(sums, self.height + 1) } else { sums }
        } else if vars.len() > 1 {
            let lattice = lattice.get_or_insert_with(|| Box::new(Lattice::new(vars.len(), *digits)));
            let words = lattice.words();
            let found = lattice.reach(|x| cx.domain(vars[x]));
            let mut sums = 0;
            for set in found.sets(words) {
                sums |= 1 << (usize::from(SUMS[set.bits() as usize]) - *floor);
            }
            if *falls { flip(sums, *height + 1) } else { sums }
        } else {
            let bits = cx.domain(vars[0]).bits();
            if *falls { flip(bits, *digits) } else { bits }
        };
        self.kept = self.possible;
    }

    /// Estimates the sums of several variables from the set of their remaining digits. The sums are counted from the
    /// least one.
    fn look<T: Trace>(&mut self, cx: &Context<'_, T>) -> u64 {
        let Some((seen, sums)) = Seen::new(self.vars.iter().map(|&var| cx.domain(var))) else { return 0 };
        self.seen = Some(seen);
        sums >> self.floor
    }

    /// After an estimate: narrows the domains to the digits that the kept sums need, according to the set of remaining
    /// digits.
    fn narrow_seen<T: Trace>(
        &self,
        seen: Seen,
        all: &[Var],
        cx: &mut Context<'_, T>,
    ) -> Result<(), Conflict> {
        let sums = if self.falls { flip(self.kept, self.height + 1) } else { self.kept };
        let sums = sums << self.floor;
        if seen.count == 0 || sums == 0 {
            return Ok(());
        }
        let keep = seen.keep(sums);
        for &var in &*self.vars {
            let domain = cx.domain(var);
            if domain.is_empty() || domain.is_single() {
                continue;
            }
            let left = keep(domain);
            if left != domain {
                let others = all.iter().copied().filter(|&other| other != var);
                cx.narrow_because(var, left, |space| space.lost(others))?;
            }
        }
        Ok(())
    }

    /// The possible sums that are at most `slack` from the least or the greatest sum: their positions and distances.
    #[inline]
    fn raises(&self, is_low: bool, slack: i64) -> impl Iterator<Item = (u32, u32)> {
        let (possible, step) = (self.possible, self.step as u32);
        let end = if is_low { possible.trailing_zeros() } else { possible.ilog2() };
        let most = slack as u32 / step;
        let near = if is_low {
            possible & u64::MAX >> 63_u32.saturating_sub(end + most)
        } else {
            possible & u64::MAX << end.saturating_sub(most)
        };
        Bits(near).map(move |sum| (sum as u32, end.abs_diff(sum as u32) * step))
    }

    /// Narrows the domains to the digits that the kept sums need.
    fn narrow<T: Trace>(&mut self, all: &[Var], cx: &mut Context<'_, T>) -> Result<(), Conflict> {
        if self.kept == self.possible {
            return Ok(());
        }
        let others = |var: Var| all.iter().copied().filter(move |&other| other != var);
        if let Some(seen) = self.seen {
            return self.narrow_seen(seen, all, cx);
        }
        let Some(lattice) = &mut self.lattice else {
            let bits = if self.falls { flip(self.kept, self.digits) } else { self.kept };
            let var = self.vars[0];
            return cx.exclude_because(var, !DigitSet::from_bits(bits), |space| space.lost(others(var)));
        };
        let sums = if self.falls { flip(self.kept, self.height + 1) } else { self.kept };
        let mut wanted = Family::NONE;
        let words = lattice.words();
        for set in lattice.reach(|x| cx.domain(self.vars[x])).sets(words) {
            if sums >> (usize::from(SUMS[set.bits() as usize]) - self.floor) & 1 == 1 {
                wanted.insert(set);
            }
        }
        let mut supported = [DigitSet::EMPTY; MOST_DIGITS];
        lattice.keep(&wanted, |x, keep| supported[x] = keep);
        for (&var, left) in self.vars.iter().zip(supported) {
            if left != cx.domain(var) {
                cx.narrow_because(var, left, |space| space.lost(others(var)))?;
            }
        }
        Ok(())
    }
}

/// Converts a number, which is always far below the limits of both types.
fn signed(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Shifts the bits down by `by`, or up if `by` is negative.
#[inline]
fn down(bits: u64, by: i64) -> u64 {
    match by {
        0..64 => bits >> by,
        -63..0 => bits << -by,
        _ => 0,
    }
}

/// The lowest `count` bits in reverse order.
fn flip(bits: u64, count: usize) -> u64 {
    bits.reverse_bits() >> (64 - count)
}

/// An interval of wanted sums, including both ends. The sums are counted from the least one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Interval {
    pub(super) first: i64,
    pub(super) last: i64,
}

impl Terms {
    /// The sum of the coefficients times the digits, which are from 1 to `digits`. Repeated variables are merged.
    /// Variables with the same coefficient that differ are grouped.
    pub(super) fn new(terms: &[(Var, i32)], digits: usize, differ: &Differ) -> Self {
        let mut merged: Vec<(Var, i32)> = Vec::new();
        for &(var, coefficient) in terms {
            match merged.iter_mut().find(|entry| entry.0 == var) {
                Some(entry) => entry.1 = entry.1.saturating_add(coefficient),
                None => merged.push((var, coefficient)),
            }
        }
        // A variable whose coefficients cancel stays in the scope, so the propagator runs even for `0 = 1`.
        let vars = merged.iter().map(|entry| entry.0).collect();
        merged.retain(|entry| entry.1 != 0);
        let mut coefficients: Vec<i32> = merged.iter().map(|entry| entry.1).collect();
        coefficients.sort_unstable();
        coefficients.dedup();
        let mut terms: Vec<Term> = Vec::new();
        // A term of one variable needs no lattice, so it may have more than [`MOST_DIGITS`] digits.
        let most = if digits <= MOST_DIGITS { digits } else { 1 };
        for coefficient in coefficients {
            let same = merged.iter().filter(|entry| entry.1 == coefficient);
            let vars: Vec<Var> = same.map(|entry| entry.0).collect();
            for clique in differ.cliques(&vars, most) {
                let vars = clique.into_iter().map(|position| vars[position]).collect();
                terms.push(Term::new(vars, coefficient, digits));
            }
        }
        let least = |term: &Term| {
            let (floor, height) = (signed(term.floor), signed(term.height));
            let step = signed(term.step);
            if term.falls { -step * (floor + height) } else { step * floor }
        };
        let spread = terms.iter().map(|term| signed(term.step * term.height)).sum();
        Self {
            vars,
            least: terms.iter().map(least).sum(),
            spread,
            parts: terms.into(),
            layers: Vec::new(),
            words: 0,
            rest: Vec::new(),
            next: Vec::new(),
        }
    }

    /// The variables, each once.
    pub(super) fn vars(&self) -> &[Var] {
        &self.vars
    }

    /// The sum if `var` takes this digit, counted from the least sum. Call it after [`reach`](Self::reach), if every
    /// term has one variable, and all variables except `var` are decided.
    pub(super) fn sum_with(&self, var: Var, digit: Digit) -> i64 {
        let of = |term: &Term| {
            let place = if term.vars[0] != var {
                term.possible.trailing_zeros() as usize
            } else if term.falls {
                term.digits - 1 - digit.index()
            } else {
                digit.index()
            };
            signed(term.step * place)
        };
        self.parts.iter().map(of).sum()
    }

    /// Whether variables are grouped because they differ.
    pub(super) fn has_groups(&self) -> bool {
        self.parts.iter().any(|term| term.vars.len() > 1)
    }

    /// Updates the possible sums of each term. Returns the least and the greatest sum.
    pub(super) fn reach<T: Trace>(&mut self, exactly: bool, cx: &Context<'_, T>) -> Option<Interval> {
        let mut ends = Interval { first: 0, last: 0 };
        for term in &mut self.parts {
            term.reach(exactly, cx);
            if term.possible == 0 {
                return None;
            }
            ends.first += signed(term.step * term.possible.trailing_zeros() as usize);
            ends.last += signed(term.step * term.possible.ilog2() as usize);
        }
        Some(ends)
    }

    /// If at most three variables have several digits: keeps exactly the digits that are part of the sum `target`,
    /// which is counted from the least one. Returns false, and narrows nothing, if there are no such digits. Returns
    /// `None` if more variables are undecided.
    pub(super) fn complete<T: Trace>(
        &self,
        target: i64,
        cx: &mut Context<'_, T>,
    ) -> Result<Option<bool>, Conflict> {
        let mut open = [OpenVar::default(); 3];
        let mut vars = [Var::new(0); 3];
        let mut count = 0;
        let mut rest = target + self.least;
        for (i, term) in self.parts.iter().enumerate() {
            let by = if term.falls { -signed(term.step) } else { signed(term.step) };
            let (mut taken, before) = (DigitSet::EMPTY, count);
            for &var in &*term.vars {
                let domain = cx.domain(var);
                match domain.only() {
                    Some(digit) if taken.contains(digit) => return Ok(Some(false)),
                    Some(digit) => {
                        taken.insert(digit);
                        rest -= by * i64::from(digit.get());
                    }
                    None if count == 3 => return Ok(None),
                    None => {
                        vars[count] = var;
                        open[count] = OpenVar { by, term: i, digits: domain };
                        count += 1;
                    }
                }
            }
            open[before..count].iter_mut().for_each(|open| open.digits = open.digits.minus(taken));
        }
        if count == 0 {
            return Ok(Some(rest == 0));
        }
        let kept = completions(&open[..count], rest);
        if kept[0].is_empty() {
            return Ok(Some(false));
        }
        for (&var, kept) in vars[..count].iter().zip(kept) {
            if kept != cx.domain(var) {
                let others = self.vars.iter().copied().filter(|&other| other != var);
                cx.narrow_because(var, kept, |space| space.lost(others))?;
            }
        }
        Ok(Some(true))
    }

    /// After an estimate by [`reach`](Self::reach): the number of digits of the undecided variables that are grouped.
    pub(super) fn width(&self) -> usize {
        self.parts.iter().filter_map(|term| term.seen).map(|seen| usize::from(seen.width)).sum()
    }

    /// The state after [`complete`](Self::complete).
    pub(super) fn rested<T: Trace>(&self, cx: &Context<'_, T>) -> Status {
        let open = self.vars.iter().any(|&var| !cx.domain(var).is_single());
        if open { Status::Fixpoint } else { Status::Entailed }
    }

    /// After [`reach`](Self::reach): keeps the sums of each term that are part of the sum `target`, and narrows all
    /// domains. Returns false, and narrows nothing, if no sums are part of it. Returns `None` if the target is far from
    /// both ends, or if there are many terms, because then the sums do not fit a word.
    pub(super) fn balance<T: Trace>(
        &mut self,
        ends: Interval,
        target: i64,
        cx: &mut Context<'_, T>,
    ) -> Result<Option<bool>, Conflict> {
        let (below, above) = (target - ends.first, ends.last - target);
        let slack = below.min(above);
        if !(0..64).contains(&slack) || self.parts.len() > NEAR {
            return Ok(None);
        }
        // Sums are counted from the nearer end.
        let is_low = below <= above;
        let mut layers = [0_u64; NEAR + 1];
        layers[0] = 1;
        for (i, term) in self.parts.iter().enumerate() {
            let mut next = 0;
            for raised in term.raises(is_low, slack) {
                next |= layers[i] << raised.1;
            }
            layers[i + 1] = next & u64::MAX >> (63 - slack);
        }
        let mut rest = layers[self.parts.len()] & 1 << slack;
        if rest == 0 {
            return Ok(Some(false));
        }
        for (i, term) in self.parts.iter_mut().enumerate().rev() {
            let (mut next, mut kept) = (0, 0);
            for (sum, raised) in term.raises(is_low, slack) {
                let found = rest >> raised & layers[i];
                next |= found;
                kept |= u64::from(found != 0) << sum;
            }
            term.kept = kept;
            rest = next;
        }
        for term in &mut self.parts {
            term.narrow(&self.vars, cx)?;
        }
        Ok(Some(true))
    }

    /// Whether the sums up to `last` can be stored as a bit set.
    pub(super) fn can_fit(&self, last: i64) -> bool {
        usize::try_from(last.min(self.spread)).is_ok_and(|last| last < WIDEST)
    }

    /// Whether `last` is at most the greatest sum, and the sums up to it can be stored as a bit set.
    pub(super) fn reaches(&self, last: i64) -> bool {
        last <= self.spread && self.can_fit(last)
    }

    /// Allocates memory for the sums up to `last`, if they can be stored as a bit set. Returns whether they can.
    pub(super) fn fits(&mut self, last: i64) -> bool {
        if !self.can_fit(last) {
            return false;
        }
        let last = last.min(self.spread) as usize;
        self.words = last / 64 + 1;
        self.layers.resize((self.parts.len() + 1) * self.words, 0);
        self.rest.resize(self.words, 0);
        self.next.resize(self.words, 0);
        true
    }

    /// The forward pass, after [`reach`](Self::reach) and [`fits`](Self::fits): the possible sums as bits.
    pub(super) fn sums(&mut self) -> &[u64] {
        let words = self.words;
        self.layers.fill(0);
        self.layers[0] = 1;
        for (i, term) in self.parts.iter().enumerate() {
            let (before, after) = self.layers.split_at_mut((i + 1) * words);
            let (from, to) = (&before[i * words..], &mut after[..words]);
            for sum in Bits(term.possible) {
                raise(to, from, sum * term.step);
            }
        }
        &self.layers[self.parts.len() * words..]
    }

    /// The backward pass, after [`sums`](Self::sums), from the wanted sums: narrows all domains. Returns false, and
    /// narrows nothing, if no sum is wanted.
    pub(super) fn keep<T: Trace>(
        &mut self,
        wanted: &[u64],
        cx: &mut Context<'_, T>,
    ) -> Result<bool, Conflict> {
        let Self { vars, parts: terms, layers, words, rest, next, .. } = self;
        let words = *words;
        let last = &layers[terms.len() * words..];
        let mut any = 0;
        for ((rest, last), wanted) in rest.iter_mut().zip(last).zip(wanted) {
            *rest = last & wanted;
            any |= *rest;
        }
        if any == 0 {
            return Ok(false);
        }
        for (i, term) in terms.iter_mut().enumerate().rev() {
            next.fill(0);
            for sum in Bits(term.possible) {
                if !lower(next, rest, &layers[i * words..(i + 1) * words], sum * term.step) {
                    term.kept &= !(1 << sum);
                }
            }
            std::mem::swap(rest, next);
        }
        for term in terms {
            term.narrow(vars, cx)?;
        }
        Ok(true)
    }

    /// After [`reach`](Self::reach): keeps the digits that the interval of wanted sums needs, judged by the least and
    /// the greatest sums of the terms. Returns whether anything was narrowed.
    pub(super) fn bound<T: Trace>(
        &mut self,
        ends: Interval,
        wanted: Interval,
        cx: &mut Context<'_, T>,
    ) -> Result<bool, Conflict> {
        let mut changed = false;
        for term in &mut self.parts {
            let step = signed(term.step);
            let first = step * i64::from(term.possible.trailing_zeros());
            let last = step * i64::from(term.possible.ilog2());
            let (from, to) = (wanted.first - (ends.last - last), wanted.last - (ends.first - first));
            // The interval in steps: `from` is rounded up, and `to` is rounded down.
            let from = if from <= 0 { 0 } else { (from + step - 1) / step };
            let to = if to < 0 { -1 } else { to / step };
            let low = if from > 63 { u64::MAX } else { (1_u64 << from) - 1 };
            let high = if to >= 63 { u64::MAX } else { (1_u64 << (to + 1)) - 1 };
            term.kept = term.possible & high & !low;
            changed |= term.kept != term.possible;
            term.narrow(&self.vars, cx)?;
        }
        Ok(changed)
    }
}

/// Adds `from`, shifted by `sum`, to `to`; bits beyond the last word are dropped.
#[inline]
fn raise(to: &mut [u64], from: &[u64], sum: usize) {
    let (words, bits) = (sum / 64, sum % 64);
    if to.len() == 1 {
        if words == 0 {
            to[0] |= from[0] << bits;
        }
        return;
    }
    for at in (words..to.len()).rev() {
        let low = if bits > 0 && at > words { from[at - words - 1] >> (64 - bits) } else { 0 };
        to[at] |= from[at - words] << bits | low;
    }
}

/// Adds to the bit set each number of `within` that is in `target` after `sum` is added to it. Returns whether there is
/// such a number.
#[inline]
fn lower(to: &mut [u64], target: &[u64], within: &[u64], sum: usize) -> bool {
    let (words, bits) = (sum / 64, sum % 64);
    if to.len() == 1 {
        let found = if words == 0 { target[0] >> bits & within[0] } else { 0 };
        to[0] |= found;
        return found != 0;
    }
    let mut any = 0;
    for at in 0..to.len().saturating_sub(words) {
        let high =
            if bits > 0 { target.get(at + words + 1).map_or(0, |next| next << (64 - bits)) } else { 0 };
        let found = (target[at + words] >> bits | high) & within[at];
        any |= found;
        to[at] |= found;
    }
    any != 0
}

//! Sets of sets of digits, for variables that are all different.
//!
//! With at most ten digits there are at most 1,024 sets of digits, so a family of sets is a bit set: bit `S` stands
//! for the set whose bits are `S`. The sets that the first `i` variables can take follow from the sets of the first
//! `i - 1` variables: the digit `d` is added to each set without it, which is a shift by `1 << d` for the whole
//! family. A pass forward and a pass backward find, for every variable, the digits that are part of an assignment of
//! different digits whose set is in a wanted family. This is dynamic programming over subsets (M. Held and R. M.
//! Karp, "A dynamic programming approach to sequencing problems", SIAM Journal 10, 1962), 64 subsets at a time.

// Without inlining, the number of words would not be a constant, and the loops would not be unrolled.
#![allow(clippy::inline_always)]

use crate::csp::propagators::relaxed::Seen;
use crate::grid::{Bits, Digit, DigitSet};

/// The largest number of digits of a [`Lattice`].
pub(crate) const MOST_DIGITS: usize = 10;

/// For each of the digits 1 to 6: the sets of these six digits that contain it.
const WITH: [u64; 6] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

/// A family of sets of at most ten digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Family([u64; 16]);

impl Family {
    /// The empty family.
    pub(crate) const NONE: Self = Self([0; 16]);

    /// The family of all sets.
    pub(crate) const ALL: Self = Self([u64::MAX; 16]);

    /// The family that contains only the empty set.
    const START: Self = {
        let mut words = [0; 16];
        words[0] = 1;
        Self(words)
    };

    /// Adds a set.
    pub(crate) fn insert(&mut self, set: DigitSet) {
        let index = set.bits() as usize;
        if let Some(word) = self.0.get_mut(index / 64) {
            *word |= 1 << (index % 64);
        }
    }

    /// The sets of the family.
    pub(super) fn sets(&self, words: usize) -> impl Iterator<Item = DigitSet> {
        let words = self.0[..words].iter().enumerate();
        words.flat_map(|(i, &word)| Bits(word).map(move |bit| DigitSet::from_bits((i * 64 + bit) as u64)))
    }

    /// Adds `digit` to each set of `from` that does not have it yet, and adds the results to the family.
    #[inline(always)]
    fn add_with(&mut self, from: &Self, digit: usize, words: usize) {
        if digit < 6 {
            let (without, shift) = (!WITH[digit], 1 << digit);
            for (to, &from) in self.0[..words].iter_mut().zip(&from.0[..words]) {
                *to |= (from & without) << shift;
            }
        } else {
            let step = 1 << (digit - 6);
            for word in 0..words {
                if word & step == 0 {
                    self.0[word | step] |= from.0[word];
                }
            }
        }
    }

    /// Adds to the family each set of `within` that becomes a set of `target` when the digit is added. Returns whether
    /// there is such a set.
    #[inline(always)]
    fn add_without(&mut self, target: &Self, within: &Self, digit: usize, words: usize) -> bool {
        let mut any = 0;
        if digit < 6 {
            let (with, shift) = (WITH[digit], 1 << digit);
            for word in 0..words {
                let found = (target.0[word] & with) >> shift & within.0[word];
                any |= found;
                self.0[word] |= found;
            }
        } else {
            let step = 1 << (digit - 6);
            for word in 0..words {
                if word & step == 0 {
                    let found = target.0[word | step] & within.0[word];
                    any |= found;
                    self.0[word] |= found;
                }
            }
        }
        any != 0
    }

    /// The digits that every set of the family contains.
    fn common(&self, words: usize) -> DigitSet {
        let all = self.0[..words].iter().fold(0, |all, word| all | word);
        let mut common = 0;
        for (digit, with) in WITH.iter().enumerate() {
            common |= u64::from(all & !with == 0) << digit;
        }
        for digit in 6..6 + words.ilog2() {
            let lacks = |(i, &word): (usize, &u64)| i >> (digit - 6) & 1 == 0 && word != 0;
            common |= u64::from(!self.0[..words].iter().enumerate().any(lacks)) << digit;
        }
        DigitSet::from_bits(common)
    }

    /// The number of words up to the last word that is not zero.
    pub(super) fn words(&self) -> usize {
        self.0.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1)
    }

    fn is_empty(&self, words: usize) -> bool {
        self.0[..words].iter().fold(0, |all, word| all | word) == 0
    }
}

/// The sets of digits that variables with these domains can take if they all differ. The digits are at most
/// [`MOST_DIGITS`].
pub(super) fn sets(domains: impl Iterator<Item = DigitSet>) -> Family {
    let mut sets = Family::START;
    for domain in domains {
        let mut next = Family::NONE;
        for digit in Bits(domain.bits()) {
            next.add_with(&sets, digit, 16);
        }
        sets = next;
    }
    sets
}

/// Relaxes the domains of different variables, with digits up to [`MOST_DIGITS`], while their digits still cannot be a
/// set of `wanted`. Calls `each` with the position and the domain of every variable. Returns the sets that the
/// variables can then take. Returns `None`, without a call, if they can already take a wanted set.
pub(super) fn relax(vars: &[Seen], wanted: &Family, mut each: impl FnMut(usize, DigitSet)) -> Option<Family> {
    let most = vars.iter().filter_map(|seen| (seen.now | seen.initial).last()).map(Digit::index).max()?;
    let words = 1 << (most + 1).saturating_sub(6);
    let mut order: Vec<usize> = (0..vars.len()).collect();
    order.sort_unstable_by_key(|&x| std::cmp::Reverse(vars[x].since));
    // For each position, the sets that the remaining variables can extend to a wanted set.
    let mut back = vec![*wanted; vars.len() + 1];
    for (i, &x) in order.iter().enumerate().rev() {
        let (before, after) = back.split_at_mut(i + 1);
        before[i] = Family::NONE;
        for digit in Bits(vars[x].now.bits()) {
            before[i].add_without(&after[0], &Family::ALL, digit, words);
        }
    }
    if back[0].0[0] & 1 == 1 {
        return None;
    }
    let mut sets = Family::START;
    for (i, &x) in order.iter().enumerate() {
        let mut before = Family::NONE;
        let mut leads = |digit: Digit| before.add_without(&back[i + 1], &sets, digit.index(), words);
        let relaxed = vars[x].relax(|digit| !leads(digit));
        each(x, relaxed);
        let mut next = Family::NONE;
        for digit in Bits(relaxed.bits()) {
            next.add_with(&sets, digit, words);
        }
        sets = next;
    }
    Some(sets)
}

/// The memory of the passes over some different variables.
#[derive(Clone, Debug)]
pub(crate) struct Lattice {
    /// The number of used words of a family: one for six digits, doubled with each further digit.
    words: usize,
    /// The domains of the last forward pass.
    domains: Box<[DigitSet]>,
    /// The sets of digits that the first `i` variables can take.
    forward: Box<[Family]>,
    /// The only sets that the first variables may take, with the number of these variables.
    restrictions: Vec<(usize, Family)>,
}

impl Lattice {
    /// Allocates memory for `vars` variables with digits from 1 to `digits`, which is at most [`MOST_DIGITS`].
    pub(crate) fn new(vars: usize, digits: usize) -> Self {
        let words = 1 << digits.saturating_sub(6);
        let mut forward = vec![Family::NONE; vars + 1];
        forward[0] = Family::START;
        Self {
            words,
            domains: vec![DigitSet::EMPTY; vars].into(),
            forward: forward.into(),
            restrictions: Vec::new(),
        }
    }

    /// Restricts the sets of the first `count` variables. Restrictions are added before the first pass, in ascending
    /// order of their counts.
    pub(crate) fn restrict(&mut self, count: usize, wanted: Family) {
        debug_assert!(self.restrictions.last().is_none_or(|last| last.0 < count));
        self.restrictions.push((count, wanted));
    }

    /// The number of words of a family that are in use.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// The forward pass: returns the sets of digits that all variables can take. The pass starts at the first variable
    /// whose domain has changed since the last pass.
    pub(crate) fn reach(&mut self, domain: impl Fn(usize) -> DigitSet) -> &Family {
        // Nine digits are the most common case. A constant number of words lets the loops be unrolled.
        if self.words == 8 {
            self.pass_forward(8, domain);
        } else {
            self.pass_forward(self.words, domain);
        }
        &self.forward[self.domains.len()]
    }

    #[inline(always)]
    fn pass_forward(&mut self, words: usize, domain: impl Fn(usize) -> DigitSet) {
        let mut same = true;
        let mut restrictions = self.restrictions.iter().peekable();
        for x in 0..self.domains.len() {
            let restriction = restrictions.next_if(|(count, _)| *count == x + 1);
            let now = domain(x);
            same &= now == self.domains[x];
            if same {
                continue;
            }
            self.domains[x] = now;
            let (before, after) = self.forward.split_at_mut(x + 1);
            let mut next = Family::NONE;
            for digit in Bits(now.bits()) {
                next.add_with(&before[x], digit, words);
            }
            if let Some((_, wanted)) = restriction {
                next.0[..words].iter_mut().zip(&wanted.0).for_each(|(word, wanted)| *word &= wanted);
            }
            after[0] = next;
        }
    }

    /// The backward pass, from the sets of `wanted` that [`reach`](Self::reach) found. Calls `each` with each variable
    /// and the digits that it keeps, starting with the last variable. Returns the digits that all sets contain. Returns
    /// `None`, without a call, if there is no set.
    pub(crate) fn keep(&self, wanted: &Family, each: impl FnMut(usize, DigitSet)) -> Option<DigitSet> {
        if self.words == 8 {
            self.pass_backward(8, wanted, each)
        } else {
            self.pass_backward(self.words, wanted, each)
        }
    }

    #[inline(always)]
    fn pass_backward(
        &self,
        words: usize,
        wanted: &Family,
        mut each: impl FnMut(usize, DigitSet),
    ) -> Option<DigitSet> {
        let mut target = self.forward[self.domains.len()];
        target.0[..words].iter_mut().zip(&wanted.0).for_each(|(word, wanted)| *word &= wanted);
        if target.is_empty(words) {
            return None;
        }
        let common = target.common(words);
        for x in (0..self.domains.len()).rev() {
            let (mut before, mut keep) = (Family::NONE, DigitSet::EMPTY);
            for digit in Bits(self.domains[x].bits()) {
                if before.add_without(&target, &self.forward[x], digit, words) {
                    keep.insert(Digit::from_index(digit));
                }
            }
            each(x, keep);
            target = before;
        }
        Some(common)
    }
}

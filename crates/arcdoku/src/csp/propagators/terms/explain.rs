//! Explanations for sums that cannot be one of some numbers.

use crate::csp::propagator::Past;
use crate::csp::propagators::lattice::{self, Family};
use crate::csp::propagators::relaxed::Seen;
use crate::csp::propagators::terms::{SUMS, Term, Terms, flip, lower, raise};
use crate::csp::trace::Literal;
use crate::grid::{Bits, Digit, DigitSet};

impl Term {
    /// For a term of one variable: the position of a digit among the possible sums.
    fn place(&self, digit: Digit) -> usize {
        if self.falls { self.digits - 1 - digit.index() } else { digit.index() }
    }

    /// For a term of several variables: the position of the sum of a set of digits.
    fn place_of(&self, set: DigitSet) -> usize {
        let above = usize::from(SUMS[set.bits() as usize]) - self.floor;
        if self.falls { self.height - above } else { above }
    }

    /// The variables at that moment. Digits that the term does not have were removed without decisions.
    fn seen(&self, literal: Option<Literal>, past: &dyn Past) -> Vec<Seen> {
        let digits = DigitSet::all(self.digits);
        let each = self.vars.iter().map(|&var| Seen::new(var, literal, past));
        each.map(|seen| Seen { initial: seen.initial & digits, ..seen }).collect()
    }

    /// The positions of the sums of these sets.
    fn places(&self, sets: &Family) -> u64 {
        sets.sets(sets.words()).fold(0, |places, set| places | 1 << self.place_of(set))
    }

    /// The possible sums of the term with the domains in `seen`, as bits.
    fn sums_of(&self, seen: &[Seen]) -> u64 {
        match seen {
            [one] if self.falls => flip(one.now.bits(), self.digits),
            [one] => one.now.bits(),
            _ => self.places(&lattice::sets(seen.iter().map(|seen| seen.now))),
        }
    }
}

impl Terms {
    /// The sums of all terms that were possible with the domains in `seen`, counted from the least one, in `words`
    /// words.
    pub(in crate::csp::propagators) fn sums_then(
        &self,
        words: usize,
        literal: Option<Literal>,
        past: &dyn Past,
    ) -> Vec<u64> {
        let mut sums = vec![0; words];
        sums[0] = 1;
        for term in &self.parts {
            let mut next = vec![0; words];
            for place in Bits(term.sums_of(&term.seen(literal, past))) {
                raise(&mut next, &sums, place * term.step);
            }
            sums = next;
        }
        sums
    }

    /// Appends literals that explain why the sum, counted from the least one, is none of `wanted`, using few of the
    /// lost values. Returns the sums that are possible with only these literals, up to the length of `wanted`.
    /// Returns `None` if the sum could be one of `wanted`.
    pub(in crate::csp::propagators) fn relax(
        &self,
        wanted: &[u64],
        literal: Option<Literal>,
        past: &dyn Past,
        because: &mut Vec<Literal>,
    ) -> Option<Vec<u64>> {
        let words = wanted.len();
        let mut parts: Vec<(&Term, Vec<Seen>)> =
            self.parts.iter().map(|term| (term, term.seen(literal, past))).collect();
        let newest = |seen: &[Seen]| seen.iter().map(|seen| seen.since).max();
        parts.sort_by_key(|(_, seen)| std::cmp::Reverse(newest(seen)));
        // For each position, the sums from which the remaining terms can reach a wanted sum.
        let all = vec![u64::MAX; words];
        let mut back = vec![Vec::new(); parts.len()];
        back.push(wanted.to_vec());
        for (i, (term, seen)) in parts.iter().enumerate().rev() {
            let mut before = vec![0; words];
            for place in Bits(term.sums_of(seen)) {
                lower(&mut before, &back[i + 1], &all, place * term.step);
            }
            back[i] = before;
        }
        if back[0].first().is_none_or(|word| word & 1 == 1) {
            return None;
        }
        let mut sums = vec![0; words];
        sums[0] = 1;
        let mut scratch = vec![0; words];
        for (i, (term, seen)) in parts.iter().enumerate() {
            let mut leads = |place: usize| lower(&mut scratch, &back[i + 1], &sums, place * term.step);
            let possible = if let [one] = &seen[..] {
                let relaxed = one.relax(|digit| !leads(term.place(digit)));
                one.explain(relaxed, past, because);
                relaxed.iter().fold(0, |places, digit| places | 1 << term.place(digit))
            } else {
                let bad =
                    (0..=term.height).filter(|&place| leads(place)).fold(0_u64, |bad, at| bad | 1 << at);
                let mut wanted = Family::NONE;
                for bits in 0..1_u64 << term.digits {
                    if bits.count_ones() as usize == seen.len() {
                        let set = DigitSet::from_bits(bits);
                        if bad >> term.place_of(set) & 1 == 1 {
                            wanted.insert(set);
                        }
                    }
                }
                let each = |x: usize, relaxed: DigitSet| seen[x].explain(relaxed, past, because);
                term.places(&lattice::relax(seen, &wanted, each)?)
            };
            let mut next = vec![0; words];
            for place in Bits(possible) {
                raise(&mut next, &sums, place * term.step);
            }
            sums = next;
        }
        Some(sums)
    }
}

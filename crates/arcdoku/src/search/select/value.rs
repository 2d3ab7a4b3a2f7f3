//! The order in which the values of a variable are tried.

use fastrand::Rng;

use crate::csp::{Space, Var};
use crate::grid::{Bits, Digit, DigitSet};

/// Picks the value to try.
pub trait ValueOrder {
    /// Returns the value of `var` to try next, one of `rest`, which is not empty. The domains are the same as when
    /// the variable was chosen, so repeated picks follow a stable order.
    fn pick(&mut self, space: &Space, var: Var, rest: DigitSet) -> Digit;
}

heuristics! {
    /// The built-in value orders, by name.
    ValueKind,
    /// The built-in value orders. Ties are tried in ascending order.
    Value: ValueOrder {
        /// 1 to N
        Ascending = "ascending", |_| Ascending;
        /// most frequent on the board first
        Frequent = "frequent", |_| Frequent;
        /// least constraining: the rarest among undecided neighbors first
        Lcv = "lcv", |_| Lcv;
        /// any (seeded)
        Random = "random", Random;
    }
    [mut] fn pick(space: &Space, var: Var, rest: DigitSet) -> Digit;
}

/// The digit with the smallest key in a nonempty set. If several digits have this key, the first of them is returned.
#[inline]
fn least(rest: DigitSet, key: impl Fn(Digit) -> u64) -> Digit {
    rest.iter().min_by_key(|&digit| key(digit)).unwrap_or(Digit::from_index(0))
}

/// 1 to N.
#[derive(Clone, Debug)]
pub struct Ascending;

impl ValueOrder for Ascending {
    #[inline]
    fn pick(&mut self, _space: &Space, _var: Var, rest: DigitSet) -> Digit {
        rest.first().unwrap_or(Digit::from_index(0))
    }
}

/// The digit that is decided most often on the board comes first.
#[derive(Clone, Debug)]
pub struct Frequent;

impl ValueOrder for Frequent {
    #[inline]
    fn pick(&mut self, space: &Space, _var: Var, rest: DigitSet) -> Digit {
        let mut count = [0_u64; 64];
        for (i, (shown, open)) in space.shown_words().iter().zip(space.undecided_words()).enumerate() {
            for bit in Bits(shown & !open) {
                if let Some(digit) = space.domain(Var::new(i * 64 + bit)).only() {
                    count[digit.index()] += 1;
                }
            }
        }
        least(rest, |digit| u64::MAX - count[digit.index()])
    }
}

/// Least constraining value: the digit that the fewest undecided neighbors have comes first. Also known as "the
/// rarest among the competing cells".
#[derive(Clone, Debug)]
pub struct Lcv;

impl ValueOrder for Lcv {
    #[inline]
    fn pick(&mut self, space: &Space, var: Var, rest: DigitSet) -> Digit {
        // The number of neighbors with each digit, as binary numbers: one word holds bit `i` of all of them. There
        // are less than 2^16 variables.
        let mut counts = [0_u64; 16];
        for other in space.undecided_neighbors(var) {
            let mut carry = space.domain(other).bits();
            for bits in &mut counts {
                if carry == 0 {
                    break;
                }
                (*bits, carry) = (*bits ^ carry, *bits & carry);
            }
        }
        least(rest, |digit| {
            let bits = counts.iter().enumerate();
            bits.fold(0, |count, (i, bits)| count | (bits >> digit.index() & 1) << i)
        })
    }
}

/// A random order.
#[derive(Clone, Debug)]
pub struct Random(pub Rng);

impl ValueOrder for Random {
    #[inline]
    fn pick(&mut self, _space: &Space, _var: Var, rest: DigitSet) -> Digit {
        rest.iter().nth(self.0.usize(..rest.len().max(1))).unwrap_or(Digit::from_index(0))
    }
}

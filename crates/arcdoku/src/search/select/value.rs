//! The order in which the values of a variable are tried.

use fastrand::Rng;

use crate::csp::{Space, Var};
use crate::grid::{Bits, Digit, DigitSet};

/// Picks the value to try.
pub trait ValueOrder {
    /// Returns the value of `var` to try next, one of `rest`, which is not empty. The domains are as
    /// they were when the variable was chosen, so that repeated picks follow a stable order.
    fn pick(&mut self, space: &Space, var: Var, rest: DigitSet) -> Digit;
}

/// The built-in value orders. Ties are tried in ascending order.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Value {
    /// 1 to N.
    Ascending,
    /// The digit that is decided most often on the board first.
    Frequent,
    /// Least constraining value: the digit that the fewest undecided neighbors have first, also
    /// known as "the rarest among the competing cells".
    Lcv,
    /// A random order.
    Random(Rng),
    /// The wanted digits of each variable before its others.
    Wanted(Box<[DigitSet]>),
}

impl ValueOrder for Value {
    #[inline]
    fn pick(&mut self, space: &Space, var: Var, rest: DigitSet) -> Digit {
        let least = |key: &dyn Fn(Digit) -> u64| rest.iter().min_by_key(|&digit| key(digit));
        let picked = match self {
            Self::Ascending => rest.first(),
            Self::Frequent => {
                let mut count = [0_u64; 64];
                for (i, (shown, open)) in space.shown_words().iter().zip(space.undecided_words()).enumerate()
                {
                    for bit in Bits(shown & !open) {
                        if let Some(digit) = space.domain(Var::new(i * 64 + bit)).only() {
                            count[digit.index()] += 1;
                        }
                    }
                }
                least(&|digit| u64::MAX - count[digit.index()])
            }
            Self::Lcv => {
                // How many neighbors have each digit, as binary numbers: bit `i` of all of them is one word. There are
                // less than 2^16 variables.
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
                let count = |digit: Digit| {
                    let bits = counts.iter().enumerate();
                    bits.fold(0, |count, (i, bits)| count | (bits >> digit.index() & 1) << i)
                };
                least(&count)
            }
            Self::Wanted(sets) => {
                let wanted = rest & sets.get(var.index()).copied().unwrap_or_default();
                if wanted.is_empty() { rest.first() } else { wanted.first() }
            }
            Self::Random(rng) => rest.iter().nth(rng.usize(..rest.len().max(1))),
        };
        picked.unwrap_or(Digit::from_index(0))
    }
}

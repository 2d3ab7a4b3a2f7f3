//! The choice of an undecided variable.

use fastrand::Rng;

use crate::csp::{Space, Var};
use crate::search::select::tie::TieBreak;

/// Ranks the undecided variables: one with the lowest score is chosen.
pub trait VariableOrder {
    /// The score of an undecided variable. If it is above `bound`, any number above `bound` may be
    /// returned: the variable is not chosen.
    fn score(&mut self, space: &Space, var: Var, bound: u64) -> u64;

    /// A lower bound of all scores. The scan stops at a variable with this score if ties do not matter.
    fn floor(&self, _space: &Space) -> u64 {
        0
    }

    /// A contradiction was found in the constraint with this number.
    fn failed(&mut self, _constraint: usize) {}
}

/// The built-in variable orders.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Variable {
    /// The first undecided cell in row-major order.
    First,
    /// The last undecided cell in row-major order.
    Last,
    /// [`Mrv`].
    Mrv,
    /// Smallest domain over weighted degree (Boussemart, Hemery, Lecoutre and Sais, "Boosting
    /// systematic search by weighting constraints", ECAI 2004): the weight of a constraint is
    /// one plus the number of contradictions found in it; the weighted degree of a variable is the
    /// total weight of its constraints that have another undecided variable.
    DomWdeg(Vec<u64>),
    /// A random one.
    Random(Rng),
}

impl VariableOrder for Variable {
    #[inline]
    fn score(&mut self, space: &Space, var: Var, bound: u64) -> u64 {
        match self {
            Self::First => 0,
            Self::Last => u64::MAX - var.index() as u64,
            Self::Mrv => Mrv.score(space, var, bound),
            Self::DomWdeg(weights) => {
                let weighted_degree: u64 = space
                    .constraints_of(var)
                    .iter()
                    .map(|&number| number as usize)
                    .filter(|&number| {
                        let vars = space.constraints()[number].vars();
                        vars.iter().any(|&other| other != var && !space.is_decided(other))
                    })
                    .map(|number| 1 + weights.get(number).copied().unwrap_or(0))
                    .sum();
                // The bits of positive floats compare like the floats.
                (space.domain(var).len() as f64 / weighted_degree.max(1) as f64).to_bits()
            }
            Self::Random(rng) => rng.u64(..),
        }
    }

    #[inline]
    fn floor(&self, space: &Space) -> u64 {
        match self {
            Self::Mrv => Mrv.floor(space),
            _ => 0,
        }
    }

    fn failed(&mut self, constraint: usize) {
        if let Self::DomWdeg(weights) = self {
            if weights.len() <= constraint {
                weights.resize(constraint + 1, 0);
            }
            weights[constraint] += 1;
        }
    }
}

/// Minimum remaining values: the smallest domain. It is a type beside the enum because the fastest
/// strategy uses it, and a loop compiled for it alone saves 8% of a search.
#[derive(Clone, Copy, Debug)]
pub struct Mrv;

impl VariableOrder for Mrv {
    #[inline]
    fn score(&mut self, space: &Space, var: Var, bound: u64) -> u64 {
        let domain = space.domain(var);
        // The bound is usually two soon, and "more than two" is cheaper to test than to count.
        match bound {
            2 if !domain.is_at_most_two() => 3,
            2 if !domain.is_single() && !domain.is_empty() => 2,
            _ => domain.len() as u64,
        }
    }

    #[inline]
    fn floor(&self, space: &Space) -> u64 {
        if space.is_eager() { 2 } else { 0 }
    }
}

/// Returns the variable to branch on, if any is left in the present [stage](Space::stage): the one
/// with the lowest score; among these, the one with the lowest key of the tie-break; among these,
/// the first.
#[inline]
pub(in crate::search) fn choose(
    order: &mut impl VariableOrder,
    tie: &mut impl TieBreak,
    space: &Space,
) -> Option<Var> {
    let (floor, indifferent) = (order.floor(space), tie.is_indifferent());
    let (mut best, mut least): (Option<Var>, u64) = (None, u64::MAX);
    let mut best_key: Option<u64> = None;
    // An iterator over words and bits costs twice as much, and this runs at every node.
    for (i, (&word, &stage)) in space.undecided_words().iter().zip(space.stage()).enumerate() {
        let mut bits = word & stage;
        while bits != 0 {
            let var = Var::new(i * 64 + bits.trailing_zeros() as usize);
            bits &= bits - 1;
            let score = order.score(space, var, least);
            if score < least || best.is_none() {
                (best, least, best_key) = (Some(var), score, None);
                if score <= floor && indifferent {
                    return best;
                }
            } else if score == least
                && !indifferent
                && let Some(holder) = best
            {
                let held = best_key.unwrap_or_else(|| tie.key(space, holder));
                let key = tie.key(space, var);
                best_key = Some(held.min(key));
                if key < held {
                    best = Some(var);
                }
            }
        }
    }
    best
}

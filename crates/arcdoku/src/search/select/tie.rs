//! The choice among variables of equal score.

use fastrand::Rng;

use crate::csp::{Space, Var};

/// Ranks variables of equal score: the one with the lowest key is chosen, the first among equal keys.
pub trait TieBreak {
    /// The key of a variable.
    fn key(&mut self, space: &Space, var: Var) -> u64;

    /// Whether all keys are equal, so that the first variable with the lowest score is chosen.
    fn is_indifferent(&self) -> bool {
        false
    }
}

/// The built-in tie-breaks.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Tie {
    /// The first in row-major order.
    First,
    /// Maximum degree: the most undecided neighbors.
    Degree,
    /// A random one.
    Random(Rng),
}

impl TieBreak for Tie {
    #[inline]
    fn key(&mut self, space: &Space, var: Var) -> u64 {
        match self {
            Self::First => 0,
            Self::Degree => u64::MAX - space.degree(var) as u64,
            Self::Random(rng) => rng.u64(..),
        }
    }

    #[inline]
    fn is_indifferent(&self) -> bool {
        matches!(self, Self::First)
    }
}

//! The choice among variables of equal score.

use fastrand::Rng;

use crate::csp::{Space, Var};

/// Ranks variables of equal score: the first variable with the lowest key is chosen.
pub trait TieBreak {
    /// The key of a variable.
    fn key(&mut self, space: &Space, var: Var) -> u64;

    /// Whether all keys are equal, so the first variable with the lowest score is chosen.
    fn is_indifferent(&self) -> bool {
        false
    }
}

heuristics! {
    /// The built-in tie-breaks, by name.
    TieKind,
    /// The built-in tie-breaks.
    Tie: TieBreak {
        /// the first in row-major order
        First = "first", |_| First;
        /// the most undecided neighbors
        Degree = "degree", |_| Degree;
        /// any of them (seeded)
        Random = "random", Random;
    }
    [mut] fn key(space: &Space, var: Var) -> u64;
    [] fn is_indifferent() -> bool;
}

/// The first in row-major order.
#[derive(Clone, Debug)]
pub struct First;

impl TieBreak for First {
    #[inline]
    fn key(&mut self, _space: &Space, _var: Var) -> u64 {
        0
    }

    #[inline]
    fn is_indifferent(&self) -> bool {
        true
    }
}

/// Maximum degree: the variable with the most undecided neighbors.
#[derive(Clone, Debug)]
pub struct Degree;

impl TieBreak for Degree {
    #[inline]
    fn key(&mut self, space: &Space, var: Var) -> u64 {
        u64::MAX - space.degree(var) as u64
    }
}

/// A random variable.
#[derive(Clone, Debug)]
pub struct Random(pub Rng);

impl TieBreak for Random {
    #[inline]
    fn key(&mut self, _space: &Space, _var: Var) -> u64 {
        self.0.u64(..)
    }
}

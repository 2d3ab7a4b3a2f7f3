//! Costs: exact integers, or floating-point numbers.

use std::fmt::{Debug, Display};
use std::ops::{Add, Sub};

/// The cost of labels: `i64` exactly, or `f64`, such as the negative logarithm of a probability.
///
/// Costs add up. The largest cost forbids, and so does every sum that includes it.
pub trait Weight:
    Copy + PartialOrd + Add<Output = Self> + Sub<Output = Self> + Debug + Display + Send + Sync + 'static
{
    /// No cost.
    const ZERO: Self;
    /// The cost of forbidden labels.
    const FORBIDDEN: Self;
    /// Differences up to this amount are due to rounding.
    const TOLERANCE: Self;

    /// The sum, or `None` if it is too large or too small for the type.
    fn plus(self, other: Self) -> Option<Self>;

    /// The difference; `other` must not forbid. `None` if it is too large or too small for the type.
    fn minus(self, other: Self) -> Option<Self>;

    /// The nearest floating-point number; infinity if the cost forbids.
    fn to_f64(self) -> f64;

    /// The cost nearest to a number.
    fn of_f64(number: f64) -> Self;

    /// Whether the number is a valid cost. `NaN` and negative infinity are not valid.
    fn is_cost(self) -> bool;

    /// Whether the cost forbids.
    #[inline]
    fn forbids(self) -> bool {
        self == Self::FORBIDDEN
    }

    /// The smaller of two costs.
    #[inline]
    #[must_use]
    fn least(self, other: Self) -> Self {
        if other < self { other } else { self }
    }
}

/// The least of these costs, which forbids if there are none.
pub(super) fn least_of<W: Weight>(costs: impl IntoIterator<Item = W>) -> W {
    costs.into_iter().fold(W::FORBIDDEN, W::least)
}

impl Weight for i64 {
    const ZERO: Self = 0;
    const FORBIDDEN: Self = i64::MAX;
    const TOLERANCE: Self = 0;

    #[inline]
    fn plus(self, other: Self) -> Option<Self> {
        if self.forbids() || other.forbids() {
            return Some(Self::FORBIDDEN);
        }
        self.checked_add(other).filter(|sum| !sum.forbids())
    }

    #[inline]
    fn minus(self, other: Self) -> Option<Self> {
        if self.forbids() {
            return Some(Self::FORBIDDEN);
        }
        self.checked_sub(other).filter(|rest| !rest.forbids())
    }

    fn to_f64(self) -> f64 {
        if self.forbids() { f64::INFINITY } else { self as f64 }
    }

    fn of_f64(number: f64) -> Self {
        number.round() as Self
    }

    fn is_cost(self) -> bool {
        true
    }
}

impl Weight for f64 {
    const ZERO: Self = 0.0;
    const FORBIDDEN: Self = f64::INFINITY;
    const TOLERANCE: Self = 1e-11;

    #[inline]
    fn plus(self, other: Self) -> Option<Self> {
        let sum = self + other;
        if self.forbids() || other.forbids() {
            return Some(Self::FORBIDDEN);
        }
        sum.is_finite().then_some(sum)
    }

    #[inline]
    fn minus(self, other: Self) -> Option<Self> {
        if self.forbids() {
            return Some(Self::FORBIDDEN);
        }
        Some(self - other).filter(|rest| rest.is_finite())
    }

    fn to_f64(self) -> f64 {
        self
    }

    fn of_f64(number: f64) -> Self {
        number
    }

    fn is_cost(self) -> bool {
        !self.is_nan() && self != f64::NEG_INFINITY
    }
}

//! Decimal numbers as costs, exactly or as floating-point numbers.

use crate::Weight;

/// What a decimal number is for a type of costs.
pub(super) enum Number<W> {
    Cost(W),
    /// It is no integer, and costs are integers.
    Fraction,
    /// It is beyond the largest finite cost.
    TooLarge,
}

/// Costs that decimal numbers can be read as and written to.
pub(super) trait Decimal: Weight {
    const ONE: Self;

    /// The number of a word, if it is one.
    fn number(word: &str) -> Option<Number<Self>>;

    /// The cost with the other sign. It is finite.
    fn negated(self) -> Self;
}

/// The value of a word that is a decimal number: with a sign, a point and an exponent at most.
fn real(word: &str) -> Option<f64> {
    let is_decimal = word.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    word.parse().ok().filter(|_| is_decimal)
}

impl Decimal for i64 {
    const ONE: Self = 1;

    fn number(word: &str) -> Option<Number<Self>> {
        real(word)?;
        let (whole, fraction) = word.split_once('.').unwrap_or((word, ""));
        if word.contains(['e', 'E']) || fraction.bytes().any(|byte| byte != b'0') {
            return Some(Number::Fraction);
        }
        let whole = if whole.ends_with(|c: char| c.is_ascii_digit()) { whole } else { "0" };
        let cost = whole.parse().ok().filter(|cost| !matches!(*cost, Self::MIN | Self::MAX));
        Some(cost.map_or(Number::TooLarge, Number::Cost))
    }

    fn negated(self) -> Self {
        -self
    }
}

impl Decimal for f64 {
    const ONE: Self = 1.;

    fn number(word: &str) -> Option<Number<Self>> {
        let cost = real(word)?;
        Some(if cost.is_finite() { Number::Cost(cost) } else { Number::TooLarge })
    }

    fn negated(self) -> Self {
        -self
    }
}

//! Decimal numbers as costs, exactly or as floating-point numbers.

use super::super::words::decimal;
use crate::Weight;

/// The value of a decimal number for a type of costs.
pub(super) enum Number<W> {
    Cost(W),
    /// The number is not an integer, but costs are integers.
    Fraction,
    /// The number is larger than the largest finite cost.
    TooLarge,
}

/// Costs that can be read and written as decimal numbers.
pub(super) trait Decimal: Weight {
    const ONE: Self;

    /// The number that a word represents, if it is a number.
    fn number(word: &str) -> Option<Number<Self>>;

    /// The cost with the other sign. The cost must be finite.
    fn negated(self) -> Self;

    /// The cost as text. The text is read as the same cost.
    fn text(self) -> String;
}

impl Decimal for i64 {
    const ONE: Self = 1;

    fn number(word: &str) -> Option<Number<Self>> {
        decimal(word)?;
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

    fn text(self) -> String {
        self.to_string()
    }
}

impl Decimal for f64 {
    const ONE: Self = 1.;

    fn number(word: &str) -> Option<Number<Self>> {
        let cost = decimal(word)?;
        Some(if cost.is_finite() { Number::Cost(cost) } else { Number::TooLarge })
    }

    fn negated(self) -> Self {
        -self
    }

    fn text(self) -> String {
        // Without an exponent, the text of a large number would be read as an integer, which has 64 bits.
        if self.abs() < 1e18 { self.to_string() } else { format!("{self:e}") }
    }
}

//! Decimal numbers as costs, exactly or as floating-point numbers.

use super::super::words::decimal;
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

    /// The text that is read as this cost.
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
        // Without an exponent the text of a large number reads as that of an integer, which has 64 bits.
        if self.abs() < 1e18 { self.to_string() } else { format!("{self:e}") }
    }
}

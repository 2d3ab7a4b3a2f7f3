//! Weighted sums.

use crate::grid::Digit;

/// How a sum compares with a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// Equal.
    Equal,
    /// Different.
    Different,
    /// Less or equal.
    AtMost,
    /// Greater or equal.
    AtLeast,
}

/// A weighted sum of the numbers of the digits of a list of cells, compared with a constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Linear {
    /// One coefficient per cell.
    pub coefficients: Box<[i32]>,
    /// How the sum compares with the constant.
    pub comparison: Comparison,
    /// The constant.
    pub constant: i64,
}

impl Linear {
    /// The sum of the cells is the constant.
    pub fn sum(cells: usize, constant: i64) -> Self {
        Self { coefficients: vec![1; cells].into(), comparison: Comparison::Equal, constant }
    }

    /// See [`Relation::holds`](super::Relation::holds).
    pub(super) fn holds(&self, digits: usize, cells: &[Option<Digit>]) -> bool {
        let (mut low, mut high) = (0, 0);
        for (&coefficient, cell) in self.coefficients.iter().zip(cells) {
            let coefficient = i64::from(coefficient);
            let (least, most) = match cell {
                Some(digit) => (i64::from(digit.get()), i64::from(digit.get())),
                None => (1, digits as i64),
            };
            low += (coefficient * least).min(coefficient * most);
            high += (coefficient * least).max(coefficient * most);
        }
        match self.comparison {
            Comparison::Equal => (low..=high).contains(&self.constant),
            Comparison::Different => low != high || low != self.constant,
            Comparison::AtMost => low <= self.constant,
            Comparison::AtLeast => high >= self.constant,
        }
    }
}

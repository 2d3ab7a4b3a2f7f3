//! The fields of a line of a regression library.

use crate::grid::{Cell, Digit, DigitSet};

/// A case of a regression library: all fields of a line `:code:digits:grid:deleted:eliminations:placements:extra`
/// except the grid.
///
/// Candidates are written as triples of digit, row and column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LibraryCase {
    /// Code of the technique and its variant, such as `0300`, `0707-1` or `0600-x`.
    pub code: String,
    /// Digits of the step, as written; often empty or `x`.
    pub digits: String,
    /// Deleted candidates, except candidates that filled cells of the same house exclude.
    pub deleted: Vec<(Cell, Digit)>,
    /// Candidates that the step must eliminate.
    pub eliminations: Vec<(Cell, Digit)>,
    /// Digits that the step must place.
    pub placements: Vec<(Cell, Digit)>,
    /// The last field, as written: the length of a chain.
    pub extra: String,
}

impl LibraryCase {
    /// The code without the variant.
    pub fn technique(&self) -> &str {
        self.code.split('-').next().unwrap_or_default()
    }

    /// The part of the code after the `-`, if any.
    pub fn variant(&self) -> Option<&str> {
        self.code.split_once('-').map(|(_, variant)| variant)
    }

    /// The digits of the second field as a set.
    pub fn digit_set(&self) -> DigitSet {
        self.digits.bytes().filter_map(|b| Digit::new(b.wrapping_sub(b'0'))).collect()
    }
}

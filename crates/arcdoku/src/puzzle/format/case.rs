//! The case of a regression library: what a library line says beside its grid.

use crate::grid::{Cell, Digit, DigitSet};

/// The fields of a library line that are not the grid:
/// `:code:digits:grid:deleted:eliminations:placements:extra`.
///
/// Candidates are written as triples digit, row, column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LibraryCase {
    /// The technique and its variant, such as `0300`, `0707-1` or `0600-x`.
    pub code: String,
    /// The digits the case is about, as written: often empty or `x`.
    pub digits: String,
    /// Candidates that are gone, beyond those that a filled cell takes from its houses.
    pub deleted: Vec<(Cell, Digit)>,
    /// Candidates that the step must take away.
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

    /// What follows the `-` of the code, if anything.
    pub fn variant(&self) -> Option<&str> {
        self.code.split_once('-').map(|(_, variant)| variant)
    }

    /// The digits of the second field as a set.
    pub fn digit_set(&self) -> DigitSet {
        self.digits.bytes().filter_map(|b| Digit::new(b.wrapping_sub(b'0'))).collect()
    }
}

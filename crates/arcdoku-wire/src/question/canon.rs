//! Canonical forms.

use serde::{Deserialize, Serialize};

use super::{answer, question};

arcdoku::choices! {
    /// Which of all equivalent puzzles is the canonical one.
    pub enum CanonOrder: Counts {
        /// Fewest clues in the mini-rows of the first band, then the smallest line
        Counts = "counts",
        /// The smallest line
        Text = "text",
    }
}

crate::choice_values!(CanonOrder);

question! {
    /// Print canonical forms of 9x9 puzzles and grids: equivalent ones have the same form
    ///
    /// Puzzles are equivalent if one becomes the other by renaming digits, by exchanging rows, columns,
    /// bands and stacks, and by transposing the grid. Tabs separate the form and the requested columns.
    ///
    /// Examples:
    ///   arcdoku canon puzzles.txt
    ///   arcdoku canon --dedupe --key puzzles.txt
    ///   arcdoku canon --order text --symmetry puzzle.txt
    Canon = "canon" -> CanonReply, fails "some puzzle is not a plain 9x9 puzzle, and has no canonical form" {
        /// Which of the equivalent puzzles is the canonical form
        order: CanonOrder = CanonOrder::Counts,
        /// Print each form once, where it first occurs
        dedupe: bool,
        /// Add a column with the key of the form, 32 hexadecimal digits
        key: bool,
        /// Add a column with the number of automorphisms
        automorphisms: bool,
        /// Add a column with a symmetry that maps the puzzle to the form: the rows and columns of the puzzle (of its
        /// transpose, after `transposed`) in the order of the form, and the images of the digits 1 to 9
        symmetry: bool,
    }
}

answer! {
    /// The canonical form of a puzzle.
    ///
    /// Outcomes: `malformed`, `unfit`.
    CanonReply {
        /// The form.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        form: Option<String>,
        /// Its key: 32 hexadecimal digits.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        /// The number of automorphisms.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        automorphisms: Option<u64>,
        /// A symmetry that maps the puzzle to the form.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        symmetry: Option<String>,
    }
}

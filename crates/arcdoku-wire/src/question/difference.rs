//! What two puzzles or grids have in common.

use serde::{Deserialize, Serialize};

use super::{PuzzleText, answer, question};

question! {
    /// Compare puzzles or grids with another, and find a symmetry between equivalent ones
    ///
    /// Prints the cells with different digits, and the rules that only one of the two has. Two 9x9
    /// puzzles without further rules are equivalent if one becomes the other by renaming digits, by
    /// exchanging rows, columns, bands and stacks, and by transposing the grid. The symmetry is printed
    /// as by `arcdoku canon --symmetry`.
    ///
    /// Examples:
    ///   arcdoku difference --other puzzle.txt puzzles.txt
    ///   arcdoku difference --other 1............... --format json 2...............
    Difference = "difference" -> DifferenceReply, fails "a puzzle is neither equal nor equivalent to the other, or has another shape" {
        /// The other puzzle or grid; of a file, the first one. The rules of the command line do not apply to it
        other: PuzzleText,
    }
}

answer! {
    /// What a puzzle and another have in common.
    ///
    /// Outcomes: `other-shape` or `malformed`.
    DifferenceReply {
        /// Whether clues and rules are the same.
        equal: bool,
        /// The cells with different digits.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        cells: Vec<CellDifference>,
        /// The rules that only this puzzle has.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rules_here: Vec<String>,
        /// The rules that only the other puzzle has.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rules_there: Vec<String>,
        /// Whether a symmetry maps one to the other; absent except for 9x9 puzzles without further rules.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        equivalent: Option<bool>,
        /// A symmetry that maps this puzzle to the other.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        symmetry: Option<String>,
    }
}

/// A cell with different digits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CellDifference {
    /// The cell.
    pub cell: String,
    /// The digit in this puzzle; absent if the cell is empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub here: Option<i32>,
    /// The digit in the other puzzle; absent if the cell is empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub there: Option<i32>,
}

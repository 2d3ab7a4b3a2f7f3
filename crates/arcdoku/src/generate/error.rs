//! Reasons why a request is rejected.

use std::fmt;

/// The reason why a request cannot be met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RequestError {
    /// The grid has extra cells.
    Shape,
    /// A rule does not fit the shape.
    Rule,
    /// No number makes a rule with given cells fit the shape.
    Drawn,
    /// No grid obeys all rules.
    Contradiction,
    /// The range of the number of clues is empty, above the number that minimal puzzles can have, or below the
    /// minimum of the shape.
    Clues,
    /// A cell of the mask is outside the grid.
    Cells,
    /// The mask has fewer cells in whole orbits than the requested number of clues, or than any puzzle of the shape
    /// has.
    Mask,
    /// The given solution is not a grid of the shape and rules.
    Grid,
    /// The cells of the mask in whole orbits leave out two rows of a band or two columns of a stack.
    Twins,
    /// With the digits of all cells of the mask, the given solution is not the only one.
    Loose,
    /// Only plain 9x9 puzzles are rated on the scale.
    Rating,
    /// Plain 9x9 puzzles are rated on another scale.
    Logic,
    /// The range of hardness is empty.
    Hardness,
    /// The range of levels is empty, or the scale has no levels.
    Level,
    /// The scale does not have the technique.
    Technique,
    /// The technique of the hardest step, the levels and the range of hardness exclude each other.
    Excluded,
    /// A bound of the sizes of cages is not from 1 to `most`, which is the number of digits or
    /// [`LARGEST_CAGE`](super::LARGEST_CAGE).
    CageSize {
        /// The bound.
        found: usize,
        /// The maximum.
        most: usize,
    },
    /// The range of the sizes of cages is empty.
    CageSizes,
    /// Puzzles with cages are drawn without clues. A request with cages has no symmetry, mask, difficulty, method or
    /// drawn rules, and a square grid with the digits 1 to N.
    Cages,
    /// The controlled-bias method is for minimal 9x9 puzzles of at most 33 clues, without symmetry and mask.
    Bias,
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::CageSize { found, most } => {
                return write!(f, "found cages of {found} cells, expected sizes from 1 to {most}");
            }
            Self::CageSizes => "the range of cage sizes is empty",
            Self::Shape => "puzzles can be generated only for grids without extra cells",
            Self::Rule => "a rule does not fit the shape",
            Self::Drawn => "no number makes the rule fit the shape, or its text is wrong",
            Self::Contradiction => "the rules contradict each other: no grid obeys all of them",
            Self::Clues => "no puzzle can have this number of clues",
            Self::Cells => "a cell of the mask is outside the grid",
            Self::Mask => "the mask has too few cells, or too few that the symmetry allows",
            Self::Twins => "the mask leaves out two rows or columns of the same boxes, which could be exchanged",
            Self::Loose => "even all cells of the mask do not determine the given grid",
            Self::Grid => "the given grid is not a solution of this shape",
            Self::Rating => "only 9x9 puzzles without further rules are rated on this scale",
            Self::Logic => "plain 9x9 puzzles are rated on another scale",
            Self::Hardness => "the range of hardness is empty",
            Self::Level => "the range of levels is empty, or the scale has no levels",
            Self::Technique => "the scale has no such technique",
            Self::Excluded => "no puzzle has this hardest step, level and hardness together",
            Self::Cages => "puzzles with cages need a square grid, and allow no clues, symmetry, mask, difficulty, other method or drawn rules",
            Self::Bias => "the controlled-bias method is for minimal 9x9 puzzles of at most 33 clues, without symmetry and mask",
        })
    }
}

impl std::error::Error for RequestError {}

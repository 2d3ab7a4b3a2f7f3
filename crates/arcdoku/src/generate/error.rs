//! Reasons why a wish is refused.

use std::fmt;

/// The reason why a wish cannot be fulfilled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WishError {
    /// A grid with extra cells.
    Shape,
    /// A rule does not fit the shape.
    Rule,
    /// A rule to draw in its place fits the shape with no number.
    Drawn,
    /// No grid keeps all rules.
    Contradiction,
    /// The range of the number of clues is empty, above the number that minimal puzzles can have, or below the minimum
    /// of the shape.
    Clues,
    /// A cell of the mask is outside the grid.
    Cells,
    /// The mask has fewer cells in whole orbits than the wished number of clues, or than any puzzle of the
    /// shape has.
    Mask,
    /// The solution is not a grid of the shape and rules.
    Grid,
    /// The mask, as far as it consists of whole orbits, leaves out two rows of a band or two columns of a
    /// stack.
    Twins,
    /// All cells of the mask together leave the given solution several alternatives.
    Loose,
    /// Only plain 9x9 puzzles are rated on the scale.
    Rating,
    /// Plain 9x9 puzzles are rated on another scale.
    Logic,
    /// The range of hardness is empty.
    Hardness,
    /// The range of levels is empty, or the scale has no levels.
    Level,
    /// The scale has no such technique.
    Technique,
    /// The technique of the hardest step, the levels and the range of hardness exclude each other.
    Excluded,
    /// A bound of the sizes of cages is not from 1 to `most`: the number of digits, or
    /// [`LARGEST_CAGE`](super::LARGEST_CAGE).
    CageSize {
        /// The bound.
        found: usize,
        /// The maximum.
        most: usize,
    },
    /// The range of the sizes of cages is empty.
    CageSizes,
    /// Cages are drawn without clues: a wish with cages has no symmetry, mask, difficulty, method or
    /// drawn rules of its own, and a square grid with the digits 1 to N.
    Cages,
    /// The controlled-bias method is for minimal 9x9 puzzles of at most 33 clues, without symmetry and mask.
    Bias,
}

impl fmt::Display for WishError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::CageSize { found, most } => {
                return write!(f, "found cages of {found} cells, expected sizes from 1 to {most}");
            }
            Self::CageSizes => "the range of cage sizes is empty",
            Self::Shape => "puzzles are made for grids without extra cells",
            Self::Rule => "a rule does not fit the shape",
            Self::Drawn => "a rule fits the shape with no number, or its text is wrong",
            Self::Contradiction => "the rules contradict each other: no grid keeps them all",
            Self::Clues => "there is no such number of clues",
            Self::Cells => "a cell of the mask is outside the grid",
            Self::Mask => "the mask has too few cells, or too few that the symmetry keeps",
            Self::Twins => "the mask leaves out two rows or columns through the same boxes, which can change places",
            Self::Loose => "the mask leaves the given grid several solutions, whichever clues are chosen",
            Self::Grid => "the given grid is no solution of this shape",
            Self::Rating => "only 9x9 puzzles without further rules are rated on this scale",
            Self::Logic => "plain 9x9 puzzles are rated on another scale",
            Self::Hardness => "the range of hardness is empty",
            Self::Level => "the range of levels is empty, or the scale has no levels",
            Self::Technique => "the scale has no such technique",
            Self::Excluded => "no puzzle has this hardest step, level and hardness together",
            Self::Cages => "puzzles with cages alone are made for square grids, without clues, symmetry, mask, difficulty, other method and drawn rules",
            Self::Bias => "the controlled-bias method is for minimal 9x9 puzzles of at most 33 clues, without symmetry and mask",
        })
    }
}

impl std::error::Error for WishError {}

//! All steps of a state.

use super::{AnyScale, LimitOptions, TechniqueOptions, WordOptions, question};
use crate::StepsReply;

question! {
    /// List all steps of a state, easiest first
    ///
    /// Lists all steps of a state, easiest first: in the order of the techniques, then by the number of
    /// candidates they eliminate, then by the singles that follow.
    ///
    /// Columns:
    ///   technique  its name on the command line
    ///   level      the level of the technique
    ///   score      the score of the step
    ///   placed     digits that it places
    ///   gone       candidates that it eliminates
    ///   direct     singles that follow before any other technique is needed
    ///   singles    singles that follow in total with the quick techniques of the scale (column
    ///              progress of its file)
    ///   step       the pattern and the conclusion
    ///
    /// Examples:
    ///   arcdoku steps --techniques x-wing,swordfish puzzle.txt
    ///   arcdoku steps --techniques fish --set fish_size=3 puzzle.txt
    Steps = "steps" -> StepsReply, fails "some state does not have exactly one solution, has mistakes, or has no step" {
        /// Order of techniques: relaxed, hodoku, logic, or a file in the format of the first two (not the
        /// scale se)
        scale: AnyScale = AnyScale::relaxed(),
        /// Include techniques that are disabled in the order
        all: bool,
        /// Search no further technique once this many steps are listed [default: no limit]
        most: Option<u64>,
    } with { allowed: TechniqueOptions, words: WordOptions, limits: LimitOptions, }
}

//! All steps of a state.

use super::{AnyScale, LimitOptions, TechniqueOptions, WordOptions, question};
use crate::StepsReply;

question! {
    /// List all steps of a state, easiest first
    ///
    /// Steps are sorted by technique, then by the number of candidates that they eliminate, then by the
    /// number of singles that follow.
    ///
    /// Columns:
    ///   technique  its name on the command line
    ///   level      the level of the technique
    ///   score      the score of the step
    ///   placed     the number of digits that it places
    ///   gone       the number of candidates that it eliminates
    ///   direct     the number of singles that follow before any other technique is needed
    ///   singles    the number of singles that follow with the quick techniques of the scale (those with
    ///              'yes' in the column progress of its file)
    ///   step       the pattern and the conclusion
    ///
    /// Examples:
    ///   arcdoku steps puzzle.txt
    ///   arcdoku steps --techniques x-wing,swordfish puzzle.txt
    ///   arcdoku steps --techniques fish --set fish_size=3 --format tsv puzzle.txt
    Steps = "steps" -> StepsReply, fails "some state does not have exactly one solution, has mistakes, or has no step" {
        /// Scale: relaxed, hodoku, logic or a file
        scale: AnyScale = AnyScale::relaxed(),
        /// Include techniques that are disabled in the scale
        all: bool,
        /// Stop after the technique that reaches this number of steps [default: no limit]
        most: Option<u64>,
    } with { allowed: TechniqueOptions, words: WordOptions, limits: LimitOptions, }
}

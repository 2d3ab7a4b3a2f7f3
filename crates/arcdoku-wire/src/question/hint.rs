//! Hints at the next step, or at mistakes.

use arcdoku::explain::Grade;

use super::{AnyScale, LimitOptions, TechniqueOptions, WordOptions, question};
use crate::HintReply;

question! {
    /// Give a hint for the next step, or point out mistakes
    ///
    /// The input is a puzzle, a grid of pencil marks, or a library line with placed digits. Mistakes are
    /// reported first: digits and missing marks that contradict the unique solution of the clues. If the
    /// clues have several solutions, techniques that assume uniqueness are not used.
    ///
    /// Examples:
    ///   arcdoku hint puzzle.txt
    ///   arcdoku hint --grade full --picture step.svg puzzle.txt
    ///   arcdoku hint --grade concrete --language de --coordinates chess puzzle.txt
    Hint = "hint" -> HintReply, fails "some state has mistakes, does not have exactly one solution, or no technique applies to it" {
        /// Amount of detail
        grade: Grade = Grade::Vague,
        /// Scale: relaxed, hodoku, se, logic or a file
        scale: AnyScale = AnyScale::relaxed(),
        /// Try only techniques that are found quickly
        quick: bool,
    } with { allowed: TechniqueOptions, words: WordOptions, limits: LimitOptions, }
}

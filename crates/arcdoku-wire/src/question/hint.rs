//! Hints at the next step, or at mistakes.

use arcdoku::explain::Grade;

use super::{AnyScale, LimitOptions, TechniqueOptions, WordOptions, question};
use crate::HintReply;

question! {
    /// Give a hint for the next step, or point out mistakes
    ///
    /// Shows the next step of a puzzle, a grid of pencil marks, or a library line with placed digits.
    /// Mistakes come first: digits and missing marks that contradict the only solution of the clues. If
    /// the solution is not unique, techniques that assume uniqueness are not used.
    ///
    /// Grades:
    ///   vague     the technique
    ///   concrete  also its digits and where to look
    ///   full      everything: the pattern, the conclusion, and the reason
    ///
    /// Examples:
    ///   arcdoku hint --grade full --picture step.svg puzzle.txt
    ///   arcdoku hint --grade concrete --language de --coordinates chess grid.txt
    Hint = "hint" -> HintReply, fails "some state has mistakes, does not have exactly one solution, or no technique applies to it" {
        /// Amount of help
        grade: Grade = Grade::Vague,
        /// Order of techniques: relaxed, hodoku, se, logic, or a file in the format of the first two
        scale: AnyScale = AnyScale::relaxed(),
        /// Try only techniques that are found quickly: those before chains and nets of assumptions
        quick: bool,
    } with { allowed: TechniqueOptions, words: WordOptions, limits: LimitOptions, }
}
